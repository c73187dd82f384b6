//! Iterative deepening: each iteration goes deeper, until the depth or a limit is reached.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::alphabeta::Searching;
use super::budget::{Budget, Meter};
use super::busy::Busy;
use super::endgame::Solver;
use super::root::{self, RootMove};
use super::solve::{Ending, Pace};
use super::table::TranspositionTable;
use super::{Certainty, Iteration, Line, Plan, Query};
use crate::board::{Bitboard, Move};
use crate::eval::{Evaluator, Leaf};

/// From this depth on a search is worth a table, and the iterations before it are worth their order.
pub const DEEP: u32 = 5;

/// From this depth on an iteration is worth its threads.
const PARALLEL: u32 = 6;

/// One search: what stays the same over its iterations.
pub(super) struct Deepening<'a, E> {
    pub evaluator: &'a E,
    pub plan: &'a Plan,
    pub budget: &'a Budget,
    pub table: Option<&'a TranspositionTable>,
    pub threads: usize,
    /// The position that is searched; the one after the pass if the root must pass.
    leaf: Leaf,
    /// The root must pass.
    passes: bool,
    moves: Vec<RootMove>,
    /// How many moves need their exact value.
    count: usize,
    /// How deep the last completed iteration went.
    pub depth: u32,
    /// The confidence that the first move wins or draws, in hundredths; the margin is not known.
    wins_or_draws: Option<u8>,
}

impl<'a, E: Evaluator> Deepening<'a, E> {
    /// The search of a position for its best moves; `None` if the game is over. Depth 1 ignores all limits, so there is
    /// always a move.
    pub(super) fn new(
        query: Query<'a>,
        evaluator: &'a E,
        budget: &'a Budget,
        table: Option<&'a TranspositionTable>,
        threads: usize,
    ) -> Option<Self> {
        let Query { position, plan, lines: count, .. } = query;
        if position.is_over() {
            return None;
        }
        let root = Leaf { position, before: None, passes: 0 };
        let passes = position.moves() == 0;
        let leaf = if passes { root.passed() } else { root };
        let mut deepening = Deepening {
            evaluator,
            plan,
            budget,
            table,
            threads,
            leaf,
            passes,
            moves: Vec::new(),
            count,
            depth: 1,
            wins_or_draws: None,
        };
        let mut searching = deepening.searching(None);
        searching.meter.unlimited = true;
        let mut moves = root::moves(&leaf, plan.ties, &mut searching);
        root::iterate(&leaf, &mut moves, 1, deepening.kept(), &mut searching).expect("nothing stops it");
        searching.meter.report();
        deepening.moves = moves;
        Some(deepening)
    }

    /// Restricts the root to these moves, if any of them is legal.
    pub(super) fn keep(&mut self, only: Bitboard) {
        let kept = |root_move: &&RootMove| root_move.child.square.bit() & only != 0;
        let moves: Vec<RootMove> = self.moves.iter().filter(kept).cloned().collect();
        if !self.passes && !moves.is_empty() && moves.len() < self.moves.len() {
            self.moves = moves;
            // Some that come first now had no exact value.
            self.iterate(1);
        }
    }

    fn kept(&self) -> usize {
        if self.passes { 1 } else { self.count.max(1) }
    }

    fn searching<'b>(&'b self, halt: Option<&'b AtomicBool>) -> Searching<'b, E> {
        let meter = Meter::new(self.budget, halt);
        Searching::new(self.evaluator, self.plan.objective, self.plan.selectivity, self.table, meter)
    }

    /// Searches one iteration. False if it had to stop: the previous result stays, but if the time ended it, a better
    /// move that it had found is played.
    pub(super) fn iterate(&mut self, depth: u32) -> bool {
        let mut moves = self.moves.clone();
        let done = if self.threads > 1 && depth >= PARALLEL {
            self.iterate_with_helpers(&mut moves, depth)
        } else {
            let mut searching = self.searching(None);
            let done = root::iterate(&self.leaf, &mut moves, depth, self.kept(), &mut searching);
            searching.meter.report();
            done.is_some()
        };
        if done {
            self.depth = depth;
        }
        if done || (self.budget.is_late() && self.kept() == 1) {
            self.moves = moves;
        }
        done
    }

