//! The weights of a set of learned patterns: its shapes, counts and phases.

use super::indices::LANES;
use super::shape::Shape;
use crate::board::{Bitboard, Position};
#[cfg(test)]
use crate::eval::oracle::sign;

/// The number of weights for one kind of count. Larger counts use the last weight.
pub const COUNTED: usize = 40;

/// The most entries of a table: configurations of all shapes, counts, and a constant for each number of empty squares.
pub(super) const ROOM: usize = 1 << 19;

/// The numbers of empty squares with a constant, 0 to 60. Positions with more use the one for 60.
pub const EMPTY_COUNTS: usize = 61;

/// The most empty squares of a position.
pub(super) const MOST_EMPTIES: usize = 64;

/// A count that has its own weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// Legal moves of the side to move.
    Moves,
    /// Legal moves of the other side, if it were to move.
    Replies,
}

impl Count {
    /// Every count.
    pub const ALL: [Count; 2] = [Count::Moves, Count::Replies];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Count::Moves => "moves",
            Count::Replies => "replies",
        }
    }

    /// The count in a position with these legal moves.
    #[must_use]
    #[inline]
    pub fn in_position(self, position: &Position, moves: Bitboard) -> usize {
        let count = match self {
            Count::Moves => moves.count_ones(),
            Count::Replies => position.pass().moves().count_ones(),
        };
        (count as usize).min(COUNTED - 1)
    }
}

/// The phases of a game by the number of empty squares. The end of the game comes first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phases {
    /// The most empty squares of each phase, rising.
    last: Vec<u32>,
    by_empties: [u8; MOST_EMPTIES + 1],
}

impl Phases {
    /// The phases that end at these numbers of empty squares. The last one also contains all larger numbers. `None`
    /// unless the numbers rise from 1 on.
    #[must_use]
    pub fn new(last: &[u32]) -> Option<Phases> {
        let rises = last.windows(2).all(|pair| pair[0] < pair[1]);
        if !rises || !(1..=MOST_EMPTIES).contains(&last.len()) || last[0] == 0 {
            return None;
        }
        let by_empties = std::array::from_fn(|empties| {
            let earlier = last.iter().take_while(|&&last| (last as usize) < empties).count();
            earlier.min(last.len() - 1) as u8
        });
        Some(Phases { last: last.to_vec(), by_empties })
    }

    /// Phases with this many empty squares each, which cover 1 to 60.
    #[must_use]
    pub fn even(width: u32) -> Phases {
        let width = width.clamp(1, 60);
        let last: Vec<u32> = (1..=60_u32.div_ceil(width)).map(|phase| (phase * width).min(60)).collect();
        Phases::new(&last).expect("they rise")
    }

    /// The number of phases.
    #[must_use]
    pub fn count(&self) -> usize {
        self.last.len()
    }

    /// The most empty squares of each phase, rising.
    #[must_use]
    pub fn ends(&self) -> &[u32] {
        &self.last
    }

    /// The phase of a position with this many empty squares.
    #[must_use]
    #[inline]
    pub fn phase(&self, empties: u32) -> usize {
        usize::from(self.by_empties[empties as usize])
    }

    /// The range of empty squares in a phase, within 1 to 60.
    #[must_use]
    pub fn range(&self, phase: usize) -> std::ops::RangeInclusive<u32> {
        let first = if phase == 0 { 1 } else { self.last[phase - 1] + 1 };
        first..=self.last[phase]
    }
}

/// The order of the weights of one phase: those of each shape, [`COUNTED`] for each count, and a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The shapes, in the order of their weights.
    pub shapes: Vec<Shape>,
    /// The counts, in the order of their weights.
    pub counts: Vec<Count>,
    /// The division of games into phases.
    pub phases: Phases,
}

impl Layout {
    /// A layout; `None` if the shapes have no place, more than [`LANES`] places, or more configurations than `ROOM`.
    #[must_use]
    pub fn new(shapes: Vec<Shape>, counts: Vec<Count>, phases: Phases) -> Option<Layout> {
        let places: usize = shapes.iter().map(|shape| shape.places().len()).sum();
        let configurations: usize = shapes.iter().map(Shape::configurations).sum();
        let fits = configurations + COUNTED * counts.len() + EMPTY_COUNTS < ROOM - 1;
        (fits && (1..=LANES).contains(&places)).then_some(Layout { shapes, counts, phases })
    }

