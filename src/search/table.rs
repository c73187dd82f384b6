//! The transposition table: searched positions with their results. Threads share it without locks.
//!
//! An entry is two words, the check word XORed with the data word. A pair whose words come from two threads does not
//! verify, and counts as absent (Hyatt and Mann, "A lock-less transposition table implementation for parallel search
//! chess engines", 2002). Only the search that wrote a payload knows its meaning: searches that must not read each
//! other's use different salts.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use bytemuck::allocation::{try_zeroed_slice_box, zeroed_slice_box};

use crate::board::{Position, kernel};
use crate::machine::memory::attempt;
use crate::machine::pages::prefer_large;

/// The number of words in a bucket: four entries, one cache line.
const WORDS: usize = 8;
const WAYS: usize = WORDS / 2;
const BUCKET_BYTES: u64 = 64;

/// A table of 32 MB or more serves many searches. One for a single search is faster with small pages, of which only the
/// written ones must be cleared.
const LASTING: u64 = (32 << 20) / BUCKET_BYTES;

const PAYLOAD_BITS: u32 = 50;
const PAYLOAD: u64 = (1 << PAYLOAD_BITS) - 1;
const AGES: u8 = 64;

/// The table cannot be allocated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The size is out of range. The field is in megabytes.
    #[error("hash size: found {0} MB, expected 1 to {max}", max = TranspositionTable::MAX_MEGABYTES)]
    Size(u64),
    /// The machine does not have this much memory. The field is in megabytes.
    #[error("hash size: {0} MB are more memory than this machine has free: give a smaller size")]
    Memory(u64),
}

/// The bucket of a position, and its check: 64 bits, independent of the bucket, that recognise its entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    place: u64,
    check: u64,
}

impl Key {
    /// Positions with different salts (objective, evaluator, kind of search) never share entries.
    #[must_use]
    #[inline]
    pub fn new(position: &Position, salt: u64) -> Key {
        // The salt is spread over all bits: salts that differ in one bit must not look like positions that differ in
        // one disc.
        let salt = salt
            .wrapping_add(1)
            .wrapping_mul(0xff51_afd7_ed55_8ccd)
            .rotate_left(31)
            .wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        let own = (position.own ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let opp = position.opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mut place = own ^ opp.rotate_left(32);
        place = (place ^ (place >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        place ^= place >> 32;
        Key { place, check: own.rotate_left(21).wrapping_add(opp ^ (own >> 23)) }
    }
}

/// An entry of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredEntry {
    /// The 50 bits that were stored.
    pub payload: u64,
    /// The worth that was stored with it.
    pub worth: u8,
}

/// A hash table of fixed size. It is never cleared; [`TranspositionTable::next_age`] ages its entries.
///
/// ```
/// use rival::board::Position;
/// use rival::search::table::{Key, TranspositionTable};
///
/// let table = TranspositionTable::new(1)?; // megabytes
/// let key = Key::new(&Position::START, 0);
/// table.store(key, 42, 1);
/// assert_eq!(table.probe(key).map(|found| found.payload), Some(42));
/// # Ok::<(), rival::search::table::TableError>(())
/// ```
pub struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// The index of the first word at the start of a cache line.
    first: usize,
    buckets: u64,
    age: AtomicU8,
}

impl std::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TranspositionTable")
            .field("megabytes", &((self.buckets * BUCKET_BYTES) >> 20))
            .finish_non_exhaustive()
    }
}

impl TranspositionTable {
    /// 1 TB: more than any intended machine has, and far from overflow.
    pub const MAX_MEGABYTES: u64 = 1 << 20;

    /// An empty table. The system provides its memory at the first write.
    ///
    /// # Errors
    /// The size is 0 or above [`TranspositionTable::MAX_MEGABYTES`], or the system refuses it.
    pub fn new(megabytes: u64) -> Result<TranspositionTable, TableError> {
        if !(1..=TranspositionTable::MAX_MEGABYTES).contains(&megabytes) {
            return Err(TableError::Size(megabytes));
        }
        TranspositionTable::with_buckets((megabytes << 20) / BUCKET_BYTES).ok_or(TableError::Memory(megabytes))
    }

    /// A table of 4 KB for very short searches, which take less time than clearing a larger table.
    pub(super) fn tiny() -> TranspositionTable {
        TranspositionTable::with_buckets(64).expect("4 KB can be had")
    }

    fn with_buckets(buckets: u64) -> Option<TranspositionTable> {
        let length = usize::try_from(buckets).ok()?.checked_mul(WORDS)?.checked_add(WORDS)?;
        // Only the size of a large table was chosen by a user.
        let words: Box<[AtomicU64]> =
            if buckets < LASTING { zeroed_slice_box(length) } else { attempt(|| try_zeroed_slice_box(length)).ok()? };
        let first = words.as_ptr().align_offset(BUCKET_BYTES as usize).min(WORDS);
        if buckets >= LASTING {
            prefer_large(&words);
        }
        Some(TranspositionTable { words, first, buckets, age: AtomicU8::new(1) })
    }

