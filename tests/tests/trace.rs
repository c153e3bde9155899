//! The report of a program on cores with `ACCEL_TRACE`.

#![allow(missing_docs)]

use std::process::Command;

use accel::{ErrorKind, accel};

accel! {
    pub fn halved(xs: &[f64; n]) -> [f64; n] { xs.map(|x| x / 2.0) }
    pub fn total(xs: &[f64; n]) -> f64 { xs.sum() }
}

/// Returns the report, on stderr, of a run of the test below with this value of the variable.
fn reported(value: &str) -> String {
    let program = std::env::current_exe().expect("the program has a path");
    let mut command = Command::new(program);
    command.args(["--exact", "--ignored", "calls"]).env("ACCEL_TRACE", value);
    let output = command.env("ACCEL_DEVICE", "cpu").output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
#[ignore = "run by the others"]
fn calls() {
    if std::env::var("ACCEL_TRACE").is_ok_and(|value| value == "everything") {
        let error = try_halved(&[1.0]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Device);
        assert_eq!(error.to_string(), "ACCEL_TRACE is `everything`, expected `summary` or `json`");
        return;
    }
    let mut xs = vec![4.0, 2.0, 8.0];
    for _ in 0..3 {
        xs = halved(&xs).into();
    }
    assert_eq!(total(&xs), 1.75);
}

#[test]
fn a_summary() {
    let text = reported("summary");
    let lines = text.lines().filter_map(|line| line.strip_prefix("accel: "));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split_whitespace().collect()).collect();
    let [head, halved, total] = &rows[..] else { panic!("{text}") };
    assert_eq!(head[..], ["on", "cores", "calls", "milliseconds", "lanes", "threads"]);
    for (row, [name, calls, lanes]) in
        [(halved, ["trace::halved.1", "3", "9"]), (total, ["trace::total.1", "1", "3"])]
    {
        assert_eq!([row[0], row[1], row[3]], [name, calls, lanes], "{text}");
    }
}

#[test]
fn a_line_of_json() {
    let text = reported("json");
    let line = text.lines().find(|line| line.starts_with('{')).expect("a line");
    assert!(line.contains("{\"name\":\"trace::halved.1\",\"calls\":3,\"seconds\":"), "{line}");
    assert!(line.ends_with("\"lanes\":3}]}"), "{line}");
}

#[test]
fn another_value_is_an_error() {
    reported("everything");
}
