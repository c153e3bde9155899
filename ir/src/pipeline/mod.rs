//! Core IR to plan: everything that is done to a program in between, in the order of one list,
//! [`PIPELINE`].
//!
//! The compiler, the tests and the examples call these functions, so the tests compare, and the examples
//! print, the programs that are compiled. With debug assertions the verifier runs after lowering and after
//! every entry; a program that does not verify is a bug of the entry, and the message names it.

mod alone;
mod entries;
mod properties;
#[cfg(test)]
mod tests;
mod unsupported;

use crate::Limits;
use crate::core::{Function, Program, Var, VarMap, print_function, print_program};
use crate::core::{verify_function, verify_program};
use crate::diagnostic::Diagnostic;
use crate::passes::simplify;
use crate::plan::{Choice, Plan, build, print_plan, verify_steps};
use crate::types::ValueRegularity;

pub use alone::run_alone;
pub use entries::{Entry, Of, PIPELINE, Run, When};
pub use properties::Properties;
use unsupported::unsupported;

/// The facts about a function, beside its text, that entries need.
pub struct Context<'a> {
    /// Returns true if the function may write to a parameter.
    pub owned: &'a dyn Fn(Var) -> bool,
    /// The thresholds of its versions.
    pub limits: Limits,
    /// The conditions that choose versions.
    pub choices: VarMap<Choice>,
}

/// The program before its functions are written as host code or called by lanes.
pub fn optimised(program: Program) -> Program {
    let cpu = stages(program, false, &mut |_, _| {});
    cpu.expect("only a program for devices is none")
}

/// The program as devices run it, if that is something else: recursions go level by level there, and rows are
/// scattered element by element.
pub fn optimised_for_devices(program: Program) -> Option<Program> {
    stages(program, true, &mut |_, _| {})
}

/// Runs the entries that make [`optimised`], or [`optimised_for_devices`], and shows the program after
/// each of them. A program for devices that none of the entries for devices has changed is none.
pub fn stages(
    mut program: Program,
    for_devices: bool,
    show: &mut dyn FnMut(&Entry, &Program),
) -> Option<Program> {
    verify("lowering", &program);
    let mut progress = Shared::default();
    let last = shared().iter().rposition(|entry| entry.of == Of::Devices);
    for (position, entry) in shared().iter().enumerate() {
        if (entry.of == Of::Every || for_devices) && progress.run(entry, &mut program) {
            show(entry, &program);
        }
        if for_devices && Some(position) == last && !progress.is_for_devices {
            return None;
        }
    }
    Some(program)
}

/// The plan of an optimised function.
///
/// # Errors
/// The place at which the function needs something that plans do not have yet.
///
/// # Panics
/// With debug assertions, if the plan does not verify; that is a bug of this compiler.
pub fn plan(
    function: Function,
    regularity: Vec<ValueRegularity>,
    owned: &dyn Fn(Var) -> bool,
    limits: &Limits,
) -> Result<Plan, Box<Diagnostic>> {
    let show = &mut |_: &Entry, _: &Function| {};
    let (function, choices) = host_code(function, owned, limits, show)?;
    let plan = build(function, regularity, &choices, limits);
    if cfg!(debug_assertions)
        && let Err(error) = verify_steps(&plan)
    {
        panic!("cutting a function into kernels broke it: {error}\n{}", print_plan(&plan));
    }
    Ok(plan)
}

/// An optimised function as host code with the conditions that choose its versions; shows it after each
/// entry.
///
/// # Errors
/// The place at which the function needs something that plans do not have yet.
pub fn host_code(
    mut function: Function,
    owned: &dyn Fn(Var) -> bool,
    limits: &Limits,
    show: &mut dyn FnMut(&Entry, &Function),
) -> Result<(Function, VarMap<Choice>), Box<Diagnostic>> {
    let mut context = Context { owned, limits: *limits, choices: VarMap::default() };
    let mut progress = Progress::default();
    for entry in forms() {
        if let Run::Check(check) = entry.run
            && let Some(error) = check(&function)
        {
            return Err(Box::new(error));
        }
        if progress.run(entry, &mut function, &mut context) {
            show(entry, &function);
        }
    }
    Ok((function, context.choices))
}

