//! The configuration at every place of every shape, as indices that are updated with each move.

use super::shape::Shape;
use crate::board::{Bitboard, Position, kernel, squares};

/// The largest number of places of all shapes together.
pub const LANES: usize = kernel::LANES;

/// The configuration of each place, as a number in balanced ternary: the digit of a square is 1 with a disc of the side
/// to move, -1 with one of the other side. So the sides are exchanged by a change of sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub struct Indices {
    /// A lane for each place, in the order of the layout.
    pub lanes: [i16; LANES],
}

impl Default for Indices {
    fn default() -> Indices {
        Indices { lanes: [0; LANES] }
    }
}

impl Indices {
    /// The same discs with the other side to move.
    #[inline]
    pub(super) fn passed(&self) -> Indices {
        Indices { lanes: self.lanes.map(|lane| -lane) }
    }
}

/// For each square, the value that its disc adds to each lane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Powers(Box<[Lanes; 64]>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
struct Lanes([i16; LANES]);

impl Powers {
    /// The powers for all places of these shapes, in order. There may be [`LANES`] places.
    pub(super) fn new(shapes: &[Shape]) -> Powers {
        let mut powers = Box::new([Lanes([0; LANES]); 64]);
        let mut lane = 0;
        for shape in shapes {
            let digits = shape.central_first();
            for place in shape.places() {
                for (exponent, &number) in (0..).zip(&digits) {
                    powers[place[number].index()].0[lane] = 3_i16.pow(exponent);
                }
                lane += 1;
            }
        }
        Powers(powers)
    }

    /// The indices of a position.
    pub(super) fn indices(&self, position: &Position) -> Indices {
        let mut lanes = self.sum(position.own);
        let opp = self.sum(position.opp);
        lanes.iter_mut().zip(opp).for_each(|(lane, opp)| *lane = lane.wrapping_sub(opp));
        Indices { lanes }
    }

    /// The lanes' sums over the squares of a set, modulo 2^16.
    #[inline]
    fn sum(&self, set: Bitboard) -> [i16; LANES] {
        let mut lanes = [0_i16; LANES];
        for square in squares(set) {
            let powers = &self.0[square.index()].0;
            lanes.iter_mut().zip(powers).for_each(|(lane, power)| *lane = lane.wrapping_add(*power));
        }
        lanes
    }

    /// The indices after a move that led from `before` to `after`.
    #[inline]
    pub(super) fn played(&self, indices: &Indices, before: &Position, after: &Position) -> Indices {
        let flips = before.opp ^ after.own;
        let placed = before.own ^ after.opp ^ flips;
        let flipped = self.sum(flips);
        let placed = self.sum(placed);
        let mut lanes = indices.lanes;
        // The arithmetic is modulo 2^16, so overflow in between does no harm.
        for ((lane, placed), flipped) in lanes.iter_mut().zip(placed).zip(flipped) {
            let played = lane.wrapping_add(placed).wrapping_add(flipped.wrapping_mul(2));
            *lane = played.wrapping_neg();
        }
        Indices { lanes }
    }
}
