//! Upper bounds of integers, above all of lengths that are known to be countable: those of arrays in memory, and
//! sums and products of a few of these.
//!
//! ```text
//! fn f(n: usize, xs: f64[n]) {
//!   m = add n n                   at most 2^61: the sum does not wrap around
//! ```
//!
//! Checks of such sums and products always hold. Code that only joins and flattens its inputs therefore pays
//! nothing for them, above all not in lanes, where a check would keep the inputs from being fused.

use super::definitions::{Definition, Definitions};
use crate::core::operation::Operation;
use crate::core::sum::Sum;
use crate::core::visit::outputs_with_binds;
use crate::core::{
    Atom, Condition, Expression, Extent, Function, Output, ScalarType, Statement, Type, Var,
    VarSet, Variables, View,
};

/// No machine has room for so many elements.
const MEMORY: i128 = 1 << 60;

/// The number of definitions that are followed, one after the other.
const DEPTH: usize = 8;

/// The arrays that are known to lie in memory, and their lengths, collected while walking a function.
pub(crate) struct InMemory {
    /// Arrays whose elements do, and lengths of such.
    known: VarSet,
    /// Arrays with rows of such lengths.
    of_rows: VarSet,
    /// Two extents of an array that has no other.
    shapes: Vec<[Atom; 2]>,
    /// The lengths among the known variables, in the order in which they became known.
    lengths: Vec<Var>,
}

impl InMemory {
    /// The arrays and lengths that are in memory when a function begins.
    pub(crate) fn of(function: &Function) -> InMemory {
        let (known, of_rows) = (VarSet::new(), VarSet::new());
        let mut memory = InMemory { known, of_rows, shapes: Vec::new(), lengths: Vec::new() };
        for parameter in &function.parameters {
            memory.add(*parameter, function.variables.ty(*parameter));
        }
        memory
    }

    /// The number of shapes and of lengths that are known.
    pub(crate) fn counts(&self) -> [usize; 2] {
        [self.shapes.len(), self.lengths.len()]
    }

    /// Forgets the last shapes and lengths: those of rows are known where there is a row.
    pub(crate) fn forget(&mut self, [shapes, lengths]: [usize; 2]) {
        self.shapes.truncate(shapes);
        for length in self.lengths.drain(lengths..) {
            self.known.remove(&length);
        }
    }

    /// An array that is in memory. Of several extents, one can be anything where another one is 0.
    fn add(&mut self, array: Var, ty: &Type) {
        if ty.is_scalar() {
            return;
        }
        self.known.insert(array);
        let levels = ty.extents().iter().map_while(|extent| extent.size());
        let open: Vec<Atom> =
            levels.filter(|size| size.known_size().is_none_or(|n| n == 0)).collect();
        match open[..] {
            [Atom::Var(length)] if self.known.insert(length) => self.lengths.push(length),
            [a, b] if !ty.is_ragged() => self.shapes.push([a, b]),
            _ => {}
        }
    }

    fn has(&self, atom: Atom) -> bool {
        atom.var().is_some_and(|var| self.known.contains(&var))
    }

