//! The bounds of integers, and the indices that are in bounds.
//!
//! The numbers that a loop counts lie between its start and its end, so that the indices of triangular nests
//! need no checks: `for j in i + 1..n`, where `n` is the length. In the arms of an `if` its condition is
//! known: `if i < n { xs[i] }`.

use super::definitions::{Definition, Definitions, is_number};
use crate::core::operation::Operation;
use crate::core::sum::Sum;
use crate::core::{Atom, Condition, Constant, ScalarType, Variables};

/// The number of definitions that are followed, one after the other.
const DEPTH: usize = 8;

/// The range of numbers that a loop counts.
pub(super) struct Counted {
    pub(super) start: Atom,
    pub(super) end: Atom,
    /// True if the end is counted, too.
    pub(super) included: bool,
}

impl Definitions {
    /// Returns true if an integer is an index below an extent, wherever it is in scope.
    pub fn in_bounds(&self, index: Atom, extent: Atom, variables: &Variables) -> bool {
        self.is_below(index, extent, variables, DEPTH)
    }

    /// Lists pairs of integers of which the first is below the second where a condition holds, or where it
    /// does not.
    pub fn below_where(
        &self,
        condition: Atom,
        holds: bool,
        variables: &Variables,
        list: &mut Vec<[Atom; 2]>,
    ) {
        let Some(Definition::Scalar(operation, operands)) = self.of_atom(condition) else { return };
        let ty = variables.element(operands[0]);
        match (operation, holds, &operands[..]) {
            (Operation::And, true, both) | (Operation::Or, false, both) => {
                both.iter().for_each(|part| self.below_where(*part, holds, variables, list));
            }
            (Operation::Not, _, [other]) => self.below_where(*other, !holds, variables, list),
            _ if !ty.is_integer() => {}
            (Operation::Less, true, [low, high]) | (Operation::LessEqual, false, [high, low]) => {
                list.push([*low, *high]);
            }
            // If a value is at least a number, it is above the one before it.
            (Operation::LessEqual, true, [low, high]) | (Operation::Less, false, [high, low]) => {
                let low = low.constant().and_then(|constant| constant.integer());
                if let Some(low) = low.filter(|low| *low > ty.minimum()) {
                    list.push([Constant::from_integer(ty, low - 1).into(), *high]);
                }
            }
            (Operation::NotEqual, true, [a, b]) | (Operation::Equal, false, [a, b])
                if ty.is_unsigned() =>
            {
                for (one, other) in [(*a, *b), (*b, *a)] {
                    if is_number(one, 0) {
                        list.push([one, other]);
                    }
                }
            }
            _ => {}
        }
    }

    /// Lists pairs of operands of which the first is at most the second where a condition holds, or where it
    /// does not.
    pub fn at_most_where(&self, condition: Atom, holds: bool, list: &mut Vec<[Atom; 2]>) {
        let Some(Definition::Scalar(operation, operands)) = self.of_atom(condition) else { return };
        match (operation, holds, &operands[..]) {
            (Operation::And, true, both) | (Operation::Or, false, both) => {
                both.iter().for_each(|part| self.at_most_where(*part, holds, list));
            }
            (Operation::Not, _, [other]) => self.at_most_where(*other, !holds, list),
            (Operation::LessEqual, true, [low, high]) | (Operation::Less, false, [high, low]) => {
                list.push([*low, *high]);
            }
            (Operation::Equal, true, [a, b]) | (Operation::NotEqual, false, [a, b]) => {
                list.extend([[*a, *b], [*b, *a]]);
            }
            _ => {}
        }
    }

    /// Returns true if an operand is a number that a loop counts.
    pub fn is_counted(&self, value: Atom, variables: &Variables) -> bool {
        self.counted(value, variables, 4).is_some()
    }

