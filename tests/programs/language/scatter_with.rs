// `scatter_with`: combines values into the destination with an associative, commutative
// operator: histograms and forward permutation.
// gives: histogram(&[0, 2, 2, 3]) == [1, 0, 2, 1] && histogram(&[]) == [0; 4]
// fails: try_histogram(&[0, 4]) IndexOutOfBounds
// gives: added(&[10, 20], &[1, 1, 0], &[1, 2, 3]) == [13, 23]
// gives: added(&[10, 20], &[], &[]) == [10, 20] && added(&[], &[], &[]).is_empty()
// fails: try_added(&[10, 20], &[1, 1], &[1]) Size
// fails: try_added(&[10, 20], &[-1], &[1]) IndexOutOfBounds
// fails: try_added(&[10, 20], &[-7], &[1]) IndexOutOfBounds
// gives: skipping(&[1, 2, 3, 4]) == [6]
// gives: named(&[5, 9, 7]) == [9] && smallest(&[3, 1, 2], &[0, 1, 0]) == [2, 1]
// gives: of_pairs(&[(1, 0.5), (2, 2.0), (3, 4.0)], &[0, 1, 0]).to_vec() == [(4, 2.0), (2, 2.0)]
// gives: closest(&[(0, 5.0, 1), (1, 2.0, 2), (0, 3.0, 3)]).to_vec() == [(3.0, 3), (2.0, 2)]
// gives: of_rows(&[[1, 2], [3, 4], [5, 6]], &[1, 0, 1]).to_vec() == [3, 4, 6, 8]
// gives: of_wide_rows(&[[1, 2, 3], [4, 5, 6], [7, 8, 9]], &[1, -1, 1]).to_vec() == [0, 0, 0, 8, 10, 12]
// fails: try_of_wide_rows(&[[1, 2, 3]], &[2]) IndexOutOfBounds
// fails: try_of_wide_rows(&[[0; 0]], &[2]) IndexOutOfBounds
// plan: of_wide_rows kernels 3, intermediates 2
// gives: of_pairs_in_rows(&[[(1, 0.5), (2, 2.0)], [(3, 4.0), (4, 0.25)]], &[0, 0]).to_vec() == [(4, 2.0), (6, 0.5)]
// gives: products(&[[1, 2], [3, 4], [5, 6]], &[0, 1, 0]).to_vec() == [-7, 16, 3, 4]
// gives: many_rows(60_000).to_vec() == [599_970_000u64, 40_000, 599_990_000, 40_000, 600_010_000, 40_000]
// gives: moments_by_key(&[1.0, 2.0, 3.0], &[0, 1, 0]).to_vec() == [(4.0, 10.0), (2.0, 4.0)]
// plan: moments_by_key kernels 1, intermediates 0
// fused: moments_by_key.1 map, scatter_with
// gives: rows(in_rows(&[[0, 1, 1], [2, 2, 2]])) == [[1, 2, 0], [0, 0, 3]]
// fails: try_in_rows(&[[0, 1, 1], [2, 3, 2]]) IndexOutOfBounds
// gives: planes(in_planes(&[[[0, 1], [1, 1]]])) == [[[1, 1], [0, 2]]]
// gives: large(1_000_000) == [333_000 + 334 * 500, 333_000, 333_000]
// gives: mean_by_key(&[0, 1, 0], &[1.0, 5.0, 3.0]) == [2.0, 5.0]
// gives: in_place(vec![1, 2, 3], &[0, 2]) == [2, 2, 4]
// gives: degree(&[(0, 1), (1, 2), (0, 2)]) == [2, 2, 2]
// plan: histogram kernels 1, intermediates 0
// gives: after_a_loop(5, 3) == [69, 46] && after_a_loop(20, 3) == [790, 870]

