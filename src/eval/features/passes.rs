//! Forced passes. Files call them `forfeits`.

use super::{CountFeature, Uses, View};
use crate::eval::evaluator::LineUse;

/// The opponent's forced passes minus own ones, along the line of search and at its end.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Passes;

impl CountFeature for Passes {
    const NAME: &'static str = "forfeits";
    const USES: Uses = Uses { moves: true, line: LineUse { before: false, passes: true } };

    #[inline]
    fn count(view: &View<'_>) -> i32 {
        view.leaf.passes - i32::from(view.moves == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::eval::Leaf;

    fn count(passes: i32, moves: i32) -> i32 {
        let leaf = Leaf { position: Position::START, before: None, passes };
        Passes::count(&View { leaf: &leaf, moves })
    }

    #[test]
    fn passes_of_the_line_and_one_that_is_due() {
        assert_eq!([count(0, 4), count(2, 4), count(-1, 1)], [0, 2, -1]);
        assert_eq!([count(0, 0), count(1, 0)], [-1, 0]);
    }
}
