//! The eight symmetries of the board.

use super::square::{Bitboard, Square, squares};

/// A way to turn or mirror the board onto itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symmetry {
    /// Rows and columns change places (about the diagonal a1-h8), before anything else.
    swapped: bool,
    /// The columns are mirrored.
    columns: bool,
    /// The rows are mirrored.
    rows: bool,
}

impl Symmetry {
    /// All eight; the first changes nothing.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8_u8).map(|bits| Symmetry { swapped: bits & 4 != 0, columns: bits & 1 != 0, rows: bits & 2 != 0 })
    }

    /// Where a square goes.
    #[must_use]
    pub const fn square(self, square: Square) -> Square {
        let (column, row) = (square.column(), square.row());
        let (column, row) = if self.swapped { (row, column) } else { (column, row) };
        let column = if self.columns { 7 - column } else { column };
        let row = if self.rows { 7 - row } else { row };
        match Square::at(column, row) {
            Some(square) => square,
            None => unreachable!(),
        }
    }

    /// Where a set of squares goes.
    #[must_use]
    pub fn set(self, set: Bitboard) -> Bitboard {
        squares(set).fold(0, |image, square| image | self.square(square).bit())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::board::Position;

    #[test]
    fn the_eight_differ_and_keep_the_rules() {
        let corner_region = 0x0307;
        let images: HashSet<Bitboard> = Symmetry::all().map(|symmetry| symmetry.set(corner_region)).collect();
        assert_eq!(images.len(), 8);
        assert_eq!(Symmetry::all().next().unwrap().set(corner_region), corner_region);
        let position = Position::START.play("f5".parse().unwrap());
        for symmetry in Symmetry::all() {
            let image = Position { own: symmetry.set(position.own), opp: symmetry.set(position.opp) };
            assert_eq!(image.moves(), symmetry.set(position.moves()));
        }
    }
}
