//! A map over the elements of rows that keeps the rows: as fast as a map over the elements should be.

use accel::{RaggedView, accel};
use rayon::prelude::*;

use super::rows::Rows;
use crate::data::{Random, same};
use crate::measure::{Bench, Rivals, Work};
use crate::output::{Output, PARALLEL, PIECE, STREAM, stream, stream_end};

accel! {
    pub fn scaled(rows: &[[f32]; h]) -> [[f32]; h] {
        rows.map(|row| row.map(|x| 2.0 * x + 1.0))
    }
}

fn with_rayon(offsets: &[usize], values: &[f32]) -> (Vec<usize>, Vec<f32>) {
    (offsets.to_vec(), values.par_iter().map(|x| 2.0 * x + 1.0).collect())
}

/// Writes to memory that is there already; the rows are those of the input.
fn by_hand(values: &[f32], output: &mut Output) {
    let past_caches = values.len() > STREAM;
    let to = output.slice_mut();
    if values.len() <= PARALLEL {
        return part(values, to, false);
    }
    let pieces = to.par_chunks_mut(PIECE).zip(values.par_chunks(PIECE));
    pieces.for_each(|(to, values)| part(values, to, past_caches));
}

for_best_instructions! {
    fn part(values: &[f32], to: &mut [f32], past_caches: bool) {
        let (chunks, rest) = values.as_chunks::<16>();
        let (to_chunks, to_rest) = to.as_chunks_mut::<16>();
        for (to, values) in to_chunks.iter_mut().zip(chunks) {
            let values = values.map(|x| 2.0 * x + 1.0);
            if past_caches {
                // SAFETY: outputs and pieces of them begin at multiples of 64 bytes.
                unsafe { stream(to, values) };
            } else {
                *to = values;
            }
        }
        for (to, x) in to_rest.iter_mut().zip(rest) {
            *to = 2.0 * x + 1.0;
        }
        if past_caches {
            stream_end();
        }
    }
}

fn plain(offsets: &[usize], values: &[f32]) -> (Vec<usize>, Vec<f32>) {
    (offsets.to_vec(), values.iter().map(|x| 2.0 * x + 1.0).collect())
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    for (size, count) in bench.sizes(4096, 1 << 20, 1 << 26) {
        let rows = Rows::power_law(count, &mut Random::new(42));
        let Rows { offsets, values } = &rows;
        let view = RaggedView::from_csr(offsets, values);
        let mut output = Output::new(values.len());
        let (_, expected) = plain(offsets, values);
        let found = scaled(view);
        same("ragged map, accel: rows", found.offsets(), offsets);
        same("ragged map, accel", found.values(), &expected);
        same("ragged map, rayon", &with_rayon(offsets, values).1, &expected);
        by_hand(values, &mut output);
        same("ragged map, expert", output.slice(), &expected);
        let rivals = Rivals::new()
            .rival(|| scaled(view))
            .rival(|| with_rayon(offsets, values))
            .rival(|| by_hand(values, &mut output))
            .rival(|| plain(offsets, values));
        let work = Work::Bytes(8 * values.len() + 16 * offsets.len());
        bench.run("map in ragged rows f32", rows.extent(), size, work, rivals);
    }
}
