//! The errors of both are reported once for each, and so is that they have one name.

use accel::accel;

accel! {
    pub fn first(xs: &[i32]) -> i32 {
        xs[0] +
    }

    pub fn first(xs: &[i32]) -> i32 {
        xs.map(|x| ).sum()
    }

    pub fn sum(xs: &[i32]) -> i32 {
        xs.sum()
    }
}

fn main() {
    let _ = sum(&[1]);
}
