//! Perft: the number of move sequences of a given length, the standard check of move generation.

use super::position::Position;
use super::square::squares;

/// How a pass counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passes {
    /// A pass is a ply, as in aartbik's and most programs' tables.
    Ply,
    /// A pass is free: the sequence goes on at the same depth, as in Egaroucid's script.
    Free,
}

/// The number of leaves `depth` plies below a position. A finished game above full depth is one leaf.
///
/// The last ply is counted in bulk (the number of legal moves); nothing is hashed.
///
/// ```
/// use rival::board::{Passes, Position, perft};
/// assert_eq!(perft(&Position::START, 6, Passes::Ply), 8200);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32, passes: Passes) -> u64 {
    match depth {
        0 => 1,
        _ if passes == Passes::Ply => count::<true>(position, position.moves(), depth),
        _ => count::<false>(position, position.moves(), depth),
    }
}

/// `depth` is at least 1; `moves` are the legal moves of the position.
fn count<const PASS_IS_PLY: bool>(position: &Position, moves: u64, depth: u32) -> u64 {
    if moves == 0 {
        let passed = position.pass();
        let replies = passed.moves();
        return match (replies, depth) {
            (0, _) => 1,
            (_, 1) if PASS_IS_PLY => 1,
            _ => count::<PASS_IS_PLY>(&passed, replies, depth - u32::from(PASS_IS_PLY)),
        };
    }
    match depth {
        1 => u64::from(moves.count_ones()),
        2 => squares(moves).map(|square| last(&position.play(square), PASS_IS_PLY)).sum(),
        _ => squares(moves)
            .map(|square| {
                let next = position.play(square);
                count::<PASS_IS_PLY>(&next, next.moves(), depth - 1)
            })
            .sum(),
    }
}

/// The leaves one ply below.
#[inline(always)]
fn last(position: &Position, pass_is_ply: bool) -> u64 {
    match position.moves().count_ones() {
        0 if pass_is_ply => 1,
        0 => u64::from(position.pass().moves().count_ones().max(1)),
        count => u64::from(count),
    }
}
