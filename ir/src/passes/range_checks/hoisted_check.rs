//! Writes the check that stands before the lanes, and takes the place of the one in them.
//!
//! The indices of all lanes are `start`, the one of the first lane, and the numbers that the counters add
//! or take away: `n` lanes with a stride of `s` at most `(n - 1) * s`, their *span*. If the greatest and
//! the least of them are in bounds, all are, and none has wrapped around. If not, the first lane that fails
//! is found counter by counter, the outer ones first: each counts as far as it can before the numbers that
//! the inner ones add, or take away, lead out of bounds.

use super::affine::{Bound, Counter, Range, Stride, slack};
use super::{Aliases, Nest};
use crate::analysis::definitions::{Definition, Definitions, is_number};
use crate::core::operation::{Function, Operation};
use crate::core::{Atom, Check, Constant, Expression, ScalarType, Statements, Type, Var, VarSet};
use crate::source::Span;

impl Nest<'_> {
    /// Adds statements before a level, and inside of those around it.
    pub(super) fn before<T>(
        &mut self,
        level: usize,
        span: Span,
        write: impl FnOnce(&mut HoistedCheck<'_>) -> T,
    ) -> T {
        let mut list = Vec::new();
        let value = write(&mut HoistedCheck {
            statements: Statements::new(self.variables, span, &mut list),
            definitions: &self.definitions,
            aliases: &self.aliases,
            inside: &self.levels[level].inside,
        });
        for outer in &mut self.levels[..level] {
            outer.inside.extend(list.iter().flat_map(|statement| &statement.binds).copied());
        }
        self.levels[level].before.extend(list);
        value
    }
}

/// Statements before a level of the nest.
pub(super) struct HoistedCheck<'a> {
    statements: Statements<'a>,
    definitions: &'a Definitions,
    aliases: &'a Aliases,
    /// The variables that are bound in the level.
    inside: &'a VarSet,
}

/// A counter that matters, where it begins and how many values it has.
struct Counted {
    count: Atom,
    /// The number that one more turn adds, or takes away.
    stride: Atom,
    /// True if it takes away; `None` if that is not known.
    negative: Option<bool>,
    /// The condition that it takes away.
    subtracts: Atom,
    /// The sums that all of them add and take away.
    above: Atom,
    below: Atom,
}

