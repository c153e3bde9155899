//! A scalar method that is not called; an array method of Rust's slices that has another form.

use accel::accel;

accel! {
    pub fn length(x: f64, y: f64) -> f64 {
        (x * x + y * y).sqrt
    }

    pub fn halves(xs: &[f64]) -> ([f64], [f64]) {
        xs.split_at(xs.len() / 2)
    }
}

fn main() {
    let (_, _) = halves(&[length(3.0, 4.0)]);
}
