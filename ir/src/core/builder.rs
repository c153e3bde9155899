//! Building core IR statement by statement.
//!
//! A builder keeps a stack of open scopes, folds scalar operations on constants, and gives the
//! same variable for the same scalar operation on the same operands while the first one is in
//! scope: sizes that are computed alike become alike.

mod distance;

use super::table::{VarMap, VarSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::operation::Operation;
use super::polynomial::Polynomial;
use super::program::{Atom, Block, Check, Condition, Expression, Statement, View};
use super::scalar::{Constant, ScalarType};
use super::types::Type;
use super::variables::{Var, Variables};
use crate::source::Span;
pub use distance::Bounds;

/// Builds the statements of a function.
#[derive(Clone, Default)]
pub struct Builder {
    /// The variables so far.
    pub variables: Variables,
    /// The place given to the statements that follow.
    pub span: Span,
    scopes: Vec<Scope>,
    /// The depth at which each variable was bound, and the place of the statement that bound it.
    depths: Vec<(u32, Span)>,
    /// The operations that computed the scalars.
    definitions: VarMap<Definition>,
    /// The variables that count lanes, rounds or elements, and the arrays of such numbers.
    counts: VarSet,
    /// Between which numbers variables are, and the elements of arrays.
    bounds: VarMap<Bounds>,
}

/// Scopes that are left for a while.
#[derive(Default)]
pub struct Inner(Vec<Scope>);

#[derive(Clone, Default)]
struct Scope {
    statements: Vec<Statement>,
    numbering: FxHashMap<Definition, Atom>,
}

/// A scalar computation, as a key.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Definition {
    Scalar(Operation, Vec<Atom>),
    Cast(Atom, ScalarType),
    Select([Atom; 3]),
    /// A check of its first operand, which it gives as this type.
    Checked(Atom, ScalarType, Check1),
}

/// The parts that distinguish two checks of one operand.
type Check1 = (Condition, Vec<Atom>, Option<Atom>);

impl Builder {
    /// A builder with one open scope, for the variables of a function.
    pub fn new(variables: Variables) -> Builder {
        let depths = vec![(0, Span::NONE); variables.len()];
        Builder {
            variables,
            span: Span::NONE,
            scopes: vec![Scope::default()],
            depths,
            definitions: VarMap::default(),
            counts: VarSet::new(),
            bounds: VarMap::default(),
        }
    }

    /// The number of open scopes, less the outermost.
    pub fn depth(&self) -> u32 {
        self.scopes.len() as u32 - 1
    }

    /// The depth at which a variable was bound.
    pub fn depth_of(&self, var: Var) -> u32 {
        self.depths[var.index()].0
    }

    /// The place of the statement that bound a variable.
    pub fn span_of(&self, var: Var) -> Span {
        self.depths[var.index()].1
    }

    /// Opens a scope.
    pub fn open(&mut self) {
        self.scopes.push(Scope::default());
    }

    /// Leaves all scopes but the outermost, until they are entered again: variables bound meanwhile are in
    /// scope everywhere.
    pub fn leave_inner(&mut self) -> Inner {
        Inner(self.scopes.split_off(1))
    }

    /// Enters the scopes that were left.
    pub fn enter_inner(&mut self, inner: Inner) {
        self.scopes.extend(inner.0);
    }

    /// Closes the innermost scope and gives its statements.
    pub fn close(&mut self) -> Vec<Statement> {
        self.scopes.pop().map(|scope| scope.statements).unwrap_or_default()
    }

    /// Closes the innermost scope as a block with these results.
    pub fn close_block(&mut self, results: Vec<Atom>) -> Block {
        Block { statements: self.close(), results }
    }

    /// A variable bound by the construct that is being built (a parameter, an index), in the
    /// innermost scope.
    pub fn variable(&mut self, name: Option<Arc<str>>, ty: Type) -> Var {
        self.depths.push((self.depth(), self.span));
        self.variables.add(name, ty)
    }

    /// Adds a statement that binds existing variables.
    pub fn push(&mut self, binds: Vec<Var>, expression: Expression) {
        let statement = Statement { binds, expression, span: self.span };
        self.scopes.last_mut().expect("a scope is open").statements.push(statement);
    }

    /// Adds finished statements, bound at the present depth.
    pub fn append(&mut self, statements: Vec<Statement>) {
        self.depths.resize(self.variables.len(), (self.depth(), self.span));
        let scope = self.scopes.last_mut().expect("a scope is open");
        scope.statements.extend(statements);
    }

