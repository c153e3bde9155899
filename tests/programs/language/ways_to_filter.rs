// The same filters written in other ways: signed offsets, backwards, guards inside of sums, padded rows. No lane
// has a check where a guard, a length or one check for all lanes says that the index is in bounds.
// gives: reversed(&[1, 2, 3, 4], &[10, 1]) == [12, 23, 34] && signed(&[1, 2, 3, 4], &[10, 1]) == [12, 23, 34]
// gives: signed_places(&[1, 2, 3, 4, 5], 1) == [6, 9, 12] && signed_places(&[1, 2, 3], 0) == [1, 2, 3]
// gives: message(try_signed_places_of(&[1, 2, 3], 0, 4)) == "index out of bounds: the length is 3 but the index is 3"
// gives: message(try_signed_places_of(&[1, 2, 3], 4, 1)).ends_with("the index is 18446744073709551612 (-4 as `usize`)")
// gives: (0..6).all(|r| guarded(&[1, 2, 3, 4], &[1, 10, 100], r) == in_turns(&[1, 2, 3, 4], &[1, 10, 100], r))
// gives: (0..6).all(|r| guarded(&[1, 2, 3, 4], &[1, 10, 100], r) == filtered(&[1, 2, 3, 4], &[1, 10, 100], r))
// gives: guarded(&[1, 2, 3, 4], &[1, 10, 100], 1) == [210, 321, 432, 43] && guarded(&[], &[1], 1) == []
// gives: in_turns(&[1, 2, 3], &[1], usize::MAX) == [0, 0, 0] && guarded(&[1, 2, 3], &[1], usize::MAX) == [0, 0, 0]
// gives: around(&[1, 2, 3, 4], 1) == [3, 6, 9, 7] && around(&[1, 2, 3, 4], 9) == [10; 4] && around(&[], 2) == []
// gives: between(&[1, 2, 3, 4], 1) == [3, 6, 9, 7] && between(&[1, 2, 3, 4], -1) == [0; 4] && between(&[], 2) == []
// gives: between_in_turns(&[1, 2, 3, 4], 1) == [3, 6, 9, 7] && between_in_turns(&[1, 2, 3, 4], i64::MIN) == [0; 4]
// gives: not_above(&[1, 2, 3], 3) == [6, 6, 6] && not_above(&[1, 2, 3], -7) == [0; 3]
// fails: try_not_above(&[1, 2, 3], 4) IndexOutOfBounds
// gives: of_a_window_of_all(&[1, 2, 3, 4], &[10, 1]) == [12, 23, 34] && of_a_window_of_all(&[1], &[10, 1]) == []
// fails: try_of_a_window_of_all(&[1], &[]) Size
// gives: differences(&vec![vec![1, 3], vec![], vec![2]]) == [6, 0, 4] && places(&vec![vec![1, 3], vec![], vec![2]]) == [6, 0, 4]
// gives: most(&vec![vec![1, 3], vec![2]]) == [7, 4] && most_of_places(&vec![vec![1, 3], vec![2]]) == [7, 4]
// fails: try_most(&vec![vec![1], vec![]]) Empty
// gives: smoothed(&vec![vec![1, 3], vec![], vec![2]]) == vec![vec![5, 7], vec![], vec![4]]
// fails: try_one_too_far(&vec![vec![1, 3]]) IndexOutOfBounds
// gives: some_of_two(&[1, -2, 3], &[1, 1, 0]).0 == -1 && some_of_two(&[1, -2, 3], &[1, 1, 0]).1 == [1, -2, 0]
// gives: in_turns_of_a_frame(&vec![vec![1, 3], vec![], vec![2]]) == [6, 0, 4] && folded(&vec![vec![1, 3], vec![], vec![2]]) == [6, 0, 4]
// gives: through_a_frame(&vec![vec![1, 3], vec![], vec![2]]) == [6, 0, 4]
// gives: from_a_frame_into_what_it_frames(&vec![vec![1, 3, 5], vec![], vec![2]]) == vec![vec![3, 6, 3], vec![], vec![0]]
// fails: try_turns_behind_a_frame(&vec![vec![1, 3]]) IndexOutOfBounds
// plan: in_turns_of_a_frame lane_arrays 0
// plan: folded lane_arrays 0
// plan: through_a_frame lane_arrays 0
// plan: reversed lane_checks 0
// plan: signed lane_checks 0
// plan: signed_places_of lane_checks 0
// plan: guarded lane_checks 0
// plan: in_turns lane_checks 0
// plan: filtered lane_checks 0
// plan: around lane_checks 0
// plan: between lane_checks 0
// plan: between_in_turns lane_checks 0
// plan: not_above lane_checks 1
// plan: of_a_window_of_all lane_checks 0
// plan: differences lane_checks 0
// plan: places lane_checks 0
// plan: most_of_places lane_checks 1
// plan: smoothed lane_checks 0
// plan: differences lane_arrays 0
// plan: places lane_arrays 0
// plan: most lane_arrays 0
// plan: most_of_places lane_arrays 0

