//! The words inside answers, in every form that the peers write.

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

/// The move that `genmove` answers: a square in any case, a pass as `pass` (`PASS`, `PA`, `--`).
#[must_use]
pub fn vertex(text: &str) -> Option<Move> {
    text.trim().parse().ok()
}

/// The score for Black that `final_score` answers: `B+12`, `B12` (Egaroucid), `W+2.5`, `0`, `Draw`.
#[must_use]
pub fn score(text: &str) -> Option<f64> {
    let text = text.trim().to_ascii_lowercase();
    if text == "draw" {
        return Some(0.0);
    }
    let (sign, number) = match text.as_bytes().first()? {
        b'b' => (1.0, text[1..].trim_start_matches('+')),
        b'w' => (-1.0, text[1..].trim_start_matches('+')),
        _ => (1.0, text.as_str()),
    };
    let margin: f64 = number.parse().ok().filter(|margin: &f64| margin.is_finite())?;
    (sign != 1.0 || text.starts_with('b') || margin == 0.0).then_some(sign * margin)
}
