// `update`, `scatter`, `scatter_with` and assignments to `let mut` arrays, in rows and of rows.
// gives: rows(updated(&[[1, 2], [3, 4]], 1)) == [[1, 3], [3, 7]]
// fails: try_updated(&[[1, 2]], 2) IndexOutOfBounds
// gives: rows(scattered(&[[1, 2, 3], [4, 5, 6]], &[1, 2, 0])) == [[3, 1, 2], [6, 4, 5]]
// gives: rows(histograms(&[[1, 2, 1], [3, 3, 3]])) == [[0, 2, 1, 0], [0, 0, 0, 3]]
// fails: try_histograms(&[[1], [4]]) IndexOutOfBounds
// gives: rows(assigned(&[[1, 2, 3], [4, 5, 6]])) == [[1, 3, 6], [4, 9, 15]]
// gives: updated_rows(&[vec![1, 2], vec![], vec![3]]) == [vec![1, 0], vec![], vec![0]]
// gives: updated_at(&[vec![1, 2], vec![3]], &[1, 0]) == [vec![1, 9], vec![9]]
// fails: try_updated_at(&[vec![1, 2], vec![]], &[1, 0]) IndexOutOfBounds
// gives: row_replaced(&[vec![1, 2], vec![], vec![3]], 1, &[7, 8, 9]) == [vec![1, 2], vec![7, 8, 9], vec![3]]
// gives: row_replaced(&[vec![1, 2], vec![3]], 0, &[]) == [vec![], vec![3]]
// fails: try_row_replaced(&[vec![1]], 1, &[2]) IndexOutOfBounds
// gives: row_replaced_inside(&[vec![vec![1], vec![2, 3]], vec![], vec![vec![4]]], &[7, 8, 9]) ==
//     [vec![vec![1], vec![7, 8, 9]], vec![], vec![vec![4]]]
// gives: inverted(&[vec![2, 0, 1], vec![], vec![0], vec![1, 0]]) == [vec![1, 2, 0], vec![], vec![0], vec![1, 0]]
// fails: try_inverted(&[vec![0], vec![1]]) IndexOutOfBounds
// gives: spread(&[vec![1, 2], vec![], vec![3]]) == [vec![1, 0, 2, 0], vec![], vec![3, 0]]
// gives: some_dropped(&[vec![1, 2, 3], vec![], vec![0, 4]]) == [vec![0, 2, 3], vec![], vec![0, 4]]
// gives: own_bins(&[vec![1, 0, 1], vec![], vec![2]], &[2, 1, 4]) == [vec![1, 2], vec![0], vec![0, 0, 1, 0]]
// fails: try_own_bins(&[vec![1, 0], vec![2]], &[2, 2]) IndexOutOfBounds
// gives: bins_consumed(&[vec![1, 9, 2], vec![], vec![3]]) == [2, 0, 1]
// gives: rows(largest_by_key(&[vec![(0, 5), (3, 7), (2, 1)], vec![]])) == [[7, -1, 1], [-1, -1, -1]]
// gives: one_histogram(&[vec![1, 5, 2], vec![], vec![3]]) == [0, 2, 1, 1]
// gives: rows_scattered(&[vec![1, 2], vec![], vec![3]], &[2, 0, 1]) == [vec![], vec![3], vec![1, 2]]
// plan: rows_scattered kernels 5, intermediates 3
// gives: deep_scattered(&[vec![vec![1]], vec![]], &[1, -1, 0], &[vec![vec![2], vec![3, 4]], vec![], vec![vec![]]]) == [vec![vec![]], vec![vec![2], vec![3, 4]]]
// gives: deep_scattered(&[vec![vec![1]]], &[0; 0], &Vec::<Vec<Vec<i32>>>::new()) == [vec![vec![1]]]
// fails: try_deep_scattered(&[vec![vec![1]]], &[1], &[vec![vec![2]]]) IndexOutOfBounds
// gives: scattered_and_summed(&[vec![1, 2], vec![], vec![3]], &[2, 0]) == [3, 0, 0]
// plan: scattered_and_summed kernels 4, intermediates 3
// gives: scattered_in_loop(&[vec![1], vec![2, 3]], &[1, 0], 3) == [vec![2, 3], vec![1]]
// gives: deep_scattered_in_loop(&[vec![vec![1]], vec![vec![2, 3], vec![]]], &[1, 0], 1) == [vec![vec![2, 3], vec![]], vec![vec![1]]]
// gives: scattered_in_lanes(&[vec![vec![1], vec![2, 3]], vec![]], &[1, 0]) == [vec![vec![2, 3], vec![1]], vec![]]
// fails: try_rows_scattered(&[vec![1], vec![2]], &[0, 2]) IndexOutOfBounds
// gives: running_in_place(&[vec![1, 2, 3], vec![], vec![4]]) == [vec![1, 3, 6], vec![], vec![4]]
// gives: ends_swapped(&[vec![1, 2, 3], vec![], vec![4], vec![5, 6]]) == [vec![3, 2, 1], vec![], vec![4], vec![6, 5]]
// gives: sieves(&[6, 0, 3, 10]) ==
//     [vec![false, false, true, true, false, true], vec![], vec![false, false, true], vec![false, false, true, true, false, true, false, true,
//     false, false]]
// gives: row_assigned(&[vec![1, 2], vec![], vec![3]]) == [vec![3], vec![], vec![3]]
// gives: row_assigned(&[vec![1], vec![2, 3, 4]]) == [vec![2, 3, 4], vec![2, 3, 4]]
// gives: rows_swapped(&[vec![1, 2], vec![], vec![3]], 0, 1) == [vec![], vec![1, 2], vec![3]]
// fails: try_rows_swapped(&[vec![1]], 0, 1) IndexOutOfBounds
// gives: element_assigned(vec![vec![1, 2], vec![]]) == [vec![9, 2], vec![]]
// fails: try_element_assigned(vec![vec![], vec![1]]) IndexOutOfBounds
// gives: all_elements(vec![vec![1, 2], vec![], vec![3, 3, 3]]) == [vec![1, 3], vec![], vec![3, 4, 5]]
// gives: some_elements(&[vec![1, 2], vec![], vec![3, 3, 3]]).0 == [vec![1, 0], vec![], vec![3, 0, 3]]
// gives: some_elements(&[vec![1, 2], vec![], vec![3, 3, 3]]).1 == [vec![1, 2], vec![], vec![3, 3, 3]]
// gives: three_deep(vec![vec![vec![1, 1], vec![]], vec![], vec![vec![2]]]) == [vec![vec![1, 11], vec![]], vec![], vec![vec![2]]]
// gives: fields_of_elements(vec![vec![(1, true), (2, false)], vec![]]) == [vec![(3, true), (-3, false)], vec![]]
// gives: rows_of_equal_length(vec![vec![[1, 2]], vec![]]) == [vec![[2, 5]], vec![]]
// gives: ends_exchanged(vec![vec![1, 2, 3], vec![4], vec![]]) == [vec![3, 2, 1], vec![4], vec![]]
// plan: element_assigned kernels 0, intermediates 0, descriptors 1
// plan: all_elements kernels 0, intermediates 0, descriptors 1
// plan: some_elements kernels 0, intermediates 0, descriptors 1
// plan: ends_exchanged kernels 0, intermediates 0, descriptors 1
// plan: updated kernels 1, intermediates 0, descriptors 0
// plan: scattered kernels 1, intermediates 0, descriptors 0
// plan: histograms descriptors 0
// plan: assigned kernels 1, intermediates 0, descriptors 0
// plan: updated_rows kernels 1, intermediates 0, descriptors 1
// plan: updated_at kernels 1, intermediates 0, descriptors 1
// plan: row_replaced kernels 1, intermediates 0, descriptors 2
// plan: inverted kernels 1, intermediates 0, descriptors 1
// plan: some_dropped kernels 1, intermediates 0, descriptors 1
// plan: spread kernels 2, intermediates 0, descriptors 2
// plan: own_bins kernels 2, intermediates 0, descriptors 2
// plan: bins_consumed kernels 1, intermediates 1, descriptors 1
// plan: largest_by_key kernels 1, intermediates 1, descriptors 1
// plan: running_in_place kernels 1, intermediates 0, descriptors 1
// plan: ends_swapped kernels 1, intermediates 0, descriptors 1
// fused: inverted.1 map, fill, scatter
// fused: own_bins.2 map, fill, scatter_with
// fused: bins_consumed.1 map, map, scatter_with

