//! Why a line of an engine cannot be read.

/// A line that has a reply's first word and cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("found '{found}', expected {expected}")]
pub struct ReplyError {
    /// What stands there.
    pub found: String,
    /// What could stand there.
    pub expected: &'static str,
}
