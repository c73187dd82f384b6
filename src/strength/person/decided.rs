//! What a game offers whose winner is known and whose margin is not: a resigned one.
//!
//! The filter sees margins. That a normal number is below zero, with what is believed of it before, moves the belief as
//! a number does that was seen with more noise: the one that leads to the same mean and variance (the first two moments
//! of the truncated normal distribution). So a resigned game says little if it was lost as expected, and much if not.

use statrs::function::erf::erfc;

use super::filter::{self, Margin};
use super::places::Known;
use crate::people::{ELO, Estimator};

/// What is believed of a strength (`theta`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Belief {
    pub mean: f64,
    pub deviation: f64,
}

/// The least part of the variance that a result takes away.
const LEAST: f64 = 1e-3;

/// A margin that stands for a win or a loss against an opponent, for somebody of whom this is believed.
#[must_use]
pub fn margin(estimator: &Estimator, belief: Belief, won: bool, known: &Known) -> Margin {
    let opponent = known.rating.theta().0;
    let error = known.error / ELO;
    let (mean, slope) = filter::margin(known.steepness * estimator.discs, belief.mean - opponent);
    let variance =
        estimator.sampling[1][1] + estimator.style[1][1] + slope * slope * (belief.deviation.powi(2) + error * error);
    let sign = if won { -1.0 } else { 1.0 };
    let (shift, left) = below_zero(sign * mean / variance.sqrt());
    let taken = (1.0 - left).max(LEAST);
    Margin {
        discs: mean + sign * variance.sqrt() * shift / taken,
        opponent,
        error,
        steepness: known.steepness,
        doubt: variance * left / taken,
    }
}

/// How far the mean of a normal number of deviation 1 falls once it is known to be below zero, and its variance then.
fn below_zero(mean: f64) -> (f64, f64) {
    // Beyond eight deviations the tail is no number any more.
    let mean = mean.clamp(-8.0, 8.0);
    let density = (-mean * mean / 2.0).exp() / std::f64::consts::TAU.sqrt();
    let below = erfc(mean / std::f64::consts::SQRT_2) / 2.0;
    let hazard = density / below;
    (-hazard, (1.0 + mean * hazard - hazard * hazard).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::people::{PeopleElo, shipped};
    use crate::stats::draw_normal;

    #[test]
    fn the_moments_are_those_of_draws_that_are_below_zero() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for mean in [-1.5, 0.0, 1.0] {
            let draws = (0..100_000).map(|_| mean + draw_normal(&mut rng)).filter(|x| *x < 0.0);
            let (count, sum, squares) = draws.fold((0.0, 0.0, 0.0), |(n, s, q), x| (n + 1.0, s + x, q + x * x));
            let (found, variance) = (sum / count, squares / count - (sum / count) * (sum / count));
            let (shift, left) = below_zero(mean);
            assert!(
                (mean + shift - found).abs() < 0.02 && (left - variance).abs() < 0.02,
                "{mean}: {found} {variance}"
            );
        }
        // Far away nothing is learned, or nearly everything.
        assert!(below_zero(-20.0).0.abs() < 1e-6 && (below_zero(-20.0).1 - 1.0).abs() < 1e-6);
        assert!(below_zero(20.0).0 < -7.9 && below_zero(20.0).1 < 0.05);
    }

    #[test]
    fn a_loss_that_was_expected_says_less_than_one_that_was_not() {
        let belief = Belief { mean: 0.0, deviation: 0.5 };
        let estimator = &shipped().estimator;
        let of = |won, rating| margin(estimator, belief, won, &Known::person(PeopleElo(rating), 0.0));
        // Strengths around 1500: against the stronger the margin that stands for a loss is about the expected one.
        let expected = |rating: f64| filter::margin(estimator.discs, -PeopleElo(rating).theta().0).0;
        let surprise = |rating| (of(false, rating).discs - expected(rating)) / of(false, rating).doubt;
        assert!(surprise(2_300.0).abs() < surprise(1_500.0).abs() && surprise(1_500.0) < 0.0);
        assert!(surprise(1_100.0) < surprise(1_500.0));
        assert!(of(true, 1_500.0).discs > 0.0 && (of(true, 1_500.0).discs + of(false, 1_500.0).discs).abs() < 1e-9);
        assert!(of(false, 2_300.0).doubt > 3.0 * of(false, 1_500.0).doubt);
    }
}
