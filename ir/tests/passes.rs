//! Runs each file of `passes/ENTRY/` through the entry of the pipeline that its folder is called after, alone,
//! and compares the program after it with the lines that the file asks for: see `passes/README.md`. The program
//! before it and the program after it are interpreted on random inputs, too: they mean the same.

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use accel_ir::core::{
    Atom, Expression, Extent, Function, Program, Statement, Type, Var, View, parse_program,
    print_program,
};
use accel_ir::interp::{self, Failure as Failed, Reason, Trap, Value};
use accel_ir::pipeline::{PIPELINE, run_alone};
use accel_ir::plan::Choice;
use accel_ir::source::Span;
use accel_ir::{Limits, on_own_stack};
use accel_test_programs::inputs;

/// The least number of files of each entry: its rewrite, a program that must stay as it is, and an
/// edge.
const FILES: usize = 3;

/// On how many inputs each program is interpreted.
const INPUTS: usize = 16;

/// The result of a program that fails.
const FAILURE: &str = "a failure";

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

/// The failure of a file: the pass does not do as its comments say.
struct Failure {
    reason: String,
    /// The program after the entry, if the entry has run.
    output: Option<String>,
}

/// Runs an entry on the program of a file.
fn check(entry: &str, text: &str) -> Result<(), Failure> {
    let fail = |reason: String| Failure { reason, output: None };
    let first = text.lines().next().and_then(|line| line.strip_prefix("// "));
    if !first.is_some_and(|first| first.ends_with('.')) {
        return Err(fail("the first line is no comment that is a sentence".to_owned()));
    }
    let before = parse_program(text).map_err(|error| fail(error.to_string()))?;
    let work = || {
        let is_lowered = directives(text, "limits").any(|limits| limits == "lowered");
        let limits = if is_lowered { Limits::LOWERED } else { Limits::MEASURED };
        let result = run(entry, text, &before, &limits);
        // Small inputs take versions for large sizes with lowered limits alone.
        let lowered = run(entry, text, &before, &Limits::LOWERED);
        let runs = match lowered.as_ref().map(text_of) == result.as_ref().map(text_of) {
            true => vec![&result],
            false => vec![&result, &lowered],
        };
        let mut programs = runs.into_iter().flatten().map(|(after, _)| after);
        let meaning = programs.try_for_each(|after| interpret(&before, after));
        drop(programs);
        (result, meaning)
    };
    // Recursions of programs are recursions of the interpreter.
    let done = on_own_stack(|| catch_unwind(work).map_err(message), || ());
    let (result, meaning) = done.map_err(fail)?;
    let mut output = match result {
        Ok(done) => {
            meaning.map_err(|reason| fail(format!("{reason}\n{}", text_of(&done))))?;
            text_of(&done)
        }
        Err(refusal) => format!("refused: {refusal}\n"),
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

/// The message of a panic.
fn message(panic: Box<dyn std::any::Any + Send>) -> String {
    panic.downcast::<String>().map_or("a panic".to_owned(), |text| *text)
}

/// A program with the choices behind it.
fn text_of((program, choices): &(Program, Vec<Choice>)) -> String {
    let choices = choices.iter().map(|choice| format!("choice {choice:?}\n"));
    print_program(program) + &choices.collect::<String>()
}

/// The program after the entry, or after the entries that its file names, and the choices that they made. An
/// error is the text of the refusal.
fn run(
    entry: &str,
    text: &str,
    before: &Program,
    limits: &Limits,
) -> Result<(Program, Vec<Choice>), String> {
    let list = |name| directives(text, name).flat_map(str::split_whitespace).collect::<Vec<_>>();
    let (mut passes, owned) = (list("pass"), list("owned"));
    if passes.is_empty() {
        passes.push(entry);
    }
    assert_eq!(passes.last(), Some(&entry), "the last pass is that of the folder");
    let mut after = before.clone();
    match run_alone(&passes, &mut after, &owned, limits) {
        Ok(choices) => Ok((after, choices)),
        Err(error) => Err(error.text()),
    }
}

/// Compares the results of the first functions of two programs, or that both fail. Inputs that do not fit the
/// types of the program, or take long, tell nothing.
fn interpret(before: &Program, after: &Program) -> Result<(), String> {
    let first = with_rows(&before.functions[0]);
    let result = |program: &Program, arguments: &[Value]| {
        let limits = interp::Limits::all(1 << 16);
        match interp::run_within(limits, program, &program.functions[0].name, arguments) {
            Ok(values) => Ok(format!("{values:?}")),
            Err(Trap::Broken(message)) => Err(Some(message)),
            Err(Trap::Failed(Failed { reason: Reason::Steps | Reason::Recursion, .. })) => {
                Err(None)
            }
            Err(Trap::Failed(_)) => Ok(FAILURE.to_owned()),
        }
    };
    let (mut random, mut told) = (inputs::Random::new(1), false);
    for input in 0..INPUTS {
        let arguments = match input % 2 {
            0 => inputs::inputs(&first, input / 2 % 5, &mut random),
            _ => inputs::fitting_inputs(&first, 5, &mut random),
        };
        let expected = catch_unwind(|| result(before, &arguments));
        let Ok(Ok(expected)) = expected else { continue };
        told |= expected != FAILURE;
        match result(after, &arguments) {
            Ok(found) if found == expected => {}
            Err(None) => {}
            Ok(found) => return Err(format!("{arguments:?} gives {found}, not {expected}")),
            Err(Some(broken)) => return Err(format!("{arguments:?} is broken: {broken}")),
        }
    }
    if told { Ok(()) } else { Err("it gives values for no inputs".to_owned()) }
}

/// A function that puts its rows together first, so that inputs have `offsets` that fit the array two behind
/// them, where it reads these as they are.
fn with_rows(function: &Function) -> Function {
    let mut function = function.clone();
    let named = |name: &str| {
        let is_named = |var: &Var| function.variables.name(*var).is_some_and(|own| **own == *name);
        function.parameters.iter().position(is_named)
    };
    let (Some(rows), Some(place)) = (named("n"), named("offsets")) else { return function };
    let at = |place: usize| Atom::Var(function.parameters[place]);
    let (rows, offsets, data) = (at(rows), at(place), at(place + 2));
    let element = function.variables.element(data);
    let ty = Type::array(element, vec![Extent::Size(rows), Extent::Ragged]);
    let binds = vec![function.variables.add(None, ty)];
    let expression = Expression::View(View::Segments(data, offsets));
    function.body.statements.insert(0, Statement { binds, expression, span: Span::NONE });
    function
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

/// The texts behind `// NAME` in lines of a text.
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
