//! Loops that only choose and reorder rows: the elements of which the rows are slices stay outside of
//! the loop, and the loop carries the starts and lengths of the rows.
//!
//! ```text
//! b = loop (a = xs) for j < n {                 s, l = loop (s = starts, l = lengths) for j < n {
//!     c = concat a, slice xs …        ─▶            … where the rows of both begin …
//!     (c) }                                         (s', l') }      rows of b: slices of xs
//! ```
//!
//! A loop is known to be one of these only when its body has its form. A look at the body before tells
//! which loops to try; a loop that was tried in vain is put back as it was.

use super::form::Elements;
use super::{Known, SegmentLowering};
use crate::core::{Atom, Expression, Output, Statement, Var, VarMap, VarSet, View};

impl SegmentLowering<'_> {
    /// Returns true if the rows of an array that the statements of a loop compute may be slices of the same
    /// elements as those with which the loop begins.
    pub(super) fn may_share_source(
        &self,
        statements: &[Statement],
        array: Atom,
        carried: &[(Var, Atom)],
        data: Atom,
    ) -> bool {
        let mut definitions = VarMap::default();
        collect(statements, &mut definitions);
        Search { lowering: self, definitions, assumed: VarSet::new(), carried, data }
            .shares_source(array)
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
    definitions: VarMap<(&'a Statement, usize)>,
    /// The variables that have been asked for: loops and branches lead back to them.
    assumed: VarSet,
    carried: &'a [(Var, Atom)],
    data: Atom,
}

impl Search<'_, '_> {
    fn shares_source(&mut self, array: Atom) -> bool {
        let Atom::Var(var) = array else { return false };
        if !self.assumed.insert(var) {
            return true;
        }
        if let Some((_, initial)) = self.carried.iter().find(|(carried, _)| *carried == var) {
            return self.shares_source(*initial);
        }
        let Some((statement, position)) = self.definitions.get(&var).copied() else {
            let Known { slices, arrays, stacks, replicated, .. } = &self.lowering.known;
            let slice = slices.get(&var).map(|slice| &slice.of);
            let form = arrays.get(&var).map(|form| &form.elements);
            let stack = stacks.get(&var).map(|stack| &stack.of);
            if let (None, Some(row)) = (slice, replicated.get(&var)) {
                return self.shares_source(*row);
            }
            return slice.or(form).or(stack).is_some_and(|of| of.data() == self.data);
        };
        let ragged = self.lowering.variables.ty(var).is_ragged();
        let mut shares = |array: Atom| self.shares_source(array);

        match &statement.expression {
            Expression::Copy(array)
            | Expression::Coerce(array, _)
            | Expression::Index(array, _) => shares(*array),
            Expression::View(View::Slice(array, _) | View::Replicate(array)) => shares(*array),
            Expression::View(
                View::Reverse(array)
                | View::Rotate(array, _)
                | View::Reshape(array)
                | View::Windows(array)
                | View::Transpose(array, _),
            ) => ragged && shares(*array),
            Expression::Array(rows) => rows.iter().all(|row| shares(*row)),
            Expression::If(branch) => [&branch.then, &branch.otherwise]
                .into_iter()
                .all(|arm| shares(arm.results[position])),
            Expression::Loop(repetition) => {
                shares(repetition.carried[position].1) && shares(repetition.body.results[position])
            }
            Expression::Sort(sort) => sort
                .payload
                .get(position.wrapping_sub(sort.keys.len()))
                .is_some_and(|of| shares(*of)),
            Expression::Soac(soac) => {
                let mut place = position;
                for output in &soac.outputs {
                    match output {
                        Output::Store(value) if place == 0 => return shares(*value),
                        Output::Compact { values, .. } if place <= values.len() => {
                            return place.checked_sub(1).is_some_and(|place| shares(values[place]));
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
fn collect<'s>(statements: &'s [Statement], definitions: &mut VarMap<(&'s Statement, usize)>) {
    for statement in statements {
        for (position, bind) in statement.binds.iter().enumerate() {
            definitions.insert(*bind, (statement, position));
        }
        if let Expression::Loop(repetition) = &statement.expression {
            for (position, (carried, _)) in repetition.carried.iter().enumerate() {
                definitions.insert(*carried, (statement, position));
            }
        }
        for body in statement.expression.bodies() {
            collect(body, definitions);
        }
    }
}
