//! The ranges of integers: the smallest and the largest value that one can have, from how it is computed.

use super::bounds::Counted;
use super::definitions::{Definition, Definitions};
use crate::core::operation::Operation;
use crate::core::{Atom, Condition, Variables};

impl Definitions {
    /// The smallest and largest value that an integer can have, where both are known: from how it
    /// was computed, or because its type is small.
    pub fn range(&self, atom: Atom, variables: &Variables, depth: usize) -> Option<(i128, i128)> {
        let ty = variables.element(atom);
        let small = ty.is_integer() && ty.maximum() <= i128::from(u16::MAX);
        let all = small.then(|| (ty.minimum(), ty.maximum()));
        self.computed_range(atom, variables, depth).or(all)
    }

    fn computed_range(
        &self,
        atom: Atom,
        variables: &Variables,
        depth: usize,
    ) -> Option<(i128, i128)> {
        if let Atom::Constant(constant) = atom {
            return constant.integer().map(|value| (value, value));
        }
        let ty = variables.element(atom);
        if depth == 0 || !ty.is_integer() {
            return None;
        }
        let fits = |range: (i128, i128)| {
            (ty.minimum() <= range.0 && range.1 <= ty.maximum()).then_some(range)
        };
        let range = |atom: Atom| self.range(atom, variables, depth - 1);
        if let Some(Counted { start, end, included }) = self.counted(atom, variables, depth) {
            let low = range(start).map_or(ty.minimum(), |start| start.0);
            let high = range(end).map_or(variables.element(end).maximum(), |end| end.1);
            let high = if included { high } else { high - 1 };
            return fits((low, high.max(low)));
        }
        match self.of_atom(atom)? {
            Definition::Cast(inner) => match range(*inner) {
                Some(inner) => fits(inner),
                None => {
                    let from = variables.element(*inner);
                    let all = (from.minimum(), from.maximum());
                    if from.is_integer() { fits(all) } else { None }
                }
            },
            Definition::Check(Condition::Index(_), operands) => {
                let extent = operands[1].known_size()? as i128;
                Some((0, extent - 1))
            }
            Definition::Check(_, operands) => range(operands[0]).and_then(fits),
            Definition::Select([_, then, otherwise]) => {
                let (a, b) = (range(*then)?, range(*otherwise)?);
                Some((a.0.min(b.0), a.1.max(b.1)))
            }
            Definition::Scalar(operation, operands) => {
                let a = range(operands[0]);
                let b = operands.get(1).and_then(|b| range(*b));
                match (operation, a, b) {
                    (Operation::Add, Some(a), Some(b)) => fits((a.0 + b.0, a.1 + b.1)),
                    (Operation::Subtract, Some(a), Some(b)) => fits((a.0 - b.1, a.1 - b.0)),
                    (Operation::Multiply, Some(a), Some(b)) if a.0 >= 0 && b.0 >= 0 => {
                        fits((a.0.checked_mul(b.0)?, a.1.checked_mul(b.1)?))
                    }
                    (Operation::Divide, Some(a), Some(b)) if a.0 >= 0 && b.0 > 0 => {
                        Some((a.0 / b.1, a.1 / b.0))
                    }
                    (Operation::Remainder, a, Some((low, high))) if low > 0 => match a {
                        Some(a) if a.0 >= 0 => Some((0, a.1.min(high - 1))),
                        _ if ty.is_unsigned() => Some((0, high - 1)),
                        _ => Some((1 - high, high - 1)),
                    },
                    (Operation::And, a, b) if ty.is_unsigned() || a.is_some_and(|a| a.0 >= 0) => {
                        let high = a.map_or(ty.maximum(), |a| a.1);
                        let other = match b {
                            Some(b) if b.0 >= 0 => b.1,
                            _ => high,
                        };
                        Some((0, high.min(other)))
                    }
                    // By less than the width, which amounts are taken modulo of.
                    (Operation::ShiftRight, Some(a), Some(b))
                        if a.0 >= 0 && 0 <= b.0 && b.1 < 8 * ty.bytes() as i128 =>
                    {
                        Some((a.0 >> b.1, a.1 >> b.0))
                    }
                    (Operation::Function(function), a, b) => match (function.name, a, b) {
                        ("min", Some(a), Some(b)) => Some((a.0.min(b.0), a.1.min(b.1))),
                        ("max", Some(a), Some(b)) => Some((a.0.max(b.0), a.1.max(b.1))),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
