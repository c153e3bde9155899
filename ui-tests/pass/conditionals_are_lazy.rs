//! Only the taken arm is evaluated, in every context.

use accel::accel;

accel! {
    pub fn safe(xs: &[f64], i: usize) -> f64 {
        if i < xs.len() && xs[i] > 0.0 { xs[i] } else { 0.0 }
    }

    pub fn all_safe(xs: &[f64], places: &[usize]) -> [f64] {
        places.map(|i| if i >= xs.len() || xs[i] < 0.0 { -1.0 } else { xs[i] })
    }

    pub fn quotients(xs: &[i32], by: &[i32]) -> [i32] {
        zip(xs, by).map(|(x, d)| match d {
            0 => 0,
            d => x / d,
        })
    }
}

pub fn main() {
    assert_eq!([safe(&[1.0], 0), safe(&[1.0], 5)], [1.0, 0.0]);
    assert_eq!(all_safe(&[1.0, -2.0], &[0, 1, 2]).to_vec(), [1.0, -1.0, -1.0]);
    assert_eq!(quotients(&[6, 7], &[2, 0]).to_vec(), [3, 0]);
}
