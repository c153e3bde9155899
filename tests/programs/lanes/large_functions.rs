// Functions of which there would be too many copies are called, and inlined where they are small.
// gives: in_lanes(&[1, 2, 3]) == [33, 34, 35] && in_lanes(&[]) == []
// gives: in_operator(&[1, 2, 3]) == 6
// gives: arrays(&[[1, 2], [0, 5]]).to_vec() == [33, 34, 32, 37]
// gives: of_ragged(&vec![vec![1], vec![], vec![2, 3]]) == [vec![33], vec![], vec![34, 35]]
// gives: in_loop(3, 1) == 97
// fails: try_in_lanes(&[0, i64::MAX / 2 - 20]) Assertion

/// `x + 1`, at length.
fn h0(x: i64) -> i64 {
    assert!(x < i64::MAX / 2, "too large");
    match x % 8 {
        0 => x / 8 * 8 + 1,
        1 => (x - 1) / 8 * 8 + 2,
        2 => (x - 2) / 8 * 8 + 3,
        3 => (x - 3) / 8 * 8 + 4,
        4 => (x - 4) / 8 * 8 + 5,
        5 => (x - 5) / 8 * 8 + 6,
        6 => (x - 6) / 8 * 8 + 7,
        7 => (x - 7) / 8 * 8 + 8,
        _ => { let (halves, rest) = (x / 2, x % 2); halves + halves + rest + [1, 0].sum() },
    }
}
fn h1(x: i64) -> i64 { let once = h0(x); h0(once) }
fn h2(x: i64) -> i64 { let once = h1(x); h1(once) }
fn h3(x: i64) -> i64 { let once = h2(x); h2(once) }
fn h4(x: i64) -> i64 { let once = h3(x); h3(once) }
fn h5(x: i64) -> i64 { let once = h4(x); h4(once) }
fn a0(xs: &[i64; n]) -> [i64; n] { xs.map(|x| h0(x)) }
fn a1(xs: &[i64; n]) -> [i64; n] { a0(&a0(xs)) }
fn a2(xs: &[i64; n]) -> [i64; n] { a1(&a1(xs)) }
fn a3(xs: &[i64; n]) -> [i64; n] { a2(&a2(xs)) }
fn a4(xs: &[i64; n]) -> [i64; n] { a3(&a3(xs)) }
fn a5(xs: &[i64; n]) -> [i64; n] { a4(&a4(xs)) }
pub fn in_lanes(xs: &[i64; n]) -> [i64; n] { xs.map(|x| h5(x)) }
pub fn in_operator(xs: &[i64]) -> i64 { xs.reduce(0, |x, y| x + y + h5(0) - h5(0)) }
pub fn arrays(rows: &[[i64; k]; n]) -> [[i64; k]; n] { rows.map(|row| a5(row)) }
pub fn of_ragged(rows: &[[i64]]) -> [[i64]] { rows.map(|row| a5(row)) }
pub fn in_loop(n: usize, x: i64) -> i64 { let mut y = x; for _ in 0..n { y = h5(y); } y }
