//! The moves that refuted others a short time ago. Near the leaves, where nothing else is known about a move, they are
//! tried first (killer moves and countermoves).

use crate::board::{Bitboard, Position, Square};

/// The refutations that a thread has found.
#[derive(Debug, Default)]
pub(super) struct Refutations {
    /// For each side, the refutations of a move on each square.
    sides: [Side; 2],
}

#[derive(Debug)]
struct Side {
    /// The last two that refuted a move on this square, the later one first.
    of: [[Bitboard; 2]; 64],
    /// The last one, of whatever move.
    last: Bitboard,
}

impl Default for Side {
    fn default() -> Side {
        Side { of: [[0; 2]; 64], last: 0 }
    }
}

/// The move that led from a position to another one, in a node where it is to be refuted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Refuted {
    side: usize,
    square: usize,
}

impl Refuted {
    /// `None` if the position before is unknown.
    pub(super) fn new(before: Option<Position>, position: &Position) -> Refuted {
        let occupied = position.own | position.opp;
        let placed = before.map_or(0, |before| (before.own | before.opp) ^ occupied);
        // A pass changes the side, but not the parity. Such a mistake only costs time.
        Refuted { side: (position.empties() & 1) as usize, square: placed.trailing_zeros() as usize & 63 }
    }
}

impl Refutations {
    /// The likely refutations, best first: squares, of which some may be the same or no legal moves.
    #[inline]
    pub(super) fn likely(&self, refuted: Refuted) -> [Bitboard; 3] {
        let side = &self.sides[refuted.side];
        let [later, earlier] = side.of[refuted.square];
        [later, earlier, side.last]
    }

    /// Notes that a square refuted a move.
    #[inline]
    pub(super) fn note(&mut self, refuted: Refuted, square: Square) {
        let side = &mut self.sides[refuted.side];
        let of = &mut side.of[refuted.square];
        side.last = square.bit();
        if of[0] != square.bit() {
            *of = [square.bit(), of[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_two_refutations_of_a_move_are_known_by_the_side_that_made_it() {
        let moves = |names: &str| {
            let mut position = Position::START;
            let mut before = None;
            for name in names.split(' ') {
                before = Some(position);
                position = position.play(name.parse().unwrap());
            }
            Refuted::new(before, &position)
        };
        let [c4, d3, d6] = ["c4", "d3", "d6"].map(|name| name.parse::<Square>().unwrap());
        let mut refutations = Refutations::default();
        let first = moves("f5");
        for square in [c4, d3, d3, d6] {
            refutations.note(first, square);
        }
        assert_eq!(refutations.likely(first), [d6.bit(), d3.bit(), d6.bit()]);
        // Another move of the same side has only the last one in common with it.
        assert_eq!(refutations.likely(moves("e6")), [0, 0, d6.bit()]);
        assert_eq!(refutations.likely(moves("d3 c3 f5")), refutations.likely(first));
        assert_eq!(refutations.likely(moves("d3 c5")), [0; 3]);
        assert_eq!(refutations.likely(Refuted::new(None, &Position::START)), [0; 3]);
    }
}
