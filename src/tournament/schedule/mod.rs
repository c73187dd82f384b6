//! The schedule: pairings, colours and openings, as a pure function of the plan.

mod fixed;

use std::ops::Range;

use self::fixed::Fixed;
use super::config::PlanKind;

/// A game to be played. All numbers count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Slot {
    pub game: usize,
    /// The encounter it belongs to: one opening, one game or two with swapped colours.
    pub encounter: usize,
    /// Engines by their place in the configuration.
    pub black: usize,
    pub white: usize,
}

/// A planned extent of a tournament: a finished one can be extended by games and engines. Its games keep their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stage {
    /// The number of engines, from the start of the list.
    pub engines: usize,
    /// Games between each two of them.
    pub games: usize,
}

/// All games of a tournament in order.
#[derive(Debug, Clone)]
pub(crate) struct Schedule {
    fixed: Fixed,
    pairs: bool,
}

impl Schedule {
    /// `stages` is not empty.
    #[must_use]
    pub(crate) fn new(kind: PlanKind, pairs: bool, stages: &[Stage]) -> Schedule {
        let each = if pairs { 2 } else { 1 };
        let challengers = match kind {
            PlanKind::RoundRobin => None,
            PlanKind::Gauntlet(challengers) => Some(challengers),
        };
        Schedule { fixed: Fixed::new(stages, each, challengers), pairs }
    }

    /// Each uses one opening.
    #[must_use]
    pub(crate) fn encounters(&self) -> usize {
        self.fixed.encounters()
    }

    #[must_use]
    pub(crate) fn games(&self) -> usize {
        self.encounters() * self.games_each()
    }

    /// Games in one encounter.
    #[must_use]
    pub(crate) fn games_each(&self) -> usize {
        if self.pairs { 2 } else { 1 }
    }

    /// The game with this number.
    #[must_use]
    pub(crate) fn slot(&self, game: usize) -> Option<Slot> {
        let encounter = game / self.games_each();
        let ((first, second), round) = self.fixed.pairing(encounter)?;
        // Without pairs the colours alternate from round to round.
        let swapped = if self.pairs { game % 2 == 1 } else { round % 2 == 1 };
        let (black, white) = if swapped { (second, first) } else { (first, second) };
        Some(Slot { game, encounter, black, white })
    }

    /// The games of one of `count` equal parts, `number` from 0. Encounters stay whole.
    #[must_use]
    pub(crate) fn shard(&self, number: usize, count: usize) -> Range<usize> {
        let border = |part: usize| part * self.encounters() / count * self.games_each();
        border(number)..border(number + 1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn slots(schedule: &Schedule) -> Vec<Slot> {
        (0..schedule.games()).map(|game| schedule.slot(game).unwrap()).collect()
    }

    proptest! {
        #[test]
        fn everyone_meets_everyone_equally_often_with_both_colours(
            engines in 2_usize..7,
            half in 1_usize..6,
            pairs: bool,
        ) {
            let stage = Stage { engines, games: 2 * half };
            let schedule = Schedule::new(PlanKind::RoundRobin, pairs, &[stage]);
            let mut met = BTreeMap::new();
            for slot in slots(&schedule) {
                *met.entry((slot.black, slot.white)).or_insert(0) += 1;
            }
            prop_assert_eq!(met.len(), engines * (engines - 1));
            prop_assert!(met.values().all(|&games| games == half));
            prop_assert_eq!(schedule.games(), engines * (engines - 1) * half);
        }

        #[test]
        fn shards_are_the_whole_without_overlap(engines in 2_usize..5, half in 1_usize..9, count in 1_usize..12) {
            let stage = Stage { engines, games: 2 * half };
            let schedule = Schedule::new(PlanKind::RoundRobin, true, &[stage]);
            let joined: Vec<usize> = (0..count).flat_map(|number| schedule.shard(number, count)).collect();
            prop_assert_eq!(joined, (0..schedule.games()).collect::<Vec<_>>());
        }

        #[test]
        fn what_was_planned_before_stays_when_more_is_added(
            growth in proptest::collection::vec((0_usize..3, 0_usize..3), 1..5),
            gauntlet: bool,
        ) {
            let kind = if gauntlet { PlanKind::Gauntlet(1) } else { PlanKind::RoundRobin };
            let mut stages = vec![Stage { engines: 2, games: 2 }];
            for (engines, encounters) in growth {
                let last = stages[stages.len() - 1];
                let next = Stage { engines: last.engines + engines, games: last.games + 2 * encounters };
                let before = Schedule::new(kind, true, &stages);
                stages.push(next);
                let after = Schedule::new(kind, true, &stages);
                prop_assert_eq!(slots(&before), &slots(&after)[..before.games()]);
                // And the games are those of a tournament that was planned so at once.
                let whole = Schedule::new(kind, true, &[next]);
                let count = |schedule: &Schedule| {
                    let mut games: Vec<_> = slots(schedule).iter().map(|slot| (slot.black, slot.white)).collect();
                    games.sort_unstable();
                    games
                };
                prop_assert_eq!(count(&after), count(&whole));
            }
        }
    }

    #[test]
    fn a_gauntlet_plays_only_the_challengers() {
        let stage = Stage { engines: 4, games: 2 };
        let schedule = Schedule::new(PlanKind::Gauntlet(1), true, &[stage]);
        let games: Vec<_> = slots(&schedule).iter().map(|slot| (slot.encounter, slot.black, slot.white)).collect();
        assert_eq!(games, [(0, 0, 1), (0, 1, 0), (1, 0, 2), (1, 2, 0), (2, 0, 3), (2, 3, 0)]);
    }
}
