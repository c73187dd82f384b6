//! CMA-ES: N. Hansen, "The CMA evolution strategy: a tutorial" (2016), with its default constants and positive weights.
//!
//! The code is our own, because it is short and its state must be stored exactly between generations, which no crate
//! offers. A Cholesky factor replaces the symmetric root of the covariance, as in O. Krause, D. R. Arbones, C. Igel,
//! "CMA-ES with optimal covariance update and storage complexity" (2016).

use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::{Genes, Selection};
use crate::operators::Genome;
use crate::operators::ranking::by_fitness;
use crate::stats::draw_normal;

/// The largest step, which a recipe may also begin with. Where only the ratios of genes matter, nothing else keeps a
/// distribution from growing until its numbers are infinite.
const LARGEST_SIGMA: f64 = 1e6;

/// The search distribution, in units of the genes' start deviation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cma {
    generation: u32,
    mean: Vec<f64>,
    sigma: f64,
    /// The rows of the covariance matrix.
    covariance: Vec<Vec<f64>>,
    covariance_path: Vec<f64>,
    sigma_path: Vec<f64>,
    /// The normal draws behind the genomes that are being rated.
    draws: Vec<Vec<f64>>,
}

impl Cma {
    /// A spherical distribution over this many genes.
    #[must_use]
    pub fn new(count: usize, sigma: f64) -> Cma {
        Cma {
            generation: 0,
            mean: vec![0.0; count],
            sigma,
            covariance: (0..count).map(|i| (0..count).map(|j| f64::from(u8::from(i == j))).collect()).collect(),
            covariance_path: vec![0.0; count],
            sigma_path: vec![0.0; count],
            draws: Vec::new(),
        }
    }

    /// True if the state belongs to this many genes.
    #[must_use]
    pub fn fits(&self, count: usize) -> bool {
        let lengths = [&self.mean, &self.covariance_path, &self.sigma_path];
        lengths.into_iter().chain(&self.covariance).chain(&self.draws).all(|row| row.len() == count)
            && self.covariance.len() == count
            && self.sigma.is_finite()
    }

    /// Draws this many genomes from the distribution.
    pub fn ask(&mut self, population: usize, genes: &Genes, rng: &mut impl RngExt) -> Vec<Genome> {
        let factor = cholesky(&self.covariance);
        self.draws = (0..population).map(|_| self.mean.iter().map(|_| draw_normal(rng)).collect()).collect();
        self.draws
            .iter()
            .map(|draw| {
                let step = times(&factor, draw);
                let point: Vec<f64> = self.mean.iter().zip(&step).map(|(m, s)| m + self.sigma * s).collect();
                genes.at(&point)
            })
            .collect()
    }

    /// Moves the distribution towards the better half of the genomes.
    pub fn tell(&mut self, genes: &Genes, genomes: &[Genome], fitness: &[f64]) -> Selection {
        let n = self.mean.len() as f64;
        let order = by_fitness(fitness);
        let parents = &order[..(order.len() / 2).max(1)];
        let raw: Vec<f64> =
            (1..=parents.len()).map(|i| libm::log(parents.len() as f64 + 0.5) - libm::log(i as f64)).collect();
        let weights: Vec<f64> = raw.iter().map(|w| w / raw.iter().sum::<f64>()).collect();
        let effective = 1.0 / weights.iter().map(|w| w * w).sum::<f64>();

        // The constants are those of the tutorial's table 1.
        let sigma_rate = (effective + 2.0) / (n + effective + 5.0);
        let damping = 1.0 + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + sigma_rate;
        let path_rate = (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n);
        let rank_one = 2.0 / ((n + 1.3).powi(2) + effective);
        let rank_mu = (1.0 - rank_one).min(2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0).powi(2) + effective));
        let expected = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));

        let factor = cholesky(&self.covariance);
        let mut draw = vec![0.0; self.mean.len()];
        for (&parent, weight) in parents.iter().zip(&weights) {
            draw.iter_mut().zip(&self.draws[parent]).for_each(|(sum, x)| *sum += weight * x);
        }
        let step = times(&factor, &draw);
        let steps: Vec<Vec<f64>> = parents.iter().map(|&parent| times(&factor, &self.draws[parent])).collect();

        self.generation += 1;
        self.mean.iter_mut().zip(&step).for_each(|(mean, step)| *mean += self.sigma * step);
        blend(&mut self.sigma_path, sigma_rate, (sigma_rate * (2.0 - sigma_rate) * effective).sqrt(), &draw);
        let length = self.sigma_path.iter().map(|x| x * x).sum::<f64>().sqrt();
        let settled = (1.0 - (1.0 - sigma_rate).powi(2 * self.generation as i32)).sqrt();
        let is_short = length / settled < (1.4 + 2.0 / (n + 1.0)) * expected;
        let gain = if is_short { (path_rate * (2.0 - path_rate) * effective).sqrt() } else { 0.0 };
        blend(&mut self.covariance_path, path_rate, gain, &step);
        let missing = if is_short { 0.0 } else { rank_one * path_rate * (2.0 - path_rate) };
        for (i, row) in self.covariance.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                let mu: f64 = steps.iter().zip(&weights).map(|(step, weight)| weight * step[i] * step[j]).sum();
                let one = self.covariance_path[i] * self.covariance_path[j];
                *entry = (1.0 - rank_one - rank_mu + missing) * *entry + rank_one * one + rank_mu * mu;
            }
        }
        self.sigma *= libm::exp(((sigma_rate / damping) * (length / expected - 1.0)).min(1.0));
        self.sigma = self.sigma.min(LARGEST_SIGMA);
        self.draws.clear();
        let selected = parents.iter().map(|&parent| genomes[parent].clone()).collect();
        Selection { genomes: selected, champion: genes.at(&self.mean) }
    }
}

/// Sets `path = (1 - rate) path + gain step`.
fn blend(path: &mut [f64], rate: f64, gain: f64, step: &[f64]) {
    path.iter_mut().zip(step).for_each(|(path, step)| *path = (1.0 - rate) * *path + gain * step);
}

/// The lower triangular factor of a covariance matrix. If rounding made the matrix indefinite, the diagonal is
/// repaired.
fn cholesky(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let mut factor: Vec<Vec<f64>> = Vec::with_capacity(matrix.len());
    for (i, row) in matrix.iter().enumerate() {
        let mut new = vec![0.0; i + 1];
        for j in 0..=i {
            let other = if j == i { &new } else { &factor[j] };
            let sum: f64 = (0..j).map(|k| new[k] * other[k]).sum();
            new[j] = if j == i { (row[i] - sum).max(1e-20).sqrt() } else { (row[j] - sum) / factor[j][j] };
        }
        factor.push(new);
    }
    factor
}

fn times(factor: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    factor.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factor_times_its_transpose_is_the_matrix() {
        let matrix = vec![vec![4.0, 2.0, -1.0], vec![2.0, 5.0, 0.5], vec![-1.0, 0.5, 3.0]];
        let factor = cholesky(&matrix);
        for i in 0..3 {
            for j in 0..3 {
                let product: f64 = factor[i].iter().zip(&factor[j]).map(|(a, b)| a * b).sum();
                assert!((product - matrix[i][j]).abs() < 1e-12);
            }
        }
    }
}
