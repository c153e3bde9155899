//! Run-time errors: each is an `accel::Error` with file, line and column, the inputs stay as they were, and
//! the next call works.

#![allow(missing_docs)]

use accel::{Array, Error, ErrorKind, accel};

accel! {
    pub fn dot(xs: &[f64; n], ys: &[f64; n]) -> f64 { zip(xs, ys).map(|(x, y)| x * y).sum() }
    pub fn matmul(a: &[[f64; m]; n], b: &[[f64; p]; m]) -> [[f64; p]; n] {
        a.map(|row| b.transpose().map(|column| zip(row, column).map(|(x, y)| x * y).sum()))
    }
    pub fn fixed(xs: &[i32; 4]) -> i32 { xs.sum() }
    pub fn pick(xs: &[i32], i: i64) -> i32 { xs[i] }
    pub fn pick_all(xs: &[i32], is: &[i64]) -> [i32] { is.map(|i| xs[i]) }
    pub fn pick_in_rows(m: &[[i32; k]; n], j: usize) -> [i32; n] { m.map(|row| row[j]) }
    pub fn cut(xs: &[i32], from: i64, to: i64) -> [i32] { xs[from..to] }
    pub fn rest(xs: &[i32], from: i64) -> [i32] { xs[from..] }
    pub fn divide(xs: &[i32], y: i32) -> [i32] { xs.map(|x| x / y) }
    pub fn remainders(xs: &[i32], ys: &[i32]) -> i32 { zip(xs, ys).map(|(x, y)| x % y).sum() }
    pub fn euclid(x: i32, y: i32) -> i32 { x.rem_euclid(y) }
    pub fn smallest(xs: &[f32]) -> f32 { xs.min() }
    pub fn assured(xs: &[f64]) -> f64 { assert!(xs.all(|x| !x.is_nan()), "there is a NaN"); xs.sum() }
    pub fn checked(xs: &[f64]) -> [f64] { xs.map(|x| { assert!(x >= 0.0); x.sqrt() }) }
    pub fn huge(n: usize) -> [u64; n] { (0..n).map(|i| i as u64) }
    pub fn huge_table(n: usize, m: usize) -> [[u8; m]; n] { generate((n, m), |(i, j)| (i + j) as u8) }
    pub fn huge_inside(n: usize, xs: &[f64]) -> f64 { let a = [xs.sum(); n].scan(0.0, |a, b| a + b); a[n - 1] + a[0] }
    pub fn update_then_fail(xs: [i32; n], i: usize) -> [i32; n] { let mut a = xs; a[0] = 7; a[i] = 8; a }
    pub fn forever(n: u64) -> u64 { if n == u64::MAX { 0 } else { 1 + forever(n) } }
    pub fn clamped(x: f64, low: f64, high: f64) -> f64 { x.clamp(low, high) }
    pub fn is_in_all(x: u64) -> bool { (0..=u64::MAX).any(|y| y == x) && (i64::MIN..=i64::MAX).any(|y| y < 0) }
    pub fn all_listed() -> [u64] { (0..=u64::MAX) }
    pub fn joined(a: &[[i32; k]; n], b: &[[i32; l]; m]) -> [[i32; k]; _] { concat(a, b) }
}

/// The error of a call, after a look at its place.
#[track_caller]
fn failure<T>(result: Result<T, Error>, kind: ErrorKind, function: &str, words: &[&str]) -> Error {
    let Err(error) = result else { panic!("the call succeeds") };
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.file().ends_with("bad_input.rs"), "{}", error.file());
    assert_eq!(error.line() as usize, line_of(function), "{error}");
    assert!(error.column() > 1, "{error}");
    let text = error.to_string();
    let place = format!("{}:{}:{}: ", error.file(), error.line(), error.column());
    assert!(text.starts_with(&place), "{text}");
    words.iter().for_each(|word| assert!(text.contains(word), "{word:?} is not in {text:?}"));
    error
}

/// The line where a function begins.
fn line_of(function: &str) -> usize {
    let start = format!("pub fn {function}(");
    let lines = include_str!("bad_input.rs").lines();
    1 + lines.take_while(|line| !line.trim_start().starts_with(&start)).count()
}

#[test]
fn wrong_shapes() {
    failure(try_dot(&[1.0, 2.0], &[1.0]), ErrorKind::Size, "dot", &["ys", "2", "1"]);
    let a = Array::from_vec([2, 3], vec![1.0; 6]);
    failure(try_matmul(&a, &a), ErrorKind::Size, "matmul", &["`b`", "3", "2"]);
    assert_eq!(try_fixed(&[1, 2, 3]).unwrap_err().kind(), ErrorKind::Size);
    assert_eq!(fixed(&[1, 2, 3, 4]), 10);
    let error = try_joined(&[[1, 2]], &[[1, 2, 3]]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Size);
    assert_eq!(dot(&[1.0, 2.0], &[3.0, 4.0]), 11.0);
}

