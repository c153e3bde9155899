// `if` and `match` in lanes: conditions that are the same for all lanes, conditions that differ, arms
// whose rows agree in length and arms whose rows do not.
// gives: chosen_from_filter(true, 3) == 2 && chosen_from_filter(false, 1) == 2
// gives: rows(same_for_all(&[[1, 2], [3, 4]], true)) == [[2, 4], [6, 8]]
// gives: rows(same_for_all(&[[1, 2], [3, 4]], false)) == [[1, 2], [3, 4]] && rows(rows_that_agree(&[[1, 2], [3, 4]])) == [[1, 3], [4, 3]]
// gives: rows(arms_of_match(&[[2, 1, 0], [3, 1, 5], [5, 4, 3]])) == [[2, 1, 0], [1, 3, 5], [3, 3, 3]]
// gives: reduced_in_arms(&[[1, 5], [3, 4]]) == [5, 25]
// gives: outside_of_lanes(&[vec![1, 2], vec![], vec![3]], true) == [vec![2, 1], vec![], vec![3]]
// gives: outside_of_lanes(&[vec![1, 2], vec![], vec![3]], false) == [vec![2], vec![], vec![3]]
// gives: whole_rows(&[vec![1, 2], vec![], vec![3]]) == [vec![1, 2], vec![0, 0, 0], vec![0, 0, 0]]
// gives: of_two_lengths(&[vec![1, 2], vec![], vec![1, 1], vec![5]]) == [vec![2], vec![], vec![1, 1, 1, 1], vec![5]]
// gives: rows_of_matrix(&[[1, 2, 0], [3, 4, 5]]) == [vec![1, 2, 0], vec![4, 5]]
// gives: only_taken_arms_run(&[vec![0, 1, 2], vec![3], vec![], vec![0, 0, 7, 8]]) == [2, 3, -1, 7]
// fails: try_only_taken_arms_run(&[vec![1], vec![0]]) DivisionByZero
// gives: taken_arms_with_rows(&[vec![1, 2], vec![], vec![0, 3], vec![4]]) == [vec![12, 6], vec![], vec![], vec![3]]
// gives: short_circuits(&[vec![1, 3], vec![5], vec![], vec![4, 1]]) == [true, false, true, false]
// gives: matched_length(&[vec![1, 2, 1], vec![], vec![5], vec![1, 2]]) == [vec![2], vec![7, 7], vec![5], vec![-1, -2]]
// gives: matched_pairs(&[vec![(0, true), (3, true), (3, false)], vec![], vec![(1, true)]]) == [vec![100, 3, -3], vec![], vec![0]]
// gives: nested_conditions(&[vec![vec![1, 2], vec![3]], vec![], vec![vec![]], vec![vec![4, 5]]]) ==
//     [vec![vec![1, 2], vec![2]], vec![], vec![vec![]], vec![vec![5, 4]]]
// gives: tuples_from_arms(&[vec![4, 2], vec![], vec![3]]).to_vec() == [(-1, 1), (0, 0), (-2, 1)]
// gives: rows_from_outside(&[true, false, true], &[1, 2, 3], &[4]) == [vec![1, 2, 3], vec![4], vec![1, 2, 3]]
// gives: lanes_from_outside(&[true, false], &[vec![1, 2], vec![], vec![3]], &[[4, 5], [6, 7]]) == [6, 12]
// gives: guarded(&[vec![4.0, 9.0], vec![], vec![0.25]]) == [5.0, 0.0, 0.5]
// fails: try_guarded(&[vec![1.0], vec![], vec![4.0, -1.0]]) Assertion
// gives: empty_or_range(&[2, 3, 0, 4]) == [vec![0, 1], vec![], vec![], vec![0, 1, 2, 3]]
// gives: choice_of_argument(&[vec![1, 2], vec![], vec![3]], &[8, 9]) == [vec![1, 1, 2], vec![8, 9], vec![3, 3]]
// plan: same_for_all kernels 1, intermediates 0, descriptors 0
// plan: rows_that_agree kernels 1, intermediates 0, descriptors 0
// plan: arms_of_match kernels 1, intermediates 0, descriptors 0
// plan: reduced_in_arms kernels 1, intermediates 0, descriptors 0
// plan: whole_rows kernels 1, intermediates 0, descriptors 2
// plan: rows_of_matrix kernels 1, intermediates 0, descriptors 1
// plan: only_taken_arms_run kernels 1, intermediates 0, descriptors 1
// plan: short_circuits kernels 1, intermediates 0, descriptors 1
// plan: matched_pairs kernels 1, intermediates 0, descriptors 1
// plan: tuples_from_arms kernels 1, intermediates 0, descriptors 1
// plan: rows_from_outside kernels 1, intermediates 0, descriptors 1
// plan: guarded kernels 1, intermediates 0, descriptors 1