    /// Adds statements of a scope that is closed: their variables are bound at the present depth.
    pub fn leave(&mut self, statements: Vec<Statement>) {
        for bind in statements.iter().flat_map(|statement| &statement.binds) {
            self.depths[bind.index()].0 = self.depth();
        }
        self.append(statements);
    }

    /// Adds a statement that binds one variable.
    pub fn bind(&mut self, ty: Type, expression: Expression) -> Atom {
        let var = self.variable(None, ty);
        self.push(vec![var], expression);
        Atom::Var(var)
    }

    /// The value of a definition: the same as before if it was computed before and is in scope; a constant
    /// if the operands are; otherwise a new statement.
    fn define(&mut self, definition: Definition, ty: ScalarType) -> Atom {
        if let Some(known) = self.known(&definition) {
            return known;
        }
        let expression = match &definition {
            Definition::Scalar(operation, operands) => {
                Expression::Scalar(*operation, operands.clone())
            }
            Definition::Cast(atom, _) => Expression::Cast(*atom),
            Definition::Select(operands) => Expression::Select(*operands),
            Definition::Checked(_, _, (condition, operands, when)) => Expression::Check(Check {
                condition: condition.clone(),
                operands: operands.clone(),
                when: *when,
            }),
        };
        let atom = self.bind(Type::Scalar(ty), expression);
        let scope = self.scopes.last_mut().expect("a scope is open");
        scope.numbering.insert(definition.clone(), atom);
        if let Atom::Var(var) = atom {
            self.definitions.insert(var, definition);
        }
        atom
    }

    fn known(&self, definition: &Definition) -> Option<Atom> {
        self.scopes.iter().rev().find_map(|scope| scope.numbering.get(definition)).copied()
    }

    /// A scalar operation.
    pub fn scalar(&mut self, operation: Operation, operands: &[Atom]) -> Atom {
        let ty = self.variables.element(operands[0]);
        let constants: Option<Vec<Constant>> =
            operands.iter().map(|operand| operand.constant()).collect();
        if let Some(constants) = constants {
            return operation.evaluate(&constants).into();
        }
        if let Some(atom) = identity(operation, ty, operands) {
            return atom;
        }
        let result = operation.signature(ty).map_or(ty, |signature| signature.1);
        self.define(Definition::Scalar(operation, operands.to_vec()), result)
    }

    /// Returns true if two sizes are equal whatever the variables in them are: `1 + n + 1` and `n + 2` are.
    pub fn are_equal_sizes(&self, a: Atom, b: Atom) -> bool {
        let (a, b) = (self.polynomial(a), self.polynomial(b));
        let difference = a.zip(b).and_then(|(a, b)| a.minus(&b));
        difference.is_some_and(|difference| difference.is_zero())
    }

    /// Returns true if a size may be the result of a subtraction that wrapped around, as far as the last
    /// few operations that made it tell.
    pub fn may_have_wrapped(&self, size: Atom) -> bool {
        self.may_have_wrapped_lately(size, 4)
    }

    fn may_have_wrapped_lately(&self, size: Atom, operations: u32) -> bool {
        let definition = size.var().and_then(|size| self.definitions.get(&size));
        let Some(definition) = definition.filter(|_| operations > 0) else { return false };
        let terms = match definition {
            Definition::Scalar(Operation::Subtract, _) => return true,
            Definition::Cast(value, _) if self.variables.element(*value).is_signed() => {
                return true;
            }
            Definition::Scalar(_, terms) => terms,
            Definition::Select([_, choices @ ..]) => &choices[..],
            Definition::Cast(value, _) | Definition::Checked(value, ..) => {
                std::slice::from_ref(value)
            }
        };
        terms.iter().any(|term| self.may_have_wrapped_lately(*term, operations - 1))
    }

    /// The polynomial that a size is.
    fn polynomial(&self, size: Atom) -> Option<Polynomial> {
        self.polynomial_of(size, &mut 64)
    }

