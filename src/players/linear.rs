//! The searching player with a linear evaluation.

use super::Player;
use super::personality::{Effort, Options, SearchSpec, TieRule};
use crate::board::{Game, Objective};
use crate::eval::Linear;
use crate::search::{self, Limits, Observer, Plan, Report, Ties};
use crate::stats::derive;

/// Plays the best move of a search that its personality bounds.
#[derive(Debug, Clone)]
pub struct LinearPlayer {
    name: String,
    objective: Objective,
    evaluator: Linear,
    spec: SearchSpec,
    threads: usize,
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
        LinearPlayer { name: name.to_owned(), objective, evaluator, spec, threads: options.threads, seed: 0 }
    }

    fn search(&mut self, game: &Game, count: usize, limits: &Limits, observer: &mut dyn Observer) -> Report {
        // A seed for each move of each game: noise and ties do not repeat, and do not depend on what was asked before.
        let seed = derive(self.seed, game.history().len() as u64);
        self.evaluator.seed_noise(seed);
        let plan = Plan {
            objective: self.objective,
            first_depth: match self.spec.effort {
                Effort::Depth(_) => 1,
                Effort::Time { first_depth, .. } => first_depth.get(),
            },
            solve_from: self.spec.solve_from,
            ties: match self.spec.ties {
                TieRule::First => Ties::First,
                TieRule::Random => Ties::Random(seed),
            },
            threads: self.threads,
        };
        search::search(&game.board().position, &self.evaluator, &plan, limits, count, observer)
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
        self.search(game, 1, &self.within(limits), observer)
    }

    /// Limits that are given replace the personality's own: one may ask to look deeper than it plays.
    fn rank(&mut self, game: &Game, count: usize, limits: &Limits, observer: &mut dyn Observer) -> Report {
        let bounded =
            limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some() || limits.clock.is_some();
        let limits = if bounded { limits.clone() } else { self.within(limits) };
        self.search(game, count, &limits, observer)
    }

    fn evaluates(&self) -> bool {
        true
    }
}
