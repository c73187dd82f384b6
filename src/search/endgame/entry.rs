//! The endgame solver's entry of the transposition table.

use crate::board::Square;
use crate::eval::Value;
use crate::search::table::{Key, TranspositionTable};

const NONE: u64 = 64;

/// The distance between an estimate and a bound at each selective level, in hundredths of the standard deviation.
pub(super) const MARGINS: [Value; 7] = [80, 110, 130, 150, 200, 233, 258];

/// The least percentage of true claims that one side wins at each selective level, for searches that were stopped after
/// the claim. Fitted to positions of 1999 with 18 and 19 empty squares (62, 65, 82, 79 and 94 percent at the levels of
/// [`Level::LIKELY`]), and tested on those of 2001: `lab claims --year 2001 --from 18 --to 19`.
const CLAIMS: [u8; 7] = [50, 60, 60, 60, 75, 75, 92];

/// The confidence of a search's bounds. Below exact the search prunes by ProbCut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Level(u8);

impl Level {
    pub(super) const EXACT: Level = Level(7);

    /// The selective levels worth searching before an exact search, the quickest first.
    pub(super) const BEFORE_EXACT: [Level; 3] = [Level(0), Level(2), Level(4)];
    /// The selective levels whose moves are worth playing, the quickest first.
    pub(super) const LIKELY: [Level; 5] = [Level(1), Level(3), Level(4), Level(5), Level(6)];

    /// The least percentage of true claims that one side wins; 100 if they are certain.
    pub(super) fn percent(self) -> u8 {
        CLAIMS.get(self.index()).copied().unwrap_or(100)
    }

    /// The index of its margin in [`MARGINS`]; beyond the end if it is exact.
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Bounds of the exact score in discs for the side to move, and the two most recent best moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TableEntry {
    pub lower: i32,
    pub upper: i32,
    pub first: Option<Square>,
    pub second: Option<Square>,
    /// The confidence of the bounds: the [`Level`] of their search.
    pub level: Level,
    /// An upper bound from a less certain search; 64 without one. It is not stored.
    pub likely_upper: i32,
}

impl TableEntry {
    /// The entry of a position that was never searched.
    pub(super) const fn unknown(level: Level) -> TableEntry {
        TableEntry { lower: -64, upper: 64, first: None, second: None, level, likely_upper: 64 }
    }

    /// The bounds of this level or a higher one, and the best moves of any level.
    #[inline]
    pub(super) fn probe(table: &TranspositionTable, key: Key, level: Level) -> TableEntry {
        let Some(stored) = table.probe(key) else { return TableEntry::unknown(level) };
        let entry = TableEntry::unpack(stored.payload);
        debug_assert!(entry.is_sound(), "{entry:?}");
        if entry.level >= level {
            entry
        } else {
            TableEntry { level, lower: -64, upper: 64, likely_upper: entry.upper, ..entry }
        }
    }

    #[inline]
    pub(super) fn store(&self, table: &TranspositionTable, key: Key, empties: u32) {
        debug_assert!(self.is_sound(), "{self:?}");
        table.store(key, self.pack(), empties as u8);
    }

    /// The entry updated with the result of a null-window search of this level against `alpha`.
    #[inline]
    pub(super) fn updated(self, level: Level, best: i32, alpha: i32, square: Option<Square>) -> TableEntry {
        let (lower, upper) = if best > alpha { (Some(best), None) } else { (None, Some(best)) };
        self.bounded(level, lower, upper, square)
    }

    /// The entry with the bounds and the best move of a search of this level. An entry of a higher level stays
    /// unchanged, because a selective result must never count as a more certain one.
    #[inline]
    pub(super) fn bounded(
        self,
        level: Level,
        lower: Option<i32>,
        upper: Option<i32>,
        square: Option<Square>,
    ) -> TableEntry {
        if self.level > level {
            return self;
        }
        debug_assert_eq!(self.level, level, "`probe` raises lower levels");
        let mut entry = TableEntry { lower: lower.unwrap_or(self.lower), upper: upper.unwrap_or(self.upper), ..self };
        if entry.lower > entry.upper {
            // Two selective searches may contradict each other; the newer one counts.
            debug_assert!(level < Level::EXACT, "exact bounds out of order: {self:?}, then {lower:?} {upper:?}");
            (entry.lower, entry.upper) =
                if lower.is_some() { (entry.lower, entry.lower) } else { (entry.upper, entry.upper) };
        }
        if entry.first != square {
            (entry.first, entry.second) = (square, entry.first);
        }
        entry
    }

    /// True if the bounds are in order, those of an exact search are even, and the level exists.
    fn is_sound(&self) -> bool {
        let exact = self.level == Level::EXACT;
        (-64..=self.upper).contains(&self.lower)
            && self.upper <= 64
            && (exact || self.level.index() < MARGINS.len())
            && (!exact || (self.lower % 2 == 0 && self.upper % 2 == 0))
    }

    fn pack(&self) -> u64 {
        let [first, second] =
            [self.first, self.second].map(|square| square.map_or(NONE, |square| square.index() as u64));
        (self.lower + 64) as u64
            | ((self.upper + 64) as u64) << 8
            | first << 16
            | second << 24
            | u64::from(self.level.0) << 32
    }

    fn unpack(bits: u64) -> TableEntry {
        TableEntry {
            lower: (bits & 0xff) as i32 - 64,
            upper: (bits >> 8 & 0xff) as i32 - 64,
            first: Square::new((bits >> 16) as u8),
            second: Square::new((bits >> 24) as u8),
            level: Level((bits >> 32) as u8),
            likely_upper: 64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_surer_level_says_more() {
        let levels = Level::LIKELY.into_iter().chain([Level::EXACT]);
        let percents: Vec<u8> = levels.map(Level::percent).collect();
        assert!(percents.is_sorted() && percents.ends_with(&[100]), "{percents:?}");
    }
}
