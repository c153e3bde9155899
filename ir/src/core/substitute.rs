//! Renaming: copies of code with fresh variables, and replacement of variables by operands.

use rustc_hash::FxHashMap;

use super::program::{Atom, Block, Expression, Lambda, Soac, Statement};
use super::variables::{Var, Variables};
use super::visit::{Rewriter, rewrite};
use crate::source::Span;

/// The atoms that replace variables. Copying code through a renaming gives every variable bound inside a
/// fresh one, with a type in which sizes are renamed too.
#[derive(Clone, Default)]
pub struct Renaming {
    map: FxHashMap<Var, Atom>,
}

impl Renaming {
    /// Renames nothing yet.
    pub fn new() -> Renaming {
        Renaming::default()
    }

    /// From now on, `var` becomes `atom`.
    pub fn insert(&mut self, var: Var, atom: Atom) {
        self.map.insert(var, atom);
    }

    /// From now on, `var` becomes `atom`, and so does whatever became `var` before.
    pub fn chain(&mut self, var: Var, atom: Atom) {
        let atom = self.atom(atom);
        for value in self.map.values_mut() {
            if *value == Atom::Var(var) {
                *value = atom;
            }
        }
        self.map.insert(var, atom);
    }

    /// Adds all replacements of another renaming, after those of this one.
    pub fn chain_all(&mut self, other: &Renaming) {
        for (var, atom) in &other.map {
            self.chain(*var, *atom);
        }
    }

    /// Returns true if nothing is renamed.
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// The atoms that replace variables.
    pub fn operands(&self) -> impl Iterator<Item = Atom> {
        self.map.values().copied()
    }

    /// The atom that an operand becomes.
    pub fn atom(&self, atom: Atom) -> Atom {
        match atom {
            Atom::Var(var) => self.map.get(&var).copied().unwrap_or(atom),
            Atom::Constant(_) => atom,
        }
    }

    /// A fresh variable for `var`.
    pub fn fresh(&mut self, var: Var, variables: &mut Variables) -> Var {
        let ty = variables.ty(var).map_sizes(|size| self.atom(size));
        let new = variables.copy(var);
        variables.set_type(new, ty);
        self.insert(var, Atom::Var(new));
        new
    }

    /// Copies statements.
    pub fn statements(&mut self, list: &[Statement], variables: &mut Variables) -> Vec<Statement> {
        list.iter().map(|statement| self.statement(statement, variables)).collect()
    }

    /// Copies a statement.
    pub fn statement(&mut self, statement: &Statement, variables: &mut Variables) -> Statement {
        let mut copy = statement.clone();
        rewrite::statement(&mut copy, &mut Copying { renaming: self, variables });
        copy
    }

    /// Copies an expression.
    pub fn expression(&mut self, expression: &Expression, variables: &mut Variables) -> Expression {
        let mut copy = expression.clone();
        rewrite::expression(&mut copy, &mut Copying { renaming: self, variables });
        copy
    }

    /// Copies a block.
    pub fn block(&mut self, block: &Block, variables: &mut Variables) -> Block {
        let mut copy = block.clone();
        rewrite::block(&mut copy, &mut Copying { renaming: self, variables });
        copy
    }

    /// Copies a lambda.
    pub fn lambda(&mut self, lambda: &Lambda, variables: &mut Variables) -> Lambda {
        let mut copy = lambda.clone();
        rewrite::lambda(&mut copy, &mut Copying { renaming: self, variables });
        copy
    }

    /// Replaces variables in place, without copying: for variables that go away. Types that
    /// mention them are not changed; see [`Renaming::types`].
    pub fn replace_in_block(&self, block: &mut Block) {
        rewrite::block(block, &mut Replacing(self));
    }

    /// Replaces variables in place in statements.
    pub fn replace_in_statements(&self, list: &mut [Statement]) {
        rewrite::statements(list, &mut Replacing(self));
    }

    /// Replaces variables in place in a SOAC.
    pub fn replace_in_soac(&self, soac: &mut Soac) {
        rewrite::soac(soac, &mut Replacing(self));
    }

    /// Replaces variables in all types.
    pub fn types(&self, variables: &mut Variables) {
        variables.replace_sizes(self.map.keys().copied(), |size| self.atom(size));
    }
}

impl Lambda {
    /// Applies an operator to two lists of operands: a copy of its body is put behind the statements that
    /// there are, and its results are returned.
    pub fn apply(
        &self,
        left: &[Atom],
        right: &[Atom],
        variables: &mut Variables,
        statements: &mut Vec<Statement>,
    ) -> Vec<Atom> {
        let mut renaming = Renaming::new();
        for (parameter, operand) in self.parameters.iter().zip(left.iter().chain(right)) {
            let operand = loosened(*operand, *parameter, variables, statements);
            renaming.insert(*parameter, operand);
        }
        let block = renaming.block(&self.body, variables);
        statements.extend(block.statements);
        block.results
    }
}

/// An operand for a parameter whose rows may differ, which those of the operand may be known not to.
fn loosened(
    operand: Atom,
    parameter: Var,
    variables: &mut Variables,
    statements: &mut Vec<Statement>,
) -> Atom {
    let ty = variables.ty(parameter);
    if !ty.is_ragged() || variables.atom_type(operand).is_ragged() {
        return operand;
    }
    let loose = variables.add(None, ty.clone());
    let expression = Expression::Coerce(operand, "the rows".into());
    statements.push(Statement { binds: vec![loose], expression, span: Span::NONE });
    Atom::Var(loose)
}

struct Copying<'a> {
    renaming: &'a mut Renaming,
    variables: &'a mut Variables,
}

impl Rewriter for Copying<'_> {
    fn atom(&mut self, atom: &mut Atom) {
        *atom = self.renaming.atom(*atom);
    }

    fn bind(&mut self, var: &mut Var) {
        *var = self.renaming.fresh(*var, self.variables);
    }
}

struct Replacing<'a>(&'a Renaming);

impl Rewriter for Replacing<'_> {
    fn atom(&mut self, atom: &mut Atom) {
        *atom = self.0.atom(*atom);
    }
}
