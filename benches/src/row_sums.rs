//! The sums of the rows of a matrix: of few long rows, of as many rows as columns, and of many
//! short rows.

use accel::{Array, accel};
use rayon::prelude::*;

use crate::data::{Random, all_agree};
use crate::measure::{Bench, Rivals, Work};
use crate::output::{PARALLEL, PIECE};

accel! {
    pub fn row_sums(m: &[[f32; w]; h]) -> [f32; h] {
        m.map(|row| row.sum())
    }
}

fn with_rayon(m: &[f32], w: usize) -> Vec<f32> {
    m.par_chunks(w).map(|row| row.iter().sum()).collect()
}

/// Cuts long rows into pieces, and the matrix into pieces of several short rows.
fn by_hand(m: &[f32], w: usize) -> Vec<f32> {
    if m.len() <= PARALLEL {
        return m.chunks(w).map(part).collect();
    }
    if w >= 2 * PIECE {
        return m.chunks(w).map(|row| row.par_chunks(PIECE).map(part).sum()).collect();
    }
    let mut sums = vec![0.0; m.len() / w];
    let rows = (PIECE / w).max(1);
    sums.par_chunks_mut(rows).zip(m.par_chunks(rows * w)).for_each(|(sums, rows)| {
        for (sum, row) in sums.iter_mut().zip(rows.chunks(w)) {
            *sum = part(row);
        }
    });
    sums
}

for_best_instructions! {
    /// 64 accumulators: enough vectors to hide the latency of additions.
    fn part(xs: &[f32]) -> f32 {
        let mut sums = [0f32; 64];
        let (chunks, rest) = xs.as_chunks::<64>();
        for x in chunks {
            for lane in 0..64 {
                sums[lane] += x[lane];
            }
        }
        sums.iter().sum::<f32>() + rest.iter().sum::<f32>()
    }
}

fn plain(m: &[f32], w: usize) -> Vec<f32> {
    m.chunks(w).map(|row| row.iter().sum()).collect()
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    let shapes = [
        ("sums of few long rows f32", [(3, 1365), (3, 1 << 18), (3, 1 << 24)]),
        ("sums of rows f32", [(64, 64), (1024, 1024), (8192, 8192)]),
        ("sums of many short rows f32", [(512, 8), (1 << 17, 8), (1 << 23, 8)]),
    ];
    for (name, [small, medium, large]) in shapes {
        for (size, (h, w)) in bench.sizes(small, medium, large) {
            let values = Random::new(16).floats(h * w, -1.0, 1.0);
            let matrix = Array::from_vec([h, w], values.clone());
            let expected: Vec<f32> = values
                .chunks(w)
                .map(|row| row.iter().map(|x| f64::from(*x)).sum::<f64>() as f32)
                .collect();
            all_agree("row sums, accel", row_sums(&matrix).as_slice(), &expected, 0.1);
            all_agree("row sums, expert", &by_hand(&values, w), &expected, 0.1);
            let rivals = Rivals::new()
                .rival(|| row_sums(&matrix))
                .rival(|| with_rayon(&values, w))
                .rival(|| by_hand(&values, w))
                .rival(|| plain(&values, w));
            bench.run(name, format!("{h}×{w}"), size, Work::Bytes(4 * h * w), rivals);
        }
    }
}
