//! Disc squares: each square has a value, counted for the disc that stands on it.

use crate::board::{Bitboard, Position};

/// The 64 square values of a board with eight-fold symmetry, from the ten of its first octant
/// in row order: a1 b1 c1 d1 b2 c2 d2 c3 d3 d4.
///
/// ```
/// let board = rival::eval::symmetric(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
/// assert_eq!(board[..8], [0.0, 1.0, 2.0, 3.0, 3.0, 2.0, 1.0, 0.0]);
/// assert_eq!(board[8..16], [1.0, 4.0, 5.0, 6.0, 6.0, 5.0, 4.0, 1.0]);
/// ```
#[must_use]
pub fn symmetric(genes: &[f64; 10]) -> [f64; 64] {
    /// Where the upper triangle's rows begin, less the row's number.
    const ROW: [usize; 4] = [0, 3, 5, 6];
    std::array::from_fn(|index| {
        let fold = |line: usize| line.min(7 - line);
        let (a, b) = (fold(index / 8), fold(index % 8));
        genes[ROW[a.min(b)] + a.max(b)]
    })
}

/// Square values as one table a row: the sum over a set of squares is eight look-ups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SquareTable([[i32; 256]; 8]);

impl SquareTable {
    #[must_use]
    pub fn new(values: &[i32; 64]) -> SquareTable {
        SquareTable(std::array::from_fn(|row| {
            std::array::from_fn(|set| (0..8).filter(|column| set >> column & 1 != 0).map(|c| values[row * 8 + c]).sum())
        }))
    }

    #[inline]
    fn sum(&self, set: Bitboard) -> i32 {
        self.0.iter().zip(set.to_le_bytes()).map(|(row, byte)| row[usize::from(byte)]).sum()
    }

    /// The values under own discs less those under the opponent's.
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