    /// The polynomial of a size, by way of so many operations at most.
    fn polynomial_of(&self, size: Atom, operations: &mut u32) -> Option<Polynomial> {
        let var = match size {
            Atom::Constant(number) => return Some(Polynomial::constant(number.integer()? as u64)),
            Atom::Var(var) => var,
        };
        let definition = self.definitions.get(&var).filter(|_| *operations > 0);
        *operations = operations.saturating_sub(1);
        match definition {
            Some(Definition::Scalar(
                operation @ (Operation::Add | Operation::Subtract | Operation::Multiply),
                operands,
            )) => {
                let first = self.polynomial_of(operands[0], operations)?;
                let second = self.polynomial_of(operands[1], operations)?;
                match operation {
                    Operation::Add => first.plus(&second, 1),
                    Operation::Subtract => first.minus(&second),
                    _ => first.times(&second),
                }
            }
            // A check gives the value that it checks.
            Some(Definition::Checked(value, ty, _)) if self.variables.element(*value) == *ty => {
                self.polynomial_of(*value, operations)
            }
            _ => Some(Polynomial::variable(var)),
        }
    }

    /// Computes a polynomial in a type of integers, of which its variables are in the present scope.
    fn written(
        &mut self,
        polynomial: &Polynomial,
        ty: ScalarType,
        of: &mut impl FnMut(&mut Self, Var) -> Option<Atom>,
    ) -> Option<Atom> {
        let number = |number: u64| Atom::Constant(Constant::from_integer(ty, number.into()));
        let mut total = number(0);
        for (variables, times) in polynomial.terms() {
            let mut term = number(times.unsigned_abs());
            for var in variables {
                let factor = of(self, *var)?;
                term = self.scalar(Operation::Multiply, &[term, factor]);
            }
            let operation = if times > 0 { Operation::Add } else { Operation::Subtract };
            total = self.scalar(operation, &[total, term]);
        }
        Some(total)
    }

    /// `a + b` and the like on sizes.
    pub fn size(&mut self, operation: Operation, a: Atom, b: Atom) -> Atom {
        self.scalar(operation, &[a, b])
    }

    /// `value as ty`.
    pub fn cast(&mut self, value: Atom, ty: ScalarType) -> Atom {
        match value {
            Atom::Constant(constant) => constant.cast(ty).into(),
            Atom::Var(_) if self.variables.element(value) == ty => value,
            Atom::Var(_) => self.define(Definition::Cast(value, ty), ty),
        }
    }

    /// `if condition { then } else { otherwise }`, both evaluated already.
    pub fn select(&mut self, condition: Atom, then: Atom, otherwise: Atom) -> Atom {
        match condition {
            Atom::Constant(constant) if constant.truth() => then,
            Atom::Constant(_) => otherwise,
            Atom::Var(_) if then == otherwise => then,
            Atom::Var(_) => {
                let ty = self.variables.element(then);
                self.define(Definition::Select([condition, then, otherwise]), ty)
            }
        }
    }

    /// A check; gives its first operand, as `usize` for an index.
    pub fn check(&mut self, condition: Condition, operands: &[Atom]) -> Atom {
        self.check_when(condition, operands, None)
    }

    /// A check that is made only where `when` holds.
    pub fn check_when(
        &mut self,
        condition: Condition,
        operands: &[Atom],
        when: Option<Atom>,
    ) -> Atom {
        let ty = match condition {
            Condition::Index(_) | Condition::Slice(_) => ScalarType::Usize,
            _ => self.variables.element(operands[0]),
        };
        // A bound that is known to hold is the size that it is.
        let known = |atom: &Atom| atom.constant().and_then(|constant| constant.integer());
        let limit = match condition {
            Condition::Index(_) => operands.get(1).and_then(known).map(|limit| limit - 1),
            Condition::Slice(_) => operands.get(1).and_then(known),
            _ => None,
        };
        if let (Some(limit), Some(value)) = (limit, known(&operands[0]))
            && (0..=limit).contains(&value)
        {
            return Atom::size(value as usize);
        }
        let operands = operands.to_vec();
        let key = (condition, operands.clone(), when);
        self.define(Definition::Checked(operands[0], ty, key), ty)
    }

    /// An element or a row of a regular array.
    pub fn index(&mut self, array: Atom, indices: Vec<Atom>) -> Atom {
        let ty = self.variables.atom_type(array).row(indices.len());
        let element = self.bind(ty, Expression::Index(array, indices));
        if array.var().is_some_and(|array| self.counts.contains(&array)) {
            self.counts.extend(&element.var());
        }
        if let Some(bounds) = array.var().and_then(|array| self.bounds.get(&array)).copied() {
            self.bind_bounds(element, bounds);
        }
        element
    }

