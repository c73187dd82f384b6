//! Sums of table rows: the look-ups of a network over learned patterns at every leaf.
#![allow(unsafe_code, reason = "intrinsics of AVX2 and WebAssembly")]

use super::sum::{GROUP, LANES};

/// Numbers of a row.
pub const WIDTH: usize = 16;

/// A row of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(align(16))]
pub struct PackedRow(pub [i8; WIDTH]);

/// Sums of rows, or their weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(align(32))]
pub struct RowSums(pub [i16; WIDTH]);

/// Rows of a sum that belong to no lane.
pub const OTHERS: usize = 3;
const _: () = assert!((LANES + OTHERS) * 128 < 1 << 15, "no sum leaves 16 bits");

/// The number of bits of a clipped sum, which lies between 0 and 2 to this power.
pub const BITS: u32 = 9;

/// The row numbers of a sum: `others`, then those of the lanes, each below N.
#[inline]
fn rows<const N: usize>(
    others: [usize; OTHERS],
    indices: &[i16; LANES],
    offsets: &[u32; LANES],
    groups: usize,
) -> impl Iterator<Item = usize> {
    let lanes = indices.iter().zip(offsets).take(groups * GROUP);
    let lanes = lanes.map(|(&index, &offset)| offset.wrapping_add_signed(index.into()) as usize);
    others.into_iter().chain(lanes).map(|row| row.min(N - 1))
}

/// The sum of the table's rows `others` and those at `offsets[i] + indices[i]` for all lanes of the first `groups`
/// groups, number by number. A place from N on counts as N - 1.
#[must_use]
#[inline]
pub fn add_rows_portable<const N: usize>(
    table: &[PackedRow; N],
    others: [usize; OTHERS],
    indices: &[i16; LANES],
    offsets: &[u32; LANES],
    groups: usize,
) -> RowSums {
    let mut sums = RowSums::default();
    rows::<N>(others, indices, offsets, groups).for_each(|row| {
        sums.0.iter_mut().zip(table[row].0).for_each(|(sum, number)| *sum += i16::from(number));
    });
    sums
}

/// Clips each sum to the range 0 to 2^[`BITS`] and squares it, then adds the weighted squares as fractions of 2^14. The
/// weights' absolute values add up to less than 2^17.
#[must_use]
#[inline]
pub fn weigh_squares_portable(sums: &RowSums, weights: &RowSums) -> i32 {
    sums.0.iter().zip(weights.0).map(|(&sum, weight)| clipped_square(sum) * i32::from(weight)).sum()
}

fn clipped_square(sum: i16) -> i32 {
    let clipped = i32::from(sum.clamp(0, 1 << BITS));
    (clipped * clipped) >> (2 * BITS - 14)
}

#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "avx2"),
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
pub use self::add_rows_portable as add_rows;
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub use self::weigh_squares_portable as weigh_squares;

/// [`add_rows_portable`] with two instructions a row. `tests/browser/alike.mjs` tests it.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[must_use]
#[inline]
pub fn add_rows<const N: usize>(
    table: &[PackedRow; N],
    others: [usize; OTHERS],
    indices: &[i16; LANES],
    offsets: &[u32; LANES],
    groups: usize,
) -> RowSums {
    use core::arch::wasm32::*;
    let mut sums = [i16x8_splat(0); 2];
    rows::<N>(others, indices, offsets, groups).for_each(|row| {
        let row = &table[row].0;
        // SAFETY: a row has 16 bytes: the loads take its halves.
        let halves = unsafe { [i16x8_load_extend_i8x8(row.as_ptr()), i16x8_load_extend_i8x8(row.as_ptr().add(8))] };
        sums = [i16x8_add(sums[0], halves[0]), i16x8_add(sums[1], halves[1])];
    });
    let mut result = RowSums::default();
    let (low, high) = result.0.split_at_mut(WIDTH / 2);
    // SAFETY: each half has 16 bytes.
    unsafe {
        v128_store(low.as_mut_ptr().cast(), sums[0]);
        v128_store(high.as_mut_ptr().cast(), sums[1]);
    }
    result
}

