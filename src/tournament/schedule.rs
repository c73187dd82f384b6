//! Who plays whom, with which colours and on which opening: a pure function of the game's number.

use std::ops::Range;

use super::config::{Plan, PlanKind};

/// A game to be played. All numbers count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    pub game: usize,
    /// The encounter it belongs to: one opening, one game or two with swapped colours.
    pub encounter: usize,
    /// Engines by their place in the configuration.
    pub black: usize,
    pub white: usize,
}

/// All games of a tournament, in order. In each round every pairing meets once, so that a tournament that is cut short is even.
#[derive(Debug, Clone)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    rounds: usize,
    pairs: bool,
}

impl Schedule {
    #[must_use]
    pub fn new(plan: Plan, engines: usize) -> Schedule {
        let pairings = match plan.kind {
            PlanKind::RoundRobin => {
                (0..engines).flat_map(|first| (first + 1..engines).map(move |second| (first, second))).collect()
            }
            PlanKind::Gauntlet(challengers) => {
                (0..challengers).flat_map(|first| (challengers..engines).map(move |second| (first, second))).collect()
            }
        };
        let rounds = if plan.pairs { plan.games / 2 } else { plan.games };
        Schedule { pairings, rounds, pairs: plan.pairs }
    }

    /// Each uses one opening.
    #[must_use]
    pub fn encounters(&self) -> usize {
        self.pairings.len() * self.rounds
    }

    #[must_use]
    pub fn games(&self) -> usize {
        self.encounters() * self.games_each()
    }

    /// Games in one encounter.
    #[must_use]
    pub fn games_each(&self) -> usize {
        if self.pairs { 2 } else { 1 }
    }

    /// The game with this number; it must be below [`Schedule::games`].
    #[must_use]
    pub fn slot(&self, game: usize) -> Slot {
        let encounter = game / self.games_each();
        let (first, second) = self.pairings[encounter % self.pairings.len()];
        let round = encounter / self.pairings.len();
        // Without pairs the colours alternate from round to round.
        let swapped = if self.pairs { game % 2 == 1 } else { round % 2 == 1 };
        let (black, white) = if swapped { (second, first) } else { (first, second) };
        Slot { game, encounter, black, white }
    }

    /// The games of one of `count` equal parts, `number` from 0. Encounters stay whole.
    #[must_use]
    pub fn shard(&self, number: usize, count: usize) -> Range<usize> {
        let border = |part: usize| part * self.encounters() / count * self.games_each();
        border(number)..border(number + 1)
    }

    pub fn slots(&self) -> impl ExactSizeIterator<Item = Slot> + '_ {
        (0..self.games()).map(|game| self.slot(game))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn everyone_meets_everyone_equally_often_with_both_colours(engines in 2_usize..7, half in 1_usize..6, pairs: bool) {
            let plan = Plan { kind: PlanKind::RoundRobin, games: 2 * half, pairs };
            let schedule = Schedule::new(plan, engines);
            let mut met = BTreeMap::new();
            for slot in schedule.slots() {
                *met.entry((slot.black, slot.white)).or_insert(0) += 1;
            }
            prop_assert_eq!(met.len(), engines * (engines - 1));
            prop_assert!(met.values().all(|&games| games == half));
            prop_assert_eq!(schedule.games(), engines * (engines - 1) * half);
        }

        #[test]
        fn shards_are_the_whole_without_overlap(engines in 2_usize..5, half in 1_usize..9, count in 1_usize..12) {
            let schedule = Schedule::new(Plan { kind: PlanKind::RoundRobin, games: 2 * half, pairs: true }, engines);
            let joined: Vec<usize> = (0..count).flat_map(|number| schedule.shard(number, count)).collect();
            prop_assert_eq!(joined, (0..schedule.games()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_gauntlet_plays_only_the_challengers() {
        let schedule = Schedule::new(Plan { kind: PlanKind::Gauntlet(1), games: 2, pairs: true }, 4);
        let games: Vec<_> = schedule.slots().map(|slot| (slot.encounter, slot.black, slot.white)).collect();
        assert_eq!(games, [(0, 0, 1), (0, 1, 0), (1, 0, 2), (1, 2, 0), (2, 0, 3), (2, 3, 0)]);
    }
}
