//! Small systems of linear equations.

/// The inverse of a square matrix by Gauss-Jordan elimination with column pivots; `None` if it is singular.
pub fn invert(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|j| if i == j { 1.0 } else { 0.0 }));
    }
    for column in 0..size {
        let best = (column..size).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        matrix.swap(column, best);
        let divisor = matrix[column][column];
        if divisor.abs() < 1e-300 {
            return None;
        }
        matrix[column].iter_mut().for_each(|value| *value /= divisor);
        let pivot = matrix[column].clone();
        for (other, row) in matrix.iter_mut().enumerate() {
            let factor = row[column];
            if other != column && factor != 0.0 {
                row.iter_mut().zip(&pivot).for_each(|(value, pivot)| *value -= factor * pivot);
            }
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

/// The solution of `matrix x = right` by elimination with column pivots; `None` if there is not exactly one.
pub fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for column in 0..size {
        let best = (column..size).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        matrix.swap(column, best);
        right.swap(column, best);
        if matrix[column][column].abs() < 1e-300 {
            return None;
        }
        for row in column + 1..size {
            let factor = matrix[row][column] / matrix[column][column];
            if factor != 0.0 {
                let (above, below) = matrix.split_at_mut(row);
                let pivot = &above[column];
                below[0][column..].iter_mut().zip(&pivot[column..]).for_each(|(value, pivot)| *value -= factor * pivot);
                right[row] -= factor * right[column];
            }
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|at| matrix[row][at] * right[at]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_indefinite_system_is_solved() {
        // A constraint gives such a matrix, with a zero on the diagonal.
        let matrix = vec![vec![2.0, -2.0, 1.0], vec![-2.0, 2.0, 1.0], vec![1.0, 1.0, 0.0]];
        let solution = solve(matrix.clone(), vec![1.0, -1.0, 4.0]).unwrap();
        let inverse = invert(matrix.clone()).unwrap();
        for (row, expected) in matrix.iter().zip([1.0, -1.0, 4.0]) {
            let found: f64 = row.iter().zip(&solution).map(|(a, b)| a * b).sum();
            assert!((found - expected).abs() < 1e-12, "{solution:?}");
        }
        for (i, solved) in solution.iter().enumerate() {
            let found: f64 = inverse[i].iter().zip([1.0, -1.0, 4.0]).map(|(a, b)| a * b).sum();
            assert!((found - solved).abs() < 1e-12);
        }
        assert_eq!(solve(vec![vec![1.0, 1.0], vec![1.0, 1.0]], vec![1.0, 2.0]), None);
    }
}
