//! Scalars: constants, identities, checks that hold.

use super::{Definition, Simplifier, is_number, is_truth};
use crate::core::operation::{KeyOrder, Operation};
use crate::core::{Atom, Check, Condition, Constant, Expression, ScalarType, Type, Var};
use crate::interp::holds;

type Folded = Result<Atom, Expression>;

impl Simplifier {
    pub(super) fn fold(&mut self, operation: Operation, operands: Vec<Atom>) -> Folded {
        let constants: Option<Vec<Constant>> =
            operands.iter().map(|operand| operand.constant()).collect();
        if let Some(constants) = constants {
            return Ok(operation.evaluate(&constants).into());
        }
        let keep = |operands| Err(Expression::Scalar(operation, operands));
        let ty = self.element(operands[0]);
        match operands.as_slice() {
            [a] => match (operation, self.definitions.of_atom(*a)) {
                // Twice is not at all.
                (Operation::Not | Operation::Negate, Some(Definition::Scalar(inner, x)))
                    if *inner == operation =>
                {
                    Ok(x[0])
                }
                (Operation::Rank, Some(Definition::Scalar(Operation::OfRank, x)))
                | (Operation::OfRank, Some(Definition::Scalar(Operation::Rank, x))) => Ok(x[0]),
                (Operation::Not, Some(Definition::Scalar(comparison, x)))
                    if !self.element(x[0]).is_float() =>
                {
                    let (a, b) = match comparison {
                        Operation::Less | Operation::LessEqual => (x[1], x[0]),
                        Operation::Equal | Operation::NotEqual => (x[0], x[1]),
                        _ => return keep(operands),
                    };
                    let opposite = match comparison {
                        Operation::Less => Operation::LessEqual,
                        Operation::LessEqual => Operation::Less,
                        Operation::Equal => Operation::NotEqual,
                        _ => Operation::Equal,
                    };
                    Ok(self.scalar(opposite, &[a, b]))
                }
                _ => keep(operands),
            },
            [a, b] if operation == Operation::RowLength => self.fold_row_length(*a, *b, ty),
            [a, b] => self.fold_binary(operation, *a, *b, ty),
            [key, place, other, other_place] => match operation {
                Operation::Precedes(order) => {
                    self.fold_precedes(order, [*key, *other], [*place, *other_place])
                }
                _ => keep(operands),
            },
            _ => keep(operands),
        }
    }

    /// The order of two candidates, of which the keys alone decide if it is known which place is first.
    fn fold_precedes(&mut self, order: KeyOrder, keys: [Atom; 2], places: [Atom; 2]) -> Folded {
        if keys[0] == keys[1] {
            return self.fold(Operation::Less, places.to_vec());
        }
        let [smaller, larger] = order.smaller_first(keys[0], keys[1]);
        match self.fold(Operation::Less, places.to_vec()) {
            Ok(is_first) if is_truth(is_first, false) => {
                self.fold(Operation::OrderedLess, vec![smaller, larger])
            }
            Ok(is_first) if is_truth(is_first, true) => {
                let is_behind = self.scalar(Operation::OrderedLess, &[larger, smaller]);
                self.fold(Operation::Not, vec![is_behind])
            }
            _ => {
                let candidates = vec![keys[0], places[0], keys[1], places[1]];
                Err(Expression::Scalar(Operation::Precedes(order), candidates))
            }
        }
    }

    /// A difference, which stays a row's length where nothing simpler is known.
    fn fold_row_length(&mut self, end: Atom, start: Atom, ty: ScalarType) -> Folded {
        match self.fold_binary(Operation::Subtract, end, start, ty) {
            Err(Expression::Scalar(Operation::Subtract, bounds)) if bounds == [end, start] => {
                Err(Expression::Scalar(Operation::RowLength, bounds))
            }
            folded => folded,
        }
    }

