//! SGF, the format of Quarry and GoGui; Othello is `GM[2]`. Only the main line is read, which takes the first variation
//! at every branch.
//!
//! A square is two letters, column and row. Quarry counts the rows from the top (f5 is `fe`), GoGui from the bottom (f5
//! is `fd`), and no property says which. A game is read from the top and, if a move is illegal, from the bottom; for a
//! file written by GoGui the order is reversed. From the normal start at most one reading survives the first move,
//! because none of Black's four moves is legal upside down.

mod read;
mod setup;
mod tree;
mod write;

pub use read::{parse, parse_all, parse_before};
pub use write::write;

use super::format::{Format, Part, games};
use super::game::Illegal;

/// SGF as a format of games.
pub static FORMAT: Format = Format {
    name: "SGF",
    extension: "sgf",
    about: "",
    beside: &[],
    loses: &[Part::EarlyScores, Part::Depths, Part::ExtraTimes, Part::UnequalTimes],
    is_like: |bytes| super::text::begins_with(bytes, "GM[2]"),
    read: |source| games(parse_all(source.bytes), |error| matches!(error, SgfError::NoGame(_))),
    write: Some(|record| Ok(write(record))),
    example: b"(;FF[4]GM[2]SZ[8]PB[a\\]b]PW[c]RE[W+2]AB[ed][de]AW[dd][ee]PL[B];B[fe];W[df](;B[cc])(;B[ce]C[x]))",
};

/// An error in an SGF text, in one line.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SgfError {
    /// The text does not begin with a game. The field is the text's beginning.
    #[error("found '{0}', expected an SGF game: (;GM[2]...)")]
    NoGame(String),
    /// The game has no end.
    #[error("found the end of the text in the game, expected ')'")]
    Unfinished,
    /// A value has no closing bracket. The field is its property.
    #[error("found no ']' after {0}[")]
    Unclosed(String),
    /// There is text between two properties. The field is that text.
    #[error("found '{0}' in the game, expected a property like B[fe]")]
    Syntax(String),
    /// A property has an unusable value.
    #[error("{key}[{found}]: expected {expected}")]
    Value {
        /// The name of the property.
        key: String,
        /// The value.
        found: String,
        /// The accepted values.
        expected: &'static str,
    },
    /// Discs are set up after a move. The field is the property.
    #[error("{0}: found discs set up after the first move, expected them before it")]
    LateSetup(String),
    /// A move is against the rules.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}