    /// Returns true if an integer is an index below an extent where these are below others.
    pub fn in_bounds_where(
        &self,
        index: Atom,
        extent: Atom,
        below: &[[Atom; 2]],
        variables: &Variables,
    ) -> bool {
        let known = |atom: Atom| atom.constant().and_then(|constant| constant.integer());
        let is_below = |index: Atom| {
            let guards = |[low, high]: &[Atom; 2]| {
                let is_index =
                    *low == index || known(*low).is_some() && known(*low) == known(index);
                is_index && self.is_at_most(*high, extent, variables, DEPTH)
            };
            let above = |[low, high]: &[Atom; 2]| *high == index && known(*low) >= Some(-1);
            let natural = self.is_natural(index, variables) || below.iter().any(above);
            natural && below.iter().any(guards)
        };
        is_below(index)
            || match self.of_atom(index) {
                // Casts to unsigned types change no index but to a smaller one.
                Some(Definition::Cast(inner)) => {
                    let (from, to) = (variables.element(*inner), variables.element(index));
                    from.is_integer() && to.is_unsigned() && is_below(*inner)
                }
                // `i - by` is not negative if `i` is known to be above `by - 1`, and then below the extent if `i`
                // is no more than the extent.
                Some(Definition::Scalar(Operation::Subtract, operands)) => {
                    let known =
                        |atom: Atom| atom.constant().and_then(|constant| constant.integer());
                    let by = known(operands[1]).filter(|by| *by > 0);
                    let guards = |[low, high]: &[Atom; 2]| {
                        *high == operands[0] && by.is_some_and(|by| known(*low) >= Some(by - 1))
                    };
                    // Or if `i` is below the extent plus `by`.
                    let is_shifted = |[low, high]: &[Atom; 2]| {
                        *low == operands[0]
                            && by.is_some_and(|by| self.is_sum(*high, extent, by, variables))
                    };
                    variables.element(index).is_unsigned()
                        && below.iter().any(guards)
                        && (self.is_at_most(operands[0], extent, variables, DEPTH)
                            || below.iter().any(is_shifted))
                }
                _ => false,
            }
    }

    /// Returns true if a size is another and a number, unless that wraps around: there is no index then that
    /// is less than it, and as large as the number.
    fn is_sum(&self, sum: Atom, size: Atom, number: i128, variables: &Variables) -> bool {
        let is_size = variables.element(sum) == ScalarType::Usize;
        let known = |atom: Atom| Some(atom.known_size()? as i128);
        is_size
            && match self.of_atom(sum) {
                Some(Definition::Scalar(Operation::Add, operands)) => {
                    operands[0] == size && is_number(operands[1], number)
                }
                _ => known(sum).zip(known(size)).is_some_and(|(sum, size)| sum == size + number),
            }
    }

    /// Returns true if an integer is not negative, and less than a size.
    fn is_below(&self, index: Atom, size: Atom, variables: &Variables, depth: usize) -> bool {
        if depth == 0 {
            return false;
        }
        if let Some(size) = size.known_size()
            && let Some((low, high)) = self.range(index, variables, 4)
            && low >= 0
            && high < size as i128
        {
            return true;
        }
        let is_below = |index: Atom| self.is_below(index, size, variables, depth - 1);
        let ends_below = |Counted { start, end, included }: Counted| {
            self.is_natural(start, variables)
                && match included {
                    true => is_below(end),
                    false => self.is_at_most(end, size, variables, depth - 1),
                }
        };
        let counted = [self.counted(index, variables, 4), self.counted_before(index, variables)];
        if counted.iter().any(Option::is_some) {
            return counted.into_iter().flatten().any(ends_below);
        }
        match self.of_atom(index) {
            Some(Definition::Check(Condition::Index(_), operands)) => {
                self.is_at_most(operands[1], size, variables, depth - 1)
            }
            // Casts to unsigned types change no index but to a smaller one.
            Some(Definition::Cast(inner)) => {
                let (from, to) = (variables.element(*inner), variables.element(index));
                from.is_integer() && to.is_unsigned() && is_below(*inner)
            }
            Some(Definition::Scalar(Operation::Boundary(..), operands)) => {
                operands[1] == size && is_below(operands[0])
            }
            // A remainder is below its divisor, which was checked not to be zero.
            Some(Definition::Scalar(Operation::Remainder, operands)) => {
                match self.of_atom(operands[1]) {
                    Some(Definition::Check(Condition::NotZero(_), checked)) => {
                        checked[0] == size && variables.element(index).is_unsigned()
                    }
                    _ => false,
                }
            }
            Some(Definition::Select([_, then, otherwise])) => {
                is_below(*then) && is_below(*otherwise)
            }
            Some(Definition::Scalar(Operation::Subtract, _)) => {
                self.less(index, variables, depth).is_some_and(is_below)
                    || self.is_mirrored(index, size, variables, depth)
            }
            _ => false,
        }
    }

