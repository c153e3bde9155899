// Reads under conditions that say that they are in bounds: nothing is checked again.
// gives: next(&[1, 4, 9]) == [3, 5, 0] && next(&[]).is_empty()
// gives: before(&[1, 4, 9]) == [0, 1, 4] && parents(&[5, 6, 7, 8]) == [6, 8, -1, -1]
// gives: guarded(&[1, 4, 9], &[0, 1, 2, 3, usize::MAX]) == [0, 4, 9, 0, 0]
// gives: either(&[1, 4, 9], &[0, 1, 2, 3, usize::MAX]) == [1, 0, 0, 0, 0]
// gives: signed(&[1, 4, 9], &[-1, 0, 2, 3, i32::MIN]) == [0, 1, 9, 0, 0]
// gives: ends(&[vec![1, 2, 4], vec![], vec![7]]) == [5, 0, 14] && firsts(&[vec![], vec![3, 4]]) == [0, 3]
// gives: rows(halo(&[[1, 2], [3, 4]])) == [[1, 2], [2, 4]] && as_far_as_there_are(&[1, 2], 5) == 3
// gives: nested(&[1, 4, 9], &[0, 7, 2], 3) == [3, 0, 27] && wrapped(&[1, 2], &[usize::MAX, 0]) == [0, 1]
// fails: try_other_length(&[1], &[1], 3) IndexOutOfBounds
// fails: try_after(&[1], &[0, 5]) IndexOutOfBounds
// gives: other_length(&[1, 2], &[1, 9], 2) == [2, 0]
// plan: next kernels 1, checks 0
// plan: before checks 0
// plan: guarded checks 0
// plan: either checks 0
// plan: signed checks 0
// plan: ends checks 0
// plan: firsts checks 0
// plan: parents checks 0
// plan: halo checks 0
// plan: as_far_as_there_are checks 0
// plan: nested checks 0
// plan: wrapped checks 1
// plan: other_length checks 1
// plan: after checks 1

pub fn next(xs: &[i32]) -> [i32] { (0..xs.len()).map(|i| if i + 1 < xs.len() { xs[i + 1] - xs[i] } else { 0 }) }
pub fn before(xs: &[i32]) -> [i32] { (0..xs.len()).map(|i| if i > 0 { xs[i - 1] } else { 0 }) }
pub fn guarded(xs: &[i32], is: &[usize]) -> [i32] { is.map(|i| if i < xs.len() && xs[i] > 3 { xs[i] } else { 0 }) }
pub fn either(xs: &[i32], is: &[usize]) -> [i32] { is.map(|i| if i >= xs.len() || xs[i] > 3 { 0 } else { xs[i] }) }
pub fn signed(xs: &[i32], is: &[i32]) -> [i32] { is.map(|i| if i >= 0 && i < xs.len() as i32 { xs[i as usize] } else { 0 }) }
pub fn ends(rows: &[[i32]]) -> [i32] { rows.map(|row| if row.len() > 0 { row[0] + row[row.len() - 1] } else { 0 }) }
pub fn firsts(rows: &[[i32]]) -> [i32] { rows.map(|row| if row.is_empty() { 0 } else { row[0] }) }
pub fn parents(tree: &[i32]) -> [i32] { (0..tree.len()).map(|i| { let child = 2 * i + 1; if child < tree.len() { tree[child] } else { -1 } }) }
pub fn halo(m: &[[i32; k]; n]) -> [[i32; k]; n] { generate((n, k), |(i, j)| if i > 0 && j + 1 < k { m[i - 1][j + 1] } else { m[i][j] }) }
pub fn as_far_as_there_are(xs: &[i32], n: usize) -> i32 { let mut sum = 0; for i in 0..n { if i < xs.len() { sum += xs[i]; } } sum }
/// In a loop under the condition.
pub fn nested(xs: &[i32], is: &[usize], n: usize) -> [i32] { is.map(|i| if i < xs.len() { (0..n).map(|_| xs[i]).sum() } else { 0 }) }
/// A number that is one less than one below the length may lie behind the end: 0 - 1.
pub fn wrapped(xs: &[i32], is: &[usize]) -> [i32] { is.map(|i| if i.wrapping_add(1) < xs.len() { if i == usize::MAX { 0 } else { xs[i] } } else { 0 }) }
/// The condition tells of another length.
pub fn other_length(xs: &[i32], is: &[usize], n: usize) -> [i32] { is.map(|i| if i < n { xs[i] } else { 0 }) }
/// The condition is over.
pub fn after(xs: &[i32], is: &[usize]) -> [i32] { is.map(|i| { let x = if i < xs.len() { xs[i] } else { 9 }; x + xs[i] }) }
