//! Plain integer code for any CPU: the oracle for the other instruction sets.

use crate::board::square::{Bitboard, Square};

/// Columns b to g: a run of discs to be flipped along a row or a diagonal never stands on the columns a and h.
const INNER: Bitboard = 0x7e7e_7e7e_7e7e_7e7e;

/// The discs of `mask` that are connected to `from` in one direction (`SHIFT` left, or right), by doubling.
#[inline(always)]
fn run<const SHIFT: u32>(from: Bitboard, mask: Bitboard) -> Bitboard {
    let mut left = mask & (from << SHIFT);
    let mut right = mask & (from >> SHIFT);
    left |= mask & (left << SHIFT);
    right |= mask & (right >> SHIFT);
    let left_mask = mask & (mask << SHIFT);
    let right_mask = mask & (mask >> SHIFT);
    left |= left_mask & (left << (2 * SHIFT));
    right |= right_mask & (right >> (2 * SHIFT));
    left |= left_mask & (left << (2 * SHIFT));
    right |= right_mask & (right >> (2 * SHIFT));
    (left << SHIFT) | (right >> SHIFT)
}

/// The legal moves of `own` against `opp`.
#[must_use]
#[inline]
pub fn moves(own: Bitboard, opp: Bitboard) -> Bitboard {
    let inner = opp & INNER;
    (run::<1>(own, inner) | run::<7>(own, inner) | run::<9>(own, inner) | run::<8>(own, opp)) & !(own | opp)
}

/// The flips along one line through the square, in both directions.
#[inline(always)]
fn line<const SHIFT: u32>(bit: Bitboard, own: Bitboard, mask: Bitboard) -> Bitboard {
    let mut left = mask & (bit << SHIFT);
    left |= mask & (left << SHIFT);
    let mut right = mask & (bit >> SHIFT);
    right |= mask & (right >> SHIFT);
    let left_mask = mask & (mask << SHIFT);
    let right_mask = mask & (mask >> SHIFT);
    left |= left_mask & (left << (2 * SHIFT));
    right |= right_mask & (right >> (2 * SHIFT));
    left |= left_mask & (left << (2 * SHIFT));
    right |= right_mask & (right >> (2 * SHIFT));
    let left_end = own & (left << SHIFT);
    let right_end = own & (right >> SHIFT);
    (left & u64::from(left_end != 0).wrapping_neg()) | (right & u64::from(right_end != 0).wrapping_neg())
}

/// The discs of `opp` that `own` flips by a move on an empty square.
#[must_use]
#[inline]
pub fn flips(square: Square, own: Bitboard, opp: Bitboard) -> Bitboard {
    let bit = square.bit();
    let inner = opp & INNER;
    line::<1>(bit, own, inner) | line::<7>(bit, own, inner) | line::<9>(bit, own, inner) | line::<8>(bit, own, opp)
}
