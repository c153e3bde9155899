//! Sparse matrices in compressed rows.

use rayon::prelude::*;

use crate::matrix_market::Sparse;

/// A sparse matrix times a vector.
pub fn product(matrix: &Sparse, x: &[f64]) -> Vec<f64> {
    let row = |row: usize| {
        let entries = matrix.offsets[row]..matrix.offsets[row + 1];
        let entries = matrix.columns[entries.clone()].iter().zip(&matrix.values[entries]);
        entries.map(|(column, value)| value * x[*column as usize]).sum()
    };
    (0..matrix.height()).into_par_iter().map(row).collect()
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.par_iter().zip(y).map(|(a, b)| a * b).sum()
}

/// The solution of a symmetric, positive definite system by conjugate gradients, and the number of
/// rounds.
pub fn conjugate_gradient(
    matrix: &Sparse,
    b: &[f64],
    tolerance: f64,
    most: usize,
) -> (Vec<f64>, usize) {
    let mut x = vec![0.0; b.len()];
    let (mut residual, mut direction) = (b.to_vec(), b.to_vec());
    let mut square = dot(b, b);
    let goal = tolerance * tolerance * square;
    let mut rounds = 0;
    while square > goal && rounds < most {
        let image = product(matrix, &direction);
        let step = square / dot(&direction, &image);
        x.par_iter_mut().zip(&direction).for_each(|(x, d)| *x += step * d);
        residual.par_iter_mut().zip(&image).for_each(|(r, i)| *r -= step * i);
        let next = dot(&residual, &residual);
        let turn = next / square;
        direction.par_iter_mut().zip(&residual).for_each(|(d, r)| *d = r + turn * *d);
        square = next;
        rounds += 1;
    }
    (x, rounds)
}
