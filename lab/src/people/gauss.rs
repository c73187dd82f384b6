//! The fit of the estimator: regression lines of scores and margins on strength, and by the errors of the estimates
//! their variation between games and the lasting differences between players of equal strength.

use std::collections::BTreeMap;

use rival::people::{Acquaintances, Estimator, Theta};
use rival::stats::derive;

use super::estimator::{Evidence, Means, estimate};

/// A player of known strength, from other games.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RatedPlayer {
    /// The strength, with its standard error in the same units.
    pub theta: Theta,
    pub error: f64,
    /// The evidence of each judged game. The strength of every opponent is known.
    pub games: Vec<Evidence>,
    /// The strength of each opponent in these games.
    pub met: BTreeMap<usize, Theta>,
}

/// The number of games that gives a player half of the largest weight. There the sampling variance is about that of
/// style plus the error of the strength.
const HALF: f64 = 12.0;
/// The variance of style as a share of the sampling variance of one game: before the fit by errors, and the least. Data
/// cannot show that style is zero.
const FIRST_STYLE: f64 = 0.03;
const LEAST_STYLE: f64 = 0.004;
/// Numbers of games from which strengths are estimated, in the fit and in its validation.
pub(super) const GAMES: [usize; 5] = [1, 3, 10, 20, 40];
/// The most samples of one size from one player, without a shared game.
const SAMPLES: usize = 4;
/// The first and the last logarithm of a factor that the fit by errors tries, and the least gain of log likelihood.
const STEPS: [f64; 2] = [0.4, 0.01];
const GAIN: f64 = 1e-6;
/// The least share of the variance of strengths that a known strength has.
const LEAST_SHARE: f64 = 0.05;

/// The estimator fitted to these players; `None` without at least two players with two games.
pub(super) fn fit(players: &[RatedPlayer]) -> Option<Estimator> {
    let players: Vec<&RatedPlayer> = players.iter().filter(|player| player.games.len() > 1).collect();
    if players.len() < 2 {
        return None;
    }
    let count = players.len() as f64;
    let mean = players.iter().map(|player| player.theta.0).sum::<f64>() / count;
    let squares: f64 = players.iter().map(|player| (player.theta.0 - mean).powi(2) + player.error.powi(2)).sum();
    let deviation = (squares / count).sqrt();
    let discs = discs(&players);
    let unknown = Estimator {
        prior: [mean, deviation],
        discs,
        alpha: [0.0; 2],
        slope: [0.0; 2],
        style: [0.0; 2],
        sampling: [[0.0; 2]; 2],
        met: acquaintances(&players),
    };
    let numbers: Vec<Vec<[f64; 2]>> = players.iter().map(|player| of_games(&unknown, player)).collect();
    let means: Vec<[f64; 2]> = numbers.iter().map(|games| average(games)).collect();
    let sampling = sampling(&numbers, &means);
    let weights: Vec<f64> = numbers.iter().map(|games| games.len() as f64 / (games.len() as f64 + HALF)).collect();
    let lines: [(f64, f64); 2] = std::array::from_fn(|k| {
        let means: Vec<f64> = means.iter().map(|mean| mean[k]).collect();
        line(&players, &means, &weights)
    });
    let alpha = lines.map(|(alpha, _)| alpha);
    let slope = lines.map(|(_, slope)| slope);
    let style = [0, 1].map(|k| FIRST_STYLE * sampling[k][k]);
    Some(by_errors(Estimator { alpha, slope, style, sampling, ..unknown }, &players))
}

/// Games of a player of known strength, with their weight in the fit.
#[derive(Debug)]
struct RatedMeans {
    means: Means,
    theta: Theta,
    error: f64,
    weight: f64,
}

/// The order in which a player's games are drawn; the archive orders them by years.
pub(super) fn drawn_order(player: usize, games: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..games).collect();
    order.sort_by_key(|&game| derive(player as u64, game as u64));
    order
}

/// The samples of this many of a player's games.
pub(super) fn samples<T>(games: &[T], count: usize) -> Vec<&[T]> {
    games.chunks_exact(count).take(SAMPLES).collect()
}

