//! The searching player with a linear evaluation.

use super::Player;
use super::personality::{Effort, Options, SearchSpec, TieRule};
use crate::board::{Game, Objective};
use crate::eval::Linear;
use crate::search::{Limits, Observer, Plan, Report, Searcher, Ties};
use crate::stats::derive;

/// Hints turn into exact scores from this many empty squares on, if they are asked for in earnest.
const SOLVE_HINTS: u32 = 24;

/// Plays the best move of a search that its personality bounds.
#[derive(Debug, Clone)]
pub struct LinearPlayer {
    name: String,
    objective: Objective,
    evaluator: Linear,
    spec: SearchSpec,
    searcher: Searcher,
    seed: u64,
}

impl LinearPlayer {
    #[must_use]
    pub fn new(
        name: &str,
        objective: Objective,
        evaluator: Linear,
        spec: SearchSpec,
        options: &Options,
    ) -> LinearPlayer {
        let searcher = Searcher::at_most(options.hash_mb as u64, options.threads);
        LinearPlayer { name: name.to_owned(), objective, evaluator, spec, searcher, seed: 0 }
    }

    fn search(
        &mut self,
        game: &Game,
        count: usize,
        solve_from: u32,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        // A seed for each move of each game: noise and ties do not repeat, and do not depend on what was asked before.
        let seed = derive(self.seed, game.history().len() as u64);
        self.evaluator.seed_noise(seed);
        let plan = Plan {
            objective: self.objective,
            first_depth: match self.spec.effort {
                Effort::Depth(_) => 1,
                Effort::Time { first_depth, .. } => first_depth.get(),
            },
            solve_from,
            ties: match self.spec.ties {
                TieRule::First => Ties::First,
                TieRule::Random => Ties::Random(seed),
            },
            threads: self.searcher.threads(),
        };
        self.searcher.search(&game.board().position, &self.evaluator, &plan, limits, count, observer)
    }

    /// The personality's own limits within the given ones: the smaller of both.
    fn within(&self, limits: &Limits) -> Limits {
        let (depth, time) = match self.spec.effort {
            Effort::Depth(depth) => (Some(depth.get()), None),
            Effort::Time { limit, .. } => (None, Some(limit)),
        };
        Limits { depth: smaller(depth, limits.depth), time: smaller(time, limits.time), ..limits.clone() }
    }
}

/// The smaller of two limits, `None` being no limit.
fn smaller<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    a.into_iter().chain(b).min()
}

impl Player for LinearPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn objective(&self) -> Objective {
        self.objective
    }

    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, game: &Game, limits: &Limits, observer: &mut dyn Observer) -> Report {
        self.search(game, 1, self.spec.solve_from, &self.within(limits), observer)
    }

    /// Limits that are given replace the personality's own: one may ask to look deeper than it plays. Several moves are ranked by the exact
    /// end of the game from 24 empty squares on, or from twice the depth that is asked for.
    fn rank(&mut self, game: &Game, count: usize, limits: &Limits, observer: &mut dyn Observer) -> Report {
        let bounded =
            limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some() || limits.clock.is_some();
        let limits = if bounded { limits.clone() } else { self.within(limits) };
        let solve_from = match limits.depth {
            _ if count == 1 => self.spec.solve_from,
            Some(depth) => depth.saturating_mul(2).min(SOLVE_HINTS).max(self.spec.solve_from),
            None => SOLVE_HINTS.max(self.spec.solve_from),
        };
        self.search(game, count, solve_from, &limits, observer)
    }

    fn evaluates(&self) -> bool {
        true
    }
}
