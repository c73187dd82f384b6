//! Four lanes a vector: legal moves and flips by parallel prefix, the pick by the smallest of 64 ranks.
#![allow(unsafe_code, reason = "intrinsics of AVX2")]

use super::lanes::{Batch, LANES, Order};
use super::vector::lanes;
use core::arch::x86_64::*;

/// One line of the board: the runs of opponent's discs that begin at an own disc, both ways, with the masks
/// that are needed to follow the line again.
#[derive(Clone, Copy)]
struct LineRuns {
    mask: __m256i,
    left_pairs: __m256i,
    right_pairs: __m256i,
    left: __m256i,
    right: __m256i,
}

#[inline(always)]
unsafe fn runs<const SHIFT: i32, const TWICE: i32>(from: __m256i, line: &LineRuns) -> (__m256i, __m256i) {
    // SAFETY: AVX2 is enabled for the whole build where this module exists.
    unsafe {
        let mut left = _mm256_and_si256(line.mask, _mm256_slli_epi64::<SHIFT>(from));
        let mut right = _mm256_and_si256(line.mask, _mm256_srli_epi64::<SHIFT>(from));
        left = _mm256_or_si256(left, _mm256_and_si256(line.mask, _mm256_slli_epi64::<SHIFT>(left)));
        right = _mm256_or_si256(right, _mm256_and_si256(line.mask, _mm256_srli_epi64::<SHIFT>(right)));
        left = _mm256_or_si256(left, _mm256_and_si256(line.left_pairs, _mm256_slli_epi64::<TWICE>(left)));
        right = _mm256_or_si256(right, _mm256_and_si256(line.right_pairs, _mm256_srli_epi64::<TWICE>(right)));
        left = _mm256_or_si256(left, _mm256_and_si256(line.left_pairs, _mm256_slli_epi64::<TWICE>(left)));
        right = _mm256_or_si256(right, _mm256_and_si256(line.right_pairs, _mm256_srli_epi64::<TWICE>(right)));
        (left, right)
    }
}

/// The line's runs, and the squares that end them.
#[inline(always)]
unsafe fn look<const SHIFT: i32, const TWICE: i32>(own: __m256i, mask: __m256i) -> (LineRuns, __m256i) {
    // SAFETY: AVX2 is enabled for the whole build where this module exists.
    unsafe {
        let left_pairs = _mm256_and_si256(mask, _mm256_slli_epi64::<SHIFT>(mask));
        let right_pairs = _mm256_srli_epi64::<SHIFT>(left_pairs);
        let mut line = LineRuns { mask, left_pairs, right_pairs, left: mask, right: mask };
        (line.left, line.right) = runs::<SHIFT, TWICE>(own, &line);
        (line, _mm256_or_si256(_mm256_slli_epi64::<SHIFT>(line.left), _mm256_srli_epi64::<SHIFT>(line.right)))
    }
}

/// The discs between an own disc and the move on this line.
#[inline(always)]
unsafe fn between<const SHIFT: i32, const TWICE: i32>(bits: __m256i, line: &LineRuns) -> __m256i {
    // SAFETY: AVX2 is enabled for the whole build where this module exists.
    unsafe {
        let (left, right) = runs::<SHIFT, TWICE>(bits, line);
        _mm256_or_si256(_mm256_and_si256(left, line.right), _mm256_and_si256(right, line.left))
    }
}

/// 255 in the byte of each square that is not in the board's set. `spread` takes the set's byte for each square's row,
/// `select` the bit for its column.
#[inline(always)]
unsafe fn absent(board: __m256i, spread: __m256i, select: __m256i) -> __m256i {
    // SAFETY: AVX2 is enabled for the whole build where this module exists.
    unsafe {
        let bits = _mm256_and_si256(_mm256_shuffle_epi8(board, spread), select);
        _mm256_cmpeq_epi8(bits, _mm256_setzero_si256())
    }
}

/// The sign bit of each lane.
#[inline(always)]
unsafe fn signs(lanes: __m256i) -> u8 {
    // SAFETY: AVX2 is enabled for the whole build where this module exists.
    unsafe { _mm256_movemask_pd(_mm256_castsi256_pd(lanes)) as u8 }
}

