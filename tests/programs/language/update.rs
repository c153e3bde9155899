// `update`: the array with one element or row replaced; the array itself is consumed.
// gives: one(&[1, 2, 3], 1) == [1, 9, 3] && one(&[1], 0) == [9]
// fails: try_one(&[1, 2], 2) IndexOutOfBounds
// fails: try_one(&[], 0) IndexOutOfBounds
// gives: owned(vec![1, 2, 3]) == [3, 2, 1]
// gives: signed(&[1, 2], 1) == [1, 0]
// fails: try_signed(&[1, 2], -1) IndexOutOfBounds
// gives: of_pairs(&[(1, 0.5), (2, 1.5)], 0).to_vec() == [(7, 7.5), (2, 1.5)]
// gives: rows(row(&[[1, 2], [3, 4]], 1, &[8, 9])) == [[1, 2], [8, 9]]
// fails: try_row(&[[1, 2], [3, 4]], 1, &[8, 9, 10]) Size
// fails: try_row(&[[1, 2], [3, 4]], 2, &[8, 9]) IndexOutOfBounds
// gives: rows(in_rows(&[[1, 2], [3, 4]], &[1, 0])) == [[1, 0], [0, 4]]
// fails: try_in_rows(&[[1, 2], [3, 4]], &[1, 2]) IndexOutOfBounds
// gives: planes(in_planes(&[[[1, 2], [3, 4]]])) == [[[0, 2], [0, 4]]]
// gives: both(&[1, 2]).0 == [5, 2] && both(&[1, 2]).1 == [1, 2]
// gives: chained(&[1, 2, 3]) == [3, 2, 4]
// gives: in_loop(4) == [0, 1, 4, 9]

pub fn one(xs: &[i32], i: usize) -> [i32] { xs.clone().update(i, 9) }
pub fn owned(xs: [i32; n]) -> [i32; n] { let a = xs[0]; let b = xs[n - 1]; xs.update(0, b).update(n - 1, a) }
pub fn signed(xs: &[i32], i: i32) -> [i32] { xs.clone().update(i, 0) }
pub fn of_pairs(ps: &[(i32, f64)], i: usize) -> [(i32, f64)] { ps.clone().update(i, (7, 7.5)) }
pub fn row(m: &[[i32; k]; n], i: usize, row: &[i32]) -> [[i32; k]; n] { m.clone().update(i, row) }
pub fn in_rows(m: &[[i32; k]; n], is: &[usize; n]) -> [[i32; k]; n] {
    zip(m, is).map(|(row, i)| row.clone().update(i, 0))
}
pub fn in_planes(t: &[[[i32; k]; m]; n]) -> [[[i32; k]; m]; n] {
    t.map(|m| m.map(|row| row.clone().update(0, 0)))
}
/// A copy keeps the elements as they were.
pub fn both(xs: &[i32]) -> ([i32], [i32]) { let a = xs.map(|x| x + 0); let b = a.clone(); (b.update(0, 5), a) }
pub fn chained(xs: &[i32]) -> [i32] { xs.map(|x| x + 1).update(0, 3).update(1, 2) }
pub fn in_loop(n: usize) -> [usize; n] {
    let mut a = [0; n];
    for i in 0..n { a = a.update(i, i * i); }
    a
}
