//! The elements that are greater than a bound: about half of them, in no pattern that a branch
//! predictor could learn.

use accel::accel;
use rayon::prelude::*;

use crate::chained::chained;
use crate::data::{Random, length, same};
use crate::measure::{Bench, Rivals, Work};
use crate::output::{PARALLEL, PIECE};

accel! {
    pub fn above(bound: f32, xs: &[f32]) -> [f32] {
        xs.filter(|x| x > bound)
    }
}

fn with_rayon(bound: f32, xs: &[f32]) -> Vec<f32> {
    xs.par_iter().copied().filter(|x| *x > bound).collect()
}

/// A pointer that the blocks of a chain write through, each to its own places.
#[derive(Clone, Copy)]
pub struct Shared<T>(pub *mut T);
// SAFETY: blocks do not overlap.
unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    /// The pointer.
    pub fn get(&self) -> *mut T {
        self.0
    }
}

/// Writes to memory that is there already, and gives how many elements there are. Blocks count,
/// learn where their part begins, and write it there.
fn by_hand(bound: f32, xs: &[f32], to: &mut [f32]) -> usize {
    assert!(to.len() >= xs.len());
    if xs.len() <= PARALLEL {
        // SAFETY: there is room for all.
        return unsafe { compress(bound, xs, to.as_mut_ptr()) };
    }
    let shared = Shared(to.as_mut_ptr());
    chained(
        xs.len(),
        PIECE,
        0usize,
        |range| count(bound, &xs[range]),
        |range, before| {
            // SAFETY: the elements that the blocks before this one kept lie before it.
            unsafe { compress(bound, &xs[range], shared.get().add(before)) };
        },
    )
}

for_best_instructions! {
    /// The number of elements above the bound.
    pub fn count(bound: f32, xs: &[f32]) -> usize {
        let mut counts = [0u32; 64];
        let (chunks, rest) = xs.as_chunks::<64>();
        for chunk in chunks {
            for lane in 0..64 {
                counts[lane] += u32::from(chunk[lane] > bound);
            }
        }
        counts.iter().sum::<u32>() as usize + rest.iter().filter(|x| **x > bound).count()
    }
}

/// Writes the elements above the bound, and gives how many there are.
///
/// # Safety
/// There is room for them.
pub unsafe fn compress(bound: f32, xs: &[f32], to: *mut f32) -> usize {
    #[cfg(target_arch = "x86_64")]
    if crate::instructions::has_avx512() {
        // SAFETY: the machine has these instructions, and there is room.
        return unsafe { compress_vectors(bound, xs, to) };
    }
    // SAFETY: there is room.
    unsafe { compress_one_by_one(bound, xs, to) }
}

/// # Safety
/// There is room for the elements that are kept.
unsafe fn compress_one_by_one(bound: f32, xs: &[f32], to: *mut f32) -> usize {
    let mut kept = 0;
    for x in xs {
        if *x > bound {
            // SAFETY: there is room.
            unsafe { to.add(kept).write(*x) };
            kept += 1;
        }
    }
    kept
}

/// # Safety
/// There is room for the elements that are kept.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,bmi1,bmi2,popcnt")]
unsafe fn compress_vectors(bound: f32, xs: &[f32], to: *mut f32) -> usize {
    use std::arch::x86_64::*;
    let limit = _mm512_set1_ps(bound);
    let (chunks, rest) = xs.as_chunks::<16>();
    let mut kept = 0;
    for chunk in chunks {
        // SAFETY: sixteen floats; there is room for those that are kept.
        unsafe {
            let values = _mm512_loadu_ps(chunk.as_ptr());
            let mask = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(values, limit);
            let packed = _mm512_maskz_compress_ps(mask, values);
            let number = mask.count_ones();
            let lanes = ((1u32 << number) - 1) as u16;
            _mm512_mask_storeu_ps(to.add(kept), lanes, packed);
            kept += number as usize;
        }
    }
    // SAFETY: there is room.
    kept + unsafe { compress_one_by_one(bound, rest, to.add(kept)) }
}

fn plain(bound: f32, xs: &[f32]) -> Vec<f32> {
    let mut result = Vec::new();
    for x in xs {
        if *x > bound {
            result.push(*x);
        }
    }
    result
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    for (size, n) in bench.sizes(4096, 1 << 20, 1 << 26) {
        let xs = Random::new(6).floats(n, 0.0, 1.0);
        let mut output = vec![1.0; n];
        let expected = plain(0.5, &xs);
        same("filter, accel", &above(0.5, &xs), &expected);
        same("filter, rayon", &with_rayon(0.5, &xs), &expected);
        let kept = by_hand(0.5, &xs, &mut output);
        same("filter, expert", &output[..kept], &expected);
        let rivals = Rivals::new()
            .rival(|| above(0.5, &xs))
            .rival(|| with_rayon(0.5, &xs))
            .rival(|| by_hand(0.5, &xs, &mut output))
            .rival(|| plain(0.5, &xs));
        let bytes = Work::Bytes(4 * (n + expected.len()));
        bench.run("filter f32", length(n), size, bytes, rivals);
    }
}
