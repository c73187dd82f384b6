//! Ratings of many players from their games against each other: the model of Bradley and Terry (1952), a draw half a
//! win.

use super::Z95;
use super::score::Estimate;

/// Games between two players that belong together: one game, or a pair with swapped colours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Encounter {
    pub first: usize,
    pub second: usize,
    /// What the first player scored, from 0 to `games`.
    pub points: f64,
    pub games: u32,
}

/// The ratings of a field.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    /// In Elo; the mean of the field is 0. The errors are half the 95 % intervals of the distance from that mean.
    pub players: Vec<Estimate>,
    /// A drawn game was added to every pairing that was played, because the results alone have no finite ratings: some
    /// players never lost a point to the others.
    pub prior: bool,
}

/// Elo per unit of the logistic scale.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The most likely ratings of `players` players; `None` if some of them have not played each other even through others.
///
/// The intervals come from the spread of the encounters (sandwich estimator), so drawn games and pairs of games on one
/// opening are counted for what they say; for two players they are those of the pentanomial Elo, linearised.
#[must_use]
pub fn ratings(players: usize, encounters: &[Encounter]) -> Option<Ratings> {
    let mut table = Crosstable::new(players, encounters);
    if players == 0 || !table.connected(|games, _| games > 0.0) {
        return None;
    }
    let mut all = encounters.to_vec();
    // Ford (1957): finite ratings exist if and only if everyone is linked to everyone by points taken.
    let prior = !table.connected(|_, points| points > 0.0);
    if prior {
        for first in 0..players {
            for second in first + 1..players {
                if table.games[first][second] > 0.0 {
                    all.push(Encounter { first, second, points: 0.5, games: 1 });
                }
            }
        }
        table = Crosstable::new(players, &all);
    }
    let strengths = table.fit();
    let inverse = table.information(&strengths);
    let players = (0..players).map(|player| {
        // The variance of one strength is v' B v, with v its row of the inverse and B the sum of the squared residuals.
        let row = &inverse[player];
        let variance: f64 = all
            .iter()
            .map(|e| {
                let residual = e.points - f64::from(e.games) * win(strengths[e.first] - strengths[e.second]);
                (residual * (row[e.first] - row[e.second])).powi(2)
            })
            .sum();
        Estimate { value: strengths[player] * ELO, error: Z95 * variance.sqrt() * ELO }
    });
    Some(Ratings { players: players.collect(), prior })
}

fn win(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Games played and points taken, by player and opponent.
struct Crosstable {
    games: Vec<Vec<f64>>,
    points: Vec<Vec<f64>>,
}

impl Crosstable {
    fn new(players: usize, encounters: &[Encounter]) -> Crosstable {
        let mut table =
            Crosstable { games: vec![vec![0.0; players]; players], points: vec![vec![0.0; players]; players] };
        for e in encounters {
            let games = f64::from(e.games);
            table.games[e.first][e.second] += games;
            table.games[e.second][e.first] += games;
            table.points[e.first][e.second] += e.points;
            table.points[e.second][e.first] += games - e.points;
        }
        table
    }

    /// True if the links (from games and points of player and opponent) lead from player 0 to all, and from all to
    /// player 0.
    fn connected(&self, link: impl Fn(f64, f64) -> bool) -> bool {
        let reaches_all = |forward: bool| {
            let mut seen = vec![false; self.games.len()];
            let mut open = vec![0];
            while let Some(from) = open.pop() {
                if std::mem::replace(&mut seen[from], true) {
                    continue;
                }
                let next = (0..seen.len()).filter(|&to| {
                    let (a, b) = if forward { (from, to) } else { (to, from) };
                    link(self.games[a][b], self.points[a][b])
                });
                open.extend(next);
            }
            seen.iter().all(|&seen| seen)
        };
        reaches_all(true) && reaches_all(false)
    }

    /// Newton's method on the concave log-likelihood, steps limited so that it cannot overshoot. Natural units, mean 0.
    fn fit(&self) -> Vec<f64> {
        let players = self.games.len();
        let mut strengths = vec![0.0; players];
        for _ in 0..200 {
            let gradient: Vec<f64> = (0..players)
                .map(|i| {
                    (0..players).map(|j| self.points[i][j] - self.games[i][j] * win(strengths[i] - strengths[j])).sum()
                })
                .collect();
            let inverse = self.information(&strengths);
            let step: Vec<f64> =
                inverse.iter().map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum()).collect();
            let longest = step.iter().fold(0.0, |longest: f64, part: &f64| longest.max(part.abs()));
            let scale = 1.0 / longest.max(1.0);
            strengths.iter_mut().zip(&step).for_each(|(strength, part)| *strength += scale * part);
            if longest < 1e-12 {
                break;
            }
        }
        let mean = strengths.iter().sum::<f64>() / players as f64;
        strengths.iter().map(|strength| strength - mean).collect()
    }

    /// The inverse of the observed information, with the direction that no game can tell (all strengths shifted) fixed.
    fn information(&self, strengths: &[f64]) -> Vec<Vec<f64>> {
        let players = strengths.len();
        let mut matrix = vec![vec![1.0; players]; players];
        for i in 0..players {
            for j in 0..players {
                let p = win(strengths[i] - strengths[j]);
                let weight = self.games[i][j] * p * (1.0 - p);
                matrix[i][i] += weight;
                matrix[i][j] -= weight;
            }
        }
        invert(matrix)
    }
}

