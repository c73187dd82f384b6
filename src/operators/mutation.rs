//! Mutation: a small random change of a child.

use rand::RngExt;

use super::draw::pair;
use super::{Bounds, clip};
use crate::stats::draw_normal;

/// A random change of children.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Mutation {
    /// Replaces each gene with this probability by a uniform draw between its bounds (the static-player article).
    Uniform {
        /// The probability, 0 to 1.
        probability: f64,
    },
    /// Adds a normal draw of this deviation to each gene with this probability.
    Gaussian {
        /// The probability, 0 to 1.
        probability: f64,
        /// The standard deviation of the draw.
        sigma: f64,
    },
    /// With this probability does one of three equally likely changes: adds a normal draw of this deviation to a gene,
    /// negates a gene, or swaps two genes (the report on a score board).
    OneOfThree {
        /// The probability, 0 to 1.
        probability: f64,
        /// The standard deviation of the draw.
        sigma: f64,
    },
}

impl Mutation {
    /// Sets the rate of the mutation.
    pub fn set_probability(&mut self, rate: f64) {
        match self {
            Mutation::Uniform { probability }
            | Mutation::Gaussian { probability, .. }
            | Mutation::OneOfThree { probability, .. } => *probability = rate,
        }
    }

    /// Changes a genome of two genes or more. Genes without bounds are never replaced by uniform draws.
    pub(crate) fn apply(&self, genome: &mut [f64], bounds: &[Bounds], rng: &mut impl RngExt) {
        match *self {
            Mutation::Uniform { probability } => {
                for (gene, bounds) in genome.iter_mut().zip(bounds) {
                    if rng.random::<f64>() < probability
                        && let Some((low, high)) = *bounds
                    {
                        *gene = low + rng.random::<f64>() * (high - low);
                    }
                }
            }
            Mutation::Gaussian { probability, sigma } => {
                for (gene, &bounds) in genome.iter_mut().zip(bounds) {
                    if rng.random::<f64>() < probability {
                        *gene = clip(*gene + sigma * draw_normal(rng), bounds);
                    }
                }
            }
            Mutation::OneOfThree { probability, sigma } => {
                if rng.random::<f64>() < probability {
                    one_of_three(genome, sigma, rng);
                    genome.iter_mut().zip(bounds).for_each(|(gene, &bounds)| *gene = clip(*gene, bounds));
                }
            }
        }
    }
}

fn one_of_three(genome: &mut [f64], sigma: f64, rng: &mut impl RngExt) {
    let (gene, other) = pair(genome.len(), rng);
    match rng.random_range(0..3) {
        0 => genome[gene] += sigma * draw_normal(rng),
        1 => genome[gene] = -genome[gene],
        _ => genome.swap(gene, other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    const START: [f64; 5] = [1.0, 2.0, 3.0, 4.0, 5.0];

    fn mutants(mutation: Mutation, bounds: Bounds) -> Vec<[f64; 5]> {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        (0..6_000)
            .map(|_| {
                let mut genome = START;
                mutation.apply(&mut genome, &[bounds; 5], &mut rng);
                genome
            })
            .collect()
    }

    fn changed(mutant: &[f64; 5]) -> usize {
        mutant.iter().zip(START).filter(|&(&a, b)| a != b).count()
    }

    #[test]
    fn uniform_replaces_genes_at_its_rate_and_within_bounds() {
        let all = mutants(Mutation::Uniform { probability: 0.1 }, Some((10.0, 20.0)));
        let replaced: usize = all.iter().map(changed).sum();
        // For 30,000 genes the standard error is 52.
        assert!((2_800..3_200).contains(&replaced), "{replaced}");
        assert!(all.iter().flatten().all(|&gene| gene <= 5.0 || (10.0..20.0).contains(&gene)));
    }

    #[test]
    fn gaussian_adds_at_its_rate_and_keeps_the_bounds() {
        let all = mutants(Mutation::Gaussian { probability: 0.5, sigma: 3.0 }, Some((0.0, 6.0)));
        let moved: usize = all.iter().map(changed).sum();
        // For 30,000 genes the standard error is 87.
        assert!((14_500..15_500).contains(&moved), "{moved}");
        assert!(all.iter().flatten().all(|gene| (0.0..=6.0).contains(gene)));
    }

    #[test]
    fn one_of_three_adds_negates_or_swaps_equally_often() {
        let all = mutants(Mutation::OneOfThree { probability: 0.5, sigma: 20.0 }, None);
        let untouched = all.iter().filter(|mutant| **mutant == START).count();
        let swapped = all.iter().filter(|mutant| changed(mutant) == 2 && mutant.iter().sum::<f64>() == 15.0).count();
        let negated =
            all.iter().filter(|mutant| changed(mutant) == 1 && mutant.iter().zip(START).any(|(&a, b)| a == -b)).count();
        let added = all.len() - untouched - swapped - negated;
        // Of 6,000 genomes half are changed, each in one of three ways: the standard errors are 39 and 29.
        assert!((2_850..3_150).contains(&untouched), "{untouched}");
        for count in [swapped, negated, added] {
            assert!((900..1_100).contains(&count), "{swapped} {negated} {added}");
        }
    }
}