pub fn reversed(xs: &[i32], ts: &[i32]) -> [i32] {
    let k = ts.len();
    generate(xs.len() + 1 - k, |i| (0..k).map(|j| xs[i + k - 1 - j] * ts[k - 1 - j]).sum())
}
pub fn signed(xs: &[i32], ts: &[i32]) -> [i32] {
    generate(xs.len() + 1 - ts.len(), |i| (0..ts.len() as i64).map(|j| xs[(i as i64 + j) as usize] * ts[j as usize]).sum())
}
pub fn signed_places_of(xs: &[i32], r: usize, end: usize) -> [i32] {
    generate(end, |i| (-(r as i64)..=r as i64).map(|d| xs[(i as i64 + d) as usize]).sum())
}
pub fn signed_places(xs: &[i32], r: usize) -> [i32] {
    (r..xs.len() - r).map(|i| (-(r as i64)..=r as i64).map(|d| xs[(i as i64 + d) as usize]).sum())
}
pub fn guarded(xs: &[i32], ts: &[i32], r: usize) -> [i32] {
    let n = xs.len();
    generate(n, |i| (0..ts.len()).map(|j| if i + j >= r && i + j - r < n { xs[i + j - r] * ts[j] } else { 0 }).sum())
}
/// The length and the offset are added, which wraps around where the offset is the greatest size.
pub fn in_turns(xs: &[i32], ts: &[i32], r: usize) -> [i32] {
    generate(xs.len(), |i| {
        let mut s = 0;
        for j in 0..ts.len() {
            if i + j >= r && i + j < xs.len() + r { s += xs[i + j - r] * ts[j]; }
        }
        s
    })
}
pub fn filtered(xs: &[i32], ts: &[i32], r: usize) -> [i32] {
    let n = xs.len();
    generate(n, |i| (0..ts.len()).filter(|j| i + j >= r && i + j - r < n).map(|j| xs[i + j - r] * ts[j]).sum())
}
pub fn around(xs: &[i32], r: usize) -> [i32] {
    let n = xs.len() as i64;
    let r = r as i64;
    generate(xs.len(), |i| (-r..=r).map(|d| i as i64 + d).filter(|p| 0 <= p && p < n).map(|p| xs[p as usize]).sum())
}
pub fn between(xs: &[i32], r: i64) -> [i32] {
    generate(xs.len(), |i| (-r..=r).map(|d| {
        let p = i as i64 + d;
        if p >= 0 && p < xs.len() as i64 { xs[p as usize] } else { 0 }
    }).sum())
}
pub fn between_in_turns(xs: &[i32], r: i64) -> [i32] {
    generate(xs.len(), |i| {
        let mut s = 0;
        for d in -r..=r {
            let p = i as i64 + d;
            if p < xs.len() as i64 && 0 <= p { s += xs[p as usize]; }
        }
        s
    })
}
/// Indices below a bound that may be negative.
pub fn not_above(xs: &[i32], m: i64) -> [i32] {
    xs.map(|_| (-2i64..9).map(|p| if 0 <= p && p < m { xs[p as usize] } else { 0 }).sum())
}
/// The rows of a view have the length that was checked not to be zero.
pub fn of_a_window_of_all(xs: &[i32], ts: &[i32]) -> [i32] {
    xs.windows(ts.len()).map(|w| zip(w, ts).map(|(x, t)| x * t).sum())
}
pub fn differences(rows: &[[i64]]) -> [i64] {
    rows.map(|r| concat([0], r, [0]).windows(2).map(|w| (w[1] - w[0]).abs()).sum())
}
pub fn places(rows: &[[i64]]) -> [i64] {
    rows.map(|r| { let p = concat([0], r, [0]); (0..r.len() + 1).map(|i| (p[i + 1] - p[i]).abs()).sum() })
}
pub fn most(rows: &[[i64]]) -> [i64] {
    rows.map(|r| concat([0], r, [0]).windows(3).map(|w| w[0] + 2 * w[1] + w[2]).max())
}
pub fn most_of_places(rows: &[[i64]]) -> [i64] {
    rows.map(|r| { let p = concat([0], r, [0]); (0..r.len()).map(|i| p[i] + 2 * p[i + 1] + p[i + 2]).max() })
}
pub fn smoothed(rows: &[[i64]]) -> [[i64]] {
    rows.map(|r| { let p = concat([0], r, [0]); (0..r.len()).map(|i| p[i] + 2 * p[i + 1] + p[i + 2]) })
}
pub fn one_too_far(rows: &[[i64]]) -> [i64] {
    rows.map(|r| { let p = concat([0], r, [0]); (0..r.len() + 1).map(|i| p[i] + p[i + 2]).sum() })
}
/// A branch whose value is used elsewhere, too, stays as it is.
pub fn some_of_two(xs: &[i32], ps: &[i32]) -> (i32, [i32]) {
    let ys = zip(xs, ps).map(|(x, p)| if p > 0 { x } else { 0 });
    (zip(ys, ps).filter(|(_, p)| p > 0).map(|(y, _)| y).sum(), ys)
}
/// Loops over a row with something around it.
pub fn in_turns_of_a_frame(rows: &[[i32]]) -> [i32] {
    rows.map(|r| { let p = concat([0], r, [0]); let mut s = 0; for i in 1..p.len() { s += (p[i] - p[i - 1]).abs(); } s })
}
pub fn folded(rows: &[[i32]]) -> [i32] {
    rows.map(|r| concat([0], r, [0]).fold((0, 0), |(s, before), x| (s + (x - before).abs(), x)).0)
}
pub fn through_a_frame(rows: &[[i32]]) -> [i32] {
    rows.map(|r| { let p = concat([0], r, [0]); let (mut s, mut before) = (0, 0); for x in p { s += (x - before).abs(); before = x; } s })
}
/// The frame has the row as it was.
pub fn from_a_frame_into_what_it_frames(rows: &[[i32]]) -> [[i32]] {
    rows.map(|r| { let p = concat([0], r, [0]); let mut s = r.clone(); for i in 0..r.len() { s[i] = p[i] + p[i + 2]; } s })
}
pub fn turns_behind_a_frame(rows: &[[i32]]) -> [i32] {
    rows.map(|r| { let p = concat([0], r, [0]); let mut s = 0; for i in 0..=p.len() { s += p[i]; } s })
}
