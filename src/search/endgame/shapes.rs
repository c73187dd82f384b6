//! The solver's own estimate, for players whose evaluation was not fitted to scores.

use super::stability::Edges;
use crate::board::geometry::grow;
use crate::board::square::{C_SQUARES, CORNERS, EDGES, X_SQUARES};
use crate::board::{Bitboard, Position};
use crate::eval::{Evaluator, Leaf, Value};

/// An estimate: a weighted sum of differences between the two sides, in hundredths of a disc.
#[derive(Debug)]
pub(super) struct Shapes<const ANTI: bool> {
    edges: Edges,
}

impl<const ANTI: bool> Shapes<ANTI> {
    pub(super) fn new() -> Shapes<ANTI> {
        Shapes { edges: Edges::get() }
    }
}

/// Hundredths of a disc for each of the [`differences`], most discs and fewest discs: fitted by least squares to exact
/// scores of positions with 14 empty squares. In their games half of the moves were random, and half were for mobility.
/// `lab fit-ordering` fits such weights; an earlier program fitted these.
const WEIGHTS: [[i32; 10]; 2] =
    [[178, -81, 415, -109, -205, 151, 416, -10, -65, -85], [65, -3, -208, -74, 14, -68, -31, -24, 0, -32]];

/// The number of counts. Each is that of the side to move minus that of the other side.
const COUNTED: usize = 10;

#[inline]
fn differences(edges: Edges, position: &Position, moves: Bitboard) -> [i32; COUNTED] {
    let Position { own, opp } = *position;
    let empty = position.empty();
    let replies = position.pass().moves();
    let open = grow(empty & CORNERS);
    let x = open & X_SQUARES;
    let c = open & C_SQUARES;
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

    /// The counts apart from stable discs, square by square.
    fn one_side(position: &Position) -> [i32; COUNTED] {
        let Position { own, opp } = *position;
        let empty = position.empty();
        [
            count(position.moves(), |_| true),
            count(empty, |square| is_beside(square, opp)),
            count(own, is_corner),
            count(own, |square| lines_among(square, [1, 6]) == 2 && is_open(square, empty)),
            count(own, |square| {
                lines_among(square, [0, 7]) == 1 && lines_among(square, [1, 6]) == 1 && is_open(square, empty)
            }),
            0,
            count(position.moves(), is_corner),
            count(own, |_| true),
            count(own, |square| lines_among(square, [0, 7]) == 1 && lines_among(square, [1, 6]) == 0),
            count(own, |square| is_beside(square, empty)),
        ]
    }

    fn count(set: Bitboard, is_counted: impl Fn(Square) -> bool) -> i32 {
        squares(set).filter(|&square| is_counted(square)).count() as i32
    }

    fn is_beside(square: Square, set: Bitboard) -> bool {
        squares(set).any(|other| {
            let [a, b] = [square, other].map(|square| square.index() as i32);
            a != b && (a / 8 - b / 8).abs() <= 1 && (a % 8 - b % 8).abs() <= 1
        })
    }

    fn is_corner(square: Square) -> bool {
        ["a1", "h1", "a8", "h8"].contains(&square.to_string().as_str())
    }

    /// True if the square is beside an empty corner.
    fn is_open(square: Square, empty: Bitboard) -> bool {
        squares(empty).any(|other| is_corner(other) && is_beside(square, other.bit()))
    }

    /// The number of the square's lines (its column and its row) that are among these, 0 to 2.
    fn lines_among(square: Square, lines: [usize; 2]) -> usize {
        [square.index() % 8, square.index() / 8].iter().filter(|line| lines.contains(line)).count()
    }

    #[test]
    fn shapes_are_counted_for_both_sides_alike() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for plies in (0..60).cycle().take(300) {
            let position = opening(plies, &mut rng).board().position;
            let mut differences = counts(&position);
            assert_eq!(counts(&position.pass()), differences.map(|difference| -difference), "{position:?}");
            differences[5] = 0;
            let own = one_side(&position);
            let opp = one_side(&position.pass());
            assert_eq!(differences, std::array::from_fn(|k| own[k] - opp[k]), "{position:?}");
        }
    }
}
