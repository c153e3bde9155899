//! Blocks in one file, in a function and in a module do not disturb each other, nor Rust functions that are named like
//! their private ones.

use accel::accel;

accel! {
    fn helper(x: f64) -> f64 {
        x + 1.0
    }

    pub fn first(xs: &[f64]) -> [f64] {
        xs.map(helper)
    }
}

accel! {
    fn helper(x: f64) -> f64 {
        x * 10.0
    }

    pub fn second(xs: &[f64]) -> [f64] {
        xs.map(helper)
    }
}

mod inner {
    accel::accel! {
        <T: f32 | f64>

        pub fn first(xs: &[T]) -> T {
            xs.first()
        }
    }
}

accel! {}

accel! {
    fn halved(x: f64) -> f64 {
        x / 2.0
    }

    pub fn halves(xs: &[f64; n]) -> [f64; n] {
        xs.map(halved)
    }
}

fn helper(x: f64) -> f64 {
    x - 1.0
}

mod others {
    pub fn halved(x: f64) -> f64 {
        0.5 * x
    }
}

use others::*;

pub fn main() {
    accel! {
        pub fn local(x: i32) -> i32 {
            x - 1
        }
    }
    assert_eq!(first(&[1.0]).to_vec(), [2.0]);
    assert_eq!(second(&[1.0]).to_vec(), [10.0]);
    assert_eq!(inner::first(&[1.0f32, 2.0]), 1.0);
    assert_eq!(local(3), 2);
    assert_eq!(helper(halved(8.0)), 3.0);
    assert_eq!(halves(&[3.0]).to_vec(), [1.5]);
}
