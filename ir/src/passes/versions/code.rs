//! Writes host code: the condition that chooses a version of a nest, and the version.

use crate::core::operation::Operation;
use crate::core::{
    Atom, Expression, Extent, Lane, Renaming, Soac, Statement, Type, Var, VarSet, Variables,
};
use crate::source::Span;

/// Statements that follow each other.
pub(super) struct Code<'a> {
    pub(super) variables: &'a mut Variables,
    pub(super) span: Span,
    pub(super) statements: Vec<Statement>,
}

impl<'a> Code<'a> {
    /// An empty list of statements, which all belong to the user's code at a place.
    pub(super) fn new(variables: &'a mut Variables, span: Span) -> Code<'a> {
        Code { variables, span, statements: Vec::new() }
    }

    pub(super) fn bind(&mut self, ty: Type, expression: Expression) -> Atom {
        Atom::Var(self.named(None, ty, expression))
    }

    pub(super) fn named(&mut self, name: Option<&str>, ty: Type, expression: Expression) -> Var {
        let var = self.variables.add(name.map(Into::into), ty);
        self.statements.push(Statement { binds: vec![var], expression, span: self.span });
        var
    }

    /// The result of an operation on sizes, folded for constants.
    pub(super) fn size(&mut self, operation: Operation, operands: [Atom; 2]) -> Atom {
        match operands {
            [Atom::Constant(a), Atom::Constant(b)] => operation.evaluate(&[a, b]).into(),
            _ => self.bind(Type::USIZE, Expression::Scalar(operation, operands.to_vec())),
        }
    }

    pub(super) fn truth(&mut self, operation: Operation, operands: [Atom; 2]) -> Atom {
        self.bind(Type::BOOL, Expression::Scalar(operation, operands.to_vec()))
    }

    /// The product of sizes; one that is known to be 1 is no factor.
    pub(super) fn product(&mut self, sizes: impl IntoIterator<Item = Atom>) -> Atom {
        let mut factors = sizes.into_iter().filter(|size| size.known_size() != Some(1));
        let first = factors.next().unwrap_or(Atom::size(1));
        factors.fold(first, |a, b| self.size(Operation::Multiply, [a, b]))
    }

    /// Adds a SOAC. Returns the variables that it binds.
    pub(super) fn soac(&mut self, binds: Vec<Var>, soac: Soac) -> Vec<Atom> {
        let results = binds.iter().map(|bind| Atom::Var(*bind)).collect();
        let expression = Expression::Soac(Box::new(soac));
        self.statements.push(Statement { binds, expression, span: self.span });
        results
    }

    /// The statements that `write` adds, apart from those before, with its value.
    pub(super) fn apart<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> (Vec<Statement>, T) {
        let before = std::mem::take(&mut self.statements);
        let value = write(self);
        (std::mem::replace(&mut self.statements, before), value)
    }

    /// A copy of an index space.
    pub(super) fn fresh_space(&mut self, soac: &Soac, renaming: &mut Renaming) -> Vec<Lane> {
        let mut fresh = |lane: &Lane| {
            let extent = renaming.atom(lane.extent);
            Lane { index: renaming.fresh(lane.index, self.variables), extent }
        };
        soac.space.iter().map(&mut fresh).collect()
    }
}

/// The extents of an index space.
pub(super) fn extents(soac: &Soac) -> Vec<Atom> {
    soac.space.iter().map(|lane| lane.extent).collect()
}

/// The sizes of a SOAC's space, as extents of an array.
pub(super) fn sizes(soac: &Soac) -> impl Iterator<Item = Extent> {
    soac.space.iter().map(|lane| Extent::Size(lane.extent))
}

/// The indices of a point.
pub(super) fn point(space: &[Lane]) -> Vec<Atom> {
    space.iter().map(|lane| Atom::Var(lane.index)).collect()
}

/// The product of sizes that are all known now.
pub(super) fn known_product(extents: &[Atom]) -> Option<usize> {
    extents
        .iter()
        .try_fold(1usize, |product, extent| Some(product.saturating_mul(extent.known_size()?)))
}

/// Returns true if sizes are bound outside.
pub(super) fn known_outside(extents: &[Atom], inside: &VarSet) -> bool {
    extents.iter().all(|extent| extent.var().is_none_or(|var| !inside.contains(&var)))
}
