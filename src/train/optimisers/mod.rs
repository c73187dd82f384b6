//! Optimisers: each proposes genomes, receives their fitness, and proposes others. An optimiser's whole memory is its
//! [`State`], which can be saved between two generations.

mod cma;
mod generational;
mod spsa;

use rand::RngExt;
use serde::{Deserialize, Serialize};

pub(crate) use cma::Cma;
pub(crate) use spsa::Spsa;

use crate::operators::normalise::{limit, normalise};
use crate::operators::{Bounds, Genome, Mutation};
use crate::personality::LARGEST;
use crate::stats::draw_normal;

/// The rule by which new genomes are made from rated ones.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Method {
    /// The best become parents. The elite stays, and the children replace all others.
    Generational {
        /// The number of genomes.
        population: usize,
        /// The number of genomes that become parents.
        parents: usize,
        /// The number of parents that stay in the population, the best first.
        elites: usize,
        /// The choice of parents for each child.
        pairing: Pairing,
        /// The part of the parents' distance by which a gene may lie beyond either (BLX-alpha).
        alpha: f64,
        /// The change of each child.
        mutation: Mutation,
    },
    /// Covariance matrix adaptation.
    CmaEs {
        /// The number of genomes of a generation.
        population: usize,
        /// The initial step, in units of the genes' start deviation.
        sigma: f64,
    },
    /// Simultaneous perturbation stochastic approximation.
    Spsa {
        /// The number of perturbations that are averaged for a step. Each costs two ratings.
        pairs: usize,
        /// The gain of the first steps: units of the genes' start deviation for a difference of 1 in fitness.
        step: f64,
        /// The initial perturbation, in units of the genes' start deviation.
        probe: f64,
        /// The number of steps after which the gain falls.
        stability: f64,
    },
}

/// The choice of parents for each child.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// Every pair, each with the same number of children.
    AllPairs,
    /// Random pairs with one child each.
    Random,
}

/// The range and the initial distribution of a gene.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gene {
    pub start: Start,
    pub bounds: Bounds,
}

/// The distribution of a gene in the first population.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Start {
    Uniform(f64, f64),
    Normal { mean: f64, deviation: f64 },
}

impl Start {
    fn draw(self, rng: &mut impl RngExt) -> f64 {
        match self {
            Start::Uniform(low, high) => low + rng.random::<f64>() * (high - low),
            Start::Normal { mean, deviation } => mean + deviation * draw_normal(rng),
        }
    }

    fn mean(self) -> f64 {
        match self {
            Start::Uniform(low, high) => (low + high) / 2.0,
            Start::Normal { mean, .. } => mean,
        }
    }

    fn deviation(self) -> f64 {
        match self {
            Start::Uniform(low, high) => (high - low) / 12.0_f64.sqrt(),
            Start::Normal { deviation, .. } => deviation,
        }
    }
}

/// The genes to optimise.
#[derive(Debug, Clone, PartialEq)]
pub struct Genes {
    pub genes: Vec<Gene>,
    /// True if genomes are scaled to mean 0 and largest absolute value 100 after every step. Otherwise genomes without
    /// bounds are scaled down to the largest weight of a personality, if they exceed it.
    pub normalised: bool,
}

impl Genes {
    #[must_use]
    pub fn len(&self) -> usize {
        self.genes.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.genes.is_empty()
    }

    fn bounds(&self) -> Vec<Bounds> {
        self.genes.iter().map(|gene| gene.bounds).collect()
    }

    /// A genome of the first population.
    pub fn draw(&self, rng: &mut impl RngExt) -> Genome {
        self.finish(self.genes.iter().map(|gene| gene.start.draw(rng)).collect())
    }

    /// The genome at a point, given in units of the start deviation from the start's mean. Bounds apply only to
    /// crossover and mutation, because clipping would merge many points of a distribution.
    fn at(&self, point: &[f64]) -> Genome {
        let genes = self.genes.iter().zip(point);
        self.finish(genes.map(|(gene, x)| gene.start.mean() + gene.start.deviation() * x).collect())
    }

