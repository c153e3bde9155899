//! Indices that are checked once for all lanes fail with the index of the first lane that fails: for
//! all small sizes, a plan gives the results of the program as it is written, down to the values in its
//! error and its place.

use accel_ir::core::Constant;
use accel_ir::interp::{Value, run};
use accel_ir::plan::run_plan;
use accel_test_programs::block::front;
use accel_tests::ir as accel_ir;

/// Functions of an array and sizes, each with one index that may be out of bounds.
const PROGRAMS: &str = "
pub fn one(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] { (0..m).map(|i| xs[i + a] + n as i32) }
pub fn two(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] { (0..m).map(|i| (0..n).map(|j| xs[i + j + a]).sum()) }
pub fn less(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] { (0..m).map(|i| (0..n).map(|j| xs[a + i - j]).sum()) }
pub fn down(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] { (0..m).map(|i| (0..n).map(|j| xs[a - i - j]).sum()) }
pub fn twice(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] { (0..m).map(|i| (0..n).map(|j| xs[2 * i + j + a]).sum()) }
pub fn apart(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] { (0..m).map(|i| (0..n).map(|j| xs[i + j * a]).sum()) }
pub fn back(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] { (0..m).map(|i| (0..n).map(|j| xs[3 + i - j * a]).sum()) }
pub fn turned(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] { (0..m).map(|i| (0..n).map(|j| xs[i + j * (1 - a)]).sum()) }
pub fn deep(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] {
    (0..m).map(|i| (0..n).map(|j| (0..a).map(|k| xs[3 * i + 2 * k - j]).sum()).sum())
}
pub fn grid(xs: &[i32], m: usize, n: usize, a: usize) -> [[i32; n]; m] { generate((m, n), |(i, j)| xs[a * i + j]) }
pub fn turns(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] {
    (0..m).map(|i| { let mut s = 0; for j in 0..n { s = 3 * s + xs[i + 2 * j + a]; } s })
}
pub fn slices(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] { (0..m).map(|i| xs[i + a..i + a + n].sum()) }
pub fn far(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] { (0..m).map(|i| xs[a * i..a * i + n].sum()) }
pub fn from_second(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] { (0..m).map(|i| if i == 0 { n as i32 } else { xs[i + a - 1] }) }
pub fn part(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] { (0..m).map(|i| if i < a || i >= n { 0 } else { xs[2 * i - a] }) }
pub fn rest(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] { (0..m).map(|i| if i + a < n { 0 } else { xs[i] }) }
pub fn last(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] { (0..m).map(|i| if i == m - 1 { n as i32 } else { xs[i + a] }) }
pub fn only(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] { (0..m).map(|i| if i == a { xs[i + n] } else { 0 }) }
pub fn up_to(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] { (0..m).map(|i| if i <= a && n > 1 { xs[n - i] } else { 0 }) }
pub fn frame(xs: &[i32], m: usize, n: usize, a: usize) -> [[i32; n]; m] {
    generate((m, n), |(i, j)| if i == 0 || j == 0 || j + 1 >= n { 0 } else { xs[a * i + j - 1] })
}
pub fn wholly(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] {
    (0..m).map(|i| if i < a || i + a >= n { 0 } else { (0..2 * a + 1).map(|j| xs[i + j - a]).sum() })
}
pub fn near(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] {
    (0..m).map(|i| (0..n).map(|j| if i + j >= a && i + j - a < xs.len() { xs[i + j - a] } else { 1 }).sum())
}
pub fn inside(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] {
    (0..m).map(|i| (0..n).map(|j| if j > 1 { xs[i + j - a] } else { 0 }).sum())
}
pub fn chosen(xs: &[i32], m: usize, n: usize, a: usize) -> [i32] {
    (0..m).map(|i| if a > 2 { (0..n).map(|j| xs[i + j]).sum() } else { xs[n] })
}
";

#[test]
fn plans_fail_as_programs_do() {
    let functions = front(PROGRAMS).expect("the programs compile");
    let (mut values, mut failures) = (0, 0);
    for lowered in &functions {
        let (plan, optimised) = lowered.plan();
        let name = &lowered.program.functions[0].name;
        let sizes = [0, 1, 2, 3, 5];
        for case in 0..625 {
            let [length, m, n, a] = [125, 25, 5, 1].map(|unit: usize| sizes[case / unit % 5]);
            let items = (0..length as i64).map(|item| Constant::I32(item as i32 * 7 + 1)).collect();
            let mut arguments = vec![Value::vector(items)];
            arguments.insert(0, size(length));
            arguments.extend([m, n, a].map(size));
            let given = run(&lowered.program, name, &arguments);
            match &given {
                Ok(_) => values += 1,
                Err(_) => failures += 1,
            }
            let found = run_plan(&plan, Some(&optimised), &arguments);
            assert_eq!(found, given, "{name} of {length} elements, {m}, {n}, {a}");
        }
    }
    assert!(values > 2000 && failures > 2000, "{values} values, {failures} failures");
}

fn size(size: usize) -> Value {
    Value::Scalar(Constant::Usize(size as u64))
}
