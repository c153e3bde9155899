//! Compares all forms of a program: the interpreter, the interpreter after each pass, and the
//! plan's interpreter.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use accel_ir::core::{Program as CoreProgram, parse_program, print_program, verify_program};
use accel_ir::interp::{self, Failure, Reason, Trap, Value, run_within};
use accel_ir::plan::{Plan, parse_plan, print_plan, run_plan_within, verify_plan};
use accel_ir::{Limits, pipeline};

use crate::block::{Lowered, Stage, front, stages};
use crate::inputs::{Random, fitting_inputs};
use crate::values::agree;

/// The limit on the work of a program as it is written: random ones may do any amount.
const MOST: interp::Limits = interp::Limits::all(1 << 16);

/// The limit on its work in any other form, which is no reason to do much more.
const MORE: interp::Limits = interp::Limits::all(1 << 22);

/// The results of a program for some arguments, or its failure.
pub type Given = Result<Vec<Value>, Trap>;

/// A difference between two forms of a program, or another fault that was found in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The kind of the failure: the same for programs that fail for the same reason, probably.
    pub kind: String,
    /// A description of the failure.
    pub details: String,
}

/// The outcome of the comparison of a program's forms.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// All forms agree; the number of inputs that gave values, and of those that failed.
    Agrees(usize, usize),
    /// As far as the compiler can see, its sizes do not fit together, or it is certain to fail.
    Refused,
    /// Something is wrong.
    Disagrees(Disagreement),
}

fn disagrees(kind: impl Into<String>, details: impl Into<String>) -> Outcome {
    Outcome::Disagrees(Disagreement { kind: kind.into(), details: details.into() })
}

/// Runs all forms of a program on inputs of these sizes. A panic is a disagreement too.
pub fn agreement(text: &str, sizes: &[usize], seed: u64) -> Outcome {
    quietly(|| forms(text, sizes, seed)).unwrap_or_else(|message| {
        let first = message.lines().next().unwrap_or_default();
        disagrees(format!("panic: {}", without_numbers(first)), message)
    })
}

thread_local! { static QUIET: Cell<bool> = const { Cell::new(false) }; }

/// Runs something that may panic, without a word on the terminal.
///
/// # Errors
/// The panic's message.
pub fn quietly<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                loud(panic);
            }
        }));
    });
    QUIET.set(true);
    let result = catch_unwind(AssertUnwindSafe(run));
    QUIET.set(false);
    result.map_err(|panic| match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic.downcast_ref::<&str>().map_or(String::new(), ToString::to_string),
    })
}

/// The inputs of a program's function, one for each limit of its sizes, and its results for them:
/// without those for which it does too much.
pub fn cases(lowered: &Lowered, sizes: &[usize], seed: u64) -> Vec<(Vec<Value>, Given)> {
    let mut random = Random::new(seed);
    let function = &lowered.program.functions[0];
    let inputs = sizes.iter().map(|size| fitting_inputs(function, *size, &mut random));
    inputs.filter_map(|case| expected(lowered, case, MOST)).collect()
}

/// An input of a program's function and its result for it; `None` if it does more than it may.
pub fn expected(
    lowered: &Lowered,
    case: Vec<Value>,
    most: interp::Limits,
) -> Option<(Vec<Value>, Given)> {
    match run_within(most, &lowered.program, &lowered.program.functions[0].name, &case) {
        Err(Trap::Failed(Failure { reason: Reason::Steps | Reason::Memory, .. })) => None,
        given => Some((case, given)),
    }
}

fn forms(text: &str, sizes: &[usize], seed: u64) -> Outcome {
    let list = match front(text) {
        Ok(list) => list,
        Err(errors) if errors.iter().all(|error| is_about_values(error)) => {
            return Outcome::Refused;
        }
        Err(errors) => {
            let first = |error: &String| quoted_out(error.lines().next().unwrap_or_default());
            let mut kinds: Vec<String> = errors.iter().map(first).collect();
            kinds.sort();
            kinds.dedup();
            return disagrees(format!("rejected: {}", kinds.join(" ")), format!("{errors:#?}"));
        }
    };
    let (mut good, mut bad) = (0, 0);
    for lowered in &list {
        match lowered_forms(lowered, sizes, seed) {
            Outcome::Agrees(more, less) => {
                good += more;
                bad += less;
            }
            other => return other,
        }
    }
    Outcome::Agrees(good, bad)
}

