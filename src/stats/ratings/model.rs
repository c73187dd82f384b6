//! The Bradley-Terry model: the log-likelihood of strengths, and its maximum under linear constraints.

use crate::stats::linear::{invert, solve};

/// A result with a weight. A real encounter has the weight 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct WeightedResult {
    pub first: usize,
    pub second: usize,
    pub points: f64,
    pub games: f64,
    pub weight: f64,
}

/// A constraint: the scalar product of the row with the strengths.
pub(super) type Constraint = (Vec<f64>, f64);

/// The probability that the first player wins, given the difference in strength.
pub(super) fn win(difference: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-difference))
}

/// Games played and points won, by player and opponent.
#[derive(Debug)]
pub(super) struct BradleyTerry {
    pub games: Vec<Vec<f64>>,
    pub points: Vec<Vec<f64>>,
}

/// True if links lead from player 0 to all others.
fn reaches_all(players: usize, is_linked: impl Fn(usize, usize) -> bool) -> bool {
    let mut seen = vec![false; players];
    let mut open = vec![0];
    while let Some(from) = open.pop() {
        if !std::mem::replace(&mut seen[from], true) {
            open.extend((0..players).filter(|&to| is_linked(from, to)));
        }
    }
    seen.iter().all(|&seen| seen)
}

impl BradleyTerry {
    pub(super) fn new(players: usize, results: &[WeightedResult]) -> BradleyTerry {
        let mut model =
            BradleyTerry { games: vec![vec![0.0; players]; players], points: vec![vec![0.0; players]; players] };
        for result in results {
            let WeightedResult { first, second, points, games, weight } = *result;
            model.games[first][second] += weight * games;
            model.games[second][first] += weight * games;
            model.points[first][second] += weight * points;
            model.points[second][first] += weight * (games - points);
        }
        model
    }

    fn players(&self) -> usize {
        self.games.len()
    }

    /// True if links lead from player 0 to all others and back. A link depends on the games and points of a player and
    /// an opponent.
    pub(super) fn connected(&self, link: impl Fn(f64, f64) -> bool) -> bool {
        reaches_all(self.players(), |from, to| link(self.games[from][to], self.points[from][to]))
            && reaches_all(self.players(), |from, to| link(self.games[to][from], self.points[to][from]))
    }

    pub(super) fn likelihood(&self, strengths: &[f64]) -> f64 {
        let players = self.players();
        let mut sum = 0.0;
        for first in 0..players {
            for second in 0..players {
                let points = self.points[first][second];
                if points > 0.0 {
                    // ln win(x) = -ln(1 + e^-x), without overflow.
                    let x = strengths[first] - strengths[second];
                    sum -= points * if x > 0.0 { libm::log1p(libm::exp(-x)) } else { libm::log1p(libm::exp(x)) - x };
                }
            }
        }
        sum
    }

    /// Newton's method on the concave log-likelihood, with limited steps so that it cannot overshoot. `None` if the
    /// constraints do not determine all strengths.
    pub(super) fn fit(&self, constraints: &[Constraint], mut strengths: Vec<f64>) -> Option<Vec<f64>> {
        let players = self.players();
        for _ in 0..200 {
            let mut right: Vec<f64> = (0..players)
                .map(|i| {
                    (0..players).map(|j| self.points[i][j] - self.games[i][j] * win(strengths[i] - strengths[j])).sum()
                })
                .collect();
            right.extend(constraints.iter().map(|(row, value)| value - product(row, &strengths)));
            let step = solve(self.system(&strengths, constraints), right)?;
            let longest = step[..players].iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
            let scale = 1.0 / longest.max(1.0);
            strengths.iter_mut().zip(&step).for_each(|(strength, part)| *strength += scale * part);
            if longest < 1e-10 {
                break;
            }
        }
        Some(strengths)
    }

    /// The covariance of the strengths under the constraints, if games were independent.
    pub(super) fn covariance(&self, strengths: &[f64], constraints: &[Constraint]) -> Option<Vec<Vec<f64>>> {
        let players = self.players();
        let inverse = invert(self.system(strengths, constraints))?;
        Some(inverse.into_iter().take(players).map(|row| row[..players].to_vec()).collect())
    }

    /// The observed information, bordered by the constraints.
    fn system(&self, strengths: &[f64], constraints: &[Constraint]) -> Vec<Vec<f64>> {
        let players = self.players();
        let mut matrix = vec![vec![0.0; players + constraints.len()]; players + constraints.len()];
        for i in 0..players {
            for j in 0..players {
                let p = win(strengths[i] - strengths[j]);
                let weight = self.games[i][j] * p * (1.0 - p);
                matrix[i][i] += weight;
                matrix[i][j] -= weight;
            }
        }
        for (number, (row, _)) in constraints.iter().enumerate() {
            for (at, &value) in row.iter().enumerate() {
                matrix[players + number][at] = value;
                matrix[at][players + number] = value;
            }
        }
        matrix
    }
}

fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
