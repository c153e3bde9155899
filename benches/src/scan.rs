//! Inclusive prefix sums of floats and of integers.

use accel::accel;
use rayon::prelude::*;

use crate::chained::{State, chained};
use crate::data::{Random, length, same};
use crate::measure::{Bench, Rivals, Work};
use crate::output::{PARALLEL, PIECE};

accel! {
    <T: f32 | i32>
    pub fn prefix_sums(xs: &[T]) -> [T] {
        xs.scan(0 as T, |a, b| a + b)
    }
}

/// Rayon has no scan: two passes over pieces, as in its discussions.
fn with_rayon<T: State + Send + Default>(xs: &[T]) -> Vec<T> {
    let piece = xs.len().div_ceil(4 * rayon::current_num_threads()).max(1);
    let sums: Vec<T> = xs
        .par_chunks(piece)
        .map(|part| part.iter().fold(T::default(), |sum, x| sum.and(*x)))
        .collect();
    let mut result = vec![T::default(); xs.len()];
    let starts = sums.iter().scan(T::default(), |sum, part| {
        let start = *sum;
        *sum = sum.and(*part);
        Some(start)
    });
    let starts: Vec<T> = starts.collect();
    result.par_chunks_mut(piece).zip(xs.par_chunks(piece)).zip(starts).for_each(
        |((result, xs), mut sum)| {
            for (result, x) in result.iter_mut().zip(xs) {
                sum = sum.and(*x);
                *result = sum;
            }
        },
    );
    result
}

/// A pointer that the blocks of a chain write through, each to its own places.
#[derive(Clone, Copy)]
struct Shared<T>(*mut T);
// SAFETY: blocks do not overlap.
unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    fn get(&self) -> *mut T {
        self.0
    }
}

/// Writes to memory that is there already; every input is read from memory once.
fn by_hand<T: State + Vector>(xs: &[T], to: &mut [T]) {
    assert_eq!(xs.len(), to.len());
    if xs.len() <= PARALLEL {
        T::scan(xs, T::from_bits(0), to);
        return;
    }
    let shared = Shared(to.as_mut_ptr());
    chained(
        xs.len(),
        PIECE,
        T::from_bits(0),
        |range| T::sum(&xs[range]),
        |range, before| {
            // SAFETY: blocks lie inside the output and do not overlap.
            let to = unsafe {
                std::slice::from_raw_parts_mut(shared.get().add(range.start), range.len())
            };
            T::scan(&xs[range], before, to);
        },
    );
}

/// Sums and scans of a block with vector instructions.
trait Vector: Sized {
    fn sum(xs: &[Self]) -> Self;
    fn scan(xs: &[Self], before: Self, to: &mut [Self]);
}

