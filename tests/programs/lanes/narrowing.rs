// Loops that go on with a part of an array: they carry its start and its length.
// gives: total(&[3, 1, 2]) == 6 && total(&[]) == 0
// gives: place(&[1, 3, 5, 7], 5) == 2 && place(&[1, 3, 5, 7], 6) == 2 && place(&[1, 3, 5, 7], 9) == 3 && place(&[], 1) == 0
// gives: places(&[1, 3, 5, 7], &[0, 1, 3, 8]) == [0, 0, 1, 3]
// gives: rows_left(&[vec![1], vec![2, 3], vec![], vec![4]], 2) == [vec![], vec![4]]
// gives: sums_of_rows_left(&[vec![1], vec![2, 3], vec![4]]) == 1 + 2 * 5 + 3 * 4
// gives: of_rows(&[vec![3, 1, 2], vec![], vec![5, 5]]) == [9, 0, 15]
// gives: both_ends(&[1, 2, 3, 4, 5, 6]).0 == [3, 4] && both_ends(&[1, 2, 3, 4, 5, 6]).1 == 123
// gives: peeled(&[1, 2, 3, 4, 5], 2) == [3] && peeled(&[1, 2], 0) == [1, 2]
// fails: try_peeled(&[1, 2, 3], 2) IndexOutOfBounds
// gives: until_changed(&[4, 3, 2, 1]) == [3, 2]
// gives: written_then(vec![1, 2, 3, 4]).0 == [9, 4]
// gives: nested(&[1, 2, 3, 4, 5, 6, 7]) == 29
// gives: rows(matrix_left(&[[1, 2], [3, 4], [5, 6]])) == [[5, 6]]
// gives: pairs_left(&[(1, 0.5), (2, 1.5), (3, 2.5)]) == 4.0
// gives: two_at_once(&[1, 2, 3], &[10, 20, 30, 40]) == 10 + 40 + 90
// gives: in_both_arms(&[1, 2, 3, 4, 5, 6], 2).0 == 10 && in_both_arms(&[1, 2, 3, 4, 5, 6], 2).1 == [5, 6]

pub fn total(xs: &[i64]) -> i64 {
    let mut rest = xs.clone();
    let mut t = 0;
    while rest.len() > 0 { t += rest[0]; rest = rest[1..]; }
    t
}
/// Of the last number that is not greater.
pub fn place(xs: &[i64], x: i64) -> usize {
    let mut part = xs.clone();
    let mut at = 0;
    while part.len() > 1 {
        let middle = part.len() / 2;
        if part[middle] <= x { part = part[middle..]; at += middle; } else { part = part[..middle]; }
    }
    at
}
pub fn places(xs: &[i64], ys: &[i64]) -> [usize] { ys.map(|y| place(xs, y)) }
pub fn rows_left(xss: &[[i64]], k: usize) -> [[i64]] {
    let mut rest = xss.clone();
    for _ in 0..k { rest = rest[1..]; }
    rest
}
pub fn sums_of_rows_left(xss: &[[i64]]) -> i64 {
    let mut rest = xss.clone();
    let (mut t, mut i) = (0, 1);
    while rest.len() > 0 { t += i * rest[0].sum(); i += 1; rest = rest[1..]; }
    t
}
pub fn of_rows(xss: &[[i64]]) -> [i64] {
    xss.map(|xs| {
        let mut rest = xs.clone();
        let (mut t, mut i) = (0, 1);
        while rest.len() > 0 { t += i * rest.last(); i += if rest.len() == 2 { 1 } else { 0 }; rest = rest[..rest.len() - 1]; t += rest.len() as i64 * 0; }
        t
    })
}
pub fn both_ends(xs: &[i64]) -> ([i64], i64) {
    let mut rest = xs.clone();
    let mut ends = 0;
    while rest.len() > 2 { ends = ends * 10 + rest[0]; let inner = rest[1..]; rest = inner[..inner.len() - 1]; }
    (rest, ends * 10 + 3)
}
pub fn peeled(xs: &[i64], k: usize) -> [i64] {
    let mut rest = xs.clone();
    for _ in 0..k { rest = rest[1..rest.len() - 1]; }
    rest
}
pub fn until_changed(xs: &[i64]) -> [i64] {
    let mut rest = xs.clone();
    let mut i = 0;
    while i < 2 { rest = if i == 0 { rest[1..] } else { rest[..2].map(|x| x) }; i += 1; }
    rest
}
/// The part may be written to behind the loop; the array it was of stays.
pub fn written_then(xs: [i64]) -> ([i64], i64) {
    let mut rest = xs.clone();
    for _ in 0..2 { rest = rest[1..]; }
    rest[0] = 9;
    (rest, xs[1])
}
pub fn nested(xs: &[i64]) -> i64 {
    let mut outer = xs.clone();
    let mut t = 0;
    while outer.len() > 0 {
        let mut inner = outer.clone();
        while inner.len() > 4 { t += inner[0]; inner = inner[2..]; }
        t += inner.len() as i64;
        outer = xs[xs.len() - outer.len() + 1..];
    }
    t
}
pub fn matrix_left(m: &[[i64; k]; n]) -> [[i64; k]] { let mut rest = m.clone(); while rest.len() > 1 { rest = rest[1..]; } rest }
pub fn pairs_left(ps: &[(i64, f64)]) -> f64 {
    let mut rest = ps.clone();
    let mut t = 0.0;
    while rest.len() > 1 { rest = rest[1..]; t += rest[0].1; }
    t
}
pub fn two_at_once(xs: &[i64], ys: &[i64]) -> i64 {
    let (mut a, mut b) = (xs.clone(), ys.clone());
    let mut t = 0;
    while a.len() > 0 { t += a[0] * b[0]; a = a[1..]; b = b[1..]; }
    t
}
/// Sizes that the arms of both give, and the next `if`, have to be told apart.
pub fn in_both_arms(xs: &[i64], k: usize) -> (i64, [i64]) {
    let mut rest = xs.clone();
    let mut t = 0;
    for _ in 0..k {
        if xs.len() % 2 == 0 {
            if rest.len() > 0 { t += rest[0]; rest = rest[1..]; }
        } else {
            if rest.len() > 0 { t += rest[0]; rest = rest[1..]; }
        }
        if rest.len() > 0 { t += rest[0]; rest = rest[1..]; }
    }
    (t, rest)
}