    fn fold_binary(&mut self, operation: Operation, a: Atom, b: Atom, ty: ScalarType) -> Folded {
        use Operation::*;
        let integer = ty.is_integer();
        let exact = !ty.is_float();
        match operation {
            // Adding 0.0 changes -0.0, so floats keep it.
            Add if integer && is_number(b, 0) => return Ok(a),
            Add if integer && is_number(a, 0) => return Ok(b),
            Subtract if integer && is_number(b, 0) => return Ok(a),
            Subtract if integer && a == b => return Ok(ty.zero().into()),
            Multiply | Divide if is_number(b, 1) => return Ok(a),
            Multiply if is_number(a, 1) => return Ok(b),
            Multiply if integer && (is_number(a, 0) || is_number(b, 0)) => {
                return Ok(ty.zero().into());
            }
            Remainder if integer && is_number(b, 1) => return Ok(ty.zero().into()),
            And if is_truth(a, true) || a == b => return Ok(b),
            And if is_truth(b, true) => return Ok(a),
            Or if is_truth(a, false) || a == b => return Ok(b),
            Or if is_truth(b, false) => return Ok(a),
            And if is_truth(a, false) || is_truth(b, false) => return Ok(Atom::truth(false)),
            Or if is_truth(a, true) || is_truth(b, true) => return Ok(Atom::truth(true)),
            And | Or | Xor | ShiftLeft | ShiftRight
                if integer && is_number(b, 0) && operation != And =>
            {
                return Ok(a);
            }
            Xor if a == b => return Ok(ty.zero().into()),
            Equal | LessEqual if exact && a == b => return Ok(Atom::truth(true)),
            NotEqual | Less | OrderedLess if exact && a == b => return Ok(Atom::truth(false)),
            Equal if is_truth(b, true) => return Ok(a),
            Less if ty.is_unsigned() && is_number(b, 0) => return Ok(Atom::truth(false)),
            LessEqual if ty.is_unsigned() && is_number(a, 0) => return Ok(Atom::truth(true)),
            Inside(0) => return Ok(Atom::truth(true)),
            Boundary(_, 0) => return Ok(a),
            Function(function) if matches!(function.name, "min" | "max") && exact && a == b => {
                return Ok(a);
            }
            Function(function) if integer => {
                let (a_is, b_is) = (|number| is_number(a, number), |number| is_number(b, number));
                match function.name {
                    "saturating_add" | "saturating_sub" if b_is(0) => return Ok(a),
                    "saturating_add" if a_is(0) => return Ok(b),
                    "saturating_mul" if b_is(1) => return Ok(a),
                    "saturating_mul" if a_is(1) => return Ok(b),
                    "max" if ty.is_unsigned() && b_is(0) => return Ok(a),
                    "max" if ty.is_unsigned() && a_is(0) => return Ok(b),
                    _ => {}
                }
            }
            _ => {}
        }
        if operation == And
            && ty == ScalarType::Bool
            && let Some(folded) = self.fold_between(a, b)
        {
            return folded;
        }
        // Sums of sizes are brought into one form, `x + constant`, so that equal ones are seen.
        if integer && let Some(folded) = self.reassociate(operation, a, b, ty) {
            return folded;
        }
        if ty == ScalarType::Usize
            && let Some(folded) = self.fold_by_difference(operation, a, b)
        {
            return folded;
        }
        if matches!(operation, Equal | NotEqual | Less | LessEqual)
            && let (Some(a), Some(b)) = (
                self.definitions.range(a, &self.variables, 3),
                self.definitions.range(b, &self.variables, 3),
            )
        {
            let known = match operation {
                Less if a.1 < b.0 => Some(true),
                Less if a.0 >= b.1 => Some(false),
                LessEqual if a.1 <= b.0 => Some(true),
                LessEqual if a.0 > b.1 => Some(false),
                Equal if a.1 < b.0 || b.1 < a.0 => Some(false),
                NotEqual if a.1 < b.0 || b.1 < a.0 => Some(true),
                _ => None,
            };
            if let Some(known) = known {
                return Ok(Atom::truth(known));
            }
        }
        Err(Expression::Scalar(operation, vec![a, b]))
    }

