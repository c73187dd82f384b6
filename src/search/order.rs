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
/// the tree small. A move counts as two replies fewer for each set of likely refutations that holds it.
pub(super) fn ordering_score(child: &Child, likely: [Bitboard; 2]) -> Value {
    let replies = child.moves.count_ones() + (child.moves & CORNERS).count_ones();
    let corner = child.square.bit() & CORNERS != 0;
    let refutes = likely.map(|set| Value::from(child.square.bit() & set != 0));
    8 * Value::from(corner) + 2 * (refutes[0] + refutes[1]) - replies as Value
}

/// The moves in parts, in the order of the search: likely refutations, corners, other squares, and squares beside a
/// corner.
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

    fn set(names: &str) -> Bitboard {
        names.split(' ').map(|name| name.parse::<Square>().unwrap().bit()).sum()
    }

    #[test]
    fn likely_refutations_come_first_and_squares_beside_corners_last() {
        let moves = set("a1 b2 c1 d3 e6 g8 h8");
        let ordered = parts(moves, [set("b2"), set("d4"), set("h8")]);
        assert_eq!(ordered, [set("b2"), 0, set("h8"), set("a1"), set("c1 d3 e6"), set("g8")]);
        // A square in several sets is searched once.
        let ordered = parts(moves, [set("e6"); 3]);
        assert_eq!(ordered, [set("e6"), 0, 0, set("a1 h8"), set("c1 d3"), set("b2 g8")]);
    }

    #[test]
    fn a_likely_refutation_is_worth_two_replies_and_a_corner_more() {
        let child = |name: &str, moves| {
            let square = name.parse().unwrap();
            Child { square, position: Position::START, moves, score: 0 }
        };
        let [likely, other] = [set("d3"), set("e6")];
        let quiet = child("d3", set("c3 c5 e3"));
        let score = |sets| ordering_score(&quiet, sets);
        assert_eq!(score([other, 0]), -3);
        assert_eq!(score([other, likely]), -1);
        assert_eq!(score([likely, likely]), 1);
        assert_eq!(ordering_score(&child("a1", set("c3 c5 e3")), [likely, likely]), 5);
        // A reply in a corner counts twice.
        assert_eq!(ordering_score(&child("d3", set("a1 c5 e3")), [0, 0]), -4);
    }
}
