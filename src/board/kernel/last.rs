//! Counts both sides' flips on the only empty square of a board, with one table look-up for each line.
//!
//! With one empty square, one side's discs determine a line. So a table indexed by the line's length, the square's
//! place and the discs gives the counts of both sides at once.
#![allow(unsafe_code, reason = "an intrinsic of BMI2")]

use crate::board::square::{Bitboard, Square};

/// Flips on the last empty square: by a move of the side that owns `own`, and by a move of the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastFlips {
    /// Discs that turn if the owner of `own` takes the last square, 0 to 18.
    pub own: u32,
    /// Discs that turn if the other side takes the last square, 0 to 18.
    pub opp: u32,
}

/// The flips on a board whose only empty square is this one; `own` is one side's discs.
#[must_use]
#[inline]
pub fn last_flips(square: Square, own: Bitboard) -> LastFlips {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        use core::arch::x86_64::_pext_u64;
        let lines = &LINES[square.index()];
        let mut sum = 0u32;
        for line in 0..4 {
            // SAFETY: BMI2 is enabled for the whole build where this code exists.
            let discs = unsafe { _pext_u64(own, lines.masks[line]) } as usize;
            sum += u32::from(COUNTS[(usize::from(lines.offsets[line]) + discs) & (COUNTS.len() - 1)]);
        }
        LastFlips { own: sum & 0xff, opp: sum >> 8 }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    last_flips_portable(square, own)
}

/// The same, calculated from the flips of both sides: for any CPU, and the oracle of the tables.
#[must_use]
#[inline]
pub fn last_flips_portable(square: Square, own: Bitboard) -> LastFlips {
    let opp = !own & !square.bit();
    LastFlips {
        own: super::flips(square, own, opp).count_ones(),
        opp: super::flips(square, opp, own & !square.bit()).count_ones(),
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
use tables::{COUNTS, LINES};

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod tables {
    /// The four lines through a square: row, column, falling and rising diagonal.
    #[derive(Clone, Copy)]
    pub(super) struct SquareLines {
        pub masks: [u64; 4],
        /// The start of the counts of each line's length and place; a line shorter than three has no squares in its
        /// mask.
        pub offsets: [u16; 4],
    }

    const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

    /// The start of the counts for lines of this length and a square at this place; entry 0 is the 0 of short lines.
    const fn offset(length: usize, place: usize) -> usize {
        let mut start = 1;
        let mut shorter = 3;
        while shorter < length {
            start += shorter << shorter;
            shorter += 1;
        }
        start + (place << length)
    }

    /// Flips on an otherwise full line: by the side of the ones, and by the other side in the high byte.
    const fn count(length: usize, place: usize, discs: usize) -> u16 {
        let mut total = 0;
        let mut side = 0;
        while side < 2 {
            let ones = if side == 0 { discs } else { !discs };
            let mut flips = 0;
            let mut end = place + 1;
            while end < length && ones >> end & 1 == 0 {
                end += 1;
            }
            if end < length {
                flips += end - place - 1;
            }
            let mut end = place;
            while end > 0 && ones >> (end - 1) & 1 == 0 {
                end -= 1;
            }
            if end > 0 {
                flips += place - end;
            }
            total |= (flips as u16) << (8 * side);
            side += 1;
        }
        total
    }

    pub(super) static COUNTS: [u16; 4096] = {
        let mut table = [0; 4096];
        let mut length = 3;
        while length <= 8 {
            let mut place = 0;
            while place < length {
                let mut discs = 0;
                while discs < 1 << length {
                    table[offset(length, place) + discs] = count(length, place, discs);
                    discs += 1;
                }
                place += 1;
            }
            length += 1;
        }
        table
    };

    const fn on_board(column: i8, row: i8) -> bool {
        column >= 0 && column < 8 && row >= 0 && row < 8
    }

    const fn lines(square: usize) -> SquareLines {
        let mut lines = SquareLines { masks: [0; 4], offsets: [0; 4] };
        let mut line = 0;
        while line < 4 {
            let (columns, rows) = STEPS[line];
            let mut column = (square % 8) as i8;
            let mut row = (square / 8) as i8;
            let mut place = 0;
            while on_board(column - columns, row - rows) {
                column -= columns;
                row -= rows;
                place += 1;
            }
            let mut length = 0;
            let mut mask = 0;
            while on_board(column, row) {
                mask |= 1 << (row * 8 + column);
                column += columns;
                row += rows;
                length += 1;
            }
            if length >= 3 {
                lines.masks[line] = mask;
                lines.offsets[line] = offset(length, place) as u16;
            }
            line += 1;
        }
        lines
    }

    pub(super) static LINES: [SquareLines; 64] = {
        let mut table = [SquareLines { masks: [0; 4], offsets: [0; 4] }; 64];
        let mut square = 0;
        while square < 64 {
            table[square] = lines(square);
            square += 1;
        }
        table
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn tables_agree_with_flips(index in 0u8..64, discs: u64) {
            let square = Square::new(index).unwrap();
            let own = discs & !square.bit();
            proptest::prop_assert_eq!(last_flips(square, own), last_flips_portable(square, own));
        }
    }
}