fn lowered_forms(lowered: &Lowered, sizes: &[usize], seed: u64) -> Outcome {
    if let Err(error) = verify_program(&lowered.program) {
        let text = print_program(&lowered.program);
        let kind = format!("lowering does not verify: {}", last_part(&error.to_string()));
        return disagrees(kind, format!("{error}\n{text}"));
    }
    let cases = cases(lowered, sizes, seed);
    let entry = &*lowered.program.functions[0].name;
    if let Some((_, Err(Trap::Broken(message)))) =
        cases.iter().find(|case| matches!(case.1, Err(Trap::Broken(_))))
    {
        let kind = format!("lowering is broken: {}", without_numbers(message));
        return disagrees(kind, format!("{message}\n{}", print_program(&lowered.program)));
    }
    let compare = |form: &str, run: &dyn Fn(&[Value]) -> Given, text: &dyn Fn() -> String| {
        let runs = cases.iter().map(|(case, expected)| (case, expected, run(case)));
        let wrong = runs.into_iter().find(|(_, expected, found)| !agree(expected, found));
        wrong.map(|(case, expected, found)| {
            disagrees(
                match &found {
                    Err(Trap::Broken(message)) => {
                        format!("broken: {form}: {}", without_numbers(message))
                    }
                    Err(_) => format!("fails: {form}"),
                    Ok(_) => format!("differs: {form}"),
                },
                format!("{case:?}\nexpected {expected:?}\nfound {found:?}\n{}", text()),
            )
        })
    };
    let mut optimised = lowered.program.clone();
    let mut before = print_program(&optimised);
    for Stage { pass, program, text } in stages(lowered.program.clone()) {
        if let Err(error) = verify_program(&program) {
            let kind = format!("{pass} does not verify: {}", last_part(&error.to_string()));
            return disagrees(kind, format!("{error}\n{text}"));
        }
        let run = |case: &[Value]| run_within(MORE, &program, entry, case);
        if let Some(wrong) = compare(pass, &run, &|| text.clone()) {
            return wrong;
        }
        (optimised, before) = (program, text);
    }
    match parse_program(&before) {
        Ok(again) if print_program(&again) == before => {}
        Ok(again) => {
            let details = format!("{before}\n{}", print_program(&again));
            return disagrees("printed core IR is parsed differently", details);
        }
        Err(error) => {
            let details = format!("{error}\n{before}");
            return disagrees("printed core IR cannot be parsed", details);
        }
    }
    // Nests have a second version for large inputs: here it is taken for every input, too.
    for limits in [Limits::MEASURED, Limits::LOWERED] {
        let plan = match checked_plan(lowered, &optimised, &limits) {
            Ok(plan) => plan,
            Err(outcome) => return outcome,
        };
        let run = |case: &[Value]| run_plan_within(MORE, &plan, Some(&optimised), case);
        if let Some(wrong) = compare("the plan", &run, &|| print_plan(&plan)) {
            return wrong;
        }
    }
    let good = cases.iter().filter(|case| case.1.is_ok()).count();
    Outcome::Agrees(good, cases.len() - good)
}

/// The plan of a program after all passes, whose text is read back as it is.
fn checked_plan(
    lowered: &Lowered,
    optimised: &CoreProgram,
    limits: &Limits,
) -> Result<Plan, Outcome> {
    let function = optimised.functions[0].clone();
    let owned = |var| lowered.owned.contains(&var);
    let plan: Plan = match pipeline::plan(function, lowered.regularity.clone(), &owned, limits) {
        Ok(plan) => plan,
        Err(error) => return Err(disagrees("flattening fails", error.text())),
    };
    let text = print_plan(&plan);
    if let Err(error) = verify_plan(&plan) {
        let kind = format!("the plan does not verify: {}", last_part(&error.to_string()));
        return Err(disagrees(kind, format!("{error}\n{text}")));
    }
    match parse_plan(&text) {
        Ok(again) if print_plan(&again) == text => {}
        Ok(again) => {
            let details = format!("{text}\n{}", print_plan(&again));
            return Err(disagrees("a printed plan is parsed differently", details));
        }
        Err(error) => {
            return Err(disagrees("a printed plan cannot be parsed", format!("{error}\n{text}")));
        }
    }
    Ok(plan)
}

/// The generator knows of some sizes that they agree although the compiler does not, and does not know
/// the values of constants.
fn is_about_values(error: &str) -> bool {
    ["[E035]", "[E041]", "[E042]"].iter().any(|code| error.contains(code))
}

/// A message without the numbers, which differ from program to program.
fn without_numbers(message: &str) -> String {
    message.chars().filter(|c| !c.is_ascii_digit()).take(120).collect()
}

/// The message of a verifier's error, without its place and the variables that it names.
fn last_part(message: &str) -> String {
    let last = message.rsplit(": ").next().unwrap_or_default();
    let words = last.split(' ').filter(|word| !word.contains('#'));
    without_numbers(&words.collect::<Vec<_>>().join(" "))
}

/// A message without the text between backquotes.
fn quoted_out(message: &str) -> String {
    let parts: Vec<&str> = message.split('`').step_by(2).collect();
    without_numbers(&parts.join("…"))
}
