//! Constant folding, algebra, copy propagation, common subexpressions, dead code.
//!
//! One walk forward, in which every statement is rewritten by the facts known of its operands, and one
//! backward, which drops statements that nobody needs:
//!
//! ```text
//! n2 = mul n 1                      s = soac [i < n] { x = index xs [i] } reduce (x) …
//! ys = coerce "zip" ys [n2]    ─▶
//! s  = soac [i < n2] { x = index xs [i]; y = index ys [i] } reduce (x) …
//! ```
//!
//! A statement that can fail is never dropped: the user's program fails where Rust's would.

mod algebra;
mod control;
mod copies;
pub(super) mod dead;
mod differences;
mod index;
mod refine;

use rustc_hash::FxHashMap;

use crate::analysis::definitions::{Definition, Definitions, is_number, is_truth};
use crate::analysis::lengths::{InMemory, Lengths};
use crate::core::operation::Operation;
use crate::core::visit::{Rewriter, rewrite};
use crate::core::{
    Atom, Axis, Block, Check, Condition, Constant, Expression, Extent, Function, Lambda, Origin,
    Output, ScalarType, Soac, Statement, Type, Var, VarMap, Variables, View,
};
use crate::source::Span;

/// Tells if an element of a view becomes an element of the viewed array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Views {
    /// Not yet: fusion looks at views as they are.
    Keep,
    /// An element of a view is read in the viewed array.
    Resolve,
}

/// Simplifies a function.
pub fn simplify(function: &mut Function, views: Views) {
    let memory = InMemory::of(function);
    let mut simplifier = Simplifier {
        variables: std::mem::take(&mut function.variables),
        replaced: VarMap::default(),
        definitions: Definitions::default(),
        memory,
        below: Vec::new(),
        at_most: Vec::new(),
        narrower: VarMap::default(),
        numbering: FxHashMap::default(),
        entered: Vec::new(),
        output: Vec::new(),
        refined: VarMap::default(),
        span: Span::NONE,
        views,
    };
    let body = std::mem::take(&mut function.body);
    function.body = simplifier.block(body);
    function.variables = simplifier.variables;
    dead::remove(function);
}

/// A computation that gives the same value wherever its operands are the same.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Scalar(Operation, Vec<Atom>),
    Cast(Atom, ScalarType),
    Select([Atom; 3]),
    Check(Condition, Vec<Atom>, Option<Atom>),
    Index(Atom, Vec<Atom>),
    View(u8, Vec<Atom>, Vec<usize>, Type),
}

struct Simplifier {
    variables: Variables,
    /// The atoms that replace variables.
    replaced: VarMap<Atom>,
    definitions: Definitions,
    /// The arrays that are known to lie in memory, and are no longer than that.
    memory: InMemory,
    /// The pairs of integers of which the first is below the second by the conditions of the arms around
    /// the present place. [`Definitions::can_speculate`] knows nothing of these, so that reads which need
    /// them stay there.
    below: Vec<[Atom; 2]>,
    /// The pairs of which the first is at most the second.
    at_most: Vec<[Atom; 2]>,
    /// The conditions that imply another one. `a && b`, with a `b` that cannot be evaluated early, is true only
    /// if `a` is; `a || b` is false only if `a` is: for each, that outcome and `a`.
    narrower: VarMap<(bool, Atom)>,
    /// The values known in the scopes around the present place.
    numbering: FxHashMap<Key, Atom>,
    /// The keys entered, to forget them when their scope ends.
    entered: Vec<(Key, Option<Atom>)>,
    /// The statements of the present scope.
    output: Vec<Statement>,
    /// The earlier types of arrays that have turned out to be more regular.
    refined: VarMap<Type>,
    span: Span,
    views: Views,
}

impl Simplifier {
    /// The atom that has replaced an operand.
    fn atom(&self, atom: Atom) -> Atom {
        match atom {
            Atom::Var(var) => self.replaced.get(&var).copied().unwrap_or(atom),
            Atom::Constant(_) => atom,
        }
    }

