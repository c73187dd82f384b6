//! Values inside a search: integers, finished games beyond every evaluation.

use crate::board::{Objective, Position};

/// A position's value inside a search, from the view of its side to move: whole units, as many to a point or disc as
/// the evaluator says ([`Evaluator::worth`](super::Evaluator::worth)).
///
/// Values of finished games lie outside every evaluation: see [`finished`].
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

/// The disc difference that a value of [`finished`] stands for, if it is one (a value of 0 is not taken for one).
#[must_use]
pub const fn finished_score(value: Value) -> Option<i32> {
    if value.abs() >= FINISHED { Some(value - value.signum() * FINISHED) } else { None }
}