    /// `(x + c) + d` to `x + (c + d)`, `(x + y) - y` to `x`, constants to the right. Integer
    /// arithmetic wraps, so this is exact.
    fn reassociate(
        &mut self,
        operation: Operation,
        a: Atom,
        b: Atom,
        ty: ScalarType,
    ) -> Option<Folded> {
        use Operation::{Add, Multiply, Subtract};
        let sum = |this: &Self, atom: Atom| match this.definitions.of_atom(atom) {
            Some(Definition::Scalar(op @ (Add | Subtract), x)) => Some((*op, x[0], x[1])),
            _ => None,
        };
        match operation {
            Add | Multiply if a.constant().is_some() && b.constant().is_none() => {
                Some(self.fold(operation, vec![b, a]))
            }
            Subtract if b.constant().is_some() => {
                let negative = Operation::Negate.evaluate(&[b.constant()?]);
                // Kept as a subtraction of a small constant where nothing is gained.
                match sum(self, a) {
                    Some((Add, x, y)) if y.constant().is_some() => {
                        let y = Add.evaluate(&[y.constant()?, negative]);
                        Some(self.fold_offset(x, y, ty))
                    }
                    Some((Subtract, x, y)) if y.constant().is_some() => {
                        let y = Operation::Negate.evaluate(&[y.constant()?]);
                        let y = Add.evaluate(&[y, negative]);
                        Some(self.fold_offset(x, y, ty))
                    }
                    _ => None,
                }
            }
            Add if b.constant().is_some() => match sum(self, a) {
                Some((Add, x, y)) if y.constant().is_some() => {
                    let y = Add.evaluate(&[y.constant()?, b.constant()?]);
                    Some(self.fold_offset(x, y, ty))
                }
                Some((Subtract, x, y)) if y.constant().is_some() => {
                    let y = Operation::Negate.evaluate(&[y.constant()?]);
                    let y = Add.evaluate(&[y, b.constant()?]);
                    Some(self.fold_offset(x, y, ty))
                }
                _ => None,
            },
            Subtract => match (sum(self, a), sum(self, b)) {
                (Some((Add, x, y)), _) if y == b => Some(Ok(x)),
                (Some((Add, x, y)), _) if x == b => Some(Ok(y)),
                (_, Some((Subtract, x, y))) if x == a => Some(Ok(y)),
                // (x + c) - (x + d)
                (Some((Add, x, c)), Some((Add, y, d)))
                    if x == y && c.constant().is_some() && d.constant().is_some() =>
                {
                    Some(Ok(Subtract.evaluate(&[c.constant()?, d.constant()?]).into()))
                }
                _ => None,
            },
            Add => match (sum(self, a), sum(self, b)) {
                // (-x + y) + x
                (Some((Add, x, y)), _) if self.is_negated(x, b) => Some(Ok(y)),
                (Some((Add, x, y)), _) if self.is_negated(y, b) => Some(Ok(x)),
                (Some((Subtract, x, y)), _) if y == b => Some(Ok(x)),
                (_, Some((Subtract, x, y))) if y == a => Some(Ok(x)),
                _ => None,
            },
            _ => None,
        }
    }

    fn is_negated(&self, negated: Atom, atom: Atom) -> bool {
        matches!(self.definitions.of_atom(negated),
            Some(Definition::Scalar(Operation::Negate, operands)) if operands[0] == atom)
    }

    /// `x + offset`, written as a subtraction where the offset is negative.
    fn fold_offset(&mut self, x: Atom, offset: Constant, ty: ScalarType) -> Folded {
        let value = offset.integer().unwrap_or(0);
        let signed = Constant::from_integer(ty.signed(), value).integer().unwrap_or(0);
        if signed == 0 {
            return Ok(x);
        }
        if signed < 0 {
            let positive = Constant::from_integer(ty, -signed);
            return Ok(self.raw(Operation::Subtract, x, positive.into()));
        }
        Ok(self.raw(Operation::Add, x, offset.into()))
    }

    /// A new binary operation that is in its simplest form.
    fn raw(&mut self, operation: Operation, a: Atom, b: Atom) -> Atom {
        let ty = self.element(a);
        let var = self.variables.add(None, ty.into());
        self.emit(var, Expression::Scalar(operation, vec![a, b]));
        self.atom(Atom::Var(var))
    }

    pub(super) fn fold_cast(&mut self, var: Var, atom: Atom) -> Folded {
        let ty = self.variables.ty(var).element();
        if let Atom::Constant(constant) = atom {
            return Ok(constant.cast(ty).into());
        }
        if self.element(atom) == ty {
            return Ok(atom);
        }
        // There and back through a type that holds every value in range.
        if let Some(Definition::Cast(inner)) = self.definitions.of_atom(atom)
            && self.element(*inner) == ty
            && ty.is_integer()
            && self.element(atom).is_integer()
            && self.element(atom).bytes() >= ty.bytes()
        {
            return Ok(*inner);
        }
        // Arithmetic of 64 bits is the same with and without signs.
        if ty == ScalarType::Usize
            && has_64_bits(self.element(atom))
            && !self.definitions.is_counted(atom, &self.variables)
            && let Some(Definition::Scalar(operation, operands)) =
                self.definitions.of_atom(atom).cloned()
        {
            use Operation::{Add, Multiply, Negate, Subtract};
            let mut cast = |atom| self.define(ty.into(), Expression::Cast(atom));
            match (operation, &operands[..]) {
                (Add | Subtract | Multiply, [a, b]) => {
                    let operands = vec![cast(*a), cast(*b)];
                    return self.fold(operation, operands);
                }
                (Negate, [a]) => {
                    let operands = vec![Atom::size(0), cast(*a)];
                    return self.fold(Subtract, operands);
                }
                _ => {}
            }
        }
        Err(Expression::Cast(atom))
    }

