//! Stable edge discs: see [`StableEdges`].

use std::sync::LazyLock;

use super::{CountFeature, View};
use crate::board::Position;
use crate::board::edges::{STATES, StableEdges, state, states};
use crate::board::geometry::column;
use crate::board::square::CORNERS;

/// Own stable edge discs minus the opponent's.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct EdgeStable;

impl CountFeature for EdgeStable {
    const NAME: &'static str = "edge-stable";

    #[inline]
    fn count(view: &View<'_>) -> i32 {
        edge_stable(&view.leaf.position)
    }
}

/// For each state of an edge, its own stable discs minus the opponent's.
static DIFFERENCE: LazyLock<Vec<i8>> = LazyLock::new(|| {
    let stable_edges = StableEdges::get();
    let mut table = vec![0; STATES];
    for (own, opp) in states() {
        table[state(own, opp)] =
            stable_edges.discs(own, opp).count_ones() as i8 - stable_edges.discs(opp, own).count_ones() as i8;
    }
    table
});

/// The difference of stable edge discs. A disc in a corner counts once.
#[inline]
fn edge_stable(position: &Position) -> i32 {
    let table = &**DIFFERENCE;
    let Position { own, opp } = *position;
    let edges = [
        (own as u8, opp as u8),
        ((own >> 56) as u8, (opp >> 56) as u8),
        (column(own, 0), column(opp, 0)),
        (column(own, 7), column(opp, 7)),
    ];
    let sum: i32 = edges.into_iter().map(|(own, opp)| i32::from(table[state(own, opp)])).sum();
    // A disc in a corner is always stable, and both edges have counted it.
    sum - (own & CORNERS).count_ones() as i32 + (opp & CORNERS).count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::square::EDGES;
    use crate::eval::features::stable::stable_sets;
    use crate::eval::oracle::{DIRECTIONS, positions, ray, sign};

    fn is_on_edge(square: usize) -> bool {
        EDGES >> square & 1 != 0
    }

    /// True if the line through the square leaves the edge, is full, or holds only the side's discs from the square to
    /// the border in one direction.
    fn is_safe(position: &Position, side: i32, square: usize, line: &[(i32, i32)]) -> bool {
        let rays: Vec<Vec<usize>> = line.iter().map(|&direction| ray(square, direction)).collect();
        let mut squares = rays.iter().flatten();
        let is_edge = squares.clone().all(|&s| is_on_edge(s));
        let is_full = squares.all(|&s| sign(position, s) != 0);
        !is_edge || is_full || rays.iter().any(|ray| ray.iter().all(|&s| sign(position, s) == side))
    }

    /// The border discs that the rule of stable discs finds along the line of the edge: a lower bound.
    fn by_runs(position: &Position, side: i32) -> u64 {
        (0..64)
            .filter(|&square| is_on_edge(square) && sign(position, square) == side)
            .filter(|&square| DIRECTIONS[..4].chunks(2).all(|line| is_safe(position, side, square, line)))
            .fold(0, |set, square| set | 1 << square)
    }

    #[test]
    fn counts_each_disc_once_and_all_that_full_edges_and_runs_from_corners_hold() {
        for position in positions(3_000) {
            let runs = [1, -1].map(|side| by_runs(&position, side));
            let sets = edge_stable_sets(&position);
            for (run, set) in runs.into_iter().zip(sets) {
                assert_eq!(run & !set, 0, "{position:?}");
            }
            assert_eq!(edge_stable(&position), sets[0].count_ones() as i32 - sets[1].count_ones() as i32);
            // A disc that is stable on the whole board is stable on its edge.
            for (stable, set) in stable_sets(&position).into_iter().zip(sets) {
                assert_eq!(stable & EDGES & !set, 0, "{position:?}");
            }
        }
    }

    /// The discs of a side on an edge, one bit a square.
    fn gather(position: &Position, edge: &[usize; 8], side: i32) -> u8 {
        edge.iter().rev().fold(0, |discs, &square| discs << 1 | u8::from(sign(position, square) == side))
    }

    /// The stable edge discs of both sides as sets, square by square.
    fn edge_stable_sets(position: &Position) -> [u64; 2] {
        let edges: [[usize; 8]; 4] = [
            std::array::from_fn(|i| i),
            std::array::from_fn(|i| 56 + i),
            std::array::from_fn(|i| 8 * i),
            std::array::from_fn(|i| 8 * i + 7),
        ];
        let mut sets = [0; 2];
        for edge in edges {
            let own = gather(position, &edge, 1);
            let opp = gather(position, &edge, -1);
            let stable_edges = StableEdges::get();
            for (set, stable) in sets.iter_mut().zip([stable_edges.discs(own, opp), stable_edges.discs(opp, own)]) {
                *set |= (0..8).filter(|i| stable >> i & 1 != 0).fold(0, |s, i| s | 1_u64 << edge[i]);
            }
        }
        sets
    }
}
