//! A league: independent double oracles, whose champions are the opponents of one long search.
//!
//! A double oracle searches a best response to the equilibrium of all its earlier ones, round after round (H. B.
//! McMahan, G. J. Gordon, A. Blum, "Planning in the presence of cost functions controlled by an adversary", 2003).
//! Oracles that know nothing of each other find different opponents, so the long search meets what no single line of
//! champions would show it.

use rand::RngExt;
use serde::{Deserialize, Serialize};

use crate::operators::Genome;

/// The oracles of a league. The generations after theirs belong to the long search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaguePlan {
    /// The number of double oracles whose champions are opponents of the long search.
    pub oracles: usize,
    /// The number of additional oracles. Their champions are opponents only in the final choice.
    pub judges: usize,
    /// The number of best responses of each oracle.
    pub rounds: usize,
    /// The number of generations for each best response.
    pub generations: u64,
}

impl LeaguePlan {
    /// The number of generations for all oracles.
    #[must_use]
    pub(crate) const fn oracle_generations(&self) -> u64 {
        (self.oracles + self.judges) as u64 * self.rounds as u64 * self.generations
    }

    /// The oracle to which a generation belongs. Its opponents are the equilibrium of that oracle's champions. `None`
    /// in the long search, whose opponents are the champions of all oracles except the judges.
    #[must_use]
    pub(crate) const fn oracle(&self, generation: u64) -> Option<usize> {
        if generation < self.oracle_generations() {
            Some((generation / self.generations / self.rounds as u64) as usize)
        } else {
            None
        }
    }

    /// The number, from 0, of the best response to which a generation of an oracle belongs.
    #[must_use]
    pub(crate) const fn round(&self, generation: u64) -> u64 {
        generation / self.generations % self.rounds as u64
    }

    /// True for the first generation of a best response or of the long search.
    #[must_use]
    pub(crate) const fn begins(&self, generation: u64) -> bool {
        generation.is_multiple_of(self.generations) && generation <= self.oracle_generations()
    }

    /// The oracle whose best response ends with this generation.
    #[must_use]
    pub(crate) const fn ending(&self, generation: u64) -> Option<usize> {
        match self.oracle(generation) {
            Some(number) if (generation + 1).is_multiple_of(self.generations) => Some(number),
            _ => None,
        }
    }
}

/// Opponents, each with its share of the games.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mixture {
    pub genomes: Vec<Genome>,
    pub shares: Vec<f64>,
}

impl Mixture {
    /// All opponents with equal shares.
    #[must_use]
    pub(crate) fn even(genomes: Vec<Genome>) -> Mixture {
        let share = 1.0 / genomes.len() as f64;
        Mixture { shares: vec![share; genomes.len()], genomes }
    }
}

/// The numbers of the opponents in `count` openings. Each appears as often as its share says, randomly rounded up or
/// down (systematic sampling).
pub(crate) fn draw(shares: &[f64], count: usize, rng: &mut impl RngExt) -> Vec<usize> {
    let offset: f64 = rng.random();
    let mut number = 0;
    let mut below = shares[0];
    let mut drawn = Vec::with_capacity(count);
    for opening in 0..count {
        while below * (count as f64) <= opening as f64 + offset && number + 1 < shares.len() {
            number += 1;
            below += shares[number];
        }
        drawn.push(number);
    }
    drawn
}

/// The memory of a league.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct League {
    /// The champions of each oracle, in order of age, the oldest first.
    pub champions: Vec<Vec<Genome>>,
    /// The opponents of the current stage.
    pub opponents: Mixture,
}

impl League {
    /// Adds a champion of an oracle.
    pub(crate) fn admit(&mut self, oracle: usize, champion: Genome) {
        if self.champions.len() <= oracle {
            self.champions.resize(oracle + 1, Vec::new());
        }
        self.champions[oracle].push(champion);
    }

    /// The champions of an oracle.
    pub(crate) fn champions(&self, oracle: usize) -> &[Genome] {
        self.champions.get(oracle).map_or(&[], Vec::as_slice)
    }

    /// The champions that are opponents in the long search.
    pub(crate) fn pool(&self, plan: &LeaguePlan) -> Mixture {
        Mixture::even(self.champions.iter().take(plan.oracles).flatten().cloned().collect())
    }

    /// The champions that are opponents only in the final choice.
    pub(crate) fn judges(&self, plan: &LeaguePlan) -> Mixture {
        Mixture::even(self.champions.iter().skip(plan.oracles).flatten().cloned().collect())
    }

    /// True if all genomes have this many genes, and the league is in the state that the plan has at the start of a
    /// generation.
    pub(crate) fn fits(&self, plan: &LeaguePlan, generation: u64, genes: usize) -> bool {
        let champions: usize = self.champions.iter().map(Vec::len).sum();
        let responses = generation.min(plan.oracle_generations()) / plan.generations;
        let opponents = &self.opponents;
        let all_genomes = self.champions.iter().flatten().chain(&opponents.genomes);
        champions as u64 == responses
            && (generation == 0) == opponents.genomes.is_empty()
            && opponents.shares.len() == opponents.genomes.len()
            && all_genomes.into_iter().all(|genome| genome.len() == genes)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    const PLAN: LeaguePlan = LeaguePlan { oracles: 2, judges: 1, rounds: 3, generations: 5 };

    #[test]
    fn every_round_of_an_oracle_begins_and_ends_once() {
        let all = 0..PLAN.oracle_generations() + 20;
        let begins: Vec<u64> = all.clone().filter(|&generation| PLAN.begins(generation)).collect();
        assert_eq!(begins, (0..=9).map(|round| round * 5).collect::<Vec<_>>());
        let endings: Vec<(u64, usize)> =
            all.clone().filter_map(|generation| Some((generation, PLAN.ending(generation)?))).collect();
        assert_eq!(endings.iter().map(|(_, oracle)| *oracle).collect::<Vec<_>>(), [0, 0, 0, 1, 1, 1, 2, 2, 2]);
        assert!(endings.iter().all(|(generation, _)| PLAN.begins(generation + 1)));
        assert_eq!(all.filter(|&generation| PLAN.oracle(generation).is_none()).count(), 20);
    }

    #[test]
    fn opponents_are_drawn_as_often_as_their_shares_say() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut counts = [0; 4];
        for _ in 0..1_000 {
            let drawn = draw(&[0.25, 0.0, 0.7, 0.05], 10, &mut rng);
            assert!(drawn.len() == 10 && drawn.iter().filter(|&&number| number == 2).count() == 7);
            drawn.into_iter().for_each(|number| counts[number] += 1);
        }
        assert_eq!((counts[1], counts[2]), (0, 7_000));
        // The expected number is 2,500. Half of the draws have 2, and the others 3.
        assert!((2_440..2_560).contains(&counts[0]), "{counts:?}");
    }

    #[test]
    fn judges_are_in_no_pool() {
        let mut league = League::default();
        for (oracle, number) in [(0, 1.0), (0, 2.0), (1, 3.0), (2, 4.0)] {
            league.admit(oracle, vec![number]);
        }
        assert_eq!(league.pool(&PLAN).genomes, [[1.0], [2.0], [3.0]]);
        assert_eq!(league.judges(&PLAN), Mixture { genomes: vec![vec![4.0]], shares: vec![1.0] });
    }
}
