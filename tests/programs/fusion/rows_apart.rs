// Rows that are computed from scalars of their own, and consumed column by column: the elements are computed
// where they are read, and the scalars, if they cost something, are stored, one for each row.
// gives: weighted(&[[1.0, 2.0], [3.0, 4.0]], &[10.0, 1.0]) == vec![13.0, 24.0]
// gives: gradient(&[[1.0, 2.0], [3.0, 4.0]], &[1.0, 2.0], &[1.0, 1.0]) == vec![17.0, 24.0]
// gives: gradient(&[[0.0; 2]; 0], &[], &[1.0, 1.0]) == vec![0.0, 0.0]
// gives: shares(&[[1.0, 3.0], [2.0, 2.0]], &[1, 0], 2).to_vec() == vec![0.5, 0.5, 0.25, 0.75]
// gives: sum_in_row(&[[1, 2], [3, 4]]).to_vec() == vec![4, 6]
// plan: weighted kernels 1, intermediates 0
// plan: gradient kernels 2, intermediates 1
// plan: shares intermediates 3

pub fn weighted(xs: &[[f64; d]; n], ws: &[f64; n]) -> [f64; d] {
    zip(xs, ws).map(|(row, w)| row.map(|x| x * w)).reduce([0.0; d], |a, b| zip(a, b).map(|(x, y)| x + y))
}
/// Errors of a linear model, row by row, and the gradient of its weights by them.
pub fn gradient(xs: &[[f64; d]; n], ys: &[f64; n], w: &[f64; d]) -> [f64; d] {
    zip(xs, ys).map(|(row, y)| {
        let error = zip(row, w).map(|(x, v)| x * v).sum() - y;
        row.map(|x| x * error)
    }).reduce([0.0; d], |a, b| zip(a, b).map(|(x, y)| x + y))
}
pub fn shares(xs: &[[f64; d]; n], of: &[u32; n], k: usize) -> [[f64; d]; k] {
    [[0.0; d]; k].scatter_with(
        |a, b| zip(a, b).map(|(x, y)| x + y),
        of,
        xs.map(|row| { let total = row.sum(); row.map(|x| x / total) }),
    )
}
/// A row that lanes store though it is no map down the column.
pub fn sum_in_row(m: &[[i32; d]; n]) -> [[i32; 1]; d] { m.transpose().map(|column| [column.sum()]) }
