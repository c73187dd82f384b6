//! Minimal generation gap with all families of a generation rated at once: the population is paired at random, so no
//! two families share a parent.

use rand::RngExt;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use super::{Genes, Method, Selection};
use crate::operators::mgg::best_two;
use crate::operators::ranking::by_fitness;
use crate::operators::{Blx, Genome};

/// Two parents by their places in the population, and their children.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Family {
    parents: [usize; 2],
    children: Vec<Genome>,
}

/// The families of a generation: half as many as there are individuals.
pub(super) fn breed(method: &Method, population: &[Genome], genes: &Genes, rng: &mut impl RngExt) -> Vec<Family> {
    let Method::Mgg { children, alpha, mutation, .. } = *method else { unreachable!("{method:?} is not MGG") };
    let blx = Blx { alpha };
    let bounds = genes.bounds();
    let mut places: Vec<usize> = (0..population.len()).collect();
    places.shuffle(rng);
    let families = places.chunks_exact(2).map(|parents| {
        let [a, b] = [parents[0], parents[1]];
        let children = (0..children).map(|_| {
            let mut child = blx.child(&population[a], &population[b], &bounds, rng);
            mutation.apply(&mut child, &bounds, rng);
            genes.finish(child)
        });
        Family { parents: [a, b], children: children.collect() }
    });
    families.collect()
}

/// All that need a rating: family by family, the parents first.
pub(super) fn members(population: &[Genome], families: &[Family]) -> Vec<Genome> {
    families
        .iter()
        .flat_map(|family| family.parents.iter().map(|&place| &population[place]).chain(&family.children))
        .cloned()
        .collect()
}

/// Replaces the parents of each family by its two survivors.
pub(super) fn settle(population: &mut [Genome], families: &mut Vec<Family>, fitness: &[f64]) -> Selection {
    let genomes = members(population, families);
    let champion = genomes[by_fitness(fitness)[0]].clone();
    let mut from = 0;
    for family in families.drain(..) {
        let size = 2 + family.children.len();
        let survivors = best_two(&fitness[from..from + size]);
        for (place, member) in family.parents.into_iter().zip(survivors) {
            population[place] = genomes[from + member].clone();
        }
        from += size;
    }
    Selection { genomes: population.to_vec(), champion }
}
