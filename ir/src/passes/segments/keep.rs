//! Arrays that keep their rows: where only elements of rows are assigned, branches and loops hand
//! on the dense array alone.
//!
//! ```text
//! b = loop (a = xs) for j < n {                 b = loop (d = data) for j < n {
//!     c = update a [i, j] = 0           ─▶          p = add start j; e = update d [p] = 0
//!     (c) }                                         (e) }           rows of b: those of xs
//! ```

use super::form::{Inside, Rows, Segments};
use super::{Cutter, Formed, NoForm, regular_levels};
use crate::core::operation::Operation;
use crate::core::{Atom, Block, Expression, Extent, Statement, Type, Var};

/// The rows that something keeps, and the dense array of their elements.
#[derive(Clone)]
pub(super) struct KeptRows {
    pub(super) rows: Rows,
    pub(super) data: Atom,
}

impl Cutter<'_> {
    /// The dense array and the rows of a ragged variable whose rows fill that array.
    pub(super) fn whole_rows(&self, array: Atom) -> Option<KeptRows> {
        let Segments { rows, inside: Inside::Dense(data) } = self.form_of(array).ok()? else {
            return None;
        };
        let whole = match rows {
            Rows::Offsets { whole, .. } => whole,
            // Rows below one level may grow instead.
            Rows::Each { .. } => {
                rows.used().is_some() && regular_levels(&self.variables.atom_type(array)) > 1
            }
        };
        whole.then_some(KeptRows { rows, data })
    }

    /// From here on the rows of a variable are in another dense array.
    pub(super) fn keeps_rows(&mut self, var: Var, rows: KeptRows) {
        let KeptRows { rows, data } = rows;
        self.known.arrays.insert(var, Segments { rows, inside: Inside::Dense(data) });
    }

    /// An array with something in a row replaced, in place.
    pub(super) fn replace_in_row(
        &mut self,
        array: Atom,
        indices: &[Atom],
        value: Atom,
        bind: Var,
        result: &mut Vec<Statement>,
    ) -> Formed<()> {
        let ty = self.variables.atom_type(array);
        let levels = regular_levels(&ty);
        let Segments { rows, inside } = self.apart(array, result)?;
        let (row, rest) = indices.split_at(levels);
        let start = match &rows {
            Rows::Offsets { offsets, .. } => self.index_at(*offsets, row[0], result),
            Rows::Each { starts, .. } => {
                self.bind(Type::USIZE, Expression::Index(*starts, row.to_vec()), result)
            }
        };
        let mut indices = rest.to_vec();
        indices[0] = self.scalar(Operation::Add, start, rest[0], result);
        let inside = match inside {
            Inside::Dense(array) => {
                let ty = self.variables.atom_type(array);
                let update = Expression::Update { array, indices, value };
                Inside::Dense(self.bind(ty, update, result))
            }
            Inside::Segments(segments) => {
                let count = self.count_of(&segments, result)?;
                let inner = ty.row(levels + 1).under([Extent::Size(count)]);
                let (old, new) =
                    (self.variables.add(None, inner.clone()), self.variables.add(None, inner));
                self.known.arrays.insert(old, *segments);
                self.update(Atom::Var(old), &indices, value, new, result)?;
                Inside::Segments(Box::new(self.form_of(Atom::Var(new))?))
            }
        };
        self.known.arrays.insert(bind, Segments { rows, inside });
        Ok(())
    }

    /// An array no two rows of which share elements.
    pub(super) fn apart(&mut self, array: Atom, result: &mut Vec<Statement>) -> Formed<Segments> {
        let form = self.form_of(array)?;
        let ty = self.variables.atom_type(array);
        let levels = regular_levels(&ty);
        if form.rows.used().is_some() {
            return Ok(form);
        }
        if levels == 1 {
            return self.whole(array, result);
        }
        let form = self.moved_apart(&form, &ty, result)?;
        self.settle(array, &form);
        Ok(form)
    }

    /// A copy of rows with one or several regular levels around them, that share no elements.
    pub(super) fn moved_apart(
        &mut self,
        form: &Segments,
        ty: &Type,
        result: &mut Vec<Statement>,
    ) -> Formed<Segments> {
        let levels = regular_levels(ty);
        let moved = self.gathered(form, ty, result)?;
        if levels == 1 {
            return Ok(moved);
        }
        let Segments { rows: Rows::Offsets { offsets, .. }, inside } = moved else {
            return Err(NoForm);
        };
        let lengths = self.lengths(form, &ty.extents()[..levels], result);
        let levels = self.variables.atom_type(lengths);
        let sizes: Vec<Atom> = levels.extents().iter().filter_map(|extent| extent.size()).collect();
        let count = self.product(&sizes, result);
        let starts = self.starts(offsets, count, levels, result);
        let used = match &inside {
            Inside::Dense(data) => self.variables.atom_type(*data).extents()[0].size(),
            Inside::Segments(segments) => Some(self.count_of(segments, result)?),
        };
        Ok(Segments { rows: Rows::Each { starts, lengths, used }, inside })
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
