// `scan` and `scan_exclusive` inside rows that agree and rows that differ.
// gives: rows(running(&[[1, 2, 3], [4, 5, 6]])) == [[1, 3, 6], [4, 9, 15]]
// gives: rows(before(&[[1, 2, 3], [4, 5, 6]])) == [[1, 1, 2], [1, 4, 20]]
// gives: rows(columns(&[[1, 2], [3, 4], [5, 6]])) == [[1, 2], [4, 6], [9, 12]]
// gives: running_rows(&[vec![1, 2, 3], vec![], vec![4]]) == [vec![1, 3, 6], vec![], vec![4]]
// gives: running_rows(&[vec![], vec![]]) == [vec![], vec![]]
// gives: flattened_after(&[1, 1, 0]) == [vec![1, 1, 0], vec![1, 1, 0], vec![1, 1, 0]] && split_after(&[3, 4]) == [vec![3, 3], vec![7, 7]]
// gives: before_rows(&[vec![7, 2, 9], vec![], vec![4]]) == [vec![5, 7, 7], vec![], vec![5]]
// gives: start_of_lane(&[vec![1, 2], vec![], vec![3]], &[10, 20, 30]) == [vec![11, 13], vec![], vec![33]]
// gives: composed(&[vec![(2, 1), (3, -1)], vec![], vec![(1, 5)]]) == [vec![(2, 1), (6, 2)], vec![], vec![(1, 5)]]
// gives: scanned_twice(&[vec![1, 2, 3], vec![], vec![4]]) == [vec![1, 4, 10], vec![], vec![4]]
// gives: mapped_around(&[vec![1, 2, 3], vec![], vec![4]]) == [vec![4, 10, 18], vec![], vec![10]]
// gives: highest(&[vec![1, -3, 5, -1], vec![], vec![-4]]) == [3, 0, 0]
// gives: in_three_levels(&[vec![vec![1, 2], vec![3]], vec![], vec![vec![]], vec![vec![4]]]) ==
//     [vec![vec![3, 5], vec![5]], vec![], vec![vec![]], vec![vec![5]]]
// gives: triples(&[vec![[1, 2, 3], [4, 5, 6]], vec![], vec![[7, 8, 9]]]) == [vec![[1, 2, 3], [5, 7, 9]], vec![], vec![[7, 8, 9]]]
// gives: scans_of_totals(&[vec![1, 2, 3], vec![], vec![4]]) == [6, 6, 10] && offsets(&[vec![1, 2, 3], vec![], vec![4]]) == [0, 3, 3]
// gives: numbered_runs(&[vec![true, false, true], vec![], vec![false]]) == [vec![1, 1, 2], vec![], vec![0]]
// gives: of_filtered(&[vec![1, 2, 3], vec![], vec![0], vec![5, 1, 6]]) == [vec![2, 5], vec![], vec![], vec![5, 11]]
// gives: of_ranges(&[4, 0, 1]) == [vec![0, 1, 3, 6], vec![], vec![0]]
// gives: filter_of_scan(&[vec![1, 1, 1, 1], vec![], vec![3], vec![2]]) == [vec![2, 4], vec![], vec![], vec![2]]
// gives: continued(&[vec![1, 2, 3], vec![], vec![4, 5]]) == [vec![1, 3, 6], vec![], vec![10, 15]]
// plan: running kernels 1, intermediates 0, descriptors 0
// plan: before kernels 1, intermediates 0, descriptors 0
// plan: columns kernels 1, intermediates 0, descriptors 0
// plan: running_rows kernels 1, intermediates 0, descriptors 1
// plan: before_rows kernels 1, intermediates 0, descriptors 1
// plan: start_of_lane kernels 1, intermediates 0, descriptors 1
// plan: composed kernels 1, intermediates 0, descriptors 1
// plan: scanned_twice kernels 1, intermediates 0, descriptors 1
// plan: mapped_around kernels 1, intermediates 0, descriptors 1
// plan: highest kernels 1, intermediates 0, descriptors 1
// plan: in_three_levels descriptors 4
// plan: scans_of_totals kernels 1, intermediates 0, descriptors 1
// plan: offsets kernels 1, intermediates 0, descriptors 1
// plan: of_ranges kernels 2, intermediates 0, descriptors 1
// gives: joined(&[vec![1, 2], vec![], vec![3]]) == [vec![-1, 1, 2], vec![-1, 1, 2], vec![-1, 1, 2, 3]] && joined(&Vec::<Vec<i32>>::new()).len() == 0
// gives: joined_before(&[vec![1, 2], vec![], vec![3]]) == [vec![-1], vec![-1, 1, 2], vec![-1, 1, 2]]
// gives: longest_so_far(&[vec![], vec![4, 5], vec![6], vec![7, 8]]) == [vec![], vec![4, 5], vec![4, 5], vec![4, 5]]
// gives: rows_of_matrix_joined(&[[1, 2], [3, 4]]) == [vec![1, 2], vec![1, 2, 3, 4]]
// gives: joined_in_planes(&[vec![vec![2], vec![3]], vec![], vec![vec![]]]) == [vec![vec![1, 2], vec![1, 2, 3]], vec![], vec![vec![1]]]
// gives: matrix_joined(&[[1, 2], [3, 4]]) == [1, 2, 3, 4] && matrix_joined(&Vec::<[i32; 2]>::new()) == []
// gives: longer_of_matrix(&[[1, 2], [3, 4]]) == [5, 1, 2]
// gives: of_one_width(&[vec![1], vec![], vec![1, 2]], 3) == [3, 3, 3] && of_one_width(&[vec![1]], 0) == [0]
// gives: pairs_before(&[[vec![1, 2], vec![3]], [vec![5, 5], vec![5]]]) == vec![vec![vec![1, 1], vec![7]], vec![vec![2, 3], vec![10]]]
// fails: try_pairs_before(&[[vec![1, 2], vec![3]], [vec![5, 5], vec![]], [vec![5, 5], vec![]]]) Size
// gives: first_pairs(3, 1) == vec![vec![vec![4, 4], vec![2]]; 3] && first_pairs(0, 1).is_empty()
// gives: least_of_columns(&[1.0, 5.0, 3.0]).as_slice() == [2.0, 2.0, 1.0] && least_of_columns(&[0.5; 40])[39] == 0.5
// fails: try_rows_of_another_length(&[1], 2) Size
// gives: rows(rows_of_another_length(&[0, 2, 0, 3], 2)) == [[true; 4], [false; 4], [false; 4], [true; 4]]

