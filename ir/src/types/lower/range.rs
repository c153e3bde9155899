//! Ranges of numbers, and slices of arrays between such bounds.

use super::{Lowerer, Value};
use crate::core::{
    Atom, Bounds, Condition, Constant, Expression as Core, Operation, ScalarType, SliceBound, Type,
};
use crate::source::Span;
use crate::syntax::tree::{Expression, RangeEnd};

/// A range of numbers.
pub(super) struct Range {
    pub(super) start: Atom,
    pub(super) count: Atom,
    /// Between which numbers its elements are, if there are any.
    bounds: Option<Bounds>,
}

impl<'a> Lowerer<'a, '_> {
    /// `start..end`; backwards ranges are empty.
    pub(super) fn range(
        &mut self,
        start: &'a Expression,
        end: &'a Expression,
        limit: RangeEnd,
    ) -> Range {
        let start = self.expression(start).atom();
        let end = self.expression(end).atom();
        let bounds = self.builder.bounds_of_range(start, end, limit == RangeEnd::Included);
        Range { start, count: self.count_of_range(start, end, limit), bounds }
    }

    /// The count of numbers in a range.
    fn count_of_range(&mut self, start: Atom, end: Atom, limit: RangeEnd) -> Atom {
        let ty = self.builder.variables.element(start);
        // Counted in a type in which the difference cannot overflow: the unsigned one of the
        // same width, in which `end - start` is right whenever `start <= end`.
        let wide = ty.unsigned();
        let (from, to) = (self.builder.cast(start, wide), self.builder.cast(end, wide));
        let difference = self.arithmetic(Operation::Subtract, to, from);
        let difference = self.builder.cast(difference, ScalarType::Usize);
        let (forwards, count) = match limit {
            RangeEnd::Excluded => (self.builder.scalar(Operation::Less, &[start, end]), difference),
            RangeEnd::Included => {
                if self.is_whole(start, end) {
                    return self.too_many();
                }
                self.check_range(start, end);
                (
                    self.builder.scalar(Operation::LessEqual, &[start, end]),
                    self.arithmetic(Operation::Add, difference, Atom::size(1)),
                )
            }
        };
        // If no bound can have wrapped, the range cannot run backwards either.
        if let Some(count) = self.builder.distance(start, end, limit == RangeEnd::Included) {
            return count;
        }
        // From zero in an unsigned type, the difference is right as it is.
        if limit == RangeEnd::Excluded && wide == ty && start == Atom::Constant(ty.zero()) {
            return count;
        }
        self.builder.select(forwards, count, Atom::size(0))
    }

    /// Returns true if a range is known to be all numbers of 64 bits.
    fn is_whole(&self, start: Atom, end: Atom) -> bool {
        let (Atom::Constant(start), Atom::Constant(end)) = (start, end) else { return false };
        !crate::interp::holds(&Condition::Countable, &[start, end])
    }

    /// The length of a range that is one longer than can be counted: that is no matter where nobody asks
    /// for it, as nobody gets to its end.
    fn too_many(&mut self) -> Atom {
        let most =
            Atom::Constant(Constant::from_integer(ScalarType::Usize, ScalarType::Usize.maximum()));
        let count = self.builder.bind(Type::USIZE, Core::Copy(most));
        self.uncounted.extend(count.var());
        count
    }

    /// All numbers of 64 bits are one more than can be counted.
    fn check_range(&mut self, start: Atom, end: Atom) {
        let ty = self.builder.variables.element(start);
        let is = |atom: Atom, number| match atom {
            Atom::Constant(constant) => constant.is_number(number),
            Atom::Var(_) => true,
        };
        if ty.bytes() == 8 && is(start, ty.minimum()) && is(end, ty.maximum()) {
            self.check(Condition::Countable, &[start, end]);
        }
    }

    /// The number at a position of a range.
    pub(super) fn range_element(&mut self, range: &Range, position: Atom) -> Value {
        let ty = self.builder.variables.element(range.start);
        let offset = self.builder.cast(position, ty);
        let element = self.arithmetic(Operation::Add, range.start, offset);
        self.bind_bounds(element, range);
        Value::scalar(ty, element)
    }

    fn bind_bounds(&mut self, value: Atom, range: &Range) {
        if let Some(bounds) = range.bounds {
            self.builder.bind_bounds(value, bounds);
        }
    }

    pub(super) fn range_array(&mut self, range: &Range, span: Span) -> Value {
        let ty = self.builder.variables.element(range.start);
        let array = if ty == ScalarType::Usize && range.start == Atom::size(0) {
            self.iota(range.count)
        } else {
            self.tabulate(range.count, "range", span, |this, i| this.range_element(range, i))
        };
        self.bind_bounds(array.atom(), range);
        array
    }

    /// `a[p..q]`.
    pub(super) fn slice(
        &mut self,
        array: Value,
        start: Option<&'a Expression>,
        end: Option<&'a Expression>,
        limit: RangeEnd,
        span: Span,
    ) -> Value {
        let length = self.length(&array);
        let places = [start, end].map(|bound| bound.map_or(span, |bound| bound.span));
        let start = start.map(|start| self.expression(start).atom());
        let end = end.map(|end| self.expression(end).atom());
        let bounds = start.zip(end);
        let end = end.map(|end| {
            if limit == RangeEnd::Excluded {
                return end;
            }
            // Widened first: `..=MAX` must fail and not wrap to an empty slice.
            let ty = self.builder.variables.element(end);
            let wide = if ty.is_signed() { ScalarType::I64 } else { ScalarType::U64 };
            let end = self.builder.cast(end, wide);
            let one = Constant::from_integer(wide, 1).into();
            self.builder.scalar(Operation::saturating_add(wide), &[end, one])
        });
        self.builder.span = span;
        let zero = Atom::size(0);
        let (bound, written, end) = match end {
            None => (SliceBound::From, length, length),
            Some(end) => {
                let condition = Condition::Slice(SliceBound::End);
                (SliceBound::Start, end, self.check_at(places[1], condition, &[end, length]))
            }
        };
        let start = match start {
            None => zero,
            Some(start) if start == zero => zero,
            Some(start) => {
                // The end that is written may be known where the one that is checked is not.
                self.certain_at(places[0], &Condition::Slice(bound), &[start, written]);
                self.builder.check(Condition::Slice(bound), &[start, end])
            }
        };
        let known = bounds.and_then(|(start, end)| {
            self.builder.length_of_slice(start, end, limit == RangeEnd::Included)
        });
        let count = known.unwrap_or_else(|| self.arithmetic(Operation::Subtract, end, start));
        self.part(array, start, count)
    }
}
