//! Normalises a board's values, and limits weights. Shifting or scaling all values of a board hardly changes the play,
//! so one board stands for all of these; scaling all weights does not change it.

/// The largest absolute value of a normalised genome.
pub(crate) const LARGEST: f64 = 100.0;

/// Shifts the genes to mean 0 and scales them so that the largest absolute value is 100. Genes that are all equal
/// become 0.
pub(crate) fn normalise(genome: &mut [f64]) {
    // The mean of equal genes is rounded, and what is left of them would be scaled to 100.
    if genome.iter().all(|gene| *gene == genome[0]) {
        return genome.fill(0.0);
    }
    let mean = genome.iter().sum::<f64>() / genome.len() as f64;
    genome.iter_mut().for_each(|gene| *gene -= mean);
    let largest = genome.iter().fold(0.0, |largest: f64, gene| largest.max(gene.abs()));
    if largest > 0.0 {
        genome.iter_mut().for_each(|gene| *gene *= LARGEST / largest);
    }
}

/// Scales the genes down so that none has a larger absolute value than `most`.
pub(crate) fn limit(genome: &mut [f64], most: f64) {
    let largest = genome.iter().fold(most, |largest, gene| largest.max(gene.abs()));
    genome.iter_mut().for_each(|gene| *gene *= most / largest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_0_and_largest_100() {
        let mut genome = [1.0, 2.0, 6.0];
        normalise(&mut genome);
        assert!(genome.iter().sum::<f64>().abs() < 1e-9);
        assert_eq!(genome[2], 100.0);
        assert!((genome[0] + 66.666).abs() < 0.01, "the order and the ratios of distances stay: {genome:?}");
        for value in [4.0, 0.1, -0.7] {
            let mut equal = [value; 64];
            normalise(&mut equal);
            assert_eq!(equal, [0.0; 64], "{value}");
        }
    }

    #[test]
    fn only_genes_beyond_the_limit_are_scaled() {
        let mut genome = [0.1, -5.0, 2.0];
        limit(&mut genome, 5.0);
        assert_eq!(genome, [0.1, -5.0, 2.0]);
        limit(&mut genome, 2.5);
        assert_eq!(genome, [0.05, -2.5, 1.0]);
    }
}
