//! A sparse matrix in row form times a vector: memory, gathers, and rows of unequal lengths.

mod expert;
mod matrices;

use accel::{RaggedView, accel};
use rayon::prelude::*;
use sprs::CsMatViewI;

use crate::data::{Random, all_agree};
use crate::measure::{Bench, Rivals, Size, Work};
use matrices::Matrix;

accel! {
    pub fn product(rows: &[[(u32, f64)]; n], x: &[f64]) -> [f64; n] {
        rows.map(|row| row.map(|(column, value)| value * x[column]).sum())
    }
}

fn with_rayon(matrix: &Matrix, x: &[f64]) -> Vec<f64> {
    matrix.offsets.par_windows(2).map(|ends| row(matrix, x, ends[0], ends[1])).collect()
}

fn row(matrix: &Matrix, x: &[f64], start: usize, end: usize) -> f64 {
    let entries = matrix.columns[start..end].iter().zip(&matrix.values[start..end]);
    entries.map(|(column, value)| value * x[*column as usize]).sum()
}

/// The crate sprs. Its product of a matrix and a vector runs on one thread.
fn with_sprs(matrix: CsMatViewI<f64, u32, usize>, x: &[f64]) -> Vec<f64> {
    let mut result = vec![0.0; matrix.rows()];
    sprs::prod::mul_acc_mat_vec_csr(matrix, x, &mut result[..]);
    result
}

fn plain(matrix: &Matrix, x: &[f64]) -> Vec<f64> {
    matrix.offsets.windows(2).map(|ends| row(matrix, x, ends[0], ends[1])).collect()
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    type Shape = (&'static str, fn(usize) -> Matrix, [usize; 3]);
    let shapes: [Shape; 4] = [
        ("SpMV like pdb1HYS f64", matrices::protein, [1000, 16, 1]),
        ("SpMV like cant f64", matrices::cantilever, [1000, 16, 1]),
        ("SpMV like rail4284 f64", matrices::railway, [2000, 16, 1]),
        ("SpMV like FullChip f64", matrices::circuit, [6000, 16, 1]),
    ];
    for (name, matrix, [small, middle, large]) in shapes {
        for (size, scale) in bench.sizes(small, middle, large) {
            measure(bench, name, size, &matrix(scale));
        }
    }
}

fn measure(bench: &mut Bench, name: &str, size: Size, matrix: &Matrix) {
    let Matrix { offsets, columns, values, width } = matrix;
    let x: Vec<f64> =
        Random::new(35).floats(*width, -1.0, 1.0).into_iter().map(f64::from).collect();
    // Both look through the offsets once, and borrow the entries.
    let view = RaggedView::from_csr(offsets, (columns, values));
    let sparse = CsMatViewI::new((matrix.height(), *width), offsets, columns, values);
    let mut output = vec![1.0; matrix.height()];
    let expected = plain(matrix, &x);
    all_agree("SpMV, accel", &product(view, &x), &expected, 1e-9);
    all_agree("SpMV, rayon", &with_rayon(matrix, &x), &expected, 1e-9);
    expert::product(matrix, &x, &mut output);
    all_agree("SpMV, expert", &output, &expected, 1e-9);
    all_agree("SpMV, sprs", &with_sprs(sparse, &x), &expected, 1e-9);
    let longest = offsets.windows(2).map(|ends| ends[1] - ends[0]).max().unwrap_or(0);
    let extent = format!("{} rows, {} entries, {longest} in one", matrix.height(), columns.len());
    let rivals = Rivals::new()
        .rival(|| product(view, &x))
        .rival(|| with_rayon(matrix, &x))
        .rival(|| expert::product(matrix, &x, &mut output))
        .rival(|| plain(matrix, &x))
        .other("sprs", || with_sprs(sparse, &x));
    bench.run(name, extent, size, Work::Operations(2 * matrix.entries()), rivals);
}
