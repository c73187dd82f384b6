//! From games to a strength with an interval.

use serde::{Deserialize, Serialize};

use super::scale::Theta;

/// The evidence of one game about a player.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Evidence {
    /// The sum of the [score](super::Model::score) over the player's moves.
    pub score: f64,
    /// The [stretched] final difference for the player, with the opponent's strength if known.
    pub margin: Option<(f64, Theta)>,
}

/// A final difference in discs, stretched so that it grows linearly with the difference in strength and has the same
/// scatter everywhere: the board has 64 squares, so the margins of a far stronger player are closer together. By
/// `lab margins`: for players 0 to 3 `theta` apart the scatter is 21 to 14 discs, and 23 to 25 after
/// stretching.
#[must_use]
pub fn stretched(discs: f64) -> f64 {
    BOARD * libm::atanh(discs.clamp(-MOST, MOST) / BOARD)
}

/// The largest margin, and the largest that counts.
const BOARD: f64 = 64.0;
const MOST: f64 = 52.0;

/// A strength as a normal distribution.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The most likely strength.
    pub mean: Theta,
    /// Its standard deviation, style and sampling together.
    pub deviation: f64,
}

type Pair = [f64; 2];
type Square = [Pair; 2];

/// A linear model of games at a strength. x is the mean over N games of the score, and of the stretched margin plus the
/// opponent's strength in discs. x is normal with mean `alpha + slope theta` and covariance `style + sampling / N`.
/// `style` is how players of one strength differ permanently; without it an interval from many games would be far too
/// narrow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimator {
    /// Mean and deviation of `theta` among players: the prior.
    pub prior: Pair,
    /// Discs of the [stretched] final difference for a unit of `theta`.
    pub discs: f64,
    /// The mean of both numbers at `theta` 0.
    pub alpha: Pair,
    /// The change of each for a unit of `theta`.
    pub slope: Pair,
    /// The covariance of permanent differences between players of one strength.
    pub style: Square,
    /// The sampling covariance of one game.
    pub sampling: Square,
}

impl Estimator {
    /// The two numbers of a game; the second only with a known margin and opponent's strength.
    #[must_use]
    pub fn numbers(&self, game: &Evidence) -> (f64, Option<f64>) {
        (game.score, game.margin.map(|(discs, opponent)| discs + self.discs * opponent.0))
    }

