//! The usual estimate of strength, for comparison: a straight line of strength on a mean over moves.

use super::players::Side;
use rival::people::Theta;

/// The number of means: discs lost a move, and the share of the judge's best moves.
pub(super) const MEANS: usize = 2;

/// The means over these games; `None` if no move had a choice.
fn means<'a>(games: impl Iterator<Item = &'a Side>) -> Option<[f64; MEANS]> {
    let mut count = 0.0;
    let mut sums = [0.0; MEANS];
    for choice in games.flat_map(|side| &side.choices) {
        let loss = f64::from(choice.options[choice.played].loss);
        count += 1.0;
        sums[0] += loss;
        sums[1] += f64::from(u8::from(loss == 0.0));
    }
    (count > 0.0).then(|| sums.map(|sum| sum / count))
}

/// A straight line for each mean by least squares: intercept and slope.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Lines([[f64; 2]; MEANS]);

/// Games of a player of known strength, with their weight in the fit.
pub(super) struct RatedGames<'a> {
    pub games: Vec<&'a Side>,
    pub theta: Theta,
    pub weight: f64,
}

/// The means of some games, the strength behind them, and their weight.
type Point = ([f64; MEANS], f64, f64);

impl Lines {
    /// Fits the lines to the games of these players.
    pub(super) fn fit(known: &[RatedGames<'_>]) -> Lines {
        let points: Vec<Point> = known
            .iter()
            .filter_map(|known| Some((means(known.games.iter().copied())?, known.theta.0, known.weight)))
            .collect();
        let all: f64 = points.iter().map(|point| point.2).sum();
        let mean = |of: &dyn Fn(&Point) -> f64| {
            points.iter().map(|point| point.2 * of(point)).sum::<f64>() / all.max(f64::MIN_POSITIVE)
        };
        Lines(std::array::from_fn(|k| {
            let x = mean(&|point| point.0[k]);
            let y = mean(&|point| point.1);
            let spread = mean(&|point| (point.0[k] - x).powi(2)).max(f64::MIN_POSITIVE);
            let slope = mean(&|point| (point.0[k] - x) * (point.1 - y)) / spread;
            [y - slope * x, slope]
        }))
    }

    /// The strength that each mean gives.
    pub(super) fn strengths<'a>(&self, games: impl Iterator<Item = &'a Side>) -> [Theta; MEANS] {
        let means = means(games).unwrap_or_default();
        std::array::from_fn(|k| Theta(self.0[k][0] + self.0[k][1] * means[k]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rival::board::{Color, Position, Square, squares};
    use rival::people::{Choice, facts};

    /// A game of three choices with equal losses and no other features.
    fn side(loss: f64) -> Side {
        let position = Position::START;
        let moves: Vec<Square> = squares(position.moves()).collect();
        let values: Vec<(Square, f64)> = moves.iter().zip([0.0, -loss, 0.0, 0.0]).map(|(&s, v)| (s, v)).collect();
        let options = facts(&position, None, &values);
        let choice = Choice { color: Color::Black, number: 20, options, played: 1, answer: None };
        Side { game: 0, player: 0, opponent: 1, margin: 0.0, choices: vec![choice; 3], deep_losses: Vec::new() }
    }

    #[test]
    fn a_strength_that_is_a_line_of_the_losses_is_found() {
        let sides: Vec<Side> = [0.0, 1.0, 2.0, 4.0].map(side).into();
        let known: Vec<RatedGames<'_>> = sides
            .iter()
            .zip([1.0, 0.5, 0.0, -1.0])
            .map(|(side, theta)| RatedGames { games: vec![side], theta: Theta(theta), weight: 1.0 })
            .collect();
        let lines = Lines::fit(&known);
        let new = side(3.0);
        let [by_loss, by_best] = lines.strengths([&new].into_iter());
        assert!((by_loss.0 + 0.5).abs() < 1e-6, "{by_loss:?}");
        // A player who always loses discs never plays the best move: the mean of these three.
        assert!((by_best.0 + 0.5 / 3.0).abs() < 1e-6, "{by_best:?}");
        assert!(Lines::fit(&[]).strengths([&new].into_iter()).iter().all(|theta| theta.0 == 0.0));
    }
}