pub fn same_for_all(m: &[[i32; k]; n], twice: bool) -> [[i32; k]; n] { m.map(|row| if twice { row.map(|x| 2 * x) } else { row }) }
pub fn rows_that_agree(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| if row.sum() > 4 { row.rev() } else { row.scan(0, |a, b| a + b) }) }
pub fn arms_of_match(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| match row.count(|x| x > 2) { 0 => row, 1 | 2 => row.sort(), c => [c as i32; k] }) }
pub fn reduced_in_arms(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| if row[0] > 1 { row.map(|x| x * x).sum() } else { row.max() }) }
pub fn outside_of_lanes(rows: &[[i32]], back: bool) -> [[i32]] { if back { rows.map(|row| row.rev()) } else { rows.map(|row| row.filter(|x| x > 1)) } }
pub fn whole_rows(rows: &[[i32]]) -> [[i32]] { rows.map(|row| if row.len() > 1 { row } else { [0, 0, 0] }) }
pub fn of_two_lengths(rows: &[[i32]]) -> [[i32]] { rows.map(|row| if row.sum() > 2 { row.filter(|x| x > 1) } else { concat(row, row) }) }
pub fn rows_of_matrix(m: &[[i32; k]; n]) -> [[i32]; n] { m.map(|row| if row.sum() > 4 { row[1..] } else { row }) }
pub fn only_taken_arms_run(rows: &[[i32]]) -> [i32] { rows.map(|row| if row.len() > 2 { row[2] } else if row.len() > 0 { 10 / row[0] } else { -1 }) }
pub fn taken_arms_with_rows(rows: &[[i32]]) -> [[i32]] { rows.map(|row| if row.any(|x| x == 0) { row[..0] } else { row.map(|x| 12 / x) }) }
pub fn short_circuits(rows: &[[i32]]) -> [bool] { rows.map(|row| row.len() > 1 && row[1] > 2 || row.is_empty()) }
pub fn matched_length(rows: &[[i32]]) -> [[i32]] {
    rows.map(|row| match row.len() {
        0 => [7, 7],
        1 => row,
        n if row[0] == row[n - 1] => row[1..n - 1],
        _ => row.map(|x| -x),
    })
}
pub fn matched_pairs(rows: &[[(i32, bool)]]) -> [[i32]] { rows.map(|row| row.map(|p| match p { (0, _) => 100, (x, true) if x > 2 => x, (x, false) => -x, _ => 0 })) }
pub fn nested_conditions(xs: &[[[i32]]]) -> [[[i32]]] {
    xs.map(|rows| if rows.len() > 1 { rows.map(|row| if row.len() > 1 { row } else { [rows.len() as i32] }) } else { rows.map(|row| row.rev()) })
}
pub fn tuples_from_arms(rows: &[[i32]]) -> [(i32, usize)] { rows.map(|row| { let (a, b) = if row.len() > 1 { (row.min(), 1) } else { (row.sum(), row.len()) }; (b as i32 - a, b) }) }
pub fn rows_from_outside(flags: &[bool], a: &[i32], b: &[i32]) -> [[i32]] { flags.map(|flag| if flag { a } else { b }) }
pub fn lanes_from_outside(flags: &[bool], rows: &[[i32]], m: &[[i32; k]; n]) -> [i32] { flags.map(|flag| if flag { rows.map(|r| r.sum()).sum() } else { m.map(|r| r.max()).sum() }) }
pub fn guarded(rows: &[[f64]]) -> [f64] { rows.map(|row| { assert!(row.all(|x| x >= 0.0), "no negative numbers"); row.map(|x| x.sqrt()).sum() }) }
pub fn empty_or_range(xs: &[i32]) -> [[i32]] { xs.map(|x| if x % 2 == 0 { 0..x } else { [x; 0] }) }
pub fn choice_of_argument(rows: &[[i32]], ys: &[i32]) -> [[i32]] { rows.map(|row| concat(if row.is_empty() { ys } else { row[..1] }, row)) }
// A filter stays in front of the `if` that uses it if its length is in the types of the statements behind.
pub fn chosen_from_filter(kept: bool, n: usize) -> usize {
    let v = [1; n].filter(|x| x > 0);
    let rows = if kept { [v; 2] } else { [[1]; 2] };
    rows.scan_exclusive(v, |a, b| zip(a, b).map(|(x, y)| x + y)).len()
}
