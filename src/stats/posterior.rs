//! The posterior of the expected score after a few observed scores.
//!
//! Scores lie between 0 and 1 and take few values, so the normal approximation fails for short or one-sided matches: a
//! match of one pair has no spread, and a match won throughout would have an infinite difference without uncertainty.
//! The prior here is half an observation of 0 and half an observation of 1. If scores are only 0 or 1 this gives
//! Jeffreys' interval (Brown, Cai and DasGupta 2001, "Interval estimation for a binomial proportion"). For more values
//! the distribution of the mean under a Dirichlet posterior (Rubin 1981, "The Bayesian bootstrap") is approximated by a
//! beta distribution with the same mean and variance. The tests count how often the interval holds the truth.

use statrs::function::beta::beta_reg;

use super::score::Scores;

/// Weight of the prior at each end, in observations.
const PRIOR: f64 = 0.5;

/// The posterior of the expected score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Posterior {
    /// Shapes of the beta distribution.
    shapes: (f64, f64),
    /// True if every score was the lowest. The interval is then open at this end. The next field is the same for the
    /// highest.
    all_lowest: bool,
    all_highest: bool,
    /// Mean and variance of a single score, with the prior.
    mean: f64,
    variance: f64,
}

impl Posterior {
    /// The posterior after these scores, at least one.
    #[must_use]
    pub fn new(scores: &Scores) -> Posterior {
        let ends = [(0.0, PRIOR), (1.0, PRIOR)];
        let observed = scores.values.iter().copied().zip(scores.counts.iter().copied());
        let weighted: Vec<(f64, f64)> = observed.chain(ends).collect();
        let total: f64 = weighted.iter().map(|(_, weight)| weight).sum();
        let mean = weighted.iter().map(|(value, weight)| value * weight).sum::<f64>() / total;
        let variance = weighted.iter().map(|(value, weight)| (value - mean).powi(2) * weight).sum::<f64>() / total;
        // The variance of the mean under the Dirichlet distribution.
        let spread = variance / (total + 1.0);
        let sum = mean * (1.0 - mean) / spread - 1.0;
        Posterior {
            shapes: (mean * sum, (1.0 - mean) * sum),
            all_lowest: scores.mean() == 0.0,
            all_highest: scores.mean() == 1.0,
            mean,
            variance,
        }
    }