/// The estimator whose style and sampling make the errors of its own estimates likeliest. Variances between games alone
/// would not tell both apart: games of one time are alike, and no straight line fits all players.
fn by_errors(first: Estimator, players: &[&RatedPlayer]) -> Estimator {
    let mut rated = Vec::new();
    for (number, player) in players.iter().enumerate() {
        let order = drawn_order(number, player.games.len());
        let games: Vec<Evidence> = order.into_iter().map(|game| player.games[game]).collect();
        for count in GAMES {
            let samples = samples(&games, count);
            let weight = 1.0 / samples.len().max(1) as f64;
            let means = samples.iter().filter_map(|games| Means::new(&first, games));
            rated.extend(means.map(|means| RatedMeans { means, theta: player.theta, error: player.error, weight }));
        }
    }
    let mut best = first;
    let mut most = log_likelihood(&best, &rated);
    let [mut step, last] = STEPS;
    while step > last {
        let mut is_better = false;
        for place in 0..4 {
            for factor in [step, -step].map(libm::exp) {
                let tried = with_factor(&best, place, factor);
                let likelihood = log_likelihood(&tried, &rated);
                if likelihood > most + GAIN {
                    (best, most, is_better) = (tried, likelihood, true);
                }
            }
        }
        if !is_better {
            step /= 2.0;
        }
    }
    best
}

/// The estimator with one of its variances times this factor: style or sampling, of scores or of margins.
fn with_factor(estimator: &Estimator, place: usize, factor: f64) -> Estimator {
    let mut tried = estimator.clone();
    let component = place % 2;
    if place < 2 {
        tried.style[component] *= factor;
    } else {
        // The correlation stays.
        let root = factor.sqrt();
        tried.sampling[component] = tried.sampling[component].map(|number| root * number);
        tried.sampling.iter_mut().for_each(|row| row[component] *= root);
    }
    tried.style[component] = tried.style[component].max(LEAST_STYLE * tried.sampling[component][component]);
    tried
}

/// The logarithm of the probability of these known strengths given the estimates from moves and from moves and margins.
fn log_likelihood(estimator: &Estimator, rated: &[RatedMeans]) -> f64 {
    let [center, spread] = estimator.prior;
    let mut sum = 0.0;
    for RatedMeans { means, theta, error, weight } in rated {
        // Known strengths vary less than true ones.
        let share = (1.0 - (error / spread).powi(2)).max(LEAST_SHARE);
        for means in [*means, means.by_moves()] {
            let (mean, deviation) = estimate(estimator, &means);
            let expected = center + share * (mean.0 - center);
            let variance = (share * deviation).powi(2) + share * error.powi(2);
            sum -= weight / 2.0 * ((theta.0 - expected).powi(2) / variance + libm::log(variance));
        }
    }
    sum
}

/// The part of the error of a known strength in the mean square of an estimate's difference from it. `gain` is the rise
/// of the estimate for each unit of the true strength. A known strength is a mean over what other games leave possible,
/// so its error does not depend on it; an estimate rises with the true strength, and with this error.
pub(super) fn shared_error(gain: f64, error: f64) -> f64 {
    (2.0 * gain - 1.0) * error.powi(2)
}

/// The regression line of the strength of the people met on the own strength, with its variances.
fn acquaintances(players: &[&RatedPlayer]) -> Acquaintances {
    let counts: Vec<f64> = players.iter().map(|player| player.met.len() as f64).collect();
    let means: Vec<f64> = players.iter().map(|player| mean_met(player)).collect();
    let weights: Vec<f64> = counts.iter().map(|count| count / (count + HALF)).collect();
    let (alpha, slope) = line(players, &means, &weights);
    let mut squares = 0.0;
    let mut free = 0.0;
    for (player, mean) in players.iter().zip(&means) {
        squares += player.met.values().map(|theta| (theta.0 - mean).powi(2)).sum::<f64>();
        free += player.met.len() as f64 - 1.0;
    }
    let sampling = squares / f64::max(free, 1.0);
    let mut style = 0.0;
    for (((player, mean), count), weight) in players.iter().zip(&means).zip(&counts).zip(&weights) {
        let residual = mean - alpha - slope * player.theta.0;
        style += weight * (residual * residual - sampling / count - (slope * player.error).powi(2));
    }
    let style = f64::max(style / weights.iter().sum::<f64>(), LEAST_STYLE * sampling);
    Acquaintances { alpha, slope, style, sampling }
}

fn mean_met(player: &RatedPlayer) -> f64 {
    player.met.values().map(|theta| theta.0).sum::<f64>() / player.met.len() as f64
}

/// Discs for each unit of strength: the slope of a line through the origin, because equal players have an even margin.
fn discs(players: &[&RatedPlayer]) -> f64 {
    let mut products = 0.0;
    let mut squares = 0.0;
    for player in players {
        for (margin, opponent) in player.games.iter().filter_map(|game| game.margin) {
            let apart = player.theta.above(opponent);
            products += margin * apart;
            squares += apart * apart;
        }
    }
    products / f64::max(squares, 1e-9)
}

