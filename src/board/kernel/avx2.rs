//! AVX2: the four lines through a square in the four lanes of one vector, in the order of their shifts 1, 8, 7, 9.
#![allow(unsafe_code, reason = "intrinsics of AVX2")]

use super::rays::RAYS;
use super::vector::{fold, lanes};
use crate::board::square::{Bitboard, Square};
use core::arch::x86_64::*;

/// The legal moves of `own` against `opp`: a parallel prefix over runs of opponent's discs, both ways along each line.
#[must_use]
#[inline]
pub fn moves(own: Bitboard, opp: Bitboard) -> Bitboard {
    const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
    // SAFETY: AVX2 is enabled for the whole build where this module exists.
    unsafe {
        let shift = lanes([1, 8, 7, 9]);
        let twice = lanes([2, 16, 14, 18]);
        let from = _mm256_set1_epi64x(own as i64);
        let mask = _mm256_and_si256(_mm256_set1_epi64x(opp as i64), lanes([INNER, !0, INNER, INNER]));
        let mut left = _mm256_and_si256(mask, _mm256_sllv_epi64(from, shift));
        let mut right = _mm256_and_si256(mask, _mm256_srlv_epi64(from, shift));
        left = _mm256_or_si256(left, _mm256_and_si256(mask, _mm256_sllv_epi64(left, shift)));
        right = _mm256_or_si256(right, _mm256_and_si256(mask, _mm256_srlv_epi64(right, shift)));
        // Pairs of neighbours in the mask; the right-hand pairs are the left-hand ones seen from their other end.
        let left_mask = _mm256_and_si256(mask, _mm256_sllv_epi64(mask, shift));
        let right_mask = _mm256_srlv_epi64(left_mask, shift);
        left = _mm256_or_si256(left, _mm256_and_si256(left_mask, _mm256_sllv_epi64(left, twice)));
        right = _mm256_or_si256(right, _mm256_and_si256(right_mask, _mm256_srlv_epi64(right, twice)));
        left = _mm256_or_si256(left, _mm256_and_si256(left_mask, _mm256_sllv_epi64(left, twice)));
        right = _mm256_or_si256(right, _mm256_and_si256(right_mask, _mm256_srlv_epi64(right, twice)));
        fold(_mm256_or_si256(_mm256_sllv_epi64(left, shift), _mm256_srlv_epi64(right, shift))) & !(own | opp)
    }
}

/// The discs of `opp` that `own` flips by a move on an empty square.
#[must_use]
#[inline]
pub fn flips(square: Square, own: Bitboard, opp: Bitboard) -> Bitboard {
    let rays = &RAYS[square.index()];
    // SAFETY: AVX2 is enabled for the whole build where this module exists.
    unsafe {
        let own = _mm256_set1_epi64x(own as i64);
        let opp = _mm256_set1_epi64x(opp as i64);
        let zero = _mm256_setzero_si256();

        // Upwards, the nearest square without an opponent's disc is the lowest bit.
        let ray = lanes(rays.up);
        let stops = _mm256_andnot_si256(opp, ray);
        let below = _mm256_andnot_si256(stops, _mm256_add_epi64(stops, _mm256_set1_epi64x(-1)));
        let nearest = _mm256_and_si256(stops, _mm256_sub_epi64(zero, stops));
        let closed = _mm256_cmpeq_epi64(_mm256_and_si256(nearest, own), zero);
        let up = _mm256_andnot_si256(closed, _mm256_and_si256(below, ray));

        // Downwards it is the highest bit: the stops are smeared along the ray, and the run lies above the smear.
        let shift = lanes([1, 8, 7, 9]);
        let ray = lanes(rays.down);
        let stops = _mm256_andnot_si256(opp, ray);
        let mut smear = _mm256_or_si256(stops, _mm256_srlv_epi64(stops, shift));
        smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, lanes([2, 16, 14, 18])));
        smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, lanes([4, 32, 28, 36])));
        let nearest = _mm256_andnot_si256(_mm256_srlv_epi64(smear, shift), smear);
        let closed = _mm256_cmpeq_epi64(_mm256_and_si256(nearest, _mm256_and_si256(own, ray)), zero);
        let down = _mm256_andnot_si256(closed, _mm256_andnot_si256(smear, ray));

        fold(_mm256_or_si256(up, down))
    }
}
