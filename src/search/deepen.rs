//! Iterative deepening: each iteration goes deeper, until the depth or a limit is reached.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::alphabeta::Searching;
use super::budget::{Budget, Meter};
use super::busy::Busy;
use super::endgame::{LikelyResult, Solver};
use super::root::{self, RootMove};
use super::solve::{Ending, Pace};
use super::table::TranspositionTable;
use super::valuation::TRUSTED;
use super::{Iteration, Line, Plan, Query, Valuation, WinLossDraw};
use crate::board::{Bitboard, Move};
use crate::eval::probcut::LEAST_DEPTH;
use crate::eval::{Evaluator, Leaf};

/// The depth from which a search needs a table, and earlier iterations order its moves.
pub const DEEP: u32 = 5;

/// The depth from which an iteration is worth several threads.
const PARALLEL: u32 = 6;

/// The parts of a search that do not change between iterations.
pub(super) struct Deepening<'a, E> {
    pub evaluator: &'a E,
    pub plan: &'a Plan,
    pub budget: &'a Budget,
    pub table: Option<&'a TranspositionTable>,
    pub threads: usize,
    /// The searched position. If the root must pass, it is the position after the pass.
    leaf: Leaf,
    /// True if the root must pass.
    passes: bool,
    moves: Vec<RootMove>,
    /// The number of moves that need exact values.
    count: usize,
    /// The depth of the last completed iteration.
    pub depth: u32,
    /// The number of iterations since the last one that changed the best move.
    pub unchanged: u32,
    /// The discs by which the last iteration lowered the value of the best move; negative if it raised it.
    pub lowered: f64,
    proof: Proof,
}

/// Knowledge beyond the last iteration's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Proof {
    Nothing,
    /// The result of the first move, with its probability in percent. A loss is the result of every move.
    Result(WinLossDraw, u8),
    /// All values are exact scores.
    Scores,
}

