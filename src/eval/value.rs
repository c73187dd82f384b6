//! Values inside a search: integers, finished games beyond every evaluation.

use crate::board::{Objective, Position};

/// The value of a position inside a search, from the view of its side to move, in the evaluator's units
/// ([`Evaluator::worth`](super::Evaluator::worth)). Values of finished games are outside the range of every evaluation:
/// see [`finished`].
pub type Value = i32;

/// Evaluations lie strictly between `-FINISHED` and `FINISHED`; won games above, lost games below, drawn ones are 0.
pub const FINISHED: Value = 1 << 28;

/// The value of a finished game for the side to move: 0, or beyond [`FINISHED`] by the disc difference under this
/// objective.
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
