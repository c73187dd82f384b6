//! A searcher, which keeps its hash table between searches.

use std::sync::Arc;

use super::deepen::DEEP;
use super::endgame::Solver;
use super::schedule::{self, SharedState};
use super::solve::Pace;
use super::table::{TableError, TranspositionTable};
use super::{Observer, Query, Report};
use crate::eval::{Evaluation, Evaluator};

/// Megabytes of a hash table for a single search.
const UNKEPT_HASH: u64 = 16;

/// Searches positions with a hash table that is kept between searches and games. Clones share the table.
///
/// ```
/// use rival::board::{Objective, Position};
/// use rival::players::load;
/// use rival::search::{Limits, Plan, Query, Searcher, SilentObserver};
///
/// let classic = load("classic")?;
/// let evaluation = classic.alpha_beta().expect("classic searches").evaluation.build();
/// let mut searcher = Searcher::new(16, 1)?; // megabytes, threads
/// let limits = Limits { depth: Some(6), ..Limits::default() };
/// let plan = Plan::new(Objective::Normal);
/// let query = Query { position: Position::START, plan: &plan, limits: &limits, lines: 1 };
/// let report = searcher.search_with(query, &evaluation, &mut SilentObserver);
/// assert_eq!(report.lines.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Searcher {
    table: Arc<TranspositionTable>,
    solver: Solver,
    pace: Pace,
    threads: usize,
}

/// The error of unusable settings for a searcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SearcherError {
    /// The transposition table cannot be allocated.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The number of threads is out of range. The field is that number.
    #[error("threads: found {0}, expected 1 to {max}", max = Searcher::MAX_THREADS)]
    Threads(usize),
}

impl Searcher {
    /// The most threads that one search may use.
    pub const MAX_THREADS: usize = Solver::MAX_THREADS;
    /// The default size of the table in megabytes.
    pub const DEFAULT_HASH: u64 = 64;

    /// A searcher with this many threads and a table of this many megabytes, which are allocated as the table fills.
    ///
    /// # Errors
    /// The table refuses the size, or the number of threads is 0 or above [`Searcher::MAX_THREADS`].
    pub fn new(hash_megabytes: u64, threads: usize) -> Result<Searcher, SearcherError> {
        if !(1..=Searcher::MAX_THREADS).contains(&threads) {
            return Err(SearcherError::Threads(threads));
        }
        let table = Arc::new(TranspositionTable::new(hash_megabytes)?);
        let solver = Solver::new(Arc::clone(&table)).with_threads(threads);
        Ok(Searcher { table, solver, pace: Pace::default(), threads })
    }

    /// Uses this evaluation for solving endgames if that saves time. The moves do not change.
    pub(super) fn solve_by(&mut self, evaluation: &Evaluation) {
        if self.solver.evaluation().is_none_or(|known| known.identity() != evaluation.identity()) {
            self.solver = self.solver.clone().with_evaluation(evaluation.clone());
        }
    }

    /// The same as [`search`](super::search()), with this searcher's table and threads instead of the plan's.
    pub fn search<E: Evaluator>(&mut self, query: Query<'_>, evaluator: &E, observer: &mut dyn Observer) -> Report {
        self.table.next_age();
        let shared = SharedState { table: &self.table, solver: &self.solver, pace: &self.pace, threads: self.threads };
        schedule::run(query, evaluator, observer, shared)
    }
}

/// Searches the position: the best moves with their values, best first.
///
/// With a fixed depth and no selectivity the values are those of plain minimax at that depth. With a fixed depth or a
/// limit of positions, moves and values depend neither on threads nor on earlier searches. The rest of a line may vary
/// between moves of equal value if there is no selectivity. With a time limit everything may depend on both.
///
/// A side that must pass gets one line with a pass; a finished game gets none. A stopped search reports its last
/// completed iteration or, if there is none, a legal move. It has [`Searcher::MAX_THREADS`] threads at most.
pub fn search<E: Evaluator>(query: Query<'_>, evaluator: &E, observer: &mut dyn Observer) -> Report {
    let Query { position, plan, limits, .. } = query;
    let shallow = limits.depth.is_some_and(|depth| depth < DEEP) && position.empties() > plan.solve_from;
    let table = if shallow {
        TranspositionTable::tiny()
    } else {
        TranspositionTable::new(UNKEPT_HASH).expect("a small table can be had")
    };
    let table = Arc::new(table);
    let threads = plan.threads.clamp(1, Searcher::MAX_THREADS);
    let solver = Solver::new(Arc::clone(&table)).with_threads(threads);
    let shared = SharedState { table: &table, solver: &solver, pace: &Pace::default(), threads };
    schedule::run(query, evaluator, observer, shared)
}
