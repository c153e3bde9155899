//! Views of ragged arrays.

use std::sync::Arc;

use super::form::{Descriptor, Elements, Form};
use super::{Lowered, SegmentLowering, Slice, Unsupported, regular_levels};
use crate::core::operation::Operation;
use crate::core::{Atom, Expression, Extent, Output, ScalarType, Soac, Statement, Type, Var, View};

impl SegmentLowering<'_> {
    pub(super) fn view(
        &mut self,
        view: View,
        binds: &[Var],
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let bind = *binds.last().ok_or(Unsupported)?;
        match view {
            View::Flatten(array) => self.flatten(array, binds[0], bind, result),
            View::Offsets(array) => {
                let offsets = match self.whole(array, result)?.descriptor {
                    Descriptor::Offsets { offsets, .. } => offsets,
                    Descriptor::Spans { .. } => return Err(Unsupported),
                };
                // As many as there are, though written differently.
                self.write(result, |code| {
                    code.push(vec![bind], Expression::View(View::Reshape(offsets)))
                });
                Ok(())
            }
            View::Segments(data, offsets) => {
                let elements = match self.is_ragged(data) {
                    true => Elements::Segments(Box::new(self.form_of(data)?)),
                    false => Elements::Dense(data),
                };
                self.variables.describes(offsets);
                let descriptor = Descriptor::Offsets { offsets, whole: true };
                self.known.arrays.insert(bind, Form { descriptor, elements });
                Ok(())
            }
            View::Slice(array, start) if self.is_ragged(array) => {
                let form = self.form_of(array)?;
                let ty = self.variables.ty(bind).clone();
                let sliced = self.sliced(&form, start, &ty, result);
                self.known.arrays.insert(bind, sliced);
                Ok(())
            }
            View::Slice(array, start) => {
                let slice = Slice { of: Elements::Dense(array), start };
                self.known.slices.insert(bind, slice);
                self.write(result, |code| code.push(binds.to_vec(), Expression::View(view)));
                Ok(())
            }
            View::Reverse(array) => self.reordered(array, bind, View::Reverse, result),
            View::Rotate(array, by) => {
                self.reordered(array, bind, |array| View::Rotate(array, by), result)
            }
            View::Windows(array) => self.reordered(array, bind, View::Windows, result),
            View::Replicate(array) => {
                // Only one level around it is new.
                let rank = self.variables.atom_type(array).rank();
                if rank > 0 && rank + 1 == self.variables.ty(bind).rank() {
                    self.known.replicated.insert(bind, array);
                }
                self.reordered(array, bind, View::Replicate, result)
            }
            View::Reshape(array) => self.reordered(array, bind, View::Reshape, result),
            View::Transpose(array, order) => {
                self.reordered(array, bind, |array| View::Transpose(array, order.clone()), result)
            }
            View::Iota => {
                self.write(result, |code| code.push(binds.to_vec(), Expression::View(View::Iota)));
                Ok(())
            }
        }
    }

    /// A view of the regular levels around ragged ones is that of the descriptors.
    fn reordered(
        &mut self,
        array: Atom,
        bind: Var,
        view: impl Fn(Atom) -> View,
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
        if !self.is_ragged(array) {
            self.write(result, |code| code.push(vec![bind], Expression::View(view(array))));
            return Ok(());
        }
        let form = self.form_of(array)?;
        let (old, new) = (self.variables.atom_type(array), self.variables.ty(bind).clone());
        let (starts, lengths) =
            self.starts_and_lengths(&form, &old.extents()[..regular_levels(&old)], result);
        let ty = Type::array(ScalarType::Usize, new.extents()[..regular_levels(&new)].to_vec());
        let [starts, lengths] = self.write(result, |code| {
            [starts, lengths].map(|array| code.bind(ty.clone(), Expression::View(view(array))))
        });
        let descriptor = Descriptor::spans(starts, lengths);
        self.known.arrays.insert(bind, Form { descriptor, elements: form.elements });
        Ok(())
    }

    /// All rows one after the other.
    fn flatten(
        &mut self,
        array: Atom,
        count: Var,
        bind: Var,
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let ty = self.variables.atom_type(array);
        if regular_levels(&ty) != 1 {
            return Err(Unsupported);
        }
        let form = self.whole(array, result)?;
        let size = self.count_of_elements(&form.elements, result)?;
        self.replace(count, size);
        match form.elements {
            Elements::Dense(data) => self.replace(bind, data),
            Elements::Segments(segments) => {
                self.known.arrays.insert(bind, *segments);
            }
        }
        Ok(())
    }

    /// The form of an array with one regular level whose rows follow each other, and are all there
    /// is inside.
    pub(super) fn whole(&mut self, array: Atom, result: &mut Vec<Statement>) -> Lowered<Form> {
        let form = self.form_of(array)?;
        let ty = self.variables.atom_type(array);
        let form = match form.descriptor {
            Descriptor::Offsets { whole: true, .. } => return Ok(form),
            // Dense rows next to each other are a slice.
            Descriptor::Offsets { offsets, .. } if matches!(form.elements, Elements::Dense(_)) => {
                self.moved_to_start(offsets, &form, &ty, result)?
            }
            _ => self.contiguous(&form, &ty, result)?,
        };
        self.set_form(array, &form);
        Ok(form)
    }

    /// From here on an array has this form, if it is in scope no longer than that is.
    pub(super) fn set_form(&mut self, array: Atom, form: &Form) {
        if let Atom::Var(var) = array
            && self.known.scopes.get(&var) == Some(&self.scope)
        {
            self.known.arrays.insert(var, form.clone());
        }
    }

    /// Rows that follow each other, without the elements before and behind them.
    fn moved_to_start(
        &mut self,
        offsets: Atom,
        form: &Form,
        ty: &Type,
        result: &mut Vec<Statement>,
    ) -> Lowered<Form> {
        let Elements::Dense(data) = form.elements else { return Err(Unsupported) };
        let rows = ty.extents()[0].size().ok_or(Unsupported)?;
        let (start, data) = self.write(result, |code| {
            let start = code.element(offsets, Atom::size(0));
            let end = code.element(offsets, rows);
            let count = code.scalar(Operation::Subtract, &[end, start]);
            let ty = ty.row(2).under([Extent::Size(count)]);
            (start, code.bind(ty, Expression::View(View::Slice(data, start))))
        });
        let all = self.variables.atom_type(offsets).extents().to_vec();
        let moved = self.map_sizes(&all, result, |this, indices, _, body| {
            Ok(vec![this.write(body, |code| {
                let offset = code.element(offsets, indices[0]);
                code.scalar(Operation::Subtract, &[offset, start])
            })])
        })?;
        let descriptor = Descriptor::Offsets { offsets: moved[0], whole: true };
        Ok(Form { descriptor, elements: Elements::Dense(data) })
    }

    /// The array with the sizes of a type, which are checked.
    pub(super) fn coerce(
        &mut self,
        array: Atom,
        label: Arc<str>,
        bind: Var,
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let (old, new) = (self.variables.atom_type(array), self.variables.ty(bind).clone());
        let Some(agreed) = agreed(&old, &new) else {
            let loose = self.variables.add(None, ragged_if_either(&old, &new));
            if self.variables.ty(loose) == &old {
                return self.regular(array, label, bind, result);
            }
            self.coerce(array, label.clone(), loose, result)?;
            return self.regular(Atom::Var(loose), label, bind, result);
        };
        let old = Type::array(new.element(), agreed);
        let form = self.form_as(array, &old, result)?;
        let levels = regular_levels(&new);
        let elements = match form.elements {
            elements if new.row(levels + 1).extents() == old.row(levels + 1).extents() => elements,
            Elements::Dense(data) => {
                let count = self.variables.atom_type(data).extents()[0];
                let ty = new.row(levels + 1).under([count]);
                Elements::Dense(
                    self.write(result, |code| {
                        code.bind(ty, Expression::Coerce(data, label.clone()))
                    }),
                )
            }
            Elements::Segments(segments) => {
                let count = Extent::Size(self.count_of(&segments, result)?);
                let [old, new] = [&old, &new]
                    .map(|ty| self.variables.add(None, ty.row(levels + 1).under([count])));
                self.known.arrays.insert(old, *segments);
                self.coerce(Atom::Var(old), label.clone(), new, result)?;
                Elements::Segments(Box::new(self.form_of(Atom::Var(new))?))
            }
        };
        let ty = Type::array(ScalarType::Usize, new.extents()[..levels].to_vec());
        let coerced = |this: &mut Self, array: Atom, result: &mut Vec<Statement>| {
            this.write(result, |code| {
                code.bind(ty.clone(), Expression::Coerce(array, label.clone()))
            })
        };
        let descriptor = match form.descriptor {
            // The check is made on the starts; there are as many offsets as before.
            Descriptor::Offsets { offsets, whole } => {
                let starts = Type::array(ScalarType::Usize, old.extents()[..levels].to_vec());
                let first = Expression::View(View::Slice(offsets, Atom::size(0)));
                let starts = self.write(result, |code| code.bind(starts, first));
                coerced(self, starts, result);
                Descriptor::Offsets { offsets, whole }
            }
            Descriptor::Spans { starts, lengths, used } => Descriptor::Spans {
                starts: coerced(self, starts, result),
                lengths: coerced(self, lengths, result),
                used,
            },
        };
        self.known.arrays.insert(bind, Form { descriptor, elements });
        Ok(())
    }
}

