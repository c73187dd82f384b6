//! Ratings of a large field with a normal prior. Every player has a finite rating with an error, even without a loss or
//! a win.

use std::collections::BTreeMap;

use super::ELO;
use crate::stats::FieldElo;

/// One or more games between two players, with the first player's points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bout {
    /// The index of the player who has these points.
    pub first: usize,
    /// The index of the opponent.
    pub second: usize,
    /// The points of the first player: a win is 1 and a draw 0.5.
    pub points: f64,
    /// The number of games.
    pub games: f64,
}

/// The ratings of a field in Elo. The prior's mean is 0.
#[derive(Debug, Clone, PartialEq)]
pub struct ShrunkRatings {
    /// A rating for each player, in the order of the field.
    pub ratings: Vec<FieldElo>,
    /// The standard deviation of each rating, including that of the opponents' ratings.
    pub errors: Vec<f64>,
    /// The standard deviation of strength among the players, estimated together with the ratings.
    pub deviation: f64,
}

/// Rounds of estimating the deviation.
const ROUNDS: usize = 12;
/// The most Newton steps for one deviation.
const STEPS: usize = 50;

/// The most likely ratings of `players` players by the model of Bradley and Terry (1952), a draw as half a win.
/// Strengths are normal about 0 with a deviation estimated by expectation and maximisation.
#[must_use]
pub fn shrunk(players: usize, results: &[Bout]) -> ShrunkRatings {
    // Each player has one bout for all games with an opponent.
    let mut bouts: Vec<BTreeMap<usize, Bout>> = vec![BTreeMap::new(); players];
    for &Bout { first, second, points, games } in results {
        for (player, other, points) in [(first, second, points), (second, first, games - points)] {
            let none = Bout { first: player, second: other, points: 0.0, games: 0.0 };
            let bout = bouts[player].entry(other).or_insert(none);
            bout.points += points;
            bout.games += games;
        }
    }
    let games: Vec<Vec<Bout>> = bouts.into_iter().map(|bouts| bouts.into_values().collect()).collect();
    let mut estimate = LogOdds { ratings: vec![0.0; players], errors: vec![1.0; players], deviation: 1.0 };
    for _ in 0..ROUNDS {
        fit(&games, &mut estimate);
        errors(&games, &mut estimate);
        let players_with_errors = estimate.ratings.iter().zip(&estimate.errors);
        let sum: f64 = players_with_errors.map(|(rating, error)| rating * rating + error * error).sum();
        estimate.deviation = (sum / players.max(1) as f64).sqrt().max(1e-3);
    }
    fit(&games, &mut estimate);
    errors(&games, &mut estimate);
    let LogOdds { ratings, errors, deviation } = estimate;
    ShrunkRatings {
        ratings: ratings.into_iter().map(|rating| FieldElo(ELO * rating)).collect(),
        errors: errors.into_iter().map(|error| ELO * error).collect(),
        deviation: ELO * deviation,
    }
}

/// A [`ShrunkRatings`] in natural-logarithm units of the odds.
struct LogOdds {
    ratings: Vec<f64>,
    errors: Vec<f64>,
    deviation: f64,
}

fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-difference))
}

/// Newton's method on the concave posterior, with limited steps so that it cannot overshoot.
fn fit(games: &[Vec<Bout>], estimate: &mut LogOdds) {
    let prior = estimate.deviation.powi(-2);
    for _ in 0..STEPS {
        let slope = games.iter().zip(&estimate.ratings).map(|(bouts, &rating)| {
            let surplus =
                bouts.iter().map(|bout| bout.points - bout.games * expected(rating - estimate.ratings[bout.second]));
            surplus.sum::<f64>() - rating * prior
        });
        let slope = slope.collect();
        let weights = weights(games, &estimate.ratings);
        let step = solve(&information(&weights, prior), &weights, slope);
        let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
        estimate.ratings.iter_mut().zip(&step).for_each(|(rating, part)| *rating += part / longest.max(1.0));
        if longest < 1e-9 {
            return;
        }
    }
}

