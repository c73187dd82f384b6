//! The terms of a learned evaluation, in words: the shapes by their place on the board.

use super::compiled::Patterns;
use super::layout::COUNTED;
use super::shape::Shape;
use super::weights::UNIT;
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

/// Amounts by topic, in discs.
#[derive(Debug, Default)]
pub(super) struct Parts([f64; TOPICS.len()]);

impl Parts {
    pub(super) fn add_shape(&mut self, of: &Shape, discs: f64) {
        self.0[topic(of)] += discs;
    }

    pub(super) fn add_count(&mut self, discs: f64) {
        self.0[MOVES] += discs;
    }

    /// The topics of a value in discs: what is left is the turn's, so that they add up to it.
    pub(super) fn up_to(mut self, value: f64) -> Vec<Contribution> {
        self.0[REST] = value - self.0.iter().sum::<f64>();
        let part = |(&(name, words), amount)| Contribution { name, words, amount };
        TOPICS.iter().zip(self.0).map(part).collect()
    }
}

impl Patterns {
    /// The terms of a leaf's value, in discs. They add up to the value exactly.
    #[must_use]
    pub(crate) fn contributions(&self, leaf: &Leaf) -> Vec<Contribution> {
        let weights = self.weights();
        let layout = &weights.layout;
        let position = &leaf.position;
        let phase = &weights.phases[layout.phases.of(position.empties())];
        // Units are powers of two: the sums are exact.
        let discs = |weight: i16| f64::from(weight) / f64::from(UNIT);
        let lanes = self.state(position).lanes;
        let mut places = lanes.iter().map(|&index| usize::from(index));
        let mut parts = Parts::default();
        let mut first = 0;
        for shape in &layout.shapes {
            for index in places.by_ref().take(shape.places().len()) {
                parts.add_shape(shape, discs(phase[first + shape.weight_of(index)]));
            }
            first += shape.weights();
        }
        for count in &layout.counts {
            parts.add_count(discs(phase[first + count.of(position, position.moves())]));
            first += COUNTED;
        }
        // The constant, and what exceeds a board full of discs.
        parts.up_to(f64::from(self.evaluate(leaf)) / f64::from(UNIT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_belong_where_they_lie() {
        let topic = |squares: &str| {
            let squares: Vec<_> = squares.split(' ').map(|name| name.parse().unwrap()).collect();
            TOPICS[topic(&Shape::new("shape", &squares))].0
        };
        assert_eq!(topic("b2 a1 b1 c1 d1 e1 f1 g1 h1 g2"), "edges");
        assert_eq!(topic("a1 c1 d1 e1 f1 h1 c2 d2 e2 f2"), "edges");
        assert_eq!(topic("a1 b1 c1 a2 b2 c2 a3 b3 c3"), "corners");
        assert_eq!(topic("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"), "corners");
        assert_eq!(topic("a2 b2 c2 d2 e2 f2 g2 h2"), "lines");
        assert_eq!(topic("a1 b2 c3 d4 e5 f6 g7 h8"), "diagonals");
        assert_eq!(topic("e1 f2 g3 h4"), "diagonals");
    }
}
