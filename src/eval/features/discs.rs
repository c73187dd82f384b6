//! The discs on the board.

use super::{Count, View};

/// Discs, own less the opponent's.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Discs;

impl Count for Discs {
    const NAME: &'static str = "discs";
    const WORDS: &'static str = "discs";

    #[inline]
    fn count(view: &View<'_>) -> i32 {
        let position = &view.leaf.position;
        position.own.count_ones() as i32 - position.opp.count_ones() as i32
    }
}
