//! Variables whose declared type lets rows differ, though those of the first value do not.
//!
//! ```text
//! let mut rows: [[i64]] = [[0; 0]; n];   // regular: n rows of 0
//! rows[i] = [1, 2];                      // from here on, rows differ
//! ```
//!
//! They stay regular until a row of another length is assigned: code that only writes elements does
//! not pay for what the type allows.

use super::signature::Written;
use super::{Lowerer, Value};
use crate::core::{Atom, Expression as Core, Extent, Type};
use crate::syntax::tree::{Pattern, PatternKind, TypeExpression};
use crate::types::infer::LocalId;
use crate::types::ty::Ty;

/// For each component of a value, at which of its levels the declared type lets rows differ.
pub(super) type RaggedLevels = Vec<Vec<bool>>;

impl<'a> Lowerer<'a, '_> {
    /// Remembers the type of a `let`, if what it binds is assigned to later.
    pub(super) fn declare_let(&mut self, pattern: &'a Pattern, ty: &'a TypeExpression) {
        let PatternKind::Binding { name, .. } = &pattern.kind else { return };
        if let Some(local) = self.frame().typed.bindings.get(&name.span).copied() {
            self.declare_rows(local, &self.written(ty, false));
        }
    }

    /// Remembers the type of a variable, if it is assigned to later.
    pub(super) fn declare_rows(&mut self, local: LocalId, written: &Written<'a>) {
        if !self.frame().typed.locals[local].mutable {
            return;
        }
        let Some(value) = self.frame().values[local].clone() else { return };
        let mut levels = vec![Vec::new(); value.atoms.len()];
        self.declared_levels(&value.ty, written, &mut levels);
        self.frame_mut().declared.insert(local, levels);
    }

    fn declared_levels(&self, ty: &Ty, written: &Written<'a>, levels: &mut [Vec<bool>]) {
        match written {
            Written::Plain => {}
            Written::Product(fields) => {
                let mut rest = levels;
                for (field, written) in self.fields(ty).iter().zip(fields) {
                    let (these, others) = rest.split_at_mut(self.leaf_count(field));
                    self.declared_levels(field, written, these);
                    rest = others;
                }
            }
            Written::Array { ragged, element, .. } => {
                levels.iter_mut().for_each(|levels| levels.push(*ragged));
                if let Some(inner) = ty.element() {
                    self.declared_levels(inner, element, levels);
                }
            }
        }
    }

    /// An array before the row at `depth` indices is replaced: where the new row has another length,
    /// and the declared type allows that, the rows differ from now on. Where no type is declared, rows
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
