// `fold`: left to right, any operator, any state: scalars, products, arrays.
// gives: digits(&[1, 2, 3]) == 123 && digits(&[]) == 0
// gives: float_state(&[1, 2, 3]) == 0.25 * 1.0 + 0.5 * 2.0 + 3.0
// gives: two_states(&[3, 1, 2]) == (1, 212)
// gives: horner(&[1.0, 2.0, 3.0], 2.0) == 11.0
// gives: of_pairs(&[(2, 1), (3, 5)]) == 2
// gives: of_rows(&[[1, 2], [3, 4]]) == [12, 34] && of_rows(&[[1; 0]; 2]) == [0, 0]
// gives: rows(of_planes(&[[[1, 2], [3, 4]], [[5, 6], [7, 8]]])) == [[12, 34], [56, 78]]
// gives: over_rows(&[[1, 2], [3, 4]]) == 13
// gives: array_state(&[[1, 2], [3, 4]]) == [5, 5] && array_state(&[[1, 2]; 0]) == [0, 0]
// gives: array_state_inside(&[[[1, 2], [3, 4]]]).to_vec() == [5, 5]
// gives: histogram(&[0, 2, 2]) == [1, 0, 2]
// fails: try_histogram(&[0, 3]) IndexOutOfBounds
// gives: search(&[9, 4, 7]) == (true, 1)
// gives: growing(3) == [0, 1, 2]
// gives: parallel_inside(&[1, 2], 3) == 9

pub fn digits(xs: &[i64]) -> i64 { xs.fold(0, |acc, x| 10 * acc + x) }
/// The state has another type than the elements.
pub fn float_state(xs: &[i32]) -> f64 { xs.fold(0.0, |acc, x| acc / 2.0 + x as f64) }
pub fn two_states(xs: &[i32]) -> (i32, i32) {
    xs.fold((i32::MAX, 0), |(low, code), x| (low.min(x), if x == 3 { 2 } else { code * 10 + x }))
}
pub fn horner(cs: &[f64], x: f64) -> f64 { cs.fold(0.0, |acc, c| acc * x + c) }
pub fn of_pairs(ps: &[(i32, i32)]) -> i32 { ps.fold(1, |acc, (a, b)| acc * a + b - 3) }
pub fn of_rows(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| row.fold(0, |acc, x| 10 * acc + x)) }
pub fn of_planes(t: &[[[i32; k]; m]; n]) -> [[i32; m]; n] {
    t.map(|m| m.map(|row| row.fold(0, |acc, x| 10 * acc + x)))
}
pub fn over_rows(m: &[[i32; k]; n]) -> i32 { m.fold(0, |acc, row| 2 * acc + row.sum()) }
/// The state is an array.
pub fn array_state(m: &[[i32; 2]; n]) -> [i32; 2] {
    m.fold([0, 0], |acc, row| [acc[1] + row[0], acc[0] + row[1]])
}
pub fn array_state_inside(t: &[[[i32; 2]; m]; n]) -> [[i32; 2]; n] {
    t.map(|m| m.fold([0, 0], |acc, row| [acc[1] + row[0], acc[0] + row[1]]))
}
pub fn histogram(xs: &[usize]) -> [i32; 3] {
    xs.fold([0; 3], |acc, x| { let mut a = acc; a[x] += 1; a })
}
pub fn search(xs: &[i32]) -> (bool, usize) {
    xs.enumerate().fold((false, 0), |(found, place), (i, x)| if !found && x % 2 == 0 { (true, i) } else { (found, place) })
}
/// The length of the state changes.
pub fn growing(n: usize) -> [usize] { let none: [usize; _] = 0..0; (0..n).fold(none, |acc, i| concat(acc, [i])) }
/// The body of each step is parallel.
pub fn parallel_inside(xs: &[i32], n: i32) -> i32 { xs.fold(0, |acc, x| acc + (0..n).map(|i| i * x).sum()) }
