//! Follows a sequential test through the games.

use super::{Results, SprtLine};
use crate::stats::{Sprt, Verdict};
use crate::tournament::identity::Identity;
use crate::tournament::played::TournamentGame;
use crate::tournament::schedule::Schedule;

/// An SPRT that is followed through the encounters in order, so that its decision does not depend on which games end
/// first.
pub(in crate::tournament) struct FollowedTest {
    pub line: SprtLine,
    /// The number of games that count after the decision.
    pub end: Option<usize>,
    /// The encounters before this one are in the line.
    encounter: usize,
    pairing: Results,
}

impl FollowedTest {
    /// A test before the first encounter.
    pub(in crate::tournament) fn new(test: Sprt) -> FollowedTest {
        let (lower, upper) = test.bounds();
        let line = SprtLine { test, ratio: 0.0, lower, upper, verdict: Verdict::Undecided, games: 0, faults: 0 };
        FollowedTest { line, end: None, encounter: 0, pairing: Results::default() }
    }

    /// Goes on to the decision, or to the first encounter that is not complete. `find` gives the game with a number, if
    /// it was played.
    pub(in crate::tournament) fn advance<'a>(
        &mut self,
        schedule: &Schedule,
        identity: &Identity,
        find: impl Fn(usize) -> Option<&'a TournamentGame>,
    ) {
        let each = schedule.games_each();
        while self.end.is_none() && self.encounter < schedule.encounters() {
            let numbers = self.encounter * each..(self.encounter + 1) * each;
            let Some(played) = numbers.map(&find).collect::<Option<Vec<&TournamentGame>>>() else { return };
            // All games of an encounter are repeated, and only one of them may have ended again.
            let is_half_repeated = played.iter().any(|game| game.attempt != played[0].attempt);
            if is_half_repeated || played.iter().any(|game| game.is_to_repeat()) {
                return;
            }
            self.encounter += 1;
            self.add(&played, identity);
            if self.line.verdict != Verdict::Undecided {
                self.end = Some(self.encounter * each);
            }
        }
    }

    /// Adds the games of an encounter, from the view of the first engine.
    fn add(&mut self, played: &[&TournamentGame], identity: &Identity) {
        let results: Vec<u8> = played.iter().filter_map(|game| game.doubled(&identity.engines[0].name)).collect();
        match results[..] {
            [first, second] => self.pairing.pairs.add(first, second),
            [only] if played.len() == 1 => self.pairing.tally.add(only),
            _ => return,
        }
        self.line.games += played.len();
        self.line.faults += played.iter().filter(|game| game.fault.is_some()).count();
        if let Some(scores) = self.pairing.scores(played.len() == 2) {
            self.line.ratio = self.line.test.ratio(&scores);
            self.line.verdict = self.line.test.decide(self.line.ratio);
        }
    }
}
