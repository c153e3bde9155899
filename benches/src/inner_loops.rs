//! Loops in lanes whose sizes are known when the program runs, in the ways in which one writes them:
//! filters of pictures, a layer of a convolutional network, filters of sequences; and lanes that read beside
//! their own place behind a guard. The expert goes row by row, with the loop over neighbouring
//! results inside of all others.

use accel::{Array, accel};
use rayon::prelude::*;

use crate::data::{Random, all_agree, same};
use crate::measure::{Bench, Rivals, Size, Work};

accel! {
    pub fn by_index(img: &[[f32; w]; h], ker: &[[f32; kw]; kh]) -> [[f32; w - kw + 1]; h - kh + 1] {
        generate((h - kh + 1, w - kw + 1), |(y, x)| (0..kh).map(|i| (0..kw).map(|j| img[y + i][x + j] * ker[i][j]).sum()).sum())
    }
    pub fn by_slices(img: &[[f32; w]; h], ker: &[[f32; kw]; kh]) -> [[f32; w - kw + 1]; h - kh + 1] {
        generate((h - kh + 1, w - kw + 1), |(y, x)| {
            zip(img[y..y + kh], ker).map(|(row, taps)| zip(row[x..x + kw], taps).map(|(a, b)| a * b).sum()).sum()
        })
    }
    pub fn by_windows(img: &[[f32; w]; h], ker: &[[f32; kw]; kh]) -> [[f32; w - kw + 1]; h - kh + 1] {
        img.windows(kh).map(|rows| rows.transpose().windows(kw).map(|patch| {
            zip(patch, ker.transpose()).map(|(a, b)| zip(a, b).map(|(x, y)| x * y).sum()).sum()
        }))
    }
    pub fn padded(img: &[[f32; w]; h], ker: &[[f32; kw]; kh]) -> [[f32; w]; h] {
        let (up, left) = (kh / 2, kw / 2);
        generate((h, w), |(y, x)| (0..kh).map(|i| (0..kw).map(|j| {
            if y + i >= up && y + i - up < h && x + j >= left && x + j - left < w { img[y + i - up][x + j - left] * ker[i][j] } else { 0.0 }
        }).sum()).sum())
    }
    pub fn framed(img: &[[f32; w]; h], ker: &[[f32; k]; k], r: usize) -> [[f32; w]; h] {
        generate((h, w), |(y, x)| if y < r || x < r || y + r >= h || x + r >= w { 0.0 } else {
            (0..2 * r + 1).map(|i| (0..2 * r + 1).map(|j| img[y + i - r][x + j - r] * ker[i][j]).sum()).sum()
        })
    }
    pub fn layer(img: &[[[f32; w]; h]; c], ker: &[[[[f32; kw]; kh]; c]; n]) -> [[[f32; w - kw + 1]; h - kh + 1]; n] {
        generate((n, h - kh + 1, w - kw + 1), |(o, y, x)| {
            (0..c).map(|k| (0..kh).map(|i| (0..kw).map(|j| img[k][y + i][x + j] * ker[o][k][i][j]).sum()).sum()).sum()
        })
    }
    pub fn taps(xs: &[f32; n], ts: &[f32; k]) -> [f32; n - k + 1] { (0..n - k + 1).map(|i| (0..k).map(|j| xs[i + j] * ts[j]).sum()) }
    pub fn taps_in_turns(xs: &[f32; n], ts: &[f32; k]) -> [f32; n - k + 1] {
        (0..n - k + 1).map(|i| { let mut sum = 0.0; for j in 0..k { sum += xs[i + j] * ts[j]; } sum })
    }
    pub fn taps_of_slices(xs: &[f32; n], ts: &[f32; k]) -> [f32; n - k + 1] { (0..n - k + 1).map(|i| zip(xs[i..i + k], ts).map(|(x, t)| x * t).sum()) }
    pub fn strided(xs: &[f32; n], ts: &[f32; k], m: usize) -> [f32] { (0..m).map(|i| (0..k).map(|j| xs[2 * i + j] * ts[j]).sum()) }
    pub fn dilated(xs: &[f32; n], ts: &[f32; k], d: usize, m: usize) -> [f32] { (0..m).map(|i| (0..k).map(|j| xs[i + j * d] * ts[j]).sum()) }
    pub fn antidiagonal(a: &[u8; n], b: &[u8; m], p: &[i32; q], d: usize) -> [i32] {
        generate(n + 1, |i| if i == 0 || i >= d { 0 } else {
            let s = if a[i - 1] == b[d - i - 1] { 3 } else { -2 };
            (p[i - 1] + s).max(p[i] - 2).max(0)
        })
    }
    pub fn inner(m: &[[f32; w]; h]) -> [[f32; w]; h] {
        generate((h, w), |(y, x)| if y == 0 || x == 0 || y == h - 1 || x == w - 1 { m[y][x] } else {
            0.25 * (m[y - 1][x] + m[y + 1][x] + m[y][x - 1] + m[y][x + 1])
        })
    }
}

