// `map`, `zip`, `enumerate`, `unzip`, on scalars, products, structs and rows, at depths 0 to 2.
// gives: halves(&[2.0, 5.0]) == [1.0, 2.5] && halves(&[]).is_empty()
// gives: named(&[4.0, 9.0]) == [2.0, 3.0]
// gives: added(&[1, 2], &[10, 20]) == [11, 22]
// gives: as_method(&[1, 2], &[10, 20], &[3, 4]) == [13, 44]
// gives: four(&[1], &[2.0], &[3], &[4]).to_vec() == [(1, 2.0, 3, true)]
// fails: try_added(&[1, 2], &[10]) Size
// fails: try_as_method(&[1, 2], &[10, 20], &[3]) Size
// gives: numbered(&[7, 9]).to_vec() == [(0, 7), (1, 9)]
// gives: weighted(&[7, 9, 1]) == [0, 9, 2]
// gives: apart(&[(1, 0.5), (2, 1.5)]).0 == [1, 2] && apart(&[(1, 0.5), (2, 1.5)]).1 == [0.5, 1.5]
// gives: swapped(&[(1, 0.5), (2, 1.5)]).to_vec() == [(0.5, 1), (1.5, 2)]
// gives: moved(&[Body { at: (1.0, 2.0), speed: 3.0 }]).to_vec() == [Body { at: (4.0, 2.0), speed: 3.0 }]
// gives: rows(scaled(&[[1, 2], [3, 4]])) == [[2, 4], [6, 8]]
// gives: planes(scaled_twice(&[[[1, 2]], [[3, 4]]])) == [[[2, 4]], [[6, 8]]]
// gives: rows(rows_zipped(&[[1, 2], [3, 4]], &[[5, 6], [7, 8]])) == [[6, 8], [10, 12]]
// gives: row_with_number(&[[1, 2], [3, 4]], &[10, 20]) == [13, 27]
// fails: try_row_with_number(&[[1, 2], [3, 4]], &[10]) Size
// fails: try_row_with_vector(&[[1, 2], [3, 4]], &[10, 20, 30]) Size
// gives: rows(row_with_vector(&[[1, 2], [3, 4]], &[10, 20])) == [[11, 22], [13, 24]]
// gives: try_row_with_vector(&[[1, 2]; 0], &[10]).is_ok()
// gives: rows(numbered_rows(&[[5, 6], [7, 8]])) == [[0, 6], [7, 17]]
// gives: planes(numbered_planes(&[[[5, 6], [7, 8]], [[1, 2], [3, 4]]])) ==
//     [[[0, 6], [14, 24]], [[100, 102], [206, 212]]]
// gives: unzipped_rows(&[[1, 2], [3, 4]]).1.to_vec() == [1, 3, 3, 7]
// gives: zip_of_zips(&[1, 2]).to_vec() == [((1, 2), (0, 1)), ((2, 3), (1, 2))]
// gives: nested_unzip(&[(1, (2.0, 3))]).1.to_vec() == [2.0]
// plan: scaled_twice kernels 1, intermediates 0
// plan: numbered_planes kernels 1, intermediates 0
// plan: zip_of_zips kernels 1, intermediates 0

struct Body { at: (f32, f32), speed: f32 }
fn twice(x: i32) -> i32 { 2 * x }

pub fn halves(xs: &[f64]) -> [f64] { xs.map(|x| x / 2.0) }
pub fn named(xs: &[f64]) -> [f64] { xs.map(f64::sqrt) }
pub fn added(xs: &[i32], ys: &[i32]) -> [i32] { zip(xs, ys).map(|(x, y)| x + y) }
pub fn as_method(xs: &[i32], ys: &[i32], zs: &[i32]) -> [i32] { xs.zip(ys, zs).map(|(x, y, z)| y + z * x - if x == 1 { 0 } else { -16 }) }
pub fn four(a: &[i32; n], b: &[f64; n], c: &[u8; n], d: &[i64; n]) -> [(i32, f64, u8, bool); n] {
    zip(a, b, c, d).map(|(a, b, c, d)| (a, b, c, d > 3))
}
pub fn numbered(xs: &[i32]) -> [(usize, i32)] { xs.enumerate() }
pub fn weighted(xs: &[i32]) -> [i32] { xs.enumerate().map(|(i, x)| i as i32 * x) }
pub fn apart(ps: &[(i32, f64)]) -> ([i32], [f64]) { ps.unzip() }
pub fn swapped(ps: &[(i32, f64)]) -> [(f64, i32)] { ps.map(|(a, b)| (b, a)) }
pub fn moved(bodies: &[Body]) -> [Body] { bodies.map(|b| Body { at: (b.at.0 + b.speed, b.at.1), ..b }) }
/// Depth 1 and 2, with a function of the block.
pub fn scaled(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| row.map(twice)) }
pub fn scaled_twice(t: &[[[i32; k]; m]; n]) -> [[[i32; k]; m]; n] { t.map(|m| m.map(|row| row.map(twice))) }
/// Rows as elements of a `zip`; a `zip` inside of it.
pub fn rows_zipped(a: &[[i32; k]; n], b: &[[i32; k]; n]) -> [[i32; k]; n] {
    zip(a, b).map(|(x, y)| zip(x, y).map(|(x, y)| x + y))
}
pub fn row_with_number(a: &[[i32; k]; n], xs: &[i32; m]) -> [i32] { zip(a, xs).map(|(row, x)| row.sum() + x) }
pub fn row_with_vector(a: &[[i32; k]; n], xs: &[i32; m]) -> [[i32; k]; n] {
    a.map(|row| zip(row, xs).map(|(a, x)| a + x))
}
pub fn numbered_rows(m: &[[usize; k]; n]) -> [[usize; k]; n] {
    m.enumerate().map(|(i, row)| row.enumerate().map(|(j, x)| i * x + j * (6 + 3 * i)))
}
pub fn numbered_planes(t: &[[[usize; k]; m]; n]) -> [[[usize; k]; m]; n] {
    t.enumerate().map(|(i, m)| m.enumerate().map(|(j, row)| row.enumerate().map(|(k, x)| 100 * i * (j + 1) + x * (k + 2 * j))))
}
pub fn unzipped_rows(m: &[[i32; k]; n]) -> ([[i32; k]; n], [[i32; k]; n]) {
    let parts = m.map(|row| row.enumerate().map(|(j, x)| (x, x + j as i32 * (x - 1))));
    (parts.map(|row| row.unzip().0), parts.map(|row| { let (_, b) = row.unzip(); b }))
}
pub fn zip_of_zips(xs: &[i32]) -> [((i32, i32), (i32, i32))] {
    let a = zip(xs, xs.map(|x| x + 1));
    let b = zip(xs.map(|x| x - 1), xs);
    zip(a, b)
}
pub fn nested_unzip(ps: &[(i32, (f32, u8))]) -> ([i32], [f32], [u8]) {
    let (a, b) = ps.unzip();
    let (c, d) = b.unzip();
    (a, c, d)
}
