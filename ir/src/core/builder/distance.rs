//! Computes the count of the numbers between two computed ones, if it is known without a comparison: four
//! in `i..i + 4`.
//!
//! Integers wrap, and a range that wraps is empty: so a count is known only if nothing wraps, and bounds of
//! the numbers are kept to tell that. If `i` may be any `i32`, the length is not known.

use super::{Builder, Definition};
use crate::core::operation::Operation;
use crate::core::polynomial::Polynomial;
use crate::core::program::{Atom, Condition};
use crate::core::scalar::ScalarType;
use crate::core::variables::Var;

/// The least and the greatest number that a value may be.
pub type Bounds = (i128, i128);

/// No call counts so far: that would take years.
const COUNTED: i128 = 1 << 56;

/// A number as a polynomial that does not wrap, and its bounds.
struct Exact {
    polynomial: Polynomial,
    bounds: Bounds,
}

impl Builder {
    /// Says between which numbers a value is, or the elements of an array.
    pub fn bind_bounds(&mut self, value: Atom, bounds: Bounds) {
        if let Atom::Var(var) = value {
            self.bounds.insert(var, bounds);
        }
    }

    /// Says that there are so many elements in memory.
    pub fn is_in_memory(&mut self, length: Atom) {
        self.bind_bounds(length, (0, COUNTED - 1));
    }

    /// The bounds of a counter of so many lanes or rounds.
    pub(super) fn bounds_of_places(&self, count: Atom) -> Bounds {
        let most = self.exact(count).map_or(COUNTED, |count| count.bounds.1.min(COUNTED));
        (0, (most - 1).max(0))
    }

    /// The bounds of the numbers from one up to another, without that itself.
    pub fn bounds_of_range(&self, start: Atom, end: Atom, closed: bool) -> Option<Bounds> {
        let (start, end) = (self.exact(start)?.bounds, self.exact(end)?.bounds);
        let last = end.1 - i128::from(!closed);
        Some((start.0, last.min(start.1 + COUNTED - 1).max(start.0)))
    }

    /// The count of the numbers from one up to another, without or with the latter, if it is known without
    /// comparing them.
    pub fn distance(&mut self, start: Atom, end: Atom, closed: bool) -> Option<Atom> {
        if self.variables.element(start) == ScalarType::Usize
            && let Some(distance) = self.distance_of_sizes(start, end)
        {
            return Some(self.size(Operation::Add, distance, Atom::size(closed.into())));
        }
        let (start, end) = (self.exact(start)?, self.exact(end)?);
        let more = i128::from(closed);
        let least = end.bounds.0 - start.bounds.1 + more;
        let most = end.bounds.1 - start.bounds.0 + more;
        if most <= 0 {
            return Some(Atom::size(0));
        }
        let distance = end.polynomial.minus(&start.polynomial)?;
        let distance = distance.plus(&Polynomial::constant(u64::from(closed)), 1)?;
        let fits =
            |(least, most): Bounds| i128::from(i64::MIN) < least && most < i128::from(i64::MAX);
        if !fits((least, most)) || !distance.cancels() {
            return None;
        }
        if self.bounds_of(&distance).is_some_and(|bounds| fits(bounds) && bounds.1 <= 0) {
            return Some(Atom::size(0));
        }
        let usize = ScalarType::Usize;
        let distance = self
            .written(&distance, usize, &mut |this, var| Some(this.cast(Atom::Var(var), usize)))?;
        // A range that runs backwards is empty.
        let signed = self.cast(distance, ScalarType::Isize);
        let zero = Atom::Constant(ScalarType::Isize.zero());
        let forwards = self.scalar(Operation::Less, &[zero, signed]);
        Some(self.select(forwards, distance, Atom::size(0)))
    }

    /// The number of elements of a slice whose bounds are of this type and have been checked, if the way in
    /// which the bounds were computed tells it: also if they may wrap, as such bounds do not pass.
    pub fn length_of_slice(&mut self, start: Atom, end: Atom, closed: bool) -> Option<Atom> {
        let ty = self.variables.element(start);
        if ty != self.variables.element(end) {
            return None;
        }
        let length = self.polynomial(end)?.minus(&self.polynomial(start)?)?;
        if !length.cancels() {
            return None;
        }
        let length = self.written(&length, ty, &mut |_, var| Some(var.into()))?;
        if length.constant().is_some() {
            // A closed one may have as many elements as the type has numbers. The length of a slice with a
            // bound below zero is never asked for: the bounds do not pass.
            let all = closed && ty.bytes() < 8 && !ty.is_signed();
            if all && length.constant().is_some_and(|length| length.is_number(ty.maximum())) {
                // None or all of them: `xs[i..=i - 1]` with `u8`.
                return None;
            }
            let length = self.cast(length, ScalarType::I64).constant()?.integer()?;
            let count = (length + i128::from(closed)).max(0);
            return Some(Atom::size(usize::try_from(count).ok()?));
        }
        // Sizes are compared as they are.
        if ty == ScalarType::Usize || closed {
            return None;
        }
        let zero = Atom::Constant(ty.zero());
        let forwards = self.scalar(Operation::LessEqual, &[zero, length]);
        let length = self.cast(length, ScalarType::Usize);
        Some(self.select(forwards, length, Atom::size(0)))
    }

