//! The normal distribution.

use rand::RngExt;

/// The means of six equally likely parts of the normal distribution with mean 0 and deviation 1.
pub const NORMAL_SIXTHS: [f64; 6] = [-1.50, -0.67, -0.21, 0.21, 0.67, 1.50];

/// A draw from the normal distribution with mean 0 and deviation 1, by the method of Box and Muller (1958).
#[must_use]
pub fn draw_normal(rng: &mut impl RngExt) -> f64 {
    // The draw is from (0, 1], so that the logarithm is finite.
    let u: f64 = 1.0 - rng.random::<f64>();
    let angle = std::f64::consts::TAU * rng.random::<f64>();
    (-2.0 * libm::log(u)).sqrt() * libm::cos(angle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Mean;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn normal_draws_have_mean_0_and_deviation_1() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let draws: Vec<f64> = (0..40_000).map(|_| draw_normal(&mut rng)).collect();
        // The tolerances are four or five standard errors, which are 0.005, 0.007 and 42.
        assert!(Mean::estimate(draws.iter().copied()).unwrap().mean.abs() < 0.02);
        assert!((Mean::estimate(draws.iter().map(|x| x * x)).unwrap().mean - 1.0).abs() < 0.03);
        // 4.55 % lie beyond two deviations.
        let tail = draws.iter().filter(|x| x.abs() > 2.0).count();
        assert!((1_600..2_050).contains(&tail), "{tail}");
    }
}