    /// Begins a new search. Entries of earlier searches are replaced first, whatever their worth.
    pub fn next_age(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[AtomicU64; WORDS] {
        let index = ((u128::from(key.place) * u128::from(self.buckets)) >> 64) as usize;
        let start = self.first + index * WORDS;
        self.words[start..start + WORDS].first_chunk().expect("a bucket has this many words")
    }

    /// Starts to load the bucket of this key into the cache.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        kernel::prefetch(&self.bucket(key)[0]);
    }

    /// The entry with this key.
    #[must_use]
    #[inline]
    pub fn probe(&self, key: Key) -> Option<StoredEntry> {
        let bucket = self.bucket(key);
        for way in 0..WAYS {
            let data = bucket[2 * way + 1].load(Relaxed);
            if bucket[2 * way].load(Relaxed) ^ data == key.check && data != 0 {
                return Some(StoredEntry { payload: data & PAYLOAD, worth: (data >> PAYLOAD_BITS) as u8 });
            }
        }
        None
    }

    /// Stores a payload of 50 bits. It replaces the entry of the same position, else one of an earlier age if there
    /// is any, and among several the one with the least worth.
    ///
    /// The `worth` is the cost of the entry: the depth of the search, or the empties of a solved position.
    #[inline]
    pub fn store(&self, key: Key, payload: u64, worth: u8) {
        debug_assert!(payload <= PAYLOAD);
        let bucket = self.bucket(key);
        let age = self.age.load(Relaxed);
        let mut victim = 0;
        let mut least = u16::MAX;
        for way in 0..WAYS {
            let data = bucket[2 * way + 1].load(Relaxed);
            if bucket[2 * way].load(Relaxed) ^ data == key.check {
                victim = way;
                break;
            }
            let current = (data >> (PAYLOAD_BITS + 8)) as u8 == age && data != 0;
            let rank = (u16::from(current) << 8) | u16::from((data >> PAYLOAD_BITS) as u8);
            if rank < least {
                least = rank;
                victim = way;
            }
        }
        let data = payload | (u64::from(worth) << PAYLOAD_BITS) | (u64::from(age) << (PAYLOAD_BITS + 8));
        bucket[2 * victim + 1].store(data, Relaxed);
        bucket[2 * victim].store(key.check ^ data, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(index: u64) -> Position {
        let own = index.wrapping_mul(0x2545_f491_4f6c_dd1d);
        Position { own, opp: !own & index.wrapping_mul(0x9fb2_1c65_1e98_df25) }
    }

    #[test]
    fn finds_what_was_stored_and_nothing_else() {
        let table = TranspositionTable::new(1).unwrap();
        for index in 1..1000 {
            table.store(Key::new(&position(index), 7), index, 9);
        }
        for index in 1..1000 {
            assert_eq!(table.probe(Key::new(&position(index), 7)), Some(StoredEntry { payload: index, worth: 9 }));
            assert_eq!(table.probe(Key::new(&position(index), 8)), None);
            assert_eq!(table.probe(Key::new(&position(index + 1000), 7)), None);
        }
    }

    fn count_held(table: &TranspositionTable, keys: &[Key]) -> usize {
        keys.iter().filter(|&&key| table.probe(key).is_some()).count()
    }

    #[test]
    fn old_entries_go_first_then_cheap_ones() {
        let table = TranspositionTable::new(1).unwrap();
        let dear: Vec<Key> = (1..10_000).map(|index| Key::new(&position(index), 0)).collect();
        for &key in &dear {
            table.store(key, 1, 50);
        }
        let before = count_held(&table, &dear);
        let cheap: Vec<Key> = (10_000..200_000).map(|index| Key::new(&position(index), 0)).collect();
        for &key in &cheap {
            table.store(key, 1, 1);
        }
        assert!(count_held(&table, &dear) * 10 > before * 8);
        table.next_age();
        for &key in &cheap {
            table.store(key, 1, 1);
        }
        assert!(count_held(&table, &dear) * 2 < before);
    }

    #[test]
    fn absurd_sizes_are_refused() {
        assert_eq!(TranspositionTable::new(0).unwrap_err(), TableError::Size(0));
        assert_eq!(
            TranspositionTable::new(10_000_000).unwrap_err().to_string(),
            "hash size: found 10000000 MB, expected 1 to 1048576"
        );
        assert!(matches!(
            TranspositionTable::new(TranspositionTable::MAX_MEGABYTES),
            Ok(_) | Err(TableError::Memory(_))
        ));
    }
}
