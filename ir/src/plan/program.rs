//! Plans: host code, and the kernels that it launches.

use std::sync::Arc;

use super::memory::InPlace;
use super::schedule::Schedule;
use crate::core::{Atom, Pattern, Soac, Statement, Target, Var, Variables};
use crate::source::Span;
use crate::types::ValueRegularity;
use crate::version::{Choice, Version};

/// A function ready for back ends.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The function's name.
    pub name: Arc<str>,
    /// The back ends that go through the function.
    pub target: Target,
    /// The parameters; sizes come before the arrays they measure.
    pub parameters: Vec<Var>,
    /// The results; sizes likewise.
    pub results: Vec<Var>,
    /// All variables, of host code and kernels.
    pub variables: Variables,
    /// Host code.
    pub body: Steps,
    /// The kernels, in the order of their first launch.
    pub kernels: Vec<Kernel>,
    /// The arrays that branches and loops leave where they are, in host code and in kernels.
    pub in_place: InPlace,
    /// The dependence of the user's values on their context.
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
        /// The kind of the choice.
        choice: Choice,
        /// Decides.
        condition: Atom,
        /// Done if it is true.
        then: Steps,
        /// Done if it is false.
        otherwise: Steps,
        /// The variables that the results of the arm become.
        binds: Vec<Var>,
    },
    /// Again and again.
    Repeat {
        /// The number of rounds.
        form: RepeatForm,
        /// The carried values: the variable inside, and the initial value.
        carried: Vec<(Var, Atom)>,
        /// Gives the next carried values.
        body: Steps,
        /// The variables that the carried values become in the end.
        binds: Vec<Var>,
        /// The place at which the user wrote the loop.
        span: Span,
    },
}

/// The ways in which a loop of host code goes on.
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
    /// The kernel, by its position in [`Plan::kernels`].
    pub kernel: usize,
    /// The variables that its outputs become, in order.
    pub binds: Vec<Var>,
    /// The place at which the user wrote it.
    pub span: Span,
}

/// A parallel computation over a dense index space.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The function's name and a number: `dot.1`.
    pub name: Arc<str>,
    /// The way in which its lanes work together.
    pub pattern: Pattern,
    /// Space, body of a lane, outputs.
    pub soac: Soac,
    /// The variables that it reads from outside, in order of first use.
    pub captures: Vec<Var>,
    /// The version of a nest that it belongs to.
    pub version: Version,
    /// The way in which its lanes run.
    pub schedule: Schedule,
}
