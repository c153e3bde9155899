//! Tells for `f::plan()` how the user's values depend on their parallel context.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Callee;
use crate::core::visit::each_use;
use crate::core::{Atom, Expression, Extent, Function, LoopForm, Output, Statement, Var, VarSet};
use crate::source::Span;

/// The dependence of a value on its parallel context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueRegularity {
    /// The value.
    pub value: Label,
    /// The dependence of the value on the context.
    pub regularity: Regularity,
}

/// The name that `f::plan()` has for a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// A parameter or a `let`, by its name.
    Name(Arc<str>),
    /// An array that has none, by the operation that gives it, and its place.
    Operation(Arc<str>, Span),
}

/// The classes of dependence of a value on its parallel context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Regularity {
    /// Not at all: computed once.
    Avoided,
    /// Only the elements depend on the context: one more dimension.
    Regular,
    /// The extents depend on the context, or a level of the array is ragged.
    Ragged,
}

/// A value of the user's.
pub(super) struct Named {
    pub(super) label: Label,
    pub(super) atoms: Vec<Atom>,
    /// True if the value is bound inside a parallel closure.
    pub(super) nested: bool,
    /// The place at which the name of the value is bound; `None` for a value that is assigned to a variable
    /// that has the name already, and for one without a name.
    pub(super) bound: Option<Span>,
}

/// The regularity of each name over all values assigned to it; of shadowed names, that of the last one. The
/// regularity of each operation, over all the times that it is looked at; operations whose result has a
/// name are left out. The names of a function come before those of the functions that it calls.
pub(super) fn of_values(function: &Callee, called: &[Callee]) -> Vec<ValueRegularity> {
    let mut list = of_function(function, &[]);
    let own = list.clone();
    for callee in called {
        for found in of_function(callee, &own) {
            match list.iter_mut().find(|known| known.value == found.value) {
                Some(known) => known.regularity = known.regularity.max(found.regularity),
                None => list.push(found),
            }
        }
    }
    list
}

/// The regularity of the values of one function, without names that others have.
fn of_function(callee: &Callee, others: &[ValueRegularity]) -> Vec<ValueRegularity> {
    let Callee { function, values, in_lanes, .. } = callee;
    let mut dependence = Dependence::default();
    let depth = u32::from(*in_lanes);
    for parameter in function.parameters.iter().filter(|_| *in_lanes) {
        dependence.bits.insert(*parameter, 1);
    }
    // The carried variables of a loop depend on all variables that its body computes, so the body is walked
    // until nothing new is found.
    loop {
        let before = dependence.bits.clone();
        dependence.statements(&function.body.statements, depth);
        if dependence.bits == before {
            break;
        }
    }
    let is_operation = |named: &Named| matches!(named.label, Label::Operation(..));
    let is_of_others = |named: &Named| {
        !is_operation(named) && others.iter().any(|other| other.value == named.label)
    };
    let values = without_shadowed(values.iter().filter(|named| !is_of_others(named)));
    let names = values.iter().filter(|named| !is_operation(named));
    let with_name: VarSet =
        names.flat_map(|named| &named.atoms).filter_map(|atom| atom.var()).collect();
    let mut list: Vec<ValueRegularity> = Vec::new();
    for named in values {
        let has_name =
            || named.atoms.iter().all(|a| a.var().is_none_or(|v| with_name.contains(&v)));
        let is_operation = is_operation(named);
        if is_operation && has_name() {
            continue;
        }
        let regularity = of_value(function, named, *in_lanes, &dependence);
        match list.iter_mut().find(|known| known.value == named.label) {
            Some(known) => known.regularity = known.regularity.max(regularity),
            None if named.bound.is_none() && !is_operation => {}
            None => list.push(ValueRegularity { value: named.label.clone(), regularity }),
        }
    }
    list
}

/// Keeps of several values with the same name the ones that the name still stands for. A name that calls of
/// a function bind again and again at one place hides no other value.
fn without_shadowed<'v>(values: impl Iterator<Item = &'v Named>) -> Vec<&'v Named> {
    let mut places: FxHashMap<&Label, Span> = FxHashMap::default();
    let mut told: Vec<&Named> = Vec::new();
    for named in values {
        let before = named.bound.and_then(|place| places.insert(&named.label, place));
        let mut position = told.len();
        if before.is_some() && before != named.bound {
            // It stands where the name stood first.
            position = told.iter().position(|known| known.label == named.label).unwrap_or(position);
            told.retain(|known| known.label != named.label);
        }
        told.insert(position, named);
    }
    told
}

fn of_value(
    function: &Function,
    named: &Named,
    in_lanes: bool,
    dependence: &Dependence,
) -> Regularity {
    let nested = named.nested || in_lanes;
    let mut regularity = Regularity::Avoided;
    for atom in &named.atoms {
        let Atom::Var(var) = *atom else { continue };
        let ty = function.variables.ty(var);
        let varies = dependence.of(var);
        let ragged = ty.extents().iter().any(|extent| match extent {
            Extent::Ragged => true,
            Extent::Size(Atom::Var(size)) => nested && dependence.of(*size),
            Extent::Size(Atom::Constant(_)) => false,
        });
        let own = match (nested, ty.is_scalar()) {
            _ if ragged => Regularity::Ragged,
            (true, _) if varies => Regularity::Regular,
            (false, false) => Regularity::Regular,
            _ => Regularity::Avoided,
        };
        regularity = regularity.max(own);
    }
    regularity
}

/// The lanes that each variable depends on: one bit for each depth of nesting.
#[derive(Default)]
struct Dependence {
    bits: FxHashMap<Var, u64>,
}

impl Dependence {
    fn of(&self, var: Var) -> bool {
        self.bits.get(&var).is_some_and(|bits| *bits != 0)
    }

    fn statements(&mut self, statements: &[Statement], depth: u32) {
        for statement in statements {
            self.statement(statement, depth);
        }
    }

    fn statement(&mut self, statement: &Statement, depth: u32) {
        match &statement.expression {
            Expression::Soac(soac) => {
                for lane in &soac.space {
                    self.bits.insert(lane.index, 1 << depth.min(63));
                }
                self.statements(&soac.body, depth + 1);
                for output in &soac.outputs {
                    if let Output::Reduce { operator, .. } | Output::Combine { operator, .. } =
                        output
                    {
                        self.statements(&operator.body.statements, depth + 1);
                    }
                }
            }
            Expression::Loop(repetition) => {
                let bits = self.uses(&statement.expression);
                for (var, _) in &repetition.carried {
                    self.bits.insert(*var, bits);
                }
                if let LoopForm::While(condition) = &repetition.form {
                    self.statements(&condition.statements, depth);
                }
                self.statements(&repetition.body.statements, depth);
            }
            other => {
                for body in other.bodies() {
                    self.statements(body, depth);
                }
            }
        }
        // The lanes of a SOAC end with it; those around it go on.
        let outside = (1u64 << depth.min(63)) - 1;
        let bits = self.uses(&statement.expression) & outside;
        for var in &statement.binds {
            self.bits.insert(*var, bits);
        }
    }

    fn uses(&self, expression: &Expression) -> u64 {
        let mut bits = 0;
        each_use(expression, |var| bits |= self.bits.get(&var).copied().unwrap_or(0));
        bits
    }
}