pub fn updated(m: &[[i32; k]; n], i: usize) -> [[i32; k]; n] { m.map(|row| row.clone().update(i, row.sum())) }
pub fn scattered(m: &[[i32; k]; n], is: &[usize; k]) -> [[i32; k]; n] { m.map(|row| [0; k].scatter(is, row)) }
pub fn histograms(m: &[[usize; k]; n]) -> [[u32; 4]; n] { m.map(|row| [0; 4].scatter_with(|a, b| a + b, row, row.map(|_| 1))) }
pub fn assigned(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| { let mut a = row.clone(); for j in 1..k { a[j] += a[j - 1]; } a }) }
pub fn updated_rows(rows: &[[i32]]) -> [[i32]] { rows.map(|row| if row.is_empty() { row } else { row.clone().update(row.len() - 1, 0) }) }
pub fn updated_at(rows: &[[i32]; n], is: &[usize; n]) -> [[i32]; n] { zip(rows, is).map(|(row, i)| row.clone().update(i, 9)) }
/// The new row has a length of its own.
pub fn row_replaced(rows: &[[i32]], i: usize, row: &[i32]) -> [[i32]] { rows.clone().update(i, row) }
pub fn row_replaced_inside(xs: &[[[i32]]], row: &[i32]) -> [[[i32]]] { xs.map(|rows| if rows.len() > 1 { rows.clone().update(1, row) } else { rows }) }
pub fn inverted(ps: &[[usize]]) -> [[usize]] { ps.map(|p| [0; p.len()].scatter(p, 0..p.len())) }
pub fn spread(rows: &[[i32]]) -> [[i32]] { rows.map(|row| [0; 2 * row.len()].scatter((0..row.len()).map(|i| 2 * i), row)) }
pub fn some_dropped(rows: &[[i32]]) -> [[i32]] { rows.map(|row| [0; row.len()].scatter(row.enumerate().map(|(i, x)| if x > 1 { i } else { SKIP }), row)) }
pub fn own_bins(rows: &[[usize]; n], bins: &[usize; n]) -> [[u32]; n] { zip(rows, bins).map(|(row, b)| [0; b].scatter_with(|x, y| x + y, row, row.map(|_| 1))) }
pub fn bins_consumed(rows: &[[usize]]) -> [u32] { rows.map(|row| [0; 8].scatter_with(|x, y| x + y, row.map(|x| x % 8), row.map(|_| 1)).max()) }
pub fn largest_by_key(rows: &[[(usize, i32)]]) -> [[i32; 3]] { rows.map(|row| { let (keys, values) = row.unzip(); [-1; 3].scatter_with(|a, b| a.max(b), keys.map(|k| k % 3), values) }) }
/// One histogram of all rows.
pub fn one_histogram(rows: &[[usize]]) -> [u32; 4] { let all = rows.flatten(); [0; 4].scatter_with(|a, b| a + b, all.map(|x| x % 4), all.map(|_| 1)) }
pub fn deep_scattered(xs: &[[[i32]]; n], is: &[i32; k], rows: &[[[i32]]; k]) -> [[[i32]]; n] {
    xs.clone().scatter(is.map(|i| if i < 0 { SKIP } else { i }), rows)
}
pub fn scattered_and_summed(rows: &[[i32]; n], is: &[usize; k]) -> [i32; n] {
    rows.clone().scatter(is, rows[..k].rev()).map(|row| row.sum())
}
pub fn scattered_in_loop(rows: &[[i32]; n], is: &[usize; n], k: usize) -> [[i32]; n] {
    let mut v = rows.clone();
    for _ in 0..k { let before = v.clone(); v = v.scatter(is, before); }
    v
}
pub fn deep_scattered_in_loop(rows: &[[[i32]]; n], is: &[usize; n], k: usize) -> [[[i32]]; n] {
    let mut v = rows.clone();
    for _ in 0..k { let before = v.clone(); v = v.scatter(is, before); }
    v
}
pub fn scattered_in_lanes(planes: &[[[i32]]], is: &[usize]) -> [[[i32]]] {
    planes.map(|rows| { let places = is[..rows.len()]; rows.clone().scatter(places, rows) })
}
/// Rows as the values of a scatter.
pub fn rows_scattered(rows: &[[i32]; n], is: &[usize; n]) -> [[i32]; n] { rows.clone().scatter(is, rows) }
pub fn running_in_place(rows: &[[i32]]) -> [[i32]] { rows.map(|row| { let mut a = row.clone(); for j in 1..a.len() { a[j] += a[j - 1]; } a }) }
pub fn ends_swapped(rows: &[[i32]]) -> [[i32]] { rows.map(|row| { let mut a = row.clone(); if row.len() > 1 { a.swap(0, row.len() - 1); } a }) }
pub fn sieves(ns: &[usize]) -> [[bool]] {
    ns.map(|n| {
        let mut prime = (0..n).map(|i| i > 1);
        for i in 2..n { if prime[i] { let mut j = i * i; while j < n { prime[j] = false; j += i; } } }
        prime
    })
}
pub fn row_assigned(rows: &[[i32]]) -> [[i32]] { let mut a = rows.clone(); let last = a.len() - 1; a[0] = a[last]; a }
pub fn rows_swapped(rows: &[[i32]], i: usize, j: usize) -> [[i32]] { let mut a = rows.clone(); a.swap(i, j); a }

