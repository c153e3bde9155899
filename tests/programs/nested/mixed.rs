// Regular levels around ragged ones, from Rust and back: arrays of arrays that have one length, of rows
// that do not.
// gives: rows(replicated_twice(&[7, 8], &[vec![[1, 2]], vec![]], 2, false)) == [[7, 8], [7, 8], [7, 8], [7, 8], [7, 8], [7, 8]]
// gives: rows(replicated_twice(&[7, 8], &[vec![[1, 2]], vec![]], 2, true)) == [[1, 2]]
// gives: rows(lengths(&[[vec![1, 2], vec![]], [vec![3], vec![4, 5]]])) == [[2, 0], [1, 2]]
// gives: lengths(&Vec::<[Vec<i32>; 2]>::new()).shape() == [0, 0]
// fails: try_lengths(&[vec![vec![1]], vec![]]) Size
// gives: turned(&[[vec![1, 2], vec![]], [vec![3], vec![4, 5]]]) == [[vec![], vec![1, 2]], [vec![4, 5], vec![3]]]
// gives: of_two(&[[vec![1, 2], vec![]], [vec![3], vec![4, 5]]]) == 5
// fails: try_of_two(&[[vec![1]]]) Size
// gives: total(&vec![vec![vec![vec![1], vec![2, 3]]], vec![]]) == 6
// gives: rows(of_products(&[[vec![(1, true), (2, false)], vec![]]])) == [[1, 0]]
// gives: plane_assigned(&[[vec![1, 2], vec![]], [vec![3], vec![4, 5]]], &[vec![], vec![6]], 1) == [[vec![1, 2], vec![]], [vec![], vec![6]]]
// gives: plane_assigned(&[[vec![1]], [vec![2, 3]]], &[vec![]], 0) == [[vec![]], [vec![2, 3]]]
// fails: try_plane_assigned(&[[vec![1, 2], vec![]]], &[vec![], vec![6]], 1) IndexOutOfBounds
// fails: try_plane_assigned(&[[vec![1, 2], vec![]]], &[vec![]], 0) Size
// gives: cell_assigned(&[[vec![1, 2], vec![]], [vec![3], vec![4, 5]]], &[7], 1, 0) == [[vec![1, 2], vec![]], [vec![7], vec![4, 5]]]
// gives: planes_scattered(&[[vec![1, 2], vec![]], [vec![3], vec![4, 5]]], &[[vec![6], vec![7, 8]]], &[0]) == [[vec![6], vec![7, 8]], [vec![3], vec![4, 5]]]
// gives: first_plane_everywhere(&[1, 2], &[]) == [[vec![1, 2], vec![1, 2]], [vec![1, 2], vec![1, 2]]] && first_plane_everywhere(&[1], &[3]) == [[vec![1]], [vec![1]]]
// gives: sorted_planes_of_one_length(&[1.0], 2) == [[vec![1.0, 1.0], vec![1.0, 1.0]], [vec![1.0, 1.0], vec![1.0, 1.0]]]
// gives: last_rows(&[vec![vec![vec![1], vec![2, 3]], vec![]], vec![vec![vec![4, 5]]]]) == [vec![vec![4, 5]]]
// gives: last_rows(&Vec::<Vec<Vec<Vec<usize>>>>::new()) == [vec![vec![0]], vec![vec![0]], vec![vec![0]]]
// gives: rows_at_last(&[[vec![1, 2], vec![3]], [vec![], vec![4]]], 2, 7) == [vec![vec![], vec![4]], vec![vec![], vec![4]]]
// gives: rows_at_last(&[[vec![1, 2], vec![3]], [vec![], vec![4]]], 0, 7) == [vec![vec![7]]]
// gives: sums_of_cells(&[[vec![vec![1]], vec![vec![2], vec![3]]], [vec![vec![4]], vec![vec![5], vec![6]]]], 10) == [vec![vec![15]], vec![vec![17], vec![19]]]
// fails: try_sums_of_cells(&[[vec![vec![1]], vec![vec![2], vec![3, 4]]]], 10) Size
// fails: try_sums_of_cells(&[[vec![vec![1]], vec![vec![2]]]], 10) Size
// gives: sums_of_sized_cells(&[vec![vec![vec![1], vec![2]], vec![vec![3], vec![4]]]], 10) == [vec![vec![11], vec![12]], vec![vec![13], vec![14]]]
// fails: try_sums_of_sized_cells(&[vec![vec![vec![1], vec![]], vec![vec![3], vec![4]]]], 10) Size
// gives: planes_without_rows(&[1, 2], 0, 1).shape() == [0, 1] && rows(planes_without_rows(&[1, 2], 2, 2)) == [[2, 3], [2, 3]]
// fails: try_planes_without_rows(&[1, 2], 1, 1) Size

