// `generate`: arrays of any rank from a function of the index.
// gives: squares(4) == [0, 1, 4, 9] && squares(0).is_empty()
// gives: rows(table(2, 3)) == [[0, 1, 2], [10, 11, 12]]
// gives: table(0, 3).shape() == [0, 3] && table(3, 0).shape() == [3, 0]
// gives: planes(cube(2, 1, 3)) == [[[0, 1, 2]], [[100, 101, 102]]]
// gives: hypercube(2).shape() == [2, 2, 2, 2] && hypercube(2)[[1, 0, 1, 1]] == 1011
// gives: pairs(3).to_vec() == [(0, 0.0), (1, 0.5), (2, 1.0)]
// gives: points(2).to_vec() == [Point { x: 0.0, y: 1 }, Point { x: 1.0, y: 2 }]
// gives: rows(rows_of_generated(3)) == [[0, 0], [1, 10], [2, 20]]
// gives: rows(in_rows(&[5, 7])) == [[5, 6, 7], [7, 8, 9]]
// gives: planes(in_planes(&[[5, 7], [1, 2]])) == [[[5, 6], [7, 8]], [[1, 2], [2, 3]]]
// gives: rows(matrix_at_each(&[1, 0])) == [[21], [1]]
// gives: identity(2).to_vec() == [1.0, 0.0, 0.0, 1.0]
// plan: squares kernels 1, intermediates 0
// plan: table kernels 1, intermediates 0
// plan: cube kernels 1, intermediates 0
// plan: in_planes kernels 1, intermediates 0

struct Point { x: f64, y: usize }
pub fn squares(n: usize) -> [usize; n] { generate(n, |i| i * i) }
pub fn table(n: usize, m: usize) -> [[usize; m]; n] { generate((n, m), |(i, j)| 10 * i + j) }
pub fn cube(a: usize, b: usize, c: usize) -> [[[usize; c]; b]; a] {
    generate((a, b, c), |(i, j, k)| 100 * i + 10 * j + k)
}
pub fn hypercube(extent: u8) -> [[[[usize; _]; _]; _]; _] {
    let n = extent as usize;
    generate((n, n, n, n), |(i, j, k, l)| 1000 * i + 100 * j + 10 * k + l)
}
/// Elements that are products.
pub fn pairs(n: usize) -> [(usize, f64); n] { generate(n, |i| (i, i as f64 / 2.0)) }
pub fn points(n: usize) -> [Point; n] { generate(n, |i| Point { x: i as f64, y: i + 1 }) }
/// Elements that are rows.
pub fn rows_of_generated(n: usize) -> [[usize; 2]; n] { generate(n, |i| [i, 10 * i]) }
/// Depth 1 and 2.
pub fn in_rows(xs: &[i32; n]) -> [[i32; 3]; n] { xs.map(|x| generate(3, |i| x + i as i32)) }
pub fn in_planes(m: &[[i32; k]; n]) -> [[[i32; 2]; k]; n] {
    m.map(|row| row.map(|x| generate(2, |i| x + i as i32)))
}
/// A matrix at each element, added up.
pub fn matrix_at_each(xs: &[usize; n]) -> [[usize; 1]; n] {
    xs.map(|x| [generate((x + 1, x + 2), |(i, j)| i * 5 + j).flatten().sum()])
}
pub fn identity(n: usize) -> [[f64; n]; n] { generate((n, n), |(i, j)| if i == j { 1.0 } else { 0.0 }) }
