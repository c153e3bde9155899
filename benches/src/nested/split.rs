//! Rows made of an array and the lengths of rows, and their sums: the offsets are a scan.

use accel::accel;
use rayon::prelude::*;

use super::rows::{self, Rows};
use super::segmented_sum::expert;
use crate::chained::chained;
use crate::data::{Random, same};
use crate::filter::Shared;
use crate::measure::{Bench, Rivals, Work};
use crate::output::{PARALLEL, PIECE};

accel! {
    pub fn split_sums(xs: &[f32], lengths: &[usize; n]) -> [f32; n] {
        xs.split_by(lengths).map(|row| row.sum())
    }
}

fn with_rayon(xs: &[f32], lengths: &[usize]) -> Vec<f32> {
    rows::offsets(lengths).par_windows(2).map(|ends| xs[ends[0]..ends[1]].iter().sum()).collect()
}

/// Writes the offsets and the sums to memory that is there already.
fn by_hand(xs: &[f32], lengths: &[usize], offsets: &mut [usize], sums: &mut [f32]) {
    assert_eq!(offsets.len(), lengths.len() + 1);
    offsets[0] = 0;
    let shared = Shared(offsets[1..].as_mut_ptr());
    let write = |range: std::ops::Range<usize>, before: usize| {
        let mut end = before;
        for row in range {
            end += lengths[row];
            // SAFETY: there is an offset for each row, and no other block writes there.
            unsafe { shared.get().add(row).write(end) };
        }
    };
    if lengths.len() <= PARALLEL {
        write(0..lengths.len(), 0);
    } else {
        let total = |range: std::ops::Range<usize>| lengths[range].iter().sum::<usize>();
        chained(lengths.len(), PIECE / 4, 0usize, total, write);
    }
    expert::sums(offsets, xs, sums);
}

fn plain(xs: &[f32], lengths: &[usize]) -> Vec<f32> {
    let mut rest = xs;
    let sum = |length: &usize| {
        let (row, others) = rest.split_at(*length);
        rest = others;
        row.iter().sum()
    };
    lengths.iter().map(sum).collect()
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    for (size, count) in bench.sizes(4096, 1 << 20, 1 << 26) {
        let mut rows = Rows::power_law(count, &mut Random::new(45));
        // Eighths, whose sums are exact in any order.
        rows.values.iter_mut().for_each(|x| *x = (8.0 * *x).round() / 8.0);
        let lengths: Vec<usize> = rows.offsets.windows(2).map(|ends| ends[1] - ends[0]).collect();
        let xs = &rows.values;
        let mut offsets = vec![1; rows.offsets.len()];
        let mut output = vec![1.0; lengths.len()];
        let expected = plain(xs, &lengths);
        same("split and sum, accel", &split_sums(xs, &lengths), &expected);
        same("split and sum, rayon", &with_rayon(xs, &lengths), &expected);
        by_hand(xs, &lengths, &mut offsets, &mut output);
        same("split and sum, expert", &output, &expected);
        let rivals = Rivals::new()
            .rival(|| split_sums(xs, &lengths))
            .rival(|| with_rayon(xs, &lengths))
            .rival(|| by_hand(xs, &lengths, &mut offsets, &mut output))
            .rival(|| plain(xs, &lengths));
        let work = Work::Bytes(4 * xs.len() + 12 * lengths.len());
        bench.run("split_by and sums f32", rows.extent(), size, work, rivals);
    }
}
