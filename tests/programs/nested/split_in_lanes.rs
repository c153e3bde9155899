// `split_by` in lanes: of arrays that the lane makes, whose lengths are the same for all lanes or not, and uses
// of the parts.
// gives: largest_part(&[1, 5], &[1, 2]) == [5, 13] && largest_part(&[1, 5], &[3]) == [6, 18]
// fails: try_largest_part(&[1], &[2]) Size
// gives: largest_part(&[], &[2]).is_empty()
// gives: deviations(&[[1.0, 3.0, 5.0, 7.0]], &[1, 3]) == [11.0]
// gives: rows_of_parts(&vec![vec![1, 2, 3], vec![4, 5, 6]], &[2, 0, 1]).to_vec() == [vec![2, 1, 3], vec![5, 4, 6]]
// gives: joined(&vec![vec![1, 2], vec![], vec![3]]).to_vec() == [vec![1, 2], vec![], vec![3]]
// gives: squares_of_parts(&vec![vec![1, 2], vec![3]]).to_vec() == [vec![vec![1], vec![4]], vec![vec![9]]]
// gives: lengths(&[2, 3], &[1, 1]).to_vec() == [vec![1, 1], vec![1, 1, 1]]
// gives: split_again(&[4, 1]) == [10, 1]

pub fn largest_part(xs: &[i32], ls: &[usize]) -> [i32] {
    xs.map(|x| [x, x + 1, x + 2].split_by(ls).map(|p| p.sum()).max())
}
/// Computed from the whole row.
pub fn deviations(m: &[[f64; k]; n], ls: &[usize]) -> [f64] {
    m.map(|row| {
        let mean = row.sum() / row.len() as f64;
        row.map(|x| x - mean).split_by(ls).map(|part| part.map(|x| x * x).sum()).max()
    })
}
pub fn rows_of_parts(xss: &[[i32]], ls: &[usize]) -> [[i32]] {
    xss.map(|row| row.split_by(ls).flat_map(|part| part.rev()))
}
/// Parts of rows, joined again, are the rows, whose lengths are known before.
pub fn joined(xss: &[[i32]]) -> [[i32]] {
    xss.map(|row| row.split_by([1; row.len()]).flatten())
}
pub fn squares_of_parts(xss: &[[i32]]) -> [[[i32]]] {
    xss.map(|row| row.split_by([1; row.len()]).map(|part| part.map(|x| x * x)))
}
pub fn lengths(ns: &[usize], more: &[usize]) -> [[usize]] {
    zip(ns, more).map(|(n, m)| (0..n * m).split_by([m; n]).lengths())
}
pub fn split_again(ns: &[usize]) -> [usize] {
    ns.map(|n| (0..n).map(|i| i + 1).split_by([n / 2, n - n / 2]).map(|part| {
        part.split_by([part.len()]).map(|whole| whole.sum()).sum()
    }).sum())
}
