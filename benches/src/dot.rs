//! The scalar product of two vectors: two inputs, one number, nothing to write.

use accel::accel;
use rayon::prelude::*;

use crate::data::{Random, agree, length};
use crate::measure::{Bench, Rivals, Work};
use crate::output::{PARALLEL, PIECE};

accel! {
    pub fn dot(xs: &[f32; n], ys: &[f32; n]) -> f32 {
        zip(xs, ys).map(|(x, y)| x * y).sum()
    }
}

fn with_rayon(xs: &[f32], ys: &[f32]) -> f32 {
    xs.par_iter().zip(ys).map(|(x, y)| x * y).sum()
}

fn by_hand(xs: &[f32], ys: &[f32]) -> f32 {
    if xs.len() <= PARALLEL {
        return part(xs, ys);
    }
    xs.par_chunks(PIECE).zip(ys.par_chunks(PIECE)).map(|(xs, ys)| part(xs, ys)).sum()
}

for_best_instructions! {
    /// 64 accumulators: enough vectors to hide the latency of additions.
    fn part(xs: &[f32], ys: &[f32]) -> f32 {
        let mut sums = [0f32; 64];
        let (x_chunks, x_rest) = xs.as_chunks::<64>();
        let (y_chunks, y_rest) = ys.as_chunks::<64>();
        for (x, y) in x_chunks.iter().zip(y_chunks) {
            for lane in 0..64 {
                sums[lane] = x[lane].mul_add(y[lane], sums[lane]);
            }
        }
        let rest: f32 = x_rest.iter().zip(y_rest).map(|(x, y)| x * y).sum();
        sums.iter().sum::<f32>() + rest
    }
}

fn plain(xs: &[f32], ys: &[f32]) -> f32 {
    let mut sum = 0.0;
    for (x, y) in xs.iter().zip(ys) {
        sum += x * y;
    }
    sum
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    for (size, n) in bench.sizes(4096, 1 << 20, 1 << 26) {
        let mut random = Random::new(1);
        let (xs, ys) = (random.floats(n, -1.0, 1.0), random.floats(n, -1.0, 1.0));
        let expected = plain(&xs, &ys);
        agree("dot, accel", dot(&xs, &ys), expected, 1e-2);
        agree("dot, rayon", with_rayon(&xs, &ys), expected, 1e-2);
        agree("dot, expert", by_hand(&xs, &ys), expected, 1e-2);
        let rivals = Rivals::new()
            .rival(|| dot(&xs, &ys))
            .rival(|| with_rayon(&xs, &ys))
            .rival(|| by_hand(&xs, &ys))
            .rival(|| plain(&xs, &ys));
        bench.run("dot product f32", length(n), size, Work::Bytes(8 * n), rivals);
    }
}
