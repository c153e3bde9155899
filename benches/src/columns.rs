//! Work down the columns of a matrix: their sums, the gradient of a linear model, sums over both
//! dimensions, the transpose, and a decomposition whose rows are kept or eliminated. If an expert
//! would do the same as one does with rayon, both stand for it.

use accel::{Array, accel};
use rayon::prelude::*;

use crate::data::{Random, all_agree, same};
use crate::measure::{Bench, Rivals, Size, Work};

accel! {
    pub fn column_sums(m: &[[f64; w]; h]) -> [f64; w] { m.transpose().map(|column| column.sum()) }
    pub fn gradient(m: &[[f64; w]; h], errors: &[f64; h]) -> [f64; w] {
        zip(m, errors)
            .map(|(row, error)| row.map(|x| x * error))
            .reduce([0.0; w], |a, b| zip(a, b).map(|(x, y)| x + y))
    }
    pub fn summed_area(m: &[[f64; w]; h]) -> [[f64; w]; h] {
        m.map(|row| row.scan(0.0, |a, b| a + b))
            .transpose()
            .map(|column| column.scan(0.0, |a, b| a + b))
            .transpose()
    }
    pub fn transposed(m: &[[f64; w]; h]) -> [[f64; h]; w] { m.transpose() }
    pub fn decomposed(a: [[f64; n]; n]) -> [[f64; n]; n] {
        let mut a = a;
        for k in 0..n {
            let pivot = a[k];
            a = a.enumerate().map(|(i, row)| if i <= k { row } else {
                let f = row[k] / pivot[k];
                row.enumerate().map(|(j, x)| if j < k { x } else if j == k { f } else { x - f * pivot[j] })
            });
        }
        a
    }
}

fn add(a: &mut [f64], b: &[f64]) {
    for (x, y) in a.iter_mut().zip(b) {
        *x += y;
    }
}

fn both(mut a: Vec<f64>, b: Vec<f64>) -> Vec<f64> {
    add(&mut a, &b);
    a
}

/// The row with this number, times its factor if there are factors, to the sums.
fn add_row(sums: &mut [f64], row: &[f64], at: usize, factors: Option<&[f64]>) {
    let factor = factors.map_or(1.0, |factors| factors[at]);
    for (sum, x) in sums.iter_mut().zip(row) {
        *sum += x * factor;
    }
}

fn with_rayon(m: &[f64], factors: Option<&[f64]>, w: usize) -> Vec<f64> {
    m.par_chunks(w)
        .enumerate()
        .fold(
            || vec![0.0; w],
            |mut sums, (at, row)| {
                add_row(&mut sums, row, at, factors);
                sums
            },
        )
        .reduce(|| vec![0.0; w], both)
}

/// Each part of the rows down all columns, then the parts.
fn in_parts(m: &[f64], factors: Option<&[f64]>, w: usize, parts: usize) -> Vec<f64> {
    let rows = (m.len() / w).div_ceil(parts).max(1);
    m.par_chunks(rows * w)
        .enumerate()
        .map(|(part, m)| {
            let factors = factors.map(|factors| &factors[part * rows..]);
            one_part(m, factors, w)
        })
        .reduce(|| vec![0.0; w], both)
}

fn one_part(m: &[f64], factors: Option<&[f64]>, w: usize) -> Vec<f64> {
    let mut sums = vec![0.0; w];
    for (at, row) in m.chunks_exact(w).enumerate() {
        add_row(&mut sums, row, at, factors);
    }
    sums
}

fn run_along(row: &mut [f64]) {
    let mut sum = 0.0;
    for x in row {
        sum += *x;
        *x = sum;
    }
}

fn sums_of_both(m: &[f64], w: usize) -> Vec<f64> {
    let mut sums = m.to_vec();
    sums.par_chunks_mut(w).for_each(run_along);
    down_columns(sums, w)
}

fn down_columns(mut m: Vec<f64>, w: usize) -> Vec<f64> {
    for at in 1..m.len() / w {
        let (above, row) = m.split_at_mut(at * w);
        add(&mut row[..w], &above[(at - 1) * w..]);
    }
    m
}

fn row_by_row(m: &[f64], w: usize) -> Vec<f64> {
    let mut sums = m.to_vec();
    sums.chunks_mut(w).for_each(run_along);
    down_columns(sums, w)
}

/// Blocks of so many rows of the result, which read neighbours.
fn turned(m: &[f64], w: usize, block: usize) -> Vec<f64> {
    let h = m.len() / w;
    let mut result = vec![0.0; m.len()];
    result.par_chunks_mut(h * block).enumerate().for_each(|(number, rows)| {
        for start in (0..h).step_by(8) {
            for (offset, row) in rows.chunks_mut(h).enumerate() {
                for i in start..(start + 8).min(h) {
                    row[i] = m[i * w + number * block + offset];
                }
            }
        }
    });
    result
}

