//! The normal distribution.

use rand::Rng;

/// A draw from the normal distribution of mean 0 and deviation 1, by the method of Box and Muller (1958).
#[must_use]
pub fn draw_normal(rng: &mut impl Rng) -> f64 {
    // From (0, 1], so that the logarithm is finite.
    let u: f64 = 1.0 - rng.random::<f64>();
    let angle = std::f64::consts::TAU * rng.random::<f64>();
    (-2.0 * u.ln()).sqrt() * angle.cos()
}

/// The error function, to about 1e-15.
///
/// By the series with positive terms only, so nothing cancels: Abramowitz and Stegun, 7.1.6.
#[must_use]
pub fn erf(x: f64) -> f64 {
    // Beyond 6 the difference from 1 is below the precision of the type.
    if x.is_nan() || x.abs() > 6.0 {
        return if x.is_nan() { x } else { x.signum() };
    }
    let (mut term, mut sum) = (x, x);
    let mut n = 0.0;
    while term.abs() > 1e-17 * sum.abs() {
        n += 1.0;
        term *= 2.0 * x * x / (2.0 * n + 1.0);
        sum += term;
    }
    std::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp() * sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Mean;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn agrees_with_the_tables() {
        // Abramowitz and Stegun, table 7.1.
        for (x, expected) in
            [(0.0, 0.0), (0.1, 0.112_462_916_0), (0.5, 0.520_499_877_8), (1.0, 0.842_700_792_9), (2.0, 0.995_322_265_0)]
        {
            assert!((erf(x) - expected).abs() < 1e-10, "{x}: {}", erf(x));
            assert_eq!(erf(-x), -erf(x));
        }
        assert_eq!(erf(f64::INFINITY), 1.0);
    }

    #[test]
    fn normal_draws_have_mean_0_and_deviation_1() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let draws: Vec<f64> = (0..40_000).map(|_| draw_normal(&mut rng)).collect();
        assert!(Mean::of(draws.iter().copied()).unwrap().mean.abs() < 0.02);
        assert!((Mean::of(draws.iter().map(|x| x * x)).unwrap().mean - 1.0).abs() < 0.03);
        // 4.55 % lie beyond two deviations.
        let tail = draws.iter().filter(|x| x.abs() > 2.0).count();
        assert!((1_600..2_050).contains(&tail), "{tail}");
    }
}