pub fn lengths(xs: &[[[i32]; m]; n]) -> [[usize; m]; n] { xs.map(|rows| rows.map(|row| row.len())) }
pub fn turned(xs: &[[[i32]; m]; n]) -> [[[i32]; m]; n] { xs.map(|rows| rows.rev()) }
pub fn of_two(xs: &[[[i32]; 2]]) -> usize { xs.map(|rows| rows[0].len() + rows[1].len()).sum() }
pub fn total(xs: &[[[[i32]; m]]; n]) -> i32 { xs.map(|a| a.map(|b| b.map(|row| row.sum()).sum()).sum()).sum() }
pub fn of_products(xs: &[[[(i32, bool)]; m]; n]) -> [[i32; m]; n] {
    xs.map(|rows| rows.map(|row| row.map(|(x, taken)| if taken { x } else { 0 }).sum()))
}
pub fn plane_assigned(xs: &[[[i32]; m]; n], plane: &[[i32]; m], i: usize) -> [[[i32]; m]; n] {
    let mut ys = xs.clone();
    ys[i] = plane.clone();
    ys
}
pub fn cell_assigned(xs: &[[[i32]; m]; n], row: &[i32], i: usize, j: usize) -> [[[i32]; m]; n] {
    let mut ys = xs.clone();
    ys[i][j] = row.clone();
    ys
}
pub fn planes_scattered(xs: &[[[i32]; m]; n], planes: &[[[i32]; m]; k], at: &[usize; k]) -> [[[i32]; m]; n] {
    xs.clone().scatter(at, planes)
}
pub fn first_plane_everywhere(a: &[i32; n], b: &[i32; k]) -> [[[i32]; n]; 2] {
    let mut planes = [[a; n], [b; n]];
    for i in 0..2 { planes[i] = planes.first(); }
    planes
}
pub fn sorted_planes_of_one_length(keys: &[f64], n: usize) -> [[[f64]; 2]; 2] {
    let planes = if n < 2 { [[[1.0; n], [1.0; 1]]; 2] } else { [[[1.0; n]; 2]; 2] };
    planes.sort_by_key(|plane| keys[0])
}
/// Begins with regular rows, and goes on with ragged ones of ragged ones.
pub fn last_rows(xs: &[[[[usize]]]]) -> [[[usize]]] { xs.reduce([[[0usize; 1]; 1]; 3], |_, b| b) }
pub fn rows_at_last(xs: &[[[usize]; m]; n], times: usize, k: usize) -> [[[usize]]] {
    let mut rows = [[[k; 1]; 1]; 1].clone();
    for _ in 0..times { rows = xs.map(|_| xs[n - 1]); }
    rows
}
/// Rows of rows of one number each: that they are is checked row by row.
pub fn sums_of_cells(xs: &[[[[usize]]; 2]; n], k: usize) -> [[[usize]]; 2] {
    xs.reduce([[[k; 1]; 1], [[k; 1]; 2]], |a, b| {
        zip(a, b).map(|(p, q)| zip(p, q).map(|(x, y)| zip(x, y).map(|(v, w)| v + w)))
    })
}
pub fn sums_of_sized_cells(xs: &[[[[usize]; 2]; 2]; n], k: usize) -> [[[usize]]; 2] {
    xs.reduce([[[k; 1]; 2], [[k; 1]; k / 5]], |a, b| {
        zip(a, b).map(|(p, q)| zip(p, q).map(|(x, y)| zip(x, y).map(|(v, w)| v + w)))
    })
}
/// Rows that are not there agree with any length.
pub fn planes_without_rows(row: &[i32; 2], n: usize, k: usize) -> [[i32; k]; n] {
    [[[1; k]; n], [row; n]].reduce([[0; k]; n], |a, b| zip(a, b).map(|(p, q)| zip(p, q).map(|(x, y)| x + y)))
}
// A row that is replicated along two levels becomes planes whose rows may differ.
pub fn replicated_twice(v: &[i32; n], planes: &[[[i32; n]]], k: usize, given: bool) -> [[i32; n]] {
    let chosen = if given { planes } else { [[v; k]; 3] };
    chosen.flatten()
}