/// A term of each result of a row: the element in its place, times a number.
struct Term<'a> {
    from: &'a [f32],
    stride: usize,
    factor: f32,
}

for_best_instructions! {
    fn add_terms(to: &mut [f32], terms: &[Term]) {
        for (number, to) in to.chunks_mut(64).enumerate() {
            let mut sums = [0.0f32; 64];
            let sums = &mut sums[..to.len()];
            for Term { from, stride, factor } in terms {
                let from = &from[stride * number * 64..];
                match stride {
                    1 => sums.iter_mut().zip(from).for_each(|(sum, x)| *sum += x * factor),
                    _ => sums
                        .iter_mut()
                        .zip(from.iter().step_by(*stride))
                        .for_each(|(sum, x)| *sum += x * factor),
                }
            }
            to.copy_from_slice(sums);
        }
    }
}

/// A case whose results are rows of sums: `lane` gives one sum, `terms` the terms of a row of them.
struct Sums<'a, L, T> {
    name: &'a str,
    extent: String,
    size: Size,
    rows: usize,
    width: usize,
    /// The number of terms of a sum.
    count: usize,
    lane: L,
    terms: T,
}

impl<'a, L, T> Sums<'a, L, T>
where
    L: Fn(usize, usize) -> f32 + Sync,
    T: Fn(usize) -> Vec<Term<'a>> + Sync,
{
    fn run<R>(&self, bench: &mut Bench, ours: impl Fn() -> R, values: impl Fn(&R) -> &[f32]) {
        let Sums { rows, width, count, lane, terms, .. } = self;
        let (rows, width) = (*rows, *width);
        let plain =
            || -> Vec<f32> { (0..rows * width).map(|at| lane(at / width, at % width)).collect() };
        let with_rayon = || -> Vec<f32> {
            (0..rows * width).into_par_iter().map(|at| lane(at / width, at % width)).collect()
        };
        let mut kept = vec![0.0; rows * width];
        let by_rows = |to: &mut [f32]| {
            let block = 4096.min(width);
            to.par_chunks_mut(width).enumerate().for_each(|(row, to)| {
                let all = terms(row);
                to.par_chunks_mut(block).enumerate().for_each(|(number, to)| {
                    let part = |term: &Term<'a>| {
                        let Term { from, stride, factor } = *term;
                        Term { from: &from[stride * number * block..], stride, factor }
                    };
                    add_terms(to, &all.iter().map(part).collect::<Vec<_>>());
                });
            });
        };
        all_agree(self.name, values(&ours()), &plain(), 1e-3);
        by_rows(&mut kept);
        all_agree(self.name, &kept, &plain(), 1e-3);
        let rivals =
            Rivals::new().rival(ours).rival(with_rayon).rival(|| by_rows(&mut kept)).rival(plain);
        let work = Work::Operations(2 * rows * width * count);
        bench.run(self.name, self.extent.clone(), self.size, work, rivals);
    }
}