// Elements of rows, in place.
pub fn element_assigned(rows: [[i32]]) -> [[i32]] { let mut a = rows; a[0][0] = 9; a }
pub fn all_elements(rows: [[i32]]) -> [[i32]] {
    let mut a = rows;
    for i in 0..a.len() { for j in 0..a[i].len() { a[i][j] += j as i32; } }
    a
}
pub fn some_elements(rows: &[[i32]]) -> ([[i32]], [[i32]]) {
    let mut a = rows.clone();
    for i in 0..a.len() { if a[i].len() > 1 { a[i][1] = 0; } }
    (a, rows.clone())
}
pub fn three_deep(rows: [[[i32]]]) -> [[[i32]]] {
    let mut a = rows;
    for i in 0..a.len() { for j in 0..a[i].len() { for k in 0..a[i][j].len() { a[i][j][k] += 10 * k as i32; } } }
    a
}
pub fn fields_of_elements(rows: [[(i32, bool)]]) -> [[(i32, bool)]] {
    let mut a = rows;
    for i in 0..a.len() { for j in 0..a[i].len() { a[i][j].0 = if a[i][j].1 { 3 } else { -3 }; } }
    a
}
pub fn rows_of_equal_length(rows: [[[i32; 2]]]) -> [[[i32; 2]]] {
    let mut a = rows;
    for i in 0..a.len() { for j in 0..a[i].len() { a[i][j] = a[i][j].rev(); a[i][j][1] = 5; } }
    a
}
pub fn ends_exchanged(rows: [[i32]]) -> [[i32]] {
    let mut a = rows;
    for i in 0..a.len() {
        let n = a[i].len();
        if n > 1 { let t = a[i][0]; a[i][0] = a[i][n - 1]; a[i][n - 1] = t; }
    }
    a
}
