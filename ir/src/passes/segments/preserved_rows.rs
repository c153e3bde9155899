//! Arrays that keep their descriptor: if only elements of rows are assigned, branches and loops hand on the dense
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

/// The rows of an array that a branch preserves.
pub(super) enum PreservedRows {
    /// Nothing that is known.
    Nothing,
    /// The form: only elements are replaced.
    All(Form),
    /// Innermost rows are replaced. If they lie inside of other rows: these, the array, and the form
    /// that it has elsewhere.
    Around(Option<(OuterRows, Var, Option<Form>)>),
}

/// The descriptors, outermost first, around innermost rows to which others may be appended, and the type of the
/// innermost rows.
#[derive(Clone)]
pub(super) struct OuterRows {
    pub(super) rows: Vec<Descriptor>,
    pub(super) ty: Type,
}

impl SegmentLowering<'_> {
    /// The form of a ragged variable whose rows fill its dense array: branches and loops that assign only
    /// elements preserve such rows.
    pub(super) fn whole_rows(&self, array: Atom) -> Option<Form> {
        let form = self.form_of(array).ok()?;
        // To rows under one level others may be appended instead.
        self.are_disjoint(&form, &|levels| levels > 1).then_some(form)
    }

    /// Returns true if no two rows share elements: they follow each other, or lie where they were put. In the
    /// latter case `around` has to accept the number of regular levels around them.
    fn are_disjoint(&self, form: &Form, around: &dyn Fn(usize) -> bool) -> bool {
        let disjoint = match form.descriptor {
            Descriptor::Offsets { whole, .. } => whole,
            Descriptor::Spans { starts, used, .. } => {
                used.is_some() && around(self.variables.atom_type(starts).extents().len())
            }
        };
        disjoint
            && match &form.elements {
                Elements::Dense(_) => true,
                Elements::Segments(segments) => self.are_disjoint(segments, around),
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
        let Form { descriptor, elements } = self.disjoint(array, result)?;
        let (row, rest) = indices.split_at(levels);
        let start = match &descriptor {
            Descriptor::Offsets { offsets, .. } => {
                self.write(result, |code| code.element(*offsets, row[0]))
            }
            Descriptor::Spans { starts, .. } => self.write(result, |code| {
                code.bind(Type::USIZE, Expression::Index(*starts, row.to_vec()))
            }),
        };
        let mut indices = rest.to_vec();
        indices[0] = self.write(result, |code| code.scalar(Operation::Add, &[start, rest[0]]));
        let elements = match elements {
            Elements::Dense(array) => {
                let ty = self.variables.atom_type(array);
                let update = Expression::Update { array, indices, value };
                Elements::Dense(self.write(result, |code| code.bind(ty, update)))
            }
            Elements::Segments(segments) => {
                let old = self.inner_rows(*segments, &ty, result)?;
                let new = self.variables.add(None, self.variables.atom_type(old));
                self.update(old, &indices, value, new, result)?;
                Elements::Segments(Box::new(self.form_of(Atom::Var(new))?))
            }
        };
        self.known.arrays.insert(bind, Form { descriptor, elements });
        Ok(())
    }

    /// An array no two rows of which share elements.
    pub(super) fn disjoint(&mut self, array: Atom, result: &mut Vec<Statement>) -> Lowered<Form> {
        let form = self.form_of(array)?;
        if self.are_disjoint(&form, &|_| true) {
            return Ok(form);
        }
        let ty = self.variables.atom_type(array);
        let levels = regular_levels(&ty);
        let mut form = match form.descriptor.used() {
            Some(_) => form,
            None if levels == 1 => self.whole(array, result)?,
            None => self.disjoint_copy(&form, &ty, result)?,
        };
        if let Elements::Segments(segments) = form.elements {
            let inside = self.inner_rows(*segments, &ty, result)?;
            let inside = self.disjoint(inside, result)?;
            form.elements = Elements::Segments(Box::new(inside));
        }
        self.set_form(array, &form);
        Ok(form)
    }

    /// The rows of which the rows of an array of this type are slices.
    pub(super) fn inner_rows(
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
    pub(super) fn disjoint_copy(
        &mut self,
        form: &Form,
        ty: &Type,
        result: &mut Vec<Statement>,
    ) -> Lowered<Form> {
        let levels = regular_levels(ty);
        let moved = self.contiguous(form, ty, result)?;
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

    /// The rows that both arms of an `if` preserve in one result, or those around rows that they replace.
    pub(super) fn preserved_by_arms(
        &mut self,
        arms: [&Block; 2],
        position: usize,
        result: &mut Vec<Statement>,
    ) -> PreservedRows {
        let source = |this: &Self, replaced: Replaced| {
            let [then, otherwise] = arms
                .map(|arm| this.source_of_rows(&arm.statements, arm.results[position], replaced));
            then.filter(|source| Some(*source) == otherwise).map(Atom::Var)
        };
        let all = source(self, Replaced::Elements).and_then(|source| self.whole_rows(source));
        if let Some(form) = all {
            return PreservedRows::All(form);
        }
        let Some(Atom::Var(source)) = source(self, Replaced::Rows) else {
            return PreservedRows::Nothing;
        };
        PreservedRows::Around(self.outer_rows(Atom::Var(source), result).map(|(around, form)| {
            let before = self.known.arrays.insert(source, form);
            (around, source, before)
        }))
    }

    /// The rows around the innermost ones of an array, which lie inside of other rows, and its form
    /// with the number of elements in use for the innermost rows.
    pub(super) fn outer_rows(
        &mut self,
        array: Atom,
        result: &mut Vec<Statement>,
    ) -> Option<(OuterRows, Form)> {
        self.depth_of_appendable_rows(array.var()?).filter(|depth| *depth > 0)?;
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
            let (starts, lengths) = self.starts_and_lengths(&form, &ty.extents()[..1], result);
            form.descriptor = Descriptor::Spans { starts, lengths, used: Some(used) };
        }
        form.descriptor.used()?;
        let form = form.under(&rows);
        Some((OuterRows { rows, ty }, form))
    }

    /// The variable whose rows an array still has that statements compute, if these replace no more than that.
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
                let source =
                    self.source_of_rows(&body.statements, body.results[position], replaced);
                (source == Some(inside)).then_some(initial)?
            }
            _ => return None,
        };
        self.source_of_rows(statements, source, replaced)
    }
}
