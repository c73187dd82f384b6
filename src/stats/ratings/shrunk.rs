//! Ratings of a large field with a normal prior: everybody has a finite rating with an error, whatever the results.

use std::collections::BTreeMap;

use super::ELO;
use crate::stats::FieldElo;

/// The first player's points against the second in one or more games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bout {
    /// The index of the player whose points these are.
    pub first: usize,
    /// The index of the opponent.
    pub second: usize,
    /// The points of the first player, a win 1 and a draw 0.5.
    pub points: f64,
    /// The number of games.
    pub games: f64,
}

/// The ratings of a field in Elo, the mean of the prior being 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Shrunk {
    /// A rating for each player, in the order of the field.
    pub ratings: Vec<FieldElo>,
    /// The standard deviation of each, that of the opponents' ratings included.
    pub errors: Vec<f64>,
    /// The deviation of strengths among the players, estimated with them.
    pub deviation: f64,
}

/// Rounds in which the deviation is found.
const ROUNDS: usize = 12;
/// Sweeps over all players for one deviation, at most.
const SWEEPS: usize = 400;

/// The most likely ratings of `players` players by the model of Bradley and Terry (1952), a draw as half a win.
/// Strengths are normal about 0 with a deviation estimated by expectation and maximisation.
#[must_use]
pub fn shrunk(players: usize, results: &[Bout]) -> Shrunk {
    let mut met: Vec<BTreeMap<usize, Score>> = vec![BTreeMap::new(); players];
    for &Bout { first, second, points, games } in results {
        for (player, other, points) in [(first, second, points), (second, first, games - points)] {
            let score = met[player].entry(other).or_default();
            score.points += points;
            score.games += games;
        }
    }
    let games: Vec<Vec<(usize, Score)>> = met.into_iter().map(|met| met.into_iter().collect()).collect();
    let mut found = Found { ratings: vec![0.0; players], errors: vec![1.0; players], deviation: 1.0 };
    for _ in 0..ROUNDS {
        fit(&games, &mut found);
        errors(&games, &mut found);
        let square = |(rating, error): (&f64, &f64)| rating * rating + error * error;
        let sum: f64 = found.ratings.iter().zip(&found.errors).map(square).sum();
        found.deviation = (sum / players.max(1) as f64).sqrt().max(1e-3);
    }
    fit(&games, &mut found);
    errors(&games, &mut found);
    let Found { ratings, errors, deviation } = found;
    Shrunk {
        ratings: ratings.into_iter().map(|rating| FieldElo(ELO * rating)).collect(),
        errors: errors.into_iter().map(|error| ELO * error).collect(),
        deviation: ELO * deviation,
    }
}

/// A [`Shrunk`] in natural-logarithm units of the odds.
struct Found {
    ratings: Vec<f64>,
    errors: Vec<f64>,
    deviation: f64,
}

fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// What a player scored against one opponent.
#[derive(Debug, Clone, Copy, Default)]
struct Score {
    points: f64,
    games: f64,
}

/// Newton steps for one player after the other until convergence: the likelihood is concave.
fn fit(games: &[Vec<(usize, Score)>], found: &mut Found) {
    let prior = found.deviation.powi(-2);
    for _ in 0..SWEEPS {
        let mut largest: f64 = 0.0;
        for (player, own) in games.iter().enumerate() {
            let rating = found.ratings[player];
            let (mut slope, mut curvature) = (-rating * prior, prior);
            for &(other, score) in own {
                let p = expected(rating - found.ratings[other]);
                slope += score.points - score.games * p;
                curvature += score.games * p * (1.0 - p);
            }
            let step = slope / curvature;
            found.ratings[player] += step.clamp(-1.0, 1.0);
            largest = largest.max(step.abs());
        }
        if largest < 1e-9 {
            return;
        }
    }
}

