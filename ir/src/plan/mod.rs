//! The plan: kernels over index spaces, and host code around them.
//!
//! A plan is what a back end gets: there are no views, no nested parallelism to think about and
//! no decisions left. Every array is stored, densely and in row-major order. Host code is a list
//! of [`Step`]s; each SOAC of the host has become a [`Kernel`], which one step launches. SOACs
//! inside a kernel's body run sequentially in its lanes, and so do those of loops that have
//! none but short ones. What is written to is taken over, and copies are explicit.

mod allocations;
mod build;
mod dot;
mod lanes;
mod long_rows;
mod memory;
mod opened;
mod parse;
mod print;
mod run;
pub mod schedule;
mod short;
mod sorts;
mod verify;

use std::sync::Arc;

use crate::core::{Atom, Expression, Origin, Output, Soac, Statement, Var, Variables};
use crate::source::Span;
use crate::types::ValueRegularity;

pub use build::build;
pub use dot::dot;
pub use lanes::{allocations, allocations_of_calls, works};
pub use long_rows::{FEW_LANES, LONG_ROW, MANY_ROWS, goes_through_rows};
pub use memory::{InPlace, LOCAL, Locals};
pub use opened::{Opened, opened_rows};
pub use parse::parse_plan;
pub use print::{print_exact_plan, print_plan, summary};
pub use run::{count_plan, run_plan, run_plan_within};
pub use schedule::{Reason, Schedule};
pub use sorts::{HostSort, Launched};
pub use verify::{as_function, verify_plan, verify_steps};

/// A function ready for back ends.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The function's name.
    pub name: Arc<str>,
    /// Its parameters; sizes come before the arrays they measure.
    pub parameters: Vec<Var>,
    /// Its results; sizes likewise.
    pub results: Vec<Var>,
    /// All variables, of host code and kernels.
    pub variables: Variables,
    /// Host code.
    pub body: Steps,
    /// The kernels, in the order of their first launch.
    pub kernels: Vec<Kernel>,
    /// How the user's values depend on their context.
    pub regularity: Vec<ValueRegularity>,
}

/// Host code, and the values it gives.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    /// In order.
    pub steps: Vec<Step>,
    /// The values.
    pub results: Vec<Atom>,
}

impl Steps {
    /// Calls `f` with every step, at any depth, in order.
    pub fn each<'s>(&'s self, f: &mut dyn FnMut(&'s Step)) {
        for step in &self.steps {
            f(step);
            match step {
                Step::Compute(_) | Step::Launch(_) => {}
                Step::Branch { then, otherwise, .. } => {
                    then.each(f);
                    otherwise.each(f);
                }
                Step::Repeat { form, body, .. } => {
                    if let RepeatForm::While(condition) = form {
                        condition.each(f);
                    }
                    body.each(f);
                }
            }
        }
    }

    /// Calls `f` with every statement that the host computes itself, at any depth.
    pub fn each_statement<'s>(&'s self, f: &mut dyn FnMut(&'s Statement)) {
        self.each(&mut |step| {
            if let Step::Compute(statement) = step {
                f(statement);
            }
        });
    }
}

/// A step of host code.
#[derive(Clone, Debug)]
pub enum Step {
    /// Scalars, checks, single elements, small literals, updates, sorts, calls, copies.
    Compute(Statement),
    /// A kernel.
    Launch(Launch),
    /// One of two.
    Branch {
        /// Who decides.
        choice: Choice,
        /// Decides.
        condition: Atom,
        /// Done if it is true.
        then: Steps,
        /// Done if it is false.
        otherwise: Steps,
        /// What they give.
        binds: Vec<Var>,
    },
    /// Again and again.
    Repeat {
        /// How often.
        form: RepeatForm,
        /// The carried values: the variable inside, and the initial value.
        carried: Vec<(Var, Atom)>,
        /// Gives the next carried values.
        body: Steps,
        /// What is carried in the end.
        binds: Vec<Var>,
    },
}

/// Who decides between two branches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The user's program.
    Program,
    /// The sizes: the second branch is the usual version of a nest, the first one for few lanes
    /// that are long. Both mean the same.
    Sizes,
    /// The sizes: the second branch is the usual version of a nest, the first one for columns that
    /// are long, in parts of the rows. Both mean the same but for the order in which floats are added.
    Columns,
    /// How often rows are read: the second branch is the usual version, the first one reduces each
    /// row once, for all lanes that share it. Both mean the same.
    Sharing,
    /// How long the rows are: the second branch is the usual version, the first one for rows that
    /// all have one length. Both mean the same.
    EqualRows,
}