    /// The number of places of all shapes.
    #[must_use]
    pub fn places(&self) -> usize {
        self.shapes.iter().map(|shape| shape.places().len()).sum()
    }

    /// The number of weights in one phase.
    #[must_use]
    pub fn weights(&self) -> usize {
        self.shapes.iter().map(Shape::weights).sum::<usize>() + COUNTED * self.counts.len() + 1
    }

    /// The index of the weight in a phase for each entry of a table. A table has the configurations of each shape, from
    /// the lowest number in balanced ternary, then the counts, then the constant.
    pub(super) fn order(&self) -> Vec<u32> {
        let mut numbers = Vec::with_capacity(ROOM);
        let mut first = 0;
        for shape in &self.shapes {
            // The configurations as weights files number them: digit 1 for the side to move, 2 for the other one.
            let mut configurations = vec![0];
            for number in shape.central_first() {
                let power = 3_usize.pow(number as u32);
                let lower = std::mem::take(&mut configurations);
                for digit in [2, 0, 1] {
                    configurations.extend(lower.iter().map(|configuration| configuration + digit * power));
                }
            }
            numbers.extend(configurations.into_iter().map(|number| (first + shape.weight_of(number)) as u32));
            first += shape.weights();
        }
        numbers.extend(first as u32..self.weights() as u32);
        numbers
    }

    /// The number of weights that add up to a position's value.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.places() + self.counts.len() + 1
    }
}

#[cfg(test)]
impl Layout {
    /// The indices of a position's weights with all counts, looked up square by square.
    pub(super) fn numbers_by_definition(&self, position: &Position) -> impl Iterator<Item = usize> {
        let mut first = 0;
        let mut numbers = Vec::new();
        for shape in &self.shapes {
            for place in shape.places() {
                let digits = place.iter().map(|square| match sign(position, square.index()) {
                    1 => 1,
                    -1 => 2,
                    _ => 0,
                });
                numbers.push(first + shape.weight_of(digits.rev().fold(0, |sum, digit| 3 * sum + digit)));
            }
            first += shape.weights();
        }
        numbers.push(first + position.moves().count_ones() as usize);
        numbers.push(first + COUNTED + position.pass().moves().count_ones() as usize);
        numbers.push(first + 2 * COUNTED);
        numbers.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// True if a layout with `count` copies of this shape exists.
    fn is_possible(shape: &Shape, count: usize) -> bool {
        Layout::new(vec![shape.clone(); count], Vec::new(), Phases::even(4)).is_some()
    }

    #[test]
    fn shapes_need_places_and_room() {
        let squares: Vec<_> = "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2".split(' ').map(|name| name.parse().unwrap()).collect();
        // Each shape has 3^10 configurations.
        let edge = Shape::new("edge", &squares);
        assert_eq!([0, 1, 8, 9].map(|count| is_possible(&edge, count)), [false, true, true, false]);
        let corner = Shape::new("corner", &squares[1..2]);
        assert_eq!([16, 17].map(|count| is_possible(&corner, count)), [true, false]);
    }

    #[test]
    fn phases_cover_the_game_without_a_gap() {
        let phases = Phases::even(4);
        assert_eq!((phases.count(), phases.range(0), phases.range(14)), (15, 1..=4, 57..=60));
        for empties in 1..=60 {
            assert!(phases.range(phases.phase(empties)).contains(&empties), "{empties}");
        }
        assert_eq!((phases.phase(0), phases.phase(64)), (0, 14));
        assert_eq!(Phases::even(7).ends(), [7, 14, 21, 28, 35, 42, 49, 56, 60]);
        for wrong in [&[][..], &[0, 4], &[4, 4], &[8, 4]] {
            assert_eq!(Phases::new(wrong), None);
        }
    }
}