impl<'a, E: Evaluator> Deepening<'a, E> {
    /// A search for the best moves of a position; `None` if the game is over. Depth 1 ignores all limits, so there is
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
            unchanged: 0,
            lowered: 0.0,
            proof: Proof::Nothing,
        };
        let mut searching = deepening.searching(None);
        searching.meter.unlimited = true;
        let mut moves = root::moves(&leaf, plan.ties, &mut searching);
        root::iterate(&leaf, &mut moves, 1, deepening.kept(), &mut searching).expect("nothing stops it");
        searching.meter.report();
        deepening.moves = moves;
        if deepening.proves(1) {
            deepening.proof = Proof::Scores;
        }
        Some(deepening)
    }

    /// Restricts the root to these moves if any of them is legal.
    pub(super) fn keep(&mut self, only: Bitboard) {
        let moves = self.moves.iter().filter(|root_move| root_move.child.square.bit() & only != 0);
        let moves: Vec<RootMove> = moves.cloned().collect();
        if !self.passes && !moves.is_empty() && moves.len() < self.moves.len() {
            self.moves = moves;
            // Moves that come first now may lack exact values.
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

    /// Searches one iteration. Returns false if it had to stop: the previous result stays, except that a better move
    /// found before the time ended is played.
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
            let [before, now] = [&self.moves[0], &moves[0]];
            let is_same = before.child.square == now.child.square;
            self.unchanged = if is_same { self.unchanged + 1 } else { 0 };
            let [value_before, value_now] = [before, now].map(|first| first.estimate(self.evaluator).discs);
            self.lowered = value_before - value_now;
        }
        if done || (self.budget.is_late() && self.kept() == 1) {
            self.moves = moves;
            self.proof = match self.proof {
                _ if done && self.proves(depth) => Proof::Scores,
                // Another move may be first now.
                Proof::Result(WinLossDraw::Loss, _) => self.proof,
                Proof::Nothing | Proof::Result(..) | Proof::Scores => Proof::Nothing,
            };
        }
        done
    }

    /// True if an iteration of this depth gives exact scores: it reaches the end of the game without pruning. Under a
    /// clock a selective search has final scores on the scale of estimates, so that the solver has to give them.
    fn proves(&self, depth: u32) -> bool {
        let prunes = self.plan.is_selective(self.evaluator) && (depth > LEAST_DEPTH || self.budget.is_timed());
        depth >= self.leaf.position.empties() && !prunes
    }

    /// True if the exact scores are known.
    pub(super) fn is_solved(&self) -> bool {
        self.proof == Proof::Scores
    }

    /// Runs the same iteration on all threads. They share the table, and each defers positions that another is
    /// searching. Values at equal depth are the same on every thread, so helpers change only the time.
    fn iterate_with_helpers(&self, moves: &mut [RootMove], depth: u32) -> bool {
        let halt = AtomicBool::new(false);
        let busy = Busy::default();
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                let mut moves = moves.to_vec();
                let mut searching = self.searching(Some(&halt));
                searching.busy = Some(&busy);
                let leaf = &self.leaf;
                let count = self.kept();
                let helper = std::thread::Builder::new().spawn_scoped(scope, move || {
                    // The result goes to the table, where the main thread reads it.
                    let _ = root::iterate(leaf, &mut moves, depth, count, &mut searching);
                    searching.meter.report();
                });
                // If the system gives no more threads, the search is slower.
                if helper.is_err() {
                    break;
                }
            }
            let mut searching = self.searching(None);
            searching.busy = Some(&busy);
            let done = root::iterate(&self.leaf, moves, depth, self.kept(), &mut searching);
            halt.store(true, Relaxed);
            searching.meter.report();
            done.is_some()
        })
    }

    /// The last completed iteration as a report.
    pub(super) fn report(&self) -> Iteration {
        let mut lines: Vec<Line> = self.moves.iter().take(self.kept()).map(|root_move| self.line(root_move)).collect();
        let mut better = f64::INFINITY;
        for line in &mut lines {
            // The search prefers a score at the end of the game to any estimate, and a certain result to a better
            // value. What is shown for a move is never above the better moves.
            line.value = line.value.at_most(better);
            better = line.value.discs();
        }
        if self.passes {
            lines.truncate(1);
            for line in &mut lines {
                line.pv.insert(0, Move::Pass);
                line.worth = -line.worth;
                line.value = -line.value;
            }
        }
        Iteration { lines, nodes: self.budget.visited(), elapsed: self.budget.start.elapsed() }
    }

    fn line(&self, root_move: &RootMove) -> Line {
        let estimate = root_move.estimate(self.evaluator);
        let is_first = self.moves[0].child.square == root_move.child.square;
        let value = match self.proof {
            Proof::Scores => Valuation::Exact(root_move.score()),
            Proof::Result(result, percent) if is_first || result == WinLossDraw::Loss => match percent {
                100 => Valuation::Certain(result, estimate),
                _ => Valuation::Likely { result, percent, estimate },
            },
            Proof::Nothing | Proof::Result(..) => Valuation::Estimate(estimate),
        };
        root_move.line(value, self.evaluator)
    }

    /// Solves the game for all requested moves. Returns false if it had to stop; earlier results stay.
    pub(super) fn solve(&mut self, solver: &Solver, pace: &Pace) -> bool {
        let mut moves = self.moves.clone();
        let ending = Ending { solver, objective: self.plan.objective, budget: self.budget, pace };
        let done = ending.solve(&self.leaf.position, &mut moves, self.kept(), self.plan.ties).is_some();
        if done {
            self.moves = moves;
            self.proof = Proof::Scores;
        }
        done
    }

    /// Finds the winner, with growing confidence if `selective`, else only with certainty. Among moves that certainly
    /// win, or else certainly draw, the one with the best value becomes the first. If there is no certain answer, the
    /// last one decides, if it is [`TRUSTED`]. `goes_on` is called after each answer. The certain answer is true if one
    /// of the searched moves wins or draws.
    pub(super) fn decide(
        &mut self,
        solver: &Solver,
        pace: &Pace,
        selective: bool,
        goes_on: &mut dyn FnMut(&Self) -> bool,
    ) -> Option<bool> {
        let ending = Ending { solver, objective: self.plan.objective, budget: self.budget, pace };
        let position = self.leaf.position;
        let mut last = None;
        let done = ending.decide(&position, selective, self.moves[0].child.square, &mut |likely| {
            last = Some(likely);
            self.proof = self.proof_by(likely);
            goes_on(self)
        });
        let Some(certain) = done.and(last).filter(|likely: &LikelyResult| likely.percent == 100) else {
            if let Some(likely) = last.filter(|likely| likely.percent >= TRUSTED) {
                self.trust(likely);
                goes_on(self);
            }
            return None;
        };
        if self.proof == Proof::Nothing && self.prefer(&ending, certain) {
            self.proof = Proof::Result(certain.result, 100);
            goes_on(self);
        }
        Some(matches!(self.proof, Proof::Result(WinLossDraw::Win | WinLossDraw::Draw, _)))
    }

    /// The proof that the solver's result gives for the moves in their present order.
    fn proof_by(&self, likely: LikelyResult) -> Proof {
        let LikelyResult { result, best, percent, .. } = likely;
        let is_of_first = match result {
            WinLossDraw::Win => best == self.moves[0].child.square,
            // Half of the draws that are only likely are not draws.
            WinLossDraw::Draw => percent == 100 && best == self.moves[0].child.square,
            WinLossDraw::Loss => true,
        };
        if is_of_first { Proof::Result(result, percent) } else { Proof::Nothing }
    }

    /// Moves the best of the moves that keep a result to the front, by value. False if no searched move keeps it.
    fn prefer(&mut self, ending: &Ending<'_>, certain: LikelyResult) -> bool {
        let mut best = self.moves.clone();
        // If the time runs out, the solver's move is still known to keep the result.
        best.retain(|RootMove { child, .. }| {
            child.square == certain.best || ending.keeps(&child.position, certain.result) == Some(true)
        });
        if best.is_empty() {
            return false;
        }
        self.lead(best);
        true
    }

    /// Moves the move that probably keeps a result to the front, if the first one probably does not.
    fn trust(&mut self, likely: LikelyResult) {
        let LikelyResult { result, best, percent, .. } = likely;
        let index = self.moves.iter().position(|root_move| root_move.child.square == best);
        let Some(index) = index.filter(|_| self.proof == Proof::Nothing && result != WinLossDraw::Loss) else { return };
        if index > 0 {
            self.lead(vec![self.moves[index].clone()]);
        }
        if result == WinLossDraw::Win {
            self.proof = Proof::Result(result, percent);
        }
    }

    /// Moves the best of these moves to the front, by value: that of the last depth, or of one ply if there is no time.
    fn lead(&mut self, mut best: Vec<RootMove>) {
        let mut searching = self.searching(None);
        let before = best.clone();
        if root::iterate(&self.leaf, &mut best, self.depth, 1, &mut searching).is_none() {
            best = before;
            searching.meter.unlimited = true;
            root::iterate(&self.leaf, &mut best, 1, 1, &mut searching).expect("nothing stops it");
        }
        searching.meter.report();
        let square = best[0].child.square;
        self.moves.retain(|root_move| root_move.child.square != square);
        self.moves.insert(0, best.swap_remove(0));
    }

    /// True if there is no choice.
    pub(super) fn is_forced(&self) -> bool {
        self.passes || self.moves.len() == 1
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, LazyLock};
    use std::time::Duration;

    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::board::{Objective, Position, Square, squares};
    use crate::eval::patterns::shipped;
    use crate::eval::probcut::Selectivity;
    use crate::machine::thinking::Instant;
    use crate::search::bench::Shapes;
    use crate::search::endgame::Goal;
    use crate::search::{Certainty, Limits, SilentObserver, search};

    /// So long that no search ends by it.
    const HOUR: Duration = Duration::from_secs(3600);

    static PLAN: Plan = Plan { solve_from: 20, ..Plan::new(Objective::Normal) };
    static LIMITS: LazyLock<Limits> = LazyLock::new(Limits::default);

    /// A position from a random game in which the side to move has a choice.
    fn position(seed: u64, empties: u32) -> Option<Position> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let position = played_on(&mut rng, empties);
        (position.moves().count_ones() > 1 && !rng.random_ratio(1, 8)).then_some(position)
    }

    /// A position from a random game, which may be over.
    fn random_position(seed: u64, empties: u32) -> Position {
        played_on(&mut ChaCha8Rng::seed_from_u64(seed), empties)
    }

    fn played_on(rng: &mut ChaCha8Rng, empties: u32) -> Position {
        let mut position = Position::START;
        while position.empties() > empties && !position.is_over() {
            position = match squares(position.moves()).choose(rng) {
                Some(square) => position.play(square),
                None => position.pass(),
            };
        }
        position
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
    fn the_best_of_the_moves_that_win_is_the_first_and_a_lost_game_keeps_its_own() {
        let budget = Budget::new(Instant::now(), None, None, Limits::default().stop);
        let mut seen = [0; 3];
        let mut changed = 0;
        for position in (0..160).filter_map(|seed| position(seed, 10)) {
            let mut deepening = deepening(position, &budget).unwrap();
            assert!(deepening.iterate(2));
            let before = deepening.report().lines[0].clone();
            let result = WinLossDraw::from_score(score(&position));
            seen[result as usize] += 1;
            // The expected move is the first at this depth among those that keep the result.
            let mut other = self::deepening(position, &budget).unwrap();
            let children = other.moves.iter().map(|root_move| &root_move.child);
            let keeping = children.filter(|child| WinLossDraw::from_score(-score(&child.position)) == result);
            other.keep(keeping.map(|child| child.square.bit()).sum());
            assert!(other.iterate(2));
            let best = other.report().lines[0].clone();
            let selective = seen[0] % 2 == 1;
            let mut answers = Vec::new();
            let decided = deepening.decide(&solver(), &Pace::default(), selective, &mut |deepening| {
                answers.push(deepening.report().lines[0].clone());
                true
            });
            assert_eq!(decided, Some(result != WinLossDraw::Loss));
            let line = deepening.report().lines[0].clone();
            let Valuation::Estimate(estimate) = best.value else { panic!("{best:?}") };
            assert_eq!(line.value, Valuation::Certain(result, estimate), "{position:?}");
            assert_eq!(line.pv[0], best.pv[0], "{position:?}");
            // A likely answer does not change the move while the certain one may come.
            let (last, likely) = answers.split_last().unwrap();
            assert_eq!(last.value, line.value);
            assert!(likely.iter().all(|line| line.pv == before.pv));
            changed += u32::from(line.pv[0] != before.pv[0]);
        }
        assert!(seen.iter().all(|&count| count > 0) && changed > 5, "{seen:?} {changed}");
    }

    #[test]
    fn a_trusted_answer_decides_if_the_certain_one_does_not_come() {
        let budget = Budget::new(Instant::now(), None, None, Limits::default().stop);
        let mut changed = 0;
        let mut right = 0;
        for position in (0..400).filter_map(|seed| position(seed, 11)) {
            let mut deepening = deepening(position, &budget).unwrap();
            assert!(deepening.iterate(2));
            let before = deepening.report().lines[0].pv[0];
            // The fifth answer is of the last level below certainty, if each level had one.
            let mut answers = 0;
            let decided = deepening.decide(&solver(), &Pace::default(), true, &mut |_| {
                answers += 1;
                answers < 5
            });
            let line = deepening.report().lines[0].clone();
            let Some(square) = line.pv[0].square().filter(|_| decided.is_none() && line.pv[0] != before) else {
                continue;
            };
            changed += 1;
            assert!(matches!(line.value, Valuation::Likely { percent: TRUSTED.., .. } | Valuation::Estimate(_)));
            right += u32::from(
                WinLossDraw::from_score(-score(&position.play(square))) == WinLossDraw::from_score(score(&position)),
            );
        }
        // The margins of the levels are for games of players, not for random ones, so most are right, not all.
        assert!(changed > 10 && right * 10 >= changed * 8, "{right} of {changed}");
    }

    #[test]
    fn a_winning_move_that_there_is_no_time_to_value_is_played_with_the_estimate_of_one_ply() {
        let free = Budget::new(Instant::now(), None, None, Limits::default().stop);
        let mut late = 0;
        for position in (0..160).filter_map(|seed| position(seed, 10)).filter(|position| score(position) > 0) {
            let mut deepening = deepening(position, &free).unwrap();
            assert!(deepening.iterate(4));
            if -score(&deepening.moves[0].child.position) > 0 {
                continue;
            }
            // The solver has its answer when the positions are used up.
            let spent = Budget::new(Instant::now(), None, Some(1), Limits::default().stop);
            let solver = solver();
            let ending =
                Ending { solver: &solver, objective: Objective::Normal, budget: &spent, pace: &Pace::default() };
            let mut children = deepening.moves.iter().map(|root_move| &root_move.child);
            let best = children.rfind(|child| -score(&child.position) > 0).unwrap().square;
            spent.charge(2);
            deepening.budget = &spent;
            assert!(deepening.prefer(&ending, LikelyResult { result: WinLossDraw::Win, best, percent: 100, nodes: 0 }));
            let line = &deepening.report().lines[0];
            assert_eq!((line.pv[0], line.value.certainty()), (best.into(), Certainty::Depth(1)));
            assert!(deepening.moves.len() == position.moves().count_ones() as usize);
            late += 1;
        }
        assert!(late > 5, "{late}");
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
            assert_eq!(deepening.report().certainty(), Certainty::Depth(2), "{position:?}");
            assert_eq!(deepening.report().lines[0].pv[0], Move::Place(kept));
        }
        assert!(lost > 10, "{lost}");
    }

    #[test]
    fn a_kept_move_is_solved_though_another_one_is_better() {
        let budget = Budget::new(Instant::now(), None, None, Limits::default().stop);
        let mut worse = 0;
        for position in (0..80).filter_map(|seed| position(seed, 10)) {
            let replies = squares(position.moves()).map(|square| (square, -score(&position.play(square))));
            let (kept, exact) = replies.min_by_key(|reply| reply.1).unwrap();
            worse += u32::from(exact < score(&position));
            let mut deepening = deepening(position, &budget).unwrap();
            deepening.keep(kept.bit());
            assert!(deepening.iterate(2));
            assert!(deepening.solve(&solver(), &Pace::default()));
            let line = &deepening.report().lines[0];
            assert_eq!((line.pv[0], line.value), (kept.into(), Valuation::Exact(exact)), "{position:?}");
        }
        assert!(worse > 40, "{worse}");
    }

    #[test]
    fn iterations_tell_how_long_the_best_move_stayed_and_how_far_its_value_fell() {
        let budget = Budget::new(Instant::now(), None, None, Limits::default().stop);
        let [mut most, mut changes] = [0, 0];
        for position in (0..20).filter_map(|seed| position(seed, 30)) {
            let mut deepening = deepening(position, &budget).unwrap();
            let mut unchanged = 0;
            for depth in 2..=6 {
                let before = deepening.report().lines.remove(0);
                assert!(deepening.iterate(depth));
                let now = deepening.report().lines.remove(0);
                unchanged = if now.pv[0] == before.pv[0] { unchanged + 1 } else { 0 };
                assert_eq!(deepening.unchanged, unchanged);
                let fall = before.value.discs() - now.value.discs();
                assert!((deepening.lowered - fall).abs() < 1e-9, "{} {fall}", deepening.lowered);
                changes += u32::from(unchanged == 0);
                most = most.max(unchanged);
            }
        }
        assert!(changes > 5 && most == 5, "{changes} {most}");
    }

    #[test]
    fn what_an_earlier_search_saw_at_the_end_of_the_game_leaves_values_of_discs() {
        let patterns = &shipped::patterns().patterns;
        let later = Instant::now().checked_add(HOUR);
        let budget = Budget::new(Instant::now(), later, None, Limits::default().stop);
        for (level, empties) in [(4, 13), (0, 11)] {
            let plan = Plan { selectivity: Selectivity::new(level).unwrap(), ..PLAN.clone() };
            let mut errors = Vec::new();
            for position in (0..60).filter_map(|seed| position(seed, empties)) {
                let table = TranspositionTable::new(4).unwrap();
                let query = Query { position, plan: &plan, limits: &LIMITS, lines: 64 };
                let mut ending = Deepening::new(query, patterns, &budget, Some(&table), 1).unwrap();
                for depth in [4, 8, empties] {
                    assert!(ending.iterate(depth));
                }
                // The next positions are searched to less than their end.
                for child in ending.moves.iter().map(|root_move| root_move.child.position) {
                    if child.moves() == 0 {
                        continue;
                    }
                    let query = Query { position: child, ..query };
                    let mut deepening = Deepening::new(query, patterns, &budget, Some(&table), 1).unwrap();
                    for depth in [4, empties - 3] {
                        assert!(deepening.iterate(depth));
                    }
                    errors.push((deepening.report().lines[0].value.discs() - f64::from(score(&child))).abs());
                }
            }
            let largest = errors.iter().copied().fold(0.0, f64::max);
            assert!(errors.len() > 200 && largest < 12.0, "{largest} of {} at level {level}", errors.len());
        }
    }

    #[test]
    fn the_last_moves_have_their_exact_scores_under_a_clock() {
        let patterns = &shipped::patterns().patterns;
        let limits = Limits { time: Some(HOUR), ..Limits::default() };
        let mut seen = 0;
        for empties in 1..4 {
            for seed in 0..120 {
                let position = random_position(seed, empties);
                if position.is_over() {
                    continue;
                }
                seen += 1;
                for level in [0, 4] {
                    let plan = Plan { selectivity: Selectivity::new(level).unwrap(), ..PLAN.clone() };
                    let query = Query { position, plan: &plan, limits: &limits, lines: 64 };
                    let report = search(query, patterns, &mut SilentObserver);
                    assert_eq!(report.lines[0].value, Valuation::Exact(score(&position)), "{position:?} {level}");
                }
            }
        }
        assert!(seen > 100, "{seen}");
    }

    fn order(moves: &[RootMove]) -> Vec<Square> {
        moves.iter().map(|root_move| root_move.child.square).collect()
    }

    #[test]
    fn an_iteration_that_is_cut_off_has_the_best_move_so_far_in_front() {
        let budget = Budget::new(Instant::now(), None, None, Limits::default().stop);
        let position = (0..).filter_map(|seed| position(seed, 20)).find(|position| position.moves().count_ones() > 3);
        let mut moves = deepening(position.unwrap(), &budget).unwrap().moves;
        let before = order(&moves);
        let mut values = vec![3, 5];
        let cut_off = root::rank(&mut moves, 1, |root_move, _| {
            root_move.value = if values.is_empty() { return None } else { values.remove(0) };
            Some(true)
        });
        assert_eq!(cut_off, None);
        assert_eq!(order(&moves), [&[before[1], before[0]], &before[2..]].concat());
        assert_eq!(moves[0].value, 5);
    }

    #[test]
    fn what_is_broken_off_leaves_the_answer_of_the_last_depth() {
        for position in (0..8).filter_map(|seed| position(seed, 20)) {
            let budget = Budget::new(Instant::now(), None, Some(30_000), Limits::default().stop);
            let mut deepening = deepening(position, &budget).unwrap();
            assert!(deepening.iterate(3));
            let before = deepening.report();
            let tiny = Budget::new(Instant::now(), None, Some(5_000), Limits::default().stop);
            deepening.budget = &tiny;
            assert!(!deepening.solve(&solver(), &Pace::default()));
            assert_eq!(deepening.decide(&solver(), &Pace::default(), false, &mut |_| true), None);
            assert_eq!(deepening.report().lines, before.lines, "{position:?}");
        }
    }
}
