//! Draws that several operators need.

use rand::Rng;

/// A draw from the normal distribution of mean 0 and deviation 1, by the method of Box and Muller (1958).
#[must_use]
pub fn normal(rng: &mut impl Rng) -> f64 {
    // From (0, 1], so that the logarithm is finite.
    let u: f64 = 1.0 - rng.random::<f64>();
    let angle = std::f64::consts::TAU * rng.random::<f64>();
    (-2.0 * u.ln()).sqrt() * angle.cos()
}

/// Two different numbers below `count`, which must be 2 or more.
#[must_use]
pub fn pair(count: usize, rng: &mut impl Rng) -> (usize, usize) {
    let first = rng.random_range(0..count);
    let second = rng.random_range(0..count - 1);
    (first, if second >= first { second + 1 } else { second })
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
        let draws: Vec<f64> = (0..40_000).map(|_| normal(&mut rng)).collect();
        assert!(Mean::of(draws.iter().copied()).unwrap().mean.abs() < 0.02);
        assert!((Mean::of(draws.iter().map(|x| x * x)).unwrap().mean - 1.0).abs() < 0.03);
        // 4.55 % lie beyond two deviations.
        let tail = draws.iter().filter(|x| x.abs() > 2.0).count();
        assert!((1_600..2_050).contains(&tail), "{tail}");
    }

    #[test]
    fn pairs_are_different_and_all_come() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut seen = [[0; 4]; 4];
        for _ in 0..12_000 {
            let (a, b) = pair(4, &mut rng);
            seen[a][b] += 1;
        }
        for (a, row) in seen.iter().enumerate() {
            for (b, &count) in row.iter().enumerate() {
                assert!(if a == b { count == 0 } else { (850..1_150).contains(&count) }, "{a} {b} {count}");
            }
        }
    }
}
