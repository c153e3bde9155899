//! Runs each file of `passes/ENTRY/` through the entry of the pipeline that its folder is called after, alone,
//! and compares the program after it with the lines that the file asks for: see `passes/README.md`.

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use accel_ir::Limits;
use accel_ir::core::{parse_program, print_program};
use accel_ir::pipeline::{PIPELINE, run_alone};

/// How many files each entry has at least: its rewrite, a program that must stay as it is, and an edge.
const FILES: usize = 3;

/// Has the test write the lines that files ask for.
const WRITE: &str = "ACCEL_WRITE_CHECKS";

#[test]
fn entries_do_what_their_files_say() {
    let mut failures = Vec::new();
    for entry in names() {
        for path in files(&folder().join(entry)) {
            let text = fs::read_to_string(&path).expect("a file can be read");
            let Err(failure) = check(entry, &text) else { continue };
            if std::env::var_os(WRITE).is_some()
                && let Some(output) = &failure.output
            {
                fs::write(&path, written(&text, output)).expect("a file can be written");
                continue;
            }
            let output = failure.output.as_deref().unwrap_or_default();
            failures.push(format!("{}: {}\n{output}", path.display(), failure.reason));
        }
    }
    let count = failures.len();
    assert!(failures.is_empty(), "{}\n{count} fail; {WRITE}=1 writes them", failures.join("\n"));
}

#[test]
fn each_entry_has_files_and_each_folder_an_entry() {
    for entry in names() {
        let count = files(&folder().join(entry)).len();
        assert!(count >= FILES, "{entry} has {count} files in ir/tests/passes, not {FILES}");
    }
    for path in list(&folder()).into_iter().filter(|path| path.is_dir()) {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        assert!(names().contains(name), "no entry of the pipeline is called {name}");
    }
}

/// A file that does not do what it says.
struct Failure {
    reason: String,
    /// The program after the entry, if the entry has run.
    output: Option<String>,
}

/// Runs an entry on the program of a file.
fn check(entry: &str, text: &str) -> Result<(), Failure> {
    let fail = |reason: String| Failure { reason, output: None };
    let first = text.lines().next().and_then(|line| line.strip_prefix("// "));
    if !first.is_some_and(|first| first.ends_with(['.', ':'])) {
        return Err(fail("the first line is no comment that is a sentence".to_owned()));
    }
    let before = parse_program(text).map_err(|error| fail(error.to_string()))?;
    let passes: Vec<&str> = directives(text, "pass").flat_map(str::split_whitespace).collect();
    let passes = if passes.is_empty() { vec![entry] } else { passes };
    if passes.last() != Some(&entry) {
        return Err(fail(format!("{entry} is not the last pass")));
    }
    let owned: Vec<&str> = directives(text, "owned").flat_map(str::split_whitespace).collect();
    let is_lowered = directives(text, "limits").any(|limits| limits == "lowered");
    let limits = if is_lowered { Limits::LOWERED } else { Limits::MEASURED };
    let run = || {
        let mut after = before.clone();
        let choices = run_alone(&passes, &mut after, &owned, &limits);
        choices.map(|choices| (after, choices))
    };
    let result = catch_unwind(run).map_err(|panic| {
        fail(panic.downcast::<String>().map_or("the entry panics".to_owned(), |text| *text))
    })?;
    let mut output = match result {
        Ok((after, choices)) => {
            print_program(&after)
                + &choices.iter().map(|choice| format!("choice {choice:?}\n")).collect::<String>()
        }
        Err(error) => format!("refused: {}\n", error.text()),
    };
    if directives(text, "unchanged").next().is_some() {
        return match output == print_program(&before) {
            true => Ok(()),
            false => Err(Failure { reason: "it is changed".to_owned(), output: Some(output) }),
        };
    }
    match compare(text, &output) {
        Ok(()) => Ok(()),
        Err(reason) => {
            output.truncate(output.trim_end().len());
            Err(Failure { reason, output: Some(output) })
        }
    }
}

/// Compares an output with the lines that a file asks for.
fn compare(text: &str, output: &str) -> Result<(), String> {
    let output = normalised(output);
    let mut rest = &output[..];
    let mut checks = 0;
    for line in directives(text, "check") {
        let wanted = normalised(line);
        let Some(place) = rest.find(&wanted) else {
            return Err(format!("`{line}` is missing (behind the line before it)"));
        };
        rest = &rest[place + wanted.len()..];
        checks += 1;
    }
    if let Some(line) = directives(text, "not").find(|line| output.contains(&normalised(line))) {
        return Err(format!("`{line}` is there"));
    }
    if checks == 0 { Err("no line is asked for".to_owned()) } else { Ok(()) }
}

/// The text with all lines of an output asked for instead of those that were.
fn written(text: &str, output: &str) -> String {
    let is_asked = |line: &&str| line.starts_with("// check:") || line.starts_with("// unchanged");
    let mut written: String =
        text.lines().filter(|line| !is_asked(line)).map(|line| format!("{line}\n")).collect();
    for line in output.lines().filter(|line| !line.trim().is_empty()) {
        written += &format!("// check: {line}\n");
    }
    written
}

/// What stands behind `// NAME` in lines of a text.
fn directives<'t>(text: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    let start = format!("// {name}");
    text.lines().filter_map(move |line| {
        let rest = line.strip_prefix(&start)?;
        if rest.is_empty() { Some(rest) } else { rest.strip_prefix(':').map(str::trim) }
    })
}

/// A text with single spaces.
fn normalised(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn names() -> BTreeSet<&'static str> {
    PIPELINE.iter().map(|entry| entry.name).collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/passes")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let is_core = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "core");
    list(folder).into_iter().filter(is_core).collect()
}

fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}
