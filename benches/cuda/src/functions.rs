//! The functions that are measured.

use accel::accel;

accel! {
    pub fn saxpy(a: f32, x: &[f32; n], y: &[f32; n]) -> [f32; n] { zip(x, y).map(|(x, y)| a * x + y) }
    pub fn chain(x: &[f32; n]) -> [f32; n] {
        x.map(|x| x * 0.5).map(|x| x + 1.0).map(|x| x * x).map(|x| x.sqrt())
    }
    pub fn total(x: &[f32]) -> f32 { x.sum() }
    pub fn dot(x: &[f32; n], y: &[f32; n]) -> f32 { zip(x, y).map(|(x, y)| x * y).sum() }
    pub fn running(x: &[u32; n]) -> [u32; n] { x.scan(0, |a, b| a + b) }
    pub fn chosen(x: &[f32]) -> [f32] { x.filter(|x| x > 0.0) }
    pub fn histogram(x: &[u32]) -> [u32; 256] {
        [0u32; 256].scatter_with(|a, b| a + b, x.map(|x| x % 256), x.map(|_| 1u32))
    }
    pub fn smoothed(m: &[[f32; w]; h]) -> [[f32; w]; h] {
        m.stencil(Clamp, |at| (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1) + 4.0 * at(0, 0)) / 8.0)
    }
    pub fn turned(m: &[[f32; w]; h]) -> [[f32; h]; w] { m.transpose() }
    pub fn row_sums(rows: &[[f32]]) -> [f32] { rows.map(|row| row.sum()) }
    pub fn sparse_product(rows: &[[(u32, f64)]; n], x: &[f64]) -> [f64; n] {
        rows.map(|row| row.map(|(column, value)| value * x[column]).sum())
    }
    pub fn product(a: &[[f32; k]; n], b: &[[f32; m]; k]) -> [[f32; m]; n] {
        a.map(|row| b.transpose().map(|column| zip(row, column).map(|(x, y)| x * y).sum()))
    }
    pub fn sorted(x: &[u32; n]) -> [u32; n] { x.sort() }
}
