//! The Go Text Protocol, version 2, as used for Othello.

mod command;
mod last_search;
mod lenient;
mod request;
mod response;

pub use command::{Command, GtpError, names};
pub use last_search::LastSearch;
pub use lenient::{color, vertex};
pub use request::{Request, is_interrupt};
pub use response::{Assembler, Response};

use crate::board::{Color, Move};

/// A vertex as GTP engines write it: `F5` or `pass`.
#[must_use]
pub fn written(mv: Move) -> String {
    match mv {
        Move::Pass => "pass".to_owned(),
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
    }
}

/// `b` or `w`, the form of a colour that every client can read.
const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}