    /// Returns true if an index is `size - 1 - i`, where `i` is an index, too.
    fn is_mirrored(&self, index: Atom, size: Atom, variables: &Variables, depth: usize) -> bool {
        let rest = || {
            let mut rest = Sum::default();
            rest.add(size, false)?;
            rest.add(Atom::size(1), true)?;
            self.take_terms(index, true, size, variables, depth, &mut rest)?;
            rest.term()
        };
        variables.element(index) == ScalarType::Usize
            && rest().is_some_and(|rest| self.is_below(rest, size, variables, depth - 1))
    }

    /// Adds the terms of a sum, or takes them away, down to those that are below a size.
    fn take_terms(
        &self,
        whole: Atom,
        negative: bool,
        size: Atom,
        variables: &Variables,
        depth: usize,
        sum: &mut Sum,
    ) -> Option<()> {
        let Some((operation, [first, second])) = self.terms_of(whole) else {
            return sum.add(whole, negative);
        };
        let other = negative != (operation == Operation::Subtract);
        for (term, negative) in [(first, negative), (second, other)] {
            match depth == 0 || self.is_below(term, size, variables, depth - 1) {
                true => sum.add(term, negative)?,
                false => self.take_terms(term, negative, size, variables, depth - 1, sum)?,
            }
        }
        Some(())
    }

    /// Returns the operation and its operands, if an integer is a sum or a difference.
    fn terms_of(&self, whole: Atom) -> Option<(Operation, [Atom; 2])> {
        match self.of_atom(whole)? {
            Definition::Scalar(operation @ (Operation::Add | Operation::Subtract), operands) => {
                Some((*operation, [operands[0], operands[1]]))
            }
            _ => None,
        }
    }

    /// Returns `size` if `value` is `size - taken`, and `taken` is no more than `size`.
    pub fn taken_from(&self, value: Atom, variables: &Variables) -> Option<Atom> {
        self.less(value, variables, DEPTH)
    }

    /// Returns the first operand of a difference of sizes, if the second one is no larger.
    fn less(&self, value: Atom, variables: &Variables, depth: usize) -> Option<Atom> {
        let Some(Definition::Scalar(Operation::Subtract, operands)) = self.of_atom(value) else {
            return None;
        };
        let [from, taken] = operands[..] else { return None };
        let fits = variables.element(value) == ScalarType::Usize
            && self.is_at_most(taken, from, variables, depth - 1);
        fits.then_some(from)
    }

    /// Returns true if an integer is not more than a size.
    fn is_at_most(&self, value: Atom, size: Atom, variables: &Variables, depth: usize) -> bool {
        if value == size {
            return true;
        }
        if depth == 0 {
            return false;
        }
        if let Some(size) = size.known_size()
            && let Some((_, high)) = self.range(value, variables, 4)
            && high <= size as i128
        {
            return true;
        }
        let is_at_most = |value: Atom| self.is_at_most(value, size, variables, depth - 1);
        let unsigned = variables.element(value).is_unsigned();
        match self.of_atom(value) {
            // A cast makes no integer larger that is not negative.
            Some(Definition::Cast(inner)) => {
                self.is_natural(*inner, variables) && is_at_most(*inner)
            }
            Some(Definition::Check(Condition::Slice(_), operands)) => is_at_most(operands[1]),
            Some(Definition::Select([_, then, otherwise])) => {
                is_at_most(*then) && is_at_most(*otherwise)
            }
            Some(Definition::Scalar(operation, operands)) if unsigned => match operation {
                Operation::Divide | Operation::ShiftRight => is_at_most(operands[0]),
                Operation::Function(function) if function.name == "min" => {
                    operands.iter().any(|operand| is_at_most(*operand))
                }
                Operation::Subtract
                    if self.less(value, variables, depth).is_some_and(is_at_most) =>
                {
                    true
                }
                _ => self.is_below(value, size, variables, depth - 1),
            },
            _ => self.is_below(value, size, variables, depth - 1),
        }
    }

