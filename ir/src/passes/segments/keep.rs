//! Arrays that keep their rows: where only elements of rows are assigned, branches and loops hand
//! on the dense array alone.
//!
//! ```text
//! b = loop (a = xs) for j < n {                 b = loop (d = data) for j < n {
//!     c = update a [i, j] = 0           ─▶          p = add start j; e = update d [p] = 0
//!     (c) }                                         (e) }           rows of b: those of xs
//! ```

use super::Cutter;
use super::form::{Inside, Rows, Segments};
use crate::core::{Atom, Block, Expression, Extent, Statement, Var};

/// The rows that something keeps, and the dense array of their elements.
#[derive(Clone, Copy)]
pub(super) struct KeptRows {
    pub(super) offsets: Atom,
    pub(super) data: Atom,
}

impl Cutter<'_> {
    /// The dense array and the offsets of a ragged variable whose rows fill that array.
    pub(super) fn whole_rows(&self, array: Atom) -> Option<KeptRows> {
        match self.form_of(array).ok()? {
            Segments {
                rows: Rows::Offsets { offsets, whole: true },
                inside: Inside::Dense(data),
            } => Some(KeptRows { offsets, data }),
            _ => None,
        }
    }

    /// From here on the rows of a variable are in another dense array.
    pub(super) fn keeps_rows(&mut self, var: Var, rows: KeptRows) {
        let KeptRows { offsets, data } = rows;
        let rows = Rows::Offsets { offsets, whole: true };
        self.arrays.insert(var, Segments { rows, inside: Inside::Dense(data) });
    }

    /// The rows that both arms of an `if` keep in one result.
    pub(super) fn kept_by_arms(&self, arms: [&Block; 2], position: usize) -> Option<KeptRows> {
        let [then, otherwise] =
            arms.map(|arm| self.source_of_rows(&arm.statements, arm.results[position]));
        let source = then?;
        (Some(source) == otherwise).then(|| self.whole_rows(Atom::Var(source)))?
    }

    /// The variable whose rows an array has that statements give: they assign to elements only.
    pub(super) fn source_of_rows(&self, statements: &[Statement], array: Atom) -> Option<Var> {
        let Atom::Var(var) = array else { return None };
        let extents = self.variables.ty(var).extents();
        let last = extents.iter().rposition(|extent| *extent == Extent::Ragged)?;
        let Some(statement) = statements.iter().find(|statement| statement.binds.contains(&var))
        else {
            return Some(var);
        };
        let position = statement.binds.iter().position(|bind| *bind == var)?;
        let source = match &statement.expression {
            Expression::Update { array, indices, .. } if indices.len() > last => *array,
            Expression::Copy(array) => *array,
            Expression::If(branch) => {
                let [then, otherwise] = [&branch.then, &branch.otherwise]
                    .map(|arm| self.source_of_rows(&arm.statements, arm.results[position]));
                then.filter(|source| Some(*source) == otherwise).map(Atom::Var)?
            }
            Expression::Loop(repetition) => {
                let (inside, initial) = repetition.carried[position];
                let body = &repetition.body;
                let kept = self.source_of_rows(&body.statements, body.results[position]);
                (kept == Some(inside)).then_some(initial)?
            }
            _ => return None,
        };
        self.source_of_rows(statements, source)
    }
}
