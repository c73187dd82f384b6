//! The symmetric board: ten numbers give the values of all squares, because the eight symmetries keep values.

use std::sync::Arc;

use super::square_table::SquareTable;
use super::{Definition, Parameters, Takes, View, Weight};

/// The ten values of a [`symmetric`] board. The feature is own discs minus the opponent's.
#[derive(Debug, Clone, PartialEq)]
pub struct SymmetricBoard(pub [f64; 10]);

/// The 64 square values of a symmetric board, from the ten values of its first octant in row order: a1 b1 c1 d1 b2 c2
/// d2 c3 d3 d4.
///
/// ```
/// let board = rival::eval::symmetric(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
/// assert_eq!(board[..8], [0.0, 1.0, 2.0, 3.0, 3.0, 2.0, 1.0, 0.0]);
/// assert_eq!(board[8..16], [1.0, 4.0, 5.0, 6.0, 6.0, 5.0, 4.0, 1.0]);
/// ```
#[must_use]
pub fn symmetric(genes: &[f64; 10]) -> [f64; 64] {
    /// The start of each row of the upper triangle, minus the row's number.
    const ROW: [usize; 4] = [0, 3, 5, 6];
    std::array::from_fn(|index| {
        let [row, column] = [index / 8, index % 8].map(|line| line.min(7 - line));
        genes[ROW[row.min(column)] + row.max(column)]
    })
}

impl Definition for SymmetricBoard {
    const NAME: &'static str = "symmetric-board";
    const TAKES: Takes = Takes::Values(10);
    type WeightedForm = Option<Arc<SquareTable>>;

    fn with(parameters: Parameters<'_>) -> Option<SymmetricBoard> {
        let Parameters::Values(values) = parameters else { return None };
        values.try_into().ok().map(SymmetricBoard)
    }

    fn parameters(&self) -> Parameters<'_> {
        Parameters::Values(&self.0)
    }

    fn bound(&self) -> f64 {
        symmetric(&self.0).iter().map(|value| value.abs()).sum()
    }

    fn squares(&self) -> Option<[f64; 64]> {
        Some(symmetric(&self.0))
    }

    fn weigh(&self, weight: Weight, table: &mut Self::WeightedForm) {
        SquareTable::add(table, &symmetric(&self.0), weight);
    }

    #[inline]
    fn value(table: &Self::WeightedForm, view: &View<'_>) -> i32 {
        table.as_ref().map_or(0, |table| table.difference(&view.leaf.position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hand_made_board_of_the_score_board_report() {
        let board = symmetric(&[100.0, -20.0, 20.0, 5.0, -40.0, -5.0, -5.0, 15.0, 3.0, 3.0]);
        let rows = [
            [100, -20, 20, 5, 5, 20, -20, 100],
            [-20, -40, -5, -5, -5, -5, -40, -20],
            [20, -5, 15, 3, 3, 15, -5, 20],
            [5, -5, 3, 3, 3, 3, -5, 5],
        ];
        for row in 0..8 {
            let expected = rows[row.min(7 - row)].map(f64::from);
            assert_eq!(board[row * 8..row * 8 + 8], expected, "row {}", row + 1);
        }
    }
}
