//! Folds comparisons, minima and maxima of two sizes if the [difference](Differences) of the sizes tells the
//! result.
//!
//! ```text
//! m = add n 2                                ─▶    m = add n 2
//! k = saturating_sub m 1                           k = add n 1
//! soac [i < n] {                                   soac [i < n] {
//!   a = add i 2; p = check in_bounds (a, m)          a = add i 2
//!   b = add i 1; c = add n 1; q = lt b c             (q holds)
//! ```

use super::Simplifier;
use crate::analysis::definitions::Definition;
use crate::analysis::differences::Differences;
use crate::core::operation::Operation;
use crate::core::{Atom, Expression};

impl Simplifier {
    /// Folds a function or a comparison of two sizes, if their difference tells the result.
    pub(super) fn fold_by_difference(
        &mut self,
        operation: Operation,
        a: Atom,
        b: Atom,
    ) -> Option<Result<Atom, Expression>> {
        use Operation::{Equal, Function, Less, LessEqual, NotEqual};
        // The value of a function may be read outside of the arm, so the arm's conditions do not count for
        // it; the result of a comparison matters in the arm.
        let value = Differences { lengths: self.lengths(), below: &[], at_most: &[] };
        let arm = self.differences();
        match operation {
            Less => arm.less(a, b).map(|known| Ok(Atom::truth(known))),
            LessEqual => arm.less(b, a).map(|known| Ok(Atom::truth(!known))),
            Equal | NotEqual => {
                let differ = arm.less(a, b) == Some(true) || arm.less(b, a) == Some(true);
                differ.then(|| Ok(Atom::truth(operation == NotEqual)))
            }
            Function(function) => match (function.name, value.less(b, a), value.less(a, b)) {
                ("saturating_sub", _, Some(false)) => {
                    Some(self.fold(Operation::Subtract, vec![a, b]))
                }
                ("saturating_sub", Some(false), _) => Some(Ok(Atom::size(0))),
                ("min", Some(false), _) | ("max", _, Some(false)) => Some(Ok(a)),
                ("min", _, Some(false)) | ("max", Some(false), _) => Some(Ok(b)),
                _ => None,
            },
            _ => None,
        }
        .or_else(|| self.without_common_offset(operation, a, b))
    }

    /// Returns true if one size is less than another in the arms around the present place.
    pub(super) fn known_less(&self, a: Atom, b: Atom) -> bool {
        self.differences().less(a, b) == Some(true)
    }

    /// Returns true if one size is at most another in the arms around the present place.
    pub(super) fn known_at_most(&self, a: Atom, b: Atom) -> bool {
        self.differences().less(b, a) == Some(false)
    }

    /// The differences at the present place.
    fn differences(&self) -> Differences<'_> {
        Differences { lengths: self.lengths(), below: &self.below, at_most: &self.at_most }
    }

    /// Folds a comparison of two sums with numbers into one without the smaller of the numbers.
    fn without_common_offset(
        &mut self,
        operation: Operation,
        a: Atom,
        b: Atom,
    ) -> Option<Result<Atom, Expression>> {
        use Operation::{Equal, Less, LessEqual, NotEqual};
        let compares = matches!(operation, Equal | NotEqual | Less | LessEqual);
        let [(first, more), (second, less)] = [self.offset(a)?, self.offset(b)?];
        let common = more.min(less);
        if !compares || common == 0 {
            return None;
        }
        let [a, b] = [(first, more - common), (second, less - common)].map(|(size, number)| {
            self.scalar(Operation::Add, &[size, Atom::size(number as usize)])
        });
        Some(self.fold(operation, vec![a, b]))
    }

    /// Splits a size into a summand and a number added to it without wrapping around.
    fn offset(&self, size: Atom) -> Option<(Atom, u64)> {
        if let Some(number) = size.known_size() {
            return Some((Atom::size(0), number as u64));
        }
        match self.definitions.of_atom(size) {
            Some(Definition::Scalar(Operation::Add, operands)) => {
                let number = operands[1].known_size()?;
                self.lengths()
                    .sum_fits(operands[0], operands[1])
                    .then_some((operands[0], number as u64))
            }
            _ => None,
        }
    }
}
