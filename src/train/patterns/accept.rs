//! Acceptance: a generation must beat the previous one in a match of paired openings.

use serde::{Deserialize, Serialize};

use crate::board::{Objective, Position, points};
use crate::eval::patterns::Patterns;
use crate::eval::probcut::Selectivity;
use crate::machine::work::map;
use crate::players::duel::opening_board;
use crate::search::{Limits, Plan, Query, Searcher, SilentObserver, Stop};
use crate::stats::{Mean, derive};

/// Megabytes of each side's hash table in a pair of games.
const HASH: u64 = 16;

/// A match at a fixed depth. It is the same on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Match {
    /// The number of openings. Each is played with both colours.
    pub pairs: usize,
    /// The number of random moves in an opening.
    pub plies: u32,
    pub depth: u32,
    #[serde(default)]
    pub selectivity: Selectivity,
    /// The number of empty squares from which both sides play exactly.
    pub solve_from: u32,
}

/// The result of a match for the newer patterns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchOutcome {
    pub games: usize,
    /// The mean score, 0 to 1, with its 95 % interval.
    pub score: f64,
    pub low: f64,
    pub high: f64,
    /// The mean result in discs.
    pub discs: f64,
}

impl MatchOutcome {
    /// True if the newer patterns scored more than one half.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.score > 0.5
    }
}

impl Match {
    /// Plays the match between the newer and the older patterns. `step` is called after each pair. `None` if stopped.
    #[must_use]
    pub fn play(
        &self,
        objective: Objective,
        [new, old]: [&Patterns; 2],
        seed: u64,
        threads: usize,
        stop: &Stop,
        step: &(dyn Fn() + Sync),
    ) -> Option<MatchOutcome> {
        let pairs = map(threads, self.pairs, |number| {
            if stop.is_stopped() {
                return [0, 0];
            }
            let start = opening_board(derive(seed, number as u64), self.plies).position;
            let mut searchers = [(); 2].map(|()| Searcher::new(HASH, 1).expect("a small table can be had"));
            let discs = [[new, old], [old, new]].map(|players| self.game(objective, start, players, &mut searchers));
            step();
            [discs[0], -discs[1]]
        });
        let mean = Mean::estimate(pairs.iter().map(|[a, b]| (points(*a) + points(*b)) / 2.0));
        let discs = Mean::estimate(pairs.iter().map(|[a, b]| f64::from(a + b) / 2.0));
        let (low, high) = mean.map_or((0.0, 1.0), |mean| mean.interval_of_share());
        (!stop.is_stopped()).then(|| MatchOutcome {
            games: 2 * pairs.len(),
            score: mean.map_or(0.5, |mean| mean.mean),
            low,
            high,
            discs: discs.map_or(0.0, |mean| mean.mean),
        })
    }

    /// The result in discs for the side that begins.
    fn game(
        &self,
        objective: Objective,
        start: Position,
        players: [&Patterns; 2],
        searchers: &mut [Searcher; 2],
    ) -> i32 {
        let plan = Plan { solve_from: self.solve_from, selectivity: self.selectivity, ..Plan::new(objective) };
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        let mut position = start;
        let mut mover = 0;
        while !position.is_over() {
            position = if position.moves() == 0 {
                position.pass()
            } else {
                let query = Query { position, plan: &plan, limits: &limits, lines: 1 };
                let report = searchers[mover].search(query, players[mover], &mut SilentObserver);
                let square = report.lines[0].pv[0].square().expect("there are moves");
                position.play(square)
            };
            mover = 1 - mover;
        }
        let discs = position.score(objective);
        if mover == 0 { discs } else { -discs }
    }
}
