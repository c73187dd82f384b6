//! The progress of long work, for displays.

/// Shows long work, which goes through stages in steps. Called from several threads.
pub trait Progress: Sync {
    /// Reports a stage: its title, its number of steps, and the number of finished steps.
    fn reach(&self, stage: &str, steps: u64, done: u64);

    /// Ends the stage, with its result in a few words, or none.
    fn end(&self, _result: &str) {}

    /// Reports a line of text.
    fn note(&self, _text: &str) {}
}

/// Shows nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn reach(&self, _stage: &str, _steps: u64, _done: u64) {}
}
