//! Measures the distance between the elements of an array that neighbouring lanes, or rounds of a loop, read.

use rustc_hash::FxHashMap;

use crate::core::visit::each_use;
use crate::core::{Atom, Expression, Operation, Statement, Var};

/// The definitions that the indices of reads are made of.
pub(crate) struct Strides<'s> {
    definitions: FxHashMap<Var, &'s Expression>,
    /// Strides of variables that are known to grow with lanes in another way than their definitions tell.
    known: FxHashMap<Var, Stride>,
}

/// The distance between the values of an operand when a variable grows by one.
#[derive(Clone, Copy, PartialEq)]
enum Stride {
    Zero,
    One,
    Other,
}

/// The number of reads that lie apart for neighbouring lanes, and of those that do for neighbouring rounds of
/// a loop.
#[derive(Default)]
pub(crate) struct Apart {
    pub(crate) for_lanes: u32,
    pub(crate) for_rounds: u32,
}

impl Apart {
    /// Counts a read at these indices.
    pub(crate) fn count(&mut self, strides: &Strides, indices: &[Atom], lane: Var, round: Var) {
        self.for_lanes += u32::from(!strides.neighbours(indices, lane));
        self.for_rounds += u32::from(!strides.neighbours(indices, round));
    }
}

impl<'s> Strides<'s> {
    /// Finds the strides of reads among statements, at any depth.
    pub(crate) fn of(statements: &'s [Statement]) -> Strides<'s> {
        let mut definitions = FxHashMap::default();
        collect(statements, &mut definitions);
        Strides { definitions, known: FxHashMap::default() }
    }

    /// The same, where some values grow by 0 or by 1 from lane to lane, whatever their definitions are.
    pub(crate) fn with(mut self, growth: impl Fn(Var) -> Option<usize>) -> Strides<'s> {
        for var in self.definitions.keys() {
            let stride = growth(*var).map(|by| if by == 0 { Stride::Zero } else { Stride::One });
            self.known.extend(stride.map(|stride| (*var, stride)));
        }
        self
    }

    /// Returns true if elements at these indices are neighbours, or the same, when a variable grows by one.
    pub(crate) fn neighbours(&self, indices: &[Atom], var: Var) -> bool {
        self.last_stride(indices, var).is_some_and(|stride| stride != Stride::Other)
    }

    /// Returns true if the next element is read when a variable grows by one.
    pub(crate) fn consecutive(&self, indices: &[Atom], var: Var) -> bool {
        self.last_stride(indices, var) == Some(Stride::One)
    }

    /// The stride of the last index, if the others stay.
    fn last_stride(&self, indices: &[Atom], var: Var) -> Option<Stride> {
        let (last, outer) = indices.split_last()?;
        let stay = outer.iter().all(|index| self.stride(*index, var, 0) == Stride::Zero);
        stay.then(|| self.stride(*last, var, 0))
    }

    fn stride(&self, atom: Atom, var: Var, depth: u32) -> Stride {
        let Some(own) = atom.var() else { return Stride::Zero };
        if own == var {
            return Stride::One;
        }
        if let Some(known) = self.known.get(&own) {
            return *known;
        }
        let Some(expression) = self.definitions.get(&own).filter(|_| depth < 16) else {
            return Stride::Zero;
        };
        let stride = |atom: &Atom| self.stride(*atom, var, depth + 1);
        match expression {
            Expression::Scalar(Operation::Add, operands) => {
                match (stride(&operands[0]), stride(&operands[1])) {
                    (Stride::Zero, other) | (other, Stride::Zero) => other,
                    _ => Stride::Other,
                }
            }
            Expression::Scalar(Operation::Subtract | Operation::RowLength, operands) => {
                match (stride(&operands[0]), stride(&operands[1])) {
                    (first, Stride::Zero) => first,
                    _ => Stride::Other,
                }
            }
            // Inside an array a neighbour is a neighbour.
            Expression::Scalar(Operation::Boundary(..), operands) => stride(&operands[0]),
            Expression::Copy(inner) | Expression::Cast(inner) => stride(inner),
            other => {
                let mut depends = false;
                each_use(other, |used| {
                    depends |= self.stride(Atom::Var(used), var, depth + 1) != Stride::Zero;
                });
                if depends { Stride::Other } else { Stride::Zero }
            }
        }
    }
}

/// The statements that define variables, at any depth.
fn collect<'s>(statements: &'s [Statement], definitions: &mut FxHashMap<Var, &'s Expression>) {
    for statement in statements {
        for bind in &statement.binds {
            definitions.insert(*bind, &statement.expression);
        }
        for body in statement.expression.bodies() {
            collect(body, definitions);
        }
    }
}
