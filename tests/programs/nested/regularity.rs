// The regularity of each value in a nest: avoided, regular or ragged, one component apart from the other; and
// code whose rows agree has no descriptors.
// gives: avoided(&[vec![1, 2], vec![], vec![3]], &[5, 6]) == [25, 22, 25]
// gives: avoided::plan().regularity("doubled") == Some(accel::Regularity::Avoided) && avoided::plan().regularity("total") ==
//     Some(accel::Regularity::Avoided) && avoided::plan().regularity("rows") == Some(accel::Regularity::Ragged) &&
//     avoided::plan().regularity("xs") == Some(accel::Regularity::Regular)
// gives: rows(regular(&[1, 2], &[3, 4])) == [[4, 3], [8, 6]]
// gives: regular::plan().regularity("scaled") == Some(accel::Regularity::Regular) && regular::plan().regularity("xs") ==
//     Some(accel::Regularity::Regular)
// gives: ragged(&[2, 0, 3]) == [vec![0, 2], vec![], vec![0, 3, 6]]
// gives: ragged::plan().regularity("below") == Some(accel::Regularity::Ragged) && apart(&[1, 2], &[1, 2]) == [5, 8]
// gives: apart::plan().regularity("row") == Some(accel::Regularity::Regular) && apart::plan().regularity("part") == Some(accel::Regularity::Ragged)
// gives: rows(slices_of_one_length(&[[1, 2, 3], [4, 5, 6]], 1)) == [[3, 2], [6, 5]]
// gives: slices_of_one_length::plan().regularity("part") == Some(accel::Regularity::Regular) && slices_of_one_length::plan().regularity("m") ==
//     Some(accel::Regularity::Regular)
// gives: slices_of_own_lengths(&[[1, 2], [3, 4], [5, 6]]) == [vec![2, 1], vec![4], vec![]]
// gives: slices_of_own_lengths::plan().regularity("part") == Some(accel::Regularity::Ragged)
// gives: outside_of_lanes(&[vec![1, 2], vec![], vec![3]]) == [8, 0, 4]
// gives: outside_of_lanes::plan().regularity("longer") == Some(accel::Regularity::Ragged) && outside_of_lanes::plan().regularity("table") ==
//     Some(accel::Regularity::Regular)
// gives: rows(loop_keeps_length(&[[1, 2], [3, 4]])) == [[1, 5], [3, 13]]
// gives: loop_keeps_length::plan().regularity("a") == Some(accel::Regularity::Regular) && branches_agree(&[[2, 1], [3, 4]]) == [1, 4]
// gives: branches_agree::plan().regularity("one") == Some(accel::Regularity::Regular) && branches_differ(&[[2, 1], [3, 4]]) == [1, 7]
// gives: branches_differ::plan().regularity("one") == Some(accel::Regularity::Ragged) && components(&[1, 2], &[3, 4]) == [8, 9]
// gives: deep(&[vec![vec![1, 2], vec![]], vec![], vec![vec![3]]]) == [vec![7, 0], vec![], vec![4]]
// gives: deep::plan().regularity("moved") == Some(accel::Regularity::Ragged) && deep::plan().regularity("xs") == Some(accel::Regularity::Ragged) &&
//     deep::plan().regularity("count") == Some(accel::Regularity::Regular)
// gives: rows(one_of_two_lengths(&[5, 6], 3, true)) == [[5, 5, 5], [6, 6, 6]]
// gives: rows(one_of_two_lengths(&[5, 6], 3, false)) == [[5, 5], [6, 6]]
// gives: same_filter_in_each_lane(0, &[1, 2, 3]) == [vec![2, 3], vec![2, 3], vec![2, 3]]
// gives: rows(rows_written_over_equal_ones([[1, 2], [3, 4]], &[vec![5, 6]], &[1])) == [[1, 2], [5, 6]]
// fails: try_rows_written_over_equal_ones([[1, 2], [3, 4]], &[vec![5]], &[1]) Size
// gives: rows(nearest_rows(&[[1, 2], [3, 4]])) == [[3, 4], [7, 7]]
// gives: loop_changes_length(&[[1, 2, 3], [3, 4, 0]]) == [1, 2]
// gives: loop_changes_length::plan().regularity("a") == Some(accel::Regularity::Ragged)
// gives: rows_become_longer(&[[1, 0], [3, 4]]) == 8 && rows_become_longer::plan().regularity("rows") == Some(accel::Regularity::Ragged)
// gives: rows_nobody_reads(&[1, 2]) == 3
// gives: rows_shorter_after_a_turn(&[1.0, 2.0], 1) == [1.0, 7.0, 2.0, 7.0] && rows_shorter_after_a_turn(&[5.0], 0) == [1.0, 1.0, 1.0]
// gives: rows_shorter_after_a_turn::plan().regularity("row") == Some(accel::Regularity::Ragged) && parts_without_names(&[1, 2]) == 1
// gives: halves_of_lanes(&[5, 1, 0]) == [4, 0, 0]
// gives: halves_of_lanes::plan().regularity("below") == Some(accel::Regularity::Ragged) && halves_of_lanes::plan().regularity("depth") ==
//     Some(accel::Regularity::Regular)
// gives: branches_without_names(3) == 1 && format!("{:#}", branches_without_names::plan()).contains("value of if at ")
// gives: replaced_in_two_ways(&[3, 0]) == [1, 4] && replaced_in_two_ways::plan().regularity("row") == Some(accel::Regularity::Ragged)
// plan: regular kernels 1, intermediates 0, descriptors 0
// plan: ragged kernels 2, intermediates 0, descriptors 1
// plan: apart kernels 1, intermediates 0, descriptors 0
// plan: slices_of_one_length kernels 1, intermediates 0, descriptors 0
// plan: slices_of_own_lengths kernels 1, intermediates 0, descriptors 1
// plan: loop_keeps_length kernels 1, intermediates 0, descriptors 0
// plan: branches_agree kernels 1, intermediates 0, descriptors 0
// plan: branches_differ kernels 1, intermediates 0, descriptors 0
// plan: components descriptors 0
// plan: deep kernels 1, intermediates 0, descriptors 2

