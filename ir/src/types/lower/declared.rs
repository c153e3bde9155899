//! Variables whose declared type lets rows differ, though those of the first value do not.
//!
//! ```text
//! let mut rows: [[i64]] = [[0; 0]; n];   // regular: n rows of 0
//! rows[i] = [1, 2];                      // from here on, rows differ
//! ```
//!
//! The rows stay regular until a row of another length is assigned: code that only writes elements does not
//! pay for the freedom that the type gives.

use super::call::Callable;
use super::{Lowerer, Value};
use crate::core::{Atom, Expression as Core, Extent, Type};
use crate::syntax::tree::{Expression, ExpressionKind, Pattern, PatternKind, TypeExpression};
use crate::types::Builtin;
use crate::types::infer::{LocalId, Meaning};
use crate::types::shape::Shape;
use crate::types::ty::Ty;

/// For each component of a value, at which of its levels the declared type lets rows differ.
pub(super) type RaggedLevels = Vec<Vec<bool>>;

impl<'a> Lowerer<'a, '_> {
    /// Remembers the type of a variable that a pattern binds; nothing of those in a tuple.
    pub(super) fn declare_pattern(&mut self, pattern: &'a Pattern, ty: &'a TypeExpression) {
        if let Some(local) = self.bound_by(pattern) {
            self.declare_rows(local, ty);
        }
    }

    /// Remembers the type of a variable.
    pub(super) fn declare_rows(&mut self, local: LocalId, ty: &'a TypeExpression) {
        let Some(value) = &self.frame().values[local] else { return };
        let levels = self.ragged_levels(&value.ty, ty);
        self.allow_rows(local, levels);
    }

    /// Remembers that the rows of the variables that a pattern binds may differ at these levels.
    pub(super) fn declare_levels(&mut self, pattern: &'a Pattern, levels: RaggedLevels) {
        if let Some(local) = self.bound_by(pattern) {
            self.allow_rows(local, levels);
        }
    }

    /// Remembers that the rows of the first argument of a closure may differ at these levels.
    pub(super) fn declare_first(&mut self, closure: Callable<'a>, levels: &RaggedLevels) {
        if let ExpressionKind::Closure(inner) = &closure.expression.kind
            && let Some((pattern, _)) = inner.parameters.first()
        {
            let outer = std::mem::replace(&mut self.frame, closure.frame);
            self.declare_levels(pattern, levels.clone());
            self.frame = outer;
        }
    }

    fn bound_by(&self, pattern: &'a Pattern) -> Option<LocalId> {
        let PatternKind::Binding { name, .. } = &pattern.kind else { return None };
        self.frame().typed.bindings.get(&name.span).copied()
    }

    fn allow_rows(&mut self, local: LocalId, levels: RaggedLevels) {
        if !levels.is_empty() {
            self.frame_mut().declared.insert(local, levels);
        }
    }

    /// The levels at which the rows of an expression may come to differ, if it is a declared variable or
    /// function, or a part of one; none of any other.
    pub(super) fn declared_of(&self, expression: &'a Expression) -> RaggedLevels {
        match (&expression.kind, self.meaning(expression.id)) {
            (ExpressionKind::Path(_), Some(Meaning::Local(local))) => {
                self.frame().declared.get(&local).cloned().unwrap_or_default()
            }
            (ExpressionKind::Call(..), Some(Meaning::Function(function, _))) => {
                let signature = &self.checked.context.functions[function];
                let result = signature.function.result.as_ref();
                result.map_or_else(Vec::new, |ty| self.ragged_levels(&self.ty(expression), ty))
            }
            (ExpressionKind::Field(inner, _), Some(Meaning::Field(position))) => {
                let range = self.field_range(&self.ty(inner), position);
                let levels = self.declared_of(inner);
                levels.get(range).unwrap_or_default().to_vec()
            }
            (ExpressionKind::Index(inner, index), _) => {
                let slice = matches!(index.kind, ExpressionKind::Range(..));
                let mut levels = self.declared_of(inner);
                if !slice {
                    levels.iter_mut().for_each(|levels| drop(levels.drain(..1.min(levels.len()))));
                }
                levels
            }
            (
                ExpressionKind::Method(inner, ..),
                Some(Meaning::Builtin(Builtin::Clone | Builtin::Update | Builtin::Scatter)),
            ) => self.declared_of(inner),
            (ExpressionKind::Reference(inner), _) => self.declared_of(inner),
            _ => Vec::new(),
        }
    }

    fn ragged_levels(&self, ty: &Ty, written: &'a TypeExpression) -> RaggedLevels {
        let shape = Shape::of(written, &self.checked.context);
        if !shape.is_passed_ragged() {
            return Vec::new();
        }
        let mut levels = vec![Vec::new(); self.leaf_count(ty)];
        self.collect_levels(ty, &shape, &mut levels);
        levels
    }

    fn collect_levels(&self, ty: &Ty, shape: &Shape, levels: &mut [Vec<bool>]) {
        match shape {
            Shape::Plain => {}
            Shape::Product(fields) => {
                let mut rest = levels;
                for (field, shape) in self.fields(ty).iter().zip(fields) {
                    let (these, others) = rest.split_at_mut(self.leaf_count(field));
                    self.collect_levels(field, shape, these);
                    rest = others;
                }
            }
            Shape::Array { ragged, element } => {
                levels.iter_mut().for_each(|levels| levels.push(*ragged));
                if let Some(inner) = ty.element() {
                    self.collect_levels(inner, element, levels);
                }
            }
        }
    }

    /// Prepares an array for the replacement of the row at `depth` indices: if the new row has another
    /// length, and the declared type allows that, the rows differ from now on. If no type is declared, rows
    /// without anything in them allow that.
    pub(super) fn with_rows_of_any_length(
        &mut self,
        whole: &Value,
        depth: usize,
        new: &[Type],
        declared: &[Vec<bool>],
    ) -> Value {
        let components = whole.atoms.iter().zip(new).enumerate();
        let atoms = components.map(|(component, (whole, row))| {
            let ty = self.atom_type(*whole);
            let levels = declared.get(component);
            let mut extents = ty.extents().to_vec();
            for (level, extent) in extents.iter_mut().enumerate().skip(depth) {
                let allowed = match levels {
                    Some(levels) => levels.get(level).copied().unwrap_or(false),
                    None => *extent == Extent::Size(Atom::size(0)),
                };
                if allowed && !self.are_equal(*extent, row.extents()[level - depth]) {
                    *extent = Extent::Ragged;
                }
            }
            let loose = Type::array(ty.element(), extents);
            if loose == ty {
                return *whole;
            }
            self.builder.bind(loose, Core::Coerce(*whole, "the rows".into()))
        });
        let atoms: Vec<Atom> = atoms.collect();
        Value { ty: whole.ty.clone(), atoms }
    }
}