    fn atoms(&self, atoms: &mut [Atom]) {
        for atom in atoms {
            *atom = self.atom(*atom);
        }
    }

    fn replace(&mut self, var: Var, atom: Atom) {
        self.replaced.insert(var, atom);
        if let (Atom::Var(other), Some(name)) = (atom, self.variables.name(var).cloned()) {
            self.variables.name_if_none(other, &name);
        }
    }

    /// Brings the type of a variable up to date when it is bound.
    fn settle(&mut self, var: Var) {
        let ty = self.variables.ty(var);
        let stale = ty
            .extents()
            .iter()
            .any(|extent| extent.size().is_some_and(|size| self.atom(size) != size));
        if stale {
            let ty = ty.clone().map_sizes(|size| self.atom(size));
            self.variables.set_type(var, ty);
        }
    }

    fn ty(&self, atom: Atom) -> Type {
        self.variables.atom_type(atom)
    }

    fn element(&self, atom: Atom) -> ScalarType {
        self.variables.element(atom)
    }

    /// The bounds of lengths by all facts that are known at the present place.
    fn lengths(&self) -> Lengths<'_> {
        let Simplifier { memory, definitions, variables, .. } = self;
        Lengths { memory, definitions, variables }
    }

    fn block(&mut self, block: Block) -> Block {
        let (statements, ()) = self.scope(|this| this.statements(block.statements));
        let mut results = block.results;
        self.atoms(&mut results);
        Block { statements, results }
    }

    /// Runs `f` with an output of its own; the entries that it makes in the numbering are forgotten.
    fn scope<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> (Vec<Statement>, R) {
        let outer = std::mem::take(&mut self.output);
        let entered = self.entered.len();
        let in_memory = self.memory.counts();
        let result = f(self);
        self.memory.forget(in_memory);
        while self.entered.len() > entered {
            match self.entered.pop() {
                Some((key, Some(old))) => {
                    self.numbering.insert(key, old);
                }
                Some((key, None)) => {
                    self.numbering.remove(&key);
                }
                None => {}
            }
        }
        (std::mem::replace(&mut self.output, outer), result)
    }

    fn lambda(&mut self, lambda: Lambda) -> Lambda {
        for var in &lambda.parameters {
            self.settle(*var);
        }
        Lambda { parameters: lambda.parameters, body: self.block(lambda.body) }
    }

    fn statements(&mut self, statements: Vec<Statement>) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: Statement) {
        self.span = statement.span;
        for var in &statement.binds {
            self.settle(*var);
        }
        let Statement { binds, expression, span } = statement;
        match expression {
            Expression::If(branch) => self.branch(binds, *branch),
            Expression::Loop(repetition) => self.repetition(binds, *repetition),
            Expression::Soac(soac) => self.soac(binds, *soac),
            Expression::Scan(mut scan) => {
                self.atoms(&mut scan.values);
                self.atoms(&mut scan.initial);
                scan.operator = self.lambda(scan.operator);
                self.push(binds, Expression::Scan(scan));
            }
            mut flat => {
                let loose = self.loose(&flat);
                rewrite::expression(&mut flat, &mut Replace(self));
                self.allow_absent_rows(&binds, loose, &mut flat);
                self.refine(&binds, &flat);
                self.keep_raggedness(&binds, &mut flat);
                match binds.as_slice() {
                    [var] => match self.flat(*var, flat) {
                        Ok(atom) => self.replace(*var, atom),
                        Err(expression) => {
                            self.refine(&binds, &expression);
                            self.emit(*var, expression);
                        }
                    },
                    [length, row] => match self.row_of_literal(&flat) {
                        Some((size, value)) => {
                            self.replace(*length, size);
                            self.replace(*row, value);
                        }
                        None => self.refine_two_results(binds, flat),
                    },
                    _ => self.push(binds, flat),
                }
            }
        }
        self.span = span;
    }

    fn push(&mut self, binds: Vec<Var>, expression: Expression) {
        let statement = Statement { binds, expression, span: self.span };
        self.definitions.add_statement(&statement);
        if let Some(length) = self.memory.learn(&statement, &self.definitions, &self.variables) {
            self.variables.lies_in_memory(Atom::Var(length));
        }
        self.output.push(statement);
    }

    /// Keeps a statement, unless an equal one is known.
    fn emit(&mut self, var: Var, expression: Expression) {
        let key = self.key(var, &expression);
        if let Some(key) = key {
            if let Some(known) = self.numbering.get(&key).copied() {
                return self.replace(var, known);
            }
            let old = self.numbering.insert(key.clone(), Atom::Var(var));
            self.entered.push((key, old));
        }
        self.push(vec![var], expression);
    }

    fn key(&self, var: Var, expression: &Expression) -> Option<Key> {
        Some(match expression {
            Expression::Scalar(operation, operands) => {
                let mut operands = operands.clone();
                let ty = self.element(operands[0]);
                if operation.is_commutative(ty) && rank(operands[0]) > rank(operands[1]) {
                    operands.swap(0, 1);
                }
                Key::Scalar(*operation, operands)
            }
            Expression::Cast(atom) => Key::Cast(*atom, self.variables.ty(var).element()),
            Expression::Select(operands) => Key::Select(*operands),
            Expression::Check(Check { condition, operands, when }) => {
                Key::Check(condition.clone(), operands.clone(), *when)
            }
            Expression::Index(array, indices) => Key::Index(*array, indices.clone()),
            Expression::View(view) => {
                let ty = self.variables.ty(var).clone();
                let (kind, operands, order) = match view {
                    View::Slice(a, b) => (0, vec![*a, *b], Vec::new()),
                    View::Transpose(a, order) => (1, vec![*a], order.clone()),
                    View::Reverse(a) => (2, vec![*a], Vec::new()),
                    View::Rotate(a, b) => (3, vec![*a, *b], Vec::new()),
                    View::Reshape(a) => (4, vec![*a], Vec::new()),
                    View::Windows(a) => (5, vec![*a], Vec::new()),
                    View::Replicate(a) => (6, vec![*a], Vec::new()),
                    View::Iota => (7, Vec::new(), Vec::new()),
                    View::Segments(a, b) => (8, vec![*a, *b], Vec::new()),
                    View::Offsets(a) => (9, vec![*a], Vec::new()),
                    View::Flatten(_) => return None,
                };
                Key::View(kind, operands, order, ty)
            }
            _ => return None,
        })
    }

    /// A new scalar in the present scope, or one that is known.
    fn scalar(&mut self, operation: Operation, operands: &[Atom]) -> Atom {
        let ty = self.element(operands[0]);
        let result = operation.signature(ty).map_or(ty, |signature| signature.1);
        self.define(Type::Scalar(result), Expression::Scalar(operation, operands.to_vec()))
    }

    /// The value of an expression in the present scope.
    fn define(&mut self, ty: Type, expression: Expression) -> Atom {
        let var = self.variables.add(None, ty);
        match self.flat(var, expression) {
            Ok(atom) => atom,
            Err(expression) => {
                self.emit(var, expression);
                self.atom(Atom::Var(var))
            }
        }
    }

    /// Rewrites an expression without nested blocks: to an operand that has the same value, or
    /// to an expression at least as simple.
    fn flat(&mut self, var: Var, expression: Expression) -> Result<Atom, Expression> {
        match expression {
            Expression::Copy(atom) => Ok(atom),
            Expression::Scalar(operation, operands) => self.fold(operation, operands),
            Expression::Cast(atom) => self.fold_cast(var, atom),
            Expression::Select(operands) => self.fold_select(operands),
            Expression::Check(check) => self.fold_check(var, check),
            Expression::Coerce(array, _) if self.ty(array) == *self.variables.ty(var) => Ok(array),
            Expression::Coerce(array, _) if self.is_under_same_sizes(array, var) => {
                self.fold_view(var, View::Reshape(array))
            }
            Expression::Index(array, indices) => self.fold_index(var, array, indices),
            Expression::View(view) => self.fold_view(var, view),
            other => Err(other),
        }
    }

    /// Returns true if the extents of an array are those of another one, but for checks that they have
    /// passed.
    pub(super) fn is_under_same_sizes(&self, array: Atom, other: Var) -> bool {
        let (own, other) = (self.ty(array), self.variables.ty(other));
        let mut levels = own.extents().iter().zip(other.extents());
        own.rank() == other.rank()
            && levels.all(|(a, b)| match (a.size(), b.size()) {
                (Some(a), Some(b)) => self.unchecked(a) == self.unchecked(b),
                _ => false,
            })
    }

    /// The size before it was checked.
    fn unchecked(&self, size: Atom) -> Atom {
        match self.definitions.of_atom(size) {
            Some(Definition::Check(Condition::NotZero(_) | Condition::Positive(_), operands))
                if self.element(operands[0]) == ScalarType::Usize =>
            {
                self.unchecked(operands[0])
            }
            _ => size,
        }
    }

    fn fold_view(&mut self, var: Var, view: View) -> Result<Atom, Expression> {
        let same = |this: &Self, array: Atom| this.ty(array) == *this.variables.ty(var);
        match view {
            View::Reshape(array) if same(self, array) => Ok(array),
            View::Offsets(array) => match *self.ty(array).extents() {
                [_, Extent::Size(length), ..] => Err(self.offsets_of_equal(var, length)),
                _ => Err(Expression::View(View::Offsets(array))),
            },
            View::Slice(array, start) if is_number(start, 0) && same(self, array) => Ok(array),
            View::Rotate(array, by) if is_number(by, 0) => Ok(array),
            View::Reverse(array) => match self.definitions.of_atom(array) {
                Some(Definition::View(View::Reverse(inner))) => Ok(*inner),
                _ => Err(Expression::View(View::Reverse(array))),
            },
            View::Reshape(array) => match self.definitions.of_atom(array) {
                Some(Definition::View(View::Reshape(inner))) => {
                    let inner = *inner;
                    if same(self, inner) {
                        return Ok(inner);
                    }
                    Err(Expression::View(View::Reshape(inner)))
                }
                _ => Err(Expression::View(View::Reshape(array))),
            },
            View::Transpose(array, order) => match self.definitions.of_atom(array) {
                Some(Definition::View(View::Transpose(inner, first)))
                    if first.len() == order.len() =>
                {
                    let inner = *inner;
                    let both: Vec<usize> = order.iter().map(|d| first[*d]).collect();
                    if both.iter().enumerate().all(|(position, d)| position == *d) {
                        return Ok(inner);
                    }
                    Err(Expression::View(View::Transpose(inner, both)))
                }
                _ => Err(Expression::View(View::Transpose(array, order))),
            },
            View::Slice(array, start) => match self.definitions.of_atom(array) {
                Some(Definition::View(View::Slice(inner, first))) => {
                    let (inner, first) = (*inner, *first);
                    let start = self.scalar(Operation::Add, &[first, start]);
                    Err(Expression::View(View::Slice(inner, start)))
                }
                _ => Err(Expression::View(View::Slice(array, start))),
            },
            View::Replicate(value) => match self.definitions.of_atom(value) {
                Some(Definition::View(View::Replicate(inner))) => {
                    Err(Expression::View(View::Replicate(*inner)))
                }
                _ => Err(Expression::View(View::Replicate(value))),
            },
            other => Err(Expression::View(other)),
        }
    }

    /// The offsets of rows that have one length.
    fn offsets_of_equal(&mut self, var: Var, length: Atom) -> Expression {
        let index = self.variables.add(Some("i".into()), Type::USIZE);
        let extent = self.variables.ty(var).extents()[0].size().unwrap_or(Atom::size(1));
        let offset = self.variables.add(None, Type::USIZE);
        let operands = vec![Atom::Var(index), length];
        let body = vec![Statement {
            binds: vec![offset],
            expression: Expression::Scalar(Operation::Multiply, operands),
            span: self.span,
        }];
        let origins = vec![Origin::new("offsets", self.span)];
        let outputs = vec![Output::Store(Atom::Var(offset))];
        let space = vec![Axis { index, extent }];
        Expression::Soac(Box::new(Soac { space, body, outputs, origins }))
    }

    fn soac(&mut self, binds: Vec<Var>, mut soac: Soac) {
        for lane in &mut soac.space {
            lane.extent = self.atom(lane.extent);
        }
        self.definitions.add_lanes(&soac);
        let body = std::mem::take(&mut soac.body);
        let span = self.span;
        let (body, outputs) = self.scope(|this| {
            this.statements(body);
            let outputs = std::mem::take(&mut soac.outputs);
            outputs.into_iter().map(|output| this.soac_output(output)).collect::<Vec<_>>()
        });
        self.span = span;
        soac.body = body;
        soac.outputs = outputs;
        let Some(copies) = self.copies(&soac, &binds) else {
            return self.push(binds, Expression::Soac(Box::new(soac)));
        };
        for (bind, (array, row)) in binds.into_iter().zip(copies) {
            match row.is_empty() {
                true => self.replace(bind, array),
                false => self.push(vec![bind], Expression::Index(array, row)),
            }
        }
    }

    fn soac_output(&mut self, output: Output) -> Output {
        let mut output = output;
        rewrite_output(&mut output, self);
        match output {
            Output::Reduce { values, initial, operator, when, commutative } => {
                let operator = self.lambda(operator);
                let when = when.filter(|when| !is_truth(*when, true));
                Output::Reduce { values, initial, operator, when, commutative }
            }
            Output::Combine { destinations, index, values, operator, when } => {
                let operator = self.lambda(operator);
                let when = when.filter(|when| !is_truth(*when, true));
                Output::Combine { destinations, index, values, operator, when }
            }
            Output::Scatter { destinations, index, values, when } => {
                let when = when.filter(|when| !is_truth(*when, true));
                Output::Scatter { destinations, index, values, when }
            }
            output => output,
        }
    }
}