    /// A view with the given type.
    pub fn view(&mut self, ty: Type, view: View) -> Atom {
        let counts = matches!(view, View::Iota);
        let atom = self.bind(ty, Expression::View(view));
        if counts {
            self.counts.extend(&atom.var());
        }
        atom
    }

    /// The index of so many lanes or rounds, which the construct that is being built binds.
    pub fn counter(&mut self, count: Atom) -> Var {
        let index = self.variable(Some("i".into()), Type::USIZE);
        self.counts.insert(index);
        let bounds = self.bounds_of_places(count);
        self.bind_bounds(Atom::Var(index), bounds);
        index
    }

    /// Says that a variable bound elsewhere has the value of a selection.
    pub fn define_select(&mut self, var: Var, operands: [Atom; 3]) {
        self.definitions.insert(var, Definition::Select(operands));
    }

    /// Names a variable that has no name yet.
    pub fn name(&mut self, atom: Atom, name: &Arc<str>) {
        if let Atom::Var(var) = atom {
            self.variables.name_if_none(var, name);
        }
    }

    /// The scalar as computed from variables bound no deeper than the present depth: itself, or the same
    /// computation once more, without its checks. `None` if that is not possible.
    ///
    /// This shows that the size of a row is the same for all lanes, also if terms that differ from lane to
    /// lane cancel out: that of `concat(xs[i..], xs[..i])` is `(n - i) + i`.
    pub fn lower(&mut self, atom: Atom) -> Option<Atom> {
        self.lower_operation(atom).or_else(|| self.lower_sum(atom))
    }

    /// The sum of the terms that do not cancel out.
    fn lower_sum(&mut self, atom: Atom) -> Option<Atom> {
        let ty = self.variables.element(atom);
        if !ty.is_integer() {
            return None;
        }
        let sum = self.polynomial(atom).filter(Polynomial::cancels)?;
        self.written(&sum, ty, &mut |this, var| this.lower_operation(Atom::Var(var)))
    }

    fn lower_operation(&mut self, atom: Atom) -> Option<Atom> {
        let Atom::Var(var) = atom else { return Some(atom) };
        if self.depth_of(var) <= self.depth() {
            return Some(atom);
        }
        match self.definitions.get(&var)?.clone() {
            Definition::Scalar(operation, operands) => {
                let operands: Option<Vec<Atom>> =
                    operands.into_iter().map(|operand| self.lower(operand)).collect();
                Some(self.scalar(operation, &operands?))
            }
            Definition::Cast(value, ty) => {
                let value = self.lower(value)?;
                Some(self.cast(value, ty))
            }
            Definition::Select([condition, then, otherwise]) => {
                let condition = self.lower(condition)?;
                let then = self.lower(then)?;
                let otherwise = self.lower(otherwise)?;
                Some(self.select(condition, then, otherwise))
            }
            Definition::Checked(value, ty, _) => {
                let value = self.lower(value)?;
                Some(self.cast(value, ty))
            }
        }
    }
}

/// Operations that give one of their operands, or a constant, whatever the other one is.
fn identity(operation: Operation, ty: ScalarType, operands: &[Atom]) -> Option<Atom> {
    let &[a, b] = operands else { return None };
    let is = |atom: Atom, number| atom.constant().is_some_and(|c| c.is_number(number));
    let (yes, no) = (Atom::truth(true), Atom::truth(false));
    match operation {
        Operation::Add if ty.is_integer() && is(b, 0) => Some(a),
        Operation::Add if ty.is_integer() && is(a, 0) => Some(b),
        Operation::Subtract if ty.is_integer() && is(b, 0) => Some(a),
        Operation::Subtract if ty.is_integer() && a == b => Some(ty.zero().into()),
        Operation::Multiply | Operation::Divide if is(b, 1) => Some(a),
        Operation::Multiply if is(a, 1) => Some(b),
        Operation::And if a == yes || b == no => Some(b),
        Operation::And if b == yes || a == no => Some(a),
        Operation::Or if a == yes || b == no => Some(a),
        Operation::Or if b == yes || a == no => Some(b),
        // Nothing is below zero without a sign.
        Operation::Less if ty.is_unsigned() && is(b, 0) => Some(Atom::truth(false)),
        Operation::LessEqual if ty.is_unsigned() && is(a, 0) => Some(Atom::truth(true)),
        _ => None,
    }
}
