// Rows that lanes append, and elements that they choose, only to reduce them: nests of loops, without memory
// for the rows.
// gives: near(&vec![vec![0.0, 0.05, 1.0], vec![], vec![2.0]]) == [1, 0, 0]
// gives: products(&vec![vec![1, 2, 3], vec![], vec![4]]) == [12, 1, 1]
// gives: ends(&vec![vec![3, 1, 2], vec![5]]).to_vec() == [(1, 6), (5, 10)]
// fails: try_ends(&vec![vec![1], vec![]]) Empty
// gives: total_and_count(&vec![vec![1, 2, 3], vec![]]).to_vec() == [(4, 6), (0, 0)]
// gives: of_filtered(&vec![vec![1, -2, 3], vec![-1]]) == [-5, 0]
// gives: digits(&vec![vec![1, 2], vec![3]]) == [1122, 33]
// gives: triples(&vec![vec![1, 2, 3], vec![4], vec![1, 1, 1, 1]]) == [6, 0, 4]
// gives: padded(&vec![vec![1.0, 3.0], vec![], vec![2.0]]) == [6.0, 0.0, 4.0]
// gives: run_ends(&vec![vec![0, 2, 3], vec![0]], 7) == [21, 49]
// fails: try_run_ends(&vec![vec![]], 7) IndexOutOfBounds
// gives: behind_a_guard(&vec![vec![1, 2], vec![]], 3) == [-4, 0]
// gives: places(&vec![vec![0, 1], vec![]], &[5, 6]) == [23, 0]
// fails: try_places(&vec![vec![1, 2]], &[5]) IndexOutOfBounds
// plan: near lane_arrays 0
// plan: products lane_arrays 0
// plan: ends lane_arrays 0
// plan: total_and_count lane_arrays 0
// plan: of_filtered lane_arrays 0
// plan: triples lane_arrays 0
// plan: padded lane_arrays 0
// plan: run_ends lane_arrays 0
// plan: behind_a_guard lane_arrays 0
// plan: places lane_arrays 0

pub fn near(rows: &[[f64]]) -> [usize] {
    rows.map(|xs| {
        let pairs = (0..xs.len()).flat_map(|i| (i + 1..xs.len()).map(|j| (xs[i], xs[j])));
        pairs.count(|(x, y)| (x - y).abs() < 0.1)
    })
}
/// It begins with something else than nothing.
pub fn products(rows: &[[i64]]) -> [i64] {
    rows.map(|xs| xs.flat_map(|x| xs.map(|y| if x < y { x * y } else { 0 })).reduce(1, |a, b| a + b))
}
pub fn ends(rows: &[[i64]]) -> [(i64, i64)] {
    rows.map(|xs| {
        let all = xs.flat_map(|x| [x, 2 * x]);
        (all.min(), all.max())
    })
}
pub fn total_and_count(rows: &[[i64]]) -> [(i64, usize)] {
    rows.map(|xs| {
        let below = xs.flat_map(|x| 0..x);
        (below.sum(), below.len())
    })
}
pub fn of_filtered(rows: &[[i64]]) -> [i64] {
    rows.map(|xs| xs.flat_map(|x| xs.filter(|y| y > x).map(|y| x * y)).filter(|p| p != 6).sum())
}
/// In order, without a neutral element.
pub fn digits(rows: &[[i64]]) -> [i64] {
    rows.map(|xs| xs.flat_map(|x| [x, x]).fold(0, |a, b| 10 * a + b))
}
pub fn triples(rows: &[[i64]]) -> [i64] {
    rows.map(|xs| {
        let n = xs.len();
        (0..n).flat_map(|i| (i + 1..n).flat_map(|j| (j + 1..n).map(|k| xs[i] * xs[j] * xs[k]))).sum()
    })
}
/// Read by neighbours.
pub fn padded(rows: &[[f64]]) -> [f64] {
    rows.map(|r| concat([0.0], r, [0.0]).windows(2).map(|w| (w[1] - w[0]).abs()).sum())
}
pub fn run_ends(rows: &[[i64]], n: i64) -> [i64] {
    rows.map(|starts| zip(starts, concat(starts[1..], [n])).map(|(a, b)| (b - a) * (b - a)).sum())
}
pub fn behind_a_guard(rows: &[[i64]], k: usize) -> [i64] {
    rows.map(|xs| {
        let long = (0..xs.len() + k).map(|i| if i < xs.len() { xs[i] } else { 0 });
        (0..xs.len()).map(|i| long[i + 1] - 2 * long[i]).sum()
    })
}
/// Checks stay in the lanes.
pub fn places(rows: &[[i32]], table: &[i64]) -> [i64] {
    rows.map(|xs| xs.flat_map(|x| xs.map(|y| table[x.max(y)])).sum())
}