    /// The same iteration on all threads. They share the table, and each defers what another is searching. Values at
    /// equal depth are the same on every thread, so the help changes the time and nothing else.
    fn iterate_with_helpers(&self, moves: &mut [RootMove], depth: u32) -> bool {
        let halt = AtomicBool::new(false);
        let busy = Busy::default();
        let searching = |halt| {
            let mut searching = self.searching(halt);
            searching.busy = Some(&busy);
            searching
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                let mut moves = moves.to_vec();
                let mut searching = searching(Some(&halt));
                let (leaf, count) = (&self.leaf, self.kept());
                scope.spawn(move || {
                    // The result is in the table; the main thread reads it there.
                    let _ = root::iterate(leaf, &mut moves, depth, count, &mut searching);
                    searching.meter.report();
                });
            }
            let mut searching = searching(None);
            let done = root::iterate(&self.leaf, moves, depth, self.kept(), &mut searching);
            halt.store(true, Relaxed);
            searching.meter.report();
            done.is_some()
        })
    }

    /// The last completed iteration as a report.
    pub(super) fn report(&self) -> Iteration {
        let certainty = if self.depth >= self.leaf.position.empties() {
            Certainty::Exact
        } else {
            match self.wins_or_draws {
                Some(100) => Certainty::WinLossDraw,
                Some(percent) => Certainty::Likely { plies: self.leaf.position.empties(), percent },
                None => Certainty::Depth(self.depth),
            }
        };
        let line = |root_move: &RootMove| root_move.line(certainty, self.evaluator);
        let mut lines: Vec<Line> = self.moves.iter().take(self.kept()).map(line).collect();
        if self.passes {
            lines.truncate(1);
            for line in &mut lines {
                line.pv.insert(0, Move::Pass);
                line.worth = -line.worth;
                line.discs = -line.discs;
            }
        }
        Iteration { certainty, lines, nodes: self.budget.visited(), elapsed: self.budget.start.elapsed() }
    }

    /// Solves the game for all moves that are asked for. False if it had to stop; what was known before stays.
    pub(super) fn solve(&mut self, solver: &Solver, pace: &Pace) -> bool {
        let mut moves = self.moves.clone();
        let ending = Ending { solver, objective: self.plan.objective, budget: self.budget, pace };
        let done = ending.solve(&self.leaf.position, &mut moves, self.kept(), self.plan.ties).is_some();
        if done {
            self.moves = moves;
            self.depth = self.leaf.position.empties();
        }
        done
    }

    /// Looks for a move that wins, else for one that draws: at growing confidence if `selective`, else only for
    /// certain. A move that is likely to becomes the first move. After each answer `goes_on` is asked. The certain
    /// answer is true if one of the searched moves wins or draws.
    pub(super) fn decide(
        &mut self,
        solver: &Solver,
        pace: &Pace,
        selective: bool,
        goes_on: &mut dyn FnMut(&Self) -> bool,
    ) -> Option<bool> {
        let before = self.moves.clone();
        let ending = Ending { solver, objective: self.plan.objective, budget: self.budget, pace };
        let position = self.leaf.position;
        let mut last = None;
        let done = ending.decide(&position, selective, &mut |likely| {
            last = Some(likely);
            self.moves.clone_from(&before);
            // Moves that were left out are unknown.
            let found = likely.score >= 0 && Ending::prefer(&mut self.moves, likely);
            self.wins_or_draws = found.then_some(likely.percent);
            goes_on(self)
        });
        done.and(last).filter(|likely| likely.percent == 100).map(|_| self.wins_or_draws.is_some())
    }

    /// True if there is nothing to choose.
    pub(super) fn is_forced(&self) -> bool {
        self.passes || self.moves.len() == 1
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, LazyLock};

    use rand::seq::IteratorRandom;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::board::{Objective, Position, squares};
    use crate::machine::thinking::Instant;
    use crate::search::Limits;
    use crate::search::bench::Shapes;
    use crate::search::endgame::Goal;

    static PLAN: Plan = Plan { solve_from: 20, ..Plan::new(Objective::Normal) };
    static LIMITS: LazyLock<Limits> = LazyLock::new(Limits::default);

    /// A position of a random game, its side to move having a choice.
    fn position(seed: u64, empties: u32) -> Option<Position> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut position = Position::START;
        while position.empties() > empties && !position.is_over() {
            position = match squares(position.moves()).choose(&mut rng) {
                Some(square) => position.play(square),
                None => position.pass(),
            };
        }
        (position.moves().count_ones() > 1 && !rng.random_ratio(1, 8)).then_some(position)
    }

    fn solver() -> Solver {
        Solver::new(Arc::new(TranspositionTable::new(2).unwrap()))
    }

    fn deepening(position: Position, budget: &Budget) -> Option<Deepening<'_, Shapes>> {
        let query = Query { position, plan: &PLAN, limits: &LIMITS, lines: 1 };
        Deepening::new(query, &Shapes, budget, None, 1)
    }

    fn score(position: &Position) -> i32 {
        solver().solve(position, Objective::Normal, Goal::Exact, &Limits::default()).unwrap().score
    }

    #[test]
    fn who_wins_decides_the_move_and_a_lost_game_keeps_its_own() {
        let budget = Budget::new(Instant::now(), None, None, Limits::default().stop);
        let mut seen = [0; 3];
        for position in (0..120).filter_map(|seed| position(seed, 10)) {
            let mut deepening = deepening(position, &budget).unwrap();
            assert!(deepening.iterate(2));
            let before = deepening.report().lines[0].clone();
            let result = score(&position).signum();
            seen[(result + 1) as usize] += 1;
            let selective = seen[0] % 2 == 1;
            let mut answers = Vec::new();
            let mut keep = |deepening: &Deepening<'_, Shapes>| {
                answers.push(deepening.report().certainty);
                true
            };
            assert_eq!(deepening.decide(&solver(), &Pace::default(), selective, &mut keep), Some(result >= 0));
            assert_eq!(answers.len(), if selective { 6 } else { 1 });
            if selective
                && result > 0
                && let Certainty::Likely { plies, percent } = answers[0]
            {
                assert_eq!((plies, percent), (position.empties(), 73));
            }
            let report = deepening.report();
            let line = &report.lines[0];
            if result < 0 {
                assert_eq!((report.certainty, line), (Certainty::Depth(2), &before));
            } else {
                assert_eq!((report.certainty, line.discs), (Certainty::WinLossDraw, f64::from(2 * result)));
                let reply = position.play(line.pv[0].square().unwrap());
                assert_eq!(-score(&reply).signum(), result, "{position:?}");
            }
        }
        assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
    }

    #[test]
    fn only_moves_that_are_kept_are_said_to_win() {
        let budget = Budget::new(Instant::now(), None, None, Limits::default().stop);
        let mut lost = 0;
        for position in (0..120).filter_map(|seed| position(seed, 10)) {
            let replies = squares(position.moves()).map(|square| (square, -score(&position.play(square))));
            let (kept, result) = replies.min_by_key(|reply| reply.1).unwrap();
            if result >= 0 || score(&position) < 0 {
                continue;
            }
            lost += 1;
            let mut deepening = deepening(position, &budget).unwrap();
            deepening.keep(kept.bit());
            assert!(deepening.iterate(2));
            assert_eq!(deepening.decide(&solver(), &Pace::default(), true, &mut |_| true), Some(false));
            assert_eq!(deepening.report().certainty, Certainty::Depth(2), "{position:?}");
            assert_eq!(deepening.report().lines[0].pv[0], Move::Place(kept));
        }
        assert!(lost > 10, "{lost}");
    }

    #[test]
    fn an_iteration_that_is_cut_off_has_the_best_move_so_far_in_front() {
        let budget = Budget::new(Instant::now(), None, None, Limits::default().stop);
        let position = (0..).filter_map(|seed| position(seed, 20)).find(|position| position.moves().count_ones() > 3);
        let mut moves = deepening(position.unwrap(), &budget).unwrap().moves;
        let squares = |moves: &[RootMove]| moves.iter().map(|root_move| root_move.child.square).collect::<Vec<_>>();
        let before = squares(&moves);
        let mut values = vec![3, 5];
        let cut_off = root::rank(&mut moves, 1, |root_move, _| {
            root_move.value = if values.is_empty() { return None } else { values.remove(0) };
            Some(true)
        });
        assert_eq!(cut_off, None);
        assert_eq!(squares(&moves), [&[before[1], before[0]], &before[2..]].concat());
        assert_eq!(moves[0].value, 5);
    }

    #[test]
    fn what_is_broken_off_leaves_the_answer_of_the_last_depth() {
        for position in (0..8).filter_map(|seed| position(seed, 20)) {
            let budget = Budget::new(Instant::now(), None, Some(30_000), Limits::default().stop);
            let mut deepening = deepening(position, &budget).unwrap();
            assert!(deepening.iterate(3));
            let before = deepening.report();
            let lines = |report: &Iteration| (report.certainty, report.lines.clone());
            let tiny = Budget::new(Instant::now(), None, Some(5_000), Limits::default().stop);
            deepening.budget = &tiny;
            assert!(!deepening.solve(&solver(), &Pace::default()));
            assert_eq!(deepening.decide(&solver(), &Pace::default(), false, &mut |_| true), None);
            assert_eq!(lines(&deepening.report()), lines(&before), "{position:?}");
        }
    }
}