/// Measures the kernels.
pub fn run(bench: &mut Bench) {
    for (size, (w, k)) in bench.sizes((64, 3), (512, 7), (2048, 7)) {
        pictures(bench, size, w, k);
    }
    for (size, (w, c)) in bench.sizes((16, 4), (64, 16), (128, 32)) {
        layers(bench, size, w, c);
    }
    for (size, (n, k)) in bench.sizes((2_000, 9), (200_000, 31), (4_000_000, 31)) {
        sequences(bench, size, n, k);
    }
    for (size, n) in bench.sizes(2_000, 200_000, 4_000_000) {
        guards(bench, size, n);
    }
}

fn floats(seed: u64, count: usize) -> Vec<f32> {
    Random::new(seed).floats(count, 0.0, 1.0)
}

fn pictures(bench: &mut Bench, size: Size, w: usize, k: usize) {
    let (values, taps) = (floats(41, w * w), floats(42, k * k));
    let (img, ker) =
        (Array::from_vec([w, w], values.clone()), Array::from_vec([k, k], taps.clone()));
    let (rows, width, count) = (w - k + 1, w - k + 1, k * k);
    let lane = |y: usize, x: usize| {
        let row =
            |i: usize| (0..k).map(|j| values[(y + i) * w + x + j] * taps[i * k + j]).sum::<f32>();
        (0..k).map(row).sum()
    };
    let terms = |y: usize| {
        let term = |at: usize| {
            let from = &values[(y + at / k) * w + at % k..];
            Term { from, stride: 1, factor: taps[at] }
        };
        (0..k * k).map(term).collect()
    };
    let extent = format!("{w}×{w}, {k}×{k}");
    let mut sums = Sums { name: "", extent, size, rows, width, count, lane, terms };
    sums.name = "filter by index f32";
    sums.run(bench, || by_index(&img, &ker), |r| r.as_slice());
    sums.name = "filter by slices f32";
    sums.run(bench, || by_slices(&img, &ker), |r| r.as_slice());
    sums.name = "filter by windows f32";
    sums.run(bench, || by_windows(&img, &ker), |r| r.as_slice());

    let edge = k / 2;
    let wide = w + 2 * edge;
    let mut around = vec![0.0; wide * wide];
    for (y, row) in values.chunks(w).enumerate() {
        around[(y + edge) * wide + edge..][..w].copy_from_slice(row);
    }
    let lane = |y: usize, x: usize| {
        let mut sum = 0.0;
        for i in 0..k {
            for j in 0..k {
                let (y, x) = ((y + i).wrapping_sub(edge), (x + j).wrapping_sub(edge));
                if y < w && x < w {
                    sum += values[y * w + x] * taps[i * k + j];
                }
            }
        }
        sum
    };
    let terms = |y: usize| {
        let term = |at: usize| {
            let from = &around[(y + at / k) * wide + at % k..];
            Term { from, stride: 1, factor: taps[at] }
        };
        (0..k * k).map(term).collect()
    };
    let (name, extent) = ("filter with guards f32", format!("{w}×{w}, {k}×{k}"));
    let sums = Sums { name, extent, size, rows: w, width: w, count, lane, terms };
    sums.run(bench, || padded(&img, &ker), |r| r.as_slice());

    let inside = |at: usize| {
        let (y, x) = (at / w, at % w);
        let is_inside = y >= edge && x >= edge && y + edge < w && x + edge < w;
        if is_inside { (sums.lane)(y, x) } else { 0.0 }
    };
    let plain = || -> Vec<f32> { (0..w * w).map(inside).collect() };
    let with_rayon = || -> Vec<f32> { (0..w * w).into_par_iter().map(inside).collect() };
    let mut kept = vec![0.0; w * w];
    let by_rows = |to: &mut [f32]| {
        to.par_chunks_mut(w).enumerate().for_each(|(y, to)| {
            to.fill(0.0);
            if y >= edge && y + edge < w {
                let terms = (sums.terms)(y).into_iter();
                let all: Vec<Term> =
                    terms.map(|term| Term { from: &term.from[edge..], ..term }).collect();
                add_terms(&mut to[edge..w - edge], &all);
            }
        });
    };
    all_agree("framed", framed(&img, &ker, edge).as_slice(), &plain(), 1e-3);
    by_rows(&mut kept);
    all_agree("framed", &kept, &plain(), 1e-3);
    let rivals = Rivals::new()
        .rival(|| framed(&img, &ker, edge))
        .rival(with_rayon)
        .rival(|| by_rows(&mut kept))
        .rival(plain);
    let work = Work::Operations(2 * w * w * count);
    bench.run("filter in a frame f32", format!("{w}×{w}, {k}×{k}"), size, work, rivals);
}

