// Indices that loops count from and to places in the array need no checks, and others do.
// gives: upper(&[1, 2, 3]) == [5, 3, 0]
// gives: upper(&[]) == []
// gives: lower(&[1, 2, 3]) == [0, 1, 3]
// gives: up_to(&[1, 2, 3]) == [1, 3, 6]
// gives: backwards(&[1, 2, 3]) == [3, 2, 1]
// gives: backwards_inside(&[1, 2, 3]) == [6, 3, 1]
// gives: in_i32(&[1, 2, 3]) == [-4, 0, 6]
// gives: neighbourhood(&[1, 2, 3, 4], 1) == [3, 6, 9, 7]
// gives: before(&[1, 2, 3, 4, 5, 6]) == [0, 1, 3, 6, 10, 14]
// gives: halves(&[1, 2, 3, 4, 5]) == [0, 0, 1, 1, 3]
// gives: eliminated(&[[2.0, 1.0], [4.0, 5.0]]).to_vec() == [2.0, 1.0, 2.0, 3.0]
// gives: from_negative(&[1, 2], 0) == 3
// gives: of_bytes(&[1, 2, 3], 1, 3) == 5
// gives: of_bytes(&[1, 2, 3], 200, 3) == 0
// gives: wrapped(&[1; 4], 4) == 4
// fails: try_from_negative(&[1, 2], -1) IndexOutOfBounds
// fails: try_too_far(&[1, 2]) IndexOutOfBounds
// fails: try_one_too_far(&[1, 2]) IndexOutOfBounds
// fails: try_before_the_start(&[1, 2]) IndexOutOfBounds
// fails: try_behind_the_end(&[1, 2]) IndexOutOfBounds
// fails: try_wrapped(&[1; 4], 5) IndexOutOfBounds
// fails: try_other_start(&[1, 2, 3], 1) IndexOutOfBounds
// fails: try_other_count(&[1, 2, 3]) IndexOutOfBounds
// fails: try_own_difference(&[1, 2, 3], -1, 2) IndexOutOfBounds
// fails: try_signed_cast(&[1, 2, 3], 3) IndexOutOfBounds
// fails: try_of_another(&[1, 2, 3], &[1]) IndexOutOfBounds
// plan: upper checks 0
// plan: lower checks 0
// plan: up_to checks 0
// plan: backwards checks 0
// plan: backwards_inside checks 0
// plan: in_i32 checks 0
// plan: neighbourhood checks 0
// plan: before checks 1
// plan: halves checks 0
// plan: eliminated checks 0
// plan: of_bytes checks 0
// plan: other_start checks 1
// fails: try_shifted(&[7], 3) IndexOutOfBounds
// gives: shifted(&[7, 8], 1) == 8
// fails: try_shifted_by(&[1, 2, 3], 200) IndexOutOfBounds
// gives: is_left(3)
// gives: squares(&[5, 6, 7], u64::MAX) == 0
// gives: one_and_two_before(&[1, 1, 1, 1, 1]) == [0, 0, 1, 2, 4] && one_and_two_before(&[1]) == [0]
// gives: before_in_i32(&[1, 2, 3, 4]) == 1 + 2
// gives: before_up_to(&[1, 2, 4]) == 1 + 2 && before_up_to(&[1]) == 0
// gives: lanes_before(&[1, 2, 4, 8]) == [8 - 4 + 1]
// fails: try_one_before_all(&[1, 2, 3]) IndexOutOfBounds
// fails: try_one_behind_all(&[1, 2, 3]) IndexOutOfBounds
// fails: try_included_end(&[1, 2, 3]) IndexOutOfBounds
// plan: one_and_two_before checks 0
// plan: before_in_i32 checks 0
// plan: before_up_to checks 0
// plan: lanes_before checks 0
// plan: one_before_all checks 1

