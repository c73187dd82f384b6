//! Reports of a run to its observers, during it and afterwards.

use serde::{Deserialize, Serialize};

use crate::search::Stop;
use crate::train::patterns::accept::Outcome;
use crate::train::patterns::fit::Errors;
use crate::train::patterns::stage::Stage;

/// Follows a run. Called from several threads.
pub trait Watch: Sync {
    /// A stage begins, with this many steps already done.
    fn begin(&self, generation: usize, stage: Stage, steps: usize, done: usize);
    /// One step of it is done.
    fn step(&self);
    /// It has ended; its result in a few words.
    fn end(&self, found: &str);
}

/// A line of the log: a finished stage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LogLine {
    pub generation: usize,
    pub stage: Stage,
    /// The time that this call took; a stage resumed after a kill took longer.
    pub seconds: f64,
    /// Work of this call: phases, positions, games, or pairs of games.
    pub items: usize,
    pub threads: usize,
}

/// The errors of one phase's fit over held-out positions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PhaseErrors {
    /// The most empty squares of the phase.
    pub empties: u32,
    /// The errors over positions that were held out.
    pub held_out: Errors,
    /// The errors over some of the fitted positions.
    pub fitted: Errors,
}

/// The result of a generation's match, which decides if its weights are taken.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    pub generation: usize,
    /// The generation that it played against.
    pub against: usize,
    pub outcome: Outcome,
    pub taken: bool,
}

/// The circumstances of the current stage's work.
pub(super) struct Work<'a> {
    pub generation: usize,
    pub threads: usize,
    pub stop: &'a Stop,
    pub watch: &'a dyn Watch,
}
