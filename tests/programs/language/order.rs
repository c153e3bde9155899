// `rev`, `rotate_left` (and `rotate_right`), `first`, `last`.
// gives: backwards(&[1, 2, 3]) == [3, 2, 1] && backwards(&[]).is_empty()
// gives: turned(&[1, 2, 3], 1) == [2, 3, 1] && turned(&[1, 2, 3], 0) == [1, 2, 3]
// gives: turned(&[1, 2, 3], 7) == [2, 3, 1] && turned(&[1, 2, 3], usize::MAX) == [1, 2, 3]
// gives: turned(&[], 3).is_empty() && turned(&[9], 5) == [9]
// gives: turned_right(&[1, 2, 3], 1) == [3, 1, 2] && turned_right(&[1, 2, 3], 5) == [2, 3, 1]
// gives: turned_right(&[], 3).is_empty() && turned_right(&[1, 2, 3], usize::MAX) == [1, 2, 3]
// gives: ends(&[4, 5, 6]) == (4, 6) && ends(&[4]) == (4, 4)
// fails: try_ends(&[]) Empty
// gives: ends_of_pairs(&[(1, 0.5), (2, 1.5)]) == ((1, 0.5), (2, 1.5))
// gives: end_rows(&[[1, 2], [3, 4]]).0 == [1, 2] && end_rows(&[[1, 2], [3, 4]]).1 == [3, 4]
// fails: try_end_rows(&[[1, 2]; 0]) Empty
// gives: rows(rows_backwards(&[[1, 2], [3, 4]])) == [[3, 4], [1, 2]]
// gives: rows(in_rows(&[[1, 2, 3], [4, 5, 6]])) == [[3, 2, 1], [6, 5, 4]]
// gives: rows(turned_in_rows(&[[1, 2, 3], [4, 5, 6]])) == [[1, 2, 3], [5, 6, 4]]
// gives: planes(in_planes(&[[[1, 2, 3]], [[4, 5, 6]]])) == [[[3, 2, 1]], [[6, 5, 4]]]
// gives: ends_in_rows(&[[1, 2, 3], [4, 5, 6]]) == [-2, -2]
// fails: try_ends_in_rows(&[[0; 0]; 2]) Empty
// gives: rows(ends_in_planes(&[[[1, 2, 3]], [[4, 5, 6]]])) == [[4], [10]]
// gives: palindrome(&[1, 2, 1]) && !palindrome(&[1, 2])
// gives: both(&[1, 2, 3, 4]) == [0, 3, 2, 1]
// plan: both kernels 1, intermediates 0
// plan: in_planes kernels 1, intermediates 0

pub fn backwards(xs: &[i32]) -> [i32] { xs.rev() }
pub fn turned(xs: &[i32], k: usize) -> [i32] { xs.rotate_left(k) }
pub fn turned_right(xs: &[i32], k: usize) -> [i32] { xs.rotate_right(k) }
pub fn ends(xs: &[i32]) -> (i32, i32) { (xs.first(), xs.last()) }
pub fn ends_of_pairs(ps: &[(i32, f64)]) -> ((i32, f64), (i32, f64)) { (ps.first(), ps.last()) }
pub fn end_rows(m: &[[i32; k]; n]) -> ([i32; k], [i32; k]) { (m.first(), m.last()) }
pub fn rows_backwards(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.rev() }
pub fn in_rows(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| row.rev()) }
pub fn turned_in_rows(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.enumerate().map(|(i, row)| row.rotate_left(i)) }
pub fn in_planes(t: &[[[i32; k]; m]; n]) -> [[[i32; k]; m]; n] {
    t.map(|m| m.map(|row| row.rotate_left(1).rev().rotate_left(1)))
}
pub fn ends_in_rows(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| row.first() - row.last()) }
pub fn ends_in_planes(t: &[[[i32; k]; m]; n]) -> [[i32; m]; n] { t.map(|m| m.map(|row| row.first() + row.last())) }
pub fn palindrome(xs: &[i32]) -> bool { zip(xs, xs.rev()).all(|(a, b)| a == b) }
pub fn both(xs: &[i32]) -> [i32] { xs.map(|x| x - 1).rev().rotate_right(1) }