    /// Learns the lengths in memory that a statement tells of. Returns the length of the row that a statement
    /// opens if it is one: the statement stays for the length when the row is gone, so the caller marks the
    /// length by itself.
    pub(crate) fn learn(
        &mut self,
        statement: &Statement,
        definitions: &Definitions,
        variables: &Variables,
    ) -> Option<Var> {
        let countable = |memory: &InMemory, row: Atom| {
            Lengths { memory, definitions, variables }.has_countable_rows(row)
        };
        let binds = &statement.binds;
        match (&statement.expression, &binds[..]) {
            (Expression::Index(array, _), [.., row]) => {
                let of_rows = array.var().is_some_and(|array| self.of_rows.contains(&array));
                if self.has(*array) {
                    self.add(*row, variables.ty(*row));
                    if let [length, _] = binds[..] {
                        return self.known.contains(&length).then_some(length);
                    }
                } else if of_rows && let [length, _] = binds[..] {
                    self.known.insert(length);
                }
            }
            (Expression::View(View::Flatten(array)), binds) if self.has(*array) => {
                self.known.extend(binds);
            }
            (
                Expression::View(
                    View::Slice(array, _)
                    | View::Transpose(array, _)
                    | View::Reverse(array)
                    | View::Rotate(array, _)
                    | View::Reshape(array),
                )
                | Expression::Coerce(array, _),
                [bind],
            ) if self.has(*array) => self.add(*bind, variables.ty(*bind)),
            (Expression::View(View::Segments(array, offsets)), [bind])
                if self.has(*array) && self.has(*offsets) =>
            {
                self.add(*bind, variables.ty(*bind));
            }
            (Expression::Call(..), binds) => {
                for bind in binds {
                    self.add(*bind, variables.ty(*bind));
                }
            }
            (Expression::Array(rows), [bind]) if rows.iter().all(|row| countable(self, *row)) => {
                self.of_rows.insert(*bind);
            }
            (Expression::Soac(soac), binds) => {
                for (output, own) in outputs_with_binds(soac, binds) {
                    if let (Output::Store(row), [bind]) = (output, own)
                        && countable(self, *row)
                    {
                        self.of_rows.insert(*bind);
                    }
                }
            }
            _ => {}
        }
        None
    }
}

/// The bounds of lengths at one place of a function.
#[derive(Clone, Copy)]
pub(crate) struct Lengths<'a> {
    pub(crate) memory: &'a InMemory,
    pub(crate) definitions: &'a Definitions,
    pub(crate) variables: &'a Variables,
}

