//! Errors in a transcript, with their places.

use std::fmt;

use crate::record::Illegal;

/// An error in a transcript, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranscriptError {
    /// The line, from 1, if the text has several and no other message names it.
    pub(super) line: Option<usize>,
    /// The column, from 1; `None` for a record that cannot be written.
    pub(super) column: Option<usize>,
    pub(super) problem: Problem,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Problem {
    /// An unreadable text, shortened for a message.
    Text(String),
    /// A comment without an end. The field is the missing bracket.
    Open(char),
    Illegal(Illegal),
    /// A line of a list has numbers or results only.
    NoMove,
    /// The game does not start from the normal board.
    Start,
    /// The game to write has no moves.
    Empty,
}

impl TranscriptError {
    /// True if the error is at the first move.
    #[must_use]
    pub fn is_at_the_start(&self) -> bool {
        self.column == Some(1)
            && self.line.is_none_or(|line| line == 1)
            && matches!(self.problem, Problem::Text(_) | Problem::Open(_))
    }
}

impl fmt::Display for TranscriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        if let Some(column) = self.column {
            write!(f, "column {column}: ")?;
        }
        self.problem.fmt(f)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Text(found) => {
                write!(f, "found '{found}', expected a square from a1 to h8 or a pass: --, pa, ps")
            }
            Problem::Open(end) => write!(f, "found a comment without an end, expected '{end}'"),
            Problem::Illegal(illegal) => illegal.fmt(f),
            Problem::NoMove => f.write_str("found no move, expected moves like f5d6c3"),
            Problem::Empty => f.write_str("a transcript cannot hold a game without moves"),
            Problem::Start => f.write_str("a transcript cannot hold a game from another start than the normal one"),
        }
    }
}

impl std::error::Error for TranscriptError {}

impl From<Problem> for TranscriptError {
    fn from(problem: Problem) -> TranscriptError {
        TranscriptError { line: None, column: None, problem }
    }
}
