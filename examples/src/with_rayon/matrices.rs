//! Matrix products.

use rayon::prelude::*;

use super::Matrix;

/// The product of two matrices.
pub fn matmul(a: &Matrix<f32>, b: &Matrix<f32>) -> Matrix<f32> {
    let mut product = Matrix::filled(b.width, a.height, 0.0);
    product.values.par_chunks_mut(b.width).enumerate().for_each(|(y, out)| {
        for (factor, row) in a.row(y).iter().zip(b.values.chunks(b.width)) {
            for (sum, value) in out.iter_mut().zip(row) {
                *sum += factor * value;
            }
        }
    });
    product
}

fn cosines(n: usize) -> Matrix<f32> {
    let wave = |k: usize, i: usize| {
        let turns = std::f32::consts::PI / n as f32 * (i as f32 + 0.5) * k as f32;
        let share: f32 = if k == 0 { 1.0 } else { 2.0 };
        (share / n as f32).sqrt() * turns.cos()
    };
    let values = (0..n * n).into_par_iter().map(|place| wave(place / n, place % n)).collect();
    Matrix { width: n, height: n, values }
}

fn transpose(of: &Matrix<f32>) -> Matrix<f32> {
    let (width, height) = (of.height, of.width);
    let values = (0..width * height)
        .into_par_iter()
        .map(|place| of.values[place % width * of.width + place / width])
        .collect();
    Matrix { width, height, values }
}

/// A picture without its finest waves.
pub fn compress(picture: &Matrix<f32>, kept: usize) -> Matrix<f32> {
    let (across, down) = (cosines(picture.width), cosines(picture.height));
    let mut waves = matmul(&matmul(&down, picture), &transpose(&across));
    waves.values.par_chunks_mut(picture.width).enumerate().for_each(|(y, row)| {
        let short = if y < kept { kept.min(row.len()) } else { 0 };
        row[short..].fill(0.0);
    });
    matmul(&matmul(&transpose(&down), &waves), &across)
}
