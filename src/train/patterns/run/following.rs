//! The log of a run, the errors of its weights, and the progress of a stage.

use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::machine::progress::Progress;
use crate::search::Stop;
use crate::train::patterns::accept::MatchOutcome;
use crate::train::patterns::fit::FitErrors;
use crate::train::patterns::stage::Stage;

/// A line of the log: a finished stage.
#[derive(Debug, Serialize)]
pub(super) struct LogLine {
    pub generation: usize,
    pub stage: Stage,
    /// The seconds that this call took. A stage resumed after a kill took longer in total.
    pub seconds: f64,
    /// The amount of work in this call: phases, positions, games, or pairs of games.
    pub items: usize,
    pub threads: usize,
}

/// The errors of one phase's fit over held-out positions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct PhaseErrors {
    /// The most empty squares of the phase.
    pub empties: u32,
    /// The errors over positions that were held out.
    pub held_out: FitErrors,
    /// The errors over some of the fitted positions.
    pub fitted: FitErrors,
}

/// The result of a generation's match, which decides whether its weights are accepted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Verdict {
    pub generation: usize,
    /// The opponent's generation.
    pub against: usize,
    pub outcome: MatchOutcome,
    pub taken: bool,
}

/// The context for the work of the current stage.
pub(super) struct StageWork<'a> {
    pub generation: usize,
    pub threads: usize,
    pub stop: &'a Stop,
    pub progress: &'a dyn Progress,
}

impl<'a> StageWork<'a> {
    /// Begins a stage, with this many steps already done.
    pub(super) fn begin(&self, stage: Stage, total: usize, done: usize) -> Steps<'a> {
        let title = format!("generation {}, {}", self.generation, stage.name());
        let total = total as u64;
        self.progress.reach(&title, total, done as u64);
        Steps { progress: self.progress, title, total, done: Mutex::new(done as u64) }
    }
}

/// The steps of a stage, which several threads share.
pub(super) struct Steps<'a> {
    progress: &'a dyn Progress,
    title: String,
    total: u64,
    done: Mutex<u64>,
}

impl Steps<'_> {
    /// Notes that a step is done.
    pub(super) fn advance(&self) {
        // The lock is held while the number is shown, so that numbers never decrease.
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        *done += 1;
        self.progress.reach(&self.title, self.total, *done);
    }
}
