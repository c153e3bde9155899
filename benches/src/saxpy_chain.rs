//! Four elementwise operations in a chain, which must become one traversal.

use accel::accel;
use rayon::prelude::*;

use crate::data::{Random, all_agree, length};
use crate::measure::{Bench, Rivals, Work};
use crate::output::{Output, PARALLEL, PIECE, STREAM, stream, stream_end};

accel! {
    pub fn saxpy_chain(a: f32, xs: &[f32; n], ys: &[f32; n]) -> [f32; n] {
        let scaled = xs.map(|x| a * x);
        let moved = zip(scaled, ys).map(|(x, y)| x + y);
        let shifted = moved.map(|x| x - 1.0);
        zip(shifted, xs).map(|(s, x)| s * x)
    }
}

fn with_rayon(a: f32, xs: &[f32], ys: &[f32]) -> Vec<f32> {
    xs.par_iter()
        .map(|x| a * x)
        .zip(ys)
        .map(|(x, y)| x + y)
        .map(|x| x - 1.0)
        .zip(xs)
        .map(|(s, x)| s * x)
        .collect()
}

/// Writes to memory that is there already.
fn by_hand(a: f32, xs: &[f32], ys: &[f32], output: &mut Output) {
    let to = output.slice_mut();
    if xs.len() <= PARALLEL {
        return part(a, xs, ys, to);
    }
    let streamed = xs.len() >= STREAM;
    to.par_chunks_mut(PIECE).zip(xs.par_chunks(PIECE).zip(ys.par_chunks(PIECE))).for_each(
        |(to, (xs, ys))| {
            if streamed { streamed_part(a, xs, ys, to) } else { part(a, xs, ys, to) }
        },
    );
}

for_best_instructions! {
    fn part(a: f32, xs: &[f32], ys: &[f32], to: &mut [f32]) {
        for ((to, x), y) in to.iter_mut().zip(xs).zip(ys) {
            *to = (a.mul_add(*x, *y) - 1.0) * x;
        }
    }
}

for_best_instructions! {
    fn streamed_part(a: f32, xs: &[f32], ys: &[f32], to: &mut [f32]) {
        let whole = to.len() / 16 * 16;
        for ((to, x), y) in to
            .as_chunks_mut::<16>().0.iter_mut()
            .zip(xs.as_chunks::<16>().0)
            .zip(ys.as_chunks::<16>().0)
        {
            let values = std::array::from_fn(|lane| (a.mul_add(x[lane], y[lane]) - 1.0) * x[lane]);
            // SAFETY: outputs are aligned to lines, and pieces are whole lines.
            unsafe { stream(to, values) };
        }
        for at in whole..to.len() {
            to[at] = (a.mul_add(xs[at], ys[at]) - 1.0) * xs[at];
        }
        stream_end();
    }
}

fn plain(a: f32, xs: &[f32], ys: &[f32]) -> Vec<f32> {
    xs.iter().zip(ys).map(|(x, y)| (a * x + y - 1.0) * x).collect()
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    for (size, n) in bench.sizes(4096, 1 << 20, 1 << 26) {
        let mut random = Random::new(2);
        let (xs, ys) = (random.floats(n, -1.0, 1.0), random.floats(n, -1.0, 1.0));
        let mut output = Output::new(n);
        let expected = plain(2.5, &xs, &ys);
        all_agree("saxpy chain, accel", &saxpy_chain(2.5, &xs, &ys), &expected, 1e-5);
        all_agree("saxpy chain, rayon", &with_rayon(2.5, &xs, &ys), &expected, 1e-5);
        by_hand(2.5, &xs, &ys, &mut output);
        all_agree("saxpy chain, expert", output.slice(), &expected, 1e-5);
        let rivals = Rivals::new()
            .rival(|| saxpy_chain(2.5, &xs, &ys))
            .rival(|| with_rayon(2.5, &xs, &ys))
            .rival(|| by_hand(2.5, &xs, &ys, &mut output))
            .rival(|| plain(2.5, &xs, &ys));
        bench.run("saxpy chain of 4, f32", length(n), size, Work::Bytes(12 * n), rivals);
    }
}
