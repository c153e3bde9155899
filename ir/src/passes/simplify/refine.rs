//! Arrays that turn out to be more regular than their types say: rows and views of such arrays are
//! so themselves, and the lengths of their rows are known.

use super::Simplifier;
use crate::analysis::definitions::Definition;
use crate::analysis::regular;
use crate::core::operation::Operation;
use crate::core::{Atom, Constant, Expression, Extent, Type, Var, View};

impl Simplifier {
    /// A statement with two results. If it opens a row of an array that has turned out to have rows of one
    /// length, or flattens it, the length is known.
    pub(super) fn refine_two_results(&mut self, binds: Vec<Var>, expression: Expression) {
        let known = match &expression {
            Expression::Index(array, indices) => {
                let row = self.ty(*array).row(indices.len());
                let length = row.extents().first().and_then(|extent| extent.size());
                length.map(|length| (length, row, expression.clone()))
            }
            Expression::View(View::Flatten(array)) => {
                let ty = self.ty(*array);
                match *ty.extents() {
                    [Extent::Size(rows), Extent::Size(length), ..] => {
                        let total = self.scalar(Operation::Multiply, &[rows, length]);
                        let flat = ty.row(2).under([Extent::Size(total)]);
                        Some((total, flat, Expression::View(View::Reshape(*array))))
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        let (Some((size, ty, expression)), [length, array]) = (known, binds.as_slice()) else {
            self.refine(&binds, &expression);
            return self.push(binds, expression);
        };
        self.replace(*length, size);
        self.set_refined(*array, ty);
        match self.flat(*array, expression) {
            Ok(atom) => self.replace(*array, atom),
            Err(expression) => self.emit(*array, expression),
        }
    }

    /// A row or a view of an array that has turned out to be more regular is so itself, and an array that
    /// is sorted with others, too.
    pub(super) fn refine(&mut self, binds: &[Var], expression: &Expression) {
        if let Expression::Sort(sort) = expression {
            for (bind, array) in binds[sort.keys.len()..].iter().zip(&sort.payload) {
                self.set_refined(*bind, self.ty(*array));
            }
        }
        // The length of a row that is opened, or of an array that is flattened, stands before it.
        let ([var] | [_, var]) = *binds else { return };
        let ty = |array| self.ty(array);
        if let Some(ty) = regular::refined(self.variables.ty(var), expression, ty) {
            self.set_refined(var, ty);
        }
    }

    /// An array in which a ragged row replaces another stays ragged, however regular its rows were before.
    pub(super) fn keep_raggedness(&mut self, binds: &[Var], expression: &mut Expression) {
        let ([bind], Expression::Update { array, .. }) = (binds, expression) else { return };
        let ty = self.variables.ty(*bind).clone();
        if ty.is_ragged() && self.ty(*array) != ty {
            *array = self.define(ty, Expression::Coerce(*array, "the rows".into()));
        }
    }

    /// A row of an array literal whose rows differ, and its length.
    pub(super) fn row_of_literal(&self, expression: &Expression) -> Option<(Atom, Atom)> {
        let Expression::Index(array, indices) = expression else { return None };
        let Some(Definition::Array(rows)) = self.definitions.of_atom(*array) else { return None };
        let [index] = indices.as_slice() else { return None };
        let row = *rows.get(index.known_size()?)?;
        Some((self.ty(row).extents().first()?.size()?, row))
    }

    fn set_refined(&mut self, var: Var, ty: Type) {
        let old = self.variables.ty(var).clone();
        if old != ty {
            if self.refined.get(&var).is_none() {
                self.refined.insert(var, old);
            }
            self.variables.set_type(var, ty);
        }
    }

    /// The type of a coercion's operand before anything was known of it.
    pub(super) fn loose(&self, expression: &Expression) -> Option<Type> {
        let Expression::Coerce(Atom::Var(array), _) = expression else { return None };
        let ty = self.refined.get(array).unwrap_or_else(|| self.variables.ty(*array));
        ty.is_ragged().then(|| ty.clone())
    }

    /// Rows that may differ agree with any length where there are none. That stays so where the
    /// length that they would have has become known:
    ///
    /// ```text
    /// ys: i32[n][m] = coerce xs     (xs: i32[n][*], now i32[n][2])
    ///   ─▶  none = eq n 0;  length = select none m 2
    ///       rows: i32[n][length] = reshape xs;  ys: i32[n][m] = coerce rows
    /// ```
    pub(super) fn allow_absent_rows(
        &mut self,
        binds: &[Var],
        loose: Option<Type>,
        expression: &mut Expression,
    ) {
        let (Some(loose), [bind], Expression::Coerce(array, _)) = (loose, binds, expression) else {
            return;
        };
        let (known, wanted) = (self.ty(*array), self.variables.ty(*bind).clone());
        if known.is_ragged() || wanted.is_ragged() || known == wanted {
            return;
        }
        let mut extents = Vec::new();
        let mut absent = Atom::Constant(Constant::Bool(false));
        let levels = loose.extents().iter().zip(known.extents()).zip(wanted.extents());
        for ((loose, known), wanted) in levels {
            let (Some(size), Some(wanted)) = (known.size(), wanted.size()) else { return };
            let size = match *loose {
                Extent::Ragged => {
                    self.define(Type::USIZE, Expression::Select([absent, wanted, size]))
                }
                Extent::Size(_) => size,
            };
            let none = self.scalar(Operation::Equal, &[size, Atom::size(0)]);
            absent = self.scalar(Operation::Or, &[absent, none]);
            extents.push(Extent::Size(size));
        }
        let ty = Type::array(known.element(), extents);
        *array = self.define(ty, Expression::View(View::Reshape(*array)));
    }
}
