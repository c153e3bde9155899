//! A block under several instances: one Rust function, generic over exactly those types.

use accel::accel;

accel! {
    <T: f32 | f64 | i32, I: u32 | u64>

    /// The scalar product.
    pub fn dot(xs: &[T; n], ys: &[T; n]) -> T {
        zip(xs, ys).map(|(x, y)| x * y).sum()
    }

    pub fn picked(xs: &[T], places: &[I]) -> [T] {
        places.map(|place| xs[place])
    }

    /// Mentions no parameter, so it stays an ordinary function.
    pub fn half(n: usize) -> usize {
        n / 2
    }
}

pub fn main() {
    assert_eq!(dot(&[1.0f32, 2.0], &[3.0, 4.0]), 11.0);
    assert_eq!(dot(&[1.0f64, 2.0], &[3.0, 4.0]), 11.0);
    assert_eq!(dot(&[1, 2], &[3, 4]), 11);
    assert_eq!(picked(&[1.5f64, 2.5], &[1u64, 1, 0]).to_vec(), [2.5, 2.5, 1.5]);
    assert_eq!(half(7), 3);
}
