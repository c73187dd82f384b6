//! Small systems of linear equations.

/// The solution of `matrix x = right`; `None` if there is not exactly one.
pub fn solve(matrix: Vec<Vec<f64>>, right: Vec<f64>) -> Option<Vec<f64>> {
    Some(solve_with_determinant(matrix, right)?.0)
}

/// The solution as of [`solve`], and the logarithm of the determinant's absolute value. It is Gauss-Jordan elimination
/// with column pivots.
pub(crate) fn solve_with_determinant(mut matrix: Vec<Vec<f64>>, right: Vec<f64>) -> Option<(Vec<f64>, f64)> {
    let size = matrix.len();
    matrix.iter_mut().zip(right).for_each(|(row, right)| row.push(right));
    let mut determinant = 0.0;
    for column in 0..size {
        let best = (column..size).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        matrix.swap(column, best);
        let divisor = matrix[column][column];
        if divisor.abs() < 1e-300 {
            return None;
        }
        determinant += libm::log(divisor.abs());
        matrix[column].iter_mut().for_each(|value| *value /= divisor);
        let pivot = matrix[column].clone();
        for (other, row) in matrix.iter_mut().enumerate() {
            let factor = row[column];
            if other != column && factor != 0.0 {
                row.iter_mut().zip(&pivot).for_each(|(value, pivot)| *value -= factor * pivot);
            }
        }
    }
    Some((matrix.iter().map(|row| row[size]).collect(), determinant))
}

#[cfg(test)]
thread_local! {
    /// The pivots and multiplications of all [`Factor`]s in this thread.
    pub(super) static WORK: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// A symmetric positive definite matrix, factored. Zeros cost little, so the full rows of a sparse matrix should be
/// last.
pub(super) struct Factor {
    /// The rows of the triangle, each from the diagonal to the right.
    rows: Vec<Vec<f64>>,
}

impl Factor {
    /// Factors a matrix that is given by its upper triangle; `None` if it is not positive definite.
    pub(super) fn new(mut upper: Vec<Vec<f64>>) -> Option<Factor> {
        for place in 0..upper.len() {
            let (done, rest) = upper.split_at_mut(place + 1);
            let pivot = &done[place];
            if pivot[0].is_nan() || pivot[0] < 1e-300 {
                return None;
            }
            #[cfg(test)]
            WORK.set(WORK.get() + 1);
            for (row, at) in rest.iter_mut().zip(1..) {
                if pivot[at] != 0.0 {
                    #[cfg(test)]
                    WORK.set(WORK.get() + row.len() as u64);
                    let factor = pivot[at] / pivot[0];
                    row.iter_mut().zip(&pivot[at..]).for_each(|(value, pivot)| *value -= factor * pivot);
                }
            }
        }
        Some(Factor { rows: upper })
    }

    /// Replaces the right side of a system with this matrix by the solution.
    pub(super) fn solve(&self, sides: &mut [f64]) {
        for (place, row) in self.rows.iter().enumerate() {
            let factor = sides[place] / row[0];
            sides[place + 1..].iter_mut().zip(&row[1..]).for_each(|(side, value)| *side -= factor * value);
        }
        for (place, row) in self.rows.iter().enumerate().rev() {
            let known: f64 = row[1..].iter().zip(&sides[place + 1..]).map(|(value, side)| value * side).sum();
            sides[place] = (sides[place] - known) / row[0];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_solves_its_system_and_needs_a_positive_definite_matrix() {
        let full = [[4.0, -1.0, 0.0], [-1.0, 3.0, -2.0], [0.0, -2.0, 5.0]];
        let upper = |full: [[f64; 3]; 3]| (0..3).map(|row| full[row][row..].to_vec()).collect::<Vec<_>>();
        let mut solution = [1.0, -2.0, 7.0];
        Factor::new(upper(full)).unwrap().solve(&mut solution);
        for (row, expected) in full.iter().zip([1.0, -2.0, 7.0]) {
            let product: f64 = row.iter().zip(&solution).map(|(a, b)| a * b).sum();
            assert!((product - expected).abs() < 1e-12, "{solution:?}");
        }
        assert!(Factor::new(upper([[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]])).is_none());
    }

    #[test]
    fn an_indefinite_system_is_solved() {
        // A constraint gives such a matrix, with a zero on the diagonal.
        let matrix = vec![vec![2.0, -2.0, 1.0], vec![-2.0, 2.0, 1.0], vec![1.0, 1.0, 0.0]];
        let solution = solve(matrix.clone(), vec![1.0, -1.0, 4.0]).unwrap();
        for (row, expected) in matrix.iter().zip([1.0, -1.0, 4.0]) {
            let product: f64 = row.iter().zip(&solution).map(|(a, b)| a * b).sum();
            assert!((product - expected).abs() < 1e-12, "{solution:?}");
        }
        assert_eq!(solve(vec![vec![1.0, 1.0], vec![1.0, 1.0]], vec![1.0, 2.0]), None);
    }
}
