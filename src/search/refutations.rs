//! The moves that gave cutoffs earlier in the same iteration (killer moves and countermoves). In the last ply they are
//! searched first; where replies order the moves, they add to the ordering score.

use crate::board::{Bitboard, Position, Square};

/// The refutations that a thread has found: for each side to move, those of the other side's moves.
#[derive(Debug, Default)]
pub(super) struct Refutations {
    sides: [Side; 2],
}

#[derive(Debug)]
struct Side {
    /// The last two refutations of a move on each square, the later one first.
    by_square: [[Bitboard; 2]; 64],
    /// The last refutation of any move.
    latest: Bitboard,
}

impl Default for Side {
    fn default() -> Side {
        Side { by_square: [[0; 2]; 64], latest: 0 }
    }
}

/// The place of a position's last move among the refutations.
#[derive(Debug, Clone, Copy)]
pub(super) struct LastMove {
    side: usize,
    square: usize,
}

impl LastMove {
    /// The place of the move that led from `before` to a position. A root has no position before; its place is that
    /// of a move on a1.
    pub(super) fn new(before: Option<Position>, position: &Position) -> LastMove {
        let occupied = position.own | position.opp;
        let placed = before.map_or(1, |before| (before.own | before.opp) ^ occupied);
        // The parity of the empty squares stands for the side to move. Lines with and without a pass then share
        // places, which costs only time.
        LastMove { side: (position.empties() & 1) as usize, square: placed.trailing_zeros() as usize & 63 }
    }
}

impl Refutations {
    /// The likely refutations, as squares, best first: the last two of this move, and the last one of any move. Some
    /// may be the same, missing or no legal moves.
    #[inline]
    pub(super) fn likely(&self, last_move: LastMove) -> [Bitboard; 3] {
        let side = &self.sides[last_move.side];
        let [later, earlier] = side.by_square[last_move.square];
        [later, earlier, side.latest]
    }

    /// Notes that a square refuted a move.
    #[inline]
    pub(super) fn note(&mut self, last_move: LastMove, square: Square) {
        let side = &mut self.sides[last_move.side];
        let refutations = &mut side.by_square[last_move.square];
        side.latest = square.bit();
        if refutations[0] != square.bit() {
            *refutations = [square.bit(), refutations[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last_of(names: &str) -> LastMove {
        let mut position = Position::START;
        let mut before = None;
        for name in names.split(' ') {
            before = Some(position);
            position = position.play(name.parse().unwrap());
        }
        LastMove::new(before, &position)
    }

    #[test]
    fn the_last_two_refutations_of_a_move_and_the_last_one_of_any_move_are_known() {
        let [c4, d3, d6] = ["c4", "d3", "d6"].map(|name| name.parse::<Square>().unwrap());
        let mut refutations = Refutations::default();
        for square in [c4, d3, d6, d6] {
            refutations.note(last_of("f5"), square);
        }
        let expected = [d6.bit(), d3.bit(), d6.bit()];
        assert_eq!(refutations.likely(last_of("f5")), expected);
        assert_eq!(refutations.likely(last_of("d3 c3 f5")), expected);
        // Another move of the same side shares only the last one, a move of the other side nothing.
        assert_eq!(refutations.likely(last_of("e6")), [0, 0, d6.bit()]);
        assert_eq!(refutations.likely(last_of("d3 c5")), [0; 3]);
    }

    #[test]
    fn a_root_has_a_place_too() {
        let root = LastMove::new(None, &Position::START);
        let d3: Square = "d3".parse().unwrap();
        let mut refutations = Refutations::default();
        refutations.note(root, d3);
        assert_eq!(refutations.likely(root), [d3.bit(), 0, d3.bit()]);
    }
}
