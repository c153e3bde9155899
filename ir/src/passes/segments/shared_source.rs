//! Loops that only choose and reorder rows: the inner array that the rows are parts of stays outside of
//! the loop, and the loop carries the starts and lengths of the rows.
//!
//! ```text
//! b = loop (a = xs) for j < n {                 s, l = loop (s = starts, l = lengths) for j < n {
//!     c = concat a, slice xs …        ─▶            … where the rows of both begin …
//!     (c) }                                         (s', l') }      rows of b: parts of those of xs
//! ```
//!
//! A loop is known to be one of these only when its body has its form. A look at the body before tells
//! which loops to try; a loop that was tried in vain is put back as it was.

use super::form::Elements;
use super::{Known, SegmentLowering};
use crate::core::{Atom, Expression, Output, Statement, Var, VarMap, VarSet, View};

impl SegmentLowering<'_> {
    /// Returns true if the rows of an array that the statements of a loop give may be parts of the same
    /// inner array as those that the loop begins with.
    pub(super) fn may_have_same_rows(
        &self,
        statements: &[Statement],
        array: Atom,
        carried: &[(Var, Atom)],
        data: Atom,
    ) -> bool {
        let mut made = VarMap::default();
        collect(statements, &mut made);
        Search { lowering: self, made, assumed: VarSet::new(), carried, data }.is_same(array)
    }
}

impl Elements {
    /// The dense array inside of all rows.
    pub(super) fn data(&self) -> Atom {
        match self {
            Elements::Dense(data) => *data,
            Elements::Segments(segments) => segments.elements.data(),
        }
    }
}

struct Search<'a, 'c> {
    lowering: &'a SegmentLowering<'c>,
    made: VarMap<(&'a Statement, usize)>,
    /// The variables that have been asked for: loops and branches lead back to them.
    assumed: VarSet,
    carried: &'a [(Var, Atom)],
    data: Atom,
}

impl Search<'_, '_> {
    fn is_same(&mut self, array: Atom) -> bool {
        let Atom::Var(var) = array else { return false };
        if !self.assumed.insert(var) {
            return true;
        }
        if let Some((_, initial)) = self.carried.iter().find(|(carried, _)| *carried == var) {
            return self.is_same(*initial);
        }
        let Some((statement, position)) = self.made.get(&var).copied() else {
            let Known { parts, arrays, stacks, replicated, .. } = &self.lowering.known;
            let part = parts.get(&var).map(|part| &part.of);
            let form = arrays.get(&var).map(|form| &form.elements);
            let stack = stacks.get(&var).map(|stack| &stack.of);
            if let (None, Some(row)) = (part, replicated.get(&var)) {
                return self.is_same(*row);
            }
            return part.or(form).or(stack).is_some_and(|of| of.data() == self.data);
        };
        let ragged = self.lowering.variables.ty(var).is_ragged();
        let mut same = |array: Atom| self.is_same(array);

        match &statement.expression {
            Expression::Copy(array)
            | Expression::Coerce(array, _)
            | Expression::Index(array, _) => same(*array),
            Expression::View(View::Slice(array, _) | View::Replicate(array)) => same(*array),
            Expression::View(
                View::Reverse(array)
                | View::Rotate(array, _)
                | View::Reshape(array)
                | View::Windows(array)
                | View::Transpose(array, _),
            ) => ragged && same(*array),
            Expression::Array(rows) => rows.iter().all(|row| same(*row)),
            Expression::If(branch) => {
                [&branch.then, &branch.otherwise].into_iter().all(|arm| same(arm.results[position]))
            }
            Expression::Loop(repetition) => {
                same(repetition.carried[position].1) && same(repetition.body.results[position])
            }
            Expression::Sort(sort) => {
                sort.payload.get(position.wrapping_sub(sort.keys.len())).is_some_and(|of| same(*of))
            }
            Expression::Soac(soac) => {
                let mut place = position;
                for output in &soac.outputs {
                    match output {
                        Output::Store(value) if place == 0 => return same(*value),
                        Output::Compact { values, .. } if place <= values.len() => {
                            return place.checked_sub(1).is_some_and(|place| same(values[place]));
                        }
                        _ => match place.checked_sub(output.binds()) {
                            Some(rest) => place = rest,
                            None => return false,
                        },
                    }
                }
                false
            }
            _ => false,
        }
    }
}

/// Collects the statement that makes each variable, at any depth, and of loops the start values of the
/// carried variables.
fn collect<'s>(statements: &'s [Statement], made: &mut VarMap<(&'s Statement, usize)>) {
    for statement in statements {
        for (position, bind) in statement.binds.iter().enumerate() {
            made.insert(*bind, (statement, position));
        }
        if let Expression::Loop(repetition) = &statement.expression {
            for (position, (carried, _)) in repetition.carried.iter().enumerate() {
                made.insert(*carried, (statement, position));
            }
        }
        for body in statement.expression.bodies() {
            collect(body, made);
        }
    }
}
