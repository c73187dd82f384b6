//! Small systems of linear equations.

/// The inverse of a square matrix; `None` if it is singular.
pub fn invert(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|j| if i == j { 1.0 } else { 0.0 }));
    }
    Some(eliminate(matrix)?.0)
}

/// The solution of `matrix x = right`; `None` if there is not exactly one.
pub fn solve(matrix: Vec<Vec<f64>>, right: Vec<f64>) -> Option<Vec<f64>> {
    Some(solve_with_determinant(matrix, right)?.0)
}

/// The solution as of [`solve`], and the logarithm of the determinant's absolute value.
pub(crate) fn solve_with_determinant(mut matrix: Vec<Vec<f64>>, right: Vec<f64>) -> Option<(Vec<f64>, f64)> {
    matrix.iter_mut().zip(right).for_each(|(row, right)| row.push(right));
    let (solution, determinant) = eliminate(matrix)?;
    Some((solution.concat(), determinant))
}

/// The columns right of a square matrix after Gauss-Jordan elimination with column pivots, and the logarithm of the
/// determinant's absolute value; `None` if the matrix is singular.
fn eliminate(mut matrix: Vec<Vec<f64>>) -> Option<(Vec<Vec<f64>>, f64)> {
    let size = matrix.len();
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
    Some((matrix.into_iter().map(|row| row[size..].to_vec()).collect(), determinant))
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
            let product: f64 = row.iter().zip(&solution).map(|(a, b)| a * b).sum();
            assert!((product - expected).abs() < 1e-12, "{solution:?}");
        }
        for (i, solved) in solution.iter().enumerate() {
            let product: f64 = inverse[i].iter().zip([1.0, -1.0, 4.0]).map(|(a, b)| a * b).sum();
            assert!((product - solved).abs() < 1e-12);
        }
        assert_eq!(solve(vec![vec![1.0, 1.0], vec![1.0, 1.0]], vec![1.0, 2.0]), None);
    }
}
