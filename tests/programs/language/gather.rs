// `gather`: `xs[i]` for each index, of any integer type.
// gives: picked(&[10, 20, 30], &[2, 0, 2]) == [30, 10, 30] && picked(&[10], &[]).is_empty()
// gives: picked(&[], &[]).is_empty()
// fails: try_picked(&[10, 20], &[2]) IndexOutOfBounds
// fails: try_picked(&[], &[0]) IndexOutOfBounds
// gives: by_small(&[1, 2, 3], &[2, 1]) == [3, 2] && by_signed(&[1, 2, 3], &[1]) == [2]
// fails: try_by_small(&[1], &[255]) IndexOutOfBounds
// fails: try_by_signed(&[1, 2], &[-1]) IndexOutOfBounds
// fails: try_by_signed(&[1, 2], &[i64::MIN]) IndexOutOfBounds
// gives: of_pairs(&[(1, 0.5), (2, 1.5)], &[1, 1]).to_vec() == [(2, 1.5), (2, 1.5)]
// gives: rows(of_rows(&[[1, 2], [3, 4]], &[1, 0, 1])) == [[3, 4], [1, 2], [3, 4]]
// fails: try_of_rows(&[[1, 2], [3, 4]], &[2]) IndexOutOfBounds
// gives: rows(by_matrix(&[10, 20, 30], &[[0, 1], [2, 2]])) == [[10, 20], [30, 30]]
// gives: rows(in_rows(&[[1, 2], [3, 4]], &[1, 0, 0])) == [[2, 1, 1], [4, 3, 3]]
// gives: rows(own_indices(&[[1, 0], [1, 1]])) == [[0, 1], [1, 1]]
// fails: try_own_indices(&[[1, 0], [2, 1]]) IndexOutOfBounds
// gives: planes(in_planes(&[[[5, 6], [7, 8]]])) == [[[6, 5, 6], [8, 7, 8]]]
// gives: of_computed(&[1, 2, 3]) == [9, 4, 1]
// gives: chased(&[1, 2, 0], 4) == [1, 2, 0]
// gives: summed(&[1.0, 2.0, 4.0], &[0, 2, 2]) == 9.0
// plan: summed kernels 1, intermediates 0
// plan: in_planes kernels 1, intermediates 0

pub fn picked(xs: &[i32], is: &[usize]) -> [i32] { xs.gather(is) }
pub fn by_small(xs: &[i32], is: &[u8]) -> [i32] { xs.gather(is) }
pub fn by_signed(xs: &[i32], is: &[i64]) -> [i32] { xs.gather(is) }
pub fn of_pairs(ps: &[(i32, f64)], is: &[usize]) -> [(i32, f64)] { ps.gather(is) }
pub fn of_rows(m: &[[i32; k]; n], is: &[u32; l]) -> [[i32; k]; l] { m.gather(is) }
pub fn by_matrix(xs: &[i32], is: &[[usize; k]; n]) -> [[i32; k]; n] { is.map(|row| xs.gather(row)) }
pub fn in_rows(m: &[[i32; k]; n], is: &[usize; l]) -> [[i32; l]; n] { m.map(|row| row.gather(is)) }
pub fn own_indices(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| row.gather(row)) }
pub fn in_planes(t: &[[[i32; k]; m]; n]) -> [[[i32; 3]; m]; n] {
    t.map(|m| m.map(|row| row.gather([1, 0, 1])))
}
pub fn of_computed(xs: &[i32]) -> [i32] { xs.map(|x| x * x).gather((0..xs.len()).rev()) }
pub fn chased(next: &[usize], steps: usize) -> [usize] {
    let mut at = 0..next.len();
    for _ in 0..steps { at = next.gather(at); }
    at
}
pub fn summed(xs: &[f64], is: &[i32]) -> f64 { xs.gather(is).sum() }
