//! The reasons why arrays are stored: an array that one kernel makes and another one reads is not computed
//! where it is read, that is, the two have not fused. The reasons are facts of the plan that keep fusion from
//! it, and not a record of what fusion tried.
//!
//! ```text
//! stored centred of zscore.2: zscore.3 and zscore.4 use it
//! ```

use std::fmt;

use super::allocations::{self, Intermediate};
use super::{Choice, Plan, RepeatForm, Step, Steps};
use crate::core::visit::{bound_in, each_use, scans_of};
use crate::core::{Atom, Expression, Output, Soac, Statement, Var, VarMap};

/// The number of users that are told by name.
const NAMED: usize = 3;

/// An array that is stored and no result.
pub(super) struct Stored<'p> {
    pub(super) array: Var,
    /// The user's name of the array, or the operation that makes it.
    pub(super) name: String,
    /// The step that makes it.
    pub(super) maker: &'p Step,
    /// The step as people know it.
    pub(super) made_by: String,
    /// The reason why it is stored.
    pub(super) reason: String,
}

/// The arrays that a plan allocates, for all that is told of them.
pub struct Storage<'p> {
    /// Those that are no results, and made by a step.
    pub(super) arrays: Vec<Stored<'p>>,
    /// The number of arrays that are no results.
    pub intermediates: usize,
    /// The number of segment descriptors, among the parameters, too.
    pub descriptors: usize,
}

impl Storage<'_> {
    /// Finds the arrays of a plan.
    pub fn of(plan: &Plan) -> Storage<'_> {
        let intermediates = allocations::intermediates(plan);
        let arrays = stored(plan, &intermediates);
        Storage { arrays, intermediates: intermediates.len(), descriptors: plan.descriptors() }
    }
}

/// Tells why each of these arrays is stored.
fn stored<'p>(plan: &'p Plan, intermediates: &[Intermediate]) -> Vec<Stored<'p>> {
    let mut uses = Uses::of(plan, intermediates);
    uses.steps(&plan.body);
    let all = intermediates.iter().zip(&uses.found).filter_map(|(intermediate, found)| {
        let (maker, becomes) = (found.maker?, &intermediate.becomes);
        let name = match (becomes.iter().find_map(|var| plan.variables.name(*var)), maker) {
            (Some(name), _) => name.to_string(),
            (None, Step::Launch(launch)) => {
                plan.fused(launch.kernel).last().map_or("array", |name| name).to_string()
            }
            (None, _) => "array".to_string(),
        };
        let reason = reason(plan, maker, &found.users, becomes);
        let made_by = User::of(plan, maker).to_string();
        Some(Stored { array: intermediate.array, name, maker, made_by, reason })
    });
    all.collect()
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
        ([User::Host(word)], ..) if word == "index" => "the host reads elements of it".to_string(),
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

/// The step that makes an array, and those that use it.
#[derive(Clone, Default)]
struct Found<'p> {
    maker: Option<&'p Step>,
    users: Vec<&'p Step>,
}

/// Finds the steps that make and use arrays, in one walk through the usual versions of nests.
struct Uses<'p> {
    plan: &'p Plan,
    /// The position of each array in the list of all.
    made: VarMap<usize>,
    /// The positions of the arrays that each variable is the memory of.
    memory: VarMap<Vec<usize>>,
    found: Vec<Found<'p>>,
}

impl<'p> Uses<'p> {
    fn of(plan: &'p Plan, intermediates: &[Intermediate]) -> Uses<'p> {
        let found = vec![Found::default(); intermediates.len()];
        let (made, memory) = (VarMap::default(), VarMap::default());
        let mut uses = Uses { plan, made, memory, found };
        for (position, Intermediate { array, becomes }) in intermediates.iter().enumerate() {
            uses.made.insert(*array, position);
            becomes.iter().for_each(|var| uses.memory.or_default(*var).push(position));
        }
        uses
    }

    fn steps(&mut self, steps: &'p Steps) {
        for step in &steps.steps {
            match step {
                Step::Compute(statement) => self.statement(step, statement),
                Step::Launch(launch) => {
                    let captures = &self.plan.kernels[launch.kernel].captures;
                    let used = self.memory_of(captures.iter().copied());
                    let made = self.made_among(launch.binds.iter().copied());
                    self.add(step, &made, &used);
                }
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

    fn statement(&mut self, step: &'p Step, statement: &Statement) {
        let mut variables = Vec::new();
        each_use(&statement.expression, |var| variables.push(var));
        let mut used = self.memory_of(variables);
        // Another name for the same memory is no use.
        if !matches!(statement.expression, Expression::Loop(_) | Expression::Update { .. }) {
            let is_name = |position: usize| {
                let is_of = |bind| self.memory.get(bind).is_some_and(|of| of.contains(&position));
                statement.binds.iter().all(is_of)
            };
            used.retain(|position| !is_name(*position));
        }
        let mut made = self.made_among(statement.binds.iter().copied());
        for body in statement.expression.bodies() {
            made.extend(self.made_among(bound_in(body).iter()));
        }
        used.retain(|position| !made.contains(position));
        self.add(step, &made, &used);
    }

    /// The positions of the arrays among these variables.
    fn made_among(&self, binds: impl IntoIterator<Item = Var>) -> Vec<usize> {
        binds.into_iter().filter_map(|bind| self.made.get(&bind).copied()).collect()
    }

    /// The positions of the arrays whose memory some of these variables are.
    fn memory_of(&self, variables: impl IntoIterator<Item = Var>) -> Vec<usize> {
        let mut positions: Vec<usize> = Vec::new();
        for of in variables.into_iter().filter_map(|var| self.memory.get(&var)) {
            positions.extend(of);
        }
        positions.sort_unstable();
        positions.dedup();
        positions
    }

    /// Notes that a step makes the arrays at some positions, and uses those at others.
    fn add(&mut self, step: &'p Step, made: &[usize], used: &[usize]) {
        made.iter().for_each(|position| self.found[*position].maker = Some(step));
        used.iter().for_each(|position| self.found[*position].users.push(step));
    }
}
