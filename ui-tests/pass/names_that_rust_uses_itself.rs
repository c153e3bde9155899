//! Names of the user's that the expansion must not trip over.

#![allow(dead_code, non_camel_case_types)]

use accel::accel;

mod core {}
mod std {}
struct Vec;
struct Result;
struct Error;
fn zip() {}

accel! {
    pub fn size(len: usize, shape: &[f64; map], args: f64) -> f64 {
        let result = shape.map(|value| value * args);
        let out = result.sum();
        out + len as f64 + map as f64
    }

    pub fn r#type(r#match: i32) -> i32 {
        let r#fn = r#match + 1;
        r#fn
    }

    pub fn plan(plan: f64, a: f64, i: usize, n: usize) -> f64 {
        let x = plan + a;
        x + (i * n) as f64
    }

    pub fn dot(xs: &[f64; n], ys: &[f64; n]) -> f64 {
        zip(xs, ys).map(|(x, y)| x * y).sum()
    }
}

pub fn main() {
    assert_eq!(size(1, &[1.0, 2.0], 2.0), 9.0);
    assert_eq!(r#type(1), 2);
    assert_eq!(plan(1.0, 2.0, 3, 4), 15.0);
    assert_eq!(dot(&[1.0], &[2.0]), 2.0);
}
