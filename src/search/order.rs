//! Move ordering: the moves that are likely to be best are searched first.

use std::hint::select_unpredictable;

use crate::board::{Bitboard, Position, Square};
use crate::eval::Value;

/// The depth from which the static evaluation orders the children: without ProbCut, and with it. Nearer to the leaves
/// it costs more than it saves.
pub(super) const EVALUATED_DEPTH: [u32; 2] = [5, 3];

/// A position after a move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child {
    pub square: Square,
    pub position: Position,
    /// The opponent's moves in the position.
    pub moves: Bitboard,
    /// The ordering score. Children with a larger one are searched earlier.
    pub score: Value,
}

/// Corners.
const CORNERS: Bitboard = crate::board::square::CORNERS;

/// Prefers moves that leave the opponent few replies, with corners counted twice. Such moves are often good, and keep
/// the tree small.
pub(super) fn ordering_score(child: &Child) -> Value {
    let replies = child.moves.count_ones() + (child.moves & CORNERS).count_ones();
    let corner = child.square.bit() & CORNERS != 0;
    8 * Value::from(corner) - replies as Value
}

/// Brings the child with the highest ordering score to the front. Among equals it is the foremost.
pub(super) fn bring_best(children: &mut [Child]) {
    let Some(first) = children.first() else { return };
    let mut best = 0;
    let mut score = first.score;
    for (index, child) in children.iter().enumerate() {
        best = select_unpredictable(child.score > score, index, best);
        score = score.max(child.score);
    }
    children.swap(0, best);
}
