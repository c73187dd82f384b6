//! The words inside answers, in every form that other engines write.

use crate::board::{Color, Move};

/// `b`, `black`, `w`, `white`, in any case.
#[must_use]
pub fn color(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// The move in an answer to `genmove`: a square in any case, a pass as `pass` (`PASS`, `PA`, `--`).
#[must_use]
pub fn vertex(text: &str) -> Option<Move> {
    text.trim().parse().ok()
}
