//! The product of two matrices as a user writes it: a sum for each element of the result.

use accel::{Array, accel};
use rayon::prelude::*;

use crate::data::{Random, all_agree};
use crate::measure::{Bench, Rivals, Size, Work};

accel! {
    pub fn product(a: &[[f32; m]; n], b: &[[f32; p]; m]) -> [[f32; p]; n] {
        generate((n, p), |(i, j)| (0..m).map(|k| a[i][k] * b[k][j]).sum())
    }
}

/// Two matrices, both `n` × `n`.
#[derive(Clone, Copy)]
struct Factors<'a> {
    n: usize,
    a: &'a [f32],
    b: &'a [f32],
}

impl Factors<'_> {
    fn element(self, i: usize, j: usize) -> f32 {
        (0..self.n).map(|k| self.a[i * self.n + k] * self.b[k * self.n + j]).sum()
    }
}

fn with_rayon(factors: Factors) -> Vec<f32> {
    let n = factors.n;
    (0..n * n).into_par_iter().map(|at| factors.element(at / n, at % n)).collect()
}

/// The numbers of rows and columns of the result that a microkernel holds in registers, and the
/// depth of the packed panels, which then stay in the first and second cache.
const ROWS: usize = 12;
const COLUMNS: usize = 32;
const DEPTH: usize = 256;

/// As in BLIS: both factors packed into panels, the result in registers.
fn by_hand(Factors { n, a, b }: Factors) -> Vec<f32> {
    let mut result = vec![0.0; n * n];
    for start in (0..n).step_by(DEPTH) {
        let depth = DEPTH.min(n - start);
        let panels: Vec<f32> = {
            let mut panels = vec![0.0; n.div_ceil(COLUMNS) * depth * COLUMNS];
            for (panel, to) in panels.chunks_mut(depth * COLUMNS).enumerate() {
                let first = panel * COLUMNS;
                let width = COLUMNS.min(n - first);
                for (k, to) in to.chunks_mut(COLUMNS).enumerate() {
                    let from = (start + k) * n + first;
                    to[..width].copy_from_slice(&b[from..from + width]);
                }
            }
            panels
        };
        let rows = |(block, to): (usize, &mut [f32])| {
            let height = to.len() / n;
            let mut packed = [0.0; ROWS * DEPTH];
            for k in 0..depth {
                for i in 0..height {
                    packed[k * ROWS + i] = a[(block * ROWS + i) * n + start + k];
                }
            }
            for (panel, columns) in panels.chunks(depth * COLUMNS).enumerate() {
                let first = panel * COLUMNS;
                let width = COLUMNS.min(n - first);
                let mut tile = [[0.0; COLUMNS]; ROWS];
                micro_kernel(&packed[..depth * ROWS], columns, &mut tile);
                for (to, from) in to.chunks_mut(n).zip(&tile) {
                    for (to, from) in to[first..first + width].iter_mut().zip(from) {
                        *to += from;
                    }
                }
            }
        };
        if n <= 64 {
            result.chunks_mut(ROWS * n).enumerate().for_each(rows);
        } else {
            result.par_chunks_mut(ROWS * n).enumerate().for_each(rows);
        }
    }
    result
}

