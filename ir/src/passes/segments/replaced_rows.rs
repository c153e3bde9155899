//! Loops that replace rows of ragged arrays: a new row is put behind those that are there, and only
//! its descriptor changes.
//!
//! ```text
//! b = loop (a = xs) for j < n {       …, d, u = loop (…, d = data, u = count) for j < n {
//!     c = update a [j] = row    ─▶        starts' = update starts [j] = u
//!     (c) }                               d' = update d [u] = row; …, d', u + length }
//! ```
//!
//! If the capacity is used up, the rows are copied to a dense array with as much spare capacity as they and their
//! descriptors take: of n elements that are written, each is moved a bounded number of times. No two rows
//! share elements, so elements of rows can be assigned in place.

use super::form::{Descriptor, Elements, Form};
use super::{Lowered, SegmentLowering, Unsupported, regular_levels};
use crate::core::operation::Operation;
use crate::core::{
    Atom, Axis, Block, Expression, Extent, If, Lambda, Output, ScalarType, Soac, Statement, Type,
    Var, View,
};

/// Rows with capacity behind them.
struct GrowableRows {
    starts: Atom,
    lengths: Atom,
    /// The used length of the dense array.
    used: Atom,
    /// The whole length of the dense array.
    capacity: Atom,
    data: Atom,
}

