//! Adds statements to a list, as passes write them: each statement binds new variables and belongs to one
//! place in the source.
//!
//! A [`Builder`](super::Builder) has open scopes and computes nothing twice. A pass that rewrites a list has
//! no scopes to keep, and leaves it to `simplify` to find what is computed twice.

use super::operation::Operation;
use super::program::{Atom, Axis, Expression, Soac, Statement};
use super::substitute::Renaming;
use super::types::Type;
use super::variables::{Var, Variables};
use crate::source::Span;

/// A list to which statements are added.
pub struct Statements<'a> {
    /// The variables of the function.
    pub variables: &'a mut Variables,
    /// The place of the statements that are added.
    pub span: Span,
    /// The list.
    pub list: &'a mut Vec<Statement>,
}

impl<'a> Statements<'a> {
    /// Adds to `list` statements that belong to the user's code at a place.
    pub fn new(variables: &'a mut Variables, span: Span, list: &'a mut Vec<Statement>) -> Self {
        Statements { variables, span, list }
    }

    /// Adds a statement that binds existing variables.
    pub fn push(&mut self, binds: Vec<Var>, expression: Expression) {
        self.list.push(Statement { binds, expression, span: self.span });
    }

    /// Adds a statement that binds one variable.
    pub fn bind(&mut self, ty: Type, expression: Expression) -> Atom {
        Atom::Var(self.named(None, ty, expression))
    }

    /// The same, where the variable may have a name.
    pub fn named(&mut self, name: Option<&str>, ty: Type, expression: Expression) -> Var {
        let var = self.variables.add(name.map(Into::into), ty);
        self.push(vec![var], expression);
        var
    }

    /// Adds a scalar operation.
    pub fn scalar(&mut self, operation: Operation, operands: &[Atom]) -> Atom {
        let ty = self.variables.element(operands[0]);
        let result = operation.signature(ty).map_or(ty, |signature| signature.1);
        self.bind(Type::Scalar(result), Expression::Scalar(operation, operands.to_vec()))
    }

    /// The result of an operation on sizes, folded for constants.
    pub fn size(&mut self, operation: Operation, operands: [Atom; 2]) -> Atom {
        match operands {
            [Atom::Constant(a), Atom::Constant(b)] => operation.evaluate(&[a, b]).into(),
            _ => self.scalar(operation, &operands),
        }
    }

    /// The product of sizes; one that is known to be 1 is no factor.
    pub fn product(&mut self, sizes: impl IntoIterator<Item = Atom>) -> Atom {
        let mut factors = sizes.into_iter().filter(|size| size.known_size() != Some(1));
        let first = factors.next().unwrap_or(Atom::size(1));
        factors.fold(first, |a, b| self.size(Operation::Multiply, [a, b]))
    }

    /// Adds a SOAC. Returns the variables that it binds.
    pub fn soac(&mut self, binds: Vec<Var>, soac: Soac) -> Vec<Atom> {
        let results = binds.iter().map(|bind| Atom::Var(*bind)).collect();
        self.push(binds, Expression::Soac(Box::new(soac)));
        results
    }

    /// The statements that `write` adds, apart from those before, with its value.
    pub fn apart<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> (Vec<Statement>, T) {
        let before = std::mem::take(self.list);
        let value = write(self);
        (std::mem::replace(self.list, before), value)
    }

    /// A copy of an index space.
    pub fn fresh_space(&mut self, soac: &Soac, renaming: &mut Renaming) -> Vec<Axis> {
        let mut fresh = |lane: &Axis| {
            let extent = renaming.atom(lane.extent);
            Axis { index: renaming.fresh(lane.index, self.variables), extent }
        };
        soac.space.iter().map(&mut fresh).collect()
    }
}
