// An operation that fails, fails also if nobody looks at its result.
// fails: try_reduced(&[1, 0]) DivisionByZero
// fails: try_scanned(&[1, 0]) DivisionByZero
// fails: try_mapped(&[1, 0]) DivisionByZero
// fails: try_combined(&[1, 0]) DivisionByZero
// gives: combined(&[1, 2]) == 2
// fails: try_combined_in_lanes(&[vec![1], vec![0]]) DivisionByZero
// gives: sliced(&[1, 2, 3], 2) == 7 && sliced(&[], 2) == 7
// fails: try_condition_never_true(4) Assertion
// gives: condition_never_true(3) == 3

pub fn reduced(xs: &[i32]) -> usize { let _unused = xs.reduce(1, |a, b| a * b + 0 / (a * b)); xs.len() }
pub fn scanned(xs: &[i32]) -> usize { let _unused = xs.scan(1, |a, b| a * b + 0 / (a * b)); xs.len() }
pub fn mapped(xs: &[i32]) -> usize { let _unused = xs.map(|x| 1 / x); xs.len() }
pub fn combined(xs: &[i32]) -> usize {
    let _unused = [1; 3].scatter_with(|a, b| a * b + 0 / (a * b), xs.map(|_| 0), xs);
    xs.len()
}
pub fn combined_in_lanes(rows: &[[i32]]) -> [usize] {
    rows.map(|row| {
        let _unused = [1; 3].scatter_with(|a, b| a * b + 0 / (a * b), row.map(|_| 0), row);
        row.len()
    })
}
/// The length of a slice that only checks mention.
pub fn sliced(xs: &[i32; n], m: usize) -> u32 {
    let _unused = [1; 3].map(|x| {
        [[x; 3]; n][(n / 2)..].reduce([x; (3 + m)][..3], |a, b| zip(a, b).map(|(p, q)| p + q)).all(|y| y > 3)
    });
    7
}
/// A condition that never holds is computed once all the same.
pub fn condition_never_true(n: i32) -> i32 { let mut left = n; while left > 0 && { assert!(left == 3); false } { left /= 2; } n }
