//! The *form* of a ragged array: its descriptor (the start and the length of each row), and its elements, the
//! array that the rows are slices of.

use super::{Lowered, SegmentLowering, Slice, Stack, Unsupported, regular_levels};
use crate::core::operation::Operation;
use crate::core::{
    Atom, Axis, Block, Expression, Extent, If, Lambda, Origin, Output, ScalarType, Scan, Soac,
    Statement, Type, Var, View,
};

/// The arrays that a ragged array becomes: a descriptor, and the elements of all rows.
#[derive(Clone)]
pub(super) struct Form {
    pub(super) descriptor: Descriptor,
    pub(super) elements: Elements,
}

/// Tells which slices of the elements the rows are.
#[derive(Clone)]
pub(super) enum Descriptor {
    /// Each row begins where the one before it ends: one offset more than rows. There is one regular
    /// level around them.
    Offsets {
        offsets: Atom,
        /// True if the first row begins at the first element, and the last row ends at the last one.
        whole: bool,
    },
    /// The start of each row, and its length: arrays with the regular levels around the rows.
    Spans {
        starts: Atom,
        lengths: Atom,
        /// The number of elements in use, if no two rows share any of them. There may be spare ones
        /// behind those.
        used: Option<Atom>,
    },
}

/// The elements of all rows.
#[derive(Clone)]
pub(super) enum Elements {
    /// A dense array.
    Dense(Atom),
    /// Rows again, as elements of the rows around them.
    Segments(Box<Form>),
}

impl Descriptor {
    /// A descriptor of rows any of which may share elements.
    pub(super) fn spans(starts: Atom, lengths: Atom) -> Descriptor {
        Descriptor::Spans { starts, lengths, used: None }
    }

    /// The number of elements in use, if no two rows share any of them and there may be spare ones behind
    /// those.
    pub(super) fn used(&self) -> Option<Atom> {
        match self {
            Descriptor::Spans { used, .. } => *used,
            Descriptor::Offsets { .. } => None,
        }
    }
}

impl Form {
    /// The form of the innermost rows.
    pub(super) fn innermost(&self) -> &Form {
        match &self.elements {
            Elements::Dense(_) => self,
            Elements::Segments(segments) => segments.innermost(),
        }
    }

    /// This form under outer descriptors, the outermost first: its rows are the elements of the last one's.
    pub(super) fn under(self, outer: &[Descriptor]) -> Form {
        outer.iter().rev().fold(self, |form, descriptor| Form {
            descriptor: descriptor.clone(),
            elements: Elements::Segments(Box::new(form)),
        })
    }

    /// The same rows over another array of elements.
    pub(super) fn of(&self, data: Atom) -> Form {
        let elements = match &self.elements {
            Elements::Dense(_) => Elements::Dense(data),
            Elements::Segments(segments) => Elements::Segments(Box::new(segments.of(data))),
        };
        Form { descriptor: self.descriptor.clone(), elements }
    }

    /// The arrays it is made of.
    pub(super) fn atoms(&self) -> Vec<Atom> {
        let mut list = match self.descriptor {
            Descriptor::Offsets { offsets, .. } => vec![offsets],
            Descriptor::Spans { starts, lengths, .. } => vec![starts, lengths],
        };
        list.extend(self.elements.atoms());
        list
    }
}

impl Elements {
    /// Returns true if both are the same, array for array.
    pub(super) fn is(&self, other: &Elements) -> bool {
        self.atoms() == other.atoms()
    }

    /// The arrays it is made of.
    pub(super) fn atoms(&self) -> Vec<Atom> {
        match self {
            Elements::Dense(data) => vec![*data],
            Elements::Segments(segments) => segments.atoms(),
        }
    }
}

