//! Depths and numbers of empty squares at which the solver uses an estimate. The ordering was tuned on FFO 20 to 49
//! with the present weights. The other figures of [`PATTERNS`] are the best of some thirty settings with early weights,
//! on FFO 40, 41, 42 and 44 and on random positions with 12 and 16 empty squares.

use super::entry::{Level, MARGINS};
use crate::eval::Value;

/// The settings for one kind of estimate.
#[derive(Debug)]
pub(super) struct Tuning {
    /// The least number of empty squares at which the estimate orders moves. Below it, mobility and parity do.
    order_from: u32,
    /// Every third empty square beyond this number adds a ply to the search that orders moves.
    look_from: u32,
    /// Units of the estimate that equal one point of rank: see [`Look`](super::lookahead::Look).
    pub per_rank: Value,
    /// The least number of empty squares at which selective searches before the exact one save time.
    pub selective_from: u32,
    /// The standard deviation of exact scores from the estimate, in its units.
    error: Value,
}

/// The solver's own estimates, for most and for fewest discs.
pub(super) static SHAPES: [Tuning; 2] = [
    Tuning { order_from: 12, look_from: 12, per_rank: 16, selective_from: 18, error: 1000 },
    Tuning { order_from: 12, look_from: 12, per_rank: 16, selective_from: 18, error: 510 },
];

/// The tuning for learned patterns in 1/64 of a disc. They are closer to the score than [`SHAPES`], and slower.
pub(super) static PATTERNS: Tuning =
    Tuning { order_from: 12, look_from: 20, per_rank: 6, selective_from: 14, error: 450 };

/// Like [`Tuning::look_from`], for the search that decides a ProbCut.
const CUT_FROM: u32 = 10;
/// The deepest of these searches. A deeper one takes seconds, in which nothing stops it.
const DEEPEST: u32 = 6;

impl Tuning {
    /// The depth of the search below each move that orders them; `None`: no search.
    #[inline]
    pub(super) fn order_depth(&self, empties: u32) -> Option<u32> {
        (empties >= self.order_from).then(|| (empties.saturating_sub(self.look_from) / 3).min(DEEPEST))
    }

    /// The depth in plies of the search that decides a cut.
    pub(super) fn cut_depth(&self, empties: u32) -> u32 {
        (empties.saturating_sub(CUT_FROM) / 3).min(DEEPEST)
    }

    /// The least distance between an estimate of this depth and a bound that allows a cut at this level; `None`: exact
    /// searches never cut by an estimate.
    #[inline]
    pub(super) fn margin(&self, level: Level, depth: u32) -> Option<Value> {
        let margin = *MARGINS.get(level.index())?;
        // The error falls to a half over the first eight plies of a search.
        let deviation = self.error - self.error * depth.min(8) as Value / 16;
        Some(margin * deviation / 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_looks_pay_with_more_empty_squares_and_allow_a_smaller_margin() {
        assert_eq!(
            [11, 12, 22, 23, 26].map(|empties| PATTERNS.order_depth(empties)),
            [None, Some(0), Some(0), Some(1), Some(2)]
        );
        assert_eq!([8, 12, 13, 15, 16, 22].map(|empties| PATTERNS.cut_depth(empties)), [0, 0, 1, 1, 2, 4]);
        // Nothing stops such a search, so it stays short.
        assert!((0..=60).all(|empties| SHAPES[0].order_depth(empties) <= Some(6) && SHAPES[0].cut_depth(empties) <= 6));
        let [quick, _, sure] = Level::BEFORE_EXACT;
        // 0.8 standard deviations of 450. Eight plies halve it, and more plies do not reduce it.
        assert_eq!([0, 4, 8, 12].map(|depth| PATTERNS.margin(quick, depth)), [360, 270, 180, 180].map(Some));
        assert_eq!((PATTERNS.margin(sure, 0), PATTERNS.margin(Level::EXACT, 0)), (Some(900), None));
    }
}
