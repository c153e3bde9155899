// Lanes that mostly read next to each other: clamped and wrapped indices, ranges of their own, checks in
// branches and in loops. A check fails in the lane that fails it, and not where a tile looks at it.
// gives: clamped(&[1, 2, 3, 4], &[1, 10, 100], 1) == [211, 321, 432, 443] && clamped(&[], &[1], 0) == []
// gives: wrapped(&[1, 2, 3], &[1, 10], 3) == [21, 32, 13] && wrapped(&[1, 2, 3], &[], 0) == [0; 3]
// gives: clipped(&[1, 2, 3, 4], 1) == [3, 6, 9, 7] && clipped(&[1, 2, 3, 4], 9) == [10; 4] && clipped(&[], 1) == []
// gives: of_slices(&[1, 2, 3, 4], 1) == [3, 6, 9, 7] && of_slices(&[1, 2, 3, 4], 9) == [10; 4]
// gives: in_branches(&[1, 2, 3, 4], &[1, 10, 100], 1) == [210, 321, 432, 43]
// gives: in_branches(&[1], &[1], 0) == [1] && in_branches(&[1], &[5, 1], 0) == [5]
// gives: message(try_in_branches(&[1, 2, 3, 4], &[1, 10], 1)) == "index out of bounds: the length is 2 but the index is 2"
// gives: message(try_gathered(&vec![7; 99], &(0..100).collect::<Vec<usize>>(), 1)) == "index out of bounds: the length is 99 but the index is 99"
// gives: gathered(&[5, 6, 7], &[2, 0, 1], 2) == [7, 5]
// fails: try_either(&[1, 2, 3], &[4, 5], 4) IndexOutOfBounds
// gives: either(&[1, 2, 3], &[4, 5], 2) == [6, 8]
// gives: in_32_bits(&[1, 2, 3, 4], &[1, 10, 100], 1) == [210, 321, 432, 43] && in_32_bits(&[1, 2], &[1], -2147483647) == [0, 0]
// gives: clamped_in_32_bits(&[1, 2, 3, 4], &[1, 10, 100], 1) == [211, 321, 432, 443]
// gives: message(try_at_32_bits(&[1, 2, 3, 4], 2147483646)).ends_with("the index is 2147483646")
// gives: at_32_bits(&[1, 2, 3, 4], -1) == [0, 1, 2, 3]
// fails: try_at_32_bits(&[1, 2, 3, 4], 1) IndexOutOfBounds

pub fn clamped(xs: &[i32], ts: &[i32], r: usize) -> [i32] {
    generate(xs.len(), |i| (0..ts.len()).map(|j| xs[(i + j).saturating_sub(r).min(xs.len() - 1)] * ts[j]).sum())
}
pub fn wrapped(xs: &[i32], ts: &[i32], r: usize) -> [i32] {
    generate(xs.len(), |i| (0..ts.len()).map(|j| xs[(i + j + r) % xs.len()] * ts[j]).sum())
}
pub fn clipped(xs: &[i32], r: usize) -> [i32] {
    generate(xs.len(), |i| (i.saturating_sub(r)..=(i + r).min(xs.len() - 1)).map(|p| xs[p]).sum())
}
pub fn of_slices(xs: &[i32], r: usize) -> [i32] {
    generate(xs.len(), |i| xs[i.saturating_sub(r)..(i + r + 1).min(xs.len())].sum())
}
/// The taps are checked where the branch is taken only.
pub fn in_branches(xs: &[i32], ts: &[i32], r: i64) -> [i32] {
    generate(xs.len(), |i| {
        let mut s = 0;
        for d in -r..=r {
            let p = i as i64 + d;
            if 0 <= p && p < xs.len() as i64 { s += xs[p as usize] * ts[(d + r) as usize]; }
        }
        s
    })
}
pub fn gathered(xs: &[i32], ks: &[usize], n: usize) -> [i32] {
    generate(n, |i| { let mut s = 0; for j in 0..ks.len() + 1 - n { s += xs[ks[i + j]] * if j > 0 { 0 } else { 1 }; } s })
}
/// The second index of a lane fails before the first one of the next lane.
pub fn either(xs: &[i32], ys: &[i32], n: usize) -> [i32] {
    generate(n, |i| (0..2usize).map(|j| if j == 0 { xs[i] + 1 } else { ys[i] }).sum())
}
/// Offsets of 32 bits, which may wrap around before they are an index.
pub fn in_32_bits(xs: &[i32], ts: &[i32], r: i32) -> [i32] {
    generate(xs.len(), |i| (0..ts.len() as i32).map(|j| {
        let p = i as i32 + j - r;
        if p >= 0 && p < xs.len() as i32 { xs[p as usize] * ts[j as usize] } else { 0 }
    }).sum())
}
pub fn clamped_in_32_bits(xs: &[i32], ts: &[i32], r: i32) -> [i32] {
    generate(xs.len(), |i| {
        let mut s = 0;
        for j in 0..ts.len() { s += xs[(i as i32 + j as i32 - r).max(0).min(xs.len() as i32 - 1) as usize] * ts[j]; }
        s
    })
}
pub fn at_32_bits(xs: &[i32], d: i32) -> [i32] {
    generate(xs.len(), |i| { let mut s = 0; for j in 0..2 { if i as i32 + d >= 0 && j == 0 { s += xs[(i as i32 + d) as usize]; } } s })
}