/// Adds the product of two packed panels to a tile.
fn micro_kernel(a: &[f32], b: &[f32], tile: &mut [[f32; COLUMNS]; ROWS]) {
    #[cfg(target_arch = "x86_64")]
    {
        if crate::instructions::has_avx512() {
            // SAFETY: the machine has these instructions.
            return unsafe { avx512(a, b, tile) };
        }
        if crate::instructions::has_avx2() {
            // SAFETY: the machine has these instructions.
            return unsafe { avx2(a, b, tile) };
        }
    }
    for (a, b) in a.as_chunks::<ROWS>().0.iter().zip(b.as_chunks::<COLUMNS>().0) {
        for (row, a) in tile.iter_mut().zip(a) {
            for (element, b) in row.iter_mut().zip(b) {
                *element += a * b;
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn avx512(a: &[f32], b: &[f32], tile: &mut [[f32; COLUMNS]; ROWS]) {
    use std::arch::x86_64::*;
    let mut sums = [[_mm512_setzero_ps(); 2]; ROWS];
    for (a, b) in a.as_chunks::<ROWS>().0.iter().zip(b.as_chunks::<COLUMNS>().0) {
        // SAFETY: two times sixteen columns.
        let columns = unsafe { [_mm512_loadu_ps(b.as_ptr()), _mm512_loadu_ps(b.as_ptr().add(16))] };
        for i in 0..ROWS {
            let a = _mm512_set1_ps(a[i]);
            sums[i][0] = _mm512_fmadd_ps(a, columns[0], sums[i][0]);
            sums[i][1] = _mm512_fmadd_ps(a, columns[1], sums[i][1]);
        }
    }
    for (row, sums) in tile.iter_mut().zip(sums) {
        // SAFETY: two times sixteen columns.
        unsafe {
            _mm512_storeu_ps(row.as_mut_ptr(), sums[0]);
            _mm512_storeu_ps(row.as_mut_ptr().add(16), sums[1]);
        }
    }
}

/// In quarters of six rows and sixteen columns, which fill the sixteen registers.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn avx2(a: &[f32], b: &[f32], tile: &mut [[f32; COLUMNS]; ROWS]) {
    use std::arch::x86_64::*;
    for (top, left) in [(0, 0), (0, 16), (6, 0), (6, 16)] {
        let mut sums = [[_mm256_setzero_ps(); 2]; 6];
        for (a, b) in a.as_chunks::<ROWS>().0.iter().zip(b.as_chunks::<COLUMNS>().0) {
            let b = &b[left..left + 16];
            // SAFETY: two times eight columns.
            let columns =
                unsafe { [_mm256_loadu_ps(b.as_ptr()), _mm256_loadu_ps(b.as_ptr().add(8))] };
            for i in 0..6 {
                let a = _mm256_set1_ps(a[top + i]);
                sums[i][0] = _mm256_fmadd_ps(a, columns[0], sums[i][0]);
                sums[i][1] = _mm256_fmadd_ps(a, columns[1], sums[i][1]);
            }
        }
        for i in 0..6 {
            let row = &mut tile[top + i][left..left + 16];
            // SAFETY: two times eight columns.
            unsafe {
                _mm256_storeu_ps(row.as_mut_ptr(), sums[i][0]);
                _mm256_storeu_ps(row.as_mut_ptr().add(8), sums[i][1]);
            }
        }
    }
}

fn plain(factors: Factors) -> Vec<f32> {
    let n = factors.n;
    let mut result = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..n {
            let mut sum = 0.0;
            for k in 0..n {
                sum += factors.a[i * n + k] * factors.b[k * n + j];
            }
            result[i * n + j] = sum;
        }
    }
    result
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    let sizes = [(Size::Small, 64), (Size::Middle, 512), (Size::Large, 1024)];
    for (size, n) in sizes.into_iter().take(bench.sizes(0, 1, 2).len()) {
        let mut random = Random::new(11);
        let (a, b) = (random.floats(n * n, -1.0, 1.0), random.floats(n * n, -1.0, 1.0));
        let factors = Factors { n, a: &a, b: &b };
        let (left, right) =
            (Array::from_vec([n, n], a.clone()), Array::from_vec([n, n], b.clone()));
        let expected = plain(factors);
        all_agree("matmul, accel", product(&left, &right).as_slice(), &expected, 1e-4);
        all_agree("matmul, rayon", &with_rayon(factors), &expected, 1e-4);
        all_agree("matmul, expert", &by_hand(factors), &expected, 1e-4);
        let rivals = Rivals::new()
            .rival(|| product(&left, &right))
            .rival(|| with_rayon(factors))
            .rival(|| by_hand(factors))
            .rival(|| plain(factors));
        let work = Work::Operations(2 * n * n * n);
        bench.run("matrix product f32", format!("{n}³"), size, work, rivals);
    }
}
