//! Segmented sums as an expert writes them: pieces of equal work; long rows in several vector
//! accumulators; short rows many at once, each lane of a vector summing one.

use std::fmt::Debug;
use std::iter::Sum;
use std::ops::AddAssign;

use crate::nested::cuts::{Piece, sum_rows};

/// A type of numbers that are summed.
pub trait Number: Copy + Default + PartialEq + Debug + Send + Sync + AddAssign + Sum {
    /// The sums of the rows that end in a piece of rows; gives the sum of the elements behind them.
    fn part(xs: &[Self], piece: Piece, sums: &mut [Self]) -> Self;
}

/// Writes to memory that is there already.
pub fn sums<T: Number>(offsets: &[usize], xs: &[T], sums: &mut [T]) {
    assert!(offsets.is_sorted() && offsets.last() == Some(&xs.len()));
    sum_rows(offsets, sums, |piece, sums| T::part(xs, piece, sums));
}

impl Number for f32 {
    fn part(xs: &[f32], piece: Piece, sums: &mut [f32]) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if crate::instructions::has_avx512() {
            // SAFETY: the machine has these instructions, and the piece lies within `xs`.
            return unsafe { super::vectors::part_f32(xs, piece, sums) };
        }
        part_f32(xs, piece, sums)
    }
}

impl Number for f64 {
    fn part(xs: &[f64], piece: Piece, sums: &mut [f64]) -> f64 {
        #[cfg(target_arch = "x86_64")]
        if crate::instructions::has_avx512() {
            // SAFETY: the machine has these instructions, and the piece lies within `xs`.
            return unsafe { super::vectors::part_f64(xs, piece, sums) };
        }
        part_f64(xs, piece, sums)
    }
}

macro_rules! one_by_one {
    ($part:ident, $t:ty) => {
        for_best_instructions! {
            fn $part(xs: &[$t], piece: Piece<'_>, sums: &mut [$t]) -> $t {
                #[inline(always)]
                fn row(xs: &[$t]) -> $t {
                    if xs.len() < 32 {
                        return xs.iter().sum();
                    }
                    let mut sums = [0.0; 32];
                    let (chunks, rest) = xs.as_chunks::<32>();
                    for xs in chunks {
                        for lane in 0..32 {
                            sums[lane] += xs[lane];
                        }
                    }
                    sums.iter().sum::<$t>() + rest.iter().sum::<$t>()
                }
                let mut start = piece.start;
                for (sum, end) in sums.iter_mut().zip(piece.ends) {
                    *sum = row(&xs[start..*end]);
                    start = *end;
                }
                row(&xs[start..piece.end])
            }
        }
    };
}

one_by_one!(part_f32, f32);
one_by_one!(part_f64, f64);
