//! Softmax of the rows of a matrix: two reductions and two maps of each row.

use accel::{Array, accel};
use rayon::prelude::*;

use crate::data::{Random, all_agree};
use crate::measure::{Bench, Rivals, Work};
use crate::output::{Output, PARALLEL};
use crate::vector_math;

accel! {
    pub fn softmax(rows: &[[f32; w]; h]) -> [[f32; w]; h] {
        rows.map(|row| {
            let top = row.max();
            let powers = row.map(|x| (x - top).exp());
            let total = powers.sum();
            powers.map(|x| x / total)
        })
    }
}

/// A row in plain Rust.
pub fn row(from: &[f32], to: &mut [f32]) {
    let top = from.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for (to, x) in to.iter_mut().zip(from) {
        *to = (x - top).exp();
        total += *to;
    }
    for to in to {
        *to /= total;
    }
}

fn with_rayon(rows: &[f32], w: usize) -> Vec<f32> {
    let mut result = vec![0.0; rows.len()];
    result.par_chunks_mut(w).zip(rows.par_chunks(w)).for_each(|(to, from)| row(from, to));
    result
}

/// Writes to memory that is there already.
fn by_hand(rows: &[f32], w: usize, output: &mut Output) {
    let to = output.slice_mut();
    if rows.len() <= PARALLEL / 4 {
        to.chunks_mut(w).zip(rows.chunks(w)).for_each(|(to, from)| vector_row(from, to));
    } else {
        to.par_chunks_mut(w).zip(rows.par_chunks(w)).for_each(|(to, from)| vector_row(from, to));
    }
}

for_best_instructions! {
    /// A row in vectors.
    pub fn vector_row(from: &[f32], to: &mut [f32]) {
        let (chunks, rest) = from.as_chunks::<32>();
        let mut tops = [f32::NEG_INFINITY; 32];
        for xs in chunks {
            for lane in 0..32 {
                tops[lane] = if xs[lane] > tops[lane] { xs[lane] } else { tops[lane] };
            }
        }
        let top = tops.iter().chain(rest).copied().fold(f32::NEG_INFINITY, f32::max);
        let mut totals = [0.0; 32];
        let (to_chunks, to_rest) = to.as_chunks_mut::<32>();
        for (to, xs) in to_chunks.iter_mut().zip(chunks) {
            for lane in 0..32 {
                to[lane] = vector_math::exp(xs[lane] - top);
                totals[lane] += to[lane];
            }
        }
        let mut total: f32 = totals.iter().sum();
        for (to, x) in to_rest.iter_mut().zip(rest) {
            *to = vector_math::exp(x - top);
            total += *to;
        }
        let factor = 1.0 / total;
        for to in to {
            *to *= factor;
        }
    }
}

fn plain(rows: &[f32], w: usize) -> Vec<f32> {
    let mut result = vec![0.0; rows.len()];
    for (to, from) in result.chunks_mut(w).zip(rows.chunks(w)) {
        row(from, to);
    }
    result
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    for (size, (h, w)) in bench.sizes((64, 64), (1024, 1024), (16384, 1024)) {
        let rows = Random::new(15).floats(h * w, -5.0, 5.0);
        let matrix = Array::from_vec([h, w], rows.clone());
        let mut output = Output::new(h * w);
        let expected = plain(&rows, w);
        all_agree("softmax, accel", softmax(&matrix).as_slice(), &expected, 1e-5);
        all_agree("softmax, rayon", &with_rayon(&rows, w), &expected, 1e-5);
        by_hand(&rows, w, &mut output);
        all_agree("softmax, expert", output.slice(), &expected, 1e-5);
        let rivals = Rivals::new()
            .rival(|| softmax(&matrix))
            .rival(|| with_rayon(&rows, w))
            .rival(|| by_hand(&rows, w, &mut output))
            .rival(|| plain(&rows, w));
        let work = Work::Bytes(8 * h * w);
        bench.run("softmax of rows f32", format!("{h}×{w}"), size, work, rivals);
    }
}
