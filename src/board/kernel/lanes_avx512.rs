//! Eight lanes a vector. Rotations in place of shifts: nothing wraps round the board, because a run never holds a disc
//! on a rim that its direction leads to or from. The pick is one instruction a lane: the board's bits in the order of
//! the player (`vpshufbitqmb`), then the lowest.
#![allow(unsafe_code, reason = "intrinsics of AVX-512")]

use super::lanes::{Batch, LANES, Order};
use core::arch::x86_64::*;

/// One line of the board: the runs of opponent's discs that begin at an own disc, both ways, with the masks
/// that are needed to follow the line again.
#[derive(Clone, Copy)]
struct LineRuns {
    mask: __m512i,
    left_pairs: __m512i,
    right_pairs: __m512i,
    left: __m512i,
    right: __m512i,
}

/// `a | b & c`.
#[inline(always)]
unsafe fn or_and(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    // SAFETY: AVX-512F is enabled for the whole build where this module exists.
    unsafe { _mm512_ternarylogic_epi64::<0xf8>(a, b, c) }
}

/// `a | b | c`.
#[inline(always)]
unsafe fn or3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    // SAFETY: AVX-512F is enabled for the whole build where this module exists.
    unsafe { _mm512_ternarylogic_epi64::<0xfe>(a, b, c) }
}

#[inline(always)]
unsafe fn runs<const SHIFT: i32, const TWICE: i32>(from: __m512i, line: &LineRuns) -> (__m512i, __m512i) {
    // SAFETY: AVX-512F is enabled for the whole build where this module exists.
    unsafe {
        let mut left = _mm512_and_si512(line.mask, _mm512_rol_epi64::<SHIFT>(from));
        let mut right = _mm512_and_si512(line.mask, _mm512_ror_epi64::<SHIFT>(from));
        left = or_and(left, line.mask, _mm512_rol_epi64::<SHIFT>(left));
        right = or_and(right, line.mask, _mm512_ror_epi64::<SHIFT>(right));
        left = or_and(left, line.left_pairs, _mm512_rol_epi64::<TWICE>(left));
        right = or_and(right, line.right_pairs, _mm512_ror_epi64::<TWICE>(right));
        left = or_and(left, line.left_pairs, _mm512_rol_epi64::<TWICE>(left));
        right = or_and(right, line.right_pairs, _mm512_ror_epi64::<TWICE>(right));
        (left, right)
    }
}

/// The line's runs, and the squares that end them added to `ends`.
#[inline(always)]
unsafe fn look<const SHIFT: i32, const TWICE: i32>(own: __m512i, mask: __m512i, ends: __m512i) -> (LineRuns, __m512i) {
    // SAFETY: AVX-512F is enabled for the whole build where this module exists.
    unsafe {
        let left_pairs = _mm512_and_si512(mask, _mm512_rol_epi64::<SHIFT>(mask));
        let right_pairs = _mm512_ror_epi64::<SHIFT>(left_pairs);
        let mut line = LineRuns { mask, left_pairs, right_pairs, left: mask, right: mask };
        (line.left, line.right) = runs::<SHIFT, TWICE>(own, &line);
        (line, or3(ends, _mm512_rol_epi64::<SHIFT>(line.left), _mm512_ror_epi64::<SHIFT>(line.right)))
    }
}

/// The discs between an own disc and the move on this line, added to `flips`.
#[inline(always)]
unsafe fn between<const SHIFT: i32, const TWICE: i32>(bits: __m512i, line: &LineRuns, flips: __m512i) -> __m512i {
    // SAFETY: AVX-512F is enabled for the whole build where this module exists.
    unsafe {
        let (left, right) = runs::<SHIFT, TWICE>(bits, line);
        or_and(or_and(flips, left, line.right), right, line.left)
    }
}

/// Plays one turn in every lane. The sides swap in every lane. Returns a bit for each lane whose game was already over.
#[must_use]
#[inline]
pub fn step(batch: &mut Batch, orders: &[&Order; LANES]) -> u8 {
    // SAFETY: AVX-512F and BITALG are enabled for the whole build where this module exists; the batch's arrays and an
    // order's squares are 64 bytes each, at addresses that 64 divides.
    unsafe {
        const COLUMNS: i64 = 0x7e7e_7e7e_7e7e_7e7e;
        const ROWS: i64 = 0x00ff_ffff_ffff_ff00;
        let own_at = batch.own.as_mut_ptr().cast::<__m512i>();
        let opp_at = batch.opp.as_mut_ptr().cast::<__m512i>();
        let own = _mm512_load_si512(own_at);
        let opp = _mm512_load_si512(opp_at);
        let occupied = _mm512_or_si512(own, opp);
        let columns = _mm512_and_si512(opp, _mm512_set1_epi64(COLUMNS));
        let rows = _mm512_and_si512(opp, _mm512_set1_epi64(ROWS));
        let both = _mm512_and_si512(columns, rows);
        let (row, ends) = look::<1, 2>(own, columns, _mm512_setzero_si512());
        let (column, ends) = look::<8, 16>(own, rows, ends);
        let (rising, ends) = look::<7, 14>(own, both, ends);
        let (falling, ends) = look::<9, 18>(own, both, ends);
        let moves = _mm512_andnot_si512(occupied, ends);
        let passes = _mm512_testn_epi64_mask(moves, moves);
        let full = _mm512_cmpeq_epi64_mask(occupied, _mm512_set1_epi64(-1));

        let boards: [u64; LANES] = core::mem::transmute(moves);
        let mut squares = 0;
        for lane in 0..LANES {
            let order = orders[lane];
            let table = _mm512_load_si512(order.squares.as_ptr().cast());
            let ranked = _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64(boards[lane] as i64), table);
            let square = order.squares[ranked.trailing_zeros() as usize & 63];
            squares |= u64::from(square) << (8 * lane);
        }
        let squares = _mm512_cvtepu8_epi64(_mm_cvtsi64_si128(squares as i64));
        let bits = _mm512_maskz_sllv_epi64(!passes, _mm512_set1_epi64(1), squares);

        let flips = between::<1, 2>(bits, &row, _mm512_setzero_si512());
        let flips = between::<8, 16>(bits, &column, flips);
        let flips = between::<7, 14>(bits, &rising, flips);
        let flips = between::<9, 18>(bits, &falling, flips);
        _mm512_store_si512(own_at, _mm512_andnot_si512(flips, opp));
        _mm512_store_si512(opp_at, or3(own, flips, bits));
        let over = passes & batch.passed | full;
        batch.passed = passes;
        over
    }
}
