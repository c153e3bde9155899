//! Reductions in nests of rows and columns, whose results blocks compute in tiles.

use accel::accel;

accel! {
    pub fn product_of_columns(a: &[[f32; n]; k], b: &[[f32; k]; m]) -> [[f32; m]; n] {
        a.transpose().map(|row| b.map(|column| zip(row, column).map(|(x, y)| x * y).sum()))
    }
    pub fn product_by_index(a: &[[f64; k]; n], b: &[[f64; m]; k]) -> [[f64; m]; n] {
        generate((n, m), |(i, j)| (0..k).map(|l| a[i][l] * b[l][j]).sum())
    }
    /// In a loop, onto the values that are there.
    pub fn product_onto(c: &[[f32; m]; n], a: &[[f32; k]; n], b: &[[f32; m]; k]) -> [[f32; m]; n] {
        generate((n, m), |(i, j)| { let mut sum = c[i][j]; for l in 0..k { sum += a[i][l] * b[l][j]; } sum })
    }
    pub fn product_by_fold(a: &[[f32; k]; n], b: &[[f32; m]; k]) -> [[f32; m]; n] {
        a.map(|row| b.transpose().map(|column| zip(row, column).fold(0.0, |sum, (x, y)| sum + x * y)))
    }
    pub fn products_of_matrices(a: &[[[f64; k]; h]; n], b: &[[[f64; l]; k]; n]) -> [[[f64; l]; h]; n] {
        zip(a, b).map(|(x, y)| x.map(|row| y.transpose().map(|column| zip(row, column).map(|(p, q)| p * q).sum())))
    }
    /// The dimension between rows and columns is that of the batches.
    pub fn products_of_heads(a: &[[[f32; k]; h]; n], b: &[[[f32; k]; h]; m]) -> [[[f32; m]; h]; n] {
        a.map(|heads| heads.enumerate().map(|(head, row)| b.map(|others| zip(row, others[head]).map(|(x, y)| x * y).sum())))
    }
    /// Several accumulators, values of rows and columns that are no elements, a result that needs more.
    pub fn nearness(a: &[[f32; k]; n], b: &[[f32; k]; m], scales: &[f32; n], bias: &[f32; m]) -> [[(f32, f32); m]; n] {
        zip(a, scales).map(|(row, scale)| zip(b, bias).map(|(other, bias)| {
            let gaps = zip(row, other).map(|(x, y)| (x * scale - y - bias).abs());
            (gaps.map(|gap| gap * gap).sum().sqrt() + bias, gaps.max())
        }))
    }
    /// An operator that does not commute: rows and columns of affine maps.
    pub fn composed_along(a: &[[u32; k]; n], b: &[[u32; m]; k]) -> [[(u32, u32); m]; n] {
        a.map(|row| b.transpose().map(|column| zip(row, column).reduce((1, 0), |(a, b), (c, d)| (a.wrapping_mul(c), b.wrapping_mul(c).wrapping_add(d)))))
    }
    /// Elements that are left out, by an operator with no neutral element.
    #[allow(deprecated)]
    pub fn some_pairs(a: &[[i32; k]; n], b: &[[i32; m]; k]) -> [[i32; m]; n] {
        a.map(|row| b.transpose().map(|column|
            zip(row, column).filter(|(x, y)| x > y).map(|(x, y)| x - y).reduce(7, |a, b| (a * 3).wrapping_add(b * 3))
        ))
    }
    /// Checks where values are loaded.
    pub fn product_of_chosen(a: &[[i64; k]; n], which: &[usize; k], b: &[[i64]; m]) -> [[i64; m]; n] {
        a.map(|row| b.map(|other| zip(row, which).map(|(x, place)| x * other[place]).sum()))
    }
    pub fn shortest_paths(a: &[[u32; n]; n]) -> [[u32; n]; n] {
        a.map(|row| a.transpose().map(|column| zip(row, column).map(|(x, y)| x.saturating_add(y)).min()))
    }
    /// Names that the header has.
    pub fn named(rows: &[[i16; count]; tile], columns: &[[i16; count]; side]) -> [[i16; side]; tile] {
        rows.map(|left| columns.map(|right| zip(left, right).map(|(batch, sound)| batch.wrapping_mul(sound)).reduce(0, |x, y| x.wrapping_add(y))))
    }
}
