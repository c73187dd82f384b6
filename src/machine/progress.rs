//! The progress of long work, for displays.

/// Shows the progress of long work, which has stages of steps. Several threads may call it.
pub trait Progress: Sync {
    /// Reports a stage: its title, its number of steps, and the number of finished steps.
    fn reach(&self, stage: &str, steps: u64, done: u64);

    /// Ends the stage. The result is a few words, or empty.
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
