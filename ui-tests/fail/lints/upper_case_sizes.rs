#![deny(deprecated)]

use accel::accel;

const N: usize = 4;

accel! {
    const WIDTH: usize = 2;

    pub fn sum(xs: &[f64; N], ys: &[[f64; ROW_LENGTH]; WIDTH]) -> f64 {
        xs.sum() + ys.map(|row| row.sum()).sum() + ROW_LENGTH as f64
    }

    #[allow(deprecated)]
    pub fn allowed(xs: &[f64; N]) -> f64 {
        xs.sum()
    }

    pub fn right(xs: &[f64; n], ys: &[f64; WIDTH]) -> f64 {
        xs.sum() + ys.sum()
    }
}

fn main() {
    println!("{} {} {}", sum(&[1.0; N], &[[1.0]; 2]), allowed(&[1.0]), right(&[1.0], &[2.0; 2]));
}
