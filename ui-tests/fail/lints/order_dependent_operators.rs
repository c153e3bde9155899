#![deny(deprecated)]

use accel::accel;

accel! {
    pub fn difference(xs: &[f64]) -> f64 {
        xs.reduce(0.0, |a, b| a - b)
    }

    pub fn smoothed(xs: &[f64; n], k: f64) -> [f64; n] {
        xs.scan(0.0, |a, x| k * x + (1.0 - k) * a)
    }

    #[allow(deprecated)]
    pub fn meant(xs: &[f64]) -> f64 {
        xs.reduce(0.0, |a, b| (a + b) / 2.0)
    }

    pub fn sum(xs: &[f64]) -> f64 {
        xs.reduce(0.0, |a, b| a + b)
    }
}

fn main() {
    println!("{} {}", difference(&[1.0]), meant(&[1.0]));
    println!("{:?} {}", smoothed(&[1.0], 0.5), sum(&[1.0]));
}
