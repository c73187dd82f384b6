//! The null-window search above the last four empty squares.
//!
//! Its layers depend on the number of empty squares. Five squares have no hash table and are ordered by parity. Up to
//! [`LOCAL`] there is a small table for each thread and ordering by mobility (both in `few.rs`). Beyond that there is
//! the shared table and, as [`Tuning`] says, ordering by an estimate. Stable discs give cutoffs in all layers.

use std::sync::Arc;

use super::entry::{Level, TableEntry};
use super::estimate::{MoveEstimator, Question};
use super::job::Job;
use super::last::{self, WORST, finished};
use super::local::LocalTable;
use super::lookahead::{INFINITE, Look};
use super::order::Candidates;
use super::split::Split;
use super::stability::Edges;
use super::tuning::Tuning;
use crate::board::{Position, Square, squares};
use crate::search::table::Key;

/// The most empty squares for which the thread's small table is used. It is nearer than the shared one.
pub(super) const LOCAL: u32 = 9;
/// The number of empty squares from which the positions after all moves are looked up before one is searched, because
/// one may give a cutoff.
const ETC: u32 = 11;
/// The number of empty squares from which each node checks whether the search is stopped. A smaller tree takes well
/// under a millisecond.
const CHECK: u32 = 10;
/// The number of empty squares from which a position's later moves are shared with waiting threads.
const SPLIT: u32 = 12;

/// For each number of empty squares, the least score to beat for which stable discs are counted. Below it they hardly
/// ever give a cutoff.
const STABILITY_FROM: [i32; 33] = [
    99, 99, 99, 99, 99, 6, 8, 10, 12, 14, 16, 18, 20, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50,
    52, 52, 52, 52,
];

/// The search of one thread.
pub(super) struct Worker<'a, const ANTI: bool> {
    pub job: &'a Job<'a>,
    edges: Edges,
    pub table: LocalTable,
    estimator: &'a dyn MoveEstimator,
    pub tuning: &'static Tuning,
    pub level: Level,
    /// True if any line of best play is accepted.
    pub any_line: bool,
    pub nodes: u64,
    /// The number of nodes already reported to the job.
    counted_nodes: u64,
    /// The shared position at which this thread works.
    pub split: Option<Arc<Split>>,
    /// True if the search was stopped: returned values are then meaningless, and nothing may be stored.
    pub halted: bool,
}

/// The empty squares of a position with this many.
#[inline]
fn empty_squares<const COUNT: usize>(position: &Position) -> [Square; COUNT] {
    let mut empty = squares(position.empty());
    std::array::from_fn(|_| empty.next().expect("as many squares as empties"))
}

impl<'a, const ANTI: bool> Worker<'a, ANTI> {
    pub(super) fn new(
        job: &'a Job<'a>,
        estimator: &'a dyn MoveEstimator,
        tuning: &'static Tuning,
        table: LocalTable,
        any_line: bool,
    ) -> Self {
        Worker {
            job,
            estimator,
            tuning,
            edges: Edges::get(),
            table,
            level: Level::EXACT,
            any_line,
            nodes: 0,
            counted_nodes: 0,
            split: None,
            halted: false,
        }
    }

    /// Reports the searched nodes to the job.
    pub(super) fn tell(&mut self) {
        self.job.count(self.nodes - self.counted_nodes);
        self.counted_nodes = self.nodes;
    }

    /// The likely score in discs, rounded to an even number.
    pub(super) fn estimate(&mut self, position: &Position) -> i32 {
        let question = Question { position, moves: position.moves(), depth: 1, alpha: -INFINITE, beta: INFINITE };
        self.estimator.search(ANTI, question, &mut self.nodes) / (2 * self.estimator.unit()) * 2
    }

    /// The best move of the position's last search, if the shared table still has it.
    pub(super) fn known(&self, position: &Position) -> Option<Square> {
        TableEntry::probe(self.job.table, Key::new(position, self.job.salt), self.level).first
    }

    fn check(&mut self) -> bool {
        if self.nodes - self.counted_nodes >= 4096 {
            self.tell();
        }
        self.halted = self.halted || self.is_called_off();
        self.halted
    }