/// The inverse of a positive definite matrix by Gauss and Jordan; of a positive definite one no pivot is 0.
fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|j| if i == j { 1.0 } else { 0.0 }));
    }
    for pivot in 0..size {
        let divisor = matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|value| *value /= divisor);
        let row = matrix[pivot].clone();
        for (other, line) in matrix.iter_mut().enumerate() {
            let factor = line[pivot];
            if other != pivot && factor != 0.0 {
                line.iter_mut().zip(&row).for_each(|(value, pivot)| *value -= factor * pivot);
            }
        }
    }
    matrix.into_iter().map(|row| row[size..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Pairs, expected_score};

    fn pairs(first: usize, second: usize, counts: [u64; 6]) -> Vec<Encounter> {
        let points = [0.0, 0.5, 1.0, 1.0, 1.5, 2.0];
        let expand =
            |(points, count): (f64, u64)| (0..count).map(move |_| Encounter { first, second, points, games: 2 });
        points.into_iter().zip(counts).flat_map(expand).collect()
    }

    #[test]
    fn two_players_are_apart_by_the_elo_of_their_match() {
        let counts = [34, 54, 31, 32, 64, 75];
        let ratings = ratings(2, &pairs(0, 1, counts)).unwrap();
        let elo = Pairs::from(counts).scores().unwrap().elo();
        let [a, b] = ratings.players[..] else { panic!("{ratings:?}") };
        assert!(!ratings.prior && (a.value - b.value - elo.value).abs() < 1e-6);
        // Each is half the difference from the mean; the linearised interval is near the other one.
        assert!((2.0 * a.error - elo.error).abs() < 0.2, "{a:?} {elo:?}");
    }

    #[test]
    fn strengths_come_back_from_their_expected_scores() {
        let strengths = [150.0, 20.0, -40.0, -130.0];
        let mut encounters = Vec::new();
        for first in 0..4 {
            for second in first + 1..4 {
                let points = 1000.0 * expected_score(strengths[first] - strengths[second]);
                encounters.push(Encounter { first, second, points, games: 1000 });
            }
        }
        // 0 and 3 need not have met.
        encounters.retain(|e| (e.first, e.second) != (0, 3));
        let ratings = ratings(4, &encounters).unwrap();
        for (found, expected) in ratings.players.iter().zip(strengths) {
            assert!((found.value - expected).abs() < 1e-6, "{found:?} {expected}");
        }
    }

    #[test]
    fn a_player_that_won_everything_gets_a_finite_rating_and_it_is_said() {
        let mut encounters = pairs(0, 1, [0, 0, 0, 0, 0, 5]);
        encounters.extend(pairs(1, 2, [1, 0, 3, 0, 0, 1]));
        let ratings = ratings(3, &encounters).unwrap();
        assert!(ratings.prior);
        assert!(ratings.players.iter().all(|player| player.value.is_finite() && player.error.is_finite()));
        assert!(ratings.players[0].value > ratings.players[1].value);
    }

    #[test]
    fn without_a_link_there_is_no_common_scale() {
        assert_eq!(ratings(3, &pairs(0, 1, [1, 1, 1, 1, 1, 1])), None);
        assert_eq!(ratings(0, &[]), None);
    }
}