    fn is_natural(&self, value: Atom, variables: &Variables) -> bool {
        let ty = variables.element(value);
        ty.is_unsigned() || self.range(value, variables, 4).is_some_and(|(low, _)| low >= 0)
    }

    /// Returns the range of the loop that counts a value: its index, which starts at 0, became a number of
    /// this type.
    pub(super) fn counted(
        &self,
        value: Atom,
        variables: &Variables,
        depth: usize,
    ) -> Option<Counted> {
        let ty = variables.element(value);
        if let Some(count) = self.count_of(value) {
            if let Some(counted) =
                self.counted_from(Atom::Constant(ty.zero()), count, variables, depth)
            {
                return Some(counted);
            }
            // All indices that an unsigned type does not cut off are below the count.
            return ty.is_unsigned().then_some(Counted {
                start: Atom::Constant(ty.zero()),
                end: count,
                included: false,
            });
        }
        match self.of_atom(value)? {
            Definition::Scalar(Operation::Add, operands) => {
                let [start, offset] = operands[..] else { return None };
                let of = |start, offset| {
                    self.counted_from(start, self.count_of(offset)?, variables, depth)
                };
                of(start, offset).or_else(|| of(offset, start))
            }
            _ => None,
        }
    }

    /// Returns a range of numbers for an index that trails the number that a loop counts: `i - 1` and
    /// `i - 2`, if `i` is counted in `2..n`.
    fn counted_before(&self, index: Atom, variables: &Variables) -> Option<Counted> {
        let ty = variables.element(index);
        let (offset, start) = match self.of_atom(index) {
            Some(Definition::Scalar(Operation::Add, operands)) => (operands[0], operands[1]),
            _ => (index, Atom::Constant(ty.zero())),
        };
        let count = self.count_of(offset)?;
        let Definition::Select([forwards, ..]) = self.of_atom(count)? else { return None };
        let Definition::Scalar(_, bounds) = self.of_atom(*forwards)? else { return None };
        let known = |atom: Atom| atom.constant().and_then(|constant| constant.integer());
        let (own, first) = (known(start)?, known(bounds[0])?);
        let fits = 0 <= own && own <= first && variables.element(bounds[0]) == ty;
        let Counted { end, included, .. } =
            self.counted_from(bounds[0], count, variables, 4).filter(|_| fits)?;
        Some(Counted { start, end, included: included && own == first })
    }

    /// Returns the number of rounds of the loop whose index this is, also as a number of another type.
    fn count_of(&self, value: Atom) -> Option<Atom> {
        match self.of_atom(value)? {
            Definition::Lane(count) => Some(*count),
            Definition::Cast(inner) => match self.of_atom(*inner)? {
                Definition::Lane(count) => Some(*count),
                _ => None,
            },
            _ => None,
        }
    }

