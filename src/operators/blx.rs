//! Blend crossover, BLX-alpha: L. J. Eshelman and J. D. Schaffer, "Real-coded genetic algorithms and interval-schemata"
//! (1993).

use rand::RngExt;

use super::{Bounds, Genome, clip};

/// A child of two parents. Each gene is uniform in the parents' interval, widened on both sides by `alpha` (0 or more)
/// times its length, and clipped to the gene's bounds. The parents and the bounds have the same length.
#[must_use]
pub(crate) fn blend(alpha: f64, a: &[f64], b: &[f64], bounds: &[Bounds], rng: &mut impl RngExt) -> Genome {
    a.iter().zip(b).zip(bounds).map(|((&a, &b), &bounds)| clip(blend_gene(alpha, a, b, rng), bounds)).collect()
}

fn blend_gene(alpha: f64, a: f64, b: f64, rng: &mut impl RngExt) -> f64 {
    let low = a.min(b);
    let high = a.max(b);
    let beyond = alpha * (high - low);
    low - beyond + rng.random::<f64>() * (high - low + 2.0 * beyond)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    /// The least and the largest gene among many children.
    fn range(alpha: f64, a: &[f64], b: &[f64], bounds: &[Bounds]) -> Vec<(f64, f64)> {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let children: Vec<Genome> = (0..5_000).map(|_| blend(alpha, a, b, bounds, &mut rng)).collect();
        (0..a.len())
            .map(|gene| {
                let genes: Vec<f64> = children.iter().map(|child| child[gene]).collect();
                (genes.iter().copied().fold(f64::MAX, f64::min), genes.iter().copied().fold(f64::MIN, f64::max))
            })
            .collect()
    }

    #[test]
    fn each_gene_fills_the_widened_interval_of_its_own_parents() {
        let ranges = range(0.5, &[0.0, 8.0, 3.0], &[2.0, 4.0, 3.0], &[None; 3]);
        for ((low, high), (from, to)) in ranges.into_iter().zip([(-1.0, 3.0), (2.0, 10.0), (3.0, 3.0)]) {
            assert!(low >= from && high <= to, "{low} {high}");
            assert!(low <= from + 0.01 * (to - from) && high >= to - 0.01 * (to - from), "{low} {high}");
        }
    }

    #[test]
    fn genes_are_clipped_to_their_bounds() {
        let ranges = range(0.5, &[0.1, 0.1], &[0.9, 0.9], &[Some((0.0, 1.0)), None]);
        assert_eq!(ranges[0], (0.0, 1.0));
        assert!(ranges[1].0 < -0.2 && ranges[1].1 > 1.2);
    }
}