macro_rules! vectors {
    ($($t:ident $load:ident $store:ident $add:ident $from:ident $to:ident $set:ident
        $permute:ident $one:ident;)*) => { $(
        const _: () = {
            for_best_instructions! {
                fn sum(xs: &[$t]) -> $t {
                    let mut sums = [$t::from_bits(0); 64];
                    let (chunks, rest) = xs.as_chunks::<64>();
                    for chunk in chunks {
                        for lane in 0..64 {
                            sums[lane] = sums[lane].and(chunk[lane]);
                        }
                    }
                    sums.iter().chain(rest).fold($t::from_bits(0), |sum, x| sum.and(*x))
                }
            }

            fn one_by_one(xs: &[$t], mut sum: $t, to: &mut [$t]) {
                for (to, x) in to.iter_mut().zip(xs) {
                    sum = sum.and(*x);
                    *to = sum;
                }
            }

            /// Prefix sums within a vector in four steps; only the carry is a chain.
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw")]
            fn vectors(xs: &[$t], before: $t, to: &mut [$t]) {
                use std::arch::x86_64::*;
                let (chunks, rest) = xs.as_chunks::<16>();
                let mut carry = $set(before);
                let last = _mm512_set1_epi32(15);
                for (chunk, to) in chunks.iter().zip(to.as_chunks_mut::<16>().0) {
                    // SAFETY: sixteen elements.
                    let mut sums = unsafe { $load(chunk.as_ptr()) };
                    let zero = _mm512_setzero_si512();
                    sums = $add(sums, $from(_mm512_alignr_epi32::<15>($to(sums), zero)));
                    sums = $add(sums, $from(_mm512_alignr_epi32::<14>($to(sums), zero)));
                    sums = $add(sums, $from(_mm512_alignr_epi32::<12>($to(sums), zero)));
                    sums = $add(sums, $from(_mm512_alignr_epi32::<8>($to(sums), zero)));
                    let total = $permute(last, sums);
                    let with = $add(sums, carry);
                    carry = $add(carry, total);
                    // SAFETY: sixteen elements.
                    unsafe { $store(to.as_mut_ptr(), with) };
                }
                let whole = xs.len() - rest.len();
                let sum = $one(carry);
                one_by_one(rest, sum, &mut to[whole..]);
            }

            impl Vector for $t {
                fn sum(xs: &[$t]) -> $t {
                    sum(xs)
                }

                fn scan(xs: &[$t], before: $t, to: &mut [$t]) {
                    #[cfg(target_arch = "x86_64")]
                    if crate::instructions::has_avx512() {
                        // SAFETY: the machine has these instructions.
                        return unsafe { vectors(xs, before, to) };
                    }
                    one_by_one(xs, before, to);
                }
            }
        };
    )* };
}

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::__m512i;

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn same_bits(vector: __m512i) -> __m512i {
    vector
}

vectors! {
    f32 _mm512_loadu_ps _mm512_storeu_ps _mm512_add_ps _mm512_castsi512_ps _mm512_castps_si512
        _mm512_set1_ps _mm512_permutexvar_ps _mm512_cvtss_f32;
    i32 _mm512_loadu_epi32 _mm512_storeu_epi32 _mm512_add_epi32 same_bits same_bits
        _mm512_set1_epi32 _mm512_permutexvar_epi32 _mm512_cvtsi512_si32;
}

fn plain<T: State>(xs: &[T]) -> Vec<T> {
    let mut sum = T::from_bits(0);
    let mut add = |x: &T| {
        sum = sum.and(*x);
        sum
    };
    xs.iter().map(&mut add).collect()
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    for (size, n) in bench.sizes(4096, 1 << 20, 1 << 26) {
        let mut random = Random::new(4);
        // Odd multiples of 1/256, all of whose sums are exact, in any order.
        let xs: Vec<f32> = (0..n).map(|_| (random.bits() as i8 | 1) as f32 / 256.0).collect();
        let mut output = vec![1.0; n];
        let expected = plain(&xs);
        same("scan of f32, accel", &prefix_sums(&xs), &expected);
        same("scan of f32, rayon", &with_rayon(&xs), &expected);
        by_hand(&xs, &mut output);
        same("scan of f32, expert", &output, &expected);
        drop(expected);
        let rivals = Rivals::new()
            .rival(|| prefix_sums(&xs))
            .rival(|| with_rayon(&xs))
            .rival(|| by_hand(&xs, &mut output))
            .rival(|| plain(&xs));
        bench.run("prefix sums f32", length(n), size, Work::Bytes(8 * n), rivals);
    }
    for (size, n) in bench.sizes(4096, 1 << 20, 1 << 26) {
        let mut random = Random::new(5);
        let xs: Vec<i32> = (0..n).map(|_| random.bits() as i32).collect();
        let mut output = vec![1; n];
        let expected = plain(&xs);
        same("scan of i32, accel", &prefix_sums(&xs), &expected);
        same("scan of i32, rayon", &with_rayon(&xs), &expected);
        by_hand(&xs, &mut output);
        same("scan of i32, expert", &output, &expected);
        drop(expected);
        let rivals = Rivals::new()
            .rival(|| prefix_sums(&xs))
            .rival(|| with_rayon(&xs))
            .rival(|| by_hand(&xs, &mut output))
            .rival(|| plain(&xs));
        bench.run("prefix sums i32", length(n), size, Work::Bytes(8 * n), rivals);
    }
}
