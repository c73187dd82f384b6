//! Encodes a position as the indices of its weights, for fitting.

use super::indices::Powers;
use super::layout::{COUNTED, Layout};
use crate::board::Position;

/// Encodes positions as indices of weights in the order of [`Layout`].
#[derive(Debug, Clone)]
pub struct Encoder {
    layout: Layout,
    powers: Powers,
}

impl Encoder {
    /// An encoder of positions for weights of this layout.
    #[must_use]
    pub fn new(layout: &Layout) -> Encoder {
        Encoder { powers: Powers::new(&layout.shapes), layout: layout.clone() }
    }

    /// The order of the weights.
    #[must_use]
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Appends the indices of the [`Layout::terms`] weights whose sum is the position's value.
    pub(crate) fn append(&self, position: &Position, row: &mut Vec<u32>) {
        let lanes = self.powers.indices(position).lanes;
        let mut places = lanes.iter().map(|&index| usize::from(index));
        let mut first = 0;
        for shape in &self.layout.shapes {
            for index in places.by_ref().take(shape.places().len()) {
                row.push((first + shape.weight_of(index)) as u32);
            }
            first += shape.weights();
        }
        let moves = position.moves();
        for count in &self.layout.counts {
            row.push((first + count.in_position(position, moves)) as u32);
            first += COUNTED;
        }
        row.push(first as u32);
    }
}
