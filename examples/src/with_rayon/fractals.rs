//! The Mandelbrot set and Julia sets.

use rayon::prelude::*;

use super::Matrix;
use crate::fractals::Window;

fn escape(start: (f64, f64), c: (f64, f64), limit: u32) -> f32 {
    let (mut re, mut im) = start;
    let mut steps = 0;
    while steps < limit && re * re + im * im < 256.0 {
        (re, im) = (re * re - im * im + c.0, 2.0 * re * im + c.1);
        steps += 1;
    }
    if steps == limit {
        return limit as f32;
    }
    let beyond = (re * re + im * im).ln() / 256.0_f64.ln();
    steps as f32 + 1.0 - beyond.log2() as f32
}

/// The steps that each pixel's number takes to escape, as `f` starts them.
fn picture(
    (width, height): (usize, usize),
    window: Window,
    f: impl Fn((f64, f64)) -> f32 + Sync,
) -> Matrix<f32> {
    let step = window.span / width as f64;
    let values = (0..width * height).into_par_iter().map(|place| {
        let (y, x) = (place / width, place % width);
        let re = window.re + step * (x as f64 + 0.5 - width as f64 / 2.0);
        let im = window.im - step * (y as f64 + 0.5 - height as f64 / 2.0);
        f((re, im))
    });
    Matrix { width, height, values: values.collect() }
}

/// The Mandelbrot set.
pub fn mandelbrot(width: usize, height: usize, window: Window, limit: u32) -> Matrix<f32> {
    picture((width, height), window, |c| escape((0.0, 0.0), c, limit))
}

/// The Julia set of c.
pub fn julia(
    width: usize,
    height: usize,
    window: Window,
    c: (f64, f64),
    limit: u32,
) -> Matrix<f32> {
    picture((width, height), window, |start| escape(start, c, limit))
}
