//! What is kept between searches, and the search itself.

use std::time::Instant;

use super::budget::Budget;
use super::deepen::{DEEP, Deepening};
use super::table::{Table, TableError};
use super::{Certainty, Iteration, Limits, Observer, Plan, Report, Silent, Ties};
use crate::board::{Move, Objective, Position};
use crate::eval::{Evaluator, Value};

/// Searches positions, with a hash table that is kept from one search to the next and from game to game.
#[derive(Debug)]
pub struct Searcher {
    table: Table,
    threads: usize,
}

/// The settings of a searcher cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SearcherError {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("threads: found {0}, expected 1 to {max}", max = Searcher::MAX_THREADS)]
    Threads(usize),
}

impl Searcher {
    /// The most threads that one search may use.
    pub const MAX_THREADS: usize = 256;
    /// Megabytes of table where nothing else is asked for.
    pub const DEFAULT_HASH: u64 = 64;

    /// A searcher with a table of this many megabytes, taken from the system as it fills, and this many threads.
    ///
    /// # Errors
    /// A size that the table refuses; 0 or more than [`Searcher::MAX_THREADS`] threads.
    pub fn new(hash_megabytes: u64, threads: usize) -> Result<Searcher, SearcherError> {
        if !(1..=Searcher::MAX_THREADS).contains(&threads) {
            return Err(SearcherError::Threads(threads));
        }
        Ok(Searcher { table: Table::new(hash_megabytes)?, threads })
    }

    /// As [`search`](super::search()), with this searcher's table and its threads in place of the plan's.
    pub fn search<E: Evaluator>(
        &mut self,
        position: &Position,
        evaluator: &E,
        plan: &Plan,
        limits: &Limits,
        lines: usize,
        observer: &mut dyn Observer,
    ) -> Report {
        self.table.next_age();
        run(position, evaluator, plan, limits, lines, observer, Some(&self.table), self.threads)
    }
}

/// The exact minimax value of every legal move, `depth` plies deep (1 or more; the move is the first), from the view of the side to move.
///
/// Lowest square first; a forced pass is the one move; a finished game has none. The values are those of [`minimax`](super::minimax()), at
/// the price of alpha-beta below each move.
#[must_use]
pub fn root_values<E: Evaluator>(
    position: &Position,
    evaluator: &E,
    objective: Objective,
    depth: u32,
) -> Vec<(Move, Value)> {
    let plan = Plan { objective, first_depth: depth, solve_from: 0, ties: Ties::First, threads: 1 };
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let report = search(position, evaluator, &plan, &limits, 64, &mut Silent);
    let mut values: Vec<(Move, Value)> = report.lines.iter().map(|line| (line.pv[0], line.value)).collect();
    values.sort_by_key(|&(mv, _)| mv.square());
    values
}

/// A search without anything kept.
pub(super) fn search<E: Evaluator>(
    position: &Position,
    evaluator: &E,
    plan: &Plan,
    limits: &Limits,
    lines: usize,
    observer: &mut dyn Observer,
) -> Report {
    let table = if limits.depth.is_some_and(|depth| depth < DEEP) { None } else { Table::new(16).ok() };
    run(position, evaluator, plan, limits, lines, observer, table.as_ref(), plan.threads)
}

#[expect(clippy::too_many_arguments, reason = "the public search's, and what it works with")]
fn run<E: Evaluator>(
    position: &Position,
    evaluator: &E,
    plan: &Plan,
    limits: &Limits,
    lines: usize,
    observer: &mut dyn Observer,
    table: Option<&Table>,
    threads: usize,
) -> Report {
    let start = Instant::now();
    let deadline = limits.time.map(|time| start + time);
    let budget = Budget::new(start, deadline, limits.nodes, limits.stop.clone());
    let Some(mut deepening) = Deepening::new(position, lines, evaluator, plan, &budget, table, threads) else {
        let certainty = Certainty::Exact;
        return Iteration { certainty, lines: Vec::new(), nodes: 0, elapsed: start.elapsed() };
    };
    let end = position.empties();
    let solved = end <= plan.solve_from;
    let depth = if solved { end } else { limits.depth.unwrap_or(end).clamp(1, end) };
    deepening.run(plan.first_depth, depth, observer);
    deepening.report()
}
