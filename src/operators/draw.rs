//! A draw shared by several operators.

use rand::RngExt;

/// Two different numbers below `count`, which must be 2 or more.
#[must_use]
pub(crate) fn pair(count: usize, rng: &mut impl RngExt) -> (usize, usize) {
    let first = rng.random_range(0..count);
    let second = rng.random_range(0..count - 1);
    (first, if second >= first { second + 1 } else { second })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

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
                // The standard error is 30.
                assert!(if a == b { count == 0 } else { (850..1_150).contains(&count) }, "{a} {b} {count}");
            }
        }
    }
}
