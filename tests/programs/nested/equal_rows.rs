// Rows that may differ in length and do not: lanes over them at several levels have a version in which the rows
// have one length. If they differ, or some are missing, the other version runs.
// gives: products(&[vec![1, 2], vec![3, 4]], &[[5, 6], [7, 8], [1, 0]]).to_vec() == [17, 23, 1, 39, 53, 3]
// gives: products(&Vec::<Vec<i32>>::new(), &[[5, 6]]).to_vec() == [] && products(&[vec![1], vec![2]], &[[5]]).to_vec() == [5, 10]
// gives: products(&[vec![], vec![]], &Vec::<[i32; 0]>::from([[], []])).to_vec() == [0, 0, 0, 0]
// fails: try_products(&[vec![1, 2], vec![3]], &[[5, 6]]) Size
// fails: try_products(&[vec![1], vec![3]], &[[5, 6]]) Size
// gives: products_of(&[vec![1, 2], vec![3, 4]], &[vec![5, 6], vec![1, 0]]) == [vec![17, 1], vec![39, 3]]
// gives: products_of(&[vec![1, 2], vec![3, 4]], &Vec::<Vec<i32>>::new()) == [vec![], vec![]]
// fails: try_products_of(&[vec![1, 2], vec![3, 4]], &[vec![5, 6], vec![1]]) Size
// fails: try_products_of(&[vec![1, 2], vec![3, 4]], &[vec![5], vec![1]]) Size
// gives: overlaps(&[vec![1, 2], vec![3, 4]]) == [5, 11, 11, 25]
// gives: overlaps(&[vec![1, 2], vec![3], vec![]]) == [5, 3, 0, 3, 9, 0, 0, 0, 0] && overlaps(&Vec::<Vec<i32>>::new()) == []
// gives: columns(&[vec![1, 2, 3], vec![4, 5, 6]]) == [5, 7, 9] && columns(&[vec![1, 2], vec![4, 5, 6]]) == [5, 7]
// gives: columns(&[vec![], vec![]]) == [] && columns(&[vec![], vec![1]]) == []
// fails: try_columns(&[vec![1, 2, 3], vec![4, 5]]) IndexOutOfBounds
// fails: try_columns(&Vec::<Vec<i32>>::new()) IndexOutOfBounds
// gives: first_columns(&[vec![1, 2, 3], vec![4, 5, 6]], 2) == [5, 7] && first_columns(&[vec![1], vec![4]], 0) == []
// fails: try_first_columns(&[vec![1, 2, 3], vec![4, 5, 6]], 4) IndexOutOfBounds
// fails: try_first_columns(&[vec![1, 2, 3], vec![4, 5]], 3) IndexOutOfBounds
// gives: turned(&[vec![1, 2, 3], vec![4, 5, 6]]) == [vec![1, 4], vec![2, 5], vec![3, 6]]
// gives: turned(&[vec![1], vec![4, 5]]) == [vec![1, 4]]
// gives: in_planes(&[vec![vec![1, 2], vec![3, 4]], vec![], vec![vec![5, 6]]]) == [vec![5 + 11, 11 + 25], vec![], vec![61]]
// gives: in_planes(&[vec![vec![1, 2], vec![3]], vec![vec![]]]) == [vec![5 + 3, 3 + 9], vec![0]]
// gives: pairs(&[vec![(1, 2.0), (3, 4.0)], vec![(5, 6.0), (7, 8.0)]]) == [(8.0, 10), (12.0, 10)]
// gives: first_rows(&[vec![1, 2], vec![3, 4], vec![5, 6]], 2) == [3 * 2, 7 * 2]
// gives: first_rows(&[vec![1, 2], vec![3, 4], vec![5]], 2) == [3 * 2, 7 * 2]
// plan: products kernels 1, intermediates 0, descriptors 1
// plan: columns kernels 1, intermediates 0, descriptors 1
// plan: overlaps kernels 1, intermediates 0, descriptors 1

pub fn products(xs: &[[i32]], ws: &[[i32; k]; m]) -> [[i32; m]] {
    xs.map(|r| ws.map(|w| zip(r, w).map(|(a, b)| a * b).sum()))
}
/// Both may be ragged.
pub fn products_of(xs: &[[i32]], ws: &[[i32]]) -> [[i32]] {
    xs.map(|r| ws.map(|w| zip(r, w).map(|(a, b)| a * b).sum()))
}
/// Rows beside rows of the same array, as far as both go.
pub fn overlaps(xs: &[[i32]]) -> [i32] {
    let all = xs.map(|r| xs.map(|w| (0..r.len().min(w.len())).map(|i| r[i] * w[i]).sum()));
    all.flatten()
}
pub fn columns(xs: &[[i32]]) -> [i32] { first_columns(xs, xs[0].len()) }
pub fn first_columns(xs: &[[i32]], w: usize) -> [i32] { (0..w).map(|j| xs.map(|r| r[j]).sum()) }
pub fn turned(xs: &[[i32]]) -> [[i32]] { (0..xs[0].len()).map(|j| xs.map(|r| r[j])) }
/// Rows of rows: the inner ones may have one length whatever the outer ones have.
pub fn in_planes(planes: &[[[i32]]]) -> [[i32]] {
    planes.map(|plane| plane.map(|r| plane.map(|w| (0..r.len().min(w.len())).map(|i| r[i] * w[i]).sum()).sum()))
}
/// Arrays of pairs are two arrays with the same rows.
pub fn pairs(xs: &[[(i32, f64)]]) -> [(f64, i32)] {
    (0..2).map(|j| (xs.map(|r| r[j].1).sum(), xs.map(|r| xs.map(|w| r[j].0 + w[1 - j].0).sum()).sum() / (1 + xs.len() as i32)))
}
/// Lanes over some of the rows.
pub fn first_rows(xs: &[[i32]], n: usize) -> [i32] { xs[..n].map(|r| xs[..2].map(|_| r.sum()).sum()) }
