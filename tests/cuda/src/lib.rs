//! Functions that run on the CPU and on a CUDA device, and must give the same.

#![allow(missing_docs, non_snake_case)]

mod chains;
mod checks;
mod decisions;
mod heaps;
mod nests;
mod own_arrays;
mod pipelines;
mod recursions;
mod rows;
mod scatters;
mod sorts;
mod stencils;
mod teams;
mod transpositions;

pub use chains::*;
pub use checks::*;
pub use decisions::*;
pub use heaps::*;
pub use nests::*;
pub use own_arrays::*;
pub use pipelines::*;
pub use recursions::*;
pub use rows::*;
pub use scatters::*;
pub use sorts::*;
pub use stencils::*;
pub use teams::*;
pub use transpositions::*;

use accel::accel;

accel! {
    pub struct Body { pub place: (f64, f64), pub mass: f64, pub fixed: bool }

    pub fn saxpy(a: f32, x: &[f32; n], y: &[f32; n]) -> [f32; n] { zip(x, y).map(|(x, y)| a * x + y) }
    pub fn dot(x: &[f64; n], y: &[f64; n]) -> f64 { zip(x, y).map(|(x, y)| x * y).sum() }
    pub fn extremes(xs: &[i32]) -> (i32, i32, usize, bool) { (xs.min(), xs.max(), xs.argmax(), xs.any(|x| x == 7)) }
    pub fn of_some(xs: &[i32]) -> (i64, usize, bool) {
        (xs.filter(|x| x % 2 == 0).map(|x| x as i64).sum(), xs.count(|x| x < 0), xs.all(|x| x != 3))
    }
    pub fn some_composed(maps: &[(u64, u64)], divisor: u64) -> ((u64, u64), u64) {
        let kept = maps.filter(|(a, _)| a % divisor == 0);
        (
            kept.reduce((1, 0), |(a, b), (c, d)| (a.wrapping_mul(c), b.wrapping_mul(c).wrapping_add(d))),
            maps.map(|(_, b)| b).max(),
        )
    }
    /// The composition of affine maps, which does not commute.
    pub fn composed(maps: &[(u64, u64)]) -> (u64, u64) {
        maps.reduce((1, 0), |(a, b), (c, d)| (a.wrapping_mul(c), b.wrapping_mul(c).wrapping_add(d)))
    }
    pub fn product(a: &[[f32; k]; n], b: &[[f32; m]; k]) -> [[f32; m]; n] {
        a.map(|row| b.transpose().map(|column| zip(row, column).map(|(x, y)| x * y).sum()))
    }
    pub fn sparse_product(rows: &[[(u32, f64)]; n], x: &[f64]) -> [f64; n] {
        rows.map(|row| row.map(|(column, value)| value * x[column]).sum())
    }
    pub fn scaled_rows(rows: &[[f64]]) -> [[f64]] {
        rows.map(|row| { let top = row.fold(0.0, |a, x| a.max(x)); row.map(|x| x / top) })
    }
    pub fn powers(xs: &[i64; n]) -> [[i64; 5]; n] { xs.map(|x| (0..5).map(|k| x.wrapping_pow(k as u32))) }
    pub fn turned(m: &[[i32; k]; n]) -> [[i32; n]; k] { m.transpose().map(|row| row.map(|x| x + 1)) }
    pub fn steps(xs: &[u64; n]) -> [u32; n] {
        xs.map(|x| {
            let mut n = x;
            let mut steps = 0u32;
            while n > 1 { n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 }; steps += 1; }
            steps
        })
    }
    pub fn smoothed(m: &[[f32; w]; h]) -> [[f32; w]; h] {
        m.stencil(Clamp, |at| (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1) + 4.0 * at(0, 0)) / 8.0)
    }
    pub fn moved(bodies: &[Body; n], by: f64) -> [Body; n] {
        bodies.map(|body| if body.fixed { body } else {
            Body { place: (body.place.0 + by / body.mass, body.place.1 - by), mass: body.mass, fixed: body.fixed }
        })
    }
    pub fn functions(xs: &[f64; n]) -> [(f64, f64, f64, f64); n] {
        xs.map(|x| (x.exp() + x.sin(), x.abs().sqrt().ln_1p(), x.tanh().atan2(x + 3.0), x.floor().rem_euclid(3.0)))
    }
    pub fn casts(xs: &[f64; n]) -> [(i8, u16, i64, u64, f32, bool); n] {
        xs.map(|x| (x as i8, x as u16, x as i64, x as u64, x as f32, x as i32 > 3))
    }
    pub fn integers(xs: &[i32; n], ys: &[i32; n]) -> [(i32, i32, i32, u32, i32); n] {
        zip(xs, ys).map(|(x, y)| (
            x.wrapping_mul(y).rotate_left(5) ^ (x >> 3),
            x.saturating_add(y).wrapping_sub(x.saturating_mul(y)),
            x.rem_euclid(y.max(1)) + x.div_euclid(y.max(1)) + x / y.max(1) + x % y.max(1),
            x.count_ones() + y.leading_zeros() + x.trailing_zeros() + x.abs_diff(y),
            x.signum() * y.unsigned_abs().isqrt() as i32,
        ))
    }
    pub fn bytes(xs: &[u8; n], ys: &[i16; n]) -> [(u8, i16, u8, i16); n] {
        zip(xs, ys).map(|(x, y)| (
            x.wrapping_add(200) & !(y as u8),
            y.wrapping_neg().swap_bytes() | (x as i16) << 3,
            x.saturating_sub(17).reverse_bits(),
            y.wrapping_shl(x as u32),
        ))
    }
    pub fn divided(xs: &[i32; n], ys: &[i32; n]) -> [i32; n] { zip(xs, ys).map(|(x, y)| x / y) }
    pub fn chosen(xs: &[f32], at: &[i32; n]) -> [f32; n] { at.map(|i| xs[i]) }
    pub fn several(xs: &[f64; n]) -> ([f64; n], f64, f64) {
        let doubled = xs.map(|x| 2.0 * x);
        let total = doubled.sum();
        (doubled.map(|x| x / total), total, doubled.max())
    }
    /// The lanes check that the lengths agree.
    pub fn shifted_rows(m: &[[i32; k]; n], by: &[i32; j]) -> [[i32; k]; n] {
        m.map(|row| zip(row, by).map(|(x, y)| x + y))
    }
    /// Variables with the names of functions, types and macros that kernels use.
    #[allow(non_snake_case)]
    pub fn borrowed_names(xs: &[u32; n], results: &[u32], NAN: u32, errno: u32) -> u32 {
        xs.map(|x| {
            let leading_zeros = x.leading_zeros();
            leading_zeros + x.count_ones().rotate_left(leading_zeros) + results[0] + NAN * errno
        }).sum()
    }
    pub fn looked_up(xs: &[usize], next: &[usize]) -> usize { xs.reduce(0, |a, b| next[a.max(b)]) }
    pub fn extremes_of_flags(flags: &[bool]) -> (bool, bool, usize, usize) {
        (flags.min(), flags.max(), flags.argmin(), flags.argmax())
    }
}
