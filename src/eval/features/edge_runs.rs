//! Runs on the edges: unbroken rows of one colour from a taken corner along an edge. Textbooks call these stable edge
//! discs; [`EdgeStable`](super::EdgeStable) counts a few more.

use super::{CountFeature, View};
use crate::board::geometry::column;
use crate::board::square::CORNERS;
use crate::board::{Bitboard, Position};

/// Own discs minus the opponent's in runs along the edges from a corner. A disc in a corner counts once.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct EdgeRuns;

impl CountFeature for EdgeRuns {
    const NAME: &'static str = "edge-runs";

    #[inline]
    fn count(view: &View<'_>) -> i32 {
        edge_runs(&view.leaf.position)
    }
}

/// The number of discs in runs from the two corners, for each set of discs on an edge.
static RUNS: [u8; 256] = {
    let mut table = [0; 256];
    let mut set = 0;
    while set < 255 {
        table[set] = ((set as u8).trailing_ones() + (set as u8).leading_ones()) as u8;
        set += 1;
    }
    table[255] = 8;
    table
};

#[inline]
fn sum(set: Bitboard) -> i32 {
    let edges = [set as u8, (set >> 56) as u8, column(set, 0), column(set, 7)];
    let discs: u32 = edges.into_iter().map(|edge| u32::from(RUNS[usize::from(edge)])).sum();
    // Both edges of a corner have counted its disc.
    (discs - (set & CORNERS).count_ones()) as i32
}

#[inline]
fn edge_runs(position: &Position) -> i32 {
    sum(position.own) - sum(position.opp)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::oracle::{DIRECTIONS, positions, ray, sign};

    #[test]
    fn agrees_with_a_walk_from_every_corner() {
        for position in positions(2_000) {
            let mut counted: Bitboard = 0;
            for corner in [0, 7, 56, 63].into_iter().filter(|&corner| sign(&position, corner) != 0) {
                counted |= 1 << corner;
                for direction in DIRECTIONS[..4].iter().copied() {
                    let run = ray(corner, direction);
                    let run = run.into_iter().take_while(|&s| sign(&position, s) == sign(&position, corner));
                    counted |= run.fold(0, |set, s| set | 1 << s);
                }
            }
            let expected: i32 = (0..64).filter(|s| counted >> s & 1 != 0).map(|s| sign(&position, s)).sum();
            assert_eq!(edge_runs(&position), expected, "{position:?}");
        }
    }
}
