//! The terms of a learned evaluation, in words: the shapes by their place on the board.

use super::compiled::Patterns;
use super::layout::COUNTED;
use super::shape::Shape;
use super::weights::UNIT;
use crate::board::Position;
use crate::board::square::{CORNERS, EDGES};
use crate::eval::contribution::Contribution;
use crate::eval::{Evaluator, Leaf};

/// The parts, in their order: names in files, and words for people.
const TOPICS: [(&str, &str); 6] = [
    ("corners", "corners"),
    ("edges", "edges"),
    ("lines", "lines through the middle"),
    ("diagonals", "diagonals"),
    ("moves", "moves"),
    ("rest", "the turn"),
];

const MOVES: usize = 4;
const REST: usize = 5;

/// The topic of a shape: by most of its squares.
fn topic(shape: &Shape) -> usize {
    let squares = shape.squares();
    let set: u64 = squares.iter().fold(0, |set, square| set | square.bit());
    let on_edges = (set & EDGES).count_ones() as usize;
    let diagonal = |next: &[crate::board::Square]| {
        next[0].column().abs_diff(next[1].column()) == 1 && next[0].row().abs_diff(next[1].row()) == 1
    };
    if squares.len() > 1 && squares.windows(2).all(diagonal) {
        3
    } else if (set & CORNERS).count_ones() == 1 {
        0
    } else if 2 * on_edges > squares.len() {
        1
    } else {
        2
    }
}

/// A position's terms by topic, in discs. `discs` is the worth of each weight by its number in a phase; what is left of
/// the value is the turn's, so that they add up to it.
pub(super) fn contributions(
    patterns: &Patterns,
    position: &Position,
    discs: impl Fn(usize) -> f64,
    value: f64,
) -> Vec<Contribution> {
    let layout = &patterns.weights().layout;
    let lanes = patterns.state(position).lanes;
    let mut places = lanes.iter().map(|&index| usize::from(index));
    let mut sums = [0.0; TOPICS.len()];
    let mut first = 0;
    for shape in &layout.shapes {
        for index in places.by_ref().take(shape.places().len()) {
            sums[topic(shape)] += discs(first + shape.weight_of(index));
        }
        first += shape.weights();
    }
    for count in &layout.counts {
        sums[MOVES] += discs(first + count.of(position, position.moves()));
        first += COUNTED;
    }
    sums[REST] = value - sums.iter().sum::<f64>();
    let part = |(&(name, words), amount)| Contribution { name, words, amount };
    TOPICS.iter().zip(sums).map(part).collect()
}

impl Patterns {
    /// The terms of a leaf's value, in discs. They add up to the value exactly.
    #[must_use]
    pub(crate) fn contributions(&self, leaf: &Leaf) -> Vec<Contribution> {
        let weights = self.weights();
        let phase = &weights.phases[weights.layout.phases.of(leaf.position.empties())];
        // Units are powers of two: the sums are exact. The turn's are the constant, and what exceeds a board full of
        // discs.
        let discs = |weight: i32| f64::from(weight) / f64::from(UNIT);
        contributions(self, &leaf.position, |number| discs(phase[number].into()), discs(self.evaluate(leaf)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_belong_where_they_lie() {
        let topic = |squares: &str| TOPICS[topic(&Shape::on(squares))].0;
        assert_eq!(topic("b2 a1 b1 c1 d1 e1 f1 g1 h1 g2"), "edges");
        assert_eq!(topic("a1 c1 d1 e1 f1 h1 c2 d2 e2 f2"), "edges");
        assert_eq!(topic("a1 b1 c1 a2 b2 c2 a3 b3 c3"), "corners");
        assert_eq!(topic("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"), "corners");
        assert_eq!(topic("a2 b2 c2 d2 e2 f2 g2 h2"), "lines");
        assert_eq!(topic("a1 b2 c3 d4 e5 f6 g7 h8"), "diagonals");
        assert_eq!(topic("e1 f2 g3 h4"), "diagonals");
    }
}
