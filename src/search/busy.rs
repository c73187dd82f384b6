//! The positions that the threads of a search are searching. Other threads defer these positions.
//!
//! Kerrigan's simplified form of ABDADA (Weill, "The ABDADA distributed minimax-search algorithm", 1996). It changes
//! only the order in which children are searched, never a value. A missed or forgotten position only costs time.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::board::Position;

/// The depth from which sharing saves more than it costs.
pub(super) const DEPTH: u32 = 3;
const BITS: u32 = 12;

/// The positions that are being searched.
#[derive(Debug)]
pub(super) struct Busy(Box<[AtomicU64]>);

/// The key of a position and a depth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Name(u64);

impl Name {
    pub(super) fn new(position: &Position, depth: u32) -> Name {
        let mixed = position.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ position.opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31)
            ^ u64::from(depth);
        Name((mixed ^ (mixed >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb) | 1)
    }

    fn place(self) -> usize {
        (self.0 >> (u64::BITS - BITS)) as usize
    }
}

impl Default for Busy {
    fn default() -> Busy {
        Busy((0..1 << BITS).map(|_| AtomicU64::new(0)).collect())
    }
}

impl Busy {
    /// True if a thread is searching the position.
    pub(super) fn holds(&self, name: Name) -> bool {
        self.0[name.place()].load(Relaxed) == name.0
    }

    pub(super) fn enter(&self, name: Name) {
        self.0[name.place()].store(name.0, Relaxed);
    }

    pub(super) fn leave(&self, name: Name) {
        let _ = self.0[name.place()].compare_exchange(name.0, 0, Relaxed, Relaxed);
    }
}
