//! Stable discs as "Reversi in C#" defines them. A disc is safe if it cannot be outflanked on any of its four lines. It
//! can be outflanked on a line if it has an empty square on both sides, or an empty square on one side and on the other
//! a disc that is the opponent's or not safe. This is repeated until no further disc is safe.
//!
//! On a line with an empty square the rule says: all squares on one side, up to the border, hold safe own discs.
//! Looking at the neighbour is enough: a safe neighbour has such a side itself, and this side either goes on to the
//! border or comes back through the disc in question.

use super::{CountFeature, View};
use crate::board::geometry::{FullLines, NOT_A, NOT_H};
use crate::board::{Bitboard, Position};

/// Own stable discs minus the opponent's.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Stable;

impl CountFeature for Stable {
    const NAME: &'static str = "stable";

    #[inline]
    fn count(view: &View<'_>) -> i32 {
        let [own, opp] = stable_sets(&view.leaf.position);
        own.count_ones() as i32 - opp.count_ones() as i32
    }
}

const ROWS: Bitboard = NOT_A & NOT_H;
const COLUMNS: Bitboard = 0x00ff_ffff_ffff_ff00;

#[inline]
const fn safe(own: Bitboard, full: &FullLines) -> Bitboard {
    // Border squares count as safe in the direction over the border.
    let rows = full.rows | !ROWS;
    let columns = full.columns | !COLUMNS;
    let falling = full.falling | !(ROWS & COLUMNS);
    let rising = full.rising | !(ROWS & COLUMNS);
    let mut safe = own & rows & columns & falling & rising;
    loop {
        let next = own
            & (rows | safe << 1 | safe >> 1)
            & (columns | safe << 8 | safe >> 8)
            & (falling | safe << 9 | safe >> 9)
            & (rising | safe << 7 | safe >> 7);
        if next == safe {
            return safe;
        }
        safe = next;
    }
}

/// The stable discs of the side to move and of its opponent.
#[must_use]
#[inline]
pub const fn stable_sets(position: &Position) -> [Bitboard; 2] {
    let full = FullLines::new(position.empty());
    [safe(position.own, &full), safe(position.opp, &full)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::oracle::{DIRECTIONS, positions, ray, sign};

    /// True if a disc of the side can be outflanked on one of its lines while these discs are safe.
    fn is_outflankable(position: &Position, side: i32, index: usize, safe: Bitboard) -> bool {
        DIRECTIONS.chunks(2).any(|line| {
            let rays = [ray(index, line[0]), ray(index, line[1])];
            let [has_space, has_other_space] =
                rays.each_ref().map(|squares| squares.iter().any(|&s| sign(position, s) == 0));
            let [has_foe, has_other_foe] = rays.map(|squares| {
                let mut discs = squares.into_iter().filter(|&s| sign(position, s) != 0);
                discs.any(|s| sign(position, s) != side || safe >> s & 1 == 0)
            });
            has_space && (has_other_space || has_other_foe) || has_foe && has_other_space
        })
    }

    /// The stable discs by the definition, square by square.
    fn by_definition(position: &Position, side: i32) -> Bitboard {
        let mut safe: Bitboard = 0;
        loop {
            let next: Bitboard = (0..64)
                .filter(|&index| sign(position, index) == side && !is_outflankable(position, side, index, safe))
                .fold(safe, |set, index| set | 1 << index);
            if next == safe {
                return safe;
            }
            safe = next;
        }
    }

    #[test]
    fn agrees_with_the_definition() {
        let mut seen = 0;
        for position in positions(3_000) {
            let own = by_definition(&position, 1);
            let opp = by_definition(&position, -1);
            assert_eq!(stable_sets(&position), [own, opp], "{position:?}");
            seen += (own != 0) as u32;
        }
        assert!(seen > 500, "only {seen} positions with stable discs");
    }
}
