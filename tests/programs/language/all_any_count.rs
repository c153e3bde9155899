// `all`, `any`, `count`, at depths 0 to 2, on products and on rows.
// gives: of_array(&[2, 4]) == (true, true, 2) && of_array(&[1, 3]) == (false, false, 0)
// gives: of_array(&[1, 2]) == (false, true, 1) && of_array(&[]) == (true, false, 0)
// gives: of_rows(&[[2, 4], [1, 2], [1, 1]]).0 == [true, false, false]
// gives: of_rows(&[[2, 4], [1, 2], [1, 1]]).1 == [true, true, false]
// gives: of_rows(&[[2, 4], [1, 2], [1, 1]]).2 == [2, 1, 0]
// gives: rows(of_planes(&[[[2, 4], [1, 2]], [[0, 0], [1, 1]]])) == [[2, 1], [2, 0]]
// gives: of_pairs(&[(1, true), (2, false)]) == (false, true, 1)
// gives: rows_that_rise(&[[1, 2, 3], [3, 2, 1], [1, 1, 2]]) == 2
// gives: any_row_of_all(&[[1, 1], [0, 1]]) && !any_row_of_all(&[[1, 0], [0, 1]])
// gives: sorted(&[1, 2, 2, 9]) && !sorted(&[2, 1]) && sorted(&[]) && sorted(&[1])
// gives: given(&[true, false, true]) == 2
// plan: of_array kernels 1, intermediates 0
// plan: of_rows kernels 1, intermediates 0
// plan: rows_that_rise kernels 1, intermediates 0

fn even(x: i32) -> bool { x % 2 == 0 }
pub fn of_array(xs: &[i32]) -> (bool, bool, usize) { (xs.all(even), xs.any(even), xs.count(even)) }
pub fn of_rows(m: &[[i32; k]; n]) -> ([bool; n], [bool; n], [usize; n]) {
    (m.map(|r| r.all(even)), m.map(|r| r.any(even)), m.map(|r| r.count(even)))
}
pub fn of_planes(t: &[[[i32; k]; m]; n]) -> [[usize; m]; n] { t.map(|m| m.map(|row| row.count(even))) }
pub fn of_pairs(ps: &[(i32, bool)]) -> (bool, bool, usize) {
    (ps.all(|(_, b)| b), ps.any(|(a, b)| a == 1 && b), ps.count(|p| p.0 > 1))
}
pub fn rows_that_rise(m: &[[i32; k]; n]) -> usize { m.count(|row| (1..k).all(|j| row[j - 1] <= row[j])) }
pub fn any_row_of_all(m: &[[i32; k]; n]) -> bool { m.any(|row| row.all(|x| x > 0)) }
pub fn sorted(xs: &[i32]) -> bool { xs.windows(2).all(|w| w[0] <= w[1]) }
pub fn given(xs: &[bool]) -> usize { xs.count(|x| x) }
