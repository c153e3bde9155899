//! Stencils: nested lanes that read at constant distances from themselves.

use std::rc::Rc;

use super::call::Callable;
use super::{Lowerer, Value};
use crate::core::operation::Boundary;
use crate::core::{Atom, Operation};
use crate::source::Span;
use crate::syntax::tree::{Expression, ExpressionKind};
use crate::types::infer::{LocalId, Meaning, StencilBoundary, neighbour_name, stencil_offset};
use crate::types::ty::Ty;

/// The subject of `at`: the array, the lanes, and the values beyond the edges.
pub(super) struct Neighbourhood {
    array: Value,
    extents: Vec<Atom>,
    indices: Vec<Atom>,
    /// The rule that brings an index back inside, or the value outside if there is one.
    boundary: Boundary,
    outside: Option<Value>,
}

impl<'a> Lowerer<'a, '_> {
    pub(super) fn stencil(
        &mut self,
        array: Value,
        boundary: &'a Expression,
        closure: &'a Expression,
        span: Span,
    ) -> Value {
        let (boundary, outside) = match (self.meaning(boundary.id), &boundary.kind) {
            (Some(Meaning::Boundary(StencilBoundary::Index(boundary))), _) => (boundary, None),
            (_, ExpressionKind::Call(_, values)) => {
                // Read at the nearest place inside, then replaced.
                (Boundary::Clamp, Some(self.expression(&values[0])))
            }
            _ => (Boundary::Clamp, None),
        };
        let ExpressionKind::Closure(closure) = &closure.kind else {
            return self.placeholder(&Ty::Error);
        };
        let Some(local) = neighbour_name(closure)
            .and_then(|name| self.frame().typed.bindings.get(&name.span).copied())
        else {
            return self.placeholder(&Ty::Error);
        };
        let (rank, _) = array.ty.levels();
        let extents = self.regular_sizes(&array, rank, "`stencil`", span);
        self.builder.span = span;
        let frame = self.frame;
        self.nested_lanes(
            &extents.clone(),
            "stencil",
            &mut Vec::new(),
            span,
            &mut |this, indices| {
                let neighbourhood = Neighbourhood {
                    array: array.clone(),
                    extents: extents.clone(),
                    indices: indices.to_vec(),
                    boundary,
                    outside: outside.clone(),
                };
                this.frames[frame].neighbourhoods.insert(local, Rc::new(neighbourhood));
                this.expression(&closure.body)
            },
        )
    }

    /// The neighbourhood behind a name that is `at`, or a parameter that has been given `at`.
    pub(super) fn neighbourhood(&self, local: LocalId) -> Option<Rc<Neighbourhood>> {
        let (mut frame, mut local) = (self.frame, local);
        loop {
            if let Some(around) = self.frames[frame].neighbourhoods.get(&local) {
                return Some(around.clone());
            }
            let Callable { expression, frame: outer } =
                *self.frames[frame].callables.get(&local)?;
            let meaning = self.frames[outer].typed.meanings.get(&expression.id)?;
            let Meaning::Local(outer_local) = meaning else { return None };
            (frame, local) = (outer, *outer_local);
        }
    }

    /// `at(-1, 0)`.
    pub(super) fn neighbour(&mut self, around: &Neighbourhood, arguments: &[Expression]) -> Value {
        let context = &self.checked.context;
        let mut offsets = Vec::new();
        for argument in arguments {
            // In a function that `at` is given to, nobody has looked yet.
            let offset = stencil_offset(context, argument).unwrap_or_else(|error| {
                self.errors.report(error);
                0
            });
            offsets.push(offset);
        }
        let mut value = around.array.clone();
        let mut inside = Atom::truth(true);
        for ((offset, index), extent) in offsets.iter().zip(&around.indices).zip(&around.extents) {
            let operands = [*index, *extent];
            let position = if *offset == 0 {
                *index
            } else {
                let operation = Operation::Boundary(around.boundary, *offset);
                self.builder.scalar(operation, &operands)
            };
            if around.outside.is_some() && *offset != 0 {
                let here = self.builder.scalar(Operation::Inside(*offset), &operands);
                inside = if inside == Atom::truth(true) {
                    here
                } else {
                    self.builder.scalar(Operation::And, &[inside, here])
                };
            }
            value = self.row(&value, position);
        }
        match &around.outside {
            Some(outside) if inside != Atom::truth(true) => {
                if value.atoms.iter().all(|atom| self.atom_type(*atom).is_scalar()) {
                    let atoms = self.choose(inside, &value.atoms, &outside.atoms);
                    return Value { ty: value.ty, atoms };
                }
                let ty = value.ty.clone();
                self.branch(inside, &[], &ty, |_| value, |_| outside.clone())
            }
            _ => value,
        }
    }
}