fn layers(bench: &mut Bench, size: Size, w: usize, c: usize) {
    let k = 3;
    let (values, taps) = (floats(43, c * w * w), floats(44, c * c * k * k));
    let img = Array::from_vec([c, w, w], values.clone());
    let ker = Array::from_vec([c, c, k, k], taps.clone());
    let (side, count) = (w - k + 1, c * k * k);
    let lane = |row: usize, x: usize| {
        let (o, y) = (row / side, row % side);
        let plane = |p: usize| {
            let row = |i: usize| {
                let (from, ker) = ((p * w + y + i) * w + x, ((o * c + p) * k + i) * k);
                (0..k).map(|j| values[from + j] * taps[ker + j]).sum::<f32>()
            };
            (0..k).map(row).sum::<f32>()
        };
        (0..c).map(plane).sum()
    };
    let terms = |row: usize| {
        let (o, y) = (row / side, row % side);
        let term = |at: usize| {
            let (p, i, j) = (at / (k * k), at / k % k, at % k);
            let from = &values[(p * w + y + i) * w + j..];
            Term { from, stride: 1, factor: taps[o * count + at] }
        };
        (0..count).map(term).collect()
    };
    let extent = format!("{c}×{w}×{w}, {c}×{c}×3×3");
    let name = "layer of a network f32";
    let sums = Sums { name, extent, size, rows: c * side, width: side, count, lane, terms };
    sums.run(bench, || layer(&img, &ker), |r| r.as_slice());
}

fn sequences(bench: &mut Bench, size: Size, n: usize, k: usize) {
    let (values, factors) = (floats(45, n), floats(46, k));
    let (xs, ts) = (Array::from_vec([n], values.clone()), Array::from_vec([k], factors.clone()));
    let of = |stride: usize, step: usize| {
        let (values, factors) = (&values, &factors);
        let lane = move |_: usize, i: usize| {
            (0..k).map(|j| values[stride * i + j * step] * factors[j]).sum::<f32>()
        };
        let terms = move |_: usize| {
            let term = |j: usize| Term { from: &values[j * step..], stride, factor: factors[j] };
            (0..k).map(term).collect()
        };
        let (width, extent) = ((n - (k - 1) * step - 1) / stride + 1, format!("{n}, {k}"));
        Sums { name: "", extent, size, rows: 1, width, count: k, lane, terms }
    };
    let mut sums = of(1, 1);
    sums.name = "taps f32";
    sums.run(bench, || taps(&xs, &ts), |r| r.as_slice());
    sums.name = "taps in turns f32";
    sums.run(bench, || taps_in_turns(&xs, &ts), |r| r.as_slice());
    sums.name = "taps of slices f32";
    sums.run(bench, || taps_of_slices(&xs, &ts), |r| r.as_slice());
    let mut sums = of(2, 1);
    sums.name = "every second place f32";
    let m = sums.width;
    sums.run(bench, || strided(&xs, &ts, m), |r| r.as_slice());
    let mut sums = of(1, 3);
    sums.name = "taps three apart f32";
    let m = sums.width;
    sums.run(bench, || dilated(&xs, &ts, 3, m), |r| r.as_slice());
}

