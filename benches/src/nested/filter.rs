//! Filters in rows: in each row the elements above a bound of its own, about half of them.

use std::ops::Range;
use std::slice::from_raw_parts_mut;

use accel::{RaggedView, accel};
use rayon::prelude::*;

use super::rows::{self, Rows, groups};
use crate::chained::chained;
use crate::data::{Random, same};
use crate::filter::{Shared, compress, count};
use crate::measure::{Bench, Rivals, Work};

accel! {
    pub fn above(rows: &[[f32]; h], bounds: &[f32; h]) -> [[f32]; h] {
        zip(rows, bounds).map(|(row, bound)| row.filter(|x| x > bound))
    }
}

/// The elements that a row keeps.
fn kept<'a>(ends: &[usize], bound: f32, values: &'a [f32]) -> impl Iterator<Item = f32> + 'a {
    values[ends[0]..ends[1]].iter().copied().filter(move |x| *x > bound)
}

fn with_rayon(offsets: &[usize], bounds: &[f32], values: &[f32]) -> (Vec<usize>, Vec<f32>) {
    let kept_rows = || offsets.par_windows(2).zip(bounds);
    let lengths: Vec<usize> = kept_rows().map(|(ends, x)| kept(ends, *x, values).count()).collect();
    (
        rows::offsets(&lengths),
        kept_rows().flat_map_iter(|(ends, x)| kept(ends, *x, values)).collect(),
    )
}

/// Writes to memory that is there already. Groups of rows count the elements that each row keeps, learn
/// where their part begins, and write it there.
fn by_hand(rows: &Rows, bounds: &[f32], offsets: &mut [usize], to: &mut [f32]) -> usize {
    let Rows { offsets: from, values } = rows;
    assert!(to.len() >= values.len() && offsets.len() == from.len());
    offsets[0] = 0;
    let groups = groups(from);
    let ends = Shared(offsets[1..].as_mut_ptr());
    let to = Shared(to.as_mut_ptr());
    let parts = |range: &Range<usize>| {
        // SAFETY: there is an end for each row, and no other group looks at those of this one.
        let ends = unsafe { from_raw_parts_mut(ends.get().add(range.start), range.len()) };
        (&from[range.start..=range.end], &bounds[range.clone()], ends)
    };
    let first = |group: Range<usize>| {
        let (offsets, bounds, ends) = parts(&groups[group.start]);
        count_rows(offsets, bounds, values, ends)
    };
    let second = |group: Range<usize>, before: usize| {
        let (offsets, bounds, ends) = parts(&groups[group.start]);
        // SAFETY: the elements that the groups before this one kept lie before it.
        let to = unsafe { to.get().add(before) };
        // SAFETY: there is room.
        unsafe { write_rows(offsets, bounds, values, to) };
        ends.iter_mut().for_each(|end| *end += before);
    };
    if groups.len() == 1 {
        let total = first(0..1);
        second(0..1, 0);
        return total;
    }
    chained(groups.len(), 1, 0usize, first, second)
}

/// Counts the kept elements: writes the end of each row of them, from the first on; gives the last end.
fn count_rows(offsets: &[usize], bounds: &[f32], values: &[f32], ends: &mut [usize]) -> usize {
    #[cfg(target_arch = "x86_64")]
    if crate::instructions::has_avx512() {
        // SAFETY: the machine has these instructions.
        return unsafe { vectors::count_rows(offsets, bounds, values, ends) };
    }
    let mut total = 0;
    for ((row, bound), end) in offsets.windows(2).zip(bounds).zip(ends) {
        total += count(*bound, &values[row[0]..row[1]]);
        *end = total;
    }
    total
}

/// # Safety
/// There is room for the elements that are kept.
unsafe fn write_rows(offsets: &[usize], bounds: &[f32], values: &[f32], mut to: *mut f32) {
    #[cfg(target_arch = "x86_64")]
    if crate::instructions::has_avx512() {
        // SAFETY: the machine has these instructions, and there is room.
        return unsafe { vectors::write_rows(offsets, bounds, values, to) };
    }
    for (row, bound) in offsets.windows(2).zip(bounds) {
        // SAFETY: there is room.
        unsafe { to = to.add(compress(*bound, &values[row[0]..row[1]], to)) };
    }
}

