//! The midgame search's entries in the table: a value, its bound, and the best move.

use super::table::{Key, TranspositionTable};
use crate::board::Square;
use crate::eval::{FINISHED, Value};

/// The relation of a stored value to the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    Exact,
}

impl Bound {
    /// The kind of bound that a search with this window has found.
    pub(super) fn in_window(value: Value, alpha: Value, beta: Value) -> Bound {
        if value <= alpha {
            Bound::Upper
        } else if value >= beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}

/// A searched position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SearchEntry {
    pub value: Value,
    pub bound: Bound,
    pub best: Option<Square>,
    /// The depth in plies, up to 255.
    pub depth: u32,
}

/// The offset for stored values, which lie within ±(2^28 + 64).
const OFFSET: Value = 1 << 29;
const VALUE_BITS: u32 = 30;
const BOUND_BITS: u32 = 2;
const NO_SQUARE: u64 = 64;

impl SearchEntry {
    /// True if the entry answers a search with this window.
    pub(super) fn decides(&self, alpha: Value, beta: Value) -> bool {
        match self.bound {
            Bound::Upper => self.value <= alpha,
            Bound::Lower => self.value >= beta,
            Bound::Exact => true,
        }
    }

    pub(super) fn probe(table: &TranspositionTable, key: Key) -> Option<SearchEntry> {
        table.probe(key).map(|entry| SearchEntry::unpack(entry.payload, entry.worth))
    }

    pub(super) fn store(self, table: &TranspositionTable, key: Key) {
        debug_assert!(self.depth <= 60 && self.value.abs() <= FINISHED + 65, "{self:?}");
        table.store(key, self.pack(), self.depth as u8);
    }

    fn pack(self) -> u64 {
        let best = self.best.map_or(NO_SQUARE, |square| square.index() as u64);
        let value = (self.value + OFFSET) as u64;
        value | ((self.bound as u64) << VALUE_BITS) | (best << (VALUE_BITS + BOUND_BITS))
    }

    fn unpack(payload: u64, worth: u8) -> SearchEntry {
        SearchEntry {
            value: (payload & ((1 << VALUE_BITS) - 1)) as Value - OFFSET,
            bound: match (payload >> VALUE_BITS) & ((1 << BOUND_BITS) - 1) {
                0 => Bound::Upper,
                1 => Bound::Lower,
                _ => Bound::Exact,
            },
            best: Square::new((payload >> (VALUE_BITS + BOUND_BITS)) as u8),
            depth: u32::from(worth),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_every_value() {
        for value in [0, 1, -1, FINISHED + 64, -FINISHED - 64, 12_345, -54_321] {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                for best in [None, Square::new(0), Square::new(63)] {
                    let entry = SearchEntry { value, bound, best, depth: 17 };
                    assert!(entry.pack() < 1 << 50);
                    assert_eq!(SearchEntry::unpack(entry.pack(), 17), entry);
                }
            }
        }
    }
}
