// An `if` that turns out to be decided gives arrays that are more regular than its type says.
// gives: reduced() == [vec![4; 4], vec![4; 4]]
// gives: combined(&[1, 0, 1]) == [vec![2; 4], vec![3; 4]]
// gives: scanned(&[vec![1, 2], vec![3, 4]]) == [vec![2, 3], vec![5, 7]]
// gives: reduced_one(0) == 0
// fails: try_reduced_one(3) Size
// gives: regular_one_of_ragged(3) == [vec![7; 2], vec![7; 2], vec![7; 2]]
// gives: kept(&[vec![], vec![4, 2], vec![4]], 0) == 3
// gives: flattened(5) == [vec![vec![5, 8], vec![5, 8], vec![5, 8]], vec![vec![5, 9]]]
// gives: row_of_copies() == [vec![vec![1, 1], vec![1, 1]], vec![vec![1, 1], vec![1, 1]]]
// gives: sliced_in_turns(vec![vec![(1u32, 2.0f32), (3, 4.0)], vec![(5, 6.0)]]) == 2
// gives: updated() == [vec![vec![7]], vec![vec![2, 2, 2]]]
// gives: cut(7) == [vec![vec![7], vec![8]], vec![], vec![vec![9]]]

pub fn reduced() -> [[i16]] {
    let start = if [false; 4].all(|b| b) { [1i16; 3].split_by([1usize, 2]) } else { (0..2).map(|_| [1i16; 4]) };
    [[[1i16; 4]; 2]; 3].reduce(start, |a, b| zip(a, b).map(|(p, q)| zip(p, q).map(|(x, y)| x + y)))
}
pub fn combined(is: &[usize]) -> [[i16]] {
    let start = if [false; 4].all(|b| b) { [1i16; 3].split_by([1usize, 2]) } else { (0..2).map(|_| [1i16; 4]) };
    let mut rows = start;
    for i in is { rows = rows.update(i, rows[i].map(|x| x + 1)); }
    rows
}
pub fn scanned(rows: &[[i16]]) -> [[i16]] {
    let start = if [false; 4].all(|b| b) { [1i16; 3] } else { [1; 2] };
    rows.scan(start, |a, b| zip(a, b).map(|(x, y)| x + y))
}
/// The rows of the one array that is looked at are of one length.
pub fn regular_one_of_ragged(n: usize) -> [[i32]] { [[1; 2], [1; n]].map(|x| [[7; x.len()]; n]).max_by_key(|_| 1) }
/// The rows of which some are kept have one row each.
pub fn kept(xss: &[[i32]; n], least: usize) -> usize {
    let mut rows = xss.map(|xs| xs.map(|x| [x; n]));
    if [1.0; 4].sum() != 6.5 { rows = (0..n).map(|_| [[1; n]; 1]); }
    rows.partition(|row| row.len() > least).0.map(|row| row.len()).sum()
}
/// A row with a row of another length comes into rows that have one of one length.
pub fn updated() -> [[[i32]]] {
    let start = if [false; 4].all(|b| b) { [[[7; 1]], [[7; 2]]] } else { [[[7; 1]], [[8; 1]]] };
    start.update(1, [true].map(|x| [2; if x { 3 } else { 1 }]))
}
/// One of the rows that are put together is left.
pub fn reduced_one(n: usize) -> usize {
    let mut filled = [[1u8; 0]; n];
    for i in 0..n { filled[i] = [0; 4]; }
    concat([[[1u8; 2]; n]; 0], [[[8u8; 0]; n]; 1]).reduce(filled, |a, b| zip(a, b).map(|(p, q)| zip(p, q).map(|(x, y)| x.max(y)))).map(|r| r.len()).sum()
}
/// Rows of one length in planes of different ones, where the type says that both differ.
pub fn flattened(x: i32) -> [[[i32]]; 2] {
    if [1; 3].any(|y| y > 1) { [[[x; 2], [x; 3], [x; 4]]; 2] } else { [[[x, 8]; 3], [[x, 9]; 1]] }
}
/// A row of copies, out of rows of which some have other lengths.
pub fn row_of_copies() -> [[[usize]]] {
    let v = [1i16; 3].windows(2).map(|_| 1i16);
    let least = [[[[1usize; v.len()]; v.len()]; v.len()], [[[1usize; 1]; v.len()]; v.len()]].min_by_key(|_| 6);
    concat(least, v.map(|_| [[1usize; v.len()]; v.len()]))[v.len()..]
}
/// A slice of copies of the last row.
pub fn sliced_in_turns(rows: [[(u32, f32)]; n]) -> usize {
    let mut v = rows;
    for i in 0..n { v = v.map(|x| [x; n + n]).last()[n..(n + n)].clone(); }
    v.len()
}
/// Rows of one length, where the type says that they differ, are cut into groups.
pub fn cut(x: i32) -> [[[i32]]] {
    let rows = if [1; 3].any(|y| y > 1) { [[x], [x; 2], [x; 3]] } else { [[x], [8], [9]] };
    rows.split_by([2, 0, 1])
}