pub fn running(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| row.scan(0, |a, b| a + b)) }
pub fn before(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| row.scan_exclusive(1, |a, b| a * b)) }
pub fn columns(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.scan([0; k], |a, b| zip(a, b).map(|(x, y)| x + y)) }
pub fn running_rows(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.scan(0, |a, b| a + b)) }
pub fn before_rows(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.scan_exclusive(5, |a, b| a.max(b))) }
pub fn start_of_lane(rows: &[[i32]; n], starts: &[i32; n]) -> [[i32]; n] { zip(rows, starts).map(|(row, s)| row.scan(s, |a, b| a + b)) }
/// Affine maps, composed: the order matters.
pub fn composed(rows: &[[(i64, i64)]]) -> [[(i64, i64)]] { rows.map(|row| row.scan((1, 0), |(a, b), (c, d)| (a * c, b * c + d))) }
pub fn scanned_twice(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.scan(0, |a, b| a + b).scan(0, |a, b| a + b)) }
pub fn mapped_around(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.map(|x| x + 1).scan(0, |a, b| a + b).map(|x| x * 2)) }
pub fn highest(rows: &[[i32]]) -> [i32] { rows.map(|row| row.scan(0, |a, b| a + b).reduce(0, |a, b| a.max(b))) }
pub fn in_three_levels(xs: &[[[i32]]]) -> [[[i32]]] { xs.map(|rows| rows.map(|row| row.scan(rows.len() as i32, |a, b| a + b))) }
pub fn triples(cells: &[[[i32; 3]]]) -> [[[i32; 3]]] { cells.map(|row| row.scan([0; 3], |a, b| zip(a, b).map(|(x, y)| x + y))) }
pub fn scans_of_totals(rows: &[[i32]]) -> [i32] { rows.map(|row| row.sum()).scan(0, |a, b| a + b) }
pub fn offsets(rows: &[[i32]]) -> [usize] { rows.lengths().scan_exclusive(0, |a, b| a + b) }
pub fn numbered_runs(rows: &[[bool]]) -> [[usize]] { rows.map(|row| row.map(|b| b as usize).scan(0, |a, b| a + b)) }
pub fn of_filtered(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.filter(|x| x > 1).scan(0, |a, b| a + b)) }
pub fn of_ranges(xs: &[usize]) -> [[usize]] { xs.map(|x| (0..x).scan(0, |a, b| a + b)) }
pub fn filter_of_scan(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.scan(0, |a, b| a + b).filter(|x| x % 2 == 0)) }

