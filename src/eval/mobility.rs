//! Mobility: legal moves.

use super::Leaf;
use crate::board::Position;

/// How moves are counted at a leaf, where the side that is not to move has just moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveCount {
    /// Own less the opponent's moves, both in the position of the leaf.
    Both,
    /// The moves of the side to move only: after a player's move, the opponent's replies, which count against the
    /// player.
    Replies,
    /// As "Reversi in C#" counts: the last mover's moves in the position before its move, the other side's after it.
    /// At a root, where there was no move, as [`MoveCount::Both`].
    AroundMove,
}

/// Moves of the side that is not to move, as if it were its turn.
#[inline]
pub fn opponents(position: &Position) -> i32 {
    position.pass().moves().count_ones() as i32
}

/// Moves of the last mover before its move.
#[inline]
pub fn before(leaf: &Leaf) -> i32 {
    leaf.before.map_or_else(|| opponents(&leaf.position), |before| before.moves().count_ones() as i32)
}
