//! The sums of rows that are picked in random order: rows are fetched by their descriptors, and must
//! not be copied.

use accel::{RaggedView, accel};
use rayon::prelude::*;

use super::rows::Rows;
use super::segmented_sum::expert::Number;
#[cfg(target_arch = "x86_64")]
use super::segmented_sum::vectors::row_f32;
use crate::data::{Random, same};
use crate::measure::{Bench, Rivals, Work};
use crate::nested::cuts::Piece;
use crate::output::PARALLEL;

accel! {
    pub fn picked(rows: &[[f32]], picks: &[u32; n]) -> [f32; n] {
        rows.gather(picks).map(|row| row.sum())
    }
}

fn row<'a>(offsets: &[usize], values: &'a [f32], pick: u32) -> &'a [f32] {
    &values[offsets[pick as usize]..offsets[pick as usize + 1]]
}

fn with_rayon(offsets: &[usize], values: &[f32], picks: &[u32]) -> Vec<f32> {
    picks.par_iter().map(|pick| row(offsets, values, *pick).iter().sum()).collect()
}

/// Writes to memory that is there already.
fn by_hand(offsets: &[usize], values: &[f32], picks: &[u32], sums: &mut [f32]) {
    if values.len() <= PARALLEL {
        return part(offsets, values, picks, sums);
    }
    sums.par_chunks_mut(1024).zip(picks.par_chunks(1024)).for_each(|(sums, picks)| {
        part(offsets, values, picks, sums);
    });
}

fn part(offsets: &[usize], values: &[f32], picks: &[u32], sums: &mut [f32]) {
    #[cfg(target_arch = "x86_64")]
    if crate::instructions::has_avx512() {
        // SAFETY: the machine has these instructions.
        return unsafe { part_in_vectors(offsets, values, picks, sums) };
    }
    for (sum, pick) in sums.iter_mut().zip(picks) {
        let row = row(offsets, values, *pick);
        *sum = f32::part(row, Piece { start: 0, ends: &[], end: row.len() }, &mut []);
    }
}

/// Fetches the descriptors and the first elements of rows some turns ahead.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx2,bmi1,bmi2,popcnt")]
fn part_in_vectors(offsets: &[usize], values: &[f32], picks: &[u32], sums: &mut [f32]) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    for (at, (sum, pick)) in sums.iter_mut().zip(picks).enumerate() {
        if let Some(next) = picks.get(at + 16) {
            _mm_prefetch::<_MM_HINT_T0>(offsets.as_ptr().wrapping_add(*next as usize).cast());
        }
        if let Some(next) = picks.get(at + 8) {
            let start = offsets[*next as usize];
            _mm_prefetch::<_MM_HINT_T0>(values.as_ptr().wrapping_add(start).cast());
        }
        let row = row(offsets, values, *pick);
        // SAFETY: all of the row.
        *sum = unsafe { row_f32(row, 0, row.len()) };
    }
}

fn plain(offsets: &[usize], values: &[f32], picks: &[u32]) -> Vec<f32> {
    picks.iter().map(|pick| row(offsets, values, *pick).iter().sum()).collect()
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    for (size, count) in bench.sizes(4096, 1 << 20, 1 << 26) {
        let mut random = Random::new(44);
        let mut rows = Rows::power_law(count, &mut random);
        // Eighths, whose sums are exact in any order.
        rows.values.iter_mut().for_each(|x| *x = (8.0 * *x).round() / 8.0);
        let picks: Vec<u32> = (0..rows.len()).map(|_| random.below(rows.len()) as u32).collect();
        let Rows { offsets, values } = &rows;
        let view = RaggedView::from_csr(offsets, values);
        let mut output = vec![1.0; picks.len()];
        let expected = plain(offsets, values, &picks);
        same("gather of rows, accel", &picked(view, &picks), &expected);
        same("gather of rows, rayon", &with_rayon(offsets, values, &picks), &expected);
        by_hand(offsets, values, &picks, &mut output);
        same("gather of rows, expert", &output, &expected);
        let elements: usize = picks.iter().map(|pick| row(offsets, values, *pick).len()).sum();
        let rivals = Rivals::new()
            .rival(|| picked(view, &picks))
            .rival(|| with_rayon(offsets, values, &picks))
            .rival(|| by_hand(offsets, values, &picks, &mut output))
            .rival(|| plain(offsets, values, &picks));
        let work = Work::Bytes(4 * elements + 24 * picks.len());
        bench.run("sums of gathered rows f32", rows.extent(), size, work, rivals);
    }
}
