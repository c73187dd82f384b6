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

/// The score for Black in an answer to `final_score`: `B+12`, `B12` (Egaroucid), `W+2.5`, `0`, `Draw`.
#[must_use]
pub fn score(text: &str) -> Option<f64> {
    let text = text.trim().to_ascii_lowercase();
    if text == "draw" {
        return Some(0.0);
    }
    let (sign, margin) = match (text.strip_prefix('b'), text.strip_prefix('w')) {
        (Some(margin), _) => (1.0, margin),
        (_, Some(margin)) => (-1.0, margin),
        // Without a winner there is no margin.
        _ => return (text.parse() == Ok(0.0)).then_some(0.0),
    };
    let margin: f64 = margin.strip_prefix('+').unwrap_or(margin).parse().ok()?;
    margin.is_finite().then_some(sign * margin)
}
