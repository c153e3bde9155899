//! What must stay before what.
//!
//! A statement depends on another if it uses what that one binds, if it takes over an array that
//! that one reads, or if it reads where only that one's check makes reading safe.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::Fuser;
use crate::core::visit::free_variables;
use crate::core::{Atom, Expression, Output, Statement, Var, VarMap};
use crate::passes::facts::Definition;

impl Fuser<'_> {
    fn dependences(&self, statements: &[Statement]) -> Dependences {
        let mut bound: VarMap<usize> = VarMap::default();
        let mut readers: VarMap<Vec<usize>> = VarMap::default();
        let mut failing: Vec<usize> = Vec::new();
        let mut list = Vec::with_capacity(statements.len());
        for (position, statement) in statements.iter().enumerate() {
            let mut own = FxHashSet::default();
            let free = free_variables(statement, self.variables);
            for var in free.iter() {
                own.extend(bound.get(&var).copied());
            }
            for taken in self.taken_over(statement) {
                own.extend(readers.get(&taken).into_iter().flatten().copied());
            }
            if !self.facts.is_speculative(statement, self.variables) {
                own.extend(failing.iter().copied());
            }
            own.remove(&position);
            for var in free.iter() {
                readers.or_default(self.root(var)).push(position);
            }
            // Checks inside a SOAC or an arm guard only what is there with them.
            if matches!(
                statement.expression,
                Expression::Check(_) | Expression::Coerce(..) | Expression::Call(..)
            ) {
                failing.push(position);
            }
            for var in &statement.binds {
                bound.insert(*var, position);
            }
            list.push(own);
        }
        list
    }

    /// The array of which a variable is a view or a row.
    pub fn root(&self, var: Var) -> Var {
        let mut var = var;
        loop {
            let source = match self.facts.get(var) {
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

    /// The arrays that a statement takes over, at any depth: it may write into them.
    fn taken_over(&self, statement: &Statement) -> Vec<Var> {
        let mut list = Vec::new();
        self.collect_taken(&statement.expression, &mut list);
        list
    }

    fn collect_taken(&self, expression: &Expression, list: &mut Vec<Var>) {
        let mut take = |atom: &Atom| list.extend(atom.var().map(|var| self.root(var)));
        match expression {
            Expression::Update { array, .. } => take(array),
            // What a loop carries may be updated inside.
            Expression::Loop(repetition) => {
                repetition.carried.iter().for_each(|(_, initial)| take(initial));
            }
            Expression::Soac(soac) => {
                soac.outputs.iter().flat_map(Output::destinations).for_each(&mut take);
            }
            _ => {}
        }
        for body in expression.bodies() {
            for statement in body {
                self.collect_taken(&statement.expression, list);
            }
        }
    }

    /// The dependences of the statements of the level at hand, found once for each step.
    pub fn order(&mut self, statements: &[Statement]) -> Rc<Dependences> {
        if let Some(order) = &self.order {
            return order.clone();
        }
        let order = Rc::new(self.dependences(statements));
        self.order = Some(order.clone());
        order
    }
}

/// For each statement, the positions of those before it on which it depends directly.
pub type Dependences = Vec<FxHashSet<usize>>;

/// What depends on a statement, of those after it up to some position.
pub struct After<'d> {
    dependences: &'d Dependences,
    first: usize,
    /// The positions, which grow.
    dependent: Vec<usize>,
    next: usize,
}

impl<'d> After<'d> {
    /// Nothing yet.
    pub fn new(dependences: &'d Dependences, first: usize) -> Self {
        After { dependences, first, dependent: Vec::new(), next: first + 1 }
    }

    /// Whether the first statement and this one can stand side by side: nothing between them
    /// depends on the first and is needed by this one. Gives the positions in between that depend
    /// on the first, which must come after both. Asked for growing positions.
    pub fn adjacent(&mut self, second: usize) -> Option<&[usize]> {
        while self.next < second {
            let own = &self.dependences[self.next];
            if own.contains(&self.first) || self.needs(own) {
                self.dependent.push(self.next);
            }
            self.next += 1;
        }
        (!self.needs(&self.dependences[second])).then_some(&self.dependent)
    }

    fn needs(&self, own: &FxHashSet<usize>) -> bool {
        // Either may be long: what was merged needs much, and much may need the first.
        match self.dependent.len() < own.len() {
            true => self.dependent.iter().any(|on| own.contains(on)),
            false => own.iter().any(|on| self.dependent.binary_search(on).is_ok()),
        }
    }
}

/// Takes the statements at `first` and `second` out and puts `merged` in: behind everything
/// between them that does not depend on the first, before what does (`after`).
pub fn put_between(
    statements: &mut Vec<Statement>,
    first: usize,
    second: usize,
    after: &[usize],
    merged: Statement,
) {
    let old = std::mem::take(statements);
    let mut merged = Some(merged);
    let mut late = Vec::new();
    for (position, statement) in old.into_iter().enumerate() {
        if position == second {
            statements.extend(merged.take());
            statements.append(&mut late);
        } else if after.contains(&position) {
            late.push(statement);
        } else if position != first {
            statements.push(statement);
        }
    }
}
