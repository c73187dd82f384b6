//! What a position is likely to be worth: for move ordering, and for the selective searches before the exact one.

use super::stability::Edges;
use crate::board::geometry::grow;
use crate::board::square::{C_SQUARES, CORNERS, EDGES, X_SQUARES};
use crate::board::{Bitboard, Position};

/// The seam for an evaluation that the solver orders moves by. It never changes a score, only the time.
pub trait Estimator: Sync {
    /// The likely score for the side to move, in hundredths of a disc; the game is not over.
    /// `moves` are the position's.
    fn estimate(&self, position: &Position, moves: Bitboard) -> i32;

    /// The standard deviation of the exact score about a search of this depth into [`Estimator::estimate`], in hundredths of a disc.
    fn deviation(&self, empties: u32, depth: u32) -> i32;
}

/// A sum of differences between the two sides.
#[derive(Debug)]
pub struct Shapes<const ANTI: bool> {
    edges: Edges,
}

impl<const ANTI: bool> Shapes<ANTI> {
    pub fn new() -> Shapes<ANTI> {
        Shapes { edges: Edges::get() }
    }
}

/// Hundredths of a disc for each of the differences in [`Shapes::estimate`], most discs and fewest discs: least squares over the exact scores
/// of 8000 (fewest: 6000) positions with 14 empty squares from games played half at random, half for mobility.
const WEIGHTS: [[i32; 10]; 2] =
    [[178, -81, 415, -109, -205, 151, 416, -10, -65, -85], [65, -3, -208, -74, 14, -68, -31, -24, 0, -32]];

/// The root of the mean square error of that fit.
const ERRORS: [i32; 2] = [1000, 510];

impl<const ANTI: bool> Estimator for Shapes<ANTI> {
    #[inline]
    fn estimate(&self, position: &Position, moves: Bitboard) -> i32 {
        let Position { own, opp } = *position;
        let empty = position.empty();
        let replies = position.pass().moves();
        let open = grow(empty & CORNERS);
        let (x, c) = (open & X_SQUARES, open & C_SQUARES);
        let middle = EDGES & !CORNERS & !C_SQUARES;
        let exposed = grow(empty);
        let sides = [
            (moves, replies),
            (grow(opp) & empty, grow(own) & empty),
            (own & CORNERS, opp & CORNERS),
            (own & x, opp & x),
            (own & c, opp & c),
            self.edges.stable_both(own, opp),
            (moves & CORNERS, replies & CORNERS),
            (own, opp),
            (own & middle, opp & middle),
            (own & exposed, opp & exposed),
        ];
        let weights = &WEIGHTS[usize::from(ANTI)];
        let score: i32 = sides
            .iter()
            .zip(weights)
            .map(|((a, b), weight)| weight * (a.count_ones() as i32 - b.count_ones() as i32))
            .sum();
        score.clamp(-6400, 6400)
    }

    fn deviation(&self, _empties: u32, depth: u32) -> i32 {
        let error = ERRORS[usize::from(ANTI)];
        error - error * depth.min(8) as i32 / 16
    }
}
