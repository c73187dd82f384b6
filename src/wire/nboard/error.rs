//! Why a line of an engine is unreadable.

/// An unreadable line with a reply's first word.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("found '{found}', expected {expected}")]
pub struct ReplyError {
    /// What stands there.
    pub found: String,
    /// What could stand there.
    pub expected: &'static str,
}
