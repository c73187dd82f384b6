//! The solver's own estimate, for players whose evaluation was not fitted to scores.

use super::stability::Edges;
use crate::board::geometry::grow;
use crate::board::square::{C_SQUARES, CORNERS, EDGES, X_SQUARES};
use crate::board::{Bitboard, Position};
use crate::eval::{Evaluator, Leaf, Value};

/// A sum of differences between the two sides, in hundredths of a disc.
#[derive(Debug)]
pub(super) struct Shapes<const ANTI: bool> {
    edges: Edges,
}

impl<const ANTI: bool> Shapes<ANTI> {
    pub(super) fn new() -> Shapes<ANTI> {
        Shapes { edges: Edges::get() }
    }
}

/// Hundredths of a disc for each of the [`differences`], most discs and fewest discs: least squares over the exact
/// scores of positions with 14 empty squares from games played half at random, half for mobility.
/// `lab fit-ordering` fits such weights; these are of an earlier program.
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

/// The counts of the solver's own estimate for a position, from which its weights are fitted (`lab fit-ordering`).
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

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::board::random::opening;
    use crate::board::{Square, squares};

    /// The counts other than stable discs, taken square by square.
    fn one_side(position: &Position) -> [i32; COUNTED] {
        let Position { own, opp } = *position;
        let empty = position.empty();
        let beside = |square: Square, set: Bitboard| {
            squares(set).any(|other| {
                let (a, b) = (square.index() as i32, other.index() as i32);
                a != b && (a / 8 - b / 8).abs() <= 1 && (a % 8 - b % 8).abs() <= 1
            })
        };
        let corner = |square: Square| ["a1", "h1", "a8", "h8"].iter().any(|name| square.to_string() == *name);
        let line = |square: Square| (square.index() % 8, square.index() / 8);
        // How many of its two lines are the first or the last, and the second or the seventh.
        let of = |square: Square, lines: [usize; 2]| {
            let (x, y) = line(square);
            [x, y].iter().filter(|at| lines.contains(at)).count()
        };
        let open = |square: Square| squares(empty).any(|at| corner(at) && beside(square, at.bit()));
        let count =
            |set: Bitboard, is: &dyn Fn(Square) -> bool| squares(set).filter(|&square| is(square)).count() as i32;
        [
            count(position.moves(), &|_| true),
            count(empty, &|square| beside(square, opp)),
            count(own, &corner),
            count(own, &|square| of(square, [1, 6]) == 2 && open(square)),
            count(own, &|square| of(square, [0, 7]) == 1 && of(square, [1, 6]) == 1 && open(square)),
            0,
            count(position.moves(), &corner),
            count(own, &|_| true),
            count(own, &|square| of(square, [0, 7]) == 1 && of(square, [1, 6]) == 0),
            count(own, &|square| beside(square, empty)),
        ]
    }

    #[test]
    fn shapes_are_counted_for_both_sides_alike() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for plies in (0..60).cycle().take(300) {
            let position = opening(plies, &mut rng).board().position;
            let mut found = counts(&position);
            assert_eq!(counts(&position.pass()), found.map(|difference| -difference), "{position:?}");
            found[5] = 0;
            let (own, opp) = (one_side(&position), one_side(&position.pass()));
            assert_eq!(found, std::array::from_fn(|k| own[k] - opp[k]), "{position:?}");
        }
    }
}