#[test]
fn empty_arrays_and_zero_sizes_are_ordinary() {
    assert_eq!(dot(&[], &[]), 0.0);
    let (wide, tall): (Array<f64, 2>, Array<f64, 2>) =
        (Array::from_vec([0, 3], vec![]), Array::from_vec([3, 0], vec![]));
    assert_eq!(matmul(&wide, &tall).shape(), [0, 0]);
    assert_eq!(matmul(&tall, &wide).shape(), [3, 3]);
    assert_eq!(matmul(&tall, &wide).to_vec(), [0.0; 9]);
    assert_eq!(huge(0).len(), 0);
    assert_eq!(huge_table(0, usize::MAX).shape(), [0, usize::MAX]);
    assert_eq!(pick_in_rows(&[[0; 3]; 0], 7).len(), 0);
    assert_eq!(divide(&[], 0).len(), 0);
}

#[test]
fn slices_out_of_bounds() {
    for (result, message) in [
        (try_cut(&[1, 2, 3], 2, 1), "slice index starts at 2 but ends at 1"),
        (try_cut(&[1, 2, 3], -1, 1), "slice index starts at -1 but ends at 1"),
        (try_cut(&[1, 2, 3], 0, 4), "range end index 4 out of range for array of length 3"),
        (try_rest(&[1, 2, 3], 5), "range start index 5 out of range for array of length 3"),
        (try_rest(&[], 1), "range start index 1 out of range for array of length 0"),
    ] {
        let error = result.expect_err("it is out of bounds");
        assert_eq!((error.kind(), error.message()), (ErrorKind::IndexOutOfBounds, message));
    }
    assert_eq!(cut(&[1, 2, 3], 1, 3), rest(&[1, 2, 3], 1));
}

#[test]
fn indices_out_of_bounds() {
    let error = failure(try_pick(&[1, 2], 2), ErrorKind::IndexOutOfBounds, "pick", &["2"]);
    assert_eq!(error.message(), "index out of bounds: the length is 2 but the index is 2");
    failure(try_pick(&[1, 2], -1), ErrorKind::IndexOutOfBounds, "pick", &["2", "-1"]);
    failure(
        try_pick(&[], i64::MAX),
        ErrorKind::IndexOutOfBounds,
        "pick",
        &["0", "9223372036854775807"],
    );
    failure(
        try_pick_all(&[1, 2], &[0, 1, 5]),
        ErrorKind::IndexOutOfBounds,
        "pick_all",
        &["2", "5"],
    );
    failure(try_pick_in_rows(&[[1, 2]], 2), ErrorKind::IndexOutOfBounds, "pick_in_rows", &["2"]);
    assert_eq!(pick_all(&[1, 2], &[1, 0]), [2, 1]);
}

#[test]
fn of_many_failures_one_is_told() {
    let xs: Vec<i32> = (0..1_000_000).collect();
    let is: Vec<i64> = (0..1_000_000).map(|i| if i % 1000 == 999 { -i } else { i }).collect();
    let first = try_pick_all(&xs, &is).unwrap_err();
    assert_eq!(first.kind(), ErrorKind::IndexOutOfBounds);
    assert_eq!(xs[999], 999);
    assert_eq!(pick_all(&xs, &is[..999]).last(), Some(&998));
}

#[test]
fn divisions_by_zero() {
    failure(try_divide(&[1], 0), ErrorKind::DivisionByZero, "divide", &["divide by zero"]);
    failure(try_remainders(&[1, 2], &[1, 0]), ErrorKind::DivisionByZero, "remainders", &["zero"]);
    failure(try_euclid(7, 0), ErrorKind::DivisionByZero, "euclid", &["zero"]);
    assert_eq!(divide(&[i32::MIN], -1), [i32::MIN]);
    assert_eq!(euclid(-7, 3), 2);
}

#[test]
fn nothing_has_no_smallest_element() {
    failure(try_smallest(&[]), ErrorKind::Empty, "smallest", &["min"]);
    assert!(smallest(&[f32::NAN]).is_nan());
}

