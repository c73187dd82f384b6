//! The searching player: it plays the best move of an alpha-beta search.

use std::sync::Arc;
use std::time::Duration;

use super::Player;
use super::explain::{Explanation, MoveReason};
use super::naturalness::natural;
use crate::board::{Game, Move, Objective, Position, Square};
use crate::eval::{Evaluation, Worth};
use crate::machine::thinking::Instant;
use crate::personality::{AlphaBetaSpec, Effort, SearchSpec, TieRule};
use crate::players::Options;
use crate::record::book::Book;
use crate::search::{self, Certainty, Limits, Observer, Plan, Query, Report, Searcher, SilentObserver, Stop, Ties};
use crate::stats::derive;

/// The number of empty squares from which deep hints are exact.
const SOLVE_HINTS: u32 = 24;

/// Plays the best move of a search within its personality's limits.
#[derive(Debug)]
pub struct AlphaBeta {
    name: String,
    objective: Objective,
    evaluation: Evaluation,
    spec: SearchSpec,
    book: Option<Arc<Book>>,
    options: Options,
    /// The searcher. It is made at first use, because a player of three plies needs no hash table.
    searcher: Option<Searcher>,
    seed: u64,
    /// The time used in this game.
    spent: Duration,
}

impl AlphaBeta {
    /// A player with this specification. It searches with the threads and the hash table of the options.
    #[must_use]
    pub fn new(name: &str, objective: Objective, spec: &AlphaBetaSpec, options: &Options) -> AlphaBeta {
        AlphaBeta {
            name: name.to_owned(),
            objective,
            evaluation: spec.evaluation.build(),
            spec: spec.search,
            book: spec.book.as_ref().map(|book| Arc::clone(&book.book)),
            options: *options,
            searcher: None,
            seed: 0,
            spent: Duration::ZERO,
        }
    }

    /// The book's move with its value in discs, if the book has the position and the player may play that move.
    fn booked(&self, position: &Position) -> Option<(Square, f64)> {
        let (square, value) = self.book.as_ref()?.answer(position)?;
        let is_allowed = !self.spec.natural || natural(position) & square.bit() != 0;
        is_allowed.then_some((square, value))
    }

    fn search(
        &mut self,
        game: &Game,
        count: usize,
        limits: &Limits,
        solve_from: u32,
        observer: &mut dyn Observer,
    ) -> Report {
        // Each move of each game has its own seed: noise and ties do not repeat, and do not depend on earlier requests.
        let seed = derive(self.seed, game.history().len() as u64);
        self.evaluation.seed_noise(seed);
        let plan = Plan {
            objective: self.objective,
            first_depth: match self.spec.effort {
                Effort::Depth(_) => 1,
                Effort::Time { first_depth, .. } => first_depth.get(),
            },
            solve_from,
            selectivity: self.spec.selectivity,
            ties: match self.spec.ties {
                TieRule::First => Ties::First,
                TieRule::Random => Ties::Random(seed),
            },
            threads: self.options.threads,
        };
        let position = game.board().position;
        let shallow = limits.depth.is_some_and(|depth| depth < search::DEEP) && position.empties() > solve_from;
        if !shallow && self.searcher.is_none() {
            self.searcher = Searcher::new(self.options.hash_mb, self.options.threads).ok();
        }
        let query = Query { position, plan: &plan, limits, lines: count };
        match &mut self.searcher {
            Some(searcher) if !shallow => searcher.search_with(query, &self.evaluation, observer),
            _ => search::search_with(query, &self.evaluation, observer),
        }
    }

    /// The smaller of the personality's limits and the given ones, and the number of empty squares from which the
    /// search solves.
    fn within(&self, limits: &Limits) -> (Limits, u32) {
        let (depth, time, budget) = match self.spec.effort {
            Effort::Depth(depth) => (Some(depth.get()), None, None),
            Effort::Time { limit, game, uses_clock, .. } => {
                let limit = if uses_clock && limits.clock.is_some() { None } else { Some(limit) };
                (None, limit, game.map(|game| game.saturating_sub(self.spent)))
            }
        };
        // A limit of depth below the personality's own also bounds the endgame.
        let solve_from = match limits.depth {
            Some(limit) if depth.is_none_or(|own| limit < own) => self.spec.solve_from.min(limit),
            _ => self.spec.solve_from,
        };
        let (depth, time, budget) =
            (smaller(depth, limits.depth), smaller(time, limits.time), smaller(budget, limits.budget));
        (Limits { depth, time, budget, ..limits.clone() }, solve_from)
    }
}

