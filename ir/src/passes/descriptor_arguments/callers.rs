//! Calls of a function that goes on with rows: those of other functions give it all rows of something,
//! and get some of these.

use std::sync::Arc;

use super::spans::{rows_at, starts_and_lengths};
use super::{Component, Returned, Specialised};
use crate::core::visit::free_variables;
use crate::core::{Atom, Builder, Expression, Function, Statement, Var, VarMap, VarSet, View};

/// Has a function call the specialised one instead of the function that goes on with rows. Leaves the function as it
/// is if it needs more of the results than rows.
pub(super) fn call_specialised(caller: &mut Function, specialised: &Specialised) {
    let mut calls = Calls {
        specialised,
        builder: Builder::new(std::mem::take(&mut caller.variables)),
        returned: VarMap::default(),
        dropped: VarSet::new(),
    };
    let mut statements = caller.body.statements.clone();
    calls.statements(&mut statements);
    let Calls { builder, dropped, .. } = calls;
    caller.variables = builder.variables;
    let needs_more = |s: &Statement| dropped.meets(&free_variables(s, &caller.variables));
    let given = caller.body.results.iter().filter_map(|atom| atom.var());
    if !statements.iter().any(needs_more) && !given.into_iter().any(|var| dropped.contains(&var)) {
        caller.body.statements = statements;
    }
}

struct Calls<'a> {
    specialised: &'a Specialised,
    builder: Builder,
    /// The rows that calls return, by the array of elements before: the array that the rows are now parts
    /// of, and their starts and lengths.
    returned: VarMap<(Atom, [Atom; 2])>,
    /// The variables that calls do not return any more.
    dropped: VarSet,
}

impl Calls<'_> {
    fn statements(&mut self, list: &mut Vec<Statement>) {
        for mut statement in std::mem::take(list) {
            self.builder.open();
            self.builder.span = statement.span;
            let Statement { binds, expression, .. } = &mut statement;
            match expression {
                Expression::Call(name, arguments) if *name == self.specialised.first.name => {
                    *name = Arc::clone(&self.specialised.recursive.name);
                    self.call(arguments, binds);
                }
                Expression::View(View::Segments(Atom::Var(data), _)) => {
                    if let Some((elements, rows)) = self.returned.get(data).copied() {
                        *expression = rows_at(&mut self.builder, binds[0], elements, rows);
                    }
                }
                other => other.bodies_mut().into_iter().for_each(|body| self.statements(body)),
            }
            list.append(&mut self.builder.close());
            list.push(statement);
        }
    }

    fn call(&mut self, arguments: &mut Vec<Atom>, binds: &mut Vec<Var>) {
        let Specialised { first, parameters, results, .. } = self.specialised;
        let given = arguments.clone();
        let argument = |atom: Atom| {
            let position = first.parameters.iter().position(|var| Atom::Var(*var) == atom);
            position.map_or(atom, |position| given[position])
        };
        arguments.clear();
        for (parameter, passed) in first.parameters.iter().zip(&given) {
            if let Some(rows) = parameters.iter().find(|rows| rows.offsets == *parameter) {
                let count = argument(rows.count);
                arguments.extend(starts_and_lengths(&mut self.builder, *passed, count));
            } else if parameters.iter().all(|rows| rows.offset_count != *parameter) {
                arguments.push(*passed);
            }
        }
        let Some(results) = results else { return };
        let Returned { rows, dropped, elements } = results.returned(&mut self.builder, binds);
        for (data, Component { elements, .. }) in elements {
            self.returned.insert(data, (argument(Atom::Var(elements)), rows));
        }
        for var in dropped {
            self.dropped.insert(var);
        }
    }
}