/// The score and the margin of each game.
fn of_games(estimator: &Estimator, player: &RatedPlayer) -> Vec<[f64; 2]> {
    player.games.iter().filter_map(|game| Some([game.score, game.margin_of_play(estimator)?])).collect()
}

fn average(games: &[[f64; 2]]) -> [f64; 2] {
    std::array::from_fn(|k| games.iter().map(|game| game[k]).sum::<f64>() / games.len().max(1) as f64)
}

/// The covariance within players, over all games.
fn sampling(numbers: &[Vec<[f64; 2]>], means: &[[f64; 2]]) -> [[f64; 2]; 2] {
    let free: f64 = numbers.iter().map(|games| games.len().saturating_sub(1) as f64).sum();
    let mut covariance = [[0.0; 2]; 2];
    for (games, mean) in numbers.iter().zip(means) {
        let products: [[f64; 2]; 2] = std::array::from_fn(|i| {
            std::array::from_fn(|j| games.iter().map(|game| (game[i] - mean[i]) * (game[j] - mean[j])).sum())
        });
        covariance = std::array::from_fn(|i| std::array::from_fn(|j| covariance[i][j] + products[i][j]));
    }
    covariance.map(|row| row.map(|sum| sum / free.max(1.0)))
}

/// The weighted regression line of these means on strength: intercept and slope.
fn line(players: &[&RatedPlayer], means: &[f64], weights: &[f64]) -> (f64, f64) {
    let total: f64 = weights.iter().sum();
    let mean = |of: &dyn Fn(usize) -> f64| (0..players.len()).map(|i| weights[i] * of(i)).sum::<f64>() / total;
    let center = mean(&|i| players[i].theta.0);
    let spread = mean(&|i| (players[i].theta.0 - center).powi(2));
    let slope = mean(&|i| means[i] * (players[i].theta.0 - center)) / spread.max(1e-9);
    (mean(&|i| means[i]) - slope * center, slope)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use rival::stats::draw_normal;

    #[test]
    fn an_estimator_comes_back_from_the_games_that_it_describes() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let slope = [0.6, 11.0];
        let style = [0.2, 2.0];
        let sampling = [0.9, 20.0];
        let mut players = Vec::new();
        for _ in 0..1_500 {
            // The known strength is the estimated mean; the true one varies about it.
            let theta = 0.3 + draw_normal(&mut rng);
            let error = 0.25;
            let truth = theta + error * draw_normal(&mut rng);
            let own_style = [style[0] * draw_normal(&mut rng), style[1] * draw_normal(&mut rng)];
            let company = 0.2 + 0.4 * truth + 0.3 * draw_normal(&mut rng);
            let met: BTreeMap<usize, Theta> =
                (0..20).map(|name| (name, Theta(company + 0.9 * draw_normal(&mut rng)))).collect();
            let games = (0..24).map(|_| {
                let opponent = draw_normal(&mut rng);
                let score = 0.1 + slope[0] * truth + own_style[0] + sampling[0] * draw_normal(&mut rng);
                let margin = slope[1] * (truth - opponent) + own_style[1] + sampling[1] * draw_normal(&mut rng);
                Evidence { score, margin: Some((margin, Theta(opponent))) }
            });
            players.push(RatedPlayer { theta: Theta(theta), error, games: games.collect(), met });
        }
        let fitted = fit(&players).unwrap();
        // The tolerances are four standard errors of 1,500 players with 24 games each.
        let expected = [
            (fitted.discs, 11.0, 0.42),
            (fitted.slope[0], 0.6, 0.033),
            (fitted.slope[1], 11.0, 0.55),
            (fitted.alpha[0], 0.1, 0.033),
            (fitted.sampling[0][0], 0.81, 0.025),
            (fitted.sampling[1][1], 400.0, 20.0),
            (fitted.style[0], 0.04, 0.014),
            (fitted.style[1], 4.0, 4.0),
            (fitted.met.alpha, 0.2, 0.045),
            (fitted.met.slope, 0.4, 0.045),
            (fitted.met.style, 0.09, 0.016),
            (fitted.met.sampling, 0.81, 0.027),
            (fitted.prior[0], 0.3, 0.11),
            (fitted.prior[1], libm::hypot(1.0_f64, 0.25), 0.08),
        ];
        for (value, expected, tolerance) in expected {
            assert!((value - expected).abs() < tolerance, "{value} {expected}");
        }
        assert!(fit(&players[..1]).is_none());
    }
}
