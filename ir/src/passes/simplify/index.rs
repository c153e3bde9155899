//! Elements of arrays whose definition is known.

use super::{Definition, Simplifier, Views};
use crate::core::operation::Operation;
use crate::core::{Atom, Constant, Expression, Extent, ScalarType, Type, Var, View};

type Folded = Result<Atom, Expression>;

impl Simplifier {
    pub(super) fn fold_index(&mut self, var: Var, array: Atom, indices: Vec<Atom>) -> Folded {
        if self.variables.ty(var).is_ragged() {
            self.refine(&[var], &Expression::Index(array, indices.clone()));
        }
        let keep = |indices| Err(Expression::Index(array, indices));
        let Some(definition) = self.definitions.of_atom(array).cloned() else {
            return keep(indices);
        };
        match definition {
            // A row of a ragged array brings its length along; leave it to itself.
            Definition::Index(outer, mut first) => {
                first.extend(indices);
                self.element_of(var, outer, first)
            }
            // The only element: reads are inside.
            Definition::Array(elements) if elements.len() == 1 => {
                self.element_of(var, elements[0], indices[1..].to_vec())
            }
            Definition::Array(elements) => match indices[0].known_size() {
                Some(position) if position < elements.len() => {
                    self.element_of(var, elements[position], indices[1..].to_vec())
                }
                _ => match counted_from(&elements) {
                    Some(first) => {
                        let ty = Type::Scalar(first.ty());
                        let counted = self.define(ty, Expression::Cast(indices[0]));
                        Ok(self.scalar(Operation::Add, &[counted, Atom::Constant(first)]))
                    }
                    None => keep(indices),
                },
            },
            Definition::Update(old, at, value) => {
                self.index_update(var, array, indices, old, &at, value)
            }
            Definition::View(View::Iota) => Ok(indices[0]),
            Definition::View(View::Replicate(value)) => {
                let outer = self.ty(array).rank() - self.ty(value).rank();
                if indices.len() < outer {
                    // Fewer copies of the same.
                    return Err(Expression::View(View::Replicate(value)));
                }
                self.element_of(var, value, indices[outer..].to_vec())
            }
            // A row keeps the sizes that it is known to have, and so does an array of rows of a known
            // size: places in it are computed with constants.
            Definition::Coerce(inner)
                if self.views == Views::Resolve
                    && !(self.definitions.is_stored(inner)
                        && self.has_rows_of_known_size(array, inner))
                    && (indices.len() == self.ty(array).rank()
                        || self.ty(inner).row(indices.len())
                            == self.ty(array).row(indices.len())) =>
            {
                self.element_of(var, inner, indices)
            }
            // Under the same extents it is the array.
            Definition::View(View::Reshape(inner))
                if self.views == Views::Resolve
                    && array.var().is_some_and(|var| self.is_under_same_sizes(inner, var)) =>
            {
                self.element_of(var, inner, indices)
            }
            // A stored array under other extents is read as it is: row-major order stays.
            Definition::View(View::Reshape(inner)) if self.definitions.is_stored(inner) => {
                keep(indices)
            }
            Definition::View(view) if self.views == Views::Resolve => {
                self.index_view(var, array, indices, view)
            }
            _ => keep(indices),
        }
    }

    /// Returns true if the rows of one array have known sizes, and those of another array, which is the
    /// same, do not.
    fn has_rows_of_known_size(&self, array: Atom, same: Atom) -> bool {
        let (known, unknown) = (self.ty(array), self.ty(same));
        let is_known =
            |extent: &Extent| extent.size().is_some_and(|size| size.known_size().is_some());
        known.extents().iter().zip(unknown.extents()).skip(1).any(|(known, unknown)| {
            is_known(known) && !is_known(unknown) && *unknown != Extent::Ragged
        })
    }

    /// The element or row, or the whole where no index is left.
    fn element_of(&mut self, var: Var, array: Atom, indices: Vec<Atom>) -> Folded {
        if indices.is_empty() {
            return Ok(array);
        }
        self.fold_index(var, array, indices)
    }

    /// An element of an array that was updated: the new value at the same place, the old array's
    /// element at a different one, and nothing known otherwise.
    fn index_update(
        &mut self,
        var: Var,
        array: Atom,
        indices: Vec<Atom>,
        old: Atom,
        at: &[Atom],
        value: Atom,
    ) -> Folded {
        // Of several that are replaced at once it is not known which one this is.
        let several = self.variables.updates_several(array, at, value);
        if indices.len() >= at.len() && !several {
            let (here, rest) = indices.split_at(at.len());
            if here == at {
                return self.element_of(var, value, rest.to_vec());
            }
            let differ = here.iter().zip(at).any(|(a, b)| match (a, b) {
                (Atom::Constant(a), Atom::Constant(b)) => a != b,
                _ => false,
            });
            if differ {
                return self.element_of(var, old, indices);
            }
        }
        Err(Expression::Index(array, indices))
    }

