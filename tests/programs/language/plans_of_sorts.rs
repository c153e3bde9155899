// A sort of host code is a kernel of the plan, and one in a lane is among the operations of its kernel.
// gives: ordered(&[3, 1, 2]) == [1, 2, 3] && order(&[3, 1, 2]) == [1, 2, 0]
// gives: latest(&[2, 1, 2], &[5, 9, 4]) == [1, 2, 0] && pairs(&[(1, 2.0), (0, 3.0), (7, 1.0)]) == [(7, 1.0), (1, 2.0), (0, 3.0)]
// gives: medians(&[[3.0, 1.0, 2.0], [9.0, 8.0, 7.0]]) == [2.0, 8.0] && orders(&[[3, 1, 2]]).to_vec() == [1, 2, 0]
// gives: rows(&[vec![2, 1], vec![], vec![5]]) == vec![vec![1, 2], vec![], vec![5]]
// gives: lists(&[vec![3, 1, 2], vec![], vec![5, 4]]) == vec![vec![1, 2, 3], vec![], vec![4, 5]]
// gives: halves(&[4, 1, 3, 2, 0]) == [0, 1, 2, 3, 4] && again(vec![5, 700, 3], 2) == [147, 245, 300]
// gives: chosen(&[2, 1], true) == [1, 2] && chosen(&[2, 1], false) == [1, 0] && between(&[2, 1]).0 == [1, 3] && between(&[2, 1]).1 == 3
// gives: small(2) == 2
// plan: ordered kernels 1, intermediates 0
// plan: order kernels 2
// plan: latest kernels 2
// plan: pairs kernels 1
// plan: medians kernels 1, intermediates 0
// plan: orders kernels 1
// plan: rows kernels 1
// plan: halves kernels 3
// plan: again kernels 2
// plan: between kernels 3
// plan: small kernels 0
// fused: ordered.sort.1 sort
// fused: order.sort.1 argsort
// fused: latest.sort.1 sort_by_key
// fused: pairs.sort.1 sort_by_key
// fused: medians.1 map, sort
// fused: orders.1 map, range, argsort
// fused: rows.1 map, map, sort_by_key
// fused: halves.sort.1 sort
// fused: halves.sort.2 sort_by_key
// fused: halves.1 concat
// fused: again.1 map
// fused: again.sort.1 sort
// fused: chosen.sort.1 sort
// fused: chosen.sort.2 argsort
// fused: between.1 map
// fused: between.sort.1 sort
// fused: between.2 map, max

pub fn ordered(xs: &[i64]) -> [i64] { xs.sort() }
pub fn order(xs: &[i64]) -> [usize] { xs.argsort() }
pub fn latest(user: &[u32; n], time: &[i64; n]) -> [usize] { (0..n).sort_by_key(|i| (user[i], time[i])) }
pub fn pairs(xs: &[(u32, f64)]) -> [(u32, f64)] { xs.sort_by_key(|(a, b)| (b, a)) }
pub fn medians(rows: &[[f64; k]; n]) -> [f64; n] { rows.map(|row| row.sort()[k / 2]) }
pub fn orders(rows: &[[i64; k]; n]) -> [[usize; k]; n] { rows.map(|row| row.argsort()) }
pub fn rows(rows: &[[i64]]) -> [[i64]] { rows.map(|row| row.sort_by_key(|x| (x % 10, x))) }
/// Recursion, of host code and in lanes.
pub fn halves(xs: &[i32]) -> [i32] {
    if xs.len() < 2 { xs.sort() } else {
        concat(halves(xs[..xs.len() / 2]), halves(xs[xs.len() / 2..])).sort_by_key(|x| x)
    }
}
pub fn lists(xss: &[[i32]]) -> [[i32]] { xss.map(|xs| halves(xs)) }
/// In a loop, and in the arms of a branch.
pub fn again(xs: [i64; n], times: usize) -> [i64; n] {
    let mut ys = xs;
    for i in 0..times { ys = ys.map(|x| x * 7 % 1000).sort(); }
    ys
}
pub fn chosen(xs: &[i64; n], by_value: bool) -> [i64; n] {
    if by_value { xs.sort() } else { xs.argsort().map(|i| i as i64) }
}
/// Between two maps.
pub fn between(xs: &[i32; n]) -> ([i32; n], i32) {
    let ys = xs.map(|x| x * 2 - 1).sort();
    (ys, ys.map(|y| y * 3 % 8).max())
}
/// A few numbers of a loop are sorted where they are.
pub fn small(times: usize) -> i64 {
    let mut a = [3i64, 1, 2];
    for i in 0..times { a = a.map(|x| x * 7 % 5).sort(); }
    a[0]
}
