//! The discs on the board.

use super::{CountFeature, View};

/// Own discs minus the opponent's.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Discs;

impl CountFeature for Discs {
    const NAME: &'static str = "discs";

    #[inline]
    fn count(view: &View<'_>) -> i32 {
        let position = &view.leaf.position;
        position.own.count_ones() as i32 - position.opp.count_ones() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Leaf;
    use crate::eval::oracle::{positions, sign};

    #[test]
    fn agrees_with_a_look_at_every_square() {
        for position in positions(2_000) {
            let leaf = Leaf { position, before: None, passes: 0 };
            let expected: i32 = (0..64).map(|square| sign(&position, square)).sum();
            assert_eq!(Discs::count(&View { leaf: &leaf, moves: 0 }), expected, "{position:?}");
        }
    }
}
