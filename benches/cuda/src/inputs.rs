//! The arguments of the functions: the same in every run.

use accel::Ragged;

pub use crate::matrices::Matrix;
use crate::matrices::{cantilever, circuit, protein, railway};

/// The name of a well-known sparse matrix, and a function that makes one like it, with fewer rows by a
/// divisor; their lengths spread alike.
pub type Shape = (&'static str, fn(usize) -> Matrix);

pub const MATRICES: [Shape; 4] =
    [("pdb1HYS", protein), ("cant", cantilever), ("rail4284", railway), ("FullChip", circuit)];

/// A number below a million that depends on its index alone.
pub fn number(i: usize) -> usize {
    (i as u32).wrapping_mul(2_654_435_761) as usize >> 12
}

pub fn floats(count: usize) -> Vec<f32> {
    (0..count).map(|i| number(i) as f32 / (1 << 19) as f32 - 1.0).collect()
}

pub fn integers(count: usize) -> Vec<u32> {
    (0..count).map(|i| number(i) as u32).collect()
}

/// As many floats in so many rows, whose lengths differ by one at most.
pub fn equal_rows(count: usize, rows: usize) -> Ragged<f32> {
    let end = |row: usize| (row as u128 * count as u128 / rows as u128) as usize;
    let lengths: Vec<usize> = (0..rows).map(|row| end(row + 1) - end(row)).collect();
    Ragged::from_lengths(&lengths, floats(count))
}

/// The matrix as rows of columns and entries.
pub fn rows_of(matrix: &Matrix) -> Ragged<(u32, f64)> {
    let lengths: Vec<usize> = matrix.offsets.windows(2).map(|ends| ends[1] - ends[0]).collect();
    let entries = matrix.columns.iter().copied().zip(matrix.values.iter().copied());
    Ragged::from_lengths(&lengths, entries.collect::<Vec<_>>())
}
