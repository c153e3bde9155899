//! Writes an index as a sum of the counters of a nest's levels and of values known before them.

use super::{DEPTH, Nest};
use crate::analysis::definitions::Definition;
use crate::core::operation::Operation;
use crate::core::{Atom, Check, Condition, ScalarType, Var};

/// All that an index can be where some levels run.
pub(super) struct Range {
    /// The counters of the levels, outer levels first.
    pub(super) counters: Vec<Counter>,
    /// The conditions that must hold, or not, for the check to be made at all.
    pub(super) conditions: Vec<(Atom, bool)>,
}

/// An index of a level.
pub(super) struct Counter {
    pub(super) index: Var,
    /// The number of turns of the counter.
    pub(super) extent: Atom,
    /// The number by which the checked index grows with the counter, if it does.
    pub(super) stride: Option<Stride>,
    /// The lower bounds of the counter, and its upper bounds, in the branches around the check.
    pub(super) lows: Vec<Bound>,
    pub(super) highs: Vec<Bound>,
}

/// A product, which may be taken away.
pub(super) struct Stride {
    pub(super) negative: bool,
    pub(super) factors: Vec<Atom>,
}

/// A size less the number that was added to the compared index: a number, and perhaps a size.
pub(super) struct Bound {
    pub(super) size: Atom,
    pub(super) less: i64,
    pub(super) added: Option<Atom>,
}

impl Counter {
    /// The least value of the counter, as far as numbers tell.
    pub(super) fn first(&self) -> i64 {
        let known = |bound: &Bound| {
            if bound.less > 0 || bound.added.is_some() {
                return None;
            }
            Some(i64::try_from(bound.size.known_size()?).ok()?.saturating_sub(bound.less))
        };
        self.lows.iter().filter_map(known).max().unwrap_or(0).max(0)
    }
}

impl Nest<'_> {
    /// The range of a check's index in a level and further in, if it is known before the level.
    pub(super) fn range(&self, check: &Check, level: usize) -> Option<Range> {
        let [checked, limit] = check.operands[..] else { return None };
        let is_size = |atom| self.variables.element(atom) == ScalarType::Usize;
        if !is_size(checked) || !is_size(limit) || !self.is_known(limit, level, DEPTH) {
            return None;
        }
        let mut range = Range { counters: Vec::new(), conditions: Vec::new() };
        for (index, extent) in self.levels[level..].iter().flat_map(|level| &level.counted) {
            let (index, extent) = (*index, self.resolved(*extent));
            if !self.is_known(extent, level, DEPTH) {
                return None;
            }
            let (lows, highs) = (Vec::new(), Vec::new());
            range.counters.push(Counter { index, extent, stride: None, lows, highs });
        }
        self.add_strides(checked, (false, &[]), level, DEPTH, &mut range)?;
        let guards = self.guards.iter().filter(|guard| guard.depth > level);
        let counts = range.counters.iter().any(|counter| counter.stride.is_some());
        // A check that does not depend on the lanes at all is hoisted by itself.
        if !counts && guards.clone().next().is_none() {
            return None;
        }
        if let Some(when) = check.when {
            self.restrict(when, true, level, DEPTH, &mut range)?;
        }
        for guard in guards {
            self.restrict(guard.condition, guard.holds, level, DEPTH, &mut range)?;
        }
        Some(range)
    }

    /// Adds the strides of an operand's terms, times some factors.
    fn add_strides(
        &self,
        atom: Atom,
        (negative, factors): (bool, &[Atom]),
        level: usize,
        depth: usize,
        range: &mut Range,
    ) -> Option<()> {
        let atom = self.resolved(atom);
        if self.is_known(atom, level, depth) {
            return Some(());
        }
        if let Some(counter) = range.counters.iter_mut().find(|c| Atom::Var(c.index) == atom) {
            let stride = Stride { negative, factors: factors.to_vec() };
            return counter.stride.replace(stride).is_none().then_some(());
        }
        let depth = depth.checked_sub(1)?;
        let Definition::Scalar(operation, operands) = self.definitions.of_atom(atom)? else {
            return None;
        };
        let [a, b] = operands[..] else { return None };
        match operation {
            Operation::Add | Operation::Subtract => {
                self.add_strides(a, (negative, factors), level, depth, range)?;
                let negative = negative != (*operation == Operation::Subtract);
                self.add_strides(b, (negative, factors), level, depth, range)
            }
            Operation::Multiply => {
                let (inner, factor) = match [a, b].map(|atom| self.is_known(atom, level, depth)) {
                    [false, true] => (a, b),
                    [true, false] => (b, a),
                    _ => return None,
                };
                let factors = [factors, &[self.resolved(factor)]].concat();
                self.add_strides(inner, (negative, &factors), level, depth, range)
            }
            _ => None,
        }
    }

    /// Splits an operand into a counter of the levels, and a value added to it, if it is such a sum.
    pub(super) fn counter_of(
        &self,
        atom: Atom,
        level: usize,
        range: &Range,
    ) -> Option<(usize, i64, Option<Atom>)> {
        let atom = self.resolved(atom);
        let position = |atom| range.counters.iter().position(|c| Atom::Var(c.index) == atom);
        if let Some(counter) = position(atom) {
            return Some((counter, 0, None));
        }
        let Definition::Scalar(Operation::Add, operands) = self.definitions.of_atom(atom)? else {
            return None;
        };
        let [a, b] = [0, 1].map(|operand: usize| self.resolved(operands[operand]));
        let (counter, added) = match (position(a), position(b)) {
            (Some(counter), None) => (counter, b),
            (None, Some(counter)) => (counter, a),
            _ => return None,
        };
        match added.known_size() {
            Some(number) => Some((counter, i32::try_from(number).ok()?.into(), None)),
            None if self.is_known(added, level, DEPTH) => Some((counter, 0, Some(added))),
            None => None,
        }
    }
}

/// The number by which a checked index may be above its limit: none, and one for the bound of a slice.
pub(super) fn slack(condition: &Condition) -> usize {
    usize::from(matches!(condition, Condition::Slice(_)))
}
