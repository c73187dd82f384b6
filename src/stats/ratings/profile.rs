//! Intervals of ratings from the profile likelihood: asymmetric, and valid for few games.
//!
//! A strength belongs to the interval if the likelihood, maximised over all others, is close enough to its maximum. The
//! threshold is scaled by the observed spread of the encounters relative to independent games (the ratio of the
//! sandwich estimator to the information: Varin, Reid and Firth 2011, "An overview of composite likelihood methods",
//! 2.3), so drawn games and pairs on one opening get their proper weight. The prior is that of a match between two
//! players: half an encounter won and half an encounter lost, divided in each pairing by the geometric mean of both
//! players' numbers of opponents. Divided by one player's number alone, intervals of a gauntlet are too narrow for that
//! player or for the others.

use super::model::{BradleyTerry, Constraint, WeightedResult, win};
use crate::stats::{Los, Z95};

/// The largest distance at which the end of an interval is sought, in natural units: more than 4000 Elo.
const FAR: f64 = 25.0;

/// The fitted model, from which the intervals are computed.
pub(super) struct LikelihoodProfile {
    model: BradleyTerry,
    results: Vec<WeightedResult>,
    constraints: Vec<Constraint>,
    best: Vec<f64>,
    covariance: Vec<Vec<f64>>,
    likelihood: f64,
}

impl LikelihoodProfile {
    /// `None` if there is no maximum.
    pub(super) fn new(
        players: usize,
        results: &[WeightedResult],
        constraints: Vec<Constraint>,
    ) -> Option<LikelihoodProfile> {
        let results = [results, &assumed(players, results)].concat();
        let model = BradleyTerry::new(players, &results);
        let best = model.fit(&constraints, vec![0.0; players])?;
        let covariance = model.covariance(&best, &constraints)?;
        let likelihood = model.likelihood(&best);
        Some(LikelihoodProfile { model, results, constraints, best, covariance, likelihood })
    }

    /// The strengths at the maximum.
    pub(super) fn best(&self) -> &[f64] {
        &self.best
    }

    /// The 95 % interval of one strength.
    pub(super) fn interval(&self, player: usize) -> (Option<f64>, Option<f64>) {
        let row = &self.covariance[player];
        let independent = row[player];
        if independent <= 0.0 {
            return (Some(self.best[player]), Some(self.best[player]));
        }
        let scale = self.spread(row) / independent;
        (self.end(player, -1.0, scale), self.end(player, 1.0, scale))
    }

    /// The probability that a player is better than another: a normal approximation by the root of the deviance at
    /// equal strengths, scaled like the intervals.
    pub(super) fn los(&self, player: usize, other: usize) -> Option<Los> {
        let row: Vec<f64> =
            self.covariance[player].iter().zip(&self.covariance[other]).map(|(own, its)| own - its).collect();
        let scale = self.spread(&row) / (row[player] - row[other]);
        let mut target = self.constraints.clone();
        let mut apart = vec![0.0; self.best.len()];
        (apart[player], apart[other]) = (1.0, -1.0);
        target.push((apart, 0.0));
        let equal = self.model.fit(&target, self.best.clone())?;
        let deviance = 2.0 * (self.likelihood - self.model.likelihood(&equal)) / scale;
        let deviations = deviance.max(0.0).sqrt().copysign(self.best[player] - self.best[other]);
        Some(Los::new(f64::midpoint(1.0, libm::erf(deviations / std::f64::consts::SQRT_2))))
    }

    /// The variance of a combination of strengths, estimated from the observed encounters.
    fn spread(&self, row: &[f64]) -> f64 {
        self.results.iter().map(|result| self.influence(row, result)).sum()
    }

    /// The contribution of an encounter to the variance of a strength.
    fn influence(&self, row: &[f64], result: &WeightedResult) -> f64 {
        let WeightedResult { first, second, points, games, weight } = *result;
        let residual = points - games * win(self.best[first] - self.best[second]);
        weight * (residual * (row[first] - row[second])).powi(2)
    }

    /// The end of the interval on one side.
    fn end(&self, player: usize, side: f64, scale: f64) -> Option<f64> {
        let deviation = (self.covariance[player][player] * scale).sqrt();
        let best = self.best[player];
        let mut low = 0.0;
        let mut below = -Z95;
        let mut high = Z95 * deviation;
        let mut above = self.excess(player, best + side * high, scale)?;
        while above < 0.0 {
            (low, below) = (high, above);
            high *= 2.0;
            if high > FAR {
                return None;
            }
            above = self.excess(player, best + side * high, scale)?;
        }
        // Regula falsi with the Illinois rule: an end that stays twice has half the weight. The root of the deviance is
        // nearly linear.
        let mut moved_end = 0;
        for _ in 0..60 {
            let middle = (low * above - high * below) / (above - below);
            let excess = self.excess(player, best + side * middle, scale)?;
            if excess.abs() < 1e-9 || high - low < 1e-9 {
                return Some(best + side * middle);
            }
            if excess < 0.0 {
                (low, below) = (middle, excess);
                above /= if moved_end == 1 { 2.0 } else { 1.0 };
                moved_end = 1;
            } else {
                (high, above) = (middle, excess);
                below /= if moved_end == -1 { 2.0 } else { 1.0 };
                moved_end = -1;
            }
        }
        Some(best + side * f64::midpoint(low, high))
    }

    /// The deviations by which the likelihood falls below its maximum with one strength fixed, minus the allowed ones.
    fn excess(&self, player: usize, strength: f64, scale: f64) -> Option<f64> {
        let constraint = (unit_row(self.best.len(), player), strength);
        let constraints = [&self.constraints[..], &[constraint]].concat();
        let strengths = self.model.fit(&constraints, self.best.clone())?;
        let below = 2.0 * (self.likelihood - self.model.likelihood(&strengths)) / scale;
        Some(below.max(0.0).sqrt() - Z95)
    }
}

/// The prior: half an encounter won and half an encounter lost in each played pairing, divided as said above.
fn assumed(players: usize, results: &[WeightedResult]) -> Vec<WeightedResult> {
    let mut most = vec![vec![0.0_f64; players]; players];
    for result in results {
        let first = result.first.min(result.second);
        let second = result.first.max(result.second);
        most[first][second] = most[first][second].max(result.games);
    }
    let met = |player: usize| (0..players).filter(|&other| most[player.min(other)][player.max(other)] > 0.0).count();
    let opponents: Vec<usize> = (0..players).map(met).collect();
    let mut assumed = Vec::new();
    for (first, row) in most.iter().enumerate() {
        for (second, &games) in row.iter().enumerate().filter(|(_, games)| **games > 0.0) {
            let weight = 0.5 / ((opponents[first] * opponents[second]) as f64).sqrt();
            for points in [0.0, games] {
                assumed.push(WeightedResult { first, second, points, games, weight });
            }
        }
    }
    assumed
}

/// The constraint that fixes the scale: the given strengths, or a mean of 0.
pub(super) fn scale_constraints(players: usize, given: &[(usize, f64)]) -> Vec<Constraint> {
    if given.is_empty() {
        return vec![(vec![1.0; players], 0.0)];
    }
    given.iter().map(|&(player, strength)| (unit_row(players, player), strength)).collect()
}

/// The row of a constraint on one player's strength alone.
fn unit_row(players: usize, player: usize) -> Vec<f64> {
    (0..players).map(|other| if other == player { 1.0 } else { 0.0 }).collect()
}
