//! Plans tell what the macro decided.

use accel::accel;

accel! {
    pub fn distance(xs: &[f64; n], ys: &[f64; n]) -> f64 {
        let squares = zip(xs, ys).map(|(x, y)| (x - y) * (x - y));
        squares.sum().sqrt()
    }
}

pub fn main() {
    assert_eq!(distance(&[0.0, 3.0], &[4.0, 3.0]), 4.0);
    let plan: &'static accel::Plan = distance::plan();
    assert_eq!(plan.kernels().len(), 1);
    assert_eq!(plan.intermediates(), 0);
    assert_eq!(plan.descriptors(), 0);
    let lines = plan.to_string();
    assert_eq!(lines.lines().filter(|line| line.starts_with("kernel ")).count(), 1);
}