/// The same as [`add_rows_portable`]. The rows of a group are loaded at once, because most of the time is waiting for
/// the cache.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[must_use]
#[inline]
pub fn add_rows<const N: usize>(
    table: &[PackedRow; N],
    others: [usize; OTHERS],
    indices: &[i16; LANES],
    offsets: &[u32; LANES],
    groups: usize,
) -> RowSums {
    use core::arch::x86_64::*;
    const { assert!(N >= 1 && N <= 1 << 27) };
    /// The binary logarithm of a row's bytes.
    const ROW_BITS: i32 = WIDTH.ilog2() as i32;
    // SAFETY: AVX2 is enabled for the whole build where this function exists. Loads of indices lie in a group of the
    // arrays. Rows begin at a multiple of 16 bytes, at that of the last row at most.
    unsafe {
        let last = _mm256_set1_epi32((N as i32 - 1) << ROW_BITS);
        let mut sums = _mm256_setzero_si256();
        for number in others {
            sums = _mm256_add_epi16(sums, load_row(table, number.min(N - 1) << ROW_BITS));
        }
        for (indices, offsets) in indices.chunks_exact(GROUP).zip(offsets.chunks_exact(GROUP)).take(groups) {
            let index = _mm256_cvtepi16_epi32(_mm_loadu_si128(indices.as_ptr().cast()));
            let index = _mm256_add_epi32(index, _mm256_loadu_si256(offsets.as_ptr().cast()));
            let start = _mm256_min_epu32(_mm256_slli_epi32::<ROW_BITS>(index), last);
            let mut starts = [0_u32; GROUP];
            _mm256_storeu_si256(starts.as_mut_ptr().cast(), start);
            let [a, b, c, d, e, f, g, h] = starts.map(|start| load_row(table, start as usize));
            let first_half = _mm256_add_epi16(_mm256_add_epi16(a, b), _mm256_add_epi16(c, d));
            let second_half = _mm256_add_epi16(_mm256_add_epi16(e, f), _mm256_add_epi16(g, h));
            sums = _mm256_add_epi16(sums, _mm256_add_epi16(first_half, second_half));
        }
        let mut result = RowSums::default();
        _mm256_store_si256(result.0.as_mut_ptr().cast(), sums);
        result
    }
}

/// The numbers of the row that begins at this byte of a table.
///
/// # Safety
///
/// A row begins there.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline]
unsafe fn load_row<const N: usize>(table: &[PackedRow; N], start: usize) -> core::arch::x86_64::__m256i {
    use core::arch::x86_64::{_mm_load_si128, _mm256_cvtepi8_epi16};
    // SAFETY: AVX2 is enabled, and a row has 16 bytes at a multiple of 16.
    unsafe { _mm256_cvtepi8_epi16(_mm_load_si128(table.as_ptr().byte_add(start).cast())) }
}

/// The same as [`weigh_squares_portable`].
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[must_use]
#[inline]
pub fn weigh_squares(sums: &RowSums, weights: &RowSums) -> i32 {
    use core::arch::x86_64::*;
    // The upper half of the product of two numbers up to 2^15 is up to 2^14.
    const SHIFT: i32 = 15 - BITS as i32;
    // SAFETY: AVX2 is enabled for the whole build where this function exists. Sums have 32 bytes and begin at a
    // multiple of 32.
    unsafe {
        let sums = _mm256_load_si256(sums.0.as_ptr().cast());
        let weights = _mm256_load_si256(weights.0.as_ptr().cast());
        let above = _mm256_max_epi16(sums, _mm256_setzero_si256());
        let scaled = _mm256_slli_epi16::<SHIFT>(_mm256_min_epi16(above, _mm256_set1_epi16(1 << BITS)));
        let products = _mm256_madd_epi16(_mm256_mulhi_epu16(scaled, scaled), weights);
        let half = _mm_add_epi32(_mm256_castsi256_si128(products), _mm256_extracti128_si256::<1>(products));
        let half = _mm_add_epi32(half, _mm_unpackhi_epi64(half, half));
        _mm_cvtsi128_si32(half) + _mm_extract_epi32::<1>(half)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    const ENTRIES: usize = 3_000;

    #[test]
    fn rows_and_squares_are_those_of_portable_code() {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let table: Vec<PackedRow> = (0..ENTRIES).map(|_| PackedRow(std::array::from_fn(|_| rng.random()))).collect();
        let table: Box<[PackedRow; ENTRIES]> = table.into_boxed_slice().try_into().unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for round in 0..400 {
            let indices = std::array::from_fn(|_| rng.random_range(-2_000..2_000));
            let offsets = std::array::from_fn(|_| rng.random_range(0..2_000));
            let others = std::array::from_fn(|_| rng.random_range(0..ENTRIES + 100));
            let groups = round % (LANES / GROUP + 1);
            let sums = add_rows(&table, others, &indices, &offsets, groups);
            assert_eq!(sums, add_rows_portable(&table, others, &indices, &offsets, groups));
            let weights = RowSums(std::array::from_fn(|_| rng.random_range(-8_000..8_000)));
            let value = weigh_squares(&sums, &weights);
            assert_eq!(value, weigh_squares_portable(&sums, &weights), "{sums:?} {weights:?}");
            seen.insert(value);
        }
        assert!(seen.len() > 300, "{}", seen.len());
        // Calculated by hand: 0 below the range, 1 at the top and above it, a quarter in the middle.
        let mut sums = RowSums::default();
        sums.0[..4].copy_from_slice(&[-5, 1 << BITS, 8_000, 1 << (BITS - 1)]);
        let mut weights = RowSums([9; WIDTH]);
        weights.0[..4].copy_from_slice(&[1_000, 3, 50, -40]);
        assert_eq!(weigh_squares(&sums, &weights), (3 + 50 - 10) << 14);
        let mut row = PackedRow::default();
        row.0[2] = -128;
        let all = add_rows(&[row; 2], [0, 1, 9], &[0; LANES], &[1; LANES], LANES / GROUP);
        assert_eq!((all.0[2], all.0[3]), (-128 * 67, 0));
    }
}
