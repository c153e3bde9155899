// `if`, `match`, blocks, shadowing, short circuits: only the taken arm is evaluated.
// gives: graded(&[0, 1, 2, 3, 7, 9, 10, -4]) == [100, 1, 1, 4, 8, 16, 12, 40]
// gives: of_pairs(&[(0, true), (0, false), (5, true), (5, false)]) == [1, 2, 5, -5]
// gives: floats(&[-1.5, 0.0, 0.25, 3.0]) == ['n', 'z', 'p', 'p'].map(|c| c as u32)
// gives: of_bools(true, false) == 2 && of_bools(true, true) == 3 && of_bools(false, true) == 1
// gives: shadowed(3) == 16
// gives: patterns(&[((1, 2.0), 3)]) == [6.0] && of_struct(&[Line { from: (1, 2), slope: 3 }]) == [6]
// gives: short(&[0, 2, 5]) == [false, true, false] && short_or(&[0, 2, 5]) == [true, true, false]
// gives: taken_arm(&[0, 4]) == [0, 3] && taken_arm_of_match(&[0, 4]) == [7, 3]
// gives: guarded_index(&[1, 2, 3], 7) == -1 && guarded_index(&[1, 2, 3], 1) == 2
// gives: guarded_in_rows(&[[1, 2], [3, 4]], 1) == [2, 4] && guarded_in_rows(&[[1, 2], [3, 4]], 2) == [0, 0]
// gives: arrays_of_arms(&[1, 2, 3], true) == [2, 3, 4] && arrays_of_arms(&[1, 2, 3], false) == [3, 2]
// gives: rows(rows_of_arms(&[[1, 2], [3, 4]])) == [[2, 1], [3, 4]]
// gives: else_if(-3) == -1 && else_if(0) == 0 && else_if(8) == 1
// gives: statement_if(5) == 11 && statement_if(1) == 1
// gives: vowels(b"accel") == [true, false, false, true, false] && inside(&[(0, 5), (3, 1), (9, 9)], 4) == 1
// gives: closure_blocks(&[1, 2]) == [11, 24]

struct Line { from: (i32, i32), slope: i32 }
pub fn graded(xs: &[i32]) -> [i32] {
    xs.map(|x| match x {
        0 => 100,
        1 | 2 => 1,
        3..=6 => x + 1,
        n if n < 0 => -10 * n,
        7 | 8 => x + 1,
        n if n % 2 == 1 => n + 7,
        _ => 12,
    })
}
pub fn vowels(text: &[u8]) -> [bool] { text.map(|c| matches!(c, b'a' | b'e' | b'i' | b'o' | b'u')) }
/// A pattern with bindings, a guard and a comma behind it.
pub fn inside(ranges: &[(i32, i32)], x: i32) -> usize {
    ranges.count(|range| !matches!(range, (9, _)) && matches!(range, (a, b) if a < x && x < b,))
}
pub fn of_pairs(ps: &[(i32, bool)]) -> [i32] {
    ps.map(|p| match p { (0, true) => 1, (0, false) => 2, (n, true) => n, (n, false) => -n })
}
pub fn floats(xs: &[f64]) -> [u32] { xs.map(|x| if x < 0.0 { 110 } else if x == 0.0 { 122 } else { 112 }) }
pub fn of_bools(a: bool, b: bool) -> i32 { match (a, b) { (true, false) => 2, (true, true) => 3, (false, _) => 1 } }
pub fn shadowed(x: i32) -> i32 { let x = x + 1; let y = { let x = x * 3; x }; let x = x + y; x }
pub fn patterns(ps: &[((i32, f64), u8)]) -> [f64] { ps.map(|((a, b), c)| a as f64 + b + c as f64) }
pub fn of_struct(lines: &[Line]) -> [i32] { lines.map(|line| { let Line { from: (x, y), slope } = line; x + y + slope }) }
/// The right operand would fail.
pub fn short(xs: &[i32]) -> [bool] { xs.map(|x| x != 0 && 10 / x > 4) }
pub fn short_or(xs: &[i32]) -> [bool] { xs.map(|x| x == 0 || 10 / x > 4) }
pub fn taken_arm(xs: &[i32]) -> [i32] { xs.map(|x| if x == 0 { 0 } else { 12 / x }) }
pub fn taken_arm_of_match(xs: &[i32]) -> [i32] { xs.map(|x| match x { 0 => 7, n => 12 / n }) }
pub fn guarded_index(xs: &[i32], i: usize) -> i32 { if i < xs.len() { xs[i] } else { -1 } }
pub fn guarded_in_rows(m: &[[i32; k]; n], j: usize) -> [i32; n] { m.map(|row| if j < k { row[j] } else { 0 }) }
pub fn arrays_of_arms(xs: &[i32], c: bool) -> [i32] { if c { xs.map(|x| x + 1) } else { xs[1..].rev() } }
pub fn rows_of_arms(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| if row.sum() < 5 { row.rev() } else { row }) }
pub fn else_if(x: i32) -> i32 { if x < 0 { -1 } else if x == 0 { 0 } else { 1 } }
pub fn statement_if(x: i32) -> i32 { let mut y = x; if x > 2 { y *= 2; y += 1; } y }
pub fn closure_blocks(xs: &[i32]) -> [i32] { xs.map(|x| { let y = x * x; let z = y + 10; z * (if x > 1 { 2 } else { 1 }) - (y - 1) - if x > 1 { 1 } else { 0 } }) }
