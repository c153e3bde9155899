//! The sorts of host code. The runtime has the kernels that do them, which are launched like those of
//! the plan, so plans list them among these.

use super::{Locals, Plan, RepeatForm, Step, Steps, Version};
use crate::core::{Atom, Expression, Origin, Sort, Statement, VarMap};

/// A sort of host code.
pub struct HostSort<'p> {
    /// The function's name and a number: `ordered.sort.1`.
    pub name: String,
    /// The sort that the user wrote.
    pub origin: &'p Origin,
    /// The number of elements, or rows, that are sorted.
    pub length: Atom,
    /// The version of a nest that it belongs to.
    pub version: Version,
    /// The number of kernels of the plan that are launched before it for the first time.
    pub after: usize,
}

/// A launch of a plan: one of its kernels, by its number, or a sort.
pub enum Launched<'p> {
    /// Its position in [`Plan::kernels`].
    Kernel(usize),
    /// A sort of host code.
    Sort(HostSort<'p>),
}

impl Plan {
    /// The kernels and the sorts of host code, in the order of their first launch. Small arrays of a
    /// loop that launches nothing are sorted where they are, and not among them.
    pub fn launched(&self) -> Vec<Launched<'_>> {
        let mut found =
            Found { plan: self, version: Version::Usual, launched: 0, sorts: Vec::new() };
        found.steps(&self.body);
        let mut sorts = found.sorts.into_iter().peekable();
        let mut list = Vec::new();
        for number in 0..self.kernels.len() {
            while let Some(sort) = sorts.next_if(|sort| sort.after <= number) {
                list.push(Launched::Sort(sort));
            }
            list.push(Launched::Kernel(number));
        }
        list.extend(sorts.map(Launched::Sort));
        list
    }
}

struct Found<'p> {
    plan: &'p Plan,
    version: Version,
    launched: usize,
    sorts: Vec<HostSort<'p>>,
}

impl<'p> Found<'p> {
    fn steps(&mut self, steps: &'p Steps) {
        for step in &steps.steps {
            match step {
                Step::Compute(statement) => self.statement(statement),
                Step::Launch(launch) => self.launched = self.launched.max(launch.kernel + 1),
                Step::Branch { choice, then, otherwise, .. } => match choice.version() {
                    None => {
                        self.steps(then);
                        self.steps(otherwise);
                    }
                    // In the order in which their kernels are numbered.
                    Some(version) => {
                        self.steps(otherwise);
                        let around = std::mem::replace(&mut self.version, version);
                        self.steps(then);
                        self.version = around;
                    }
                },
                Step::Repeat { form, body, .. } => {
                    if let RepeatForm::While(condition) = form {
                        self.steps(condition);
                    }
                    self.steps(body);
                }
            }
        }
    }

    fn statement(&mut self, statement: &'p Statement) {
        let small = match &statement.expression {
            Expression::Loop(repetition) => {
                Locals::of_loop(repetition, &self.plan.in_place, &self.plan.variables)
            }
            _ => VarMap::default(),
        };
        self.sorts_in(std::slice::from_ref(statement), &small);
    }

    /// The sorts in host code that launches nothing else, but for those of small arrays.
    fn sorts_in(&mut self, body: &'p [Statement], small: &VarMap<usize>) {
        for Statement { binds, expression, .. } in body {
            match expression {
                Expression::Sort(sort) if !small.contains_key(&binds[0]) => self.sort(sort),
                _ => {
                    for body in expression.bodies() {
                        self.sorts_in(body, small);
                    }
                }
            }
        }
    }

    fn sort(&mut self, sort: &'p Sort) {
        let length = self.plan.variables.atom_type(sort.keys[0]).extents()[0].size();
        self.sorts.push(HostSort {
            name: format!("{}.sort.{}", self.plan.name, self.sorts.len() + 1),
            origin: &sort.origin,
            length: length.unwrap_or(Atom::size(0)),
            version: self.version,
            after: self.launched,
        });
    }
}
