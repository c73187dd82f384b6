//! Evaluation: what a position that is not searched further is worth.

mod corners;
mod edge;
mod edge_runs;
mod frontier;
mod linear;
mod mobility;
mod noise;
#[cfg(test)]
mod oracle;
mod squares;
mod stable;

pub use corners::CornerShapes;
pub use edge::edge_stable;
pub use edge_runs::edge_runs;
pub use frontier::frontier;
pub use linear::{Feature, Linear, Term};
pub use mobility::MoveCount;
pub use squares::{SquareTable, symmetric};
pub use stable::{stable, stable_sets};

use crate::board::{Bitboard, Objective, Position};

/// All squares but the column a, and all but h: where a step to the right, or to the left, may arrive.
const NOT_A: Bitboard = 0xfefe_fefe_fefe_fefe;
const NOT_H: Bitboard = 0x7f7f_7f7f_7f7f_7f7f;

/// The worth of a position from the view of its side to move, in the evaluator's own points.
///
/// Values of finished games lie outside every evaluation: see [`finished`].
pub type Value = i32;

/// Evaluations lie strictly between `-FINISHED` and `FINISHED`; won games above, lost games below, drawn ones are 0.
pub const FINISHED: Value = 1 << 28;

/// The value of a finished game for the side to move: 0, or beyond [`FINISHED`] by the disc difference under this objective.
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

/// A position to be evaluated, with what happened on the line that led to it.
#[derive(Debug, Clone, Copy)]
pub struct Leaf {
    /// The position; its side to move may have to pass, but the game is not over.
    pub position: Position,
    /// The position from which the last disc was placed, from the view of the side that placed it. `None` at a root.
    pub before: Option<Position>,
    /// Forced passes on the line from the root, from the view of the side to move: the opponent's less its own.
    /// A pass that is due in `position` itself is not yet counted.
    pub forfeits: i32,
}

/// What a line tells an evaluator beyond the position; a search must not mix lines that differ in it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LineUse {
    /// The evaluator looks at [`Leaf::before`].
    pub before: bool,
    /// The evaluator looks at [`Leaf::forfeits`].
    pub forfeits: bool,
}

/// Evaluates leaves. A pure function: the same leaf has the same value, on any thread, in any order (noise is a hash of seed and position).
///
/// An evaluator may carry a state along a line of search, to be quick about the next position: it begins with [`Evaluator::state`] and
/// follows each move and pass. The state decides nothing but the time.
pub trait Evaluator: Sync {
    /// What is carried along; `()` for an evaluator that looks at each position afresh.
    type State: Copy + Default + Send;

    /// The state of a position.
    fn state(&self, _position: &Position) -> Self::State {
        Self::State::default()
    }

    /// The state after a move that led from `before` to `after`.
    fn played(&self, _state: &Self::State, _before: &Position, _after: &Position) -> Self::State {
        Self::State::default()
    }

    /// The state after a pass.
    fn passed(&self, _state: &Self::State) -> Self::State {
        Self::State::default()
    }

    /// The value for the side to move at the leaf, strictly between `-FINISHED` and `FINISHED`.
    fn evaluate(&self, leaf: &Leaf) -> Value;

    /// The same by one who knows the leaf's moves and state already.
    fn evaluate_at(&self, leaf: &Leaf, _moves: Bitboard, _state: &Self::State) -> Value {
        self.evaluate(leaf)
    }

    fn line_use(&self) -> LineUse {
        LineUse::default()
    }

    /// Tells evaluators with different values apart in a shared transposition table (noise seeds and weights included).
    fn identity(&self) -> u64;

    /// How many points are worth one disc of the final difference: what hints are divided by.
    fn points_per_disc(&self) -> f64;
}