    fn finish(&self, mut genome: Genome) -> Genome {
        if self.normalised {
            normalise(&mut genome);
        } else if self.genes.iter().all(|gene| gene.bounds.is_none()) {
            // Only the ratios of weights matter, and crossover can widen a population in each generation.
            limit(&mut genome, LARGEST);
        }
        genome
    }
}

/// An optimiser's state between two generations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    Population(Vec<Genome>),
    Cma(Box<Cma>),
    Spsa(Spsa),
}

/// The result of a generation.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    /// The selected genomes, or the point that the search has reached.
    pub genomes: Vec<Genome>,
    /// The candidate for the final choice.
    pub champion: Genome,
}

impl Method {
    /// The state before the first generation.
    pub fn start(&self, genes: &Genes, rng: &mut impl RngExt) -> State {
        match *self {
            Method::Generational { population, .. } => {
                State::Population((0..population).map(|_| genes.draw(rng)).collect())
            }
            Method::CmaEs { sigma, .. } => State::Cma(Box::new(Cma::new(genes.len(), sigma))),
            Method::Spsa { .. } => State::Spsa(Spsa::new(genes.len())),
        }
    }

    /// The genomes to rate in this generation.
    pub fn ask(&self, state: &mut State, genes: &Genes, rng: &mut impl RngExt) -> Vec<Genome> {
        match (self, state) {
            (Method::CmaEs { population, .. }, State::Cma(cma)) => cma.ask(*population, genes, rng),
            (Method::Spsa { pairs, probe, .. }, State::Spsa(spsa)) => spsa.ask(*pairs, *probe, genes, rng),
            (_, State::Population(population)) => population.clone(),
            (method, state) => unreachable!("{method:?} has another state than {state:?}"),
        }
    }

    /// Takes the fitness of the proposed genomes; higher is better.
    pub fn tell(
        &self,
        state: &mut State,
        genes: &Genes,
        genomes: &[Genome],
        fitness: &[f64],
        rng: &mut impl RngExt,
    ) -> Selection {
        match (self, state) {
            (Method::Generational { .. }, State::Population(population)) => {
                let (selected, next) = generational::next(self, genes, genomes, fitness, rng);
                *population = next;
                selected
            }
            (Method::CmaEs { .. }, State::Cma(cma)) => cma.tell(genes, genomes, fitness),
            (Method::Spsa { step, probe, stability, .. }, State::Spsa(spsa)) => {
                spsa.tell(*step, *probe, *stability, genes, fitness)
            }
            (method, state) => unreachable!("{method:?} has another state than {state:?}"),
        }
    }

