//! The configuration at every place of every shape, as indices that are updated with each move.

use super::shape::Shape;
use crate::board::{Bitboard, Position, Square, kernel, squares};

/// The largest number of places of all shapes together.
pub const LANES: usize = kernel::LANES;

/// The configuration of each place: digit 1 for the discs of one side, 2 for those of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub struct Indices {
    /// A lane for each place, in the order of the layout.
    pub lanes: [u16; LANES],
    /// True if the side to move has the digit 2.
    pub turned: bool,
}

impl Default for Indices {
    fn default() -> Indices {
        Indices { lanes: [0; LANES], turned: false }
    }
}

/// For each square, the value that its disc adds to each lane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Powers(Box<[Lanes; 64]>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
struct Lanes([u16; LANES]);

impl Powers {
    /// The powers for all places of these shapes, in order. There may be [`LANES`] places.
    pub(super) fn new(shapes: &[Shape]) -> Powers {
        let mut powers = Box::new([Lanes([0; LANES]); 64]);
        for (lane, place) in shapes.iter().flat_map(Shape::places).enumerate() {
            for (exponent, square) in (0..).zip(place) {
                powers[square.index()].0[lane] = 3_u16.pow(exponent);
            }
        }
        Powers(powers)
    }

    #[inline]
    fn at(&self, square: Square) -> &[u16; LANES] {
        &self.0[square.index()].0
    }

    /// The indices of a position; its side to move has the digit 1.
    pub(super) fn indices(&self, position: &Position) -> Indices {
        let mut lanes = self.sum(position.own);
        let opp = self.sum(position.opp);
        lanes.iter_mut().zip(opp).for_each(|(lane, opp)| *lane = lane.wrapping_add(2 * opp));
        Indices { lanes, turned: false }
    }

    /// The lanes' sums over the squares of a set.
    fn sum(&self, set: Bitboard) -> [u16; LANES] {
        let mut lanes = [0_u16; LANES];
        for square in squares(set) {
            lanes.iter_mut().zip(self.at(square)).for_each(|(lane, power)| *lane = lane.wrapping_add(*power));
        }
        lanes
    }

    /// The indices after a move that led from `before` to `after`.
    #[inline]
    pub(super) fn played(&self, indices: &Indices, before: &Position, after: &Position) -> Indices {
        let flips = before.opp ^ after.own;
        let placed = before.own ^ after.opp ^ flips;
        let mut lanes = indices.lanes;
        // The arithmetic is modulo 2^16, so overflow in between does no harm.
        if indices.turned {
            for square in squares(placed) {
                lanes.iter_mut().zip(self.at(square)).for_each(|(lane, power)| *lane = lane.wrapping_add(2 * power));
            }
            for square in squares(flips) {
                lanes.iter_mut().zip(self.at(square)).for_each(|(lane, power)| *lane = lane.wrapping_add(*power));
            }
        } else {
            for square in squares(placed) {
                lanes.iter_mut().zip(self.at(square)).for_each(|(lane, power)| *lane = lane.wrapping_add(*power));
            }
            for square in squares(flips) {
                lanes.iter_mut().zip(self.at(square)).for_each(|(lane, power)| *lane = lane.wrapping_sub(*power));
            }
        }
        Indices { lanes, turned: !indices.turned }
    }
}