/// The uncertainty left by a player's games, and the opponents' share of it, to first order.
fn errors(games: &[Vec<(usize, Score)>], found: &mut Found) {
    let prior = found.deviation.powi(-2);
    let weight = |a: f64, b: f64| {
        let p = expected(a - b);
        p * (1.0 - p)
    };
    let weights: Vec<Vec<(usize, f64)>> = (games.iter().zip(&found.ratings))
        .map(|(own, &rating)| {
            own.iter().map(|&(other, score)| (other, score.games * weight(rating, found.ratings[other]))).collect()
        })
        .collect();
    let own: Vec<f64> = weights.iter().map(|own| prior + own.iter().map(|(_, w)| w).sum::<f64>()).collect();
    let mut variances: Vec<f64> = own.iter().map(|own| own.recip()).collect();
    for _ in 0..10 {
        let next = weights.iter().zip(&own).map(|(weights, own)| {
            // Games against one opponent share its uncertainty.
            own.recip() + weights.iter().map(|&(other, w)| (w / own).powi(2) * variances[other]).sum::<f64>()
        });
        variances = next.collect();
    }
    found.errors = variances.into_iter().map(f64::sqrt).collect();
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::stats::draw_normal;

    #[test]
    fn the_most_likely_ratings_of_three_players_by_trying_all() {
        let results: Vec<Bout> = [(0, 1, 1.0), (0, 1, 0.5), (1, 2, 1.0), (0, 2, 1.0), (2, 0, 1.0), (1, 2, 0.0)]
            .map(|(first, second, points)| Bout { first, second, points, games: 1.0 })
            .to_vec();
        let found = shrunk(3, &results);
        let posterior = |ratings: &[f64]| {
            let of = |result: &Bout| {
                let p = expected((ratings[result.first] - ratings[result.second]) / ELO);
                result.points * p.ln() + (1.0 - result.points) * (1.0 - p).ln()
            };
            let prior: f64 = ratings.iter().map(|r| -(r / found.deviation).powi(2) / 2.0).sum();
            results.iter().map(of).sum::<f64>() + prior
        };
        let best = posterior(&found.ratings.iter().map(|rating| rating.0).collect::<Vec<_>>());
        let steps = || (-60..=60).map(|i| f64::from(i) * 0.02);
        for a in steps() {
            for b in steps() {
                for c in steps() {
                    assert!(posterior(&[a, b, c].map(|rating| ELO * rating)) <= best + 1e-9);
                }
            }
        }
    }

    #[test]
    fn strengths_their_errors_and_their_spread_come_back() {
        const PLAYERS: usize = 300;
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let truth: Vec<f64> = (0..PLAYERS).map(|_| 1.2 * draw_normal(&mut rng)).collect();
        let results: Vec<Bout> = (0..6_000)
            .map(|_| {
                let (first, second) = (rng.random_range(0..PLAYERS), rng.random_range(0..PLAYERS - 1));
                let second = if second >= first { second + 1 } else { second };
                let won = rng.random_bool(expected(truth[first] - truth[second]));
                Bout { first, second, points: if won { 1.0 } else { 0.0 }, games: 1.0 }
            })
            .collect();
        let found = shrunk(PLAYERS, &results);
        // Three standard errors: 1.2 / sqrt(2 * 300) is 0.05.
        assert!((1.05..1.35).contains(&(found.deviation / ELO)), "{}", found.deviation);
        let covered =
            (0..PLAYERS).filter(|&i| (found.ratings[i].0 - ELO * truth[i]).abs() < 1.96 * found.errors[i]).count();
        // 95 % are 285, with a standard error of 3.8.
        assert!((276..=296).contains(&covered), "{covered}");
        // A player without games is average.
        let lonely = shrunk(3, &[Bout { first: 0, second: 1, points: 1.0, games: 1.0 }]);
        assert_eq!(lonely.ratings[2], FieldElo(0.0));
        assert!((lonely.ratings[0].0 + lonely.ratings[1].0).abs() < 1e-9 && lonely.ratings[0].0 > 0.0);
    }
}
