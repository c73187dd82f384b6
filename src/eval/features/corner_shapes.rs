//! Corner shapes: which of the three squares from a corner along its row, its column and its diagonal a side holds.

use std::sync::Arc;

use super::{Definition, Parameters, Takes, View, Weight};
use crate::board::geometry::column;
use crate::board::{Bitboard, Position};

const FALLING: Bitboard = 0x8040_2010_0804_0201;
const RISING: Bitboard = 0x0102_0408_1020_4080;

/// The scores of the eight patterns. In a pattern's number the corner counts 1, the square next to it 2, the third 4.
/// The value is that of own shapes minus the opponent's, twelve a side.
#[derive(Debug, Clone, PartialEq)]
pub struct CornerShapes(pub [f64; 8]);

impl Definition for CornerShapes {
    const NAME: &'static str = "corner-shapes";
    const TAKES: Takes = Takes::Values(8);
    type WeightedForm = Option<Arc<ShapeTable>>;

    fn with(parameters: Parameters<'_>) -> Option<CornerShapes> {
        let Parameters::Values(values) = parameters else { return None };
        values.try_into().ok().map(CornerShapes)
    }

    fn parameters(&self) -> Parameters<'_> {
        Parameters::Values(&self.0)
    }

    fn bound(&self) -> f64 {
        // Each of the twelve shapes of a side lies between the smallest and the largest score.
        24.0 * self.0.iter().fold(0.0, |max: f64, score| max.max(score.abs()))
    }

    fn weigh(&self, weight: Weight, table: &mut Self::WeightedForm) {
        let mut lines = shape_table(&self.0.map(|score| weight.units(score)));
        if let Some(before) = table {
            lines.iter_mut().zip(before.iter()).for_each(|(sum, before)| *sum += before);
        }
        *table = Some(Arc::new(lines));
    }

    #[inline]
    fn value(table: &Self::WeightedForm, view: &View<'_>) -> i32 {
        table.as_ref().map_or(0, |table| difference(table, &view.leaf.position))
    }
}

/// For each set of squares on a line of eight, the score of the shapes at both ends.
type ShapeTable = [i32; 256];

fn shape_table(scores: &[i32; 8]) -> ShapeTable {
    std::array::from_fn(|line| {
        let far = (line as u8).reverse_bits();
        scores[line & 7] + scores[usize::from(far & 7)]
    })
}

#[inline]
fn sum(table: &ShapeTable, set: Bitboard) -> i32 {
    let edges = [set as u8, (set >> 56) as u8, column(set, 0), column(set, 7)];
    let diagonals = [diagonal(set & FALLING), diagonal(set & RISING)];
    edges.into_iter().chain(diagonals).map(|line| table[usize::from(line)]).sum()
}

/// The shapes' sum for the side to move minus that for the other side.
#[inline]
fn difference(table: &ShapeTable, position: &Position) -> i32 {
    sum(table, position.own) - sum(table, position.opp)
}

/// The squares of a diagonal as a byte, in the order of columns. A diagonal has one square in each column, so the
/// product gathers them into the top byte.
#[inline]
const fn diagonal(set: Bitboard) -> u8 {
    (set.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::oracle::{positions, sign};

    #[test]
    fn agrees_with_a_look_at_every_corner() {
        let scores = [3, 50, -7, 11, 1, 90, -20, 1000];
        let shapes = shape_table(&scores);
        let corners = [(0, 1, 8), (7, -1, 8), (56, 1, -8), (63, -1, -8)];
        for position in positions(2_000) {
            let mut expected = 0;
            for (corner, dx, dy) in corners {
                for step in [dx, dy, dx + dy] {
                    for side in [1, -1] {
                        let squares = [0, 1, 2].map(|n| (corner + n * step) as usize);
                        let [first, second, third] = squares.map(|s| usize::from(sign(&position, s) == side));
                        expected += side * scores[first + 2 * second + 4 * third];
                    }
                }
            }
            assert_eq!(difference(&shapes, &position), expected, "{position:?}");
        }
    }
}