impl SegmentLowering<'_> {
    /// A ragged array as one whose rows must have one length, which is checked row by row.
    fn regular(
        &mut self,
        array: Atom,
        label: Arc<str>,
        bind: Var,
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let (old, new) = (self.variables.atom_type(array), self.variables.ty(bind).clone());
        let levels = regular_levels(&old);
        let (space, indices) = self.space(&old.extents()[..levels])?;
        self.depth += 1;
        let mut body = Vec::new();
        let row = self.row_at(array, &indices, &mut body)?;
        let mut ty = new.row(levels);
        if ty.extents()[0] == Extent::Ragged {
            let length = self.variables.atom_type(row).extents()[0];
            ty = ty.row(1).under([length]);
        }
        let agreed = self.variables.add(None, ty);
        let coerce = Statement {
            binds: vec![agreed],
            expression: Expression::Coerce(row, label.clone()),
            span: self.span,
        };
        self.statement(coerce, &mut body)?;
        // The outer levels keep their sizes here.
        let outer = old.extents()[..levels].iter().copied();
        let stored = new.row(levels).under(outer);
        let whole = stored == new;
        let target = if whole { bind } else { self.variables.add(None, stored) };
        let outputs = vec![Output::Store(Atom::Var(agreed))];
        let soac = Soac { space, body, outputs, origins: self.origins("rows") };
        let statements = self.store_all(soac, &[target])?;
        self.depth -= 1;
        result.extend(statements);
        if !whole {
            self.write(result, |code| {
                code.push(vec![bind], Expression::Coerce(Atom::Var(target), label))
            });
        }
        Ok(())
    }
}

/// The extents of one type, ragged where those of another are; nothing if rows of it that may
/// differ have to agree.
fn agreed(old: &Type, new: &Type) -> Option<Vec<Extent>> {
    let pairs = old.extents().iter().zip(new.extents());
    pairs
        .map(|pair| match pair {
            (_, Extent::Ragged) => Some(Extent::Ragged),
            (Extent::Size(size), Extent::Size(_)) => Some(Extent::Size(*size)),
            (Extent::Ragged, Extent::Size(_)) => None,
        })
        .collect()
}

/// The extents of one type, ragged where those of either are.
fn ragged_if_either(old: &Type, new: &Type) -> Type {
    let pairs = old.extents().iter().zip(new.extents());
    let extents = pairs.map(|pair| match pair {
        (Extent::Size(_), new) => *new,
        (Extent::Ragged, _) => Extent::Ragged,
    });
    Type::array(new.element(), extents.collect())
}
