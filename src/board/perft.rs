//! Perft: the number of move sequences of a given length, the standard check of move generation.

use super::position::Position;
use super::square::{Bitboard, squares};

/// The rule for counting passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passes {
    /// A pass is a ply, as in the tables of aartbik and most programs.
    Ply,
    /// A pass is no ply, as in Egaroucid's script.
    Free,
}

/// The number of leaves `depth` plies below a position. A game that ends before this depth is one leaf.
///
/// The last ply is counted in bulk (the number of legal moves); nothing is hashed.
///
/// ```
/// use rival::board::{Passes, Position, perft};
/// assert_eq!(perft(&Position::START, 6, Passes::Ply), 8200);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32, passes: Passes) -> u64 {
    let mut counter = Counter { passes, children: Vec::new(), grandchildren: Vec::new() };
    match depth {
        0 => 1,
        _ => counter.count(position, position.moves(), depth),
    }
}

/// The last three plies are counted one ply at a time over flat lists: the length of every loop is known in advance, so
/// the processor works on several positions at once instead of waiting for each one's moves.
struct Counter {
    passes: Passes,
    children: Vec<(Position, Bitboard)>,
    grandchildren: Vec<Position>,
}

impl Counter {
    /// Counts the leaves. `depth` is at least 1, and `moves` are the legal moves of the position.
    fn count(&mut self, position: &Position, moves: Bitboard, depth: u32) -> u64 {
        match depth {
            _ if moves == 0 => self.count_passed(&position.pass(), depth),
            1 => u64::from(moves.count_ones()),
            3 => self.count_flat(position, moves),
            _ => squares(moves)
                .map(|square| {
                    let next = position.play(square);
                    self.count(&next, next.moves(), depth - 1)
                })
                .sum(),
        }
    }

    /// Counts the leaves after a pass. `depth` is that before the pass.
    fn count_passed(&mut self, passed: &Position, depth: u32) -> u64 {
        match (passed.moves(), self.passes) {
            (0, _) => 1,
            (_, Passes::Ply) if depth == 1 => 1,
            (replies, Passes::Ply) => self.count(passed, replies, depth - 1),
            (replies, Passes::Free) => self.count(passed, replies, depth),
        }
    }

    /// Counts the positions three plies below a position.
    fn count_flat(&mut self, position: &Position, moves: Bitboard) -> u64 {
        let mut children = std::mem::take(&mut self.children);
        let mut grandchildren = std::mem::take(&mut self.grandchildren);
        children.clear();
        children.extend(squares(moves).map(|square| (position.play(square), 0)));
        for (child, replies) in &mut children {
            *replies = child.moves();
        }
        let mut leaves = 0;
        grandchildren.clear();
        for (child, replies) in &children {
            if *replies == 0 {
                leaves += self.count_passed(&child.pass(), 2);
            }
            grandchildren.extend(squares(*replies).map(|square| child.play(square)));
        }
        for grandchild in &grandchildren {
            leaves += match grandchild.moves().count_ones() {
                0 => self.count_passed(&grandchild.pass(), 1),
                count => u64::from(count),
            };
        }
        self.children = children;
        self.grandchildren = grandchildren;
        leaves
    }
}
