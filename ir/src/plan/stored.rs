//! The reasons why arrays are stored: an array that one kernel makes and another one reads is not computed
//! where it is read, that is, the two have not fused. The reasons are facts of the plan that keep fusion from
//! it, and not a record of what fusion tried.
//!
//! ```text
//! stored centred of zscore.2: zscore.3 and zscore.4 use it
//! ```

use std::fmt;

use super::allocations::{Intermediate, intermediates};
use super::{Choice, Launch, Plan, RepeatForm, Step, Steps};
use crate::core::visit::{bound_in, each_use, scans_of};
use crate::core::{Atom, Expression, Output, Soac, Statement, Var};

/// The number of users that are told by name.
const NAMED: usize = 3;

/// Returns a line for each array that is stored and is no result: its name, the kernel or the operation
/// that makes it, and the reason why it is stored.
pub(super) fn reasons(plan: &Plan) -> Vec<String> {
    let mut lines = Vec::new();
    for Intermediate { array, becomes } in intermediates(plan) {
        let mut uses = Uses { plan, becomes: &becomes, array, maker: None, users: Vec::new() };
        uses.steps(&plan.body);
        let Uses { maker, users, .. } = uses;
        let Some(maker) = maker else { continue };
        let names = || becomes.iter().find_map(|var| plan.variables.name(*var));
        let name = match (names(), &maker) {
            (Some(name), _) => name.to_string(),
            (None, Step::Launch(launch)) => {
                plan.fused(launch.kernel).last().map_or("array", |name| name).to_string()
            }
            (None, _) => "array".to_string(),
        };
        let made_by = User::of(plan, maker);
        let reason = reason(plan, maker, &users, &becomes);
        lines.push(format!("stored {name} of {made_by}: {reason}"));
    }
    lines
}

/// A step that uses an array, as people know it.
#[derive(PartialEq)]
enum User<'p> {
    Kernel(&'p str),
    Host(String),
}

impl fmt::Display for User<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            User::Kernel(name) => f.write_str(name),
            User::Host(operation) => write!(f, "`{operation}`"),
        }
    }
}

impl User<'_> {
    fn of<'p>(plan: &'p Plan, step: &Step) -> User<'p> {
        match step {
            Step::Launch(launch) => User::Kernel(&plan.kernels[launch.kernel].name),
            Step::Compute(statement) => User::Host(operation(&statement.expression)),
            Step::Branch { .. } => User::Host("if".to_string()),
            Step::Repeat { form: RepeatForm::For(..), .. } => User::Host("for".to_string()),
            Step::Repeat { .. } => User::Host("while".to_string()),
        }
    }
}

fn operation(expression: &Expression) -> String {
    let word = match expression {
        Expression::Sort(sort) => &sort.origin.operation,
        Expression::Call(name, _) => name,
        Expression::Loop(_) => "loop",
        Expression::Soac(_) => "reduction",
        Expression::Array(_) => "literal",
        Expression::Update { .. } => "update",
        Expression::Copy(_) => "copy",
        Expression::Index(..) => "index",
        _ => "host",
    };
    word.to_string()
}

fn reason(plan: &Plan, maker: &Step, users: &[&Step], becomes: &[Var]) -> String {
    let mut names: Vec<User> = Vec::new();
    for user in users {
        let user = User::of(plan, user);
        if !names.contains(&user) {
            names.push(user);
        }
    }
    let made = kernel_of(plan, maker);
    let appends =
        |output: &Output| matches!(output, Output::Append { .. } | Output::Compact { .. });
    match (&names[..], users, made) {
        ([], ..) => "nothing reads it".to_string(),
        ([_], _, Some(made)) if made.outputs.iter().any(appends) => {
            "its length is known when it is complete".to_string()
        }
        ([user @ User::Host(_)], ..) => format!("{user} uses it as a whole"),
        ([user], _, None) => format!("the host makes it for {user}"),
        ([user], [Step::Launch(launch), ..], Some(made)) => {
            let reader = &plan.kernels[launch.kernel].soac;
            if !scans_of(made).is_empty() {
                format!("it is a running combination, of which {user} waits for the end")
            } else if !reads_at_lanes(reader, becomes) {
                format!("{user} reads it at other places than its lanes, or more than once")
            } else {
                format!("{user} begins when {} is complete", User::of(plan, maker))
            }
        }
        (users, ..) => {
            let mut all: Vec<String> = users.iter().map(User::to_string).collect();
            if all.len() > NAMED + 1 {
                let others = all.len() - NAMED;
                all.truncate(NAMED);
                all.push(format!("{others} others"));
            }
            let last = all.pop().unwrap_or_default();
            match all[..] {
                [] => format!("{last} uses it"),
                _ => format!("{} and {last} use it", all.join(", ")),
            }
        }
    }
}

fn kernel_of<'p>(plan: &'p Plan, step: &Step) -> Option<&'p Soac> {
    match step {
        Step::Launch(launch) => Some(&plan.kernels[launch.kernel].soac),
        _ => None,
    }
}

/// Returns true if each lane of a kernel reads one of these arrays once, at the indices of the lane alone.
fn reads_at_lanes(soac: &Soac, arrays: &[Var]) -> bool {
    let lanes: Vec<Atom> = soac.space.iter().map(|lane| Atom::Var(lane.index)).collect();
    let (mut reads, mut others) = (0, 0);
    for statement in &soac.body {
        match &statement.expression {
            Expression::Index(Atom::Var(array), indices) if arrays.contains(array) => {
                *(if *indices == lanes { &mut reads } else { &mut others }) += 1;
            }
            other => each_use(other, |var| others += usize::from(arrays.contains(&var))),
        }
    }
    reads == 1 && others == 0
}

/// Finds the step that makes an array, and those that use it.
struct Uses<'p, 'a> {
    plan: &'p Plan,
    array: Var,
    becomes: &'a [Var],
    maker: Option<&'p Step>,
    users: Vec<&'p Step>,
}

impl<'p> Uses<'p, '_> {
    fn steps(&mut self, steps: &'p Steps) {
        for step in &steps.steps {
            match step {
                Step::Compute(statement) => self.statement(step, statement),
                Step::Launch(launch) => self.launch(step, launch),
                Step::Branch { choice, then, otherwise, .. } => {
                    if *choice == Choice::Program {
                        self.steps(then);
                    }
                    self.steps(otherwise);
                }
                Step::Repeat { form, body, .. } => {
                    if let RepeatForm::While(condition) = form {
                        self.steps(condition);
                    }
                    self.steps(body);
                }
            }
        }
    }

    fn launch(&mut self, step: &'p Step, launch: &Launch) {
        if launch.binds.contains(&self.array) {
            self.maker = Some(step);
        }
        let captures = &self.plan.kernels[launch.kernel].captures;
        if captures.iter().any(|var| self.becomes.contains(var)) {
            self.users.push(step);
        }
    }

    fn statement(&mut self, step: &'p Step, statement: &Statement) {
        // Another name for the same memory is no use.
        let is_name = statement.binds.iter().all(|bind| self.becomes.contains(bind))
            && !matches!(statement.expression, Expression::Loop(_) | Expression::Update { .. });
        let mut uses = false;
        each_use(&statement.expression, |var| uses |= self.becomes.contains(&var));
        let bodies = statement.expression.bodies();
        let makes_inside = || bodies.iter().any(|body| bound_in(body).contains(&self.array));
        if statement.binds.contains(&self.array) || makes_inside() {
            self.maker = Some(step);
        } else if uses && !is_name {
            self.users.push(step);
        }
    }
}
