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

/// The posterior of the strength, a normal distribution: its mean, and its standard deviation, style and sampling
/// together. Without games it is the prior.
pub(super) fn estimate(estimator: &Estimator, games: &[Evidence]) -> (Theta, f64) {
    let margins: Vec<f64> = games.iter().filter_map(|game| game.margin_of_play(estimator)).collect();
    let count = games.len() as f64;
    let with_margin = margins.len() as f64;
    let [mean, deviation] = estimator.prior;
    let mut precision = 1.0 / (deviation * deviation);
    let mut pull = mean * precision;
    let score = games.iter().map(|game| game.score).sum::<f64>() / count;
    let style = estimator.style;
    let sampling = estimator.sampling;
    if !games.is_empty() && margins.is_empty() {
        let variance = style[0][0] + sampling[0][0] / count;
        precision += estimator.slope[0] * estimator.slope[0] / variance;
        pull += estimator.slope[0] * (score - estimator.alpha[0]) / variance;
    } else if !games.is_empty() {
        let margin = margins.iter().sum::<f64>() / with_margin;
        // Subsets share the noise of the mean over all games.
        let a = style[0][0] + sampling[0][0] / count;
        let b = style[0][1] + sampling[0][1] / count;
        let d = style[1][1] + sampling[1][1] / with_margin;
        let determinant = a * d - b * b;
        let x = [score - estimator.alpha[0], margin - estimator.alpha[1]];
        let [s, t] = estimator.slope;
        let solution = [(d * s - b * t) / determinant, (a * t - b * s) / determinant];
        precision += solution[0] * s + solution[1] * t;
        pull += solution[0] * x[0] + solution[1] * x[1];
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
            style: [[0.042, 0.13], [0.13, 4.3]],
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
    fn games(estimator: &Estimator, theta: f64, count: usize, margins: usize, rng: &mut ChaCha8Rng) -> Vec<Evidence> {
        let style = draw(estimator.style, rng);
        let games = (0..count).map(|number| {
            let noise = draw(estimator.sampling, rng);
            let mean: Pair = std::array::from_fn(|i| estimator.alpha[i] + estimator.slope[i] * theta);
            let x: Pair = std::array::from_fn(|i| mean[i] + style[i] + noise[i]);
            let opponent = 0.5;
            Evidence {
                score: x[0],
                margin: (number < margins).then_some((x[1] - estimator.discs * opponent, Theta(opponent))),
            }
        });
        games.collect()
    }

    #[test]
    fn intervals_cover_95_in_a_hundred_by_simulation() {
        let estimator = estimator();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for (count, margins) in [(1, 0), (3, 3), (10, 4), (40, 40), (40, 0)] {
            let mut covered = 0;
            let mut squares = 0.0;
            let mut expected = 0.0;
            const PLAYERS: u32 = 4_000;
            for _ in 0..PLAYERS {
                let theta = estimator.prior[0] + estimator.prior[1] * draw_normal(&mut rng);
                let (mean, deviation) = estimate(&estimator, &games(&estimator, theta, count, margins, &mut rng));
                let [low, high] = [-Z95, Z95].map(|z| mean.plus(z * deviation));
                covered += u32::from((low..=high).contains(&Theta(theta)));
                squares += (mean.0 - theta).powi(2);
                expected += deviation.powi(2);
            }
            let share = f64::from(covered) / f64::from(PLAYERS);
            // For 4,000 players three standard errors are 1 %; those of the mean square are 7 %.
            assert!((0.94..0.96).contains(&share), "{count} games, {margins} margins: {share}");
            assert!((squares / expected - 1.0).abs() < 0.08, "{count} {margins}: {squares} {expected}");
        }
    }

    #[test]
    fn more_games_and_results_narrow_the_interval_down_to_style() {
        let estimator = estimator();
        let (mean, prior_deviation) = estimate(&estimator, &[]);
        assert!((mean.0 - 0.1).abs() < 1e-12 && (prior_deviation - 1.1).abs() < 1e-12);
        let one_game = deviation(&estimator, 1, 0);
        let three_games = deviation(&estimator, 3, 0);
        let ten_games = deviation(&estimator, 10, 0);
        let ten_margins = deviation(&estimator, 10, 10);
        assert!(one_game < 1.1 && ten_games < three_games && ten_margins < ten_games);
        // Style remains after any number of games.
        let floor = (1.0 / (1.1_f64.powi(-2) + 0.59 * 0.59 / 0.042)).sqrt();
        assert!((deviation(&estimator, 1_000_000, 0) - floor).abs() < 1e-4);
    }

    /// The deviation of the estimate after even games; the first games have margins.
    fn deviation(estimator: &Estimator, count: usize, margins: usize) -> f64 {
        let with_margin = Evidence { score: 0.0, margin: Some((0.0, Theta(0.0))) };
        let mut games = vec![Evidence::default(); count];
        games[..margins].fill(with_margin);
        estimate(estimator, &games).1
    }
}
