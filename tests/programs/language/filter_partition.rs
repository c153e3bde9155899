// `filter` and `partition`: order kept; the elements may be scalars, products or rows.
// gives: evens(&[4, 1, 2, 3]) == [4, 2] && evens(&[1]).is_empty() && evens(&[]).is_empty()
// gives: parted(&[4, 1, 2, 3]).0 == [4, 2] && parted(&[4, 1, 2, 3]).1 == [1, 3]
// gives: parted(&[]).0.is_empty() && parted(&[]).1.is_empty()
// gives: of_pairs(&[(1, 0.5), (2, -0.5), (3, 2.0)]).to_vec() == [(1, 0.5), (3, 2.0)]
// gives: of_structs(&[Item { weight: 2, label: true }, Item { weight: 3, label: false }]).0.to_vec() ==
//     [Item { weight: 2, label: true }]
// gives: rows(of_rows(&[[1, 2], [9, 9], [3, 0]])) == [[1, 2], [3, 0]]
// gives: of_rows(&[[9, 9]; 4]).shape() == [0, 2]
// gives: rows(parted_rows(&[[1, 2], [9, 9]]).1) == [[9, 9]]
// gives: planes(of_planes(&[[[1], [2]], [[3], [9]]])) == [[[1], [2]]]
// gives: consumed_in_rows(&[[1, 2, 3], [4, 5, 6]]) == [4, 52]
// gives: counted_in_rows(&[[1, 2, 3], [4, 5, 6]]) == [1, 2]
// gives: rows(consumed_in_planes(&[[[1, 2, 3], [4, 5, 6]]])) == [[2, 10]]
// gives: ends_in_rows(&[[3, 8, 6], [2, 5, 5]]) == [6, 2]
// fails: try_ends_in_rows(&[[1, 3, 5], [2, 5, 5]]) Empty
// gives: differences_of_parts(&[[1, 2, 3], [4, 5, 6]]) == [-2, 5]
// gives: indices(&[0.0, 2.0, 0.0, 3.0]) == [1, 3]
// gives: chained(&[1, 2, 3, 4, 6, 12]) == [16, 22]
// gives: sum_after(&[1, 2, 3, 4]) == (6, 2)
// gives: twice_used(&[1, 2, 3, 4]).0 == [20, 40] && twice_used(&[1, 2, 3, 4]).1 == 6
// gives: many(1_000_000) == (333_334, 999_999)
// fails: try_failing(&[1, 0]) DivisionByZero
// plan: evens kernels 1, intermediates 0
// plan: parted kernels 1, intermediates 0
// plan: chained kernels 1, intermediates 0
// plan: sum_after kernels 1, intermediates 0
// plan: consumed_in_planes kernels 1, intermediates 0

struct Item { weight: u32, label: bool }
fn even(x: i32) -> bool { x % 2 == 0 }
pub fn evens(xs: &[i32]) -> [i32] { xs.filter(even) }
pub fn parted(xs: &[i32]) -> ([i32], [i32]) { xs.partition(even) }
pub fn of_pairs(ps: &[(i32, f64)]) -> [(i32, f64)] { ps.filter(|(_, x)| x > 0.0) }
pub fn of_structs(items: &[Item]) -> ([Item], [Item]) { items.partition(|item| item.label) }
pub fn of_rows(m: &[[i32; k]; n]) -> [[i32; k]; _] { m.filter(|row| row.sum() < 10) }
pub fn parted_rows(m: &[[i32; k]; n]) -> ([[i32; k]; _], [[i32; k]; _]) { m.partition(|row| row.sum() < 10) }
pub fn of_planes(t: &[[[i32; k]; m]; n]) -> [[[i32; k]; m]; _] { t.filter(|m| m.flatten().sum() < 10) }
/// Depth 1 and 2: the survivors are consumed inside.
pub fn consumed_in_rows(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| row.filter(even).map(|x| x * x).sum()) }
pub fn counted_in_rows(m: &[[i32; k]; n]) -> [usize; n] { m.map(|row| row.filter(even).len()) }
pub fn consumed_in_planes(t: &[[[i32; k]; m]; n]) -> [[i32; m]; n] {
    t.map(|m| m.map(|row| row.filter(even).sum()))
}
pub fn ends_in_rows(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| row.filter(even).min()) }
pub fn differences_of_parts(m: &[[i32; k]; n]) -> [i32; n] {
    m.map(|row| { let (yes, no) = row.partition(even); yes.sum() - no.sum() })
}
pub fn indices(xs: &[f64]) -> [usize] { (0..xs.len()).filter(|i| xs[i] != 0.0) }
pub fn chained(xs: &[i32]) -> [i32] {
    xs.filter(even).map(|x| x + 4).filter(|x| x > 7).map(|x| x * 2).filter(|x| x != 20).map(|x| if x == 32 { 22 } else { x })
}
pub fn sum_after(xs: &[i32]) -> (i32, usize) { let e = xs.filter(even); (e.sum(), e.len()) }
pub fn twice_used(xs: &[i32]) -> ([i32], i32) { let e = xs.filter(even); (e.map(|x| 10 * x), e.sum()) }
pub fn many(n: usize) -> (usize, usize) {
    let kept = (0..n).filter(|i| i % 3 == 0);
    (kept.len(), kept[kept.len() - 1])
}
pub fn failing(xs: &[i32]) -> [i32] { xs.filter(|x| 4 / x > 1) }
