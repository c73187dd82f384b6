//! The searching player with a linear evaluation.

use super::Player;
use super::personality::{Effort, Options, SearchSpec, TieRule};
use crate::board::{Game, Objective};
use crate::eval::Linear;
use crate::search::{self, Limits, Observer, Plan, Report, Searcher, Ties};
use crate::stats::derive;

/// Searches less deep than this end before a table would help them.
const SHALLOW: u32 = 5;

/// Plays the best move of a search that its personality bounds.
#[derive(Debug)]
pub struct LinearPlayer {
    name: String,
    objective: Objective,
    evaluator: Linear,
    spec: SearchSpec,
    options: Options,
    /// Made when it is first needed: a player of three plies takes no memory.
    searcher: Option<Searcher>,
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
        let name = name.to_owned();
        LinearPlayer { name, objective, evaluator, spec, options: *options, searcher: None, seed: 0 }
    }

    fn search(
        &mut self,
        game: &Game,
        count: usize,
        limits: &Limits,
        solve_from: u32,
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
            threads: self.options.threads,
        };
        let position = &game.board().position;
        let shallow = limits.depth.is_some_and(|depth| depth < SHALLOW) && position.empties() > solve_from;
        if !shallow && self.searcher.is_none() {
            self.searcher = Searcher::new(self.options.hash_mb, self.options.threads).ok();
        }
        match &mut self.searcher {
            Some(searcher) if !shallow => searcher.search(position, &self.evaluator, &plan, limits, count, observer),
            _ => search::search(position, &self.evaluator, &plan, limits, count, observer),
        }
    }

    /// The personality's own limits within the given ones, the smaller of both; and from how many empty squares on it then solves.
    fn within(&self, limits: &Limits) -> (Limits, u32) {
        let (depth, time) = match self.spec.effort {
            Effort::Depth(depth) => (Some(depth.get()), None),
            Effort::Time { limit, .. } => (None, Some(limit)),
        };
        // Whoever is told to look less deep than it would must not look to the end from farther away either.
        let solve_from = match limits.depth {
            Some(told) if depth.is_none_or(|own| told < own) => self.spec.solve_from.min(told),
            _ => self.spec.solve_from,
        };
        (Limits { depth: smaller(depth, limits.depth), time: smaller(time, limits.time), ..limits.clone() }, solve_from)
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
        let (limits, solve_from) = self.within(limits);
        self.search(game, 1, &limits, solve_from, observer)
    }

    /// Limits that are given replace the personality's own: one may ask to look deeper than it plays.
    fn rank(&mut self, game: &Game, count: usize, limits: &Limits, observer: &mut dyn Observer) -> Report {
        let given = limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some() || limits.clock.is_some();
        let own = self.within(limits);
        let (limits, solve_from) = if given { (limits.clone(), own.1) } else { own };
        self.search(game, count, &limits, solve_from, observer)
    }

    fn evaluates(&self) -> bool {
        true
    }
}
