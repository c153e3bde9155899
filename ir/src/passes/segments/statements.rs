//! Adds statements by [`Statements`], the builder of all passes, and notes how many SOACs are around the variables
//! that the statements bind: rows of arrays from outside of a lane are stored as slices.

use super::SegmentLowering;
use crate::core::operation::Operation;
use crate::core::{Atom, Check, Condition, Expression, Statement, Statements, Type};

impl SegmentLowering<'_> {
    /// Adds statements to a list, and notes the depth of the variables that they bind.
    pub(super) fn write<T>(
        &mut self,
        list: &mut Vec<Statement>,
        write: impl FnOnce(&mut Statements<'_>) -> T,
    ) -> T {
        let before = list.len();
        let value = write(&mut Statements::new(self.variables, self.span, list));
        for bind in list[before..].iter().flat_map(|statement| &statement.binds) {
            self.known.depths.insert(*bind, self.depth);
        }
        value
    }
}

impl Statements<'_> {
    /// Adds a read of a size in a vector.
    pub(super) fn element(&mut self, vector: Atom, index: Atom) -> Atom {
        self.bind(Type::USIZE, Expression::Index(vector, vec![index]))
    }

    /// Adds the sum or product of two counts, and the check that it can be counted.
    pub(super) fn counted(&mut self, condition: Condition, a: Atom, b: Atom) -> Atom {
        let operation = match condition {
            Condition::Product(_) => Operation::Multiply,
            _ => Operation::Add,
        };
        let check = Check { condition, operands: vec![a, b], when: None };
        self.bind(Type::USIZE, Expression::Check(check));
        self.scalar(operation, &[a, b])
    }

    /// Adds the number of the element at some indices, in row-major order.
    pub(super) fn linear_index(&mut self, indices: &[Atom], sizes: &[Atom]) -> Atom {
        let mut position = indices[0];
        for (index, size) in indices.iter().zip(sizes).skip(1) {
            position = self.scalar(Operation::Multiply, &[position, *size]);
            position = self.scalar(Operation::Add, &[position, *index]);
        }
        position
    }

    /// Adds the number of offsets of so many rows.
    pub(super) fn offset_count(&mut self, rows: Atom) -> Atom {
        let in_memory = rows.var().is_some_and(|rows| self.variables.is_in_memory(rows));
        if in_memory || rows.known_size().is_some_and(|rows| rows < usize::MAX) {
            return self.scalar(Operation::Add, &[rows, Atom::size(1)]);
        }
        self.counted(Condition::Sum("rows".into()), rows, Atom::size(1))
    }
}