impl Choice {
    /// What its first branch is made for, if the two mean the same.
    pub fn version(self) -> Option<Version> {
        match self {
            Choice::Program => None,
            Choice::Sizes => Some(Version::LongLanes),
            Choice::Columns => Some(Version::LongColumns),
            Choice::Sharing => Some(Version::SharedRows),
            Choice::EqualRows => Some(Version::EqualRows),
        }
    }
}

/// What the lanes of a kernel are made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// All sizes.
    Usual,
    /// Few lanes that are long.
    LongLanes,
    /// Lanes that reduce long columns.
    LongColumns,
    /// Lanes that share rows.
    SharedRows,
    /// Rows that have one length.
    EqualRows,
}

/// How long a loop of host code goes on.
#[derive(Clone, Debug)]
pub enum RepeatForm {
    /// A number of times, counted from 0.
    For(Var, Atom),
    /// While these give true.
    While(Steps),
}

/// The launch of a kernel.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Which, by its position in [`Plan::kernels`].
    pub kernel: usize,
    /// What its outputs become, in order.
    pub binds: Vec<Var>,
    /// Where the user wrote it.
    pub span: Span,
}

/// A parallel computation over a dense index space.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The function's name and a number: `dot.1`.
    pub name: Arc<str>,
    /// How its lanes work together.
    pub pattern: Pattern,
    /// Space, body of a lane, outputs.
    pub soac: Soac,
    /// What it reads from outside, in order of first use.
    pub captures: Vec<Var>,
    /// Which version of a nest it belongs to.
    pub version: Version,
    /// How its lanes run.
    pub schedule: Schedule,
}

/// How the lanes of a kernel work together; each is executed by a driver of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Every lane stores at its own place, and scatters; nothing else.
    Map,
    /// Besides, values are reduced over all lanes.
    Reduce,
    /// Values are combined from lane to lane.
    Scan,
    /// Some lanes' values are kept.
    Compact,
    /// Every lane appends rows of lengths of its own.
    Append,
    /// Values are combined into an array.
    Combine,
}

impl Pattern {
    /// How a SOAC works; `None` if it mixes patterns, which fusion never makes.
    pub fn of(soac: &Soac) -> Option<Pattern> {
        let scans = soac.has_scan();
        let has = |test: fn(&Output) -> bool| soac.outputs.iter().any(test);
        let compacts = has(|output| matches!(output, Output::Compact { .. }));
        let combines = has(|output| matches!(output, Output::Combine { .. }));
        let reduces = has(|output| matches!(output, Output::Reduce { .. }));
        if has(|output| matches!(output, Output::Append { .. })) {
            return (!scans && !compacts && !combines).then_some(Pattern::Append);
        }
        match (scans, compacts, combines) {
            (true, false, false) => Some(Pattern::Scan),
            (false, true, false) => Some(Pattern::Compact),
            (false, false, true) if soac.outputs.len() == 1 => Some(Pattern::Combine),
            (false, false, false) if reduces => Some(Pattern::Reduce),
            (false, false, false) => Some(Pattern::Map),
            _ => None,
        }
    }

    /// Its name in plans.
    pub fn name(self) -> &'static str {
        match self {
            Pattern::Map => "map",
            Pattern::Reduce => "reduce",
            Pattern::Scan => "scan",
            Pattern::Compact => "compact",
            Pattern::Append => "append",
            Pattern::Combine => "combine",
        }
    }
}

impl Plan {
    /// The source operations in a kernel, each once for each place in the source.
    pub fn fused(&self, kernel: usize) -> Vec<Arc<str>> {
        let mut seen = Vec::new();
        let mut list = Vec::new();
        collect_origins(&self.kernels[kernel].soac, &mut |origin| {
            if !seen.contains(origin) {
                seen.push(origin.clone());
                list.push(origin.operation.clone());
            }
        });
        list
    }

    /// How many arrays the host allocates besides the results.
    pub fn intermediates(&self) -> usize {
        allocations::intermediates(self)
    }

    /// How many arrays describe where the rows of ragged ones begin.
    pub fn descriptors(&self) -> usize {
        allocations::descriptors(self)
    }
}

fn collect_origins(soac: &Soac, f: &mut impl FnMut(&Origin)) {
    soac.origins.iter().for_each(&mut *f);
    collect_inner(&soac.body, f);
}

fn collect_inner(statements: &[Statement], f: &mut impl FnMut(&Origin)) {
    for statement in statements {
        match &statement.expression {
            Expression::Soac(inner) => collect_origins(inner, f),
            Expression::Sort(sort) => f(&sort.origin),
            expression => expression.bodies().into_iter().for_each(|body| collect_inner(body, f)),
        }
    }
}
