// `scatter`: writes values at indices; `SKIP` drops the value; any one value wins where indices
// are equal, whole.
// gives: placed(&[0, 0, 0], &[2, 0], &[7, 8]) == [8, 0, 7]
// gives: placed(&[1, 2], &[], &[]) == [1, 2] && placed(&[], &[], &[]).is_empty()
// fails: try_placed(&[0, 0], &[2], &[7]) IndexOutOfBounds
// fails: try_placed(&[0, 0], &[1, 0], &[7]) Size
// gives: owned(vec![1, 2, 3], &[1], &[9]) == [1, 9, 3]
// gives: skipping(&[5, -1, 6]) == [5, 0, 6] && skipping(&[-1, -1]) == [0, 0]
// gives: skip_of_64(&[1, 2]) == [0, 1] && skip_of_usize(&[1, 2]) == [0, 1] && skip_of_u32(&[1, 2]) == [0, 1]
// fails: try_negative(&[1]) IndexOutOfBounds
// gives: permuted(&[10, 20, 30], &[2, 0, 1]) == [20, 30, 10]
// gives: of_pairs(&[(1, 0.5), (2, 1.5)], &[1, 0]).to_vec() == [(2, 1.5), (1, 0.5)]
// gives: whole_pairs(10_000)
// gives: rows(of_rows(&[[1, 2], [3, 4]], &[2, 0])) == [[3, 4], [0, 0], [1, 2]]
// gives: rows(skipped_rows(&[[1, 2], [3, 4]])) == [[3, 4], [0, 0]]
// fails: try_of_rows(&[[1, 2], [3, 4]], &[3, 0]) IndexOutOfBounds
// gives: rows(in_rows(&[[1, 2], [3, 4]], &[1, 0])) == [[2, 1], [4, 3]]
// gives: planes(in_planes(&[[[1, 2], [3, 4]]])) == [[[2, 1], [4, 3]]]
// gives: unlike(&[1, 2, 3, 4]) == [2, 4, 0, 0]
// gives: inverse(&[2, 0, 1]) == [1, 2, 0]
// gives: from_itself([1, 2, 3]) == [2, 4, 6]
// gives: many(1_000_000)
// plan: skipping kernels 2, intermediates 0
// gives: after_a_loop(20, 3).iter().eq((0..20).rev().map(|i| 8 * i + 7))

pub fn placed(xs: &[i32], is: &[usize], vs: &[i32]) -> [i32] { xs.clone().scatter(is, vs) }
pub fn owned(xs: [i32; n], is: &[i32; m], vs: &[i32; m]) -> [i32; n] { xs.scatter(is, vs) }
pub fn skipping(xs: &[i32; n]) -> [i32; n] {
    [0; n].scatter(xs.enumerate().map(|(i, x)| if x < 0 { SKIP } else { i as i32 }), xs)
}
pub fn skip_of_64(xs: &[i32]) -> [i32] { [0; 2].scatter(xs.map(|x| if x == 1 { 1i64 } else { SKIP }), xs) }
pub fn skip_of_usize(xs: &[i32]) -> [i32] { [0; 2].scatter(xs.map(|x| if x == 1 { 1usize } else { SKIP }), xs) }
pub fn skip_of_u32(xs: &[i32]) -> [i32] { [0; 2].scatter(xs.map(|x| if x == 1 { 1u32 } else { SKIP }), xs) }
/// -2 is no `SKIP`.
pub fn negative(xs: &[i32]) -> [i32] { [0; 2].scatter(xs.map(|_| -2i32), xs) }
pub fn permuted(xs: &[i32; n], is: &[usize; n]) -> [i32; n] { [0; n].scatter(is, xs) }
pub fn of_pairs(ps: &[(i32, f64); n], is: &[usize; n]) -> [(i32, f64); n] { [(0, 0.0); n].scatter(is, ps) }
/// Equal indices: both components come from the same value.
pub fn whole_pairs(n: usize) -> bool {
    let out = [(0, 0); 10].scatter((0..n).map(|i| i % 10), (0..n).map(|i| (i, 3 * i)));
    out.all(|(a, b)| b == 3 * a)
}
/// Rows as elements.
pub fn of_rows(m: &[[i32; k]; n], is: &[usize; n]) -> [[i32; k]; 3] { [[0; k]; 3].scatter(is, m) }
pub fn skipped_rows(m: &[[i32; k]; n]) -> [[i32; k]; n] {
    [[0; k]; n].scatter((0..n).map(|i| if i == 1 { 0 } else { SKIP }), m)
}
/// Depth 1 and 2: a destination for each row.
pub fn in_rows(m: &[[i32; k]; n], is: &[usize; k]) -> [[i32; k]; n] { m.map(|row| [0; k].scatter(is, row)) }
pub fn in_planes(t: &[[[i32; k]; m]; n]) -> [[[i32; k]; m]; n] {
    t.map(|m| m.map(|row| [0; k].scatter((0..k).map(|i| k - 1 - i), row)))
}
/// A pack written by hand.
pub fn unlike(xs: &[i32; n]) -> [i32; n] {
    let keep = xs.map(|x| if x % 2 == 0 { 1 } else { 0 });
    let places = keep.scan_exclusive(0, |a, b| a + b);
    [0; n].scatter(zip(keep, places).map(|(k, p)| if k == 1 { p } else { SKIP }), xs)
}
pub fn inverse(p: &[usize; n]) -> [usize; n] { [0; n].scatter(p, 0..n) }
/// The values are computed before the destination is consumed.
pub fn from_itself(xs: [i32; n]) -> [i32; n] { xs.scatter(0..n, xs.map(|x| 2 * x)) }
pub fn many(n: usize) -> bool {
    let out = [0; n].scatter((0..n).map(|i| n - 1 - i), 0..n);
    (0..n).all(|i| out[i] == n - 1 - i)
}
/// The place of a lane is known before its loop, which may go over a tile of lanes.
pub fn after_a_loop(n: usize, k: i32) -> [i32; 20] {
    [0; 20].scatter((0..n).map(|i| 19 - i), (0..n).map(|i| {
        let mut x = i as i32;
        let mut turn = 0;
        while turn < k { x = 2 * x + 1; turn += 1; }
        x
    }))
}
