//! Generational replacement with an elite.

use rand::RngExt;

use super::{Genes, Method, Pairing, Selection};
use crate::operators::draw::pair;
use crate::operators::ranking::by_fitness;
use crate::operators::{Genome, blend};

/// The parents of a rated generation, and the next generation: the elite, then the children.
pub(super) fn next(
    method: &Method,
    genes: &Genes,
    genomes: &[Genome],
    fitness: &[f64],
    rng: &mut impl RngExt,
) -> (Selection, Vec<Genome>) {
    let Method::Generational { population, parents, elites, pairing, alpha, mutation } = *method else {
        unreachable!("{method:?} is not generational")
    };
    let chosen: Vec<Genome> = by_fitness(fitness).into_iter().take(parents).map(|i| genomes[i].clone()).collect();
    let bounds = genes.bounds();
    let pairs: Vec<(usize, usize)> = match pairing {
        Pairing::AllPairs => (0..parents).flat_map(|a| (a + 1..parents).map(move |b| (a, b))).collect(),
        Pairing::Random => (elites..population).map(|_| pair(parents, rng)).collect(),
    };
    let mut next = chosen[..elites].to_vec();
    for &(a, b) in pairs.iter().cycle().take(population - elites) {
        let mut child = blend(alpha, &chosen[a], &chosen[b], &bounds, rng);
        mutation.apply(&mut child, &bounds, rng);
        next.push(genes.finish(child));
    }
    (Selection { champion: chosen[0].clone(), genomes: chosen }, next)
}