impl SegmentLowering<'_> {
    /// The form of a ragged variable.
    pub(super) fn form_of(&self, array: Atom) -> Lowered<Form> {
        array.var().and_then(|var| self.known.arrays.get(&var)).cloned().ok_or(Unsupported)
    }

    /// The form of an array where one of the type of `like` is needed: a regular array may stand
    /// where rows may differ.
    pub(super) fn form(
        &mut self,
        array: Atom,
        like: Var,
        result: &mut Vec<Statement>,
    ) -> Lowered<Form> {
        let wanted = self.variables.ty(like).clone();
        self.form_as(array, &wanted, result)
    }

    pub(super) fn form_as(
        &mut self,
        array: Atom,
        wanted: &Type,
        result: &mut Vec<Statement>,
    ) -> Lowered<Form> {
        let found = self.variables.atom_type(array);
        let elements = match found.is_ragged() {
            true => Elements::Segments(Box::new(self.form_of(array)?)),
            false => Elements::Dense(array),
        };
        match self.with_ragged_levels(elements, &found, wanted, result)? {
            Elements::Segments(segments) => Ok(*segments),
            Elements::Dense(_) => Err(Unsupported),
        }
    }

    /// Turns levels that are regular in the value found, and may differ in the type wanted, into rows of
    /// one length each.
    fn with_ragged_levels(
        &mut self,
        elements: Elements,
        found: &Type,
        wanted: &Type,
        result: &mut Vec<Statement>,
    ) -> Lowered<Elements> {
        let ragged = |ty: &Type| -> Vec<bool> {
            ty.extents().iter().map(|extent| *extent == Extent::Ragged).collect()
        };
        if ragged(found) == ragged(wanted) {
            return Ok(elements);
        }
        let levels = regular_levels(wanted);
        let segments = match elements {
            Elements::Segments(segments) if regular_levels(found) == levels => *segments,
            _ if regular_levels(found) <= levels => return Err(Unsupported),
            elements => self.rows_of_one_length(elements, found, levels, result)?,
        };
        let count = match &segments.elements {
            Elements::Dense(data) => self.variables.atom_type(*data).extents()[0],
            Elements::Segments(inner) => Extent::Size(self.count_of(inner, result)?),
        };
        let [found, wanted] = [found, wanted].map(|ty| ty.row(levels + 1).under([count]));
        let elements = self.with_ragged_levels(segments.elements, &found, &wanted, result)?;
        Ok(Elements::Segments(Box::new(Form { descriptor: segments.descriptor, elements })))
    }

    /// An array with so many levels around its rows, which are regular and lie one after the other.
    fn rows_of_one_length(
        &mut self,
        elements: Elements,
        found: &Type,
        levels: usize,
        result: &mut Vec<Statement>,
    ) -> Lowered<Form> {
        let outer = found.extents()[..levels].to_vec();
        let length = found.extents()[levels].size().ok_or(Unsupported)?;
        if let (Elements::Dense(data), 1) = (&elements, levels)
            && let Some((of, start)) = self.replicated_row(*data)
        {
            let rows = self.map_sizes(&outer, result, |_, _, _, _| Ok(vec![start, length]))?;
            let descriptor = Descriptor::spans(rows[0], rows[1]);
            return Ok(Form { descriptor, elements: Elements::Dense(of) });
        }
        if let (Elements::Dense(Atom::Var(data)), 1) = (&elements, levels)
            && let Some(Stack { of, starts }) = self.known.stacks.get(data).cloned()
        {
            let lengths = self.map_sizes(&outer, result, |_, _, _, _| Ok(vec![length]))?;
            return Ok(Form { descriptor: Descriptor::spans(starts, lengths[0]), elements: of });
        }
        let mut count = length;
        for extent in &outer {
            let size = extent.size().ok_or(Unsupported)?;
            count = self.write(result, |code| code.scalar(Operation::Multiply, &[count, size]));
        }
        let inner = found.row(levels + 1).under([Extent::Size(count)]);
        let reshaped = |this: &mut Self, array: Atom, ty: Type, result: &mut Vec<Statement>| {
            this.write(result, |code| code.bind(ty, Expression::View(View::Reshape(array))))
        };
        let elements = match elements {
            Elements::Dense(data) => Elements::Dense(reshaped(self, data, inner, result)),
            Elements::Segments(segments) => {
                let (starts, lengths) = self.starts_and_lengths(
                    &segments,
                    &found.extents()[..regular_levels(found)],
                    result,
                );
                let around = inner.extents()[..regular_levels(&inner)].to_vec();
                let ty = Type::array(ScalarType::Usize, around);
                let starts = reshaped(self, starts, ty.clone(), result);
                let lengths = reshaped(self, lengths, ty, result);
                let descriptor = Descriptor::spans(starts, lengths);
                Elements::Segments(Box::new(Form { descriptor, elements: segments.elements }))
            }
        };
        let rows = self.map_sizes(&outer, result, |this, indices, sizes, body| {
            let start = this.write(body, |code| {
                let position = code.linear_index(indices, sizes);
                code.scalar(Operation::Multiply, &[position, length])
            });
            Ok(vec![start, length])
        })?;
        Ok(Form { descriptor: Descriptor::spans(rows[0], rows[1]), elements })
    }

    /// The row that all rows of an array are: the array of which it is a slice, and its start.
    fn replicated_row(&self, array: Atom) -> Option<(Atom, Atom)> {
        let row = *self.known.replicated.get(&array.var()?)?;
        match row.var().and_then(|row| self.known.slices.get(&row)) {
            Some(Slice { of: Elements::Dense(data), start }) => Some((*data, *start)),
            Some(_) => None,
            None => Some((row, Atom::size(0))),
        }
    }

    /// The lanes of a SOAC over regular levels, and their indices.
    pub(super) fn space(&mut self, levels: &[Extent]) -> Lowered<(Vec<Axis>, Vec<Atom>)> {
        let mut space = Vec::new();
        for level in levels {
            let index = self.variables.add(Some("i".into()), Type::USIZE);
            self.known.depths.insert(index, self.depth + 1);
            space.push(Axis { index, extent: level.size().ok_or(Unsupported)? });
        }
        let indices = space.iter().map(|lane| Atom::Var(lane.index)).collect();
        Ok((space, indices))
    }

    /// A row of a ragged array, with its length.
    pub(super) fn row_at(
        &mut self,
        array: Atom,
        indices: &[Atom],
        body: &mut Vec<Statement>,
    ) -> Lowered<Atom> {
        let ty = self.variables.atom_type(array).row(indices.len() + 1);
        let length = self.variables.add(Some("length".into()), Type::USIZE);
        let row = self.variables.add(None, ty.under([Extent::Size(Atom::Var(length))]));
        self.index(array, indices, &[length, row], body)?;
        Ok(Atom::Var(row))
    }

    /// Arrays of sizes over regular levels.
    pub(super) fn map_sizes(
        &mut self,
        levels: &[Extent],
        result: &mut Vec<Statement>,
        body: impl FnOnce(&mut Self, &[Atom], &[Atom], &mut Vec<Statement>) -> Lowered<Vec<Atom>>,
    ) -> Lowered<Vec<Atom>> {
        let (space, indices) = self.space(levels)?;
        let sizes: Vec<Atom> = space.iter().map(|lane| lane.extent).collect();
        self.depth += 1;
        let mut statements = Vec::new();
        let values = body(self, &indices, &sizes, &mut statements)?;
        self.depth -= 1;
        let ty = Type::array(ScalarType::Usize, levels.to_vec());
        let binds: Vec<Var> = values.iter().map(|_| self.variables.add(None, ty.clone())).collect();
        let outputs = values.into_iter().map(Output::Store).collect();
        let origins = self.origins("rows");
        let soac = Soac { space, body: statements, outputs, origins };
        self.write(result, |code| code.push(binds.clone(), Expression::Soac(Box::new(soac))));
        Ok(binds.into_iter().map(Atom::Var).collect())
    }

    pub(super) fn origins(&self, operation: &str) -> Vec<Origin> {
        vec![Origin::new(operation, self.span)]
    }

    /// The start and the length of each row, under these regular levels.
    pub(super) fn starts_and_lengths(
        &mut self,
        form: &Form,
        levels: &[Extent],
        result: &mut Vec<Statement>,
    ) -> (Atom, Atom) {
        match form.descriptor {
            Descriptor::Spans { starts, lengths, .. } => (starts, lengths),
            Descriptor::Offsets { offsets, .. } => {
                let ty = Type::array(ScalarType::Usize, levels.to_vec());
                let first = Expression::View(View::Slice(offsets, Atom::size(0)));
                let starts = self.write(result, |code| code.bind(ty, first));
                (starts, self.lengths(form, levels, result))
            }
        }
    }

    /// The length of each row.
    pub(super) fn lengths(
        &mut self,
        form: &Form,
        levels: &[Extent],
        result: &mut Vec<Statement>,
    ) -> Atom {
        let offsets = match form.descriptor {
            Descriptor::Spans { lengths, .. } => return lengths,
            Descriptor::Offsets { offsets, .. } => offsets,
        };
        let lengths = self.map_sizes(levels, result, |this, indices, _, body| {
            Ok(vec![this.write(body, |code| {
                let start = code.element(offsets, indices[0]);
                let next = code.scalar(Operation::Add, &[indices[0], Atom::size(1)]);
                let end = code.element(offsets, next);
                code.scalar(Operation::RowLength, &[end, start])
            })])
        });
        match lengths {
            Ok(lengths) => lengths[0],
            Err(Unsupported) => unreachable!("offsets have regular levels around them"),
        }
    }

    /// Rows from one on, of the type of a variable.
    pub(super) fn sliced(
        &mut self,
        segments: &Form,
        start: Atom,
        ty: &Type,
        result: &mut Vec<Statement>,
    ) -> Form {
        let sizes = ty.extents()[..regular_levels(ty)].to_vec();
        let slice = |this: &mut Self, array: Atom, sizes: Vec<Extent>, result: &mut _| {
            let ty = Type::array(ScalarType::Usize, sizes);
            this.write(result, |code| code.bind(ty, Expression::View(View::Slice(array, start))))
        };
        let descriptor = match segments.descriptor {
            Descriptor::Offsets { offsets, .. } => {
                let length = sizes[0].size().unwrap_or(Atom::size(0));
                let count = self
                    .write(result, |code| code.scalar(Operation::Add, &[length, Atom::size(1)]));
                let offsets = slice(self, offsets, vec![Extent::Size(count)], result);
                Descriptor::Offsets { offsets, whole: false }
            }
            Descriptor::Spans { starts, lengths, .. } => Descriptor::spans(
                slice(self, starts, sizes.clone(), result),
                slice(self, lengths, sizes, result),
            ),
        };
        Form { descriptor, elements: segments.elements.clone() }
    }

    /// The offsets of rows with these lengths: the exclusive scan of the lengths by saturating addition.
    pub(super) fn exclusive_scan(
        &mut self,
        lengths: Atom,
        count: Atom,
        result: &mut Vec<Statement>,
    ) -> Atom {
        let zero = Atom::size(0);
        let offset_count = self.write(result, |code| code.offset_count(count));
        let index = self.variables.add(Some("i".into()), Type::USIZE);
        let mut body = Vec::new();
        let inside =
            self.write(&mut body, |code| code.scalar(Operation::Less, &[Atom::Var(index), count]));
        let mut then = Vec::new();
        let length = self.write(&mut then, |code| code.element(lengths, Atom::Var(index)));
        let branch = If {
            condition: inside,
            then: Block { statements: then, results: vec![length] },
            otherwise: Block { statements: Vec::new(), results: vec![zero] },
        };
        let length =
            self.write(&mut body, |code| code.bind(Type::USIZE, Expression::If(Box::new(branch))));
        // Sums that wrapped around would give offsets that run backwards, and a total that may fit.
        let add = Operation::saturating_add(ScalarType::Usize);
        let operator = Lambda::sum_of_sizes(add, self.variables, self.span);
        let scan = Scan { values: vec![length], initial: vec![zero], operator, exclusive: true };
        let offset =
            self.write(&mut body, |code| code.bind(Type::USIZE, Expression::Scan(Box::new(scan))));
        let soac = Soac {
            space: vec![Axis { index, extent: offset_count }],
            body,
            outputs: vec![Output::Store(offset)],
            origins: self.origins("offsets"),
        };
        let ty = Type::regular(ScalarType::Usize, [offset_count]);
        self.write(result, |code| code.bind(ty, Expression::Soac(Box::new(soac))))
    }
}
