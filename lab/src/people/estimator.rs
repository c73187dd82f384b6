//! The estimator in closed form: a strength with its deviation, calculated from games, for the validation. `rival
//! measure` also models changes with time and with strength.

use rival::people::{Estimator, Theta};

/// The evidence of one game about a player.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Evidence {
    /// The [evidence](rival::people::evidence()) of the player's moves.
    pub score: f64,
    /// The [stretched](rival::people::stretched) final difference for the player, with the opponent's strength if
    /// known.
    pub margin: Option<(f64, Theta)>,
}

impl Evidence {
    /// The margin in discs plus the opponent's strength in discs; `None` if the opponent is unknown.
    pub(super) fn margin_of_play(&self, estimator: &Estimator) -> Option<f64> {
        self.margin.map(|(discs, opponent)| discs + estimator.discs * opponent.0)
    }
}

/// The means over some games.
#[derive(Debug, Clone, Copy)]
pub(super) struct Means {
    games: f64,
    /// The mean score, and the mean margin of play if all margins are known.
    score: f64,
    margin: Option<f64>,
}

impl Means {
    /// The means over these games; `None` without games.
    pub(super) fn new(estimator: &Estimator, games: &[Evidence]) -> Option<Means> {
        let count = games.len() as f64;
        let score = games.iter().map(|game| game.score).sum::<f64>() / count;
        let margins: Option<Vec<f64>> = games.iter().map(|game| game.margin_of_play(estimator)).collect();
        let margin = margins.map(|margins| margins.iter().sum::<f64>() / count);
        (!games.is_empty()).then_some(Means { games: count, score, margin })
    }

    /// The same games without their margins.
    pub(super) fn by_moves(self) -> Means {
        Means { margin: None, ..self }
    }
}

/// The posterior of the strength, a normal distribution: its mean, and its standard deviation, style and sampling
/// together.
pub(super) fn estimate(estimator: &Estimator, means: &Means) -> (Theta, f64) {
    let &Means { games, score, margin } = means;
    let [mean, deviation] = estimator.prior;
    let [s, t] = estimator.slope;
    let Estimator { alpha, style, sampling, .. } = estimator;
    let mut precision = 1.0 / (deviation * deviation);
    let mut pull = mean * precision;
    let a = style[0] + sampling[0][0] / games;
    let x = score - alpha[0];
    if let Some(margin) = margin {
        let b = sampling[0][1] / games;
        let d = style[1] + sampling[1][1] / games;
        let y = margin - alpha[1];
        let determinant = a * d - b * b;
        let [of_score, of_margin] = [(d * s - b * t) / determinant, (a * t - b * s) / determinant];
        precision += of_score * s + of_margin * t;
        pull += of_score * x + of_margin * y;
    } else {
        precision += s * s / a;
        pull += s * x / a;
    }
    (Theta(pull / precision), precision.recip().sqrt())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use rival::people::Acquaintances;
    use rival::stats::{Z95, draw_normal};

    use super::*;

    type Pair = [f64; 2];
    type Square = [Pair; 2];

    fn estimator() -> Estimator {
        Estimator {
            prior: [0.1, 1.1],
            discs: 11.0,
            alpha: [-0.06, -0.05],
            slope: [0.59, 11.4],
            style: [0.042, 4.3],
            sampling: [[0.76, 6.2], [6.2, 404.0]],
            met: Acquaintances { alpha: 0.5, slope: 0.3, style: 0.1, sampling: 0.8 },
        }
    }

    /// A pair of normal random numbers with this covariance (Cholesky).
    fn draw(covariance: Square, rng: &mut ChaCha8Rng) -> Pair {
        let u = draw_normal(rng);
        let v = draw_normal(rng);
        let a = covariance[0][0].sqrt();
        let b = covariance[0][1] / a;
        [a * u, b * u + (covariance[1][1] - b * b).sqrt() * v]
    }

    /// Games of a player, drawn from the estimator's own model.
    fn games(estimator: &Estimator, theta: f64, count: usize, rng: &mut ChaCha8Rng) -> Means {
        let style = draw([[estimator.style[0], 0.0], [0.0, estimator.style[1]]], rng);
        let games = (0..count).map(|_| {
            let noise = draw(estimator.sampling, rng);
            let mean: Pair = std::array::from_fn(|i| estimator.alpha[i] + estimator.slope[i] * theta);
            let x: Pair = std::array::from_fn(|i| mean[i] + style[i] + noise[i]);
            let opponent = 0.5;
            Evidence { score: x[0], margin: Some((x[1] - estimator.discs * opponent, Theta(opponent))) }
        });
        Means::new(estimator, &games.collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn intervals_cover_95_in_a_hundred_by_simulation() {
        let estimator = estimator();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for (count, with_margins) in [(1, false), (3, true), (10, true), (40, true), (40, false)] {
            let mut covered = 0;
            let mut squares = 0.0;
            let mut expected = 0.0;
            const PLAYERS: u32 = 4_000;
            for _ in 0..PLAYERS {
                let theta = estimator.prior[0] + estimator.prior[1] * draw_normal(&mut rng);
                let both = games(&estimator, theta, count, &mut rng);
                let means = if with_margins { both } else { both.by_moves() };
                let (mean, deviation) = estimate(&estimator, &means);
                let [low, high] = [-Z95, Z95].map(|z| mean.plus(z * deviation));
                covered += u32::from((low..=high).contains(&Theta(theta)));
                squares += (mean.0 - theta).powi(2);
                expected += deviation.powi(2);
            }
            let share = f64::from(covered) / f64::from(PLAYERS);
            // For 4,000 players three standard errors are 1 %; those of the mean square are 7 %.
            assert!((0.94..0.96).contains(&share), "{count} games, margins {with_margins}: {share}");
            assert!((squares / expected - 1.0).abs() < 0.08, "{count} {with_margins}: {squares} {expected}");
        }
    }

    #[test]
    fn more_games_and_results_narrow_the_interval_down_to_style() {
        let estimator = estimator();
        let one_game = deviation(&estimator, 1, None);
        let three_games = deviation(&estimator, 3, None);
        let ten_games = deviation(&estimator, 10, None);
        let ten_margins = deviation(&estimator, 10, Some(0.0));
        assert!(one_game < 1.1 && ten_games < three_games && ten_margins < ten_games);
        // Style remains after any number of games.
        let floor = (1.0 / (1.1_f64.powi(-2) + 0.59 * 0.59 / 0.042)).sqrt();
        assert!((deviation(&estimator, 1_000_000, None) - floor).abs() < 1e-4);
    }

    /// The deviation of the estimate after this many games with this mean margin.
    fn deviation(estimator: &Estimator, games: u32, margin: Option<f64>) -> f64 {
        estimate(estimator, &Means { games: games.into(), score: 0.0, margin }).1
    }
}
