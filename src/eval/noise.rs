//! Noise as a pure function: the same leaf of the same search always gets the same draw, so the order of a search does
//! not matter.

use crate::board::Position;
use crate::stats::mix;

/// A draw from [0, 1) in units of 2^-24, for a search's seed, a feature's number and a position.
#[inline]
pub(super) fn draw(seed: u64, feature: u64, position: &Position) -> i64 {
    let positions = mix(position.own ^ mix(position.opp ^ mix(seed ^ feature)));
    (positions >> 40) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::oracle::positions;
    use crate::stats::Mean;

    #[test]
    fn draws_are_uniform_and_independent_of_one_another() {
        let draws: Vec<[f64; 2]> = positions(20_000)
            .iter()
            .map(|p| [draw(5, 0, p), draw(5, 1, p)].map(|d| d as f64 / 2_f64.powi(24)))
            .collect();
        assert!(draws.iter().flatten().all(|u| (0.0..1.0).contains(u)));
        let first = Mean::estimate(draws.iter().map(|u| u[0])).unwrap();
        let square = Mean::estimate(draws.iter().map(|u| u[0] * u[0])).unwrap();
        let product = Mean::estimate(draws.iter().map(|u| u[0] * u[1])).unwrap();
        // The tolerance is four standard errors of 20,000 draws.
        assert!((first.mean - 0.5).abs() < 0.008);
        assert!((square.mean - 1.0 / 3.0).abs() < 0.0085);
        assert!((product.mean - 0.25).abs() < 0.0063);
    }
}
