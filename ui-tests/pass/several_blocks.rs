//! Blocks in one file, in a function and in a module do not disturb each other.

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
}