    /// The element of the array that a view shows.
    fn index_view(&mut self, var: Var, array: Atom, mut indices: Vec<Atom>, view: View) -> Folded {
        let ty = self.ty(array);
        let length = match ty.extents()[0] {
            Extent::Size(size) => size,
            Extent::Ragged => return Err(Expression::Index(array, indices)),
        };
        match view {
            View::Slice(inner, start) => {
                indices[0] = self.scalar(Operation::Add, &[indices[0], start]);
                self.element_of(var, inner, indices)
            }
            View::Reverse(inner) => {
                let last = self.scalar(Operation::Subtract, &[length, Atom::size(1)]);
                indices[0] = self.scalar(Operation::Subtract, &[last, indices[0]]);
                self.element_of(var, inner, indices)
            }
            View::Rotate(inner, by) => {
                let moved = self.scalar(Operation::Add, &[indices[0], by]);
                let wrapped = self.scalar(Operation::Subtract, &[moved, length]);
                let inside = self.scalar(Operation::Less, &[moved, length]);
                indices[0] = self.define(Type::USIZE, Expression::Select([inside, moved, wrapped]));
                self.element_of(var, inner, indices)
            }
            View::Transpose(inner, order) if indices.len() >= order.len() => {
                self.element_of(var, inner, View::transposed(&order, &indices))
            }
            View::Windows(inner) if indices.len() >= 2 => {
                let position = self.scalar(Operation::Add, &[indices[0], indices[1]]);
                let mut source = vec![position];
                source.extend_from_slice(&indices[2..]);
                self.element_of(var, inner, source)
            }
            // One window is a slice.
            View::Windows(inner) => Err(Expression::View(View::Slice(inner, indices[0]))),
            View::Reshape(inner) if indices.len() == ty.rank() => {
                let source = self.reshaped(&ty, &indices, inner);
                match source {
                    Some(source) => self.element_of(var, inner, source),
                    None => Err(Expression::Index(array, indices)),
                }
            }
            // A row of a reshaped vector is a slice of it.
            View::Reshape(inner) if self.ty(inner).rank() == 1 && indices.len() < ty.rank() => {
                let sizes: Option<Vec<Atom>> = ty.extents().iter().map(|e| e.size()).collect();
                let Some(sizes) = sizes else { return Err(Expression::Index(array, indices)) };
                let start = self.linear(&sizes, &indices);
                if ty.rank() - indices.len() == 1 {
                    return Err(Expression::View(View::Slice(inner, start)));
                }
                let rest = self.variables.ty(var).extents().to_vec();
                let mut count = Atom::size(1);
                for extent in &rest {
                    let Some(size) = extent.size() else {
                        return Err(Expression::Index(array, indices));
                    };
                    count = self.scalar(Operation::Multiply, &[count, size]);
                }
                let row = Type::regular(ty.element(), [count]);
                let part = self.define(row, Expression::View(View::Slice(inner, start)));
                Err(Expression::View(View::Reshape(part)))
            }
            _ => Err(Expression::Index(array, indices)),
        }
    }

    /// The position of an element in row-major order. Given fewer indices than dimensions, that
    /// of the first element of the row.
    fn linear(&mut self, sizes: &[Atom], indices: &[Atom]) -> Atom {
        let mut position = indices.first().copied().unwrap_or(Atom::size(0));
        for (dimension, size) in sizes.iter().enumerate().skip(1) {
            position = self.scalar(Operation::Multiply, &[position, *size]);
            if let Some(index) = indices.get(dimension) {
                position = self.scalar(Operation::Add, &[position, *index]);
            }
        }
        position
    }

    /// The indices into an array of which another shows the elements under other extents. Equal
    /// outer dimensions stay as they are; so do equal inner ones.
    fn reshaped(&mut self, ty: &Type, indices: &[Atom], inner: Atom) -> Option<Vec<Atom>> {
        let sizes = |ty: &Type| -> Option<Vec<Atom>> {
            ty.extents().iter().map(|extent| extent.size()).collect()
        };
        let (new, old) = (sizes(ty)?, sizes(&self.ty(inner))?);
        let mut outer = 0;
        while outer < new.len().min(old.len()) && new[outer] == old[outer] {
            outer += 1;
        }
        let mut deep = 0;
        while deep < new.len().min(old.len()) - outer
            && new[new.len() - 1 - deep] == old[old.len() - 1 - deep]
        {
            deep += 1;
        }
        let mut source = indices[..outer].to_vec();
        let (new_middle, old_middle) =
            (&new[outer..new.len() - deep], &old[outer..old.len() - deep]);
        match (new_middle.len(), old_middle.len()) {
            (0, 0) => {}
            // Extents of 1 that have no counterpart.
            (_, 0) => {}
            (0, count) => source.extend(vec![Atom::size(0); count]),
            _ => {
                let mut position = self.linear(new_middle, &indices[outer..new.len() - deep]);
                let mut middle = Vec::new();
                for size in old_middle.iter().skip(1).rev() {
                    middle.push(self.scalar(Operation::Remainder, &[position, *size]));
                    position = self.scalar(Operation::Divide, &[position, *size]);
                }
                middle.push(position);
                middle.reverse();
                source.extend(middle);
            }
        }
        source.extend_from_slice(&indices[new.len() - deep..]);
        Some(source)
    }
}

/// The first of integers that follow each other: a range that became a list.
fn counted_from(elements: &[Atom]) -> Option<Constant> {
    let first = elements.first()?.constant()?;
    let ty = first.ty();
    let value = first.integer().filter(|_| ty != ScalarType::Bool && elements.len() > 1)?;
    let counted = (value..).map(|value| Atom::Constant(Constant::from_integer(ty, value)));
    elements.iter().copied().eq(counted.take(elements.len())).then_some(first)
}