    /// An upper bound from stable discs, if it shows that `alpha` cannot be exceeded.
    #[inline]
    pub(super) fn stability_cutoff(&self, position: &Position, empties: u32, alpha: i32) -> Option<i32> {
        if alpha < STABILITY_FROM[empties.min(32) as usize] {
            return None;
        }
        let ceiling = self.edges.ceiling::<ANTI>(position);
        (ceiling <= alpha).then_some(ceiling)
    }

    /// The position's score against `alpha`, fail-soft: above it a lower bound, else an upper bound. `moves` are the
    /// legal moves of the position.
    #[inline]
    pub(super) fn node(&mut self, position: &Position, moves: u64, empties: u32, alpha: i32) -> i32 {
        if empties <= 4 {
            self.last(position, empties, alpha)
        } else if empties == 5 {
            self.five(position, moves, alpha)
        } else if empties <= LOCAL {
            self.local(position, moves, empties, alpha)
        } else {
            self.hashed(position, moves, empties, alpha)
        }
    }

    fn last(&mut self, position: &Position, empties: u32, alpha: i32) -> i32 {
        match empties {
            4 => last::four::<ANTI>(position, alpha, &mut self.nodes),
            3 => last::three::<ANTI>(position, empty_squares(position), alpha, &mut self.nodes),
            2 => last::two::<ANTI>(position, empty_squares(position), alpha, &mut self.nodes),
            1 => last::one::<ANTI>(position.own, empty_squares::<1>(position)[0], &mut self.nodes),
            _ => {
                self.nodes += 1;
                finished::<ANTI>(position)
            }
        }
    }

    fn hashed(&mut self, position: &Position, moves: u64, empties: u32, alpha: i32) -> i32 {
        self.nodes += 1;
        if empties >= CHECK && self.check() {
            return alpha;
        }
        if moves == 0 {
            let passed = position.pass();
            let replies = passed.moves();
            if replies == 0 {
                return finished::<ANTI>(position);
            }
            return -self.hashed(&passed, replies, empties, -alpha - 1);
        }
        if let Some(ceiling) = self.stability_cutoff(position, empties, alpha) {
            return ceiling;
        }
        let key = Key::new(position, self.job.salt);
        let known = TableEntry::probe(self.job.table, key, self.level);
        if known.lower > alpha {
            return known.lower;
        }
        if known.upper <= alpha {
            return known.upper;
        }
        if let Some(score) = self.probcut(position, moves, empties, alpha) {
            return score;
        }
        let mut candidates = Candidates::none();
        self.fill(&mut candidates, position, moves, empties);
        if empties >= ETC
            && let Some(score) = self.transposition(&candidates, alpha)
        {
            return score;
        }
        let mut best = WORST;
        let mut best_square = None;
        // The former best move often gives a cutoff, and the others then need no rank.
        if let Some(candidate) = known.first.and_then(|square| candidates.take(square)) {
            best = -self.node(&candidate.position, candidate.moves, empties - 1, -alpha - 1);
            if self.halted {
                return alpha;
            }
            best_square = Some(candidate.square);
        }
        if best <= alpha {
            self.rank(&mut candidates, position, &known, empties, alpha);
        }
        while best <= alpha
            && let Some(candidate) = candidates.next_best()
        {
            let score = -self.node(&candidate.position, candidate.moves, empties - 1, -alpha - 1);
            if self.halted {
                return alpha;
            }
            if score > best {
                best = score;
                best_square = Some(candidate.square);
            }
            if best <= alpha && empties >= SPLIT && self.job.pool.wants_work() && !candidates.is_empty() {
                (best, best_square) = self.share(candidates, empties - 1, alpha, (best, best_square));
                if self.halted {
                    return alpha;
                }
                break;
            }
        }
        known.updated(self.level, best, alpha, best_square).store(self.job.table, key, empties);
        best
    }