/// The smaller of two limits. `None` is no limit.
fn smaller<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    a.into_iter().chain(b).min()
}

impl Player for AlphaBeta {
    fn name(&self) -> &str {
        &self.name
    }

    fn objective(&self) -> Objective {
        self.objective
    }

    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.spent = Duration::ZERO;
    }

    /// A book move needs no search. Otherwise the player searches.
    fn choose(&mut self, game: &Game, limits: &Limits, observer: &mut dyn Observer) -> Report {
        if let (Some((square, discs)), Some(book)) = (self.booked(&game.board().position), &self.book) {
            let report = Report::ranked(book.origin.depth, [(Move::Place(square), Worth::Discs(discs))]);
            observer.iteration(&report);
            return report;
        }
        let (mut limits, solve_from) = self.within(limits);
        if self.spec.natural {
            limits.moves = Some(natural(&game.board().position));
        }
        let start = Instant::now();
        let report = self.search(game, 1, &limits, solve_from, observer);
        self.spent += start.elapsed();
        report
    }

    /// Given limits replace the personality's own, so hints may be deeper than its moves. They are exact from 24 empty
    /// squares on, or from twice the requested depth.
    fn rank(&mut self, game: &Game, count: usize, limits: &Limits, observer: &mut dyn Observer) -> Report {
        let given = limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some() || limits.clock.is_some();
        let within = self.within(limits);
        let (limits, solve_from) = if given { (limits.clone(), within.1) } else { within };
        let in_reach = limits.depth.map_or(SOLVE_HINTS, |depth| depth.saturating_mul(2).min(SOLVE_HINTS));
        self.search(game, count, &limits, solve_from.max(in_reach), observer)
    }

    /// A personality with a depth searches again, to compare all moves. One with a time limit uses only the results of
    /// its search.
    fn explain(&mut self, game: &Game, report: &Report, mv: Move, stop: &Stop) -> Option<Explanation> {
        let position = &game.board().position;
        let choice = report.lines.first()?;
        if position.moves().count_ones() < 2 {
            return Some(Explanation::new(mv, MoveReason::Only));
        }
        if let Some((square, _)) = self.booked(position) {
            let known = Move::Place(square);
            let why = if mv == known { MoveReason::Book } else { MoveReason::Another { choice: known, equal: false } };
            return Some(Explanation::new(mv, why));
        }
        if let Effort::Time { .. } = self.spec.effort {
            let why = if choice.pv[0] == mv {
                MoveReason::Best
            } else {
                MoveReason::Another { choice: choice.pv[0], equal: false }
            };
            return Some(Explanation::new(mv, why));
        }
        // The depth is that of the report, whose limits may have been smaller.
        let depth = if let Certainty::Depth(depth) = report.certainty() { Some(depth) } else { None };
        let (limits, solve_from) = self.within(&Limits { depth, stop: stop.clone(), ..Limits::default() });
        let lines = self.search(game, 64, &limits, solve_from, &mut SilentObserver).lines;
        if stop.is_stopped() {
            return None;
        }
        let line = lines.iter().find(|line| line.pv[0] == mv)?;
        let best = lines.first()?;
        let equal = lines.iter().filter(|other| other.worth == line.worth).count();
        let why = if choice.pv[0] != mv {
            let chosen = lines.iter().find(|line| line.pv[0] == choice.pv[0])?;
            MoveReason::Another { choice: choice.pv[0], equal: chosen.worth == line.worth }
        } else if best.worth > line.worth && self.spec.natural {
            MoveReason::natural(position, best.pv[0])
        } else if equal > 1 && self.spec.ties == TieRule::Random {
            MoveReason::Equal { moves: equal }
        } else {
            MoveReason::Best
        };
        Some(Explanation::new(mv, why))
    }

    fn evaluates(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;
    use crate::eval::features::Discs;
    use crate::eval::probcut::Selectivity;
    use crate::eval::{EvaluationSpec, Term, WeightedSpec};

    fn player(effort: Effort, solve_from: u32) -> AlphaBeta {
        let weighted = WeightedSpec { terms: vec![Term::new(Discs, 1.0)], points_per_disc: None };
        let search =
            SearchSpec { effort, solve_from, ties: TieRule::First, natural: false, selectivity: Selectivity::OFF };
        let spec = AlphaBetaSpec { evaluation: EvaluationSpec::Weighted(weighted), search, book: None };
        AlphaBeta::new("p", Objective::Normal, &spec, &Options::default())
    }

    fn to_limits(depth: Option<u32>, ms: Option<u64>) -> Limits {
        Limits { depth, time: ms.map(Duration::from_millis), ..Limits::default() }
    }

    #[test]
    fn given_limits_bound_the_personality_from_above() {
        let depth = Effort::Depth(NonZeroU32::new(4).unwrap());
        let time = Effort::Time {
            limit: Duration::from_millis(500),
            first_depth: NonZeroU32::MIN,
            game: None,
            uses_clock: false,
        };
        let cases = [
            (depth, to_limits(None, None), (Some(4), None, 9)),
            (depth, to_limits(Some(6), None), (Some(4), None, 9)),
            (depth, to_limits(Some(2), Some(50)), (Some(2), Some(50), 2)),
            (time, to_limits(None, Some(900)), (None, Some(500), 9)),
            (time, to_limits(Some(3), Some(50)), (Some(3), Some(50), 3)),
        ];
        for (effort, limits, expected) in cases {
            let (within, solve_from) = player(effort, 9).within(&limits);
            let time = within.time.map(|time| time.as_millis() as u64);
            assert_eq!((within.depth, time, solve_from), expected, "{effort:?} {limits:?}");
        }
    }

    #[test]
    fn a_clock_replaces_the_time_for_a_move_only_where_the_personality_uses_it() {
        let limit = Duration::from_millis(500);
        let left = Duration::from_secs(300);
        let clock = Some(crate::search::Clock { left, increment: Duration::ZERO, stones: None, overtime: None });
        for (uses_clock, limits, expected) in [
            (false, Limits { clock, ..Limits::default() }, Some(500)),
            (true, Limits { clock, ..Limits::default() }, None),
            (true, Limits { clock, ..to_limits(None, Some(900)) }, Some(900)),
            (true, Limits::default(), Some(500)),
        ] {
            let effort = Effort::Time { limit, first_depth: NonZeroU32::MIN, game: None, uses_clock };
            let (within, _) = player(effort, 9).within(&limits);
            assert_eq!(within.time.map(|time| time.as_millis()), expected, "{uses_clock} {limits:?}");
        }
    }

    #[test]
    fn a_budget_for_the_game_is_spent_move_by_move_and_is_there_again_in_the_next_game() {
        // A busy machine needs less time than this for two moves.
        let game = Duration::from_secs(3600);
        let effort = Effort::Time {
            limit: Duration::from_millis(20),
            first_depth: NonZeroU32::MIN,
            game: Some(game),
            uses_clock: false,
        };
        let mut player = player(effort, 9);
        assert_eq!(budget(&player), game);
        player.choose(&Game::default(), &Limits::default(), &mut SilentObserver);
        let after_one_move = budget(&player);
        assert!(after_one_move < game);
        player.choose(&Game::default(), &Limits::default(), &mut SilentObserver);
        assert!(budget(&player) < after_one_move);
        player.new_game(1);
        assert_eq!(budget(&player), game);
    }

    /// The time limit for the remaining moves of the game.
    fn budget(player: &AlphaBeta) -> Duration {
        player.within(&Limits::default()).0.budget.unwrap()
    }

    #[test]
    fn hints_go_as_deep_as_they_are_asked_to() {
        let mut player = player(Effort::Depth(NonZeroU32::MIN), 0);
        let game = Game::default();
        assert_eq!(
            player.choose(&game, &to_limits(Some(3), None), &mut SilentObserver).certainty(),
            Certainty::Depth(1)
        );
        assert_eq!(
            player.rank(&game, 4, &to_limits(Some(3), None), &mut SilentObserver).certainty(),
            Certainty::Depth(3)
        );
        assert_eq!(player.rank(&game, 4, &to_limits(None, None), &mut SilentObserver).certainty(), Certainty::Depth(1));
    }
}
