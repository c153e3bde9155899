//! Empty arrays and zero sizes are ordinary.

use accel::{Array, accel};

accel! {
    pub fn total(xs: &[f64]) -> f64 {
        xs.sum()
    }

    pub fn doubled(xs: &[f64]) -> [f64] {
        xs.map(|x| 2.0 * x)
    }

    pub fn rows(m: &[[f64; k]; n]) -> [f64; n] {
        m.map(|row| row.sum())
    }

    pub fn backwards(n: usize) -> [usize] {
        n..0
    }

    pub fn largest(xs: &[f64]) -> f64 {
        xs.max()
    }

    pub fn running(xs: &[f64]) -> [f64] {
        xs.scan(0.0, |a, b| a + b)
    }
}

pub fn main() {
    let nothing: [f64; 0] = [];
    assert_eq!(total(&nothing), 0.0);
    assert_eq!(doubled(&nothing).len(), 0);
    assert_eq!(running(&nothing).len(), 0);
    assert_eq!(rows(&Array::from_vec([3, 0], vec![])).to_vec(), [0.0; 3]);
    assert_eq!(rows(&Array::from_vec([0, 3], vec![])).len(), 0);
    assert_eq!(backwards(3).len(), 0);
    assert_eq!(largest(&[1.0, 2.0]), 2.0);
    assert!(try_largest(&nothing).is_err());
}
