// `min_by_key` and `max_by_key`: elements of any kind by a key; the first wins on ties.
// gives: nearest(&[7, -2, 2]) == -2 && farthest(&[7, -7]) == 7
// gives: float_keys(&[(1, f32::NAN), (2, 0.0), (3, -0.0)]) == ((3, -0.0), 1)
// gives: tuple_keys(&[(2, 5), (1, 9), (1, 3), (1, 3)]) == (1, 3)
// gives: whole(&[Sample { value: 1.5, place: 4 }, Sample { value: 0.5, place: 9 }]).place == 9
// gives: row(&[[5, 5], [1, 1], [2, 0]]) == [1, 1] && last_row(&[[5, 5], [1, 1], [10, 0]]) == [5, 5]
// gives: of_rows(&[[7, -2, 2], [1, -1, 5]]) == [-2, 1]
// gives: rows(of_planes(&[[[7, -2], [3, 4]], [[1, 0], [2, -2]]])) == [[-2, 3], [0, 2]]
// gives: rows(rows_of_planes(&[[[5, 5], [1, 1]], [[0, 0], [0, 0]]])) == [[1, 1], [0, 0]]
// gives: component_rows(&[[1.0, 2.0], [0.0, 1.0]], &[3, 4]) == 4
// fails: try_nearest(&[]) Empty
// fails: try_row(&[[1; 2]; 0]) Empty
// fails: try_of_rows(&[[1; 0]; 2]) Empty
// fails: try_keys_fail(&[1, 0]) DivisionByZero
// plan: nearest kernels 1, intermediates 0

struct Sample { value: f64, place: usize }
pub fn nearest(xs: &[i32]) -> i32 { xs.min_by_key(|x| x * x) }
pub fn farthest(xs: &[i32]) -> i32 { xs.max_by_key(|x| x * x) }
pub fn float_keys(ps: &[(i32, f32)]) -> ((i32, f32), i32) { (ps.min_by_key(|p| p.1), ps.max_by_key(|p| p.1).0) }
pub fn tuple_keys(ps: &[(i32, u8)]) -> (i32, u8) { ps.min_by_key(|(a, b)| (a, b)) }
pub fn whole(samples: &[Sample]) -> Sample { samples.min_by_key(|s| s.value) }
pub fn row(m: &[[i32; k]; n]) -> [i32; k] { m.min_by_key(|row| row.sum()) }
pub fn last_row(m: &[[i32; k]; n]) -> [i32; k] { m.max_by_key(|row| (row.sum(), row.min())) }
pub fn of_rows(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| row.min_by_key(|x| x.abs())) }
pub fn of_planes(t: &[[[i32; k]; m]; n]) -> [[i32; m]; n] { t.map(|m| m.map(|row| row.min_by_key(|x| x.abs()))) }
pub fn rows_of_planes(t: &[[[i32; k]; m]; n]) -> [[i32; k]; n] { t.map(|m| m.min_by_key(|row| row.sum())) }
pub fn component_rows(m: &[[f64; k]; n], names: &[u8; n]) -> u8 { zip(m, names).min_by_key(|(row, _)| row.sum()).1 }
pub fn keys_fail(xs: &[i32]) -> i32 { xs.max_by_key(|x| 10 / x) }
