//! The endgame solver: exact scores, or win, draw and loss, with best play to the end of the game.
//!
//! Negamax principal variation search with null windows over a shared transposition table. See `node.rs` for its
//! layers.

mod entry;
mod estimate;
mod exceeds;
mod few;
mod job;
mod last;
mod local;
mod lookahead;
mod node;
mod order;
mod parity;
mod root;
mod shapes;
mod share;
mod split;
mod stability;
mod tuning;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use self::estimate::MoveEstimator;
use self::job::Job;
use self::local::LocalTable;
use self::node::Worker;
use self::shapes::Shapes;
pub use self::shapes::counts;
use self::split::Pool;
use self::tuning::Tuning;
use super::table::TranspositionTable;
use super::{Limits, WinLossDraw};
use crate::board::{Move, Objective, Position, Square};
use crate::eval::Evaluation;

/// The wanted answer for a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Goal {
    /// The final difference.
    #[default]
    Exact,
    /// Only the winner: -1, 0 or 1.
    WinLossDraw,
}

impl Goal {
    /// The window whose ends stand for all scores beyond.
    fn window(self) -> (i32, i32) {
        match self {
            Goal::Exact => (-64, 64),
            Goal::WinLossDraw => (-1, 1),
        }
    }
}

/// A question to [`Solver::likely`].
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// A position that has a legal move.
    pub position: &'a Position,
    /// The rule that decides the game.
    pub objective: Objective,
    /// True if likely answers are wanted before the certain one.
    pub selective: bool,
    /// The preferred move among equally good ones.
    pub first: Option<Square>,
}

/// The result at one level of confidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LikelyResult {
    /// The result for the side to move.
    pub result: WinLossDraw,
    /// A move that keeps the result.
    pub best: Square,
    /// The least percentage of true answers at this level; 100 if certain.
    pub percent: u8,
    /// The number of positions visited since the solve began.
    pub nodes: u64,
}

/// The result of a solve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The score for the side to move: discs, -64 to 64 and even ([`Goal::Exact`]), or -1, 0, 1.
    pub score: i32,
    /// Best play to the end of the game with forced passes; empty if the game is over. Playing it gives the score.
    pub pv: Vec<Move>,
    /// The number of positions visited since the solve began.
    pub nodes: u64,
}

/// Solves endgames. Clones share the table.
///
/// ```
/// use std::sync::Arc;
/// use rival::board::Objective;
/// use rival::record::obf;
/// use rival::search::{Limits, endgame::{Goal, Solver}, table::TranspositionTable};
///
/// let problem = obf::parse("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")?.unwrap();
/// let solver = Solver::new(Arc::new(TranspositionTable::new(1)?));
/// let solved = solver.solve(&problem.board.position, Objective::Normal, Goal::Exact, &Limits::default()).unwrap();
/// assert_eq!((solved.score, solved.pv[0].to_string().as_str()), (18, "g8"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Solver {
    table: Arc<TranspositionTable>,
    threads: usize,
    any_line: bool,
    /// The evaluation that orders the moves, if its kind has a [`Tuning`]; otherwise the solver's own estimate does.
    evaluation: Option<Evaluation>,
    /// The workers' small tables for most and for fewest discs, which are reused by the next solve.
    spare: Arc<[Mutex<Vec<LocalTable>>; 2]>,
}

impl Solver {
    /// The most threads of a solver.
    pub const MAX_THREADS: usize = 256;

    /// A solver with one thread.
    #[must_use]
    pub fn new(table: Arc<TranspositionTable>) -> Solver {
        Solver { table, threads: 1, any_line: false, evaluation: None, spare: Arc::default() }
    }