    /// The 95 % interval of the expected score. It reaches 0 or 1 only if every score was 0 or 1.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let low = if self.all_lowest { 0.0 } else { self.quantile(0.025) };
        let high = if self.all_highest { 1.0 } else { self.quantile(0.975) };
        (low, high)
    }

    /// The probability, 0 to 1, that the expected score is above one half.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        1.0 - self.below(0.5)
    }

    /// The interval of the distance from one half, in standard deviations of a score; infinite if the score's interval
    /// ends at 0 or 1. The deviation is assumed to shrink towards the ends like that of a score of only 0 and 1.
    #[must_use]
    pub fn standardised(&self) -> (f64, f64) {
        let (low, high) = self.interval();
        (self.standardise(low), self.standardise(high))
    }

    fn standardise(&self, score: f64) -> f64 {
        let bernoulli = self.mean * (1.0 - self.mean);
        (score - 0.5) / (self.variance * score * (1.0 - score) / bernoulli).sqrt()
    }

    fn below(&self, score: f64) -> f64 {
        match score {
            score if score <= 0.0 => 0.0,
            score if score >= 1.0 => 1.0,
            score => beta_reg(self.shapes.0, self.shapes.1, score),
        }
    }

    fn quantile(&self, share: f64) -> f64 {
        let mut low = 0.0;
        let mut high = 1.0;
        // Bisects down to neighbouring numbers.
        for _ in 0..64 {
            let middle = f64::midpoint(low, high);
            if self.below(middle) < share { low = middle } else { high = middle }
        }
        f64::midpoint(low, high)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::stats::{Pairs, Tally};

    fn interval(wins: u64, losses: u64) -> (f64, f64) {
        Posterior::new(&Tally { wins, draws: 0, losses }.scores().unwrap()).interval()
    }

    #[test]
    fn games_that_are_won_or_lost_have_jeffreys_interval() {
        // The published intervals (Brown, Cai and DasGupta 2001) are those of Beta(x + 1/2, n - x + 1/2).
        for (wins, losses, low, high) in
            [(1, 9, 0.0110, 0.3813), (5, 5, 0.2235, 0.7765), (0, 10, 0.0, 0.2172), (50, 50, 0.4032, 0.5968)]
        {
            let bounds = interval(wins, losses);
            assert!((bounds.0 - low).abs() < 1e-4 && (bounds.1 - high).abs() < 1e-4, "{wins}:{losses} {bounds:?}");
            let turned = interval(losses, wins);
            assert!((bounds.0 + turned.1 - 1.0).abs() < 1e-9 && (bounds.1 + turned.0 - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn one_pair_says_little_and_nothing_is_certain() {
        for counts in [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 1]] {
            let posterior = Posterior::new(&Pairs::from(counts).scores().unwrap());
            let (low, high) = posterior.interval();
            assert!(high - low > 0.6, "{counts:?} {low} {high}");
            // After one pair the prior has half a lost and half a won pair, so the odds are at most 20 : 1.
            assert!((0.05..=0.95).contains(&posterior.superiority()), "{}", posterior.superiority());
        }
        // 17 of 20 is strong evidence but no certainty: 0.99947 of Beta(17.5, 3.5) lies above one half.
        let posterior = Posterior::new(&Tally { wins: 17, draws: 0, losses: 3 }.scores().unwrap());
        assert!((0.9994..0.9996).contains(&posterior.superiority()), "{}", posterior.superiority());
    }

    #[test]
    fn many_pairs_have_the_interval_of_the_normal_approximation() {
        let scores = Pairs::from([3400, 5400, 3100, 3200, 6400, 7500]).scores().unwrap();
        // The two intervals differ by terms of the order of 1 / n, for n = 29,000 pairs.
        let (low, high) = Posterior::new(&scores).interval();
        let half = crate::stats::Z95 * (scores.variance() / scores.total()).sqrt();
        assert!((low - (scores.mean() - half)).abs() < 1e-5 && (high - (scores.mean() + half)).abs() < 1e-5);
        let (low, high) = Posterior::new(&scores).standardised();
        // The unit is a deviation that is estimated from the same pairs, which widens the interval a little.
        let wider = (high - low) / 2.0 / (crate::stats::Z95 / scores.total().sqrt());
        assert!((1.0..1.04).contains(&wider), "{low} {high}");
    }

    /// Plausible distributions of pairs: independent games with few draws, games decided by the opening, lopsided ones,
    /// and pairs whose games always end alike. The shares of LL, LD, WL, DD, WD, WW.
    const TRUTHS: [[f64; 6]; 9] = [
        [0.2304, 0.0384, 0.4608, 0.0016, 0.0384, 0.2304],
        [0.0529, 0.0184, 0.3358, 0.0016, 0.0584, 0.5329],
        [0.0064, 0.0064, 0.1408, 0.0016, 0.0704, 0.7744],
        [0.0001, 0.0008, 0.0190, 0.0016, 0.0760, 0.9025],
        [0.0461, 0.0077, 0.8922, 0.0002, 0.0077, 0.0461],
        [0.0032, 0.0032, 0.5704, 0.0008, 0.0352, 0.3872],
        [0.5, 0.0, 0.0, 0.0, 0.0, 0.5],
        [0.2, 0.0, 0.0, 0.0, 0.0, 0.8],
        [0.01, 0.14, 0.04, 0.49, 0.28, 0.04],
    ];

    fn draw(truth: &[f64; 6], pairs: usize, rng: &mut ChaCha8Rng) -> Scores {
        let total: f64 = truth.iter().sum();
        let mut counts = [0; 6];
        for _ in 0..pairs {
            let mut at = rng.random_range(0.0..total);
            let kind = truth.iter().position(|share| {
                at -= share;
                at < 0.0
            });
            counts[kind.unwrap_or(5)] += 1;
        }
        Pairs::from(counts).scores().unwrap()
    }

    fn score(truth: &[f64; 6]) -> f64 {
        let points: f64 =
            truth.iter().zip([0.0, 0.25, 0.5, 0.5, 0.75, 1.0]).map(|(share, points)| share * points).sum();
        points / truth.iter().sum::<f64>()
    }

    /// The share of samples whose interval contains the truth. The aim is 95 %, which small samples of few values only
    /// approach.
    #[test]
    fn intervals_hold_what_they_should() {
        const SAMPLES: usize = 500;
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for (pairs, least, least_mean) in
            [(1, 0.84, 0.95), (2, 0.93, 0.95), (5, 0.90, 0.94), (20, 0.92, 0.94), (200, 0.93, 0.94)]
        {
            let mut sum = 0.0;
            for truth in TRUTHS {
                let held = (0..SAMPLES).filter(|_| {
                    let (low, high) = Posterior::new(&draw(&truth, pairs, &mut rng)).interval();
                    (low..=high).contains(&score(&truth))
                });
                let share = held.count() as f64 / SAMPLES as f64;
                // The standard error is one point.
                assert!(share >= least, "{pairs} pairs of {truth:?}: {share}");
                sum += share;
            }
            let mean = sum / TRUTHS.len() as f64;
            assert!((least_mean..0.995).contains(&mean), "{pairs} pairs: {mean} on average");
        }
    }

    #[test]
    fn the_standardised_interval_holds_too() {
        const SAMPLES: usize = 500;
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for (pairs, least) in [(10, 0.88), (50, 0.88), (200, 0.88)] {
            for truth in TRUTHS {
                let mean = score(&truth);
                let points = [0.0, 0.25, 0.5, 0.5, 0.75, 1.0];
                let squares: f64 =
                    truth.iter().zip(points).map(|(share, points)| share * (points - mean).powi(2)).sum();
                let distance = (mean - 0.5) / (squares / truth.iter().sum::<f64>()).sqrt();
                let held = (0..SAMPLES).filter(|_| {
                    let (low, high) = Posterior::new(&draw(&truth, pairs, &mut rng)).standardised();
                    (low..=high).contains(&distance)
                });
                let share = held.count() as f64 / SAMPLES as f64;
                assert!(share >= least, "{pairs} pairs of {truth:?}: {share}");
            }
        }
    }
}
