//! Values of squares as one table for each row: the sum over a set of squares takes eight look-ups.

use std::sync::Arc;

use super::Weight;
use crate::board::{Bitboard, Position};

/// For each row the sum of every set of its squares.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SquareTable([[i32; 256]; 8]);

impl SquareTable {
    #[must_use]
    pub fn new(values: &[i32; 64]) -> SquareTable {
        SquareTable(std::array::from_fn(|row| {
            std::array::from_fn(|set| (0..8).filter(|column| set >> column & 1 != 0).map(|c| values[row * 8 + c]).sum())
        }))
    }

    /// Adds weighted values to a table; an empty one is created first.
    pub fn add(table: &mut Option<Arc<SquareTable>>, values: &[f64; 64], weight: Weight) {
        let SquareTable(mut rows) = SquareTable::new(&values.map(|value| weight.units(value)));
        if let Some(before) = table {
            rows.iter_mut().flatten().zip(before.0.iter().flatten()).for_each(|(sum, before)| *sum += before);
        }
        *table = Some(Arc::new(SquareTable(rows)));
    }

    #[inline]
    fn sum(&self, set: Bitboard) -> i32 {
        self.0.iter().zip(set.to_le_bytes()).map(|(row, byte)| row[usize::from(byte)]).sum()
    }

    /// The values of own discs minus those of the opponent's.
    #[must_use]
    #[inline]
    pub fn difference(&self, position: &Position) -> i32 {
        self.sum(position.own) - self.sum(position.opp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::oracle::{positions, sign};

    #[test]
    fn table_agrees_with_a_sum_over_the_squares() {
        let values: [i32; 64] = std::array::from_fn(|i| (i as i32 * 37) % 101 - 50);
        let table = SquareTable::new(&values);
        for position in positions(2_000) {
            let expected: i32 = (0..64).map(|i| values[i] * sign(&position, i)).sum();
            assert_eq!(table.difference(&position), expected);
        }
    }
}