    /// The range with this start, if the count is the one that the lowering of ranges makes: the difference
    /// in the unsigned type of the same width, in which it cannot overflow.
    fn counted_from(
        &self,
        start: Atom,
        count: Atom,
        variables: &Variables,
        depth: usize,
    ) -> Option<Counted> {
        let guarded = match self.of_atom(count)? {
            Definition::Select([forwards, difference, none]) if is_number(*none, 0) => {
                match self.of_atom(*forwards)? {
                    Definition::Scalar(Operation::Less, bounds) => {
                        Some((bounds, *difference, false))
                    }
                    Definition::Scalar(Operation::LessEqual, bounds) => {
                        match self.of_atom(*difference)? {
                            Definition::Scalar(Operation::Add, terms) if is_number(terms[1], 1) => {
                                Some((bounds, terms[0], true))
                            }
                            _ => return self.counted_to(bounds, start, *difference, variables),
                        }
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        if let Some((bounds, difference, included)) = guarded {
            let [first, end] = bounds[..] else { return None };
            let fits = first == start && self.is_difference(difference, end, start, variables);
            return fits.then_some(Counted { start, end, included });
        }
        // The start is known to come first.
        let ty = variables.element(start);
        let (difference, included) = match self.of_atom(count)? {
            Definition::Scalar(Operation::Add, terms) if is_number(terms[1], 1) => (terms[0], true),
            _ => (count, false),
        };
        let wide = self.before_cast(difference, ty.unsigned(), variables);
        let last = match self.of_atom(wide) {
            Some(Definition::Scalar(Operation::Subtract, operands)) => operands[0],
            _ if is_number(start, 0) => wide,
            _ => return None,
        };
        let end = match last.constant().and_then(|constant| constant.integer()) {
            Some(end) if end <= ty.maximum() => Constant::from_integer(ty, end).into(),
            _ => self.before_cast(last, ty, variables),
        };
        let range = |atom| self.range(atom, variables, depth - 1);
        let comes_first = self.counts_to(start, end)
            || range(start)
                .zip(range(end))
                .is_some_and(|((_, latest), (first, _))| latest <= first);
        let fits = comes_first && self.is_difference(difference, end, start, variables);
        fits.then_some(Counted { start, end, included })
    }

    /// Returns true if a start is a number that is counted to the end, or the next one: `i` or `i + 1` of `i`
    /// in `0..end`.
    fn counts_to(&self, start: Atom, end: Atom) -> bool {
        let lane = match self.of_atom(start) {
            Some(Definition::Scalar(Operation::Add, terms)) if is_number(terms[1], 1) => terms[0],
            _ => start,
        };
        matches!(self.of_atom(lane), Some(Definition::Lane(extent)) if *extent == end)
    }

    /// The range of sizes with this start that includes its end, if the count is one more than the difference
    /// between them, in whatever way it is written: `n - 1` for `2..=n`.
    fn counted_to(
        &self,
        bounds: &[Atom],
        start: Atom,
        count: Atom,
        variables: &Variables,
    ) -> Option<Counted> {
        let [first, end] = bounds[..] else { return None };
        let terms = [(count, false), (first, false), (end, true), (Atom::size(1), true)];
        (first == start && self.adds_up_to_nothing(&terms, variables)).then_some(Counted {
            start,
            end,
            included: true,
        })
    }

    /// Returns true if sizes that are added, or taken away, leave nothing, in whatever way each is written.
    fn adds_up_to_nothing(&self, terms: &[(Atom, bool)], variables: &Variables) -> bool {
        let rest = || {
            let mut rest = Sum::default();
            for (term, negative) in terms {
                rest.add_terms(*term, *negative, &|size| self.terms_of(size))?;
            }
            Some(rest)
        };
        terms.iter().all(|(term, _)| variables.element(*term) == ScalarType::Usize)
            && rest().is_some_and(|rest| rest.is_zero())
    }

    /// Returns true if a count is `end - start`, computed in the unsigned type of the same width.
    fn is_difference(&self, count: Atom, end: Atom, start: Atom, variables: &Variables) -> bool {
        let ty = variables.element(start);
        let wide = self.before_cast(count, ty.unsigned(), variables);
        if variables.element(wide) != ty.unsigned() || variables.element(end) != ty {
            return false;
        }
        let is = |operand: Atom, value: Atom| {
            operand == value
                || self.before_cast(operand, ty, variables) == value
                || operand.constant().and_then(|constant| constant.integer()).is_some_and(|own| {
                    value.constant().and_then(|constant| constant.integer()) == Some(own)
                })
        };
        match self.of_atom(wide) {
            Some(Definition::Scalar(Operation::Subtract, operands)) => {
                is(operands[0], end) && is(operands[1], start)
            }
            _ if is_number(start, 0) && is(wide, end) => true,
            _ => self.adds_up_to_nothing(&[(wide, false), (start, false), (end, true)], variables),
        }
    }

    /// Returns the value that was cast to an operand, if that is of this type; or else the operand.
    fn before_cast(&self, atom: Atom, ty: ScalarType, variables: &Variables) -> Atom {
        match self.of_atom(atom) {
            Some(Definition::Cast(inner)) if variables.element(*inner) == ty => *inner,
            _ => atom,
        }
    }
}