fn turned_one_by_one(m: &[f64], w: usize) -> Vec<f64> {
    let h = m.len() / w;
    (0..m.len()).map(|at| m[at % h * w + at / h]).collect()
}

fn eliminated(a: &[f64], n: usize, parallel: bool) -> Vec<f64> {
    let mut a = a.to_vec();
    for k in 0..n {
        let (above, below) = a.split_at_mut((k + 1) * n);
        let pivot = &above[k * n..];
        let eliminate = |row: &mut [f64]| {
            let f = row[k] / pivot[k];
            row[k] = f;
            for (x, p) in row[k + 1..].iter_mut().zip(&pivot[k + 1..]) {
                *x -= f * p;
            }
        };
        match parallel {
            true => below.par_chunks_mut(n).for_each(eliminate),
            false => below.chunks_mut(n).for_each(eliminate),
        }
    }
    a
}

/// Measures the kernels.
pub fn run(bench: &mut Bench) {
    let tall = bench.sizes((512, 8), (20_000, 8), (4_000_000, 8));
    let wide = bench.sizes((64, 64), (1000, 1000), (30_000, 1000));
    for (size, (h, w)) in tall.into_iter().chain(wide) {
        sums(bench, size, h, w);
    }
    for (size, n) in bench.sizes(64, 1000, 5000) {
        squares(bench, size, n);
    }
    for (size, n) in bench.sizes(16, 100, 400) {
        decompositions(bench, size, n);
    }
}

fn numbers(seed: u64, count: usize) -> Vec<f64> {
    Random::new(seed).floats(count, -1.0, 1.0).into_iter().map(f64::from).collect()
}

fn sums(bench: &mut Bench, size: Size, h: usize, w: usize) {
    let (values, errors) = (numbers(31, h * w), numbers(32, h));
    let matrix = Array::from_vec([h, w], values.clone());
    let parts = 4 * rayon::current_num_threads();
    let (extent, work) = (format!("{h}×{w}"), || Work::Bytes(8 * h * w));

    let expected = one_part(&values, None, w);
    all_agree("column sums", column_sums(&matrix).as_slice(), &expected, 1e-6);
    let rivals = Rivals::new()
        .rival(|| column_sums(&matrix))
        .rival(|| with_rayon(&values, None, w))
        .rival(|| in_parts(&values, None, w, parts))
        .rival(|| one_part(&values, None, w));
    bench.run("column sums f64", extent.clone(), size, work(), rivals);

    let expected = one_part(&values, Some(&errors), w);
    all_agree("gradient", gradient(&matrix, &errors).as_slice(), &expected, 1e-6);
    let rivals = Rivals::new()
        .rival(|| gradient(&matrix, &errors))
        .rival(|| with_rayon(&values, Some(&errors), w))
        .rival(|| in_parts(&values, Some(&errors), w, parts))
        .rival(|| one_part(&values, Some(&errors), w));
    bench.run("gradient of a linear model f64", extent, size, work(), rivals);
}

fn squares(bench: &mut Bench, size: Size, n: usize) {
    let values = numbers(33, n * n);
    let matrix = Array::from_vec([n, n], values.clone());
    let (extent, work) = (format!("{n}×{n}"), || Work::Bytes(16 * n * n));

    all_agree("summed area", &summed_area(&matrix).to_vec(), &row_by_row(&values, n), 1e-6);
    let rivals = Rivals::new()
        .rival(|| summed_area(&matrix))
        .rival(|| sums_of_both(&values, n))
        .rival(|| sums_of_both(&values, n))
        .rival(|| row_by_row(&values, n));
    bench.run("summed area table f64", extent.clone(), size, work(), rivals);

    same("transpose", &transposed(&matrix).to_vec(), &turned_one_by_one(&values, n));
    let rivals = Rivals::new()
        .rival(|| transposed(&matrix))
        .rival(|| turned(&values, n, 1))
        .rival(|| turned(&values, n, 8))
        .rival(|| turned_one_by_one(&values, n));
    bench.run("transpose f64", extent, size, work(), rivals);
}

fn decompositions(bench: &mut Bench, size: Size, n: usize) {
    let mut values = numbers(34, n * n);
    (0..n).for_each(|i| values[i * n + i] = 100.0);
    let matrix = Array::from_vec([n, n], values.clone());
    let expected = eliminated(&values, n, false);
    all_agree("decomposition", &decomposed(matrix.clone()).to_vec(), &expected, 1e-9);
    let rivals = Rivals::new()
        .rival(|| decomposed(matrix.clone()))
        .rival(|| eliminated(&values, n, true))
        .rival(|| eliminated(&values, n, true))
        .rival(|| eliminated(&values, n, false));
    let work = Work::Operations(2 * n * n * n / 3);
    bench.run("LU decomposition f64", format!("{n}×{n}"), size, work, rivals);
}
