// `a..b` and `a..=b`: arrays of integers of any type; a range that runs backwards is empty.
// gives: half_open(2, 6) == [2, 3, 4, 5]
// gives: half_open(-3, 1) == [-3, -2, -1, 0]
// gives: half_open(3, 3).is_empty() && half_open(5, 2).is_empty()
// gives: half_open(i32::MAX, i32::MIN).is_empty()
// gives: closed(2, 5) == [2, 3, 4, 5] && closed(4, 4) == [4] && closed(5, 4).is_empty()
// gives: closed(250, 255) == [250, 251, 252, 253, 254, 255]
// gives: closed(0, 255).len() == 256
// gives: far(i64::MAX - 2) == [i64::MAX - 2, i64::MAX - 1]
// gives: first_numbers(3) == [0, 1, 2] && first_numbers(0).is_empty()
// gives: rows(in_rows(&[1, 5])) == [[1, 2, 3], [5, 6, 7]]
// gives: sums_below(&[4, 0, 1, -5]) == [6, 0, 0, 0]
// gives: rows(pairs_below(&[[3, 0], [-1, 4]])) == [[6, 0], [0, 12]]
// gives: planes(cube(2)) == [[[0, 1], [1, 2]], [[1, 2], [2, 3]]]
// gives: sliced_range(10) == [12, 13, 14]
// fails: try_sliced_range(4) IndexOutOfBounds

pub fn half_open(a: i32, b: i32) -> [i32] { a..b }
pub fn closed(a: u8, b: u8) -> [u8] { a..=b }
pub fn far(a: i64) -> [i64] { a..a + 2 }
pub fn first_numbers(n: usize) -> [usize; n] { 0..n }
/// Depth 1: every row has the same length.
pub fn in_rows(xs: &[i32; n]) -> [[i32; 3]; n] { xs.map(|x| (0..3).map(|i| x + i)) }
/// Depth 1: the length differs from row to row, and the row is consumed at once.
pub fn sums_below(xs: &[i32]) -> [i32] { xs.map(|x| (0..x).sum()) }
/// Depth 2.
pub fn pairs_below(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| row.map(|x| (0..x).map(|y| y * 2).sum())) }
pub fn cube(n: usize) -> [[[usize; n]; n]; n] { (0..n).map(|i| (0..n).map(|j| (0..n).map(|k| i + j + k))) }
pub fn sliced_range(n: usize) -> [usize] { (10..10 + n)[2..5] }
