// Index checks that cannot be proven, of indices that count lanes or turns: one check for all of them
// stands before the lanes, and fails where they would.
// gives: reads(&[1, 2, 3], 2) == [1, 2] && reads(&[1, 2, 3], 3) == [1, 2, 3] && reads(&[], 0) == []
// gives: message(try_reads(&[1, 2, 3], 5)) == "index out of bounds: the length is 3 but the index is 3"
// gives: message(try_reads(&[], 5)) == "index out of bounds: the length is 0 but the index is 0"
// gives: shifted(&[1, 2, 3], 1, 2) == [2, 3] && shifted(&[1, 2, 3], 7, 0) == [] && shifted(&[1, 2, 3], 3, 0) == []
// gives: message(try_shifted(&[1, 2, 3], 1, 4)) == "index out of bounds: the length is 3 but the index is 3"
// gives: message(try_shifted(&[1, 2, 3], 7, 4)) == "index out of bounds: the length is 3 but the index is 7"
// gives: message(try_shifted(&[1, 2, 3], usize::MAX, 4)).ends_with("the index is 18446744073709551615 (-1 as `usize`)")
// gives: columns(&[[1, 2], [3, 4]], 2) == [4, 6] && columns(&[[1, 2], [3, 4]], 0) == []
// gives: columns(&Vec::<[i32; 2]>::new(), 5) == [0; 5]
// gives: message(try_columns(&[[1, 2], [3, 4]], 3)) == "index out of bounds: the length is 2 but the index is 2"
// gives: heads(&[vec![1, 2, 3], vec![4, 5]], 2) == [3, 9] && heads(&Vec::<Vec<i32>>::new(), 7) == [] && heads(&[vec![]], 0) == [0]
// fails: try_heads(&[vec![1, 2, 3], vec![4]], 2) IndexOutOfBounds
// gives: in_turns(&[1, 2, 3], 2) == 5 && in_turns(&[], 0) == 0
// fails: try_in_turns(&[1, 2, 3], 4) IndexOutOfBounds
// gives: guarded(&[1, 2, 3], 5) == [1, 2, 3, 0, 0]
// gives: blocks(&[[1, 2, 3], [4, 5, 6]], 1, 2).to_vec() == [1, 2] && blocks(&[[1, 2], [3, 4]], 0, 9).to_vec() == []
// fails: try_blocks(&[[1, 2, 3], [4, 5, 6]], 3, 1) IndexOutOfBounds
// fails: try_blocks(&[[1, 2, 3], [4, 5, 6]], 1, 4) IndexOutOfBounds
// gives: neighbours(&[1, 2, 3], 2) == [3, 5] && message(try_neighbours(&[1, 2, 3], 9)).ends_with("the index is 3")
// gives: found(&[4, 5, 6], 3, 5) && !found(&[4, 5, 6], 1, 5)
// fails: try_found(&[4, 5, 6], 4, 4) IndexOutOfBounds
// gives: strided(&[1, 2, 3, 4, 5, 6], 3) == [1, 3, 5]
// fails: try_strided(&[1, 2, 3, 4, 5, 6], 4) IndexOutOfBounds
// plan: reads lane_checks 0
// plan: shifted lane_checks 0
// plan: columns lane_checks 0
// plan: blocks lane_checks 0
// plan: in_turns checks 1
// plan: heads lane_checks 1
// plan: strided lane_checks 0

pub fn reads(xs: &[i32], n: usize) -> [i32] { (0..n).map(|i| xs[i]) }
pub fn shifted(xs: &[i32], from: usize, n: usize) -> [i32] { (0..n).map(|i| xs[from + i]) }
pub fn columns(m: &[[i32; k]; n], w: usize) -> [i32] { (0..w).map(|j| m.map(|row| row[j]).sum()) }
/// A check for each row.
pub fn heads(rows: &[[i32]], n: usize) -> [i32] { rows.map(|row| (0..n).map(|i| row[i]).sum()) }
pub fn in_turns(xs: &[i32], n: usize) -> i32 {
    let mut last = 0;
    for i in 0..n { last = last * 3 + xs[i]; }
    last
}
/// An index that is not evaluated is not checked.
pub fn guarded(xs: &[i32], n: usize) -> [i32] { (0..n).map(|i| if i < xs.len() { xs[i] } else { 0 }) }
pub fn blocks(m: &[[i32; k]; n], h: usize, w: usize) -> [[i32; w]; h] { generate((h, w), |(i, j)| m[i][j]) }
/// Two checks of one index.
pub fn neighbours(xs: &[i32], n: usize) -> [i32] { (0..n).map(|i| xs[i] + xs[i + 1]) }
pub fn found(xs: &[i32], n: usize, x: i32) -> bool { (0..n).any(|i| xs[i] == x) }
/// Indices that lie apart.
pub fn strided(xs: &[i32], n: usize) -> [i32] { (0..n).map(|i| xs[2 * i]) }
