//! Arrays that keep their rows: if only elements of rows are assigned, branches and loops hand on the dense
//! array alone.
//!
//! ```text
//! b = loop (a = xs) for j < n {                 b = loop (d = data) for j < n {
//!     c = update a [i, j] = 0           ─▶          p = add start j; e = update d [p] = 0
//!     (c) }                                         (e) }           rows of b: those of xs
//! ```

use super::form::{Descriptor, Elements, Form};
use super::{Lowered, SegmentLowering, Unsupported, regular_levels};
use crate::core::operation::Operation;
use crate::core::{Atom, Block, Expression, Extent, Statement, Type, Var};

/// The part of an array that is replaced.
#[derive(Clone, Copy)]
pub(super) enum Replaced {
    /// Elements: all rows stay.
    Elements,
    /// Innermost rows, too: the rows around them stay.
    Rows,
}

/// The part of an array that a branch keeps.
pub(super) enum KeptRows {
    /// Nothing that is known.
    Nothing,
    /// The form: only elements are replaced.
    All(Form),
    /// Innermost rows are replaced. If they lie inside of other rows: these, the array, and the form
    /// that it has elsewhere.
    Around(Option<(RowsAround, Var, Option<Form>)>),
}

/// The rows, outermost first, around innermost rows that may grow, and the type of these.
#[derive(Clone)]
pub(super) struct RowsAround {
    pub(super) rows: Vec<Descriptor>,
    pub(super) ty: Type,
}

