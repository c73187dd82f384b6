//! Yes or no: one null-window search.

use super::Solver;
use super::job::Job;
use super::node::Worker;
use crate::board::{Objective, Position};
use crate::search::Limits;

impl Solver {
    /// True if the side to move ends with more than `score` discs of difference (-65 to 64) with best play; and the positions visited.
    /// `None` if a limit or the stop flag ended the search. Cheaper than the exact score.
    #[must_use]
    pub fn exceeds(
        &self,
        position: &Position,
        objective: Objective,
        score: i32,
        limits: &Limits,
    ) -> Option<(bool, u64)> {
        match objective {
            Objective::Normal => self.exceeds_for::<false>(position, score, limits),
            Objective::Anti => self.exceeds_for::<true>(position, score, limits),
        }
    }

    fn exceeds_for<const ANTI: bool>(&self, position: &Position, score: i32, limits: &Limits) -> Option<(bool, u64)> {
        if !(-64..64).contains(&score) {
            return Some((score < 0, 0));
        }
        let job = Job::new(&self.table, Solver::salt(ANTI), limits);
        let mut worker = Worker::<ANTI>::new(&job);
        let found = worker.node(position, position.moves(), position.empties(), score);
        worker.tell();
        (!worker.halted).then(|| (found > score, job.nodes()))
    }
}
