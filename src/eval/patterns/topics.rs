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

impl Patterns {
    /// The terms of a leaf's value, in discs. They add up to the value exactly.
    #[must_use]
    pub(crate) fn contributions(&self, leaf: &Leaf) -> Vec<Contribution> {
        let weights = self.weights();
        let layout = &weights.layout;
        let position = &leaf.position;
        let phase = &weights.phases[layout.phases.of(position.empties())];
        let lanes = self.state(position).lanes;
        let mut places = lanes.iter().map(|&index| usize::from(index));
        let mut sums = [0; TOPICS.len()];
        let mut first = 0;
        for shape in &layout.shapes {
            for index in places.by_ref().take(shape.places().len()) {
                sums[topic(shape)] += i32::from(phase[first + shape.weight_of(index)]);
            }
            first += shape.weights();
        }
        for count in &layout.counts {
            sums[MOVES] += i32::from(phase[first + count.of(position, position.moves())]);
            first += COUNTED;
        }
        // The constant, and what exceeds a board full of discs.
        sums[REST] = self.evaluate(leaf) - sums.iter().sum::<i32>();
        let part = |((name, words), sum): (&(&'static str, &'static str), i32)| Contribution {
            name,
            words,
            amount: f64::from(sum) / f64::from(UNIT),
        };
        TOPICS.iter().zip(sums).map(part).collect()
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