    /// The distance of sizes in which other sizes are factors: `i * k..(i + 1) * k`, where `i` is a count.
    /// A count is no larger than memory, and neither is a number that is no larger than the distance.
    fn distance_of_sizes(&mut self, start: Atom, end: Atom) -> Option<Atom> {
        let start = self.polynomial(start)?;
        let distance = self.polynomial(end)?.minus(&start)?;
        // No products of so few numbers that count something are near the end of the type.
        let is_moderate =
            |(factors, times): (&[Var], i64)| 0 < times && times < 1 << 32 && factors.len() <= 2;
        let grows = start.terms().chain(distance.terms()).all(is_moderate);
        let is_small = |var: Var| {
            self.counts.contains(&var) || self.bounds.get(&var).is_some_and(|b| b.1 < COUNTED)
        };
        // A sum of sizes that may be any number may wrap, one of them does not.
        let mut terms = distance.terms();
        let single = match (terms.next(), terms.next()) {
            (Some((&[var], 1)), None) => Some(var),
            _ => None,
        };
        let single = single
            .filter(|var| self.depth_of(*var) == 0 && !self.may_have_wrapped(Atom::Var(*var)));
        let is_known = |var: Var| is_small(var) || Some(var) == single;
        let known = start.variables().chain(distance.variables()).all(is_known);
        let counts = start.variables().next().is_some() && distance.cancels();
        if grows && known && counts {
            self.written(&distance, ScalarType::Usize, &mut |_, var| Some(var.into()))
        } else {
            None
        }
    }

    /// The bounds of the rest of a sum.
    fn bounds_of(&self, polynomial: &Polynomial) -> Option<Bounds> {
        let mut sum: Bounds = (0, 0);
        for (variables, times) in polynomial.terms() {
            let mut term = (i128::from(times), i128::from(times));
            for var in variables {
                term = product(term, self.exact(Atom::Var(*var))?.bounds)?;
            }
            sum = (sum.0.checked_add(term.0)?, sum.1.checked_add(term.1)?);
        }
        Some(sum)
    }

    /// A number as it is computed, if it is an integer.
    fn exact(&self, number: Atom) -> Option<Exact> {
        self.exact_of(number, &mut 64)
    }

    /// The exact value of a number, by way of so many operations at most.
    fn exact_of(&self, number: Atom, operations: &mut u32) -> Option<Exact> {
        let ty = self.variables.element(number);
        let var = match number {
            _ if !ty.is_integer() => return None,
            Atom::Constant(constant) => {
                let number = constant.integer()?;
                let polynomial = Polynomial::constant(number as u64);
                return Some(Exact { polynomial, bounds: (number, number) });
            }
            Atom::Var(var) => var,
        };
        let unknown = |bounds| Some(Exact { polynomial: Polynomial::variable(var), bounds });
        if let Some(bounds) = self.bounds.get(&var) {
            return unknown(*bounds);
        }
        if self.counts.contains(&var) {
            return unknown((0, COUNTED - 1));
        }
        let definition = self.definitions.get(&var).filter(|_| *operations > 0);
        *operations = operations.saturating_sub(1);
        let any = (ty.minimum(), ty.maximum());
        let fits = |exact: &Exact| any.0 <= exact.bounds.0 && exact.bounds.1 <= any.1;
        let made = match definition {
            Some(Definition::Scalar(operation, operands)) => {
                self.exact_operation(*operation, operands, var, operations)
            }
            Some(Definition::Cast(value, _)) => self.exact_of(*value, operations),
            Some(Definition::Checked(value, _, (condition, ..))) => {
                self.exact_of(*value, operations).map(|mut value| {
                    if let Condition::Index(_) | Condition::Slice(_) = condition {
                        value.bounds = (value.bounds.0.max(0), value.bounds.1.max(0));
                    }
                    value
                })
            }
            Some(Definition::Select([_, then, otherwise])) => {
                let (then, otherwise) =
                    (self.exact_of(*then, operations)?, self.exact_of(*otherwise, operations)?);
                let least = then.bounds.0.min(otherwise.bounds.0);
                unknown((least, then.bounds.1.max(otherwise.bounds.1)))
            }
            None => None,
        };
        made.filter(fits).or_else(|| unknown(any))
    }

    /// The value of an operation that binds a variable, without wrapping.
    fn exact_operation(
        &self,
        operation: Operation,
        operands: &[Atom],
        var: Var,
        operations: &mut u32,
    ) -> Option<Exact> {
        let &[first, second] = operands else { return None };
        let a = self.exact_of(first, operations)?;
        let b = self.exact_of(second, operations)?;
        let ((a0, a1), (b0, b1)) = (a.bounds, b.bounds);
        let (polynomial, bounds) = match operation {
            Operation::Add => (a.polynomial.plus(&b.polynomial, 1)?, (a0 + b0, a1 + b1)),
            Operation::Subtract => (a.polynomial.minus(&b.polynomial)?, (a0 - b1, a1 - b0)),
            Operation::Multiply => {
                (a.polynomial.times(&b.polynomial)?, product(a.bounds, b.bounds)?)
            }
            Operation::Remainder if a0 >= 0 && b0 > 0 => {
                (Polynomial::variable(var), (0, a1.min(b1 - 1)))
            }
            Operation::Divide if a0 >= 0 && b0 > 0 => {
                (Polynomial::variable(var), (a0 / b1, a1 / b0))
            }
            _ => return None,
        };
        Some(Exact { polynomial, bounds })
    }
}

/// The bounds of products of numbers between these.
fn product(a: Bounds, b: Bounds) -> Option<Bounds> {
    let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
    let corners = corners.map(|(a, b)| a.checked_mul(b));
    Some((corners.into_iter().min()??, corners.into_iter().max()??))
}