    /// A solver with this number of threads, 1 to [`Solver::MAX_THREADS`]: the nearest number in this range. It does
    /// not change scores and lines.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Solver {
        Solver { threads: threads.clamp(1, Solver::MAX_THREADS), ..self }
    }

    /// Accepts any line of best play, which is about a sixth faster. The line may then depend on the threads and on
    /// earlier solves.
    #[must_use]
    pub fn with_any_line(self) -> Solver {
        Solver { any_line: true, ..self }
    }

    /// Orders moves by learned patterns if they are for the same objective: the scores and lines stay the same, and
    /// take less time. With an evaluation of another kind the solver keeps its own estimate.
    #[must_use]
    pub fn with_evaluation(self, evaluation: impl Into<Evaluation>) -> Solver {
        Solver { evaluation: Some(evaluation.into()), ..self }
    }

    /// The given evaluation.
    #[must_use]
    pub fn evaluation(&self) -> Option<&Evaluation> {
        self.evaluation.as_ref()
    }

    /// The same solver with another table.
    #[must_use]
    pub fn with_table(self, table: Arc<TranspositionTable>) -> Solver {
        Solver { table, ..self }
    }

    /// The score of a position with best play by both sides, and a line that reaches it. At each turn the line has the
    /// best move with the lowest square.
    ///
    /// `None` if the stop flag or a limit of nodes or time ended the solve. Other limits have no effect.
    #[must_use]
    pub fn solve(&self, position: &Position, objective: Objective, goal: Goal, limits: &Limits) -> Option<Solution> {
        match objective {
            Objective::Normal => self.run(limits, |worker| root::solve::<false>(worker, position, goal)),
            Objective::Anti => self.run(limits, |worker| root::solve::<true>(worker, position, goal)),
        }
    }

    /// The exact score of every move, or of a forced pass. The best comes first, and equal ones in the order of their
    /// squares. A finished game has none. Each is passed to `on_result` as soon as it is solved. `None` as for
    /// [`Solver::solve`].
    #[must_use]
    pub fn solve_all(
        &self,
        position: &Position,
        objective: Objective,
        limits: &Limits,
        on_result: &mut dyn FnMut(&Solution),
    ) -> Option<Vec<Solution>> {
        match objective {
            Objective::Normal => self.run(limits, |worker| root::solve_all::<false>(worker, position, on_result)),
            Objective::Anti => self.run(limits, |worker| root::solve_all::<true>(worker, position, on_result)),
        }
    }

    /// The result with growing confidence, and finally with certainty. `on_result` gets each answer at once, and
    /// returns false to end the search. `None` if a limit or the stop flag ended it; the last answer remains valid.
    pub fn likely(
        &self,
        question: Question<'_>,
        limits: &Limits,
        on_result: &mut dyn FnMut(LikelyResult) -> bool,
    ) -> Option<()> {
        match question.objective {
            Objective::Normal => self.run(limits, |worker| root::likely::<false>(worker, question, on_result)),
            Objective::Anti => self.run(limits, |worker| root::likely::<true>(worker, question, on_result)),
        }
    }

    /// Runs one solve, with helper threads if there are several.
    fn run<const ANTI: bool, T>(
        &self,
        limits: &Limits,
        solve: impl FnOnce(&mut Worker<ANTI>) -> Option<T>,
    ) -> Option<T> {
        self.table.next_age();
        // Any number will do, if it distinguishes the objectives from each other and from other searches.
        let salt = 0x656e_6467_616d_6500 + u64::from(ANTI);
        let job = Job::new(&self.table, salt, limits);
        let shapes = Shapes::<ANTI>::new();
        let objective = if ANTI { Objective::Anti } else { Objective::Normal };
        let given = self.evaluation.as_ref().filter(|given| given.rule().is_none_or(|rule| rule == objective));
        let (estimator, tuning): (&dyn MoveEstimator, &'static Tuning) = match given {
            Some(Evaluation::Patterns(patterns)) => (patterns, &tuning::PATTERNS),
            // The network's own order saves 4 % of the positions but hardly any time.
            Some(Evaluation::Network(network)) => (network.patterns(), &tuning::PATTERNS),
            Some(Evaluation::Weighted(_)) | None => (&shapes, &tuning::SHAPES[usize::from(ANTI)]),
        };
        let worker = || Worker::<ANTI>::new(&job, estimator, tuning, self.local_table(ANTI), self.any_line);
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                let helper = std::thread::Builder::new().spawn_scoped(scope, || {
                    let mut helper = worker();
                    helper.help();
                    self.keep_local_table(ANTI, helper.table);
                });
                // If the system gives no more threads, the solve is slower.
                if helper.is_err() {
                    break;
                }
            }
            let mut worker = worker();
            let _send_helpers_home = CloseOnDrop(&job.pool);
            let solved = solve(&mut worker);
            self.keep_local_table(ANTI, worker.table);
            solved
        })
    }

    fn local_tables(&self, anti: bool) -> MutexGuard<'_, Vec<LocalTable>> {
        self.spare[usize::from(anti)].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A small table for a worker: a reused one, or a new one.
    fn local_table(&self, anti: bool) -> LocalTable {
        let spare = self.local_tables(anti).pop();
        spare.unwrap_or_else(LocalTable::new)
    }

    fn keep_local_table(&self, anti: bool, table: LocalTable) {
        self.local_tables(anti).push(table);
    }
}

/// Helpers wait for work until the pool is closed. This closes it even if the solve panics.
struct CloseOnDrop<'a>(&'a Pool);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}
