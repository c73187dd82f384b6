//! The Bradley-Terry model: the log-likelihood of strengths, and its maximum, also where a combination of strengths has
//! a value.

use std::collections::BTreeMap;

use crate::stats::linear::Factor;

/// A result with a weight. A real encounter has the weight 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct WeightedResult {
    pub first: usize,
    pub second: usize,
    pub points: f64,
    pub games: f64,
    pub weight: f64,
}

/// The probability that the first player wins, given the difference in strength.
pub(super) fn win(difference: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-difference))
}

/// All games between two players.
#[derive(Debug, Default)]
pub(super) struct Pairing {
    pub games: f64,
    /// The points of the player with the smaller index.
    pub points: f64,
}

/// Games and points, and the strengths that are given.
#[derive(Debug)]
pub(super) struct BradleyTerry {
    /// By the players' indices, the smaller one first.
    pub pairings: BTreeMap<(usize, usize), Pairing>,
    /// The strengths at which a fit begins: the given ones, and their mean.
    start: Vec<f64>,
    /// True if no strength is given. The mean of all is then 0.
    is_centred: bool,
    /// The row of each player in systems of equations. Given strengths have none. If none is given, differences alone
    /// count, so the player with the most opponents has none.
    rows: Vec<Option<usize>>,
}

impl BradleyTerry {
    pub(super) fn new(players: usize, results: &[WeightedResult], given: &[(usize, f64)]) -> BradleyTerry {
        let mut pairings: BTreeMap<(usize, usize), Pairing> = BTreeMap::new();
        for &WeightedResult { first, second, points, games, weight } in results {
            let points = if first < second { points } else { games - points };
            let pairing = pairings.entry((first.min(second), first.max(second))).or_default();
            pairing.games += weight * games;
            pairing.points += weight * points;
        }
        let mean = given.iter().map(|(_, strength)| strength).sum::<f64>() / given.len().max(1) as f64;
        let mut start = vec![mean; players];
        given.iter().for_each(|&(player, strength)| start[player] = strength);
        let mut opponents = vec![0; players];
        pairings.keys().flat_map(|&(first, second)| [first, second]).for_each(|player| opponents[player] += 1);
        // Elimination in this order leaves the system of a gauntlet sparse.
        let mut order: Vec<usize> = (0..players).collect();
        order.sort_by_key(|&player| opponents[player]);
        if given.is_empty() {
            order.pop();
        }
        order.retain(|player| given.iter().all(|(anchor, _)| anchor != player));
        let mut rows = vec![None; players];
        order.into_iter().enumerate().for_each(|(row, player)| rows[player] = Some(row));
        BradleyTerry { pairings, start, is_centred: given.is_empty(), rows }
    }

    pub(super) fn likelihood(&self, strengths: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (&(first, second), Pairing { games, points }) in &self.pairings {
            // ln win(x) = -ln(1 + e^-x), and ln win(-x) = ln win(x) - x, without overflow.
            let x = strengths[first] - strengths[second];
            let rest = libm::log1p(libm::exp(-x.abs()));
            sum -= points * (rest + (-x).max(0.0)) + (games - points) * (rest + x.max(0.0));
        }
        sum
    }

    /// The most likely strengths. `None` if there is no maximum.
    pub(super) fn best(&self) -> Option<Vec<f64>> {
        self.fit(None, self.start.clone())
    }

    /// The strength of one player as a combination of strengths.
    pub(super) fn one(&self, player: usize) -> Vec<f64> {
        let players = self.start.len();
        let mean = if self.is_centred { 1.0 / players as f64 } else { 0.0 };
        let mut combination = vec![-mean; players];
        combination[player] += 1.0;
        combination
    }

    /// The most likely strengths, found from `strengths`. If a combination of strengths is given, it keeps its value.
    /// `None` if there is no maximum.
    ///
    /// It is Newton's method on the concave log-likelihood. A step changes no difference by more than 1.6, so the
    /// curvature changes by less than five times along it, and the likelihood always rises.
    pub(super) fn fit(&self, kept: Option<&[f64]>, mut strengths: Vec<f64>) -> Option<Vec<f64>> {
        for _ in 0..200 + 20 * strengths.len() {
            let information = self.information(&strengths)?;
            let slope = self.slope(&strengths);
            let mut step = self.solve(&information, &slope);
            if let Some(combination) = kept {
                let covariance = self.solve(&information, combination);
                let times = product(combination, &step) / product(combination, &covariance);
                step.iter_mut().zip(&covariance).for_each(|(part, covariance)| *part -= times * covariance);
            }
            self.centre(&mut step);
            let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
            let scale = 0.8 / longest.max(0.8);
            strengths.iter_mut().zip(&step).for_each(|(strength, part)| *strength += scale * part);
            // The next step would be about as long as the square of this one. Where the likelihood is flat, rounding
            // leaves longer steps; the likelihood rises by half of the product.
            if longest < 1e-7 || product(&slope, &step) < 1e-16 {
                break;
            }
        }
        Some(strengths)
    }

    /// Subtracts the mean if no strength is given.
    fn centre(&self, strengths: &mut [f64]) {
        if self.is_centred {
            let mean = strengths.iter().sum::<f64>() / strengths.len() as f64;
            strengths.iter_mut().for_each(|strength| *strength -= mean);
        }
    }

    /// The derivative of the log-likelihood by each strength.
    fn slope(&self, strengths: &[f64]) -> Vec<f64> {
        let mut slope = vec![0.0; strengths.len()];
        for (&(first, second), Pairing { games, points }) in &self.pairings {
            let surplus = points - games * win(strengths[first] - strengths[second]);
            slope[first] += surplus;
            slope[second] -= surplus;
        }
        slope
    }

    /// The observed information.
    pub(super) fn information(&self, strengths: &[f64]) -> Option<Factor> {
        let size = self.rows.iter().flatten().count();
        let mut upper: Vec<Vec<f64>> = (0..size).map(|row| vec![0.0; size - row]).collect();
        for (&(first, second), pairing) in &self.pairings {
            // Far apart, 1 - win is rounded to 0.
            let apart = strengths[first] - strengths[second];
            let weight = pairing.games * win(apart) * win(-apart);
            let rows = [self.rows[first], self.rows[second]];
            rows.into_iter().flatten().for_each(|row| upper[row][0] += weight);
            if let [Some(a), Some(b)] = rows {
                upper[a.min(b)][a.abs_diff(b)] -= weight;
            }
        }
        Factor::new(upper)
    }

    /// The covariance of a combination of strengths with each strength, if games were independent.
    pub(super) fn covariance(&self, information: &Factor, combination: &[f64]) -> Vec<f64> {
        let mut covariance = self.solve(information, combination);
        self.centre(&mut covariance);
        covariance
    }

    /// The strengths whose product with the information is `right`. Those without a row are 0.
    fn solve(&self, information: &Factor, right: &[f64]) -> Vec<f64> {
        let mut sides = vec![0.0; self.rows.iter().flatten().count()];
        self.rows.iter().zip(right).for_each(|(row, &side)| {
            if let Some(row) = *row {
                sides[row] = side
            }
        });
        information.solve(&mut sides);
        self.rows.iter().map(|row| row.map_or(0.0, |row| sides[row])).collect()
    }
}

pub(super) fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