/// Each total goes on where the row before ended.
pub fn continued(rows: &[[i32]; n]) -> [[i32]; n] {
    let starts = rows.map(|row| row.sum()).scan_exclusive(0, |a, b| a + b);
    zip(rows, starts).map(|(row, s)| row.scan(s, |a, b| a + b))
}

pub fn joined(rows: &[[i32]]) -> [[i32]] { rows.scan([-1], |a, b| concat(a, b)) }
pub fn joined_before(rows: &[[i32]]) -> [[i32]] { rows.scan_exclusive([-1], |a, b| concat(a, b)) }
pub fn longest_so_far(rows: &[[i32]]) -> [[i32]] { rows.scan([], |a, b| if a.len() < b.len() { b } else { a }) }
pub fn rows_of_matrix_joined(m: &[[i32; k]; n]) -> [[i32]] { m.scan([], |a, b| concat(a, b)) }
pub fn joined_in_planes(planes: &[[[i32]]]) -> [[[i32]]] { planes.map(|rows| rows.scan([1], |a, b| concat(a, b))) }
pub fn matrix_joined(m: &[[i32; k]; n]) -> [i32] { m.reduce([], |a, b| concat(a, b)) }
pub fn longer_of_matrix(m: &[[i32; k]; n]) -> [i32] { m.reduce([5], |a, b| if a.len() < b.len() { concat([5], b) } else { a }) }
// Rows of rows are put together behind a scan.
pub fn flattened_after(xs: &[i64]) -> [[i64]] { xs.scan(0, |p, q| p + q).map(|g| [xs[..g], xs[g..]].flatten()) }
pub fn split_after(xs: &[i64]) -> [[i64]] { xs.scan(0, |p, q| p + q).map(|g| [g, g].split_by([1, 1]).flatten()) }
/// Lanes check rows whose length they compute, also if a lane's rows run on all cores.
pub fn of_one_width(rows: &[[u8]], n: usize) -> [usize] {
    rows.map(|row| [[1; 1]; n].scan([1; 1 + row.len()][row.len()..], |a, b| zip(a, b).map(|(p, q)| p & q)).len())
}
/// The combined values have rows of different lengths inside; so has the start value alone.
pub fn pairs_before(pairs: &[[[u8]; 2]; k]) -> [[[u8]]] {
    pairs.scan_exclusive([[1; 2], [7; 1]], |a, b| zip(a, b).map(|(p, q)| zip(p, q).map(|(x, y)| x + y)))
}
pub fn first_pairs(k: usize, n: usize) -> [[[u8]]] { [[[1; n]; 2]; k].scan([[4; 2], [2; 1]], |a, b| a) }
/// A running combination that is the same in all lanes of a loop whose results are not.
pub fn least_of_columns(xs: &[f32; n]) -> [f32] {
    [[3.5f32; n]; n].scan([2.0f32; n], |a, b| zip(a, b).map(|(p, q)| p.min(q)))
        .reduce(xs.stencil(Constant(7.0), |at| at(-2)), |a, b| zip(a, b).map(|(p, q)| p.min(q)))
}
/// Rows are looked at once it is known that they have the length of the first state.
pub fn rows_of_another_length(xs: &[i32; n], k: usize) -> [[bool; n]; n] {
    let given = xs.enumerate().map(|(i, x)| {
        let mut state = (x > 1, [i; n]);
        let mut turn = 0usize;
        while turn < 1 { state = state.clone(); turn += 1; }
        state
    });
    let running = given.scan((k > 1, [k; 4]), |a, b| (a.0 ^ b.0, zip(a.1, b.1).map(|(p, q)| p * q)));
    zip(given, running).map(|(one, (c, row))| [c; n])
}
