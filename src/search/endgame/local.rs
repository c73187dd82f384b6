//! A small table for each thread, for positions near the end. It fits the processor's cache, and holds complete
//! positions with exact bounds. It keeps no best moves: 0.2 % of the
//! positions that are looked up have one without a bound that decides.

use super::entry::{Level, TableEntry};
use crate::board::{Position, kernel};

const SLOTS: usize = 1 << 14;

#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
struct Slot {
    position: Position,
    lower: i8,
    upper: i8,
}

/// One slot for each hash value, in which the newest entry replaces the older one.
#[derive(Debug)]
pub(super) struct LocalTable(Box<[Slot; SLOTS]>);

impl LocalTable {
    pub(super) fn new() -> LocalTable {
        // Both sides on every square is no valid position.
        let nothing = Position { own: !0, opp: !0 };
        let slots = vec![Slot { position: nothing, lower: -64, upper: 64 }; SLOTS].into_boxed_slice();
        LocalTable(slots.try_into().expect("as many slots"))
    }

    #[inline]
    pub(super) fn place(position: &Position) -> usize {
        let mixed = (position.own.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            ^ position.opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(32);
        (mixed ^ mixed >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) as usize >> (64 - SLOTS.trailing_zeros())
    }

    /// Starts to load the slot at this index.
    #[inline]
    pub(super) fn prefetch(&self, place: usize) {
        kernel::prefetch(&self.0[place & (SLOTS - 1)]);
    }

    #[inline]
    pub(super) fn probe(&self, place: usize, position: &Position) -> TableEntry {
        let slot = &self.0[place & (SLOTS - 1)];
        if slot.position == *position {
            TableEntry { lower: slot.lower.into(), upper: slot.upper.into(), ..TableEntry::unknown(Level::EXACT) }
        } else {
            TableEntry::unknown(Level::EXACT)
        }
    }

    #[inline]
    pub(super) fn store(&mut self, place: usize, position: &Position, entry: &TableEntry) {
        self.0[place & (SLOTS - 1)] = Slot { position: *position, lower: entry.lower as i8, upper: entry.upper as i8 };
    }
}