/// The uncertainty from a player's own games, and the part of it that opponents add, to first order. Games against one
/// opponent share the opponent's uncertainty.
fn errors(games: &[Vec<Bout>], estimate: &mut LogOdds) {
    let mut weights = weights(games, &estimate.ratings);
    let information = information(&weights, estimate.deviation.powi(-2));
    // variance = 1 / information + sum of (weight / information)^2 times the opponent's variance, times information^2.
    weights.iter_mut().flatten().for_each(|(_, weight)| *weight *= *weight);
    let squares: Vec<f64> = information.iter().map(|information| information * information).collect();
    let variances = solve(&squares, &weights, information);
    estimate.errors = variances.into_iter().map(|variance| variance.max(0.0).sqrt()).collect();
}

/// The information of each player's games against each opponent.
fn weights(games: &[Vec<Bout>], ratings: &[f64]) -> Vec<Vec<(usize, f64)>> {
    let players = games.iter().zip(ratings);
    let weights = players.map(|(bouts, &rating)| {
        let weights = bouts.iter().map(|bout| {
            let p = expected(rating - ratings[bout.second]);
            (bout.second, bout.games * p * (1.0 - p))
        });
        weights.collect()
    });
    weights.collect()
}

/// The information from each player's own games and from the prior.
fn information(weights: &[Vec<(usize, f64)>], prior: f64) -> Vec<f64> {
    weights.iter().map(|weights| prior + weights.iter().map(|(_, weight)| weight).sum::<f64>()).collect()
}

fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn quotients(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a / b).collect()
}

