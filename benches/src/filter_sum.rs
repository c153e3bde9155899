//! The sum of the squares of the elements above a bound: filter, map and sum in one traversal
//! that stores nothing.

use accel::accel;
use rayon::prelude::*;

use crate::data::{Random, agree, length};
use crate::measure::{Bench, Rivals, Work};
use crate::output::{PARALLEL, PIECE};

accel! {
    pub fn squares_above(bound: f32, xs: &[f32]) -> f32 {
        xs.filter(|x| x > bound).map(|x| x * x).sum()
    }
}

fn with_rayon(bound: f32, xs: &[f32]) -> f32 {
    xs.par_iter().filter(|x| **x > bound).map(|x| x * x).sum()
}

fn by_hand(bound: f32, xs: &[f32]) -> f32 {
    if xs.len() <= PARALLEL {
        return part(bound, xs);
    }
    xs.par_chunks(PIECE).map(|xs| part(bound, xs)).sum()
}

for_best_instructions! {
    fn part(bound: f32, xs: &[f32]) -> f32 {
        let mut sums = [0f32; 64];
        let (chunks, rest) = xs.as_chunks::<64>();
        for x in chunks {
            for lane in 0..64 {
                let kept = if x[lane] > bound { x[lane] } else { 0.0 };
                sums[lane] = kept.mul_add(kept, sums[lane]);
            }
        }
        sums.iter().sum::<f32>() + plain(bound, rest)
    }
}

fn plain(bound: f32, xs: &[f32]) -> f32 {
    let mut sum = 0.0;
    for x in xs {
        if *x > bound {
            sum += x * x;
        }
    }
    sum
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    for (size, n) in bench.sizes(4096, 1 << 20, 1 << 26) {
        let xs = Random::new(7).floats(n, 0.0, 1.0);
        // One accumulator of 24 bits is too few for millions of elements.
        let expected = xs.chunks(4096).map(|xs| f64::from(plain(0.5, xs))).sum::<f64>() as f32;
        agree("filter and sum, accel", squares_above(0.5, &xs), expected, 1e-3);
        agree("filter and sum, expert", by_hand(0.5, &xs), expected, 1e-3);
        agree("filter and sum, rayon", with_rayon(0.5, &xs), expected, 0.5);
        let rivals = Rivals::new()
            .rival(|| squares_above(0.5, &xs))
            .rival(|| with_rayon(0.5, &xs))
            .rival(|| by_hand(0.5, &xs))
            .rival(|| plain(0.5, &xs));
        bench.run("filter, map, sum f32", length(n), size, Work::Bytes(4 * n), rivals);
    }
}
