//! Conversions shared by the vector versions: four numbers into lanes, and lanes back into one number.
#![allow(unsafe_code, reason = "intrinsics of AVX2")]

use core::arch::x86_64::*;

/// Four lanes of 64 bits, the first the lowest.
#[inline(always)]
pub(super) fn lanes(values: [u64; 4]) -> __m256i {
    // SAFETY: both are 32 bytes of plain bits.
    unsafe { core::mem::transmute(values) }
}

/// The union of the four lanes.
#[inline(always)]
pub(super) fn fold(vector: __m256i) -> u64 {
    // SAFETY: AVX2 is enabled for the whole build where this module exists.
    unsafe {
        let half = _mm_or_si128(_mm256_castsi256_si128(vector), _mm256_extracti128_si256::<1>(vector));
        _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
    }
}
