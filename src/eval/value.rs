//! Values inside a search are integers. Finished games lie beyond every evaluation.

use crate::board::{Objective, Position};

/// The value of a position inside a search, from the view of its side to move, in the evaluator's units
/// ([`Evaluator::worth`](super::Evaluator::worth)). Values of finished games are outside the range of every evaluation
/// (see [`finished`]), but for selective searches under a clock.
pub type Value = i32;

/// Evaluations lie strictly between `-FINISHED` and `FINISHED`. Won games lie above, lost games below, and a draw is 0.
pub const FINISHED: Value = 1 << 28;

/// The value of a finished game for the side to move under this objective: 0 for a draw, else beyond [`FINISHED`] by
/// the disc difference.
#[must_use]
pub fn finished(position: &Position, objective: Objective) -> Value {
    let score = position.score(objective);
    score.signum() * FINISHED + score
}

/// The disc difference of a [`finished`] value; `None` for others and for 0.
#[must_use]
pub const fn finished_score(value: Value) -> Option<i32> {
    if value.abs() >= FINISHED { Some(value - value.signum() * FINISHED) } else { None }
}
