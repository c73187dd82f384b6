//! Encodes a position as the indices of its weights, for fitting.

use super::indices::Powers;
use super::layout::{COUNTED, Layout};
use crate::board::Position;

/// Encodes positions as indices of weights in the order of [`Layout`].
#[derive(Debug, Clone)]
pub struct Encoder {
    layout: Layout,
    /// The index of the weight for each entry of a table: see [`Layout::order`].
    order: Vec<u32>,
    powers: Powers,
}

impl Encoder {
    /// An encoder of positions for weights of this layout.
    #[must_use]
    pub fn new(layout: &Layout) -> Encoder {
        Encoder { powers: Powers::new(&layout.shapes), order: layout.order(), layout: layout.clone() }
    }

    /// The order of the weights.
    #[must_use]
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Appends the indices of the [`Layout::terms`] weights whose sum is the position's value.
    pub(crate) fn append(&self, position: &Position, row: &mut Vec<u32>) {
        let lanes = self.powers.indices(position).lanes;
        let mut lanes = lanes.iter().map(|&lane| isize::from(lane));
        let mut first = 0;
        for shape in &self.layout.shapes {
            let empty = first + shape.empty_configuration();
            for lane in lanes.by_ref().take(shape.places().len()) {
                row.push(self.order[empty.wrapping_add_signed(lane)]);
            }
            first += shape.configurations();
        }
        let moves = position.moves();
        for count in &self.layout.counts {
            row.push(self.order[first + count.in_position(position, moves)]);
            first += COUNTED;
        }
        row.push(self.order[first]);
    }
}
