//! Core IR to plan: every SOAC of the host becomes a kernel, but for those of loops that are short.

use std::sync::Arc;

use super::memory::InPlace;
use super::schedule::{Schedule, Unscheduled};
use super::short::launches;
use super::{Choice, Kernel, Launch, Pattern, Plan, RepeatForm, Step, Steps, Version};
use crate::Limits;
use crate::core::visit::{Visitor, read};
use crate::core::{
    Atom, Block, Expression, Extent, Function, If, LoopForm, Soac, Statement, Var, VarMap, VarSet,
    Variables,
};
use crate::types::ValueRegularity;

/// Cuts a function into host code and kernels. The function has been through all passes; some
/// conditions choose versions of nests.
pub fn build(
    function: Function,
    regularity: Vec<ValueRegularity>,
    choices: &VarMap<Choice>,
    limits: &Limits,
) -> Plan {
    let Function { name, parameters, results, body, variables, target } = function;
    let mut builder = Builder {
        name: &name,
        variables: &variables,
        choices,
        limits,
        version: Version::Usual,
        kernels: Vec::new(),
    };
    let in_place = InPlace::of(&body.statements, &variables);
    let body = builder.steps(body);
    let kernels = builder.kernels;
    Plan { name, target, parameters, results, variables, body, kernels, in_place, regularity }
}

struct Builder<'a> {
    name: &'a Arc<str>,
    variables: &'a Variables,
    /// The conditions that the program does not know of.
    choices: &'a VarMap<Choice>,
    limits: &'a Limits,
    /// The version of the nest whose steps are built.
    version: Version,
    kernels: Vec<Kernel>,
}

impl Builder<'_> {
    fn steps(&mut self, block: Block) -> Steps {
        let steps = block.statements.into_iter().map(|statement| self.step(statement)).collect();
        Steps { steps, results: block.results }
    }

    fn step(&mut self, statement: Statement) -> Step {
        let Statement { binds, expression, span } = statement;
        match expression {
            Expression::Soac(soac) => {
                let kernel = self.kernel(*soac, &binds);
                Step::Launch(Launch { kernel, binds, span })
            }
            // Loops and branches without kernels and calls are plain host code as they are.
            expression if !launches(&expression, &self.limits.cpu) => {
                Step::Compute(Statement { binds, expression, span })
            }
            Expression::If(branch) => self.branch(*branch, binds),
            Expression::Loop(repetition) => {
                let form = match repetition.form {
                    LoopForm::For(index, count) => RepeatForm::For(index, count),
                    LoopForm::While(condition) => RepeatForm::While(self.steps(condition)),
                };
                let body = self.steps(repetition.body);
                Step::Repeat { form, carried: repetition.carried, body, binds, span }
            }
            expression => Step::Compute(Statement { binds, expression, span }),
        }
    }

    fn branch(&mut self, branch: If, binds: Vec<Var>) -> Step {
        let If { condition, then, otherwise } = branch;
        let choice = condition.var().and_then(|var| self.choices.get(&var)).copied();
        let choice = choice.unwrap_or(Choice::Program);
        let Some(version) = choice.version() else {
            let (then, otherwise) = (self.steps(then), self.steps(otherwise));
            return Step::Branch { choice, condition, then, otherwise, binds };
        };
        // The usual version's kernels come first.
        let otherwise = self.steps(otherwise);
        let around = std::mem::replace(&mut self.version, version);
        let then = self.steps(then);
        self.version = around;
        Step::Branch { choice, condition, then, otherwise, binds }
    }

    fn kernel(&mut self, soac: Soac, binds: &[Var]) -> usize {
        let number = self.kernels.len();
        let name = format!("{}.{}", self.name, number + 1).into();
        let pattern = Pattern::of(&soac).unwrap_or(Pattern::Map);
        let captures = captures(&soac, binds, self.variables);
        let version = self.version;
        let unscheduled = Unscheduled { pattern, soac: &soac, binds, version };
        let schedule = Schedule::of(unscheduled, self.variables, self.limits);
        self.kernels.push(Kernel { name, pattern, soac, captures, version, schedule });
        number
    }
}

/// Returns the variables that a kernel needs from outside: those used in it and in the types of the variables
/// it binds, in order of first use.
pub fn captures(soac: &Soac, binds: &[Var], variables: &Variables) -> Vec<Var> {
    struct Collect<'a> {
        variables: &'a Variables,
        used: Vec<Var>,
        bound: VarSet,
    }
    impl Visitor for Collect<'_> {
        fn atom(&mut self, atom: &Atom) {
            self.used.extend(atom.var());
        }
        fn bind(&mut self, var: &Var) {
            self.bound.insert(*var);
            for extent in self.variables.ty(*var).extents() {
                if let Extent::Size(size) = extent {
                    self.atom(size);
                }
            }
        }
    }
    let mut collect = Collect { variables, used: Vec::new(), bound: VarSet::new() };
    read::soac(soac, &mut collect);
    let used = std::mem::take(&mut collect.used);
    for var in &used {
        // The extents of the arrays read decide where their elements are.
        if !collect.bound.contains(var) {
            for extent in variables.ty(*var).extents().iter().skip(1) {
                if let Extent::Size(size) = extent {
                    collect.atom(size);
                }
            }
        }
    }
    for bind in binds {
        for extent in variables.ty(*bind).extents() {
            if let Extent::Size(size) = extent {
                collect.atom(size);
            }
        }
    }
    let own: VarSet = binds.iter().copied().collect();
    let mut seen = VarSet::new();
    used.into_iter()
        .chain(collect.used)
        .filter(|var| !collect.bound.contains(var) && !own.contains(var) && seen.insert(*var))
        .collect()
}
