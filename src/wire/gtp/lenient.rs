//! Words in answers, in all forms that other engines write.

use crate::board::{Color, Move};

/// Reads `b`, `black`, `w` or `white`, in any case.
#[must_use]
pub fn color(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// Reads the move in an answer to `genmove`: a square in any case, or a pass as `pass`, `PASS`, `PA` or `--`.
#[must_use]
pub fn vertex(text: &str) -> Option<Move> {
    text.trim().parse().ok()
}