impl HoistedCheck<'_> {
    /// 0, if the indices of all lanes are in bounds; fails with that of the first lane that is not.
    pub(super) fn check(&mut self, range: &Range, check: &Check) -> Atom {
        let mut when = Vec::new();
        for (condition, holds) in &range.conditions {
            let condition = self.at_first(*condition, &[]);
            when.push(if *holds {
                condition
            } else {
                self.statements.scalar(Operation::Not, &[condition])
            });
        }
        let mut first = Vec::new();
        let mut counted = Vec::new();
        for counter in &range.counters {
            let (low, count) = self.lanes(counter);
            first.push((counter.index, low));
            if count.known_size().is_none_or(|count| count == 0) {
                when.push(self.statements.scalar(Operation::Less, &[Atom::size(0), count]));
            }
            if let Some(stride) = &counter.stride {
                let stride = self.counted(stride, count);
                counted.push(stride);
            }
        }
        let start = self.at_first(check.operands[0], &first);
        let own_limit = self.at_first(check.operands[1], &[]);
        let limit = self.total(own_limit, Atom::size(slack(&check.condition)));
        let (over, outside) = match self.counts_up(&counted) {
            true => self.above(start, limit, &counted),
            false => self.anywhere(start, limit, &counted),
        };
        let index = self.select(over, outside, Atom::size(0));
        let when = when
            .into_iter()
            .reduce(|all, next| self.statements.scalar(Operation::And, &[all, next]));
        let (condition, operands) = (check.condition.clone(), vec![index, own_limit]);
        self.statements.bind(Type::USIZE, Expression::Check(Check { condition, operands, when }))
    }

    /// A sum, which does not wrap around.
    pub(super) fn sum(&mut self, terms: &[Atom]) -> Atom {
        let sum = |sum: Atom, term: &Atom| {
            let term = self.at_first(*term, &[]);
            self.folded(Operation::Add, sum, term)
        };
        terms.iter().fold(Atom::size(0), sum)
    }

    /// The first lane of a counter, and how many there are.
    fn lanes(&mut self, counter: &Counter) -> (Atom, Atom) {
        let extent = self.at_first(counter.extent, &[]);
        let (mut low, mut high) = (Atom::size(0), extent);
        for bound in &counter.lows {
            let bound = self.bound(bound, extent, Atom::size(0));
            low = if is_number(low, 0) { bound } else { self.function("max", low, bound) };
        }
        for bound in &counter.highs {
            let bound = self.bound(bound, extent, extent);
            high = self.function("min", high, bound);
        }
        (low, self.difference(high, low))
    }

    /// A bound of the lanes of a counter; `otherwise`, if the number compared with it could wrap around.
    fn bound(&mut self, bound: &Bound, extent: Atom, otherwise: Atom) -> Atom {
        let Bound { size, less, added } = *bound;
        let size = self.at_first(size, &[]);
        let by = Atom::size(less.unsigned_abs() as usize);
        let more = if less < 0 { self.total(size, by) } else { size };
        if less <= 0 && added.is_none() {
            return more;
        }
        let mut most = Constant::Usize(ScalarType::Usize.maximum() as u64).into();
        let mut own = more;
        if let Some(added) = added {
            let added = self.at_first(added, &[]);
            (own, most) = (self.difference(own, added), self.difference(most, added));
        }
        if less > 0 {
            (own, most) = (self.difference(own, by), self.difference(most, by));
        }
        let wraps = self.statements.scalar(Operation::Less, &[most, extent]);
        self.select(wraps, otherwise, own)
    }

    fn counted(&mut self, stride: &Stride, count: Atom) -> Counted {
        let one = Atom::size(1);
        let factors = stride.factors.iter();
        let product = factors.fold(one, |all, next| {
            let next = self.at_first(*next, &[]);
            self.folded(Operation::Multiply, all, next)
        });
        let known = product.known_size().map(|size| (size as u64) >> 63 != 0);
        let negative = known.map(|negative| negative != stride.negative);
        // A stride beyond the middle of its type takes away its complement.
        let complement = self.folded(Operation::Subtract, Atom::size(0), product);
        let (stride, subtracts) = match known {
            Some(false) => (product, Atom::Constant(Constant::Bool(stride.negative))),
            Some(true) => (complement, Atom::Constant(Constant::Bool(!stride.negative))),
            None => {
                let middle = Constant::Usize(1 << 63).into();
                let small = self.statements.scalar(Operation::Less, &[product, middle]);
                let size = self.select(small, product, complement);
                let subtracts = if stride.negative {
                    small
                } else {
                    self.statements.scalar(Operation::Not, &[small])
                };
                (size, subtracts)
            }
        };
        let last = self.difference(count, one);
        let span = self.function("saturating_mul", last, stride);
        let (above, below) = match negative {
            Some(false) => (span, Atom::size(0)),
            Some(true) => (Atom::size(0), span),
            None => {
                let above = self.select(subtracts, Atom::size(0), span);
                let below = self.select(subtracts, span, Atom::size(0));
                (above, below)
            }
        };
        Counted { count, stride, negative, subtracts, above, below }
    }

    fn counts_up(&self, counted: &[Counted]) -> bool {
        counted
            .iter()
            .all(|counter| is_number(counter.stride, 1) && counter.negative == Some(false))
    }

    /// The condition that indices which take every step go beyond the limit, and the first that does: the
    /// limit, unless the first index of all is behind it.
    fn above(&mut self, start: Atom, limit: Atom, counted: &[Counted]) -> (Atom, Atom) {
        let last = counted.iter().fold(start, |sum, counter| self.total(sum, counter.above));
        let over = self.statements.scalar(Operation::LessEqual, &[limit, last]);
        (over, self.function("max", start, limit))
    }

    /// The condition that indices are out of bounds, and the first that is. All are counted from as far
    /// below 0 as they can be.
    fn anywhere(&mut self, start: Atom, limit: Atom, counted: &[Counted]) -> (Atom, Atom) {
        use Operation::{Add, Less, Multiply, Or, Subtract};
        let spans = |counted: &[Counted], this: &mut Self| {
            let zero = Atom::size(0);
            counted.iter().fold((zero, zero), |(above, below), counter| {
                (this.total(above, counter.above), this.total(below, counter.below))
            })
        };
        let (above, zero) = spans(counted, self);
        let last = self.total(start, above);
        let is_above = self.statements.scalar(Operation::LessEqual, &[limit, last]);
        let is_below = self.statements.scalar(Less, &[start, zero]);
        let over = self.statements.scalar(Or, &[is_above, is_below]);
        let limit = self.total(limit, zero);
        let mut place = self.total(start, zero);
        for (number, counter) in counted.iter().enumerate() {
            let (above, below) = spans(&counted[number + 1..], self);
            // The condition that the inner counters lead out of bounds at once.
            let least = self.total(zero, below);
            let most = self.difference(limit, above);
            let (is_below, is_above) = (
                self.statements.scalar(Less, &[place, least]),
                self.statements.scalar(Operation::LessEqual, &[most, place]),
            );
            let at_once = self.statements.scalar(Or, &[is_below, is_above]);
            let stride = self.function("max", counter.stride, Atom::size(1));
            let up = self.difference(most, place);
            let up = self.difference(up, Atom::size(1));
            let down = self.difference(place, least);
            let way = self.select(counter.subtracts, down, up);
            let steps = self.folded(Operation::Divide, way, stride);
            let steps = self.total(steps, Atom::size(1));
            let last = self.difference(counter.count, Atom::size(1));
            let steps = self.function("min", steps, last);
            let steps = self.select(at_once, Atom::size(0), steps);
            let way = self.folded(Multiply, steps, counter.stride);
            let (up, down) = (self.folded(Add, place, way), self.folded(Subtract, place, way));
            place = self.select(counter.subtracts, down, up);
        }
        (over, self.folded(Subtract, place, zero))
    }

    /// The value of an operand in the first lane.
    fn at_first(&mut self, atom: Atom, first: &[(Var, Atom)]) -> Atom {
        let atom = self.aliases.resolved(atom);
        if atom.var().is_none_or(|var| !self.inside.contains(&var)) {
            return atom;
        }
        if let Some((_, low)) = first.iter().find(|(index, _)| Atom::Var(*index) == atom) {
            return *low;
        }
        let Some(Definition::Scalar(operation, operands)) = self.definitions.of_atom(atom) else {
            unreachable!("an index is a sum of what is counted and what is known before");
        };
        let (operation, operands) = (*operation, operands.clone());
        let operands: Vec<Atom> =
            operands.into_iter().map(|operand| self.at_first(operand, first)).collect();
        match operands[..] {
            [a, b] if self.statements.variables.element(atom) == ScalarType::Usize => {
                self.folded(operation, a, b)
            }
            _ => {
                let ty = self.statements.variables.atom_type(atom);
                self.statements.bind(ty, Expression::Scalar(operation, operands))
            }
        }
    }

    /// A sum that stops at the greatest size.
    fn total(&mut self, a: Atom, b: Atom) -> Atom {
        self.folded(Operation::saturating_add(ScalarType::Usize), a, b)
    }

    /// A difference that stops at 0.
    fn difference(&mut self, a: Atom, b: Atom) -> Atom {
        match is_number(b, 0) {
            true => a,
            false => self.function("saturating_sub", a, b),
        }
    }

    fn function(&mut self, name: &str, a: Atom, b: Atom) -> Atom {
        match Function::find(name, ScalarType::Usize) {
            Some(function) => self.folded(Operation::Function(function), a, b),
            None => unreachable!("sizes have all functions of integers"),
        }
    }

    /// Applies an operation to sizes; sums with 0 and products with 1 need no statement.
    fn folded(&mut self, operation: Operation, a: Atom, b: Atom) -> Atom {
        let adds = operation == Operation::Add
            || operation == Operation::saturating_add(ScalarType::Usize);
        if adds && is_number(a, 0) || operation == Operation::Multiply && is_number(a, 1) {
            return b;
        }
        if (adds || operation == Operation::Subtract) && is_number(b, 0) {
            return a;
        }
        self.statements.scalar(operation, &[a, b])
    }

    fn select(&mut self, condition: Atom, then: Atom, otherwise: Atom) -> Atom {
        self.statements.bind(Type::USIZE, Expression::Select([condition, then, otherwise]))
    }
}
