//! Assignments: to variables, their fields and their elements.

use super::{Label, Lowerer, Value};
use crate::core::operation::Operation;
use crate::core::{Atom, Expression as Core, Extent, Type};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::{BinaryOperator, Expression, ExpressionKind};
use crate::types::infer::{LocalId, Meaning, place_root};
use crate::types::ty::Ty;

impl<'a> Lowerer<'a, '_> {
    pub(super) fn assign(
        &mut self,
        operator: Option<BinaryOperator>,
        target: &'a Expression,
        value: &'a Expression,
        span: Span,
    ) {
        let value = self.expression(value);
        self.builder.span = span;
        self.assign_value(target, span, |this, old| match operator {
            None => value,
            Some(operator) => {
                let atom = this.arithmetic_operator(operator, old.atom(), value.atom());
                Value { ty: old.ty, atoms: vec![atom] }
            }
        });
    }

    /// Replaces the value of a place by the value that a function makes of the old one.
    pub(super) fn assign_value(
        &mut self,
        target: &'a Expression,
        span: Span,
        change: impl FnOnce(&mut Self, Value) -> Value,
    ) {
        let Some(root) = place_root(target) else { return };
        let Some(Meaning::Local(local)) = self.meaning(root.id) else { return };
        let mut steps = Vec::new();
        let mut place = target;
        loop {
            match &place.kind {
                ExpressionKind::Field(inner, _) => {
                    let Some(Meaning::Field(position)) = self.meaning(place.id) else { return };
                    steps.push(Step::Field(position));
                    place = inner;
                }
                ExpressionKind::Index(inner, index) => {
                    if let ExpressionKind::Range(..) = index.kind {
                        self.errors.report(
                            Diagnostic::new(
                                Code::E003,
                                place.span,
                                "accel does not have assignments to slices",
                            )
                            .help("assign element by element, or use `scatter`"),
                        );
                        return;
                    }
                    let position = self.expression(index).atom();
                    steps.push(Step::Index(position, index.span));
                    place = inner;
                }
                _ => break,
            }
        }
        steps.reverse();
        // The old value of the local, to which the indices apply.
        let Some(old) = self.frame().values[local].clone() else { return };
        self.builder.span = span;
        let declared = self.frame().declared.get(&local).cloned().unwrap_or_default();
        let new = self.replace(old, &declared, &steps, &mut Vec::new(), change);
        self.set_local(local, new);
    }

    /// Gives a variable another value, which may depend on lanes where the one before did not, or
    /// whose rows may differ.
    pub(super) fn set_local(&mut self, local: LocalId, value: Value) {
        let label = Label::Name(self.frame().typed.locals[local].name.clone());
        self.remember(label, &value, None);
        self.frame_mut().values[local] = Some(value);
    }

    /// The value with the part at `steps` replaced. `indices` are those passed so far: an array
    /// is updated once, at all of them. `declared` says where rows may come to differ.
    fn replace(
        &mut self,
        whole: Value,
        declared: &[Vec<bool>],
        steps: &[Step],
        indices: &mut Vec<Atom>,
        change: impl FnOnce(&mut Self, Value) -> Value,
    ) -> Value {
        match steps.split_first() {
            None if indices.is_empty() => change(self, whole),
            None => {
                let old = self.rows_at(&whole, indices);
                let new = change(self, old);
                let rows = self.types_of(&new);
                let whole = self.with_rows_of_any_length(&whole, indices.len(), &rows, declared);
                self.replace_row(&whole, indices, new)
            }
            Some((Step::Field(position), rest)) => {
                // The type seen after the indices decides which components the field has.
                let inner = (0..indices.len())
                    .fold(whole.ty.clone(), |ty, _| ty.element().cloned().unwrap_or(Ty::Error));
                let range = self.field_range(&inner, *position);
                let field = self.fields(&inner)[*position].clone();
                let ty = (0..indices.len()).fold(field, |ty, _| Ty::array(ty));
                let part = Value { ty, atoms: whole.atoms[range.clone()].to_vec() };
                let declared = declared.get(range.clone()).unwrap_or_default();
                let new = self.replace(part, declared, rest, indices, change);
                let mut atoms = whole.atoms.clone();
                atoms.splice(range, new.atoms);
                Value { ty: whole.ty, atoms }
            }
            Some((Step::Index(index, span), rest)) => {
                let row = self.rows_at(&whole, indices);
                let checked = self.index_in(&row, *index, "index", *span);
                indices.push(checked);
                let new = self.replace(whole, declared, rest, indices, change);
                indices.pop();
                new
            }
        }
    }

    /// The row or element at several indices.
    fn rows_at(&mut self, whole: &Value, indices: &[Atom]) -> Value {
        let mut value = whole.clone();
        for index in indices {
            value = self.row(&value, *index);
        }
        value
    }

    /// The array with a row or element replaced by one that must be like the others: a row of an
    /// array whose rows differ may have any length.
    pub(super) fn replace_row(&mut self, whole: &Value, indices: &[Atom], new: Value) -> Value {
        let new = self.row_for(whole, indices.len(), new);
        self.update(whole, indices, &new)
    }

    /// A row for an array, so many levels inside, with the sizes that it must have there.
    pub(super) fn row_for(&mut self, whole: &Value, depth: usize, new: Value) -> Value {
        let atoms = whole.atoms.iter().zip(&new.atoms).map(|(whole, new)| {
            let row = self.atom_type(*whole).row(depth);
            let found = self.atom_type(*new);
            let pairs = row.extents().iter().zip(found.extents());
            let extents =
                pairs.map(|(row, found)| if *row == Extent::Ragged { *found } else { *row });
            let wanted = Type::array(found.element(), extents.collect());
            self.agreed(*new, wanted, "the rows")
        });
        Value { atoms: atoms.collect(), ty: new.ty }
    }

    /// The array with a row or element replaced, component by component.
    pub(super) fn update(&mut self, whole: &Value, indices: &[Atom], new: &Value) -> Value {
        if let [place] = indices
            && self.is_ragged_at(whole, 1)
            && self.loops == 0
        {
            return self.with_row(whole, *place, new);
        }
        let atoms = whole
            .atoms
            .iter()
            .zip(&new.atoms)
            .map(|(array, value)| {
                let ty = self.atom_type(*array);
                let (array, value) = (*array, *value);
                let indices = indices.to_vec();
                self.builder.bind(ty, Core::Update { array, indices, value })
            })
            .collect();
        Value { ty: whole.ty.clone(), atoms }
    }

    /// An array whose rows differ, with one of them replaced: each is chosen where it is looked at, so
    /// that none is copied. Loops update, as they may replace many.
    fn with_row(&mut self, whole: &Value, place: Atom, new: &Value) -> Value {
        let count = self.length(whole);
        let span = self.builder.span;
        let array = self.tabulate(count, "update", span, |this, index| {
            let here = this.builder.scalar(Operation::Equal, &[index, place]);
            let ty = new.ty.clone();
            this.branch(here, &[], &ty, |_| new.clone(), |this| this.row(whole, index))
        });
        Value { ty: whole.ty.clone(), atoms: array.atoms }
    }
}

/// A step from a variable to a part of it.
enum Step {
    Field(usize),
    Index(Atom, Span),
}
