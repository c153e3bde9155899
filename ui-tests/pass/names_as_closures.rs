//! The name of a function stands where a closure fits, scalar methods included.

use accel::accel;

accel! {
    fn square(x: f64) -> f64 {
        x * x
    }

    fn apply_twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(f(x))
    }

    fn is_large(x: f64) -> bool {
        x > 10.0
    }

    pub fn fourth_powers(xs: &[f64]) -> [f64] {
        xs.map(|x| apply_twice(square, x))
    }

    pub fn roots(xs: &[f64]) -> [f64] {
        xs.map(f64::sqrt)
    }

    pub fn large(xs: &[f64]) -> [f64] {
        xs.filter(is_large)
    }

    pub fn checksum(xs: &[u32]) -> u32 {
        xs.reduce(0, u32::wrapping_add)
    }

    pub fn shifted(xs: &[f64], by: f64) -> [f64] {
        xs.map(|x| apply_twice(|y| y + by, x))
    }
}

pub fn main() {
    assert_eq!(fourth_powers(&[1.0, 2.0]).to_vec(), [1.0, 16.0]);
    assert_eq!(roots(&[4.0, 9.0]).to_vec(), [2.0, 3.0]);
    assert_eq!(large(&[4.0, 19.0]).to_vec(), [19.0]);
    assert_eq!(checksum(&[u32::MAX, 3]), 2);
    assert_eq!(shifted(&[1.0], 0.5).to_vec(), [2.0]);
}
