//! The error of an unreadable line of an engine.

/// An unreadable line with a reply's first word.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("found '{found}', expected {expected}")]
pub struct ReplyError {
    /// The text in the line.
    pub found: String,
    /// The usable text.
    pub expected: &'static str,
}