impl Lengths<'_> {
    /// Returns true if all extents of an array are lengths of arrays in memory.
    fn has_countable_rows(self, array: Atom) -> bool {
        let ty = self.variables.atom_type(array);
        let extents = ty.extents();
        !extents.is_empty()
            && (self.memory.has(array)
                || extents.iter().all(|extent| match extent {
                    Extent::Size(size) => self.most(*size, DEPTH) <= MEMORY,
                    Extent::Ragged => false,
                }))
    }

    /// Returns true if the sum of two lengths can be counted, whatever they are.
    pub(crate) fn sum_fits(self, a: Atom, b: Atom) -> bool {
        self.most(a, DEPTH) + self.most(b, DEPTH) <= ScalarType::Usize.maximum()
    }

    /// Returns true if the product of two lengths can be counted, whatever they are.
    pub(crate) fn product_fits(self, a: Atom, b: Atom) -> bool {
        let most = self.most(a, DEPTH).checked_mul(self.most(b, DEPTH));
        let divided = |whole: Atom, by: Atom| {
            matches!(self.definitions.of_atom(whole),
                Some(Definition::Scalar(Operation::Divide, operands)) if operands[1] == by)
        };
        most.is_some_and(|most| most <= ScalarType::Usize.maximum())
            || self.memory.shapes.iter().any(|shape| *shape == [a, b] || *shape == [b, a])
            || divided(a, b)
            || divided(b, a)
    }

    /// Returns true if a range cannot be all numbers of its type, which has 64 bits.
    pub(crate) fn is_countable(self, first: Atom, last: Atom) -> bool {
        let ty = self.variables.element(first);
        let least = match self.definitions.of_atom(first) {
            Some(Definition::Cast(inner)) if ty.is_signed() => {
                let from = self.variables.element(*inner);
                from.is_unsigned() && self.most(*inner, DEPTH) <= ty.maximum()
            }
            _ => false,
        };
        let range = self.definitions.range(first, self.variables, 4);
        least
            || range.is_some_and(|(low, _)| low > ty.minimum())
            || self.most(last, DEPTH) < ty.maximum()
            || self.distance(first, last).is_some()
    }

    /// Returns true if a signed number is known not to be negative.
    pub(crate) fn is_natural(self, number: Atom) -> bool {
        let range = self.definitions.range(number, self.variables, 4);
        let is_size = match self.definitions.of_atom(number) {
            Some(Definition::Cast(inner)) => {
                self.variables.element(*inner).is_unsigned()
                    && self.most(*inner, DEPTH) <= self.variables.element(number).maximum()
            }
            _ => false,
        };
        is_size || range.is_some_and(|(low, _)| low >= 0)
    }

    /// The distance of two sizes, if it is known.
    fn distance(self, first: Atom, last: Atom) -> Option<usize> {
        let mut distance = Sum::default();
        let of = |atom: Atom| match self.definitions.of_atom(atom)? {
            Definition::Scalar(operation @ (Operation::Add | Operation::Subtract), operands) => {
                Some((*operation, [operands[0], operands[1]]))
            }
            _ => None,
        };
        distance.add_terms(last, false, &of)?;
        distance.add_terms(first, true, &of)?;
        distance.term()?.known_size().filter(|distance| *distance != usize::MAX)
    }

    /// An integer that this one is at most.
    fn most(self, atom: Atom, depth: usize) -> i128 {
        let ty = self.variables.element(atom);
        let all = ty.maximum();
        let in_memory = atom.var().is_some_and(|var| self.variables.is_in_memory(var));
        if in_memory || self.memory.has(atom) {
            return MEMORY.min(all);
        }
        let range = self.definitions.range(atom, self.variables, 4);
        let all = range.map_or(all, |(_, high)| high);
        let most = |atom: Atom| self.most(atom, depth - 1);
        let Some(definition) = self.definitions.of_atom(atom).filter(|_| depth > 0) else {
            return all;
        };
        let found = match definition {
            Definition::Lane(extent) => most(*extent) - 1,
            Definition::Cast(inner) if self.variables.element(*inner).is_unsigned() => most(*inner),
            Definition::Check(Condition::Index(_), operands) => most(operands[1]) - 1,
            Definition::Check(Condition::Slice(_), operands) => most(operands[1]),
            Definition::Check(_, operands) => most(operands[0]),
            Definition::Select([forwards, then, otherwise]) => {
                let counted = self.counted_up_to(*forwards, *then);
                counted.map_or_else(|| most(*then), most).max(most(*otherwise))
            }
            Definition::Scalar(operation, operands) if ty.is_unsigned() => {
                let [a, b] = [operands.first(), operands.get(1)].map(|operand| operand.copied());
                match (operation, a, b) {
                    (Operation::Add, Some(a), Some(b)) => match most(a) + most(b) {
                        sum if sum <= all => sum,
                        _ => all,
                    },
                    (Operation::Multiply, Some(a), Some(b)) => {
                        let product = most(a).checked_mul(most(b));
                        product.filter(|product| *product <= all).unwrap_or(all)
                    }
                    (Operation::Divide | Operation::ShiftRight, Some(a), _) => most(a),
                    (Operation::Remainder, Some(a), Some(b)) => most(a).min((most(b) - 1).max(0)),
                    (Operation::And, Some(a), Some(b)) => most(a).min(most(b)),
                    (Operation::Subtract, ..) => {
                        let whole = self.definitions.taken_from(atom, self.variables);
                        whole.map_or(all, most)
                    }
                    (Operation::Function(function), Some(a), Some(b)) => match function.name {
                        "min" => most(a).min(most(b)),
                        "max" => most(a).max(most(b)),
                        "saturating_sub" => most(a),
                        _ => all,
                    },
                    _ => all,
                }
            }
            _ => all,
        };
        // A cast to a narrower type may give anything.
        if found <= all { found } else { all }
    }

    /// The end of a range that is counted from somewhere: `count = end - start` where `start < end`.
    fn counted_up_to(self, forwards: Atom, count: Atom) -> Option<Atom> {
        let Some(Definition::Scalar(Operation::Less, bounds)) = self.definitions.of_atom(forwards)
        else {
            return None;
        };
        let Some(Definition::Scalar(Operation::Subtract, terms)) = self.definitions.of_atom(count)
        else {
            return None;
        };
        let unsigned = self.variables.element(bounds[0]).is_unsigned();
        (unsigned && terms[0] == bounds[1] && terms[1] == bounds[0]).then_some(terms[0])
    }
}
