// Short rows, written element by element where they belong.
// gives: rows(twice(&[1, 2])) == [[1, 1], [2, 2]]
// gives: twice_flat(&[1, 2]) == [1, 1, 2, 2]
// gives: brighter(&[[[250, 1, 2]], [[3, 4, 255]]]).to_vec() == [255, 11, 12, 13, 14, 255]
// gives: turns(&[2.0]).to_vec() == [2.0, -2.0, 4.0, 2.0]
// gives: rows(through_variable(&[1, 2])) == [[1, 3], [2, 3]]
// gives: cubes(&[1, 2]).to_vec() == [1, 2, 3, 4, 1, 2, 3, 4, 2, 4, 6, 8, 2, 4, 6, 8]
// gives: shared_rows(&[5]).to_vec() == [5, 6, 5, 6]
// gives: some_twice(&[1, 2, 3]) == [1, 2, 3, 3, 4]
// gives: ragged_pairs(&[vec![1, 2], vec![], vec![3]]) == [vec![[1, -1], [2, -2]], vec![], vec![[3, -3]]]
// gives: joined(&[1, 2]) == [0, 1, 1, 9, 0, 2, 2, 9]
// gives: rows(with_total(&[1, 2]).0) == [[1, 2], [2, 4]]
// gives: with_total(&[1, 2]).1 == 3
// fails: try_divided(&[1, 0]) DivisionByZero
// gives: rows(running(&[1, 2, 3])) == [[1, 1], [3, 2], [6, 3]]
// gives: picked(&[1, 3, 5]) == [1, 7, 9]
// gives: powers(&[1, 2]) == [2, 20]
// gives: rows(sums_of_sums(&[[1, 2, 3], [4, 5, 6]], &[[1, 0], [0, 10]])) == [[51, 62]]
// fails: try_outside(&[0, 2]) IndexOutOfBounds
// plan: twice kernels 1, intermediates 0, descriptors 0
// plan: brighter kernels 1, intermediates 0, descriptors 0

pub fn twice(xs: &[i32; n]) -> [[i32; 2]; n] { xs.map(|x| [x, x]) }
pub fn twice_flat(xs: &[i32]) -> [i32] { xs.flat_map(|x| [x, x]) }
pub fn brighter(m: &[[[u8; 3]; w]; h]) -> [[[u8; 3]; w]; h] { m.map(|r| r.map(|p| p.map(|c| c.saturating_add(10)))) }
pub fn turns(xs: &[f32; n]) -> [[[f32; 2]; 2]; n] { xs.map(|x| [[x, -x], [x * x, x]]) }
pub fn through_variable(xs: &[i32; n]) -> [[i32; 2]; n] { let last = xs[0] + xs[1]; xs.map(|x| { let row = [x, last]; row }) }
pub fn cubes(xs: &[i32; n]) -> [[[[i32; 2]; 2]; 2]; n] {
    xs.map(|x| { let square = [[x, 2 * x], [3 * x, 4 * x]]; [square, square] })
}
/// A row that is used twice is made once.
pub fn shared_rows(xs: &[i32; n]) -> [[[i32; 2]; 2]; n] { xs.map(|x| { let row = [x, x + 1]; [row, row] }) }
pub fn some_twice(xs: &[i32]) -> [i32] { xs.flat_map(|x| if x > 1 { [x, x + 1] } else { [x; 1] })[..5] }
pub fn ragged_pairs(rows: &[[i32]; n]) -> [[[i32; 2]]; n] { rows.map(|row| row.map(|x| [x, -x])) }
pub fn joined(xs: &[i32]) -> [i32] { xs.flat_map(|x| concat([0], [x, x], [9])) }
pub fn with_total(xs: &[i32; n]) -> ([[i32; 2]; n], i32) { (xs.map(|x| [x, 2 * x]), xs.sum()) }
pub fn divided(xs: &[i32; n]) -> [[i32; 2]; n] { xs.map(|x| [x, 10 / x]) }
pub fn running(xs: &[i32; n]) -> [[i32; 2]; n] { zip(xs.scan(0, |a, b| a + b), xs).map(|(sum, x)| [sum, x]) }
/// Arrays that are made in a lane and read element by element.
pub fn picked(xs: &[usize; n]) -> [i32; n] { xs.map(|x| { let table = [7, x as i32, 9]; table[x % 3] }) }
pub fn powers(xs: &[i32; n]) -> [i32; n] { xs.map(|x| { let all = (0..8).scan(1, |p, _| p * x); all[1] + all[3] }) }
pub fn sums_of_sums(m: &[[i32; w]; h], f: &[[i32; 2]; 2]) -> [[i32; w - 1]; h - 1] {
    generate((h - 1, w - 1), |(i, j)| (0..2).map(|a| (0..2).map(|b| m[i + a][j + b] * f[a][b]).sum()).sum())
}
pub fn outside(xs: &[usize; n]) -> [i32; n] { xs.map(|x| { let table = [x as i32, 2]; table[x] }) }
