//! Reductions, scans and folds.

use super::call::Callable;
use super::declared::RaggedLevels;
use super::{Lowerer, Value};
use crate::core::operation::KeyOrder;
use crate::core::{
    Atom, Constant, Expression as Core, LoopForm, Operation, Output, ScalarType, Scan, Var,
};
use crate::source::Span;
use crate::syntax::tree::Expression;
use crate::types::Builtin;
use crate::types::ty::Ty;

impl<'a> Lowerer<'a, '_> {
    pub(super) fn reduce(
        &mut self,
        array: Value,
        initial: &'a Expression,
        operator: &'a Expression,
        span: Span,
    ) -> Value {
        let initial = self.expression(initial);
        let callable = self.callable(operator);
        self.builder.span = span;
        if self.may_differ(&array, &initial, callable) {
            return self.fold(array, initial, &Vec::new(), callable);
        }
        let ty = self.element(&array);
        let count = self.length(&array);
        let atoms = self.soac(count, "reduce", span, |this, index| {
            let element = this.row(&array, index);
            let values = this.like(element, &initial.atoms).atoms;
            let operator =
                this.operator(&ty, &initial.atoms, |this, a, b| this.apply(callable, vec![a, b]));
            let commutative = this.is_commutative(&operator);
            let initial = Some(initial.atoms);
            vec![Output::Reduce { values, initial, operator, when: None, commutative }]
        });
        Value { ty, atoms }
    }

    /// Returns true if an operator is one commutative operation for each component.
    fn is_commutative(&self, operator: &crate::core::Lambda) -> bool {
        let count = operator.parameters.len() / 2;
        operator.body.results.iter().enumerate().all(|(position, result)| {
            let pair = [operator.parameters[position], operator.parameters[count + position]];
            operator.body.statements.iter().any(|statement| match &statement.expression {
                Core::Scalar(operation, operands) => {
                    let ty = self.builder.variables.element(operands[0]);
                    Some(*result) == statement.binds.first().map(|var| Atom::Var(*var))
                        && operation.is_commutative_monoid(ty)
                        && pair.iter().all(|var| operands.contains(&Atom::Var(*var)))
                }
                _ => false,
            })
        })
    }

    /// A reduction of scalars by a known commutative operation.
    fn reduce_scalars(
        &mut self,
        count: Atom,
        name: &str,
        initial: Atom,
        span: Span,
        operation: Operation,
        value: impl FnOnce(&mut Self, Atom) -> Atom,
    ) -> Atom {
        let scalar = self.builder.variables.element(initial);
        let ty = Ty::Scalar(scalar);
        let atoms = self.soac(count, name, span, |this, index| {
            let value = value(this, index);
            let operator = this.operator(&ty, &[initial], |this, a, b| {
                Value::scalar(scalar, this.builder.scalar(operation, &[a.atom(), b.atom()]))
            });
            vec![Output::Reduce {
                values: vec![value],
                initial: Some(vec![initial]),
                operator,
                when: None,
                commutative: true,
            }]
        });
        atoms[0]
    }

    /// `sum`, `product`.
    pub(super) fn total(
        &mut self,
        array: Value,
        operation: Operation,
        initial: i128,
        name: &str,
        span: Span,
    ) -> Value {
        let Ty::Scalar(scalar) = self.element(&array) else {
            let ty = self.element(&array);
            return self.placeholder(&ty);
        };
        let initial = Atom::Constant(Constant::from_integer(scalar, initial));
        let count = self.length(&array);
        let atom = self.reduce_scalars(count, name, initial, span, operation, |this, index| {
            this.row(&array, index).atom()
        });
        Value::scalar(scalar, atom)
    }

    /// `all`, `any`.
    pub(super) fn quantify(
        &mut self,
        all: bool,
        array: Value,
        predicate: &'a Expression,
        span: Span,
    ) -> Value {
        let callable = self.callable(predicate);
        let (operation, name) = if all { (Operation::And, "all") } else { (Operation::Or, "any") };
        let count = self.length(&array);
        let initial = Atom::truth(all);
        let atom = self.reduce_scalars(count, name, initial, span, operation, |this, index| {
            let element = this.row(&array, index);
            this.apply(callable, vec![element]).atom()
        });
        Value::truth(atom)
    }

    pub(super) fn count(&mut self, array: Value, predicate: &'a Expression, span: Span) -> Value {
        let callable = self.callable(predicate);
        let count = self.length(&array);
        let zero = Atom::size(0);
        let atom =
            self.reduce_scalars(count, "count", zero, span, Operation::Add, |this, index| {
                let element = this.row(&array, index);
                let holds = this.apply(callable, vec![element]).atom();
                this.builder.cast(holds, ScalarType::Usize)
            });
        Value::size(atom)
    }

    /// `min`, `max`, `argmin`, `argmax`, `min_by_key`, `max_by_key`: the first of the smallest or
    /// largest keys, in the total order.
    pub(super) fn extreme(
        &mut self,
        builtin: Builtin,
        array: Value,
        key: Option<&'a Expression>,
        span: Span,
    ) -> Value {
        let largest = matches!(builtin, Builtin::Max | Builtin::ArgMax | Builtin::MaxByKey);
        let callable = key.map(|key| self.callable(key));
        let count = self.length(&array);
        let name = builtin.name();
        self.index_in(&array, Atom::size(0), name, span);
        let mut ty = Ty::Error;
        // Of rows only the number is looked for.
        let rows = self.element(&array).holds_array();
        let atoms = self.soac(count, name, span, |this, index| {
            let element = this.row(&array, index);
            let key = match callable {
                Some(callable) => this.apply(callable, vec![element.clone()]),
                None => element.clone(),
            };
            let keys = key.atoms.len();
            // The components that make a candidate the winner, and those that are wanted of the winner.
            let candidate = match builtin {
                Builtin::Min | Builtin::Max => this.tuple(vec![key]),
                Builtin::ArgMin | Builtin::ArgMax => this.tuple(vec![key, Value::size(index)]),
                _ if rows => this.tuple(vec![key, Value::size(index)]),
                _ => this.tuple(vec![key, Value::size(index), element]),
            };
            ty = candidate.ty.clone();
            let operator = this.operator(&ty, &candidate.atoms, |this, a, b| {
                let better = this.is_better(largest, keys, &a.atoms, &b.atoms);
                let atoms = this.choose(better, &b.atoms, &a.atoms);
                Value { ty: a.ty, atoms }
            });
            vec![Output::Reduce {
                values: candidate.atoms,
                initial: None,
                operator,
                when: None,
                commutative: true,
            }]
        });
        let winner = Value { ty, atoms };
        match builtin {
            Builtin::Min | Builtin::Max => self.field(&winner, 0),
            Builtin::ArgMin | Builtin::ArgMax => self.field(&winner, 1),
            _ if rows => {
                let index = self.field(&winner, 1).atom();
                self.row(&array, index)
            }
            _ => self.field(&winner, 2),
        }
    }

    /// The condition that candidate `b` wins over `a`: a better key, or an equal one at a smaller index.
    fn is_better(&mut self, largest: bool, keys: usize, a: &[Atom], b: &[Atom]) -> Atom {
        if let (1, [key, place, ..], [other_key, other_place, ..]) = (keys, b, a) {
            let order = if largest { KeyOrder::Descending } else { KeyOrder::Ascending };
            let candidates = [*key, *place, *other_key, *other_place];
            return self.builder.scalar(Operation::Precedes(order), &candidates);
        }
        let (low, high) = if largest { (a, b) } else { (b, a) };
        let mut better = match (a.get(keys), b.get(keys)) {
            (Some(a), Some(b)) => self.builder.scalar(Operation::Less, &[*b, *a]),
            _ => Atom::truth(false),
        };
        for position in (0..keys).rev() {
            let pair = [low[position], high[position]];
            let less = self.builder.scalar(Operation::OrderedLess, &pair);
            let last = better == Atom::truth(false);
            if last {
                better = less;
                continue;
            }
            let greater = self.builder.scalar(Operation::OrderedLess, &[pair[1], pair[0]]);
            // Equal keys leave the decision to the later components.
            let rest = {
                let not = self.builder.scalar(Operation::Not, &[greater]);
                self.builder.scalar(Operation::And, &[not, better])
            };
            better = self.builder.scalar(Operation::Or, &[less, rest]);
        }
        better
    }

    /// `fold`: a sequential loop.
    pub(super) fn fold(
        &mut self,
        array: Value,
        initial: Value,
        declared: &RaggedLevels,
        step: Callable<'a>,
    ) -> Value {
        self.declare_first(step, declared);
        let count = self.length(&array);
        let index = self.loop_index(count);
        let after = self.loop_over(vec![initial], |this, inside| {
            let element = this.row(&array, Atom::Var(index));
            let arguments = vec![inside[0].clone(), element];
            let next =
                this.unless_never(count == Atom::size(0), |this| this.apply(step, arguments));
            (LoopForm::For(index, count), vec![next])
        });
        after.into_iter().next().unwrap_or_else(Value::unit)
    }

    pub(super) fn scan(
        &mut self,
        array: Value,
        initial: &'a Expression,
        operator: &'a Expression,
        exclusive: bool,
        span: Span,
    ) -> Value {
        let initial = self.expression(initial);
        let callable = self.callable(operator);
        self.builder.span = span;
        let ty = self.element(&array);
        let count = self.length(&array);
        let name = if exclusive { "scan_exclusive" } else { "scan" };
        if self.may_differ(&array, &initial, callable) {
            return self.prefixes(array, initial, callable, exclusive, name);
        }
        self.tabulate(count, name, span, |this, index| {
            let element = this.row(&array, index);
            let values = this.like(element, &initial.atoms).atoms;
            let operator =
                this.operator(&ty, &initial.atoms, |this, a, b| this.apply(callable, vec![a, b]));
            let binds: Vec<Var> = initial
                .atoms
                .iter()
                .map(|atom| {
                    let ty = this.atom_type(*atom);
                    this.builder.variable(None, ty)
                })
                .collect();
            let scan = Scan { values, initial: initial.atoms, operator, exclusive };
            this.builder.push(binds.clone(), Core::Scan(Box::new(scan)));
            Value { ty, atoms: binds.into_iter().map(Atom::Var).collect() }
        })
    }
}
