//! The schedule: pairings, colours and openings, as a pure function of the plan.

mod plan;
mod rounds;

use std::ops::Range;

pub(crate) use self::plan::{Extent, MOST_GAMES, Pairings, Plan};
use self::rounds::Rounds;
use crate::machine::shard::Shard;

/// A game in the schedule. All numbers count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pairing {
    pub game: usize,
    /// The encounter that it belongs to: one opening, with one game or two with swapped colours.
    pub encounter: usize,
    /// The engine with Black, by its index in the configuration.
    pub black: usize,
    pub white: usize,
}

/// All games of a tournament in order.
#[derive(Debug, Clone)]
pub(crate) struct Schedule {
    rounds: Vec<Rounds>,
    pairs: bool,
}

impl Schedule {
    fn new(pairings: Pairings, pairs: bool, extents: &[Extent]) -> Schedule {
        let games_each = if pairs { 2 } else { 1 };
        Schedule { rounds: Rounds::all(pairings, extents, games_each), pairs }
    }

    /// The number of encounters. Each uses one opening.
    #[must_use]
    pub(crate) fn encounters(&self) -> usize {
        self.rounds.iter().map(Rounds::encounters).sum()
    }

    #[must_use]
    pub(crate) fn games(&self) -> usize {
        self.encounters() * self.games_each()
    }

    /// The number of games in one encounter.
    #[must_use]
    pub(crate) fn games_each(&self) -> usize {
        if self.pairs { 2 } else { 1 }
    }

    /// The game with this number.
    #[must_use]
    pub(crate) fn pairing(&self, game: usize) -> Option<Pairing> {
        let encounter = game / self.games_each();
        let mut rest = encounter;
        for rounds in &self.rounds {
            if rest < rounds.encounters() {
                let ((first, second), round) = rounds.pairing(rest);
                // Without pairs the colours alternate from round to round.
                let is_swapped = if self.pairs { game % 2 == 1 } else { round % 2 == 1 };
                let (black, white) = if is_swapped { (second, first) } else { (first, second) };
                return Some(Pairing { game, encounter, black, white });
            }
            rest -= rounds.encounters();
        }
        None
    }

    /// The games in a part. Encounters are not split.
    #[must_use]
    pub(crate) fn games_of(&self, shard: Shard) -> Range<usize> {
        let encounters = shard.range(self.encounters());
        encounters.start * self.games_each()..encounters.end * self.games_each()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn pairings(schedule: &Schedule) -> Vec<Pairing> {
        (0..schedule.games()).map(|game| schedule.pairing(game).unwrap()).collect()
    }

    proptest! {
        #[test]
        fn everyone_meets_everyone_equally_often_with_both_colours(
            engines in 2_usize..7,
            half in 1_usize..6,
            pairs: bool,
        ) {
            let extent = Extent { engines, games: 2 * half };
            let schedule = Schedule::new(Pairings::RoundRobin, pairs, &[extent]);
            let mut met = BTreeMap::new();
            for pairing in pairings(&schedule) {
                *met.entry((pairing.black, pairing.white)).or_insert(0) += 1;
            }
            prop_assert_eq!(met.len(), engines * (engines - 1));
            prop_assert!(met.values().all(|&games| games == half));
            prop_assert_eq!(schedule.games(), engines * (engines - 1) * half);
        }

        #[test]
        fn shards_are_the_whole_without_overlap(engines in 2_usize..5, half in 1_usize..9, count in 1_usize..12) {
            let extent = Extent { engines, games: 2 * half };
            let schedule = Schedule::new(Pairings::RoundRobin, true, &[extent]);
            let joined: Vec<usize> = (1..=count).flat_map(|number| schedule.games_of(Shard::new(number, count).unwrap())).collect();
            prop_assert_eq!(joined, (0..schedule.games()).collect::<Vec<_>>());
        }

        #[test]
        fn what_was_planned_before_stays_when_more_is_added(
            growth in proptest::collection::vec((0_usize..3, 0_usize..3), 1..5),
            gauntlet: bool,
        ) {
            let kind = if gauntlet { Pairings::Gauntlet } else { Pairings::RoundRobin };
            let mut extents = vec![Extent { engines: 2, games: 2 }];
            for (engines, encounters) in growth {
                let last = extents[extents.len() - 1];
                let next = Extent { engines: last.engines + engines, games: last.games + 2 * encounters };
                let before = Schedule::new(kind, true, &extents);
                extents.push(next);
                let after = Schedule::new(kind, true, &extents);
                prop_assert_eq!(pairings(&before), &pairings(&after)[..before.games()]);
                // The games are those of a tournament that had this plan from the start.
                let from_start = Schedule::new(kind, true, &[next]);
                let [grown, planned] = [&after, &from_start].map(|schedule| {
                    let mut games: Vec<_> = pairings(schedule).iter().map(|pairing| (pairing.black, pairing.white)).collect();
                    games.sort_unstable();
                    games
                });
                prop_assert_eq!(grown, planned);
            }
        }
    }

    #[test]
    fn a_gauntlet_plays_only_the_first_engine() {
        let extent = Extent { engines: 4, games: 2 };
        let schedule = Schedule::new(Pairings::Gauntlet, true, &[extent]);
        let games: Vec<_> =
            pairings(&schedule).iter().map(|pairing| (pairing.encounter, pairing.black, pairing.white)).collect();
        assert_eq!(games, [(0, 0, 1), (0, 1, 0), (1, 0, 2), (1, 2, 0), (2, 0, 3), (2, 3, 0)]);
    }
}