    /// True if a state belongs to this method and to genomes of this length. A file may have another one's.
    #[must_use]
    pub(crate) fn owns(&self, state: &State, genes: &Genes) -> bool {
        match (self, state) {
            (Method::Generational { population: count, .. }, State::Population(population)) => {
                population.len() == *count && population.iter().all(|genome| genome.len() == genes.len())
            }
            (Method::CmaEs { .. }, State::Cma(cma)) => cma.fits(genes.len()),
            (Method::Spsa { .. }, State::Spsa(spsa)) => spsa.fits(genes.len()),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operators::ranking::by_fitness;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    const TARGET: [f64; 6] = [30.0, -20.0, 10.0, 0.0, 5.0, -40.0];

    fn distance_from_target(genome: &Genome) -> f64 {
        genome.iter().zip(TARGET).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    }

    /// The champion's distance from the target after this many generations of a method. The start is about 60 away.
    fn distance(method: &Method, generations: u32) -> f64 {
        let start = Start::Normal { mean: 0.0, deviation: 10.0 };
        let genes = Genes { genes: vec![Gene { start, bounds: None }; TARGET.len()], normalised: false };
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let mut state = method.start(&genes, &mut rng);
        let mut champion = genes.draw(&mut rng);
        for _ in 0..generations {
            assert!(method.owns(&state, &genes));
            // The saved state decides everything that follows.
            let json = serde_json::to_string(&state).unwrap();
            state = serde_json::from_str(&json).unwrap();
            let genomes = method.ask(&mut state, &genes, &mut rng);
            let fitness: Vec<f64> = genomes.iter().map(|genome| -distance_from_target(genome)).collect();
            let selected = method.tell(&mut state, &genes, &genomes, &fitness, &mut rng);
            assert!(!selected.genomes.is_empty());
            if !matches!(method, Method::CmaEs { .. } | Method::Spsa { .. }) {
                assert_eq!(selected.champion, genomes[by_fitness(&fitness)[0]]);
            }
            champion = selected.champion;
        }
        distance_from_target(&champion)
    }

    /// A gene that is the better, the larger it is, grows without end, where the recipe's numbers let it.
    #[test]
    fn genomes_stay_finite_however_they_grow() {
        let mutation = Mutation::Gaussian { probability: 1.0, sigma: 1e6 };
        let pairing = Pairing::Random;
        let wide = Method::Generational { population: 4, parents: 2, elites: 1, pairing, alpha: 10.0, mutation };
        let spsa = Method::Spsa { pairs: 2, step: 1e6, probe: 1e-6, stability: 1e9 };
        let cma = Method::CmaEs { population: 4, sigma: 1e6 };
        let start = Start::Normal { mean: 0.0, deviation: 10.0 };
        // Genomes with bounds are never scaled, and only crossover and mutation keep to the bounds.
        for (method, bounds) in [(wide, None), (spsa, None), (cma.clone(), None), (cma, Some((0.0, 1.0)))] {
            let genes = Genes { genes: vec![Gene { start, bounds }; 2], normalised: false };
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let mut state = method.start(&genes, &mut rng);
            for generation in 0..1_500 {
                let genomes = method.ask(&mut state, &genes, &mut rng);
                let largest = genomes.iter().flatten().fold(0.0, |largest: f64, gene| largest.max(gene.abs()));
                let most = if bounds.is_none() { 1.000001 * LARGEST } else { 1e18 };
                assert!(largest < most, "{method:?}: {largest} in generation {generation}");
                let rank = |genome: &Genome| genomes.iter().filter(|other| other[0] < genome[0]).count();
                let fitness: Vec<f64> = genomes.iter().map(|genome| rank(genome) as f64 / 4.0).collect();
                let selected = method.tell(&mut state, &genes, &genomes, &fitness, &mut rng);
                assert!(selected.champion.iter().all(|gene| gene.is_finite()), "{method:?} in generation {generation}");
            }
        }
    }

    #[test]
    fn every_method_finds_the_top_of_a_hill() {
        let mutation = Mutation::Gaussian { probability: 0.1, sigma: 2.0 };
        let all_pairs = Pairing::AllPairs;
        let generational =
            Method::Generational { population: 64, parents: 8, elites: 8, pairing: all_pairs, alpha: 0.3, mutation };
        let random = Method::Generational {
            population: 60,
            parents: 15,
            elites: 1,
            pairing: Pairing::Random,
            alpha: 0.5,
            mutation: Mutation::Gaussian { probability: 0.0, sigma: 0.0 },
        };
        let cma = Method::CmaEs { population: 12, sigma: 1.0 };
        let spsa = Method::Spsa { pairs: 2, step: 0.02, probe: 0.1, stability: 20.0 };
        for (method, generations, limit) in
            [(generational, 60, 3.0), (random, 80, 3.0), (cma, 120, 0.01), (spsa, 400, 6.0)]
        {
            let distance = distance(&method, generations);
            assert!(distance < limit, "{method:?} ended {distance} away");
        }
    }
}
