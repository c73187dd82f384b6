//! The solver's own estimate, for players whose evaluation was not fitted to scores.

use super::stability::Edges;
use crate::board::geometry::grow;
use crate::board::square::{C_SQUARES, CORNERS, EDGES, X_SQUARES};
use crate::board::{Bitboard, Position};
use crate::eval::{Evaluator, Leaf, Value};

/// A sum of differences between the two sides, in hundredths of a disc.
#[derive(Debug)]
pub struct Shapes<const ANTI: bool> {
    edges: Edges,
}

impl<const ANTI: bool> Shapes<ANTI> {
    pub fn new() -> Shapes<ANTI> {
        Shapes { edges: Edges::get() }
    }
}

/// Hundredths of a disc for each of the [`differences`], most discs and fewest discs: least squares over the exact
/// scores of positions with 14 empty squares from games played half at random, half for mobility.
/// `scripts/fit-ordering` fits such weights; these are of an earlier program.
const WEIGHTS: [[i32; 10]; 2] =
    [[178, -81, 415, -109, -205, 151, 416, -10, -65, -85], [65, -3, -208, -74, 14, -68, -31, -24, 0, -32]];

/// The number of counts, each of the side to move minus the other side.
const COUNTED: usize = 10;

#[inline]
fn differences(edges: Edges, position: &Position, moves: Bitboard) -> [i32; COUNTED] {
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
        edges.stable_both(own, opp),
        (moves & CORNERS, replies & CORNERS),
        (own, opp),
        (own & middle, opp & middle),
        (own & exposed, opp & exposed),
    ];
    sides.map(|(a, b)| a.count_ones() as i32 - b.count_ones() as i32)
}

/// What the solver's own estimate counts in a position, for those who fit its weights (`scripts/fit-ordering`).
#[must_use]
pub fn counts(position: &Position) -> [i32; COUNTED] {
    differences(Edges::get(), position, position.moves())
}

impl<const ANTI: bool> Evaluator for Shapes<ANTI> {
    type State = ();

    fn evaluate(&self, leaf: &Leaf) -> Value {
        self.evaluate_at(leaf, leaf.position.moves(), &())
    }

    #[inline]
    fn evaluate_at(&self, leaf: &Leaf, moves: Bitboard, _: &()) -> Value {
        let weights = &WEIGHTS[usize::from(ANTI)];
        let differences = differences(self.edges, &leaf.position, moves);
        let score: i32 = differences.iter().zip(weights).map(|(difference, weight)| weight * difference).sum();
        score.clamp(-6400, 6400)
    }

    fn identity(&self) -> u64 {
        u64::from(ANTI)
    }

    fn units_per_disc(&self) -> f64 {
        100.0
    }
}
