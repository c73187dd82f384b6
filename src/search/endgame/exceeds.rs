//! Decides with one null-window search whether a score is exceeded.

use super::Solver;
use super::entry::Level;
use super::node::Worker;
use crate::board::{Objective, Position};
use crate::search::Limits;

impl Solver {
    /// True if the side to move, with best play, ends with a difference of more than `score` discs (-65 to 64); and the
    /// number of visited positions. `None` if a limit or the stop flag ended the search. It is cheaper than the exact
    /// score.
    #[must_use]
    pub fn exceeds(
        &self,
        position: &Position,
        objective: Objective,
        score: i32,
        limits: &Limits,
    ) -> Option<(bool, u64)> {
        if !(-64..64).contains(&score) {
            return Some((score < 0, 0));
        }
        match objective {
            Objective::Normal => self.run(limits, |worker: &mut Worker<false>| exceeds(worker, position, score)),
            Objective::Anti => self.run(limits, |worker: &mut Worker<true>| exceeds(worker, position, score)),
        }
    }
}

fn exceeds<const ANTI: bool>(worker: &mut Worker<ANTI>, position: &Position, score: i32) -> Option<(bool, u64)> {
    let empties = position.empties();
    if empties >= worker.tuning.selective_from {
        // The exact search tries the best moves of these levels first.
        for level in Level::BEFORE_EXACT {
            worker.level = level;
            worker.window(position, empties, score, score + 1);
        }
        worker.level = Level::EXACT;
    }
    let value = worker.window(position, empties, score, score + 1);
    worker.tell();
    (!worker.halted).then(|| (value > score, worker.job.nodes()))
}
