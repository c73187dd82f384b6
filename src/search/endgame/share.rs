//! Threads share positions and help each other.

use std::sync::Arc;

use super::node::Worker;
use super::order::Candidates;
use super::split::Split;
use crate::board::Square;

impl<const ANTI: bool> Worker<'_, ANTI> {
    /// Searches the remaining moves of a position together with idle threads: returns the best score and move, also
    /// among earlier ones.
    pub(super) fn share(
        &mut self,
        candidates: Candidates,
        empties: u32,
        alpha: i32,
        best: (i32, Option<Square>),
    ) -> (i32, Option<Square>) {
        let above = self.split.take();
        let split = Arc::new(Split::new(above.clone(), candidates.into_sorted(), empties, alpha, self.level, best));
        let pool = &self.job.pool;
        pool.open(&split);
        self.work(&split);
        pool.withdraw(&split);
        while let Some(other) = pool.join(Some(&split)) {
            self.work(&other);
            pool.leave(&other);
        }
        self.split = above;
        self.halted = self.is_called_off();
        split.best()
    }

    /// Joins shared work until the job is done.
    pub(super) fn help(&mut self) {
        while let Some(split) = self.job.pool.join(None) {
            self.work(&split);
            self.job.pool.leave(&split);
        }
        self.tell();
    }

    fn work(&mut self, split: &Arc<Split>) {
        self.split = Some(split.clone());
        self.level = split.level;
        self.halted = self.is_called_off();
        while !self.halted
            && let Some(candidate) = split.take()
        {
            let score = -self.node(&candidate.position, candidate.moves, split.empties, -split.alpha - 1);
            if !self.halted {
                split.report(score, candidate.square);
            }
        }
    }

    /// True if the result is no longer needed.
    pub(super) fn is_called_off(&self) -> bool {
        self.job.is_over() || self.split.as_ref().is_some_and(|split| split.is_stopped())
    }
}
