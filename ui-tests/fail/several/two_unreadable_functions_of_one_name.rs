//! What is wrong with both is said once for each, and that they have one name.

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
