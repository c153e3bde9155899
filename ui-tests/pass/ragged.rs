//! Rows of different lengths: parameters, results, values inside, literals.

use accel::{Array, Ragged, RaggedView, accel};

accel! {
    pub fn totals(rows: &[[f64]]) -> [f64] { rows.map(|row| row.sum()) }
    pub fn triangle(n: usize) -> [[usize]] { generate(n, |i| 0..i) }
    pub fn largest_sum(n: usize) -> usize {
        let rows = generate(n, |i| generate(i + 1, |j| j * j % 7));
        let order = rows.map(|row| row.sum()).argmax();
        rows[order].sum() + rows[0].sum()
    }
    pub fn two_totals(xs: &[f64], ys: &[f64]) -> [f64] { [xs, ys].map(|part| part.sum()) }
    pub fn product(rows: &[[(u32, f64)]; n], x: &[f64]) -> [f64; n] {
        rows.map(|row| row.map(|(column, value)| value * x[column]).sum())
    }
    pub fn shorter(rows: [[i32]]) -> [[i32]] { rows.map(|row| row.filter(|x| x > 0)) }
}

pub fn main() {
    assert_eq!(totals(&[vec![1.0], vec![2.0, 3.0]]), [1.0, 5.0]);
    let rows: Ragged<usize> = triangle(3);
    assert_eq!(rows, [vec![], vec![0], vec![0, 1]]);
    assert_eq!(largest_sum(3), 5);
    let sums: Array<f64, 1> = two_totals(&[1.0, 2.0], &[3.0]);
    assert_eq!(sums, [3.0, 3.0]);
    let matrix = RaggedView::from_csr(&[0u32, 2, 3], (&[0u32, 1, 1], &[1.0, 2.0, 3.0]));
    assert_eq!(product(matrix, &[1.0, 10.0]), [21.0, 30.0]);
    assert_eq!(shorter(vec![vec![1, -1], vec![]]), [vec![1], vec![]]);
}
