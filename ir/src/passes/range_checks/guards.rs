//! Finds the lanes in the arm of a branch that lanes take by their index: those of an interval.

use super::affine::{Bound, Range};
use super::{DEPTH, Nest};
use crate::analysis::definitions::{Definition, is_number};
use crate::core::operation::Operation;
use crate::core::{Atom, ScalarType};

impl Nest<'_> {
    /// Restricts a range to the lanes where a condition holds, or does not, if these are an interval.
    pub(super) fn restrict(
        &self,
        condition: Atom,
        holds: bool,
        level: usize,
        depth: usize,
        range: &mut Range,
    ) -> Option<()> {
        let condition = self.resolved(condition);
        if self.is_known(condition, level, DEPTH) {
            range.conditions.push((condition, holds));
            return Some(());
        }
        let depth = depth.checked_sub(1)?;
        let Definition::Scalar(operation, operands) = self.definitions.of_atom(condition)? else {
            return None;
        };
        match (operation, holds, &operands[..]) {
            (Operation::Not, _, [other]) => self.restrict(*other, !holds, level, depth, range),
            (Operation::And, true, both) | (Operation::Or, false, both) => {
                both.iter().try_for_each(|part| self.restrict(*part, holds, level, depth, range))
            }
            (operation, holds, [a, b]) => self.compare(*operation, holds, [*a, *b], level, range),
            _ => None,
        }
    }

    fn compare(
        &self,
        operation: Operation,
        holds: bool,
        operands: [Atom; 2],
        level: usize,
        range: &mut Range,
    ) -> Option<()> {
        use Operation::{Equal, Less, LessEqual, NotEqual};
        let operands = operands.map(|operand| self.resolved(operand));
        let [a, b] = operands;
        if !matches!(operation, Equal | Less | LessEqual | NotEqual) {
            return None;
        }
        if self.variables.element(a) != ScalarType::Usize {
            return None;
        }
        let known = operands.map(|operand| self.is_known(operand, level, DEPTH));
        let (counted, other, counts_first) = match known {
            [false, true] => (a, b, true),
            [true, false] => (b, a, false),
            _ => return None,
        };
        let (position, offset, added) = self.counter_of(counted, level, range)?;
        let is_last = self.is_last(other, range.counters[position].extent);
        let counter = &mut range.counters[position];
        let behind = |more: i64| Bound { size: other, less: offset - more, added };
        match (operation, holds, counts_first) {
            (Less, true, true) | (LessEqual, false, false) => counter.highs.push(behind(0)),
            (LessEqual, true, true) | (Less, false, false) => counter.highs.push(behind(1)),
            (Less, false, true) | (LessEqual, true, false) => counter.lows.push(behind(0)),
            (LessEqual, false, true) | (Less, true, false) => counter.lows.push(behind(1)),
            (Equal, true, _) | (NotEqual, false, _) => {
                counter.lows.push(behind(0));
                counter.highs.push(behind(1));
            }
            // All but the first, or the last.
            (Equal, false, _) | (NotEqual, true, _)
                if added.is_none() && is_number(other, i128::from(counter.first() + offset)) =>
            {
                counter.lows.push(behind(1));
            }
            (Equal, false, _) | (NotEqual, true, _)
                if offset == 0 && added.is_none() && is_last =>
            {
                counter.highs.push(behind(0));
            }
            _ => return None,
        }
        Some(())
    }

    /// Returns true if a size is one less than another, which is not 0.
    fn is_last(&self, size: Atom, extent: Atom) -> bool {
        match (self.definitions.of_atom(size), size.known_size(), extent.known_size()) {
            (_, Some(last), Some(extent)) => last.checked_add(1) == Some(extent),
            (Some(Definition::Scalar(Operation::Subtract, operands)), ..) => {
                self.resolved(operands[0]) == extent && is_number(operands[1], 1)
            }
            _ => false,
        }
    }
}
