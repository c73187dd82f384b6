//! Intervals of ratings from the profile likelihood: asymmetric, and valid for few games.
//!
//! A strength belongs to the interval if the likelihood, maximised over all others, is close enough to its maximum. The
//! threshold is scaled by the observed spread of the encounters relative to independent games (the ratio of the
//! sandwich estimator to the information: Varin, Reid and Firth 2011, "An overview of composite likelihood methods",
//! 2.3), so drawn games and pairs on one opening get their proper weight. The prior is that of a match between two
//! players: half an encounter won and half an encounter lost, divided in each pairing by the geometric mean of both
//! players' numbers of opponents. Divided by one player's number alone, intervals of a gauntlet are too narrow for that
//! player or for the others.

use std::collections::BTreeMap;

use super::model::{BradleyTerry, WeightedResult, product, win};
use crate::stats::linear::Factor;
use crate::stats::{Los, Z95};

/// The largest distance at which the end of an interval is sought, in natural units: more than 4000 Elo.
const FAR: f64 = 25.0;

/// The fitted model, from which the intervals are computed.
pub(super) struct LikelihoodProfile {
    model: BradleyTerry,
    best: Vec<f64>,
    information: Factor,
    likelihood: f64,
    /// The sum of the squared residuals of each pairing.
    residuals: BTreeMap<(usize, usize), f64>,
}

/// A combination of strengths, and its uncertainty.
struct Combination {
    factors: Vec<f64>,
    best: f64,
    /// Its covariance with each strength, if games were independent.
    covariance: Vec<f64>,
    /// The variance if games were independent.
    independent: f64,
    /// The observed variance divided by the one above.
    scale: f64,
}

impl LikelihoodProfile {
    /// `None` if there is no maximum.
    pub(super) fn new(players: usize, results: &[WeightedResult], given: &[(usize, f64)]) -> Option<LikelihoodProfile> {
        let results = [results, &prior(results, players)].concat();
        let model = BradleyTerry::new(players, &results, given);
        let best = model.best()?;
        let information = model.information(&best)?;
        let likelihood = model.likelihood(&best);
        let mut residuals = BTreeMap::new();
        for WeightedResult { first, second, points, games, weight } in results {
            let residual = points - games * win(best[first] - best[second]);
            *residuals.entry((first.min(second), first.max(second))).or_default() += weight * residual.powi(2);
        }
        Some(LikelihoodProfile { model, best, information, likelihood, residuals })
    }

    /// The strengths at the maximum.
    pub(super) fn best(&self) -> &[f64] {
        &self.best
    }

    /// The 95 % interval of one strength.
    pub(super) fn interval(&self, player: usize) -> (Option<f64>, Option<f64>) {
        let strength = self.combination(self.model.one(player));
        if strength.independent <= 0.0 {
            return (Some(self.best[player]), Some(self.best[player]));
        }
        (self.end(&strength, -1.0), self.end(&strength, 1.0))
    }

    /// The probability that a player is better than another: a normal approximation by the root of the deviance at
    /// equal strengths, scaled like the intervals.
    pub(super) fn los(&self, player: usize, other: usize) -> Option<Los> {
        let mut factors = vec![0.0; self.best.len()];
        (factors[player], factors[other]) = (1.0, -1.0);
        let difference = self.combination(factors);
        let deviations = self.deviations(&difference, 0.0, &mut self.best.clone())?.copysign(difference.best);
        Some(Los::new(f64::midpoint(1.0, libm::erf(deviations / std::f64::consts::SQRT_2))))
    }

    fn combination(&self, factors: Vec<f64>) -> Combination {
        let covariance = self.model.covariance(&self.information, &factors);
        let independent = product(&factors, &covariance);
        let observed: f64 = self
            .residuals
            .iter()
            .map(|(&(first, second), residual)| residual * (covariance[first] - covariance[second]).powi(2))
            .sum();
        let best = product(&factors, &self.best);
        Combination { factors, best, covariance, independent, scale: observed / independent }
    }

    /// The end of the interval on one side.
    fn end(&self, combination: &Combination, side: f64) -> Option<f64> {
        let best = combination.best;
        let mut strengths = self.best.clone();
        let mut low = 0.0;
        let mut below = -Z95;
        let mut high = Z95 * (combination.independent * combination.scale).sqrt();
        if high > FAR {
            return None;
        }
        let mut above = self.deviations(combination, best + side * high, &mut strengths)? - Z95;
        while above < 0.0 {
            (low, below) = (high, above);
            high *= 2.0;
            if high > FAR {
                return None;
            }
            above = self.deviations(combination, best + side * high, &mut strengths)? - Z95;
        }
        // Regula falsi with the Illinois rule: an end that stays twice has half the weight. The root of the deviance is
        // nearly linear.
        let mut moved_end = 0;
        for _ in 0..60 {
            let middle = (low * above - high * below) / (above - below);
            let excess = self.deviations(combination, best + side * middle, &mut strengths)? - Z95;
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

    /// The deviations by which the likelihood falls below its maximum where a combination has a value. The search
    /// begins at `strengths`, which become those of the fall.
    fn deviations(&self, combination: &Combination, value: f64, strengths: &mut Vec<f64>) -> Option<f64> {
        let Combination { factors, covariance, independent, scale, .. } = combination;
        let times = (value - product(factors, strengths)) / independent;
        strengths.iter_mut().zip(covariance).for_each(|(strength, covariance)| *strength += times * covariance);
        *strengths = self.model.fit(Some(factors), std::mem::take(strengths))?;
        let deviance = 2.0 * (self.likelihood - self.model.likelihood(strengths)) / scale;
        Some(deviance.max(0.0).sqrt())
    }
}

/// The prior: half an encounter won and half an encounter lost in each played pairing, divided as said above.
fn prior(results: &[WeightedResult], players: usize) -> Vec<WeightedResult> {
    let mut most: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    for result in results {
        let games = most.entry((result.first.min(result.second), result.first.max(result.second))).or_default();
        *games = games.max(result.games);
    }
    let mut opponents = vec![0; players];
    most.keys().flat_map(|&(first, second)| [first, second]).for_each(|player| opponents[player] += 1);
    let mut prior = Vec::new();
    for ((first, second), games) in most {
        let weight = 0.5 / f64::from(opponents[first] * opponents[second]).sqrt();
        for points in [0.0, games] {
            prior.push(WeightedResult { first, second, points, games, weight });
        }
    }
    prior
}