/// An optimised function that has a [`plan`] as lanes call it, with arrays of their own as arguments.
pub fn in_lane(mut function: Function) -> Function {
    let (limits, choices) = (Limits::MEASURED, VarMap::default());
    let mut context = Context { owned: &|_| false, limits, choices };
    let mut progress = Progress::default();
    for entry in forms().iter().filter(|entry| entry.of == Of::Every) {
        progress.run(entry, &mut function, &mut context);
    }
    function
}

/// The entries of whole programs and of functions, whoever calls these.
fn shared() -> &'static [Entry] {
    PIPELINE.split_at(check()).0
}

/// The entries for functions as they are called.
fn forms() -> &'static [Entry] {
    PIPELINE.split_at(check()).1
}

fn check() -> usize {
    let is_check = |entry: &Entry| matches!(entry.run, Run::Check(_));
    PIPELINE.iter().position(is_check).unwrap_or(PIPELINE.len())
}

/// The progress of a program through the pipeline.
#[derive(Default)]
struct Shared {
    /// The entries that have changed the program.
    changed: Vec<&'static str>,
    /// True if one of them is for devices.
    is_for_devices: bool,
    /// The progress of its functions.
    functions: Vec<Progress>,
}

impl Shared {
    /// Runs an entry, if it is one to be run, and the verifier after it. Returns true if it ran.
    fn run(&mut self, entry: &Entry, program: &mut Program) -> bool {
        let Run::Program(run) = entry.run else {
            self.functions.resize_with(program.functions.len(), Progress::default);
            let (limits, choices) = (Limits::MEASURED, VarMap::default());
            let mut context = Context { owned: &|_| false, limits, choices };
            let functions = program.functions.iter_mut().zip(&mut self.functions);
            let ran =
                functions.map(|(function, progress)| progress.run(entry, function, &mut context));
            return ran.fold(false, |any, ran| any | ran);
        };
        if let When::Changed(name) = entry.when
            && !self.changed.contains(&name)
        {
            return false;
        }
        if run(program) {
            self.changed.push(entry.name);
            self.is_for_devices |= entry.of == Of::Devices;
        }
        // The program may have other functions now.
        self.functions.clear();
        verify(entry.name, program);
        true
    }
}

/// The progress of a function through the pipeline.
#[derive(Default)]
struct Progress {
    /// True if nothing has changed since it was simplified.
    simple: bool,
    /// The entries that have changed it.
    changed: Vec<&'static str>,
    /// True if it has passed the check.
    supported: bool,
}

impl Progress {
    /// Runs an entry, if it is one to be run, and the verifier after it. Returns true if it ran.
    fn run(&mut self, entry: &Entry, function: &mut Function, context: &mut Context) -> bool {
        let runs = match entry.when {
            When::Always => true,
            When::NotSimple => !self.simple,
            When::Changed(name) => self.changed.contains(&name),
        };
        if !runs {
            return false;
        }
        let changed = match entry.run {
            Run::Simplify(views) => {
                simplify(function, views);
                false
            }
            Run::Function(run) => run(function),
            Run::Form(run) => run(function, context),
            Run::Program(_) | Run::Check(_) => {
                self.supported |= matches!(entry.run, Run::Check(_));
                return false;
            }
        };
        if changed {
            self.changed.push(entry.name);
        }
        self.simple = !changed && (self.simple || matches!(entry.run, Run::Simplify(_)));
        if cfg!(debug_assertions) {
            let unsupported = || self.supported && unsupported(function).is_some();
            let error = match verify_function(function) {
                Ok(()) if unsupported() => "a ragged value or a view is left".to_owned(),
                Ok(()) => return true,
                Err(error) => error,
            };
            let text = print_function(function);
            panic!("the entry {} of the pipeline broke a program: {error}\n{text}", entry.name);
        }
        true
    }
}

/// With debug assertions, verifies a program after an entry.
fn verify(name: &str, program: &Program) {
    if cfg!(debug_assertions)
        && let Err(error) = verify_program(program)
    {
        panic!("{name} broke a program: {error}\n{}", print_program(program));
    }
}