/// Solves a symmetric system by preconditioned conjugate gradients. It has this diagonal, and the negatives of these
/// entries beside it. Players with very many common games move together, which steps for one player at a time would not
/// do.
fn solve(diagonal: &[f64], beside: &[Vec<(usize, f64)>], mut rest: Vec<f64>) -> Vec<f64> {
    let mut solution = vec![0.0; rest.len()];
    let mut direction = quotients(&rest, diagonal);
    let mut size = product(&rest, &direction);
    // The smallest residual that floating point can distinguish, squared.
    let least = 1e-32 * size;
    for _ in 0..4 * rest.len() + 50 {
        let image = direction.iter().zip(diagonal).zip(beside).map(|((component, entry), beside)| {
            entry * component - beside.iter().map(|&(other, weight)| weight * direction[other]).sum::<f64>()
        });
        let image: Vec<f64> = image.collect();
        let curvature = product(&direction, &image);
        if size <= least || curvature <= 0.0 {
            break;
        }
        let step = size / curvature;
        solution.iter_mut().zip(&direction).for_each(|(component, change)| *component += step * change);
        rest.iter_mut().zip(&image).for_each(|(component, change)| *component -= step * change);
        let next = quotients(&rest, diagonal);
        let before = std::mem::replace(&mut size, product(&rest, &next));
        direction = next.iter().zip(&direction).map(|(next, last)| next + size / before * last).collect();
    }
    solution
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::stats::draw_normal;

    /// The logarithm of the posterior of these ratings in Elo.
    fn log_posterior(ratings: &[f64], results: &[Bout], deviation: f64) -> f64 {
        let prior: f64 = ratings.iter().map(|rating| -(rating / deviation).powi(2) / 2.0).sum();
        let likelihoods = results.iter().map(|result| {
            let p = expected((ratings[result.first] - ratings[result.second]) / ELO);
            result.points * libm::log(p) + (1.0 - result.points) * libm::log(1.0 - p)
        });
        likelihoods.sum::<f64>() + prior
    }

    #[test]
    fn the_most_likely_ratings_of_three_players_by_trying_all() {
        let results: Vec<Bout> = [(0, 1, 1.0), (0, 1, 0.5), (1, 2, 1.0), (0, 2, 1.0), (2, 0, 1.0), (1, 2, 0.0)]
            .map(|(first, second, points)| Bout { first, second, points, games: 1.0 })
            .to_vec();
        let estimate = shrunk(3, &results);
        let ratings: Vec<f64> = estimate.ratings.iter().map(|rating| rating.0).collect();
        let best = log_posterior(&ratings, &results, estimate.deviation);
        let steps: Vec<f64> = (-60..=60).map(|i| f64::from(i) * 0.02).collect();
        for &a in &steps {
            for &b in &steps {
                for &c in &steps {
                    let ratings = [a, b, c].map(|rating| ELO * rating);
                    assert!(log_posterior(&ratings, &results, estimate.deviation) <= best + 1e-9);
                }
            }
        }
    }

    fn natural(ShrunkRatings { ratings, errors, deviation }: ShrunkRatings) -> LogOdds {
        LogOdds {
            ratings: ratings.into_iter().map(|rating| rating.0 / ELO).collect(),
            errors: errors.into_iter().map(|error| error / ELO).collect(),
            deviation: deviation / ELO,
        }
    }

    fn bout(first: usize, second: usize, points: f64, games: f64) -> Bout {
        Bout { first, second, points, games }
    }

    /// Two players with very many common games move as one: the few games with others decide their ratings and errors.
    #[test]
    fn a_pair_with_many_games_is_as_uncertain_together_as_its_games_with_others() {
        for many in [60.0, 1e3, 1e12] {
            let pairs = [bout(0, 1, 0.75 * many, many), bout(2, 3, 0.75 * many, many), bout(1, 2, 45.0, 60.0)];
            let LogOdds { ratings, errors, deviation } = natural(shrunk(4, &pairs));
            // At the maximum of the posterior, moving both together gains nothing. The sums over 10^12 games are exact
            // to 10^-4 points.
            let both = 45.0 - 60.0 * expected(ratings[1] - ratings[2]) - (ratings[0] + ratings[1]) / deviation.powi(2);
            assert!(both.abs() < 1e-3, "{many}: {both} {ratings:?}");
            assert!((ratings[0] + ratings[3]).abs() < 1e-3 && (ratings[1] + ratings[2]).abs() < 1e-3, "{ratings:?}");
            // 60 games against an equally uncertain pair reduce every error by some 0.3.
            assert!(errors.iter().all(|error| (0.2..deviation).contains(error)), "{many}: {errors:?} {deviation}");
        }
        // For two players the covariance of the posterior has a closed form.
        for games in [1.0, 100.0, 1e12] {
            let LogOdds { ratings, errors, deviation } = natural(shrunk(2, &[bout(0, 1, 0.75 * games, games)]));
            let p = expected(ratings[0] - ratings[1]);
            let prior = deviation.powi(-2);
            let weight = games * p * (1.0 - p);
            let error = ((prior + weight) / (prior * (prior + 2.0 * weight))).sqrt();
            assert!((errors[0] / error - 1.0).abs() < 1e-3, "{games}: {errors:?}, expected {error}");
        }
    }

    #[test]
    fn strengths_their_errors_and_their_spread_come_back() {
        const PLAYERS: usize = 300;
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let truth: Vec<f64> = (0..PLAYERS).map(|_| 1.2 * draw_normal(&mut rng)).collect();
        let results: Vec<Bout> = (0..6_000)
            .map(|_| {
                let first = rng.random_range(0..PLAYERS);
                let second = rng.random_range(0..PLAYERS - 1);
                let second = if second >= first { second + 1 } else { second };
                let won = rng.random_bool(expected(truth[first] - truth[second]));
                Bout { first, second, points: if won { 1.0 } else { 0.0 }, games: 1.0 }
            })
            .collect();
        let estimate = shrunk(PLAYERS, &results);
        // The tolerance is three standard errors: 1.2 / sqrt(2 * 300) is 0.05.
        assert!((1.05..1.35).contains(&(estimate.deviation / ELO)), "{}", estimate.deviation);
        let covered = (0..PLAYERS)
            .filter(|&i| (estimate.ratings[i].0 - ELO * truth[i]).abs() < 1.96 * estimate.errors[i])
            .count();
        // 95 % are 285, with a standard error of 3.8.
        assert!((276..=296).contains(&covered), "{covered}");
        // A player without games has the mean rating.
        let lonely = shrunk(3, &[Bout { first: 0, second: 1, points: 1.0, games: 1.0 }]);
        assert_eq!(lonely.ratings[2], FieldElo(0.0));
        assert!((lonely.ratings[0].0 + lonely.ratings[1].0).abs() < 1e-9 && lonely.ratings[0].0 > 0.0);
    }
}
