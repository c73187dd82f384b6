//! GGF, the format of NBoard and of the archives of the game server GGS.
//!
//! A game is `(;` properties `;)`. A property is a name, and a value in brackets. A value ends at the next `]`,
//! whatever else it contains. GGS writes the number of games before the first one of a line (`1 (;`), separates the
//! rows of a board by spaces and writes moves in lower case.

mod item;
mod properties;
mod read;
mod write;

pub use item::MoveItem;
pub use read::{parse, parse_all};
pub use write::{write, write_with};

use super::board::BoardError;
use super::format::{Format, Part, games};
use super::game::Illegal;
use super::text::begins_with;

/// GGF as one of the formats of games.
pub static FORMAT: Format = Format {
    name: "GGF",
    extension: "ggf",
    about: "",
    beside: &[],
    loses: &[Part::Referees, Part::Depths],
    is_like: |bytes| ["GM[Othello]", "BO[8"].iter().any(|text| begins_with(bytes, text)),
    read: |source| games(parse_all(source.bytes), |error| matches!(error, GgfError::NoGame(_))),
    write: Some(|record| Ok(write(record))),
    example: b"(;GM[Othello]PB[a]PW[b]RB[1500.5]RE[+2:r]TI[5:00]TY[8]\
               BO[8 ---------------------------O*------*O--------------------------- *]B[F5/1.00/2.0]W[d6//4.5];)",
};

/// An error in a GGF text, in one line.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum GgfError {
    /// The text does not begin with a game. The field is the text's beginning.
    #[error("found '{0}', expected a GGF game: (;GM[Othello]...;)")]
    NoGame(String),
    /// The game has no end.
    #[error("found the end of the text in the game, expected ;)")]
    Unfinished,
    /// A value has no closing bracket. The field is its property.
    #[error("found no ']' after {0}[")]
    Unclosed(String),
    /// There is text between two properties. The field is that text.
    #[error("found '{0}' in the game, expected a property like B[f5] or ;)")]
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
    /// The game has no start position.
    #[error("found no BO[8 ...], expected the board at the start")]
    NoBoard,
    /// The start position cannot be read.
    #[error("BO: {0}")]
    Board(BoardError),
    /// The text is not a move with its notes. The field is that text.
    #[error("found '{0}', expected a move like F5, PA, F5/-0.60 or F5/1.00/2.0")]
    Item(String),
    /// A move is against the rules.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}
