//! The budget of a search: nodes, time, and the flag that stops it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::{Limits, Stop};
use crate::machine::thinking::Instant;

/// Nodes between two checks of the clock and the flag: about a tenth of a millisecond.
const INTERVAL: u64 = 512;
/// The same for the first nodes of a search. Each may be the first to touch a page of a new hash table, which the
/// system must clear then.
const EARLY_INTERVAL: u64 = 16;
/// The number of these first nodes.
const EARLY: u64 = 16_384;

/// The budget of a search, which its threads share.
#[derive(Debug)]
pub(super) struct Budget {
    pub start: Instant,
    deadline: Option<Instant>,
    nodes: u64,
    stop: Stop,
    /// The positions visited by all threads, as far as they are reported.
    visited: AtomicU64,
}

impl Budget {
    pub(super) fn new(start: Instant, deadline: Option<Instant>, nodes: Option<u64>, stop: Stop) -> Budget {
        Budget { start, deadline, nodes: nodes.unwrap_or(u64::MAX), stop, visited: AtomicU64::new(0) }
    }

    /// The positions visited by all threads, as far as they are reported.
    pub(super) fn visited(&self) -> u64 {
        self.visited.load(Relaxed)
    }

    /// Adds positions that were visited elsewhere.
    pub(super) fn charge(&self, nodes: u64) {
        self.visited.fetch_add(nodes, Relaxed);
    }

    /// The rest of the budget as limits; `None` if it is spent.
    pub(super) fn left(&self) -> Option<Limits> {
        if self.is_spent() {
            return None;
        }
        let nodes = (self.nodes < u64::MAX).then(|| self.nodes - self.visited());
        Some(Limits { nodes, time: self.time_left(), stop: self.stop.clone(), ..Limits::default() })
    }

    /// The time until the deadline, if there is one.
    pub(super) fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// True if there is a time limit.
    pub(super) fn is_timed(&self) -> bool {
        self.deadline.is_some()
    }

    /// True if there is a limit of time or positions.
    pub(super) fn is_limited(&self) -> bool {
        self.is_timed() || self.nodes < u64::MAX
    }

    /// True if the budget is used up.
    pub(super) fn is_spent(&self) -> bool {
        self.visited() >= self.nodes || self.is_stopped()
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_stopped() || self.is_late()
    }

    /// True if the deadline has passed.
    pub(super) fn is_late(&self) -> bool {
        self.deadline.is_some_and(Instant::has_passed)
    }
}

/// The counter of one thread.
#[derive(Debug)]
pub(super) struct Meter<'a> {
    budget: &'a Budget,
    /// Stops only this thread, because the others have found the answer.
    halt: Option<&'a AtomicBool>,
    /// Positions counted since the last report.
    count: u64,
    /// The count at which to report.
    due: u64,
    /// True while nothing may stop the thread.
    pub unlimited: bool,
}

impl<'a> Meter<'a> {
    pub(super) fn new(budget: &'a Budget, halt: Option<&'a AtomicBool>) -> Meter<'a> {
        let mut meter = Meter { budget, halt, count: 0, due: 0, unlimited: false };
        meter.schedule();
        meter
    }

    fn schedule(&mut self) {
        let visited = self.budget.visited();
        let interval = if self.budget.is_timed() && visited < EARLY { EARLY_INTERVAL } else { INTERVAL };
        self.due = interval.min(self.budget.nodes.saturating_sub(visited).saturating_add(1));
    }

    /// True if there is a time limit.
    pub(super) fn is_timed(&self) -> bool {
        self.budget.is_timed()
    }

    /// Counts a position; `None` if the search must stop.
    #[inline]
    pub(super) fn count(&mut self) -> Option<()> {
        self.count += 1;
        if self.count >= self.due { self.look() } else { Some(()) }
    }

    #[cold]
    fn look(&mut self) -> Option<()> {
        if self.unlimited {
            self.report();
            return Some(());
        }
        if self.budget.visited() + self.count > self.budget.nodes {
            // This position was not visited.
            self.count -= 1;
            self.report();
            return None;
        }
        self.report();
        let halted = self.halt.is_some_and(|halt| halt.load(Relaxed));
        if halted || self.budget.is_stopped() { None } else { Some(()) }
    }

    /// Adds the counted positions to the shared total.
    pub(super) fn report(&mut self) {
        self.budget.visited.fetch_add(self.count, Relaxed);
        self.count = 0;
        self.schedule();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of positions until a stopped search stops, if this many were visited before.
    fn next_look(time: Option<Duration>, visited: u64) -> u64 {
        let stop = Stop::default();
        let start = Instant::now();
        let deadline = time.map(|time| start + time);
        let budget = Budget::new(start, deadline, None, stop.clone());
        budget.charge(visited);
        let mut meter = Meter::new(&budget, None);
        stop.stop();
        let mut counted = 1;
        while meter.count().is_some() {
            counted += 1;
        }
        counted
    }

    #[test]
    fn the_clock_is_looked_at_often_while_a_hash_table_is_new() {
        let soon = Some(Duration::from_secs(3600));
        for (time, visited, expected) in
            [(soon, 0, EARLY_INTERVAL), (soon, EARLY - 1, EARLY_INTERVAL), (soon, EARLY, INTERVAL), (None, 0, INTERVAL)]
        {
            assert_eq!(next_look(time, visited), expected, "{time:?} {visited}");
        }
    }
}