#[cfg(target_arch = "x86_64")]
mod vectors {
    use std::arch::x86_64::*;

    /// The vectors of a row, and which of their lanes are above the bound.
    #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,bmi1,bmi2,popcnt")]
    #[inline]
    fn above(row: &[f32], bound: f32) -> impl Iterator<Item = (__m512, u16)> {
        (0..row.len()).step_by(16).map(move |at| {
            let left = row.len() - at;
            let mask = if left >= 16 { u16::MAX } else { (1 << left) - 1 };
            // SAFETY: the mask turns off the elements behind the row, and the machine has these
            // instructions.
            unsafe {
                let xs = _mm512_maskz_loadu_ps(mask, row.as_ptr().add(at));
                let bound = _mm512_set1_ps(bound);
                (xs, _mm512_mask_cmp_ps_mask::<_CMP_GT_OQ>(mask, xs, bound))
            }
        })
    }

    #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,bmi1,bmi2,popcnt")]
    pub fn count_rows(
        offsets: &[usize],
        bounds: &[f32],
        values: &[f32],
        ends: &mut [usize],
    ) -> usize {
        let mut total = 0;
        for ((row, bound), end) in offsets.windows(2).zip(bounds).zip(ends) {
            for (_, mask) in above(&values[row[0]..row[1]], *bound) {
                total += mask.count_ones() as usize;
            }
            *end = total;
        }
        total
    }

    /// # Safety
    /// There is room for the elements that are kept.
    #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,bmi1,bmi2,popcnt")]
    pub unsafe fn write_rows(offsets: &[usize], bounds: &[f32], values: &[f32], mut to: *mut f32) {
        for (row, bound) in offsets.windows(2).zip(bounds) {
            for (xs, mask) in above(&values[row[0]..row[1]], *bound) {
                let number = mask.count_ones();
                let lanes = ((1u32 << number) - 1) as u16;
                // SAFETY: there is room for those that are kept.
                unsafe {
                    _mm512_mask_storeu_ps(to, lanes, _mm512_maskz_compress_ps(mask, xs));
                    to = to.add(number as usize);
                }
            }
        }
    }
}

fn plain(offsets: &[usize], bounds: &[f32], values: &[f32]) -> (Vec<usize>, Vec<f32>) {
    let (mut ends, mut all) = (vec![0], Vec::new());
    for (row, bound) in offsets.windows(2).zip(bounds) {
        all.extend(kept(row, *bound, values));
        ends.push(all.len());
    }
    (ends, all)
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    for (size, count) in bench.sizes(4096, 1 << 20, 1 << 26) {
        let mut random = Random::new(43);
        let rows = Rows::power_law(count, &mut random);
        let bounds = random.floats(rows.len(), -0.5, 0.5);
        let Rows { offsets, values } = &rows;
        let view = RaggedView::from_csr(offsets, values);
        let mut ends = vec![1; offsets.len()];
        let mut output = vec![1.0; values.len()];
        let expected = plain(offsets, &bounds, values);
        let found = above(view, &bounds);
        same("filter in rows, accel: rows", found.offsets(), &expected.0);
        same("filter in rows, accel", found.values(), &expected.1);
        let found = with_rayon(offsets, &bounds, values);
        same("filter in rows, rayon: rows", &found.0, &expected.0);
        same("filter in rows, rayon", &found.1, &expected.1);
        let kept = by_hand(&rows, &bounds, &mut ends, &mut output);
        same("filter in rows, expert: rows", &ends, &expected.0);
        same("filter in rows, expert", &output[..kept], &expected.1);
        let rivals = Rivals::new()
            .rival(|| above(view, &bounds))
            .rival(|| with_rayon(offsets, &bounds, values))
            .rival(|| by_hand(&rows, &bounds, &mut ends, &mut output))
            .rival(|| plain(offsets, &bounds, values));
        let work = Work::Bytes(4 * (values.len() + expected.1.len()) + 20 * offsets.len());
        bench.run("filter in ragged rows f32", rows.extent(), size, work, rivals);
    }
}