impl SegmentLowering<'_> {
    /// Returns true if statements replace whole rows of ragged arrays, outside of lanes.
    pub(super) fn replaces_rows(&self, statements: &[Statement]) -> bool {
        statements.iter().any(|statement| match &statement.expression {
            Expression::Update { indices, .. } => {
                self.can_append_rows(statement.binds[0])
                    && indices.len() == regular_levels(self.variables.ty(statement.binds[0]))
            }
            Expression::If(branch) => {
                let arms = [&branch.then, &branch.otherwise];
                arms.iter().any(|arm| self.replaces_rows(&arm.statements))
            }
            Expression::Loop(repetition) => self.replaces_rows(&repetition.body.statements),
            _ => false,
        })
    }

    /// Returns true if new rows of an array of this type can be put behind the others.
    pub(super) fn can_append_rows(&self, var: Var) -> bool {
        self.depth_of_appendable_rows(var) == Some(0)
    }

    /// The number of levels of rows around the innermost ones, if these can be put behind the others.
    pub(super) fn depth_of_appendable_rows(&self, var: Var) -> Option<usize> {
        let ty = self.variables.ty(var);
        let levels = &ty.extents()[regular_levels(ty)..];
        let ragged = levels.iter().take_while(|extent| **extent == Extent::Ragged).count();
        let innermost = !levels[ragged..].contains(&Extent::Ragged);
        ragged.checked_sub(1).filter(|_| innermost)
    }

    /// The rows of an array, none of which share elements: the start and the length of each row, and the
    /// dense array.
    fn growable_rows(&mut self, array: Atom, result: &mut Vec<Statement>) -> Lowered<GrowableRows> {
        let form = self.disjoint(array, result)?;
        let Elements::Dense(data) = form.elements else { return Err(Unsupported) };
        let ty = self.variables.atom_type(array);
        let levels = ty.extents()[..regular_levels(&ty)].to_vec();
        let (starts, lengths) = self.starts_and_lengths(&form, &levels, result);
        let capacity = self.size_of(data)?;
        let used = form.descriptor.used().unwrap_or(capacity);
        Ok(GrowableRows { starts, lengths, used, capacity, data })
    }

    /// An array with one row replaced.
    pub(super) fn replace_row(
        &mut self,
        array: Atom,
        place: &[Atom],
        row: Atom,
        bind: Var,
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let mut rows = self.growable_rows(array, result)?;
        let length = self.size_of(row)?;
        rows.lengths = self.updated(rows.lengths, place, length, result);
        let (needed, fits) = self.write(result, |code| {
            let needed = code.scalar(Operation::Add, &[rows.used, length]);
            (needed, code.scalar(Operation::LessEqual, &[needed, rows.capacity]))
        });

        let mut statements = Vec::new();
        let starts = self.updated(rows.starts, place, rows.used, &mut statements);
        let data = self.updated(rows.data, &[rows.used], row, &mut statements);
        let then = Block { statements, results: vec![starts, needed, rows.capacity, data] };
        let otherwise = self.repacked(&rows, place, row)?;

        let [used, count] =
            ["used", "count"].map(|name| self.variables.add(Some(name.into()), Type::USIZE));
        let starts = self.variables.add(Some("starts".into()), self.variables.atom_type(starts));
        let ty = self.variables.atom_type(data).row(1).under([Extent::Size(Atom::Var(count))]);
        let data = self.variables.add(None, ty);
        let branch = If { condition: fits, then, otherwise };
        self.write(result, |code| {
            code.push(vec![starts, used, count, data], Expression::If(Box::new(branch)))
        });
        let (starts, used) = (Atom::Var(starts), Some(Atom::Var(used)));
        let descriptor = Descriptor::Spans { starts, lengths: rows.lengths, used };
        self.known
            .arrays
            .insert(bind, Form { descriptor, elements: Elements::Dense(Atom::Var(data)) });
        Ok(())
    }

    /// All rows one after the other, one of them replaced, and capacity behind them. Gives where each
    /// begins, how much is used, how much there is, and the dense array.
    fn repacked(&mut self, old: &GrowableRows, place: &[Atom], row: Atom) -> Lowered<Block> {
        let mut result = Vec::new();
        let levels = self.variables.atom_type(old.starts);
        let sizes: Vec<Atom> = levels.extents().iter().filter_map(|extent| extent.size()).collect();
        let count = self.product(&sizes, &mut result);
        let place = self.write(&mut result, |code| code.linear_index(place, &sizes));
        let [old_starts, old_lengths] =
            [old.starts, old.lengths].map(|array| self.as_vector(array, count, &mut result));
        let used = self.total(old_lengths, count, &mut result);
        let [spare, lanes, offset_count] = self.write(&mut result, |code| {
            let spare = code.scalar(Operation::Add, &[used, count]);
            let lanes = code.scalar(Operation::Add, &[count, Atom::size(1)]);
            [spare, lanes, code.scalar(Operation::Add, &[lanes, Atom::size(1)])]
        });
        let (space, lane) = self.space(&[Extent::Size(lanes)])?;
        self.depth += 1;
        let mut other = Vec::new();
        let [start, length] = self.write(&mut other, |code| {
            [old_starts, old_lengths].map(|array| code.element(array, lane[0]))
        });
        let other_row = self.slice(old.data, start, length, &mut other);
        let mut inner = Vec::new();
        let here = self.write(&mut inner, |code| code.scalar(Operation::Equal, &[lane[0], place]));
        let like = self.variables.atom_type(old.data).row(1).under([Extent::Ragged]);
        let row_there =
            self.either(here, (row, Vec::new()), (other_row, other), &like, &mut inner)?;
        // The elements behind the rows are never read.
        let mut behind = Vec::new();
        let ty = self.variables.atom_type(old.data).row(1).under([Extent::Size(spare)]);
        let zero = Atom::Constant(ty.element().zero());
        let filler =
            self.write(&mut behind, |code| code.bind(ty, Expression::View(View::Replicate(zero))));
        let mut body = Vec::new();
        let is_row = self.write(&mut body, |code| code.scalar(Operation::Less, &[lane[0], count]));
        let all = self.either(is_row, (row_there, inner), (filler, behind), &like, &mut body)?;
        let length = self.size_of(all)?;
        self.depth -= 1;

        let size = self.variables.add(Some("count".into()), Type::USIZE);
        let offsets_type = Type::regular(ScalarType::Usize, [offset_count]);
        let offsets = self.variables.add(Some("offsets".into()), offsets_type);
        let ty = self.variables.atom_type(old.data).row(1).under([Extent::Size(Atom::Var(size))]);
        let data = self.variables.add(None, ty);
        let output = Output::Append { rows: vec![all], length, offsets: offset_count };
        let origins = self.origins("update");
        let soac = Soac { space, body, outputs: vec![output], origins };
        self.write(&mut result, |code| {
            code.push(vec![size, offsets, data], Expression::Soac(Box::new(soac)))
        });
        self.variables.describes(Atom::Var(offsets));
        let starts = self.starts(Atom::Var(offsets), count, levels, &mut result);
        let results = vec![starts, used, Atom::Var(size), Atom::Var(data)];
        Ok(Block { statements: result, results })
    }

    /// Neighbouring elements.
    fn slice(
        &mut self,
        array: Atom,
        start: Atom,
        length: Atom,
        result: &mut Vec<Statement>,
    ) -> Atom {
        let ty = self.variables.atom_type(array).row(1).under([Extent::Size(length)]);
        self.write(result, |code| code.bind(ty, Expression::View(View::Slice(array, start))))
    }

    /// An array with one element, or neighbouring ones from there on, replaced.
    fn updated(
        &mut self,
        array: Atom,
        place: &[Atom],
        value: Atom,
        result: &mut Vec<Statement>,
    ) -> Atom {
        let ty = self.variables.atom_type(array);
        self.write(result, |code| {
            code.bind(ty, Expression::Update { array, indices: place.to_vec(), value })
        })
    }

    /// All elements of an array of sizes, whatever the levels around them.
    fn as_vector(&mut self, array: Atom, count: Atom, result: &mut Vec<Statement>) -> Atom {
        if self.variables.atom_type(array).rank() == 1 {
            return array;
        }
        let ty = Type::regular(ScalarType::Usize, [count]);
        self.write(result, |code| code.bind(ty, Expression::View(View::Reshape(array))))
    }

    /// The number of elements or rows of an array.
    pub(super) fn size_of(&self, array: Atom) -> Lowered<Atom> {
        self.variables.atom_type(array).extents()[0].size().ok_or(Unsupported)
    }

    /// The sum of some sizes.
    fn total(&mut self, sizes: Atom, count: Atom, result: &mut Vec<Statement>) -> Atom {
        let index = self.variables.add(Some("i".into()), Type::USIZE);
        self.known.depths.insert(index, self.depth + 1);
        let mut body = Vec::new();
        let size = self.write(&mut body, |code| code.element(sizes, Atom::Var(index)));
        let operator = Lambda::sum_of_sizes(Operation::Add, self.variables, self.span);
        let output = Output::Reduce {
            values: vec![size],
            initial: Some(vec![Atom::size(0)]),
            operator,
            when: None,
            commutative: true,
        };
        let space = vec![Axis { index, extent: count }];
        let soac = Soac { space, body, outputs: vec![output], origins: self.origins("update") };
        self.write(result, |code| code.bind(Type::USIZE, Expression::Soac(Box::new(soac))))
    }
}