#[test]
fn assertions() {
    let xs = [1.0, f64::NAN];
    failure(try_assured(&xs), ErrorKind::Assertion, "assured", &["there is a NaN"]);
    assert!(xs[1].is_nan());
    failure(try_checked(&[4.0, -1.0]), ErrorKind::Assertion, "checked", &["x >= 0.0"]);
    failure(try_checked(&[f64::NAN]), ErrorKind::Assertion, "checked", &[]);
    assert_eq!(checked(&[4.0]), [2.0]);
}

#[test]
fn allocations_that_cannot_succeed() {
    failure(try_huge(usize::MAX), ErrorKind::OutOfMemory, "huge", &[]);
    failure(try_huge(1 << 60), ErrorKind::OutOfMemory, "huge", &[]);
    failure(try_huge(1 << 46), ErrorKind::OutOfMemory, "huge", &[]);
    failure(try_huge_table(1 << 40, 1 << 40), ErrorKind::OutOfMemory, "huge_table", &[]);
    failure(try_huge_inside(1 << 50, &[1.0]), ErrorKind::OutOfMemory, "huge_inside", &[]);
    assert_eq!(huge(3), [0, 1, 2]);
    assert_eq!(huge_inside(2, &[1.0, 2.0]), 9.0);
}

#[test]
fn inputs_are_unchanged_after_a_failure() {
    let xs = Array::from_vec([3], vec![1, 2, 3]);
    let before = xs.clone();
    assert!(try_pick(&xs, 3).is_err());
    assert!(try_divide(&xs, 0).is_err());
    assert!(try_update_then_fail(xs.clone(), 3).is_err());
    assert_eq!(xs, before);
    assert_eq!(update_then_fail(xs, 1), [7, 8, 3]);
}

#[test]
fn recursion_without_end() {
    let error = try_forever(1).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Recursion, "{error}");
    assert_eq!(forever(u64::MAX), 0);
}

#[test]
fn bounds_in_the_wrong_order() {
    assert_eq!(clamped(3.0, 0.0, 2.0), 2.0);
    failure(try_clamped(3.0, 2.0, 0.0), ErrorKind::Argument, "clamped", &[]);
    failure(try_clamped(3.0, f64::NAN, 0.0), ErrorKind::Argument, "clamped", &[]);
}

#[test]
fn the_short_form_panics_with_the_place() {
    let panic = std::panic::catch_unwind(|| pick(&[1], 1)).unwrap_err();
    let text = panic.downcast_ref::<String>().expect("a text");
    assert!(text.contains(&format!("bad_input.rs:{}:", line_of("pick"))), "{text}");
    assert!(text.ends_with("index out of bounds: the length is 1 but the index is 1"), "{text}");
}

/// The child of [`names_of_devices_in_the_environment`].
#[test]
fn call_on_the_device_of_the_environment() {
    match (std::env::var("ACCEL_DEVICE").as_deref(), try_fixed(&[1, 2, 3, 4])) {
        (Ok("gpu" | "cuda:x"), result) => {
            let error = result.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Device);
            assert!(error.message().contains("ACCEL_DEVICE"), "{error}");
        }
        (_, result) => assert_eq!(result, Ok(10)),
    }
}

#[test]
fn names_of_devices_in_the_environment() {
    for name in ["gpu", "cuda:x", "cpu", "auto"] {
        passes_with("call_on_the_device_of_the_environment", "ACCEL_DEVICE", name);
    }
}

/// Runs another test in a process of its own, with an environment variable.
fn passes_with(test: &str, variable: &str, value: &str) {
    let output = std::process::Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", test])
        .env(variable, value)
        .output()
        .expect("the child runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{value}: {text}");
}

/// The child of [`names_of_instructions_in_the_environment`].
#[test]
fn call_with_the_instructions_of_the_environment() {
    match (std::env::var("ACCEL_CPU").as_deref(), try_fixed(&[1, 2, 3, 4])) {
        (Ok("avx3"), result) => {
            let error = result.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Device);
            let message = "ACCEL_CPU is `avx3`, expected `baseline`, `avx2` or `avx512`";
            assert_eq!(error.message(), message);
        }
        (_, result) => assert_eq!(result, Ok(10)),
    }
}

#[test]
fn names_of_instructions_in_the_environment() {
    for name in ["avx3", "avx2", "avx512", "baseline", ""] {
        passes_with("call_with_the_instructions_of_the_environment", "ACCEL_CPU", name);
    }
}

#[test]
fn ranges_of_all_numbers_are_not_empty() {
    assert!(is_in_all(7));
    let error = try_all_listed().expect_err("no memory has so many numbers");
    assert_eq!(error.kind(), ErrorKind::OutOfMemory, "{error}");
}
