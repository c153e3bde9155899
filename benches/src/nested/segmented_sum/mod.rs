//! The same numbers summed in one row, in ten, in a hundred, … up to more rows than numbers; and with
//! half of them in one row. The cost of a sum should hardly depend on where rows end.

pub mod expert;
#[cfg(target_arch = "x86_64")]
pub mod vectors;

use accel::{Array, RaggedView, Scalar, accel};
use rayon::prelude::*;

use crate::data::{Random, length, same};
use crate::measure::{Bench, Case, Rivals, Size, Work};

accel! {
    <T: f32 | f64>
    pub fn sums(rows: &[[T]; n]) -> [T; n] {
        rows.map(|row| row.sum())
    }
}

fn with_rayon<T: expert::Number>(offsets: &[usize], xs: &[T]) -> Vec<T> {
    offsets.par_windows(2).map(|ends| xs[ends[0]..ends[1]].iter().copied().sum()).collect()
}

fn plain<T: expert::Number>(offsets: &[usize], xs: &[T]) -> Vec<T> {
    offsets.windows(2).map(|ends| xs[ends[0]..ends[1]].iter().copied().sum()).collect()
}

/// Rows of equal lengths, or of two lengths that differ by 1.
fn equal(count: usize, rows: usize) -> Vec<usize> {
    (0..=rows).map(|row| (row as u128 * count as u128 / rows as u128) as usize).collect()
}

/// Half of the elements in the middle row, the others in rows of equal lengths.
fn uneven(count: usize, rows: usize) -> Vec<usize> {
    let mut offsets = equal(count / 2, rows - 1);
    let middle = offsets[rows / 2];
    offsets.insert(rows / 2 + 1, middle);
    offsets[rows / 2 + 1..].iter_mut().for_each(|end| *end += count - count / 2);
    offsets
}

/// A way to cut the numbers, and the memory that the expert writes to.
struct Cut<T> {
    extent: String,
    offsets: Vec<usize>,
    output: Vec<T>,
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    let small = (4096, &[1, 64, 4096][..], 64);
    let middle = (1 << 20, &[1, 100, 10_000, 1_000_000][..], 10_000);
    let powers: Vec<usize> = (0..=8).map(|power| 10usize.pow(power)).collect();
    let large = (1 << 26, &powers[..], 1_000_000);
    for (size, (count, rows, uneven_rows)) in bench.sizes(small, middle, large) {
        // Eighths, whose sums are exact in any order.
        let mut random = Random::new(36);
        let xs: Vec<f32> = (0..count).map(|_| random.below(17) as f32 / 8.0 - 1.0).collect();
        measure(bench, "segmented sum f32", size, &xs, rows, uneven_rows, |rows| sums(rows));
        let xs: Vec<f64> = xs.into_iter().map(f64::from).collect();
        measure(bench, "segmented sum f64", size, &xs, rows, uneven_rows, |rows| sums(rows));
    }
}

fn measure<T: expert::Number + Scalar>(
    bench: &mut Bench,
    name: &str,
    size: Size,
    xs: &[T],
    rows: &[usize],
    uneven_rows: usize,
    with_accel: impl Fn(RaggedView<T>) -> Array<T, 1> + Copy,
) {
    let count = length(xs.len());
    let mut cuts: Vec<Cut<T>> = Vec::new();
    let mut cut = |extent, offsets: Vec<usize>| {
        cuts.push(Cut { extent, output: vec![T::default(); offsets.len() - 1], offsets });
    };
    for rows in rows {
        cut(format!("{count} in {rows} rows"), equal(xs.len(), *rows));
    }
    cut(format!("{count}, half in one of {uneven_rows} rows"), uneven(xs.len(), uneven_rows));
    let cases = cuts.iter_mut().map(|Cut { extent, offsets, output }| {
        let offsets: &[usize] = offsets;
        let rows = RaggedView::from_csr(offsets, xs);
        let expected = plain(offsets, xs);
        same("segmented sum, accel", &with_accel(rows).to_vec(), &expected);
        same("segmented sum, rayon", &with_rayon(offsets, xs), &expected);
        expert::sums(offsets, xs, output);
        same("segmented sum, expert", output, &expected);
        let bytes = size_of::<T>() * (xs.len() + output.len()) + size_of_val(offsets);
        let rivals = Rivals::new()
            .rival(move || with_accel(rows))
            .rival(move || with_rayon(offsets, xs))
            .rival(move || expert::sums(offsets, xs, output))
            .rival(move || plain(offsets, xs));
        Case { extent: extent.clone(), work: Work::Bytes(bytes), rivals }
    });
    bench.run_series(name, size, cases.collect());
}
