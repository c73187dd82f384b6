//! SPSA: J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization" (1998),
//! with its exponents 0.602 and 0.101.

use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::{Genes, Selection};
use crate::operators::Genome;

/// The current point, in units of the genes' start deviation from the start's mean.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Spsa {
    step: u32,
    point: Vec<f64>,
    /// The signs of the perturbations that are being rated.
    signs: Vec<Vec<f64>>,
}

impl Spsa {
    /// Begins at the start's mean, for this many genes.
    #[must_use]
    pub fn new(count: usize) -> Spsa {
        Spsa { step: 0, point: vec![0.0; count], signs: Vec::new() }
    }

    /// True if the state belongs to this many genes.
    #[must_use]
    pub fn fits(&self, count: usize) -> bool {
        self.point.len() == count && self.signs.iter().all(|signs| signs.len() == count)
    }

    /// The length of a perturbation at this step.
    fn reach(&self, probe: f64) -> f64 {
        probe / libm::pow(f64::from(self.step + 1), 0.101)
    }

    /// For each pair: the point moved by a random sign for each gene, and the point moved in the opposite direction.
    pub fn ask(&mut self, pairs: usize, probe: f64, genes: &Genes, rng: &mut impl RngExt) -> Vec<Genome> {
        let signs = (0..pairs).map(|_| {
            let signs = self.point.iter().map(|_| if rng.random::<bool>() { 1.0 } else { -1.0 });
            signs.collect()
        });
        self.signs = signs.collect();
        let reach = self.reach(probe);
        let genomes = self.signs.iter().flat_map(|signs| {
            [reach, -reach].map(|reach| {
                let point: Vec<f64> = self.point.iter().zip(signs).map(|(x, sign)| x + reach * sign).collect();
                genes.at(&point)
            })
        });
        genomes.collect()
    }

    /// Moves the point back within the genes' bounds. Outside, opposite points are equal, and only chance moves the
    /// point.
    #[cfg(all(feature = "cli", unix))]
    pub(crate) fn stay_within(&mut self, genes: &Genes) {
        for (x, gene) in self.point.iter_mut().zip(&genes.genes) {
            if let Some((low, high)) = gene.bounds {
                let [low, high] = [low, high].map(|bound| (bound - gene.start.mean()) / gene.start.deviation());
                *x = x.clamp(low, high);
            }
        }
    }

    /// Takes a step along the estimated gradient.
    pub fn tell(&mut self, step: f64, probe: f64, stability: f64, genes: &Genes, fitness: &[f64]) -> Selection {
        let reach = self.reach(probe);
        let gain = step / libm::pow((f64::from(self.step) + 1.0 + stability) / (1.0 + stability), 0.602);
        let pairs = self.signs.len() as f64;
        for (signs, two) in self.signs.iter().zip(fitness.chunks_exact(2)) {
            let slope = (two[0] - two[1]) / (2.0 * reach) / pairs;
            self.point.iter_mut().zip(signs).for_each(|(x, sign)| *x += gain * slope / sign);
        }
        self.step += 1;
        self.signs.clear();
        let champion = genes.at(&self.point);
        Selection { genomes: vec![champion.clone()], champion }
    }
}
