//! AVX-512 (CD and VL): flips with one leading-zero count a lane; legal moves are those of AVX2, which measure faster than 512-bit rotations.
#![allow(unsafe_code)]

pub use super::avx2::moves;

use super::rays::RAYS;
use crate::board::square::{Bitboard, Square};
use core::arch::x86_64::*;

#[inline(always)]
fn lanes(values: [u64; 4]) -> __m256i {
    // SAFETY: both are 32 bytes of plain bits.
    unsafe { core::mem::transmute(values) }
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

        // Upwards the nearest square that is not the opponent's is the lowest bit: the run is what lies below it.
        let ray = lanes(rays.up);
        let stops = _mm256_andnot_si256(opp, ray);
        let below = _mm256_add_epi64(stops, _mm256_set1_epi64x(-1));
        let end = _mm256_andnot_si256(below, stops);
        let bracketed = _mm256_test_epi64_mask(end, own);
        let up = _mm256_maskz_ternarylogic_epi64::<0b0100_0000>(bracketed, ray, below, stops);

        // Downwards it is the highest: the run is what lies above it. Without a stop the shift leaves 0, whose negation masks all.
        let ray = lanes(rays.down);
        let stops = _mm256_andnot_si256(opp, ray);
        let end = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(stops));
        let end = _mm256_and_si256(end, own);
        let down = _mm256_and_si256(ray, _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(end, end)));

        let run = _mm256_or_si256(up, down);
        let half = _mm_or_si128(_mm256_castsi256_si128(run), _mm256_extracti128_si256::<1>(run));
        _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
    }
}
