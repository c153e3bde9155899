//! Sparse matrices: rows of columns and values, products with vectors, and conjugate gradients.

use accel::accel;

accel! {
    /// A sparse matrix times a vector.
    pub fn product(rows: &[[(u32, f64)]; n], x: &[f64; m]) -> [f64; n] {
        rows.map(|row| row.map(|(column, value)| value * x[column]).sum())
    }

    fn dot(x: &[f64; n], y: &[f64; n]) -> f64 {
        zip(x, y).map(|(a, b)| a * b).sum()
    }

    /// The solution of a symmetric, positive definite system by conjugate gradients, the number of
    /// rounds, and the length of the residual, relative to that of `b`.
    pub fn conjugate_gradient(
        rows: &[[(u32, f64)]; n],
        b: &[f64; n],
        tolerance: f64,
        most: usize,
    ) -> ([f64; n], usize, f64) {
        let goal = tolerance * tolerance * dot(b, b);
        let mut x = [0.0; n];
        let mut residual = b.clone();
        let mut direction = b.clone();
        let mut square = dot(b, b);
        let mut rounds = 0;
        while square > goal && rounds < most {
            let image = product(rows, direction);
            let step = square / dot(direction, image);
            x = zip(x, direction).map(|(x, d)| x + step * d);
            residual = zip(residual, image).map(|(r, i)| r - step * i);
            let next = dot(residual, residual);
            let turn = next / square;
            direction = zip(residual, direction).map(|(r, d)| r + turn * d);
            square = next;
            rounds += 1;
        }
        (x, rounds, (square / dot(b, b)).sqrt())
    }
}
