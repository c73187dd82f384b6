//! The interface between a search and the evaluation of its leaves.

use super::probcut::Shallowers;
use super::value::Value;
use super::worth::{Unit, Worth};
use crate::board::{Bitboard, Position};

/// A position to be evaluated, with the line that led to it.
#[derive(Debug, Clone, Copy)]
pub struct Leaf {
    /// The position. Its side to move may have to pass, but the game is not over.
    pub position: Position,
    /// The position before the last disc was placed, from the view of the side that placed it. `None` at a root.
    pub before: Option<Position>,
    /// Forced passes on the line from the root, from the view of the side to move: the opponent's minus its own.
    /// A pass that is due in `position` itself is not yet counted.
    pub passes: i32,
}

impl Leaf {
    /// The leaf after one more move, which leads to this position.
    pub(crate) fn after(&self, position: Position) -> Leaf {
        Leaf { position, before: Some(self.position), passes: -self.passes }
    }

    /// The leaf after a forced pass.
    pub(crate) fn passed(&self) -> Leaf {
        Leaf { position: self.position.pass(), before: self.before, passes: 1 - self.passes }
    }
}

/// The parts of the line, apart from the position, that an evaluator depends on. A search must not mix lines that
/// differ in them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LineUse {
    /// The evaluator looks at [`Leaf::before`].
    pub before: bool,
    /// The evaluator looks at [`Leaf::passes`].
    pub passes: bool,
}

/// Evaluates leaves. A pure function: the same leaf has the same value, on any thread and in any order (noise is a hash
/// of seed and position).
///
/// An evaluator may carry a state along a line of search to save time: it starts with [`Evaluator::state`] and follows
/// each move and pass. The state does not change values.
pub trait Evaluator: Sync {
    /// The state; `()` for an evaluator without one.
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

    /// The same value, if the leaf's moves and state are already known.
    fn evaluate_at(&self, leaf: &Leaf, _moves: Bitboard, _state: &Self::State) -> Value {
        self.evaluate(leaf)
    }

    /// The figures for replacing deep searches by shallow ones (ProbCut); `None` if they were not measured.
    fn shallowers(&self) -> Option<&Shallowers> {
        None
    }

    /// The parts of the line before the position that the value depends on; none by default.
    fn line_use(&self) -> LineUse {
        LineUse::default()
    }

    /// Distinguishes evaluators with different values in a shared transposition table; noise seeds and weights matter.
    fn identity(&self) -> u64;

    /// The number of units of a [`Value`] that equal one disc of the final difference.
    fn units_per_disc(&self) -> f64;

    /// The meaning of a search's value with this evaluator. The default unit is a point.
    fn worth(&self, value: Value) -> Worth {
        Worth::from_value(value, Unit::Points, 1.0)
    }
}
