//! AVX-512 (F, CD and VL): legal moves of all eight directions in one vector, flips with one leading-zero count a lane.
#![allow(unsafe_code, reason = "intrinsics of AVX-512")]

use super::rays::RAYS;
use super::vector::{fold, lanes};
use crate::board::square::{Bitboard, Square};
use core::arch::x86_64::*;

#[inline(always)]
fn lanes8(values: [u64; 8]) -> __m512i {
    // SAFETY: both are 64 bytes of plain bits.
    unsafe { core::mem::transmute(values) }
}

/// The legal moves of `own` against `opp`: a parallel prefix over runs of opponent's discs, with rotations in place of
/// shifts. Nothing wraps round the board, because a run never holds a disc on a rim that its direction leads to or
/// from.
#[must_use]
#[inline]
pub fn moves(own: Bitboard, opp: Bitboard) -> Bitboard {
    const COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;
    const ROWS: u64 = 0x00ff_ffff_ffff_ff00;
    const BOTH: u64 = COLUMNS & ROWS;
    // SAFETY: AVX-512F is enabled for the whole build where this module exists.
    unsafe {
        let once = lanes8([1, 8, 7, 9, 64 - 1, 64 - 8, 64 - 7, 64 - 9]);
        let twice = lanes8([2, 16, 14, 18, 64 - 2, 64 - 16, 64 - 14, 64 - 18]);
        let inner = lanes8([COLUMNS, ROWS, BOTH, BOTH, COLUMNS, ROWS, BOTH, BOTH]);
        let mask = _mm512_and_si512(_mm512_set1_epi64(opp as i64), inner);
        let mut run = _mm512_and_si512(mask, _mm512_rolv_epi64(_mm512_set1_epi64(own as i64), once));
        // run | (mask & turned) in one instruction: truth table 0xf8.
        run = _mm512_ternarylogic_epi64::<0xf8>(run, mask, _mm512_rolv_epi64(run, once));
        let pairs = _mm512_and_si512(mask, _mm512_rolv_epi64(mask, once));
        run = _mm512_ternarylogic_epi64::<0xf8>(run, pairs, _mm512_rolv_epi64(run, twice));
        run = _mm512_ternarylogic_epi64::<0xf8>(run, pairs, _mm512_rolv_epi64(run, twice));
        let ends = _mm512_rolv_epi64(run, once);
        let half = _mm256_or_si256(_mm512_castsi512_si256(ends), _mm512_extracti64x4_epi64::<1>(ends));
        fold(half) & !(own | opp)
    }
}

/// The discs of `opp` that `own` flips by a move on an empty square.
#[must_use]
#[inline]
pub fn flips(square: Square, own: Bitboard, opp: Bitboard) -> Bitboard {
    let rays = &RAYS[square.index()];
    // SAFETY: AVX-512CD and VL are enabled for the whole build where this module exists.
    unsafe {
        let own = _mm256_set1_epi64x(own as i64);
        let opp = _mm256_set1_epi64x(opp as i64);

        // Upwards, the nearest square without an opponent's disc is the lowest bit, and the run lies below it.
        let ray = lanes(rays.up);
        let stops = _mm256_andnot_si256(opp, ray);
        let below = _mm256_add_epi64(stops, _mm256_set1_epi64x(-1));
        let end = _mm256_andnot_si256(below, stops);
        let bracketed = _mm256_test_epi64_mask(end, own);
        // ray & below & !stops: truth table 0x40.
        let up = _mm256_maskz_ternarylogic_epi64::<0x40>(bracketed, ray, below, stops);

        // Downwards it is the highest bit, and the run lies above it. Without a stop the shift leaves 0, whose negation
        // masks everything.
        let ray = lanes(rays.down);
        let stops = _mm256_andnot_si256(opp, ray);
        let end = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(stops));
        let end = _mm256_and_si256(end, own);
        let down = _mm256_and_si256(ray, _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(end, end)));

        fold(_mm256_or_si256(up, down))
    }
}
