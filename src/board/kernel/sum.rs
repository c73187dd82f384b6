//! Sums of table entries: the look-ups of learned patterns at every leaf.
#![allow(unsafe_code, reason = "intrinsics of AVX2")]

/// Lanes of indices, added up in groups of [`GROUP`].
pub const LANES: usize = 64;
/// Lanes of a group.
pub const GROUP: usize = 8;

/// The sum of the table's entries at `offsets[i] + indices[i]` for all lanes of the first `groups` groups. An index
/// from N - 1 on counts as N - 2.
#[must_use]
#[inline]
pub fn sum_portable<const N: usize>(
    table: &[i16; N],
    indices: &[i16; LANES],
    offsets: &[u32; LANES],
    groups: usize,
) -> i32 {
    let lanes = indices.iter().zip(offsets).take(groups * GROUP);
    lanes
        .map(|(&index, &offset)| i32::from(table[(offset.wrapping_add_signed(index.into()) as usize).min(N - 2)]))
        .sum()
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub use self::sum_portable as sum;

/// The same as [`sum_portable`], with one instruction for eight entries, each in the lower half of 32 bits.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[must_use]
#[inline]
pub fn sum<const N: usize>(table: &[i16; N], indices: &[i16; LANES], offsets: &[u32; LANES], groups: usize) -> i32 {
    use core::arch::x86_64::*;
    const { assert!(N >= 2 && N <= i32::MAX as usize) };
    // SAFETY: AVX2 is enabled for the whole build where this function exists. Loads lie in a group of the arrays, and
    // each gathered pair of entries begins at N - 2 at most.
    unsafe {
        let last = _mm256_set1_epi32(N as i32 - 2);
        let mut sums = _mm256_setzero_si256();
        for (indices, offsets) in indices.chunks_exact(GROUP).zip(offsets.chunks_exact(GROUP)).take(groups) {
            let index = _mm256_cvtepi16_epi32(_mm_loadu_si128(indices.as_ptr().cast()));
            let index = _mm256_add_epi32(index, _mm256_loadu_si256(offsets.as_ptr().cast()));
            let pairs = _mm256_i32gather_epi32::<2>(table.as_ptr().cast(), _mm256_min_epu32(index, last));
            sums = _mm256_add_epi32(sums, _mm256_srai_epi32::<16>(_mm256_slli_epi32::<16>(pairs)));
        }
        let half = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
        let half = _mm_add_epi32(half, _mm_unpackhi_epi64(half, half));
        _mm_cvtsi128_si32(half) + _mm_extract_epi32::<1>(half)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Small and not a power of two, so that many indices lie beyond the end.
    const ENTRIES: usize = 5_000;

    #[test]
    fn the_sum_is_that_of_portable_code() {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let table: Box<[i16; ENTRIES]> = Box::new(std::array::from_fn(|_| rng.random()));
        let mut seen = std::collections::BTreeSet::new();
        for round in 0..2_000 {
            let indices = std::array::from_fn(|_| rng.random_range(-3_000..3_000));
            let offsets = std::array::from_fn(|_| rng.random_range(0..3_000));
            let groups = round % (LANES / GROUP + 1);
            let total = sum(&table, &indices, &offsets, groups);
            assert_eq!(total, sum_portable(&table, &indices, &offsets, groups), "{indices:?} {offsets:?} {groups}");
            seen.insert(total);
        }
        assert!(seen.len() > 1_000, "{}", seen.len());
        // Calculated by hand: three lanes at 7 and the other five at 0; then the last entry but one for all indices
        // beyond it.
        let mut small = [0; 16];
        (small[0], small[7], small[14], small[15]) = (-1, 100, 30_000, 1);
        let mut offsets = [0; LANES];
        offsets[..3].copy_from_slice(&[7, 3, 0]);
        let mut indices = [0; LANES];
        indices[..3].copy_from_slice(&[0, 4, 7]);
        assert_eq!(sum(&small, &indices, &offsets, 1), 295);
        indices[0] = 30_000;
        assert_eq!(sum(&small, &indices, &offsets, 1), 30_195);
    }
}
