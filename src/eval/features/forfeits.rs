//! Forfeits: moves that a side could not make.

use super::{Count, Uses, View};
use crate::eval::evaluator::LineUse;

/// Forced passes on the line of search and at its end, the opponent's less own.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Forfeits;

impl Count for Forfeits {
    const NAME: &'static str = "forfeits";
    const WORDS: &'static str = "passes";
    const USES: Uses = Uses { moves: true, line: LineUse { before: false, forfeits: true } };

    #[inline]
    fn count(view: &View<'_>) -> i32 {
        view.leaf.forfeits - i32::from(view.moves == 0)
    }
}