/// The square that the order prefers among these; 64 if there is none.
#[inline(always)]
unsafe fn first(order: &Order, moves: u64) -> u64 {
    // SAFETY: AVX2 is enabled for the whole build where this module exists; an order's ranks are 64 bytes at an address
    // that 64 divides.
    unsafe {
        let select = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
        let spread = lanes([0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303]);
        let other = lanes([0x0404_0404_0404_0404, 0x0505_0505_0505_0505, 0x0606_0606_0606_0606, 0x0707_0707_0707_0707]);
        let board = _mm256_set1_epi64x(moves as i64);
        let ranks = order.ranks.as_ptr().cast::<__m256i>();
        let low = _mm256_or_si256(_mm256_load_si256(ranks), absent(board, spread, select));
        let high = _mm256_or_si256(_mm256_load_si256(ranks.add(1)), absent(board, other, select));
        let least = _mm256_min_epu8(low, high);
        let least = _mm_min_epu8(_mm256_castsi256_si128(least), _mm256_extracti128_si256::<1>(least));
        let least = _mm_min_epu8(least, _mm_srli_epi16::<8>(least));
        let rank = _mm_cvtsi128_si32(_mm_minpos_epu16(least)) as u8;
        if rank < 64 { u64::from(order.squares[usize::from(rank)]) } else { 64 }
    }
}

/// Plays one turn in four lanes from `at` on. Returns a bit for each lane without a move, and one for each without an
/// empty square.
#[inline(always)]
unsafe fn half(batch: &mut Batch, orders: &[&Order; LANES], at: usize) -> (u8, u8) {
    // SAFETY: AVX2 is enabled for the whole build where this module exists; `at` is 0 or 4, so four lanes lie behind
    // it.
    unsafe {
        let columns = _mm256_set1_epi64x(0x7e7e_7e7e_7e7e_7e7e);
        let own_at = batch.own.as_mut_ptr().add(at).cast::<__m256i>();
        let opp_at = batch.opp.as_mut_ptr().add(at).cast::<__m256i>();
        let own = _mm256_load_si256(own_at);
        let opp = _mm256_load_si256(opp_at);
        let occupied = _mm256_or_si256(own, opp);
        let inner = _mm256_and_si256(opp, columns);
        let (row, row_ends) = look::<1, 2>(own, inner);
        let (column, column_ends) = look::<8, 16>(own, opp);
        let (rising, rising_ends) = look::<7, 14>(own, inner);
        let (falling, falling_ends) = look::<9, 18>(own, inner);
        let ends = _mm256_or_si256(_mm256_or_si256(row_ends, column_ends), _mm256_or_si256(rising_ends, falling_ends));
        let moves = _mm256_andnot_si256(occupied, ends);

        let passes = _mm256_cmpeq_epi64(moves, _mm256_setzero_si256());
        let full = _mm256_cmpeq_epi64(occupied, _mm256_set1_epi64x(-1));
        let boards: [u64; 4] = core::mem::transmute(moves);
        let squares: [u64; 4] = core::array::from_fn(|lane| first(orders[at + lane], boards[lane]));
        let [a, b, c, d] = squares.map(|square| square as i64);
        let bits = _mm256_sllv_epi64(_mm256_set1_epi64x(1), _mm256_set_epi64x(d, c, b, a));

        let straight = _mm256_or_si256(between::<1, 2>(bits, &row), between::<8, 16>(bits, &column));
        let diagonal = _mm256_or_si256(between::<7, 14>(bits, &rising), between::<9, 18>(bits, &falling));
        let flips = _mm256_or_si256(straight, diagonal);
        _mm256_store_si256(own_at, _mm256_andnot_si256(flips, opp));
        _mm256_store_si256(opp_at, _mm256_or_si256(own, _mm256_or_si256(flips, bits)));
        (signs(passes), signs(full))
    }
}

/// Plays one turn in every lane. The sides swap in every lane. Returns a bit for each lane whose game was already over.
#[must_use]
#[inline]
pub fn step(batch: &mut Batch, orders: &[&Order; LANES]) -> u8 {
    // SAFETY: AVX2 is enabled for the whole build where this module exists.
    let ((low, low_full), (high, high_full)) = unsafe { (half(batch, orders, 0), half(batch, orders, 4)) };
    let passes = low | high << 4;
    let over = passes & batch.passed | low_full | high_full << 4;
    batch.passed = passes;
    over
}