fn guards(bench: &mut Bench, size: Size, n: usize) {
    let letters = |seed: u64| -> Vec<u8> {
        let mut random = Random::new(seed);
        (0..n).map(|_| random.below(4) as u8).collect()
    };
    let (a, b) = (letters(47), letters(48));
    let p: Vec<i32> = (0..=n as i32).map(|i| i % 100).collect();
    for (name, d) in [("antidiagonal", n), ("half of an antidiagonal", n / 2)] {
        let lane = |i: usize| {
            if i == 0 || i >= d {
                return 0;
            }
            let s = if a[i - 1] == b[d - i - 1] { 3 } else { -2 };
            (p[i - 1] + s).max(p[i] - 2).max(0)
        };
        let plain = || -> Vec<i32> { (0..n + 1).map(lane).collect() };
        let with_rayon = || -> Vec<i32> { (0..n + 1).into_par_iter().map(lane).collect() };
        let mut kept = vec![0; n + 1];
        same(name, antidiagonal(&a, &b, &p, d).as_slice(), &plain());
        by_slices_of_guarded(&a, &b, &p, d, &mut kept);
        same(name, &kept, &plain());
        let rivals = Rivals::new()
            .rival(|| antidiagonal(&a, &b, &p, d))
            .rival(with_rayon)
            .rival(|| by_slices_of_guarded(&a, &b, &p, d, &mut kept))
            .rival(plain);
        bench.run(name, n.to_string(), size, Work::Bytes(4 * n + 6 * d), rivals);
    }

    let w = n.isqrt();
    let values = floats(49, w * w);
    let m = Array::from_vec([w, w], values.clone());
    let lane = |at: usize| {
        let (y, x) = (at / w, at % w);
        if y == 0 || x == 0 || y == w - 1 || x == w - 1 {
            return values[at];
        }
        0.25 * (values[at - w] + values[at + w] + values[at - 1] + values[at + 1])
    };
    let plain = || -> Vec<f32> { (0..w * w).map(lane).collect() };
    let with_rayon = || -> Vec<f32> { (0..w * w).into_par_iter().map(lane).collect() };
    let mut kept = vec![0.0; w * w];
    all_agree("inner", inner(&m).as_slice(), &plain(), 1e-6);
    let by_rows = |to: &mut [f32]| {
        to.par_chunks_mut(w).enumerate().for_each(|(y, to)| inner_row(&values, w, y, to));
    };
    by_rows(&mut kept);
    all_agree("inner", &kept, &plain(), 1e-6);
    let rivals = Rivals::new()
        .rival(|| inner(&m))
        .rival(with_rayon)
        .rival(|| by_rows(&mut kept))
        .rival(plain);
    bench.run("inner f32", format!("{w}×{w}"), size, Work::Bytes(8 * w * w), rivals);
}

fn by_slices_of_guarded(a: &[u8], b: &[u8], p: &[i32], d: usize, to: &mut [i32]) {
    let (inside, behind) = to.split_at_mut(d);
    let (first, inside) = inside.split_at_mut(1);
    first[0] = 0;
    behind.par_chunks_mut(1 << 14).for_each(|to| to.fill(0));
    inside.par_chunks_mut(1 << 14).enumerate().for_each(|(number, to)| {
        let start = number << 14;
        let end = start + to.len();
        guarded_part(&a[start..end], &b[d - 1 - end..d - 1 - start], &p[start..=end], to);
    });
}

for_best_instructions! {
    fn guarded_part(a: &[u8], b: &[u8], p: &[i32], to: &mut [i32]) {
        let n = to.len();
        let (a, b, left, here) = (&a[..n], &b[..n], &p[..n], &p[1..][..n]);
        for i in 0..n {
            let s = if a[i] == b[n - 1 - i] { 3 } else { -2 };
            to[i] = (left[i] + s).max(here[i] - 2).max(0);
        }
    }
}

for_best_instructions! {
    fn inner_row(values: &[f32], w: usize, y: usize, to: &mut [f32]) {
        let row = |y: usize| &values[y * w..][..w];
        let here = row(y);
        if y == 0 || y == w - 1 {
            return to.copy_from_slice(here);
        }
        let (above, below) = (row(y - 1), row(y + 1));
        (to[0], to[w - 1]) = (here[0], here[w - 1]);
        for x in 1..w - 1 {
            to[x] = 0.25 * (above[x] + below[x] + here[x - 1] + here[x + 1]);
        }
    }
}
