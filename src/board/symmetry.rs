//! The eight symmetries of the board.

use super::square::{Bitboard, Square};

/// A way to turn or mirror the board onto itself. The default one changes nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Symmetry {
    /// True if rows and columns change places (a reflection in the diagonal a1-h8), before anything else.
    swapped: bool,
    /// True if the columns are mirrored.
    columns: bool,
    /// True if the rows are mirrored.
    rows: bool,
}

impl Symmetry {
    /// All eight; the first changes nothing.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8_u8).map(|bits| Symmetry { swapped: bits & 4 != 0, columns: bits & 1 != 0, rows: bits & 2 != 0 })
    }

    /// The image of a square.
    #[must_use]
    pub const fn square(self, square: Square) -> Square {
        let column = square.column();
        let row = square.row();
        let (column, row) = if self.swapped { (row, column) } else { (column, row) };
        let column = if self.columns { 7 - column } else { column };
        let row = if self.rows { 7 - row } else { row };
        match Square::at(column, row) {
            Some(square) => square,
            None => unreachable!(),
        }
    }

    /// The image of a set of squares.
    #[must_use]
    pub const fn set(self, set: Bitboard) -> Bitboard {
        let set = if self.swapped { transposed(set) } else { set };
        // Reversing all bits mirrors columns and rows; reversing all bytes mirrors the rows.
        let set = if self.columns { set.reverse_bits().swap_bytes() } else { set };
        if self.rows { set.swap_bytes() } else { set }
    }
}

/// Rows become columns: blocks of 4x4, then 2x2, then 1x1 squares change places.
const fn transposed(set: Bitboard) -> Bitboard {
    let set = exchanged(set, 0x0000_0000_F0F0_F0F0, 28);
    let set = exchanged(set, 0x0000_CCCC_0000_CCCC, 14);
    exchanged(set, 0x00AA_00AA_00AA_00AA, 7)
}

/// Exchanges each square of a mask with the square this many places after it.
const fn exchanged(set: Bitboard, mask: Bitboard, apart: u32) -> Bitboard {
    let differ = (set ^ (set >> apart)) & mask;
    set ^ differ ^ (differ << apart)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::board::{Position, squares};

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
            // The image of a set consists of the images of its squares.
            let each = squares(corner_region).fold(0, |image, square| image | symmetry.square(square).bit());
            assert_eq!(symmetry.set(corner_region), each);
        }
    }
}
