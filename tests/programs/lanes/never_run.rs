// Views that are only there where a check holds, in lanes and loops that never run: nothing of them may
// be computed in front.
// gives: reshaped(&[1], &[], 5).is_empty() && reshaped(&[], &[], 1 << 40).is_empty()
// gives: reshaped(&[1, 2, 3, 4], &[10], 2) == [20]
// fails: try_reshaped(&[1], &[1], 5) Size
// gives: reshaped_in_turns(&[1], 0, 5) == 0 && reshaped_in_turns(&[1, 2], 3, 1) == 9
// fails: try_reshaped_in_turns(&[1], 1, 5) Size
// gives: reshaped_while(&[1], 0, 5) == 0 && reshaped_while(&[1, 2], 7, 1) == -2
// fails: try_reshaped_while(&[1], 1, 5) Size
// gives: split(&[1], &[], 5, 7).is_empty() && split(&[1, 2, 3], &[10], 1, 2) == [16]
// fails: try_split(&[1], &[1], 5, 7) Size
// gives: split_in_turns(&[1], 0, 5) == 0 && split_in_turns(&[1, 2], 2, 2) == 6
// gives: chunked(&[5], 0) == 0 && chunked(&[5, 6, 7, 8], 2) == 12
// fails: try_chunked(&[5], 1) Size
// gives: in_empty_rows(&[1], &[vec![], vec![]], 1 << 30) == [vec![], vec![]]
// fails: try_in_empty_rows(&[1], &[vec![], vec![1]], 1 << 30) Size

pub fn reshaped(xs: &[i64], is: &[i64], q: usize) -> [i64] { is.map(|x| x + xs.reshape((q, 2)).map(|c| c.sum()).sum()) }
pub fn reshaped_in_turns(xs: &[i64], n: usize, q: usize) -> i64 {
    let mut t = 0;
    for _ in 0..n { t += xs.reshape((q, 2)).map(|c| c.sum()).sum(); }
    t
}
pub fn reshaped_while(xs: &[i64], n: i64, q: usize) -> i64 {
    let mut t = n;
    while t > 0 { t -= 1 + xs.reshape((q, 2)).map(|c| c.max()).sum(); }
    t
}
pub fn split(xs: &[i64], is: &[i64], a: usize, b: usize) -> [i64] { is.map(|i| xs.split_by([a, b]).rev().flatten().sum() + i) }
pub fn split_in_turns(xs: &[i64], n: usize, a: usize) -> i64 {
    let mut t = 0;
    for _ in 0..n { t += xs.split_by([a]).map(|r| r.sum()).sum(); }
    t
}
pub fn chunked(xs: &[i64], n: usize) -> i64 { let mut t = 0; for i in 0..n { t += xs.chunks(2)[i][0]; } t }
pub fn in_empty_rows(xs: &[i64], m: &[[i64]], q: usize) -> [[i64]] { m.map(|r| r.map(|x| x + xs.reshape((q, 2)).map(|c| c.max()).sum())) }