    /// The posterior of the strength. Without games it is the prior.
    #[must_use]
    pub fn estimate(&self, games: &[Evidence]) -> Estimate {
        let numbers: Vec<(f64, Option<f64>)> = games.iter().map(|game| self.numbers(game)).collect();
        let margins: Vec<f64> = numbers.iter().filter_map(|&(_, margin)| margin).collect();
        let (n, m) = (numbers.len() as f64, margins.len() as f64);
        let [mean, deviation] = self.prior;
        let mut precision = 1.0 / (deviation * deviation);
        let mut pull = mean * precision;
        let score = numbers.iter().map(|&(score, _)| score).sum::<f64>() / n;
        let (style, sampling) = (self.style, self.sampling);
        if !games.is_empty() && margins.is_empty() {
            let variance = style[0][0] + sampling[0][0] / n;
            precision += self.slope[0] * self.slope[0] / variance;
            pull += self.slope[0] * (score - self.alpha[0]) / variance;
        } else if !games.is_empty() {
            let margin = margins.iter().sum::<f64>() / m;
            // The mean over all games shares the noise of the mean over some of them.
            let [a, b, d] =
                [style[0][0] + sampling[0][0] / n, style[0][1] + sampling[0][1] / n, style[1][1] + sampling[1][1] / m];
            let determinant = a * d - b * b;
            let x = [score - self.alpha[0], margin - self.alpha[1]];
            let [s, t] = self.slope;
            let solved = [(d * s - b * t) / determinant, (a * t - b * s) / determinant];
            precision += solved[0] * s + solved[1] * t;
            pull += solved[0] * x[0] + solved[1] * x[1];
        }
        Estimate { mean: Theta(pull / precision), deviation: precision.recip().sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use crate::stats::Z95;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::stats::draw_normal;

    fn estimator() -> Estimator {
        Estimator {
            prior: [0.1, 1.1],
            discs: 11.0,
            alpha: [-0.06, -0.05],
            slope: [0.59, 11.4],
            style: [[0.042, 0.13], [0.13, 4.3]],
            sampling: [[0.76, 6.2], [6.2, 404.0]],
        }
    }

    /// A pair of normal numbers with this covariance (Cholesky).
    fn draw(covariance: Square, rng: &mut ChaCha8Rng) -> Pair {
        let (u, v) = (draw_normal(rng), draw_normal(rng));
        let a = covariance[0][0].sqrt();
        let b = covariance[0][1] / a;
        [a * u, b * u + (covariance[1][1] - b * b).sqrt() * v]
    }

    /// Games of a player drawn from the estimator's own model.
    fn games(estimator: &Estimator, theta: f64, count: usize, margins: usize, rng: &mut ChaCha8Rng) -> Vec<Evidence> {
        let own = draw(estimator.style, rng);
        let game = |number: usize| {
            let noise = draw(estimator.sampling, rng);
            let x: Pair = std::array::from_fn(|i| estimator.alpha[i] + estimator.slope[i] * theta + own[i] + noise[i]);
            let opponent = 0.5;
            Evidence {
                score: x[0],
                margin: (number < margins).then_some((x[1] - estimator.discs * opponent, Theta(opponent))),
            }
        };
        (0..count).map(game).collect()
    }

    #[test]
    fn intervals_cover_95_in_a_hundred_by_simulation() {
        let estimator = estimator();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for (count, margins) in [(1, 0), (3, 3), (10, 4), (40, 40), (40, 0)] {
            let (mut covered, mut squares, mut expected) = (0, 0.0, 0.0);
            const PLAYERS: u32 = 4_000;
            for _ in 0..PLAYERS {
                let theta = estimator.prior[0] + estimator.prior[1] * draw_normal(&mut rng);
                let found = estimator.estimate(&games(&estimator, theta, count, margins, &mut rng));
                let (low, high) = (found.mean.plus(-Z95 * found.deviation), found.mean.plus(Z95 * found.deviation));
                covered += u32::from((low..=high).contains(&Theta(theta)));
                squares += (found.mean.0 - theta).powi(2);
                expected += found.deviation.powi(2);
            }
            let share = f64::from(covered) / f64::from(PLAYERS);
            // Of 4,000: three standard errors are 1 %; those of the mean square are 7 %.
            assert!((0.94..0.96).contains(&share), "{count} games, {margins} margins: {share}");
            assert!((squares / expected - 1.0).abs() < 0.08, "{count} {margins}: {squares} {expected}");
        }
    }

    #[test]
    fn more_games_and_results_narrow_the_interval_down_to_style() {
        let estimator = estimator();
        let deviation = |count: usize, margins: usize| {
            let game = |number| Evidence { score: 0.0, margin: (number < margins).then_some((0.0, Theta(0.0))) };
            estimator.estimate(&(0..count).map(game).collect::<Vec<_>>()).deviation
        };
        let prior = estimator.estimate(&[]);
        assert!((prior.mean.0 - 0.1).abs() < 1e-12 && (prior.deviation - 1.1).abs() < 1e-12);
        assert!(deviation(1, 0) < 1.1 && deviation(10, 0) < deviation(3, 0) && deviation(10, 10) < deviation(10, 0));
        // Style remains after any number of games.
        let floor = (1.0 / (1.1_f64.powi(-2) + 0.59 * 0.59 / 0.042)).sqrt();
        assert!((deviation(1_000_000, 0) - floor).abs() < 1e-4);
    }
}
