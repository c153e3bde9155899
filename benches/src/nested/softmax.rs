//! Softmax of rows of different lengths: most of them short, most elements in long ones.

use accel::{RaggedView, accel};
use rayon::prelude::*;

use super::rows::{Rows, for_groups};
use crate::data::{Random, all_agree, same};
use crate::measure::{Bench, Rivals, Work};
use crate::output::Output;
use crate::softmax;

accel! {
    pub fn ragged_softmax(rows: &[[f32]; h]) -> [[f32]; h] {
        rows.map(|row| {
            let top = row.max();
            let powers = row.map(|x| (x - top).exp());
            let total = powers.sum();
            powers.map(|x| x / total)
        })
    }
}

/// The rows of the result are handed out to threads as slices.
fn with_rayon(offsets: &[usize], values: &[f32]) -> (Vec<usize>, Vec<f32>) {
    let mut result = vec![0.0; values.len()];
    let mut rest = &mut result[..];
    let mut rows = Vec::with_capacity(offsets.len() - 1);
    for ends in offsets.windows(2) {
        let (row, others) = rest.split_at_mut(ends[1] - ends[0]);
        rest = others;
        rows.push((&values[ends[0]..ends[1]], row));
    }
    rows.into_par_iter().for_each(|(from, to)| softmax::row(from, to));
    (offsets.to_vec(), result)
}

/// Writes to memory that is there already; the rows are those of the input.
fn by_hand(offsets: &[usize], values: &[f32], output: &mut Output) {
    for_groups(offsets, output.slice_mut(), |offsets, to| {
        #[cfg(target_arch = "x86_64")]
        if crate::instructions::has_avx512() {
            // SAFETY: the machine has these instructions.
            return unsafe { in_vectors(offsets, values, to) };
        }
        for ends in offsets.windows(2) {
            let row = ends[0] - offsets[0]..ends[1] - offsets[0];
            softmax::vector_row(&values[ends[0]..ends[1]], &mut to[row]);
        }
    });
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx2,fma,bmi1,bmi2,popcnt")]
fn in_vectors(offsets: &[usize], values: &[f32], to: &mut [f32]) {
    use std::arch::x86_64::*;
    let low = _mm512_set1_ps(f32::NEG_INFINITY);
    let mask = |left: usize| if left >= 16 { u16::MAX } else { (1 << left) - 1 };
    for ends in offsets.windows(2) {
        let from = &values[ends[0]..ends[1]];
        let to = &mut to[ends[0] - offsets[0]..ends[1] - offsets[0]];
        let starts = || (0..from.len()).step_by(16).map(|at| (at, mask(from.len() - at)));
        let mut tops = low;
        for (at, mask) in starts() {
            // SAFETY: the mask turns off the elements behind the row.
            let xs = unsafe { _mm512_mask_loadu_ps(low, mask, from.as_ptr().add(at)) };
            tops = _mm512_max_ps(tops, xs);
        }
        let top = _mm512_set1_ps(_mm512_reduce_max_ps(tops));
        let mut totals = _mm512_setzero_ps();
        for (at, mask) in starts() {
            // SAFETY: likewise.
            let xs = unsafe { _mm512_mask_loadu_ps(low, mask, from.as_ptr().add(at)) };
            let powers = exp(_mm512_sub_ps(xs, top));
            totals = _mm512_mask_add_ps(totals, mask, totals, powers);
            // SAFETY: likewise, and both have the same length.
            unsafe { _mm512_mask_storeu_ps(to.as_mut_ptr().add(at), mask, powers) };
        }
        let factor = _mm512_set1_ps(1.0 / _mm512_reduce_add_ps(totals));
        for (at, mask) in starts() {
            // SAFETY: likewise.
            unsafe {
                let to = to.as_mut_ptr().add(at);
                let powers = _mm512_maskz_loadu_ps(mask, to);
                _mm512_mask_storeu_ps(to, mask, _mm512_mul_ps(powers, factor));
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx2,fma,bmi1,bmi2,popcnt")]
#[inline]
fn exp(xs: std::arch::x86_64::__m512) -> std::arch::x86_64::__m512 {
    // SAFETY: a vector is sixteen floats.
    let mut xs: [f32; 16] = unsafe { std::mem::transmute(xs) };
    for x in &mut xs {
        *x = crate::vector_math::exp(*x);
    }
    // SAFETY: likewise.
    unsafe { std::mem::transmute(xs) }
}

fn plain(offsets: &[usize], values: &[f32]) -> (Vec<usize>, Vec<f32>) {
    let mut result = vec![0.0; values.len()];
    for ends in offsets.windows(2) {
        softmax::row(&values[ends[0]..ends[1]], &mut result[ends[0]..ends[1]]);
    }
    (offsets.to_vec(), result)
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    for (size, count) in bench.sizes(4096, 1 << 20, 1 << 24) {
        let rows = Rows::power_law(count, &mut Random::new(41));
        let Rows { offsets, values } = &rows;
        let view = RaggedView::from_csr(offsets, values);
        let mut output = Output::new(values.len());
        let (_, expected) = plain(offsets, values);
        let found = ragged_softmax(view);
        same("ragged softmax, accel: rows", found.offsets(), offsets);
        all_agree("ragged softmax, accel", found.values(), &expected, 1e-5);
        all_agree("ragged softmax, rayon", &with_rayon(offsets, values).1, &expected, 1e-5);
        by_hand(offsets, values, &mut output);
        all_agree("ragged softmax, expert", output.slice(), &expected, 1e-5);
        let rivals = Rivals::new()
            .rival(|| ragged_softmax(view))
            .rival(|| with_rayon(offsets, values))
            .rival(|| by_hand(offsets, values, &mut output))
            .rival(|| plain(offsets, values));
        let work = Work::Bytes(8 * values.len());
        bench.run("softmax of ragged rows f32", rows.extent(), size, work, rivals);
    }
}