impl SegmentLowering<'_> {
    /// The form of a ragged variable whose rows fill its dense array, so that they can be kept where
    /// only elements are assigned.
    pub(super) fn whole_rows(&self, array: Atom) -> Option<Form> {
        let form = self.form_of(array).ok()?;
        // Rows below one level may grow instead.
        self.is_apart(&form, &|levels| levels > 1).then_some(form)
    }

    /// Returns true if no two rows share elements: they follow each other, or lie where they were put. In the
    /// latter case `around` has to accept the number of regular levels around them.
    fn is_apart(&self, form: &Form, around: &dyn Fn(usize) -> bool) -> bool {
        let apart = match form.descriptor {
            Descriptor::Offsets { whole, .. } => whole,
            Descriptor::Spans { starts, used, .. } => {
                used.is_some() && around(self.variables.atom_type(starts).extents().len())
            }
        };
        apart
            && match &form.elements {
                Elements::Dense(_) => true,
                Elements::Segments(segments) => self.is_apart(segments, around),
            }
    }

    /// An array with something in a row replaced, in place.
    pub(super) fn replace_in_row(
        &mut self,
        array: Atom,
        indices: &[Atom],
        value: Atom,
        bind: Var,
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let ty = self.variables.atom_type(array);
        let levels = regular_levels(&ty);
        let Form { descriptor, elements } = self.apart(array, result)?;
        let (row, rest) = indices.split_at(levels);
        let start = match &descriptor {
            Descriptor::Offsets { offsets, .. } => self.index_at(*offsets, row[0], result),
            Descriptor::Spans { starts, .. } => {
                self.bind(Type::USIZE, Expression::Index(*starts, row.to_vec()), result)
            }
        };
        let mut indices = rest.to_vec();
        indices[0] = self.scalar(Operation::Add, start, rest[0], result);
        let elements = match elements {
            Elements::Dense(array) => {
                let ty = self.variables.atom_type(array);
                let update = Expression::Update { array, indices, value };
                Elements::Dense(self.bind(ty, update, result))
            }
            Elements::Segments(segments) => {
                let old = self.rows_inside(*segments, &ty, result)?;
                let new = self.variables.add(None, self.variables.atom_type(old));
                self.update(old, &indices, value, new, result)?;
                Elements::Segments(Box::new(self.form_of(Atom::Var(new))?))
            }
        };
        self.known.arrays.insert(bind, Form { descriptor, elements });
        Ok(())
    }

    /// An array no two rows of which share elements.
    pub(super) fn apart(&mut self, array: Atom, result: &mut Vec<Statement>) -> Lowered<Form> {
        let form = self.form_of(array)?;
        if self.is_apart(&form, &|_| true) {
            return Ok(form);
        }
        let ty = self.variables.atom_type(array);
        let levels = regular_levels(&ty);
        let mut form = match form.descriptor.used() {
            Some(_) => form,
            None if levels == 1 => self.whole(array, result)?,
            None => self.moved_apart(&form, &ty, result)?,
        };
        if let Elements::Segments(segments) = form.elements {
            let inside = self.rows_inside(*segments, &ty, result)?;
            let inside = self.apart(inside, result)?;
            form.elements = Elements::Segments(Box::new(inside));
        }
        self.settle(array, &form);
        Ok(form)
    }

    /// The rows that the rows of an array of this type are parts of.
    pub(super) fn rows_inside(
        &mut self,
        segments: Form,
        ty: &Type,
        result: &mut Vec<Statement>,
    ) -> Lowered<Atom> {
        let count = self.count_of(&segments, result)?;
        let inner = ty.row(regular_levels(ty) + 1).under([Extent::Size(count)]);
        let var = self.variables.add(None, inner);
        self.known.arrays.insert(var, segments);
        Ok(Atom::Var(var))
    }

    /// A copy of rows with one or several regular levels around them, that share no elements.
    pub(super) fn moved_apart(
        &mut self,
        form: &Form,
        ty: &Type,
        result: &mut Vec<Statement>,
    ) -> Lowered<Form> {
        let levels = regular_levels(ty);
        let moved = self.gathered(form, ty, result)?;
        if levels == 1 {
            return Ok(moved);
        }
        let Form { descriptor: Descriptor::Offsets { offsets, .. }, elements } = moved else {
            return Err(Unsupported);
        };
        let lengths = self.lengths(form, &ty.extents()[..levels], result);
        let levels = self.variables.atom_type(lengths);
        let sizes: Vec<Atom> = levels.extents().iter().filter_map(|extent| extent.size()).collect();
        let count = self.product(&sizes, result);
        let starts = self.starts(offsets, count, levels, result);
        let used = match &elements {
            Elements::Dense(data) => self.variables.atom_type(*data).extents()[0].size(),
            Elements::Segments(segments) => Some(self.count_of(segments, result)?),
        };
        Ok(Form { descriptor: Descriptor::Spans { starts, lengths, used }, elements })
    }

    /// The rows that both arms of an `if` keep in one result, or those around rows that they replace.
    pub(super) fn kept_by_arms(
        &mut self,
        arms: [&Block; 2],
        position: usize,
        result: &mut Vec<Statement>,
    ) -> KeptRows {
        let source = |this: &Self, kept: Replaced| {
            let [then, otherwise] =
                arms.map(|arm| this.source_of_rows(&arm.statements, arm.results[position], kept));
            then.filter(|source| Some(*source) == otherwise).map(Atom::Var)
        };
        let all = source(self, Replaced::Elements).and_then(|source| self.whole_rows(source));
        if let Some(form) = all {
            return KeptRows::All(form);
        }
        let Some(Atom::Var(source)) = source(self, Replaced::Rows) else {
            return KeptRows::Nothing;
        };
        KeptRows::Around(self.rows_around(Atom::Var(source), result).map(|(around, form)| {
            let before = self.known.arrays.insert(source, form);
            (around, source, before)
        }))
    }

    /// The rows around the innermost ones of an array, which lie inside of other rows, and its form
    /// with innermost rows as those have them that may grow.
    pub(super) fn rows_around(
        &mut self,
        array: Atom,
        result: &mut Vec<Statement>,
    ) -> Option<(RowsAround, Form)> {
        self.depth_of_growth(array.var()?).filter(|depth| *depth > 0)?;
        let mut form = self.form_of(array).ok()?;
        let mut ty = self.variables.atom_type(array);
        let mut rows = Vec::new();
        while let Elements::Segments(inside) = form.elements {
            let (Descriptor::Offsets { whole: true, .. } | Descriptor::Spans { used: Some(_), .. }) =
                form.descriptor
            else {
                return None;
            };
            let count = self.count_of(&inside, result).ok()?;
            ty = ty.row(regular_levels(&ty) + 1).under([Extent::Size(count)]);
            rows.push(form.descriptor);
            form = *inside;
        }
        if let Descriptor::Offsets { whole, .. } = form.descriptor {
            let used = self.size_of(form.elements.data()).ok().filter(|_| whole)?;
            let (starts, lengths) = self.each(&form, &ty.extents()[..1], result);
            form.descriptor = Descriptor::Spans { starts, lengths, used: Some(used) };
        }
        form.descriptor.used()?;
        let form = form.under(&rows);
        Some((RowsAround { rows, ty }, form))
    }

    /// The variable whose rows an array has that statements give, which replace no more than that.
    pub(super) fn source_of_rows(
        &self,
        statements: &[Statement],
        array: Atom,
        replaced: Replaced,
    ) -> Option<Var> {
        let Atom::Var(var) = array else { return None };
        let extents = self.variables.ty(var).extents();
        let last = extents.iter().rposition(|extent| *extent == Extent::Ragged)?;
        let Some(statement) = statements.iter().find(|statement| statement.binds.contains(&var))
        else {
            return Some(var);
        };
        let position = statement.binds.iter().position(|bind| *bind == var)?;
        let source = match &statement.expression {
            Expression::Update { array, indices, .. } => {
                let least = match replaced {
                    Replaced::Elements => last + 1,
                    Replaced::Rows => last,
                };
                (indices.len() >= least).then_some(*array)?
            }
            Expression::Copy(array) => *array,
            Expression::If(branch) => {
                let [then, otherwise] = [&branch.then, &branch.otherwise].map(|arm| {
                    self.source_of_rows(&arm.statements, arm.results[position], replaced)
                });
                then.filter(|source| Some(*source) == otherwise).map(Atom::Var)?
            }
            Expression::Loop(repetition) => {
                let (inside, initial) = repetition.carried[position];
                let body = &repetition.body;
                let kept = self.source_of_rows(&body.statements, body.results[position], replaced);
                (kept == Some(inside)).then_some(initial)?
            }
            _ => return None,
        };
        self.source_of_rows(statements, source, replaced)
    }
}
