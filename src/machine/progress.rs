//! The progress of long work, for whoever shows it.

/// Shows long work, which goes through stages in steps. Called from several threads.
pub trait Progress: Sync {
    /// Shows a stage, which begins or goes on: its title, its number of steps, and how many of them are done.
    fn reach(&self, stage: &str, steps: u64, done: u64);

    /// Ends the stage, with its result in a few words, or none.
    fn end(&self, _result: &str) {}

    /// Shows a line of news.
    fn note(&self, _text: &str) {}
}

/// Shows nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn reach(&self, _stage: &str, _steps: u64, _done: u64) {}
}
