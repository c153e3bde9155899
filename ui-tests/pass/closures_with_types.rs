//! Closure parameters and results may have their types written.

use accel::accel;

accel! {
    pub fn squares(xs: &[f32]) -> [f32] {
        xs.map(|x: f32| -> f32 { x * x })
    }

    pub fn totals(m: &[[f32; k]; n]) -> [f32; n] {
        m.map(|row: [f32; _]| row.sum())
    }

    pub fn scaled(m: &[[f32; k]; n]) -> [[f32; k]; n] {
        m.map(|row: [f32; k]| -> [f32; k] { row.map(|x| 2.0 * x) })
    }

    fn each_row(f: impl Fn(&[i32]) -> i32, m: &[[i32; k]; n]) -> [i32; n] {
        m.map(|row| f(row))
    }

    pub fn row_totals(m: &[[i32; k]; n]) -> [i32; n] {
        each_row(|row| row.sum(), m)
    }

    pub fn indexed(xs: &[f32]) -> [(usize, f32)] {
        xs.enumerate().map(|(i, x): (usize, f32)| (i, x))
    }

    pub fn sequentially(xs: &[f32]) -> [f32] {
        xs.map(#[sequential] |x| x + 1.0)
    }
}

pub fn main() {
    assert_eq!(squares(&[2.0]).to_vec(), [4.0]);
    assert_eq!(totals(&[[1.0, 2.0], [3.0, 4.0]]).to_vec(), [3.0, 7.0]);
    assert_eq!(scaled(&[[1.0, 2.0]]).to_vec(), [2.0, 4.0]);
    assert_eq!(row_totals(&[[1, 2], [3, 4]]).to_vec(), [3, 7]);
    assert_eq!(indexed(&[5.0]).to_vec(), [(0, 5.0)]);
    assert_eq!(sequentially(&[5.0]).to_vec(), [6.0]);
}