pub fn histogram(xs: &[u8]) -> [u32; 4] { [0; 4].scatter_with(|a, b| a + b, xs, xs.map(|_| 1)) }
pub fn added(xs: &[i32], is: &[i32], vs: &[i32]) -> [i32] { xs.clone().scatter_with(|a, b| a + b, is, vs) }
pub fn skipping(xs: &[i32]) -> [i32; 1] {
    [0; 1].scatter_with(|a, b| a + b, xs.map(|x| if x % 2 == 0 { 0i32 } else { SKIP }), xs)
}
pub fn named(xs: &[i32]) -> [i32; 1] { [0; 1].scatter_with(i32::max, xs.map(|_| 0), xs) }
pub fn smallest(xs: &[i32; n], is: &[usize; n]) -> [i32; 2] { [i32::MAX; 2].scatter_with(i32::min, is, xs) }
pub fn of_pairs(ps: &[(i32, f64); n], is: &[usize; n]) -> [(i32, f64); 2] {
    [(0, 1.0); 2].scatter_with(|(a, b), (c, d)| (a + c, b * d), is, ps)
}
/// The nearest of each group, with its number.
pub fn closest(samples: &[(usize, f64, u32)]) -> [(f64, u32); 2] {
    [(f64::INFINITY, u32::MAX); 2].scatter_with(
        |a, b| if b.0 < a.0 || (b.0 == a.0 && b.1 < a.1) { b } else { a },
        samples.map(|s| s.0),
        samples.map(|s| (s.1, s.2)),
    )
}
/// Rows as elements.
pub fn of_rows(m: &[[i32; k]; n], is: &[usize; n]) -> [[i32; k]; 2] {
    [[0; k]; 2].scatter_with(|a, b| zip(a, b).map(|(x, y)| x + y), is, m)
}
pub fn moments_by_key(xs: &[f64; n], keys: &[usize; n]) -> [(f64, f64); 2] {
    [(0.0, 0.0); 2].scatter_with(|a, b| (a.0 + b.0, a.1 + b.1), keys, xs.map(|x| (x, x * x)))
}
pub fn of_wide_rows(m: &[[i32; k]; n], is: &[i32; n]) -> [[i32; k]; 2] {
    [[0; k]; 2].scatter_with(|a, b| zip(a, b).map(|(x, y)| x + y), is.map(|i| if i < 0 { SKIP } else { i }), m)
}
pub fn of_pairs_in_rows(m: &[[(i32, f64); k]; n], is: &[usize; n]) -> [(i32, f64); k] {
    let sums = [[(0, 1.0); k]; 1];
    sums.scatter_with(|a, b| zip(a, b).map(|((x, p), (y, q))| (x + y, p * q)), is, m)[0]
}
/// An operator that does not work element by element runs row after row.
pub fn products(m: &[[i32; 2]; n], is: &[usize; n]) -> [[i32; 2]; 2] {
    [[1, 0]; 2].scatter_with(|a, b| [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]], is, m)
}
pub fn many_rows(n: usize) -> [[u64; 2]; 3] {
    let rows = (0..n).map(|i| [i as u64, 2]);
    [[0; 2]; 3].scatter_with(|a, b| zip(a, b).map(|(x, y)| x + y), (0..n).map(|i| i % 3), rows)
}
/// Depth 1 and 2: a histogram of each row.
pub fn in_rows(m: &[[usize; k]; n]) -> [[u32; 3]; n] {
    m.map(|row| [0; 3].scatter_with(|a, b| a + b, row, row.map(|_| 1)))
}
pub fn in_planes(t: &[[[usize; k]; m]; n]) -> [[[u32; 2]; m]; n] {
    t.map(|m| m.map(|row| [0; 2].scatter_with(u32::wrapping_add, row.map(|x| x % 2), row.map(|_| 1))))
}
pub fn large(n: usize) -> [usize; 3] {
    [0; 3].scatter_with(|a, b| a + b, (0..n).map(|i| i % 3), (0..n).map(|i| if i < 3 * 333_000 { 1 } else if i % 3 == 0 { 500 } else { 0 }))
}
pub fn mean_by_key(keys: &[usize; n], xs: &[f64; n]) -> [f64; 2] {
    let sums = [0.0; 2].scatter_with(|a, b| a + b, keys, xs);
    let counts = [0; 2].scatter_with(|a, b| a + b, keys, keys.map(|_| 1));
    zip(sums, counts).map(|(s, c)| s / c as f64)
}
pub fn in_place(xs: [i32; n], is: &[usize]) -> [i32; n] { xs.scatter_with(|a, b| a + b, is, is.map(|_| 1)) }
pub fn degree(edges: &[(usize, usize)]) -> [u32; 3] {
    [0; 3].scatter_with(|a, b| a + b, edges.flat_map(|(a, b)| [a, b]), [1; edges.len() * 2])
}
/// The place of a lane is known before its loop, which goes over a tile of lanes.
pub fn after_a_loop(n: usize, k: i32) -> [i32; 2] {
    [0; 2].scatter_with(|a, b| a + b, (0..n).map(|i| i % 2), (0..n).map(|i| {
        let mut x = i as i32;
        let mut turn = 0;
        while turn < k { x = 2 * x + 1; turn += 1; }
        x
    }))
}
