//! Rounds of a round robin or a gauntlet.

use super::plan::{Extent, Pairings};

/// Two engines, by their indices.
pub(super) type Two = (usize, usize);

/// Consecutive rounds. Every pairing meets once in each, so that a shortened tournament is balanced.
#[derive(Debug, Clone)]
pub(super) struct Rounds {
    pairings: Vec<Two>,
    /// The number of the first round, from 0.
    first: usize,
    count: usize,
}

impl Rounds {
    /// All rounds of a plan. An extent begins with the games that its new engines missed, and continues with new rounds
    /// for all.
    pub(super) fn all(pairings: Pairings, extents: &[Extent], games_each: usize) -> Vec<Rounds> {
        let mut all = Vec::new();
        let mut engines = 0;
        let mut rounds = 0;
        for extent in extents {
            let pairings = pairings_of(pairings, extent.engines);
            let missed = pairings.iter().copied().filter(|&(_, second)| second >= engines).collect();
            all.push(Rounds { pairings: missed, first: 0, count: rounds });
            let more = (extent.games / games_each).saturating_sub(rounds);
            all.push(Rounds { pairings, first: rounds, count: more });
            engines = extent.engines;
            rounds += more;
        }
        all.retain(|rounds| rounds.encounters() > 0);
        all
    }

    pub(super) fn encounters(&self) -> usize {
        self.pairings.len() * self.count
    }

    /// The pairing and the round for an encounter within these rounds.
    pub(super) fn pairing(&self, encounter: usize) -> (Two, usize) {
        let count = self.pairings.len();
        (self.pairings[encounter % count], self.first + encounter / count)
    }
}

/// The pairs of engines that meet in each round.
fn pairings_of(pairings: Pairings, engines: usize) -> Vec<Two> {
    match pairings {
        Pairings::RoundRobin => {
            (0..engines).flat_map(|first| (first + 1..engines).map(move |second| (first, second))).collect()
        }
        Pairings::Gauntlet => (1..engines).map(|second| (0, second)).collect(),
    }
}
