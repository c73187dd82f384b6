//! Follows a sequential test through the games.

use std::collections::BTreeMap;

use super::{Results, SprtLine};
use crate::stats::{Sprt, Verdict};
use crate::tournament::identity::Identity;
use crate::tournament::played::TournamentGame;
use crate::tournament::schedule::Schedule;

/// Follows the SPRT through the encounters in order, so that its decision does not depend on which games end first.
/// Returns the number of games that count after the decision.
pub(super) fn follow(
    test: Sprt,
    schedule: &Schedule,
    identity: &Identity,
    games: &BTreeMap<usize, &TournamentGame>,
) -> (SprtLine, Option<usize>) {
    let mut pairing = Results::default();
    let (lower, upper) = test.bounds();
    let mut line = SprtLine { test, ratio: 0.0, lower, upper, verdict: Verdict::Undecided, games: 0, faults: 0 };
    let each = schedule.games_each();
    for encounter in 0..schedule.encounters() {
        let Some(played) = encounter_games(encounter, each, games) else { break };
        let results: Vec<u8> = played.iter().filter_map(|game| game.doubled(&identity.engines[0].name)).collect();
        match results[..] {
            [first, second] => pairing.pairs.add(first, second),
            [only] if each == 1 => pairing.tally.add(only),
            _ => continue,
        }
        line.games += played.len();
        line.faults += played.iter().filter(|game| game.fault.is_some()).count();
        if let Some(scores) = pairing.scores(each == 2) {
            line.ratio = test.ratio(&scores);
            line.verdict = test.verdict(&scores);
        }
        if line.verdict != Verdict::Undecided {
            return (line, Some((encounter + 1) * each));
        }
    }
    (line, None)
}

/// All games of an encounter, if all were played and none must be repeated.
fn encounter_games<'a>(
    encounter: usize,
    each: usize,
    games: &BTreeMap<usize, &'a TournamentGame>,
) -> Option<Vec<&'a TournamentGame>> {
    let numbers = encounter * each..(encounter + 1) * each;
    numbers.map(|number| games.get(&number).copied().filter(|game| !game.is_to_repeat())).collect()
}