pub fn upper(xs: &[i32]) -> [i32] { (0..xs.len()).map(|i| (i + 1..xs.len()).map(|j| xs[j]).sum()) }
pub fn lower(xs: &[i32]) -> [i32] { (0..xs.len()).map(|i| (0..i).map(|j| xs[j]).sum()) }
pub fn up_to(xs: &[i32]) -> [i32] { (0..xs.len()).map(|i| { let mut s = 0; for j in 0..=i { s += xs[j]; } s }) }
pub fn backwards(xs: &[i32]) -> [i32] { (0..xs.len()).map(|i| xs[xs.len() - 1 - i]) }
pub fn backwards_inside(xs: &[i32; n]) -> [i32; n] {
    generate(n, |i| { let mut s = 0; for j in i..n { s += xs[n - j - 1] + xs[n - (j + 1)] - xs[n - 1 - j]; } s })
}
pub fn in_i32(xs: &[i32; n]) -> [i32] {
    (0..n as i32).map(|i| { let mut s = 0; for k in 0..=i { s += xs[k]; } for k in i + 1..n as i32 { s -= xs[k]; } s })
}
pub fn neighbourhood(xs: &[i32; n], k: usize) -> [i32] {
    (0..n).map(|i| {
        let low = if i < k { 0 } else { i - k };
        let high = (i + k + 1).min(n);
        (low..high).map(|j| xs[j]).sum()
    })
}
pub fn before(xs: &[i32]) -> [i32] { (0..xs.len()).map(|i| (0..i.min(4)).map(|k| xs[i - k - 1]).sum()) }
pub fn halves(xs: &[i32]) -> [i32] { (0..xs.len()).map(|i| (0..i / 2).map(|k| xs[k]).sum()) }
pub fn eliminated(m: &[[f64; 2]; 2]) -> [[f64; 2]; 2] {
    let mut m = m.clone();
    for k in 0..2 {
        for i in k + 1..2 {
            m[i][k] /= m[k][k];
            for j in k + 1..2 { m[i][j] -= m[i][k] * m[k][j]; }
        }
    }
    m
}
pub fn from_negative(xs: &[i32], k: i32) -> i32 { let mut s = 0; for i in k..xs.len() as i32 { s += xs[i]; } s }
pub fn of_bytes(xs: &[i32], k: u8, e: u8) -> i32 { let mut s = 0; for i in k..e.min(xs.len() as u8) { s += xs[i]; } s }
pub fn too_far(xs: &[i32]) -> i32 { let mut s = 0; for i in 0..xs.len() + 1 { s += xs[i]; } s }
pub fn one_too_far(xs: &[i32]) -> i32 { let mut s = 0; for i in 0..=xs.len() { s += xs[i]; } s }
pub fn before_the_start(xs: &[i32]) -> [i32] { (0..xs.len()).map(|i| xs[i - 1]) }
pub fn behind_the_end(xs: &[i32]) -> [i32] { (0..xs.len()).map(|i| xs[xs.len() - i]) }
/// The index adds a number that is not the start of the range.
pub fn wrapped(xs: &[i32], k: usize) -> i32 { (0..k).map(|i| xs[i]).sum() }
pub fn other_start(xs: &[i32], k: usize) -> i32 { (0..xs.len()).map(|i| xs[k + i]).sum() }
pub fn other_count(xs: &[i32]) -> i32 { (0..xs.len()).map(|i| (i..xs.len() + 1).map(|j| xs[j]).sum()).sum() }
/// A difference in a signed type, in which ranges do not count.
pub fn own_difference(xs: &[i32], a: i32, b: i32) -> i32 {
    let count = if a < b { (b - a) as usize } else { 0 };
    (0..count).map(|i| xs[a + i as i32]).sum()
}
pub fn signed_cast(xs: &[i32], k: usize) -> i32 { (0..xs.len()).map(|i| xs[i as i8 - (k as i8)]).sum() }
pub fn of_another(xs: &[i32], ys: &[i32]) -> i32 { (0..xs.len()).map(|i| ys[i]).sum() }
/// Shifts by the width or more are by the rest: `k >> 8` of a byte is `k`.
#[allow(arithmetic_overflow)] pub fn shifted(xs: &[i32], k: u8) -> i32 { xs[k >> 8] }
pub fn shifted_by(xs: &[i32; 3], k: u8) -> i32 { let t = k % 3; let by = 8 + (t & 1); xs[k >> by] }
#[allow(arithmetic_overflow)] pub fn is_left(k: u8) -> bool { (k >> 8) > 0 }
pub fn squares(xs: &[i64; 3], n: u64) -> i64 { (u64::MAX..n).map(|i| if i * i < i { xs[1] } else { xs[0] }).sum() }

/// Places before those that are counted, but none before the first.
pub fn one_and_two_before(xs: &[i32; n]) -> [i32; n] {
    let mut y = [0; n];
    for i in 2..n { y[i] = xs[i] + y[i - 1] + y[i - 2]; }
    y
}
pub fn before_in_i32(xs: &[i32]) -> i32 { let mut s = 0; for i in 2..xs.len() as i32 { s += xs[i - 2]; } s }
pub fn before_up_to(xs: &[i32]) -> i32 { let mut s = 0; for i in 2..=xs.len() { s += xs[i - 2]; } s }
pub fn lanes_before(xs: &[i32]) -> [i32] { (3..xs.len()).map(|i| xs[i] - xs[i - 1] + xs[i - 3]) }
pub fn one_before_all(xs: &[i32]) -> i32 { let mut s = 0; for i in 2..xs.len() { s += xs[i - 3]; } s }
pub fn one_behind_all(xs: &[i32]) -> i32 { let mut s = 0; for i in 2..xs.len() { s += xs[i + 1]; } s }
pub fn included_end(xs: &[i32]) -> i32 { let mut s = 0; for i in 2..=xs.len() { s += xs[i]; } s }
