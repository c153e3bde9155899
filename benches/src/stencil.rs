//! A step of a five-point stencil: each cell becomes the mean of itself and its four neighbours;
//! beyond the edge lies the edge.

use accel::{Array, accel};
use rayon::prelude::*;

use crate::data::{Random, all_agree};
use crate::measure::{Bench, Rivals, Work};
use crate::output::{Output, PARALLEL, STREAM, stream, stream_end};

accel! {
    pub fn mean_of_five(cells: &[[f32; w]; h]) -> [[f32; w]; h] {
        cells.stencil(Clamp, |at| {
            0.2 * (at(0, 0) + at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1))
        })
    }
}

/// The row above, the row itself, and the row below.
#[inline(always)]
fn rows(cells: &[f32], w: usize, i: usize) -> [&[f32]; 3] {
    let h = cells.len() / w;
    [i.saturating_sub(1), i, (i + 1).min(h - 1)].map(|i| &cells[i * w..(i + 1) * w])
}

/// A row as one writes it: both ends on their own.
#[inline(always)]
fn row([above, here, below]: [&[f32]; 3], to: &mut [f32]) {
    let w = to.len();
    let (above, here, below) = (&above[..w], &here[..w], &below[..w]);
    let cell = |j: usize, left: usize, right: usize| {
        0.2 * (here[j] + above[j] + below[j] + here[left] + here[right])
    };
    to[0] = cell(0, 0, 1.min(w - 1));
    for (j, to) in to.iter_mut().enumerate().take(w - 1).skip(1) {
        *to = cell(j, j - 1, j + 1);
    }
    to[w - 1] = cell(w - 1, w.saturating_sub(2), w - 1);
}

fn with_rayon(cells: &[f32], w: usize) -> Vec<f32> {
    let mut result = vec![0.0; cells.len()];
    result.par_chunks_mut(w).enumerate().for_each(|(i, to)| row(rows(cells, w, i), to));
    result
}

/// The number of neighbouring rows that one thread computes: each is read from memory once.
const BAND: usize = 32;

/// Writes to memory that is there already.
fn by_hand(cells: &[f32], w: usize, output: &mut Output) {
    let to = output.slice_mut();
    let streamed = cells.len() >= STREAM && w.is_multiple_of(16);
    if cells.len() <= PARALLEL {
        return band(cells, w, 0, to);
    }
    to.par_chunks_mut(BAND * w).enumerate().for_each(|(number, to)| {
        if streamed {
            streamed_band(cells, w, number * BAND, to);
        } else {
            band(cells, w, number * BAND, to);
        }
    });
}

for_best_instructions! {
    fn band(cells: &[f32], w: usize, first: usize, to: &mut [f32]) {
        for (i, to) in to.chunks_exact_mut(w).enumerate() {
            row(rows(cells, w, first + i), to);
        }
    }
}

for_best_instructions! {
    fn streamed_band(cells: &[f32], w: usize, first: usize, to: &mut [f32]) {
        for (i, to) in to.chunks_exact_mut(w).enumerate() {
            streamed_row(rows(cells, w, first + i), to);
        }
        stream_end();
    }
}

#[inline(always)]
fn streamed_row([above, here, below]: [&[f32]; 3], to: &mut [f32]) {
    let w = here.len();
    for (chunk, to) in to.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let j = chunk * 16;
        let values = if j == 0 || j + 16 >= w {
            std::array::from_fn(|lane| {
                let j = j + lane;
                let (left, right) = (j.saturating_sub(1), (j + 1).min(w - 1));
                0.2 * (here[j] + above[j] + below[j] + here[left] + here[right])
            })
        } else {
            let (above, below) = (&above[j..j + 16], &below[j..j + 16]);
            let here = &here[j - 1..j + 17];
            std::array::from_fn(|lane| {
                0.2 * (here[lane + 1] + above[lane] + below[lane] + here[lane] + here[lane + 2])
            })
        };
        // SAFETY: outputs are aligned to lines, and rows are whole lines.
        unsafe { stream(to, values) };
    }
}

fn plain(cells: &[f32], w: usize) -> Vec<f32> {
    let mut result = vec![0.0; cells.len()];
    for i in 0..cells.len() / w {
        row(rows(cells, w, i), &mut result[i * w..(i + 1) * w]);
    }
    result
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    for (size, w) in bench.sizes(64, 1024, 8192) {
        let cells = Random::new(10).floats(w * w, 0.0, 1.0);
        let matrix = Array::from_vec([w, w], cells.clone());
        let mut output = Output::new(w * w);
        let expected = plain(&cells, w);
        all_agree("stencil, accel", mean_of_five(&matrix).as_slice(), &expected, 1e-6);
        all_agree("stencil, rayon", &with_rayon(&cells, w), &expected, 1e-6);
        by_hand(&cells, w, &mut output);
        all_agree("stencil, expert", output.slice(), &expected, 1e-6);
        drop(expected);
        let rivals = Rivals::new()
            .rival(|| mean_of_five(&matrix))
            .rival(|| with_rayon(&cells, w))
            .rival(|| by_hand(&cells, w, &mut output))
            .rival(|| plain(&cells, w));
        let work = Work::Bytes(8 * w * w);
        bench.run("five-point stencil f32", format!("{w}²"), size, work, rivals);
    }
}
