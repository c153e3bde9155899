//! A thing in one function that accel lacks does not hide an error in the plan of another.

use accel::accel;

accel! {
    pub fn first(xs: &[i32]) -> i32 {
        return xs[0];
    }

    pub fn rows(m: &[[f64]]) -> [[f64; 3]; _] {
        m.map(|row| row.map(|x| x + 1.0))
    }

    pub fn sum(xs: &[Strange]) -> i32 {
        0
    }

    pub fn fine(m: &[[f64]]) -> [f64] {
        m.map(|row| row.sum())
    }
}

fn main() {
    let _ = fine(&vec![vec![1.0]]);
}
