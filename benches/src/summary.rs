//! The greatest element, where it is, and the mean, from one traversal.

use accel::accel;
use rayon::prelude::*;

use crate::data::{Random, agree, length};
use crate::measure::{Bench, Rivals, Work};
use crate::output::{PARALLEL, PIECE};

accel! {
    pub fn summary(xs: &[f32]) -> (f32, usize, f32) {
        (xs.max(), xs.argmax(), xs.sum() / xs.len() as f32)
    }
}

/// The greatest element, where it is, and the sum.
type Part = (f32, usize, f32);
const NOTHING: Part = (f32::NEG_INFINITY, 0, 0.0);

fn with_rayon(xs: &[f32]) -> Part {
    let (top, at, sum) = xs
        .par_iter()
        .enumerate()
        .fold(
            || NOTHING,
            |(top, at, sum), (i, x)| {
                if *x > top { (*x, i, sum + x) } else { (top, at, sum + x) }
            },
        )
        .reduce(|| NOTHING, both);
    (top, at, sum / xs.len() as f32)
}

/// Two parts together, the left one first.
fn both((top, at, sum): Part, (other_top, other_at, other_sum): Part) -> Part {
    if other_top > top {
        (other_top, other_at, sum + other_sum)
    } else {
        (top, at, sum + other_sum)
    }
}

fn by_hand(xs: &[f32]) -> Part {
    let (top, at, sum) = if xs.len() <= PARALLEL {
        part(xs)
    } else {
        xs.par_chunks(PIECE)
            .enumerate()
            .map(|(piece, xs)| {
                let (top, at, sum) = part(xs);
                (top, piece * PIECE + at, sum)
            })
            .reduce(|| NOTHING, both)
    };
    (top, at, sum / xs.len() as f32)
}

for_best_instructions! {
    /// The greatest and the sum of small blocks in vectors; where it is, only for a block that has
    /// a greater one than all before.
    fn part(xs: &[f32]) -> Part {
        let (mut top, mut at) = (f32::NEG_INFINITY, 0);
        let mut sums = [0f32; 64];
        let (blocks, rest) = xs.as_chunks::<1024>();
        for (block, xs) in blocks.iter().enumerate() {
            let mut tops = [f32::NEG_INFINITY; 64];
            for xs in xs.as_chunks::<64>().0 {
                for lane in 0..64 {
                    tops[lane] = if xs[lane] > tops[lane] { xs[lane] } else { tops[lane] };
                    sums[lane] += xs[lane];
                }
            }
            let best = tops.iter().fold(f32::NEG_INFINITY, |a, b| if *b > a { *b } else { a });
            if best > top {
                top = best;
                at = block * 1024 + xs.iter().position(|x| *x == best).unwrap_or(0);
            }
        }
        let mut sum = sums.iter().sum::<f32>();
        for (i, x) in rest.iter().enumerate() {
            sum += x;
            if *x > top {
                (top, at) = (*x, xs.len() - rest.len() + i);
            }
        }
        (top, at, sum)
    }
}

fn plain(xs: &[f32]) -> Part {
    let (mut top, mut at, mut sum) = NOTHING;
    for (i, x) in xs.iter().enumerate() {
        if *x > top {
            (top, at) = (*x, i);
        }
        sum += x;
    }
    (top, at, sum / xs.len() as f32)
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    for (size, n) in bench.sizes(4096, 1 << 20, 1 << 26) {
        let xs = Random::new(12).floats(n, -1.0, 1.0);
        let expected = plain(&xs);
        for (what, found) in [
            ("summary, accel", summary(&xs)),
            ("summary, rayon", with_rayon(&xs)),
            ("summary, expert", by_hand(&xs)),
        ] {
            assert_eq!((found.0, found.1), (expected.0, expected.1), "{what}");
            agree(what, found.2, expected.2, 1e-3);
        }
        let rivals = Rivals::new()
            .rival(|| summary(&xs))
            .rival(|| with_rayon(&xs))
            .rival(|| by_hand(&xs))
            .rival(|| plain(&xs));
        bench.run("max, argmax, mean f32", length(n), size, Work::Bytes(4 * n), rivals);
    }
}
