//! Move ordering: the moves that are likely to be best are searched first.

use std::hint::select_unpredictable;

use crate::board::square::{C_SQUARES, CORNERS, X_SQUARES};
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

/// Prefers moves that leave the opponent few replies, with corners counted twice. Such moves are often good, and keep
/// the tree small. Each set of likely refutations with the move makes up for two replies.
pub(super) fn ordering_score(child: &Child, likely: [Bitboard; 2]) -> Value {
    let replies = child.moves.count_ones() + (child.moves & CORNERS).count_ones();
    let corner = child.square.bit() & CORNERS != 0;
    let refutes = likely.map(|set| Value::from(child.square.bit() & set != 0));
    8 * Value::from(corner) + 2 * (refutes[0] + refutes[1]) - replies as Value
}

/// The moves in parts, of which the earlier ones are searched first: likely refutations, corners, and squares beside a
/// corner last. Without an evaluation there is no better order that costs less than it saves.
#[inline]
pub(super) fn parts(moves: Bitboard, likely: [Bitboard; 3]) -> [Bitboard; 6] {
    let [first, second, third] = likely;
    let beside = C_SQUARES | X_SQUARES;
    let mut left = moves;
    [first, second, third, CORNERS, !beside, Bitboard::MAX].map(|set| {
        let part = left & set;
        left &= !set;
        part
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likely_refutations_come_first_and_squares_beside_corners_last() {
        let set = |names: &str| names.split(' ').map(|name| name.parse::<Square>().unwrap().bit()).sum::<Bitboard>();
        let moves = set("a1 b2 c1 d3 e6 g8 h8");
        let likely = [set("b2"), set("d4"), set("h8")];
        let parts = parts(moves, likely);
        assert_eq!(parts, [set("b2"), 0, set("h8"), set("a1"), set("c1 d3 e6"), set("g8")]);
        // Two that are the same are searched once.
        assert_eq!(self::parts(moves, [set("e6"); 3]).iter().map(|part| part.count_ones()).sum::<u32>(), 7);
    }
}