    /// Folds the test that a signed number is natural and below another natural number into one comparison
    /// without signs: `0 <= p && p < n`.
    fn fold_between(&mut self, a: Atom, b: Atom) -> Option<Folded> {
        let comparison = |this: &Self, atom: Atom| match this.definitions.of_atom(atom) {
            Some(Definition::Scalar(operation, operands)) => match operands[..] {
                [low, high] => Some((*operation, low, high)),
                _ => None,
            },
            _ => None,
        };
        for (natural, below) in [(a, b), (b, a)] {
            let (Some((Operation::LessEqual, zero, own)), Some((less, low, high))) =
                (comparison(self, natural), comparison(self, below))
            else {
                continue;
            };
            let fits = is_number(zero, 0)
                && low == own
                && matches!(less, Operation::Less | Operation::LessEqual)
                && has_64_bits(self.element(own))
                && self.element(own).is_signed()
                && self.lengths().is_natural(high);
            if fits {
                let size = Type::USIZE;
                let [low, high] =
                    [low, high].map(|atom| self.define(size.clone(), Expression::Cast(atom)));
                return Some(self.fold(less, vec![low, high]));
            }
        }
        None
    }

    pub(super) fn fold_select(&mut self, operands: [Atom; 3]) -> Folded {
        let [condition, then, otherwise] = operands;
        if let Atom::Constant(constant) = condition {
            return Ok(if constant.truth() { then } else { otherwise });
        }
        if then == otherwise {
            return Ok(then);
        }
        if is_truth(then, true) && is_truth(otherwise, false) {
            return Ok(condition);
        }
        if is_truth(then, false) && is_truth(otherwise, true) {
            return Ok(self.scalar(Operation::Not, &[condition]));
        }
        if is_truth(otherwise, false) {
            return Ok(self.scalar(Operation::And, &[condition, then]));
        }
        if is_truth(then, true) {
            return Ok(self.scalar(Operation::Or, &[condition, otherwise]));
        }
        Err(Expression::Select(operands))
    }

    pub(super) fn fold_check(&mut self, var: Var, mut check: Check) -> Folded {
        check.when = check.when.filter(|when| !is_truth(*when, true));
        let ty = self.variables.ty(var).element();
        if check.when.is_some_and(|when| is_truth(when, false)) {
            return Ok(ty.zero().into());
        }
        if self.always(&check.condition, &check.operands) {
            let value = check.operands[0];
            return match check.when {
                // The value of a check that is not made is 0.
                Some(_) => Err(Expression::Check(check)),
                None if self.element(value) == ty => Ok(value),
                None => self.fold_cast(var, value),
            };
        }
        Err(Expression::Check(check))
    }

    /// Returns true if a condition holds whatever happens.
    fn always(&self, condition: &Condition, operands: &[Atom]) -> bool {
        let constants: Option<Vec<Constant>> =
            operands.iter().map(|operand| operand.constant()).collect();
        if let Some(constants) = constants {
            return holds(condition, &constants);
        }
        let equal = operands.len() == 2 && operands[0] == operands[1];
        match condition {
            Condition::Index(_) => {
                let [index, extent] = [operands[0], operands[1]];
                self.definitions.in_bounds(index, extent, &self.variables)
                    || self.definitions.in_bounds_where(index, extent, &self.below, &self.variables)
                    || self.known_less(index, extent)
            }
            Condition::Slice(_) => {
                equal || is_number(operands[0], 0) || self.known_at_most(operands[0], operands[1])
            }
            Condition::SameCount(_) => equal,
            Condition::Divides => is_number(operands[0], 1),
            Condition::NotZero(_) | Condition::Positive(_) => {
                let range = self.definitions.range(operands[0], &self.variables, 3);
                range.is_some_and(|(low, _)| low > 0) || self.checked_before(condition, operands)
            }
            Condition::NotNegative(_) => {
                let range = self.definitions.range(operands[0], &self.variables, 3);
                range.is_some_and(|(low, _)| low >= 0)
            }
            Condition::Ordered(_) => equal && !self.element(operands[0]).is_float(),
            Condition::Sum(_) => self.lengths().sum_fits(operands[0], operands[1]),
            Condition::Product(_) => self.lengths().product_fits(operands[0], operands[1]),
            Condition::Countable => self.lengths().is_countable(operands[0], operands[1]),
            Condition::Holds(_) => false,
        }
    }

    /// Returns true if the operand is the value of the same check.
    fn checked_before(&self, condition: &Condition, operands: &[Atom]) -> bool {
        matches!(
            self.definitions.of_atom(operands[0]),
            Some(Definition::Check(known, _))
                if std::mem::discriminant(known) == std::mem::discriminant(condition)
        )
    }
}

fn has_64_bits(ty: ScalarType) -> bool {
    ty.is_integer() && ty.bytes() == 8
}