pub fn avoided(rows: &[[i32]], xs: &[i32]) -> [i32] { rows.map(|row| { let doubled = xs.map(|x| 2 * x); let total = doubled.sum(); row.sum() + total }) }
pub fn regular(xs: &[i32; n], ys: &[i32; k]) -> [[i32; k]; n] { xs.map(|x| { let scaled = ys.map(|y| x * y); scaled.rev() }) }
pub fn ragged(xs: &[usize]) -> [[usize]] { xs.map(|x| { let below = 0..x; below.map(|i| i * x) }) }
pub fn apart(xs: &[usize; n], ys: &[usize; k]) -> [usize; n] { xs.map(|x| { let row = ys.map(|y| x + y); let part = row.filter(|y| y > 3); row.sum() + part.len() }) }
pub fn slices_of_one_length(m: &[[i32; k]; n], a: usize) -> [[i32; _]; n] { m.map(|row| { let part = row[a..]; part.rev() }) }
pub fn slices_of_own_lengths(m: &[[i32; k]; n]) -> [[i32]; n] { m.enumerate().map(|(i, row)| { let part = row[i.min(k)..]; part.rev() }) }
pub fn outside_of_lanes(rows: &[[i32]]) -> [i32] { let longer = rows.map(|row| concat(row, [1])); let table = rows.map(|row| [row.len(), 7]); zip(longer, table).map(|(row, t)| row.sum() * t[0] as i32) }
pub fn loop_keeps_length(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| { let mut a = row.clone(); for _ in 0..3 { a = a.scan(0, |x, y| x + y); } a }) }
pub fn branches_agree(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| { let one = if row.sum() > 3 { row.rev() } else { row.sort() }; one[0] }) }
pub fn branches_differ(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| { let one = if row.sum() > 3 { row } else { row[1..] }; one.sum() }) }
pub fn components(xs: &[usize; n], ys: &[usize; k]) -> [usize; n] { xs.map(|x| { let both = (ys, 0..x); both.0.sum() + both.1.len() }) }
pub fn deep(xs: &[[[i32]]]) -> [[i32]] { xs.map(|rows| { let count = rows.len() as i32; rows.map(|row| { let moved = row.map(|x| x + count); moved.sum() }) }) }

pub fn one_of_two_lengths(xs: &[i32; n], m: usize, p: bool) -> [[i32; _]; n] { xs.map(|x| if p { [x; m] } else { [x; 2] }) }

pub fn same_filter_in_each_lane(n: usize, p: &[i32]) -> [[i32]] {
    let rows: [[i32]] = [1.0f32; 3].map(|x| p.filter(|x| x > 1));
    rows.map(|row| row)
}

pub fn rows_written_over_equal_ones(m: [[i32; k]; n], rows: &[[i32]], at: &[usize]) -> [[i32; k]; n] { m.scatter(at, rows) }

pub fn nearest_rows(m: &[[u32; n]; n]) -> [[u32; n]; n] { m.map(|row| (row, true)).stencil(Constant(([7u32; n], true)), |at| at(1)).unzip().0 }
pub fn loop_changes_length(m: &[[i32; k]; n]) -> [usize; n] {
    m.map(|row| { let mut a = row.map(|x| x); for _ in 0..2 { a = a.filter(|x| x > 1).map(|x| x - 1); } a.len() })
}
/// Rows of one length that others take the place of.
pub fn rows_become_longer(m: &[[i64; k]; n]) -> i64 {
    let mut rows = [[0; 0]; n];
    for i in 0..n { rows[i] = m[i].filter(|x| x > 0); }
    rows.map(|row| row.sum()).sum()
}
pub fn rows_nobody_reads(xs: &[usize; n]) -> usize {
    let mut planes = [[[1; 2]; 0]; n];
    for k in 0..2 { if n > 0 { planes[1 % n] = [xs]; } }
    xs.sum()
}
pub fn rows_shorter_after_a_turn(xs: &[f64; n], turns: usize) -> [f64] {
    xs.flat_map(|x| { let mut row = [1.0; 3]; for _ in 0..turns { row = [x, 7.0]; } row })
}
pub fn parts_without_names(xs: &[i64; n]) -> i64 { (0..n).flat_map(|i| [1i64; n].partition(|x| x == xs[i]).0).max() }
fn count_of_parts(xs: &[usize]) -> usize {
    let below = xs.filter(|x| x > 0);
    let depth = below.len();
    if depth < 2 { depth } else { let halves = [below[..depth / 2], below[depth / 2..]]; halves.map(|half| count_of_parts(half)).sum() }
}
/// A row that a recursive function makes in lanes differs from lane to lane.
pub fn halves_of_lanes(xs: &[usize]) -> [usize] { xs.map(|x| count_of_parts((0..x))) }
fn row_after(xs: &[usize; n], y: usize, second: bool) -> usize { let mut row = xs.sort(); if second { row = xs.filter(|x| x < y); } row.len() }
/// A function whose second call makes rows of one length only.
pub fn replaced_in_two_ways(xs: &[usize; n]) -> [usize; n] { xs.map(|x| if x > 0 { row_after(xs, x, true) } else { row_after([1, 2, 3, 4], x, false) }) }
const CHOICES: [bool; 2] = [true; 2];
pub fn branches_without_names(n: usize) -> i32 { [7; n].flat_map(|x| if CHOICES[1] { [1; n] } else { [x; 1] }).last() }