/// Replaces the operands of an output, but not those inside its operator.
fn rewrite_output(output: &mut Output, simplifier: &Simplifier) {
    let each = |list: &mut [Atom]| simplifier.atoms(list);
    match output {
        Output::Store(value) | Output::Columns(value) => *value = simplifier.atom(*value),
        Output::Segment { row, start } => {
            *row = simplifier.atom(*row);
            *start = simplifier.atom(*start);
        }
        Output::Append { rows, length, offsets } => {
            each(rows);
            *length = simplifier.atom(*length);
            *offsets = simplifier.atom(*offsets);
        }
        Output::Reduce { values, initial, when, .. } => {
            each(values);
            initial.iter_mut().for_each(|initial| each(initial));
            each(when.as_mut_slice());
        }
        Output::Compact { values, when } => {
            each(values);
            *when = simplifier.atom(*when);
        }
        Output::Scatter { destinations, index, values, when }
        | Output::Combine { destinations, index, values, when, .. } => {
            each(destinations);
            *index = simplifier.atom(*index);
            each(values);
            each(when.as_mut_slice());
        }
    }
}

struct Replace<'s>(&'s Simplifier);

impl Rewriter for Replace<'_> {
    fn atom(&mut self, atom: &mut Atom) {
        *atom = self.0.atom(*atom);
    }
}

/// An order of operands, to write commutative operations in one way.
fn rank(atom: Atom) -> (u32, u32) {
    match atom {
        Atom::Var(var) => (0, var.0),
        Atom::Constant(Constant::Bool(value)) => (1, value.into()),
        Atom::Constant(_) => (2, 0),
    }
}