    /// The bound that an estimate makes likely in a selective search (ProbCut, Buro 1995).
    fn probcut(&mut self, position: &Position, moves: u64, empties: u32, alpha: i32) -> Option<i32> {
        let depth = self.tuning.cut_depth(empties);
        let margin = self.tuning.margin(self.level, depth)?;
        let unit = self.estimator.unit();
        let high = unit * (alpha + 1) + margin;
        let low = unit * alpha - margin;
        let question = Question { position, moves, depth: 0, alpha: -INFINITE, beta: INFINITE };
        // A static evaluation does not count as a visit.
        let here = self.estimator.search(ANTI, question, &mut 0);
        if here >= unit * alpha && high < unit * 64 {
            let question = Question { depth, alpha: high - 1, beta: high, ..question };
            let likely = self.estimator.search(ANTI, question, &mut self.nodes);
            return (likely >= high).then_some(alpha + 1);
        }
        if here < unit * alpha && low > -unit * 64 {
            let question = Question { depth, alpha: low, beta: low + 1, ..question };
            let likely = self.estimator.search(ANTI, question, &mut self.nodes);
            return (likely <= low).then_some(alpha);
        }
        None
    }

    /// Lists the moves, and prefetches the table's entries for the next positions.
    #[inline]
    fn fill(&self, candidates: &mut Candidates, position: &Position, moves: u64, empties: u32) {
        let Job { table, salt, .. } = *self.job;
        let shared = empties > LOCAL + 1;
        candidates.fill(position, moves, |next| {
            if shared {
                table.prefetch(Key::new(next, salt));
            }
        });
    }

    /// Ranks moves: by an estimate if it saves time, unless no move is likely to exceed `alpha`.
    fn rank(&mut self, candidates: &mut Candidates, position: &Position, known: &TableEntry, empties: u32, alpha: i32) {
        match self.tuning.order_depth(empties).filter(|_| known.likely_upper > alpha) {
            None => candidates.rank_cheaply::<ANTI>(position),
            Some(depth) => {
                let look = Look { depth, per_rank: self.tuning.per_rank };
                self.estimator.rank(ANTI, position, candidates, look, &mut self.nodes);
            }
        }
        candidates.promote(known);
    }

    /// A cutoff from a child's entry in the table (enhanced transposition cutoff).
    fn transposition(&self, candidates: &Candidates, alpha: i32) -> Option<i32> {
        candidates.iter().find_map(|candidate| {
            let known = TableEntry::probe(self.job.table, Key::new(&candidate.position, self.job.salt), self.level);
            (-known.upper > alpha).then_some(-known.upper)
        })
    }

    /// The score between `alpha` and `beta`, fail-soft, by principal variation search: the first move gets the full
    /// window, and the others a null window.
    pub(super) fn window(&mut self, position: &Position, empties: u32, mut alpha: i32, beta: i32) -> i32 {
        let moves = position.moves();
        if beta - alpha <= 1 {
            return self.node(position, moves, empties, alpha);
        }
        self.nodes += 1;
        if self.check() {
            return alpha;
        }
        if moves == 0 {
            let passed = position.pass();
            if passed.moves() == 0 {
                return finished::<ANTI>(position);
            }
            return -self.window(&passed, empties, -beta, -alpha);
        }
        let key = Key::new(position, self.job.salt);
        let known = TableEntry::probe(self.job.table, key, self.level);
        if known.lower == known.upper || known.lower >= beta {
            return known.lower;
        }
        if known.upper <= alpha {
            return known.upper;
        }
        let start = alpha;
        let mut candidates = Candidates::none();
        self.fill(&mut candidates, position, moves, empties);
        self.rank(&mut candidates, position, &known, empties, WORST);
        let mut best = WORST;
        let mut best_square = None;
        while let Some(candidate) = candidates.next_best() {
            let next = &candidate.position;
            let mut score = alpha + 1;
            if best_square.is_some() {
                score = -self.node(next, candidate.moves, empties - 1, -alpha - 1);
            }
            if !self.halted && score > alpha && (best_square.is_none() || score < beta) {
                score = -self.window(next, empties - 1, -beta, -alpha);
            }
            if self.halted {
                return alpha;
            }
            if score > best {
                best = score;
                best_square = Some(candidate.square);
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        let lower = (best > start).then_some(best);
        let upper = (best < beta).then_some(best);
        let entry = known.bounded(self.level, lower, upper, best_square);
        entry.store(self.job.table, key, empties);
        best
    }
}
