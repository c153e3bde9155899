// Rows that are scattered: devices write their elements at the same time, where the places are not many more.
// gives: placed(vec![[0; 3]; 4], &[2, 0, 2, 3], &[[1; 3], [2; 3], [1; 3], [4; 3]]).to_vec() == [2, 2, 2, 0, 0, 0, 1, 1, 1, 4, 4, 4]
// gives: placed(vec![[7; 2]; 9], &[8], &[[1, 2]]).to_vec()[14..] == [7, 7, 1, 2]
// gives: placed(vec![[7; 2]; 2], &[0; 0], &[[0; 2]; 0]).to_vec() == [7; 4]
// gives: placed(::accel::Array::from_vec([3, 0], vec![]), &[0, 2], &::accel::Array::from_vec([2, 0], vec![])).shape() == [3, 0]
// gives: placed(::accel::Array::from_vec([0, 2], vec![]), &[0; 0], &[[0; 2]; 0]).shape() == [0, 2]
// gives: dropped(vec![[0, 0]; 3], &[u32::MAX, 1, u32::MAX]).to_vec() == [0, 0, 1, 3, 0, 0]
// gives: dropped(vec![[5, 6]; 3], &[u32::MAX; 2]).to_vec() == [5, 6, 5, 6, 5, 6]
// gives: whole(3, &[1; 50]) == 0 && whole(2, &[0; 70]) == 0
// gives: turned(&[[1.5, 2.5], [3.5, 4.5]], &[1, 0]).to_vec() == [3.5, 4.5, 1.5, 2.5]
// gives: { let (keys, rows) = apart(&[2, 0, 1], &[[1, 2], [3, 4], [5, 6]]); keys == [1, 2, 0] && rows.to_vec() == [3, 4, 5, 6, 1, 2] }
// gives: planes(::accel::Array::from_vec([2, 1, 2], vec![0; 4]), &[1, 0], &::accel::Array::from_vec([2, 1, 2], vec![1, 2, 3, 4])).to_vec() == [3, 4, 1, 2]
// gives: squares(3, &[2, 0]).to_vec() == [0, 1, 4, 9, 9, 9, 0, 1, 2]
// gives: in_turns(vec![[0, 0]; 3], &[[1, 2], [3, 4]]).to_vec() == [1, 2, 3, 4, 3, 4]
// gives: in_lanes(&[[2, 0, 1], [0, 0, 0]], &[[1, 2], [3, 4], [5, 6]])[0] == 345612
// gives: given_back(vec![[1, 2], [3, 4]], &[1, 0], true).to_vec() == [3, 4, 1, 2]
// gives: given_back(vec![[1, 2], [3, 4]], &[1, 0], false).to_vec() == [1, 2, 3, 4]
// fails: try_placed(vec![[0; 3]; 4], &[2, 4], &[[1; 3]; 2]) IndexOutOfBounds
// fails: try_placed(vec![[0; 1]; 9], &[9], &[[1; 1]]) IndexOutOfBounds
// fails: try_placed(vec![[0; 3]; 4], &[2], &[[1; 2]]) Size
// plan: placed kernels 0, intermediates 0
// plan: planes kernels 0, intermediates 0

pub fn placed(dest: [[i32; m]; n], is: &[usize; k], rows: &[[i32; m]; k]) -> [[i32; m]; n] { dest.scatter(is, rows) }
pub fn dropped(dest: [[i32; 2]; n], is: &[u32]) -> [[i32; 2]; n] { dest.scatter(is, is.enumerate().map(|(i, _)| [i as i32, 3])) }
/// The number of rows that are mixed from rows of several lanes: none.
pub fn whole(n: usize, is: &[usize]) -> usize {
    let rows = [[0; 40]; n].scatter(is, (0..is.len()).map(|i| [i + 1; 40]));
    rows.count(|row| row.any(|x| x != row[0]))
}
pub fn turned(m: &[[f64; k]; n], is: &[u8; n]) -> [[f64; k]; n] { [[0.0; k]; n].scatter(is, m) }
/// Numbers and rows of products.
pub fn apart(is: &[usize; n], rows: &[[i16; 2]; n]) -> ([usize; n], [[i16; 2]; n]) {
    zip([9; n], [[0; 2]; n]).scatter(is, zip(0..n, rows)).unzip()
}
pub fn planes(dest: [[[i32; l]; m]; n], is: &[usize; k], planes: &[[[i32; l]; m]; k]) -> [[[i32; l]; m]; n] { dest.scatter(is, planes) }
/// Rows that the lanes compute.
pub fn squares(n: usize, is: &[usize]) -> [[i32; n]; n] {
    let dest = [[9; n]; n];
    dest.scatter(is, is.map(|i| generate(n, |j| if i == 0 { (j * j) as i32 } else { j as i32 })))
}
pub fn in_turns(dest: [[i32; m]; n], rows: &[[i32; m]; k]) -> [[i32; m]; n] {
    let mut all = dest;
    for i in 0..n { all = all.scatter([i], [rows[i.min(k - 1)]]); }
    all
}
pub fn in_lanes(iss: &[[usize; k]; n], rows: &[[i32; 2]; k]) -> [i32; n] {
    iss.map(|is| [[0; 2]; k].scatter(is, rows).flatten().fold(0, |a, x| a * 10 + x))
}
pub fn given_back(m: [[i32; 2]; n], is: &[usize; n], turn: bool) -> [[i32; 2]; n] {
    let copy = m.clone();
    if turn { m.scatter(is, copy) } else { m }
}
