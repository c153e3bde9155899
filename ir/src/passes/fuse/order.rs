//! Keeps statements in an order in which every value is made before it is used, and checks fail as before.
//!
//! A statement depends on an earlier one if it uses a variable that the earlier one binds, if it consumes
//! an array that the earlier one reads, or if only the earlier one's check makes its reads safe.

use super::Fuser;
use crate::analysis::definitions::Definition;
use crate::core::{Atom, Expression, Output, Statement, Type, Var, VarSet};

impl Fuser<'_> {
    /// Returns true if a statement depends directly on one of some before it.
    fn depends(&self, statements: &[Statement], position: usize, on: &Group) -> bool {
        let statement = &statements[position];
        let free = || self.uses.free(position, statement, self.variables);
        let consumed = self.uses.consumed(position, statement);
        let reads = |root| {
            let mut used = on.members.iter().flat_map(|member| self.uses.used(*member));
            used.any(|var| self.root(*var) == root)
        };
        self.uses.mentions_any(position, &on.bound)
            || !on.sizes.is_empty() && free().iter().any(|var| on.sizes.contains(var))
            || consumed.iter().any(|var| reads(self.root(*var)))
            || on.may_fail && !self.definitions.can_speculate(statement, self.variables)
    }

    /// Returns true if no statement in between depends directly on a statement, but for some exceptions.
    pub fn is_free_between(
        &self,
        statements: &[Statement],
        first: usize,
        second: usize,
        except: &[usize],
    ) -> bool {
        let mut on = Group::default();
        self.add(statements, first, &mut on);
        (first + 1..second)
            .all(|position| except.contains(&position) || !self.depends(statements, position, &on))
    }

    fn add(&self, statements: &[Statement], position: usize, to: &mut Group) {
        let statement = &statements[position];
        to.members.push(position);
        to.bound.extend(&statement.binds);
        let is_size = |bind: &&Var| *self.variables.ty(**bind) == Type::USIZE;
        to.sizes.extend(statement.binds.iter().filter(is_size));
        to.may_fail |= statement.expression.fails_by_itself();
    }

    /// The array of which a variable is a view or a row.
    pub fn root(&self, var: Var) -> Var {
        let mut var = var;
        loop {
            let source = match self.definitions.get(var) {
                Some(Definition::View(view)) => {
                    use crate::core::View::*;
                    match view {
                        Slice(array, _)
                        | Transpose(array, _)
                        | Reverse(array)
                        | Rotate(array, _)
                        | Reshape(array)
                        | Windows(array)
                        | Replicate(array)
                        | Flatten(array)
                        | Segments(array, _) => array.var(),
                        Offsets(_) | Iota => None,
                    }
                }
                Some(Definition::Index(array, _)) if !self.variables.ty(var).is_scalar() => {
                    array.var()
                }
                Some(Definition::Coerce(array)) => array.var(),
                _ => None,
            };
            match source {
                Some(source) => var = source,
                None => return var,
            }
        }
    }
}

/// The arrays that a statement consumes, at any depth: it may write into them.
pub(super) fn consumed(statement: &Statement) -> Vec<Var> {
    let mut list = Vec::new();
    collect_consumed(&statement.expression, &mut list);
    list
}

fn collect_consumed(expression: &Expression, list: &mut Vec<Var>) {
    let mut consume = |atom: &Atom| list.extend(atom.var());
    match expression {
        Expression::Update { array, .. } => consume(array),
        // The arrays that a loop carries may be updated inside.
        Expression::Loop(repetition) => {
            repetition.carried.iter().for_each(|(_, initial)| consume(initial));
        }
        Expression::Soac(soac) => {
            soac.outputs.iter().flat_map(Output::destinations).for_each(&mut consume);
        }
        _ => {}
    }
    for body in expression.bodies() {
        for statement in body {
            collect_consumed(&statement.expression, list);
        }
    }
}

/// Statements that others may depend on.
#[derive(Default)]
struct Group {
    /// The positions of the statements.
    members: Vec<usize>,
    /// The variables that the statements bind.
    bound: VarSet,
    /// The variables among them that may stand in types.
    sizes: Vec<Var>,
    /// True if one of the statements checks something.
    may_fail: bool,
}

/// The statements that depend on one statement, of those after it up to some position.
pub struct After {
    first: Group,
    dependent: Group,
    /// The positions of the dependent, which grow.
    positions: Vec<usize>,
    next: usize,
}

impl After {
    /// Nothing yet.
    pub fn new(fuser: &Fuser, statements: &[Statement], position: usize) -> Self {
        let mut first = Group::default();
        fuser.add(statements, position, &mut first);
        After { first, dependent: Group::default(), positions: Vec::new(), next: position + 1 }
    }

    /// Returns the positions that have to move if the first statement and this one are to stand side by
    /// side: those in between that depend on the first, which must come after both. `None` if this one
    /// needs one of them. Asked for growing positions.
    pub fn adjacent(
        &mut self,
        fuser: &Fuser,
        statements: &[Statement],
        second: usize,
    ) -> Option<&[usize]> {
        while self.next < second {
            if fuser.depends(statements, self.next, &self.first)
                || fuser.depends(statements, self.next, &self.dependent)
            {
                self.positions.push(self.next);
                fuser.add(statements, self.next, &mut self.dependent);
            }
            self.next += 1;
        }
        (!fuser.depends(statements, second, &self.dependent)).then_some(&self.positions)
    }
}

/// Takes the statements at `first` and `second` out and puts `merged` in: behind everything between them
/// that does not depend on the first, before the statements that do (`after`). Also used for the lists that
/// go with the statements.
pub fn put_between<T>(
    statements: &mut Vec<T>,
    first: usize,
    second: usize,
    after: &[usize],
    merged: T,
) {
    let rest = statements.split_off(second + 1);
    let mut late = Vec::new();
    for (offset, statement) in statements.split_off(first).into_iter().enumerate() {
        let position = first + offset;
        if after.contains(&position) {
            late.push(statement);
        } else if position != first && position != second {
            statements.push(statement);
        }
    }
    statements.push(merged);
    statements.append(&mut late);
    statements.extend(rest);
}
