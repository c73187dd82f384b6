//! The state that the threads of one solve share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::split::Pool;
use crate::machine::thinking::Instant;
use crate::search::Limits;
use crate::search::table::TranspositionTable;

/// A solve: its table, and the conditions for its end.
#[derive(Debug)]
pub(super) struct Job<'a> {
    pub table: &'a TranspositionTable,
    /// The salt of the table's keys, which differs between objectives.
    pub salt: u64,
    pub pool: Pool,
    limits: &'a Limits,
    deadline: Option<Instant>,
    nodes: AtomicU64,
    over: AtomicBool,
}

impl<'a> Job<'a> {
    pub(super) fn new(table: &'a TranspositionTable, salt: u64, limits: &'a Limits) -> Job<'a> {
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Job {
            table,
            salt,
            pool: Pool::default(),
            limits,
            deadline,
            nodes: AtomicU64::new(0),
            over: AtomicBool::new(false),
        }
    }

    /// Counts nodes. Ends the job if the number of nodes, the time or the stop flag demands it.
    pub(super) fn count(&self, nodes: u64) {
        let total = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        if self.limits.stop.is_stopped()
            || self.limits.nodes.is_some_and(|limit| total >= limit)
            || self.deadline.is_some_and(Instant::has_passed)
        {
            self.over.store(true, Relaxed);
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }
}
