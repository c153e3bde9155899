//! Stores rows of lengths of their own as outputs of SOACs.
//!
//! Each lane stores a row in one of two ways. Of a row that is a slice of an array from outside the lanes it
//! stores the start and the length; of any other row it stores all elements. Code behind the lanes makes the
//! form of the array from the arrays that were stored.

use super::form::{Descriptor, Elements, Form};
use super::known_lengths::KnownOffsets;
use super::{Lowered, Segment, SegmentLowering, Unsupported, regular_levels};
use crate::core::{
    Atom, Axis, Condition, Expression, Extent, Output, Renaming, ScalarType, Soac, Statement, Type,
    Var, View,
};

/// The outputs of a SOAC in the making.
pub(super) struct Storing {
    pub(super) outputs: Vec<Output>,
    pub(super) binds: Vec<Var>,
    /// The extents of the space.
    pub(super) space: Vec<Extent>,
    /// The lane, if there is one dimension.
    pub(super) lane: Option<Atom>,
    /// The number of offsets of the rows of its points.
    offset_count: Atom,
    /// The statements that have to run before the SOAC.
    pub(super) before: Vec<Statement>,
    /// The offsets of rows whose lengths are known before.
    pub(super) known_offsets: Vec<KnownOffsets>,
}

/// The arrays in which the rows of the lanes are stored.
enum StoredRows {
    /// A known form: the rows of an array from outside, or others at its offsets.
    Known(Form),
    /// The starts and lengths of the rows, and the elements of which they are slices.
    Spans(Atom, Atom, Elements),
    /// The offsets of the rows, and the rows one after the other.
    Segments(Atom, StoredElements),
    /// The lengths of the rows, which have regular levels around them, and the rows.
    Lengths(Atom, StoredElements),
}

/// The arrays in which the elements of rows are stored.
enum StoredElements {
    Dense(Atom),
    /// The starts and lengths of rows, and the elements of which they are slices.
    Spans(Atom, Atom, Elements),
    /// All rows; their lengths.
    Lengths(Atom, Box<StoredElements>),
}

impl SegmentLowering<'_> {
    /// Writes a SOAC with its outputs, and the statements that make and use them. The level is that of its
    /// lanes.
    pub(super) fn store_all(&mut self, mut soac: Soac, binds: &[Var]) -> Lowered<Vec<Statement>> {
        let ragged = binds.iter().any(|bind| self.variables.ty(*bind).is_ragged());
        let mut result = Vec::new();
        self.depth -= 1;
        let mut storing = self.storing(&soac.space, ragged, &mut result)?;
        self.depth += 1;
        let mut stored = Vec::new();
        let mut rest = binds;
        for output in std::mem::take(&mut soac.outputs) {
            let (bound, others) = rest.split_at(output.binds());
            rest = others;
            match output {
                Output::Store(value) if self.variables.ty(bound[0]).is_ragged() => {
                    let ty = self.variables.ty(bound[0]).clone();
                    stored.push((
                        bound[0],
                        self.store_rows(value, &ty, &mut soac.body, &mut storing)?,
                    ));
                }
                _ if bound.iter().any(|var| self.variables.ty(*var).is_ragged()) => {
                    return Err(Unsupported);
                }
                output => {
                    storing.outputs.push(output);
                    storing.binds.extend(bound);
                }
            }
        }
        let Storing { outputs, binds, before, .. } = storing;
        result.extend(before);
        let soac = Soac { outputs, ..soac };
        self.depth -= 1;
        self.push_patterns(binds, soac, &mut result);
        for (bind, rows) in stored {
            let form = self.form_of_stored(rows, &mut result)?;
            self.known.arrays.insert(bind, form);
        }
        self.depth += 1;
        Ok(result)
    }

    /// A SOAC, or two: lanes that append rows can neither scan nor keep elements at the same time.
    fn push_patterns(&mut self, binds: Vec<Var>, soac: Soac, result: &mut Vec<Statement>) {
        let is_append = |output: &Output| matches!(output, Output::Append { .. });
        let scans = soac.has_scan();
        let compacts = soac.outputs.iter().any(|o| matches!(o, Output::Compact { .. }));
        if !(scans || compacts) || !soac.outputs.iter().any(is_append) {
            self.write(result, |code| code.push(binds, Expression::Soac(Box::new(soac))));
            return;
        }
        let mut first = Soac { outputs: Vec::new(), ..soac.clone() };
        let mut second = Soac { outputs: Vec::new(), body: Vec::new(), ..soac.clone() };
        let (mut first_binds, mut second_binds) = (Vec::new(), Vec::new());
        let mut rest = binds.as_slice();
        for output in soac.outputs {
            let (bound, others) = rest.split_at(output.binds());
            rest = others;
            let (outputs, binds) = match is_append(&output) {
                true => (&mut second.outputs, &mut second_binds),
                false => (&mut first.outputs, &mut first_binds),
            };
            outputs.push(output);
            binds.extend(bound);
        }
        // The results of a scan are stored for the second kernel.
        let extents: Vec<Extent> = soac.space.iter().map(|l| Extent::Size(l.extent)).collect();
        let indices: Vec<Atom> = soac.space.iter().map(|lane| Atom::Var(lane.index)).collect();
        for statement in soac.body {
            let Expression::Scan(_) = &statement.expression else {
                second.body.push(statement);
                continue;
            };
            for bind in &statement.binds {
                let ty = self.variables.ty(*bind).under(extents.iter().copied());
                let array = self.variables.add(None, ty);
                first.outputs.push(Output::Store(Atom::Var(*bind)));
                first_binds.push(array);
                let expression = Expression::Index(Atom::Var(array), indices.clone());
                second.body.push(Statement { binds: vec![*bind], expression, span: self.span });
            }
        }
        // A variable that replaces one of the lanes has to do so in both kernels.
        let expression = Expression::Soac(Box::new(second));
        let mut second = [Statement { binds: Vec::new(), expression, span: self.span }];
        self.known.replaced.replace_in_statements(&mut second);
        self.known.replaced.types(self.variables);
        let copy = Renaming::new().expression(&second[0].expression, self.variables);
        self.write(result, |code| {
            code.push(first_binds, Expression::Soac(Box::new(first)));
            code.push(second_binds, copy);
        });
    }

    /// A copy of rows in which they follow each other.
    pub(super) fn contiguous(
        &mut self,
        form: &Form,
        ty: &Type,
        result: &mut Vec<Statement>,
    ) -> Lowered<Form> {
        let levels = &ty.extents()[..regular_levels(ty)];
        let inner = ty.row(levels.len() + 1);
        let (starts, lengths) = self.starts_and_lengths(form, levels, result);
        let (space, indices) = self.space(levels)?;
        let mut storing = self.storing(&space, true, result)?;
        self.depth += 1;
        let mut body = Vec::new();
        let mut read = |this: &mut Self, array: Atom| {
            this.write(&mut body, |code| {
                code.bind(Type::USIZE, Expression::Index(array, indices.clone()))
            })
        };
        let (start, length) = (read(self, starts), read(self, lengths));
        let row = self.variables.add(None, inner.under([Extent::Size(length)]));
        self.bind_slice(&form.elements, start, row, &mut body)?;
        let row = Atom::Var(row);
        let rows = match self.stored_at_known_offsets(row, length, &inner, &mut body, &mut storing)
        {
            Some(form) => StoredRows::Known(form),
            None => {
                let elements = self.append(row, length, &inner, &mut body, &mut storing)?;
                StoredRows::Segments(self.offsets_of(length, &storing)?, elements)
            }
        };
        let Storing { outputs, binds, before, .. } = storing;
        result.extend(before);
        let soac = Soac { space, body, outputs, origins: self.origins("flatten") };
        self.depth -= 1;
        self.write(result, |code| code.push(binds, Expression::Soac(Box::new(soac))));
        self.form_of_stored(rows, result)
    }

    fn storing(
        &mut self,
        space: &[Axis],
        ragged: bool,
        result: &mut Vec<Statement>,
    ) -> Lowered<Storing> {
        let mut offset_count = Atom::size(1);
        if ragged {
            let mut points = space[0].extent;
            for lane in &space[1..] {
                let product = Condition::Product("rows".into());
                points = self.write(result, |code| code.counted(product, points, lane.extent));
            }
            offset_count = self.write(result, |code| code.offset_count(points));
        }
        let lane = match space {
            [lane] => Some(Atom::Var(lane.index)),
            _ => None,
        };
        let space = space.iter().map(|lane| Extent::Size(lane.extent)).collect();
        let (outputs, binds, before) = (Vec::new(), Vec::new(), Vec::new());
        let known_offsets = Vec::new();
        Ok(Storing { outputs, binds, space, lane, offset_count, before, known_offsets })
    }

    /// Adds outputs for a value of a lane that is stored as an array of this type.
    fn store_rows(
        &mut self,
        value: Atom,
        wanted: &Type,
        body: &mut Vec<Statement>,
        storing: &mut Storing,
    ) -> Lowered<StoredRows> {
        let around = storing.space.len();
        let levels = regular_levels(wanted);
        let inner = wanted.row(levels + 1);
        let found = self.variables.atom_type(value);
        if levels == around {
            let length = found.extents()[0].size().ok_or(Unsupported)?;
            let slice = value.var().and_then(|var| self.known.slices.get(&var)).cloned();
            if let Some(segment) = self.segment_of_lane(length, storing) {
                match &slice {
                    Some(slice)
                        if slice.start == segment.start && slice.of.is(&segment.of.elements) =>
                    {
                        return Ok(StoredRows::Known(segment.of));
                    }
                    None if !inner.is_ragged() => {
                        self.depth -= 1;
                        let count =
                            self.count_of_elements(&segment.of.elements, &mut storing.before)?;
                        self.depth += 1;
                        let row = Output::Segment { row: value, start: segment.start };
                        let bind = self.variables.add(None, inner.under([Extent::Size(count)]));
                        storing.outputs.push(row);
                        storing.binds.push(bind);
                        let elements = Elements::Dense(Atom::Var(bind));
                        return Ok(StoredRows::Known(Form { elements, ..segment.of }));
                    }
                    _ => {}
                }
            }
            if let Some(slice) = slice
                && matches!(slice.of, Elements::Segments(_)) == inner.is_ragged()
                && slice.of.atoms().into_iter().all(|atom| self.is_outside(atom))
            {
                let starts = self.stored(slice.start, storing);
                let lengths = self.stored(length, storing);
                return Ok(StoredRows::Spans(starts, lengths, slice.of));
            }
            if let Some(form) = self.stored_at_known_offsets(value, length, &inner, body, storing) {
                return Ok(StoredRows::Known(form));
            }
            let elements = self.append(value, length, &inner, body, storing)?;
            if around > 1 {
                let lengths = self.stored(length, storing);
                return Ok(StoredRows::Lengths(lengths, elements));
            }
            let offsets = self.offsets_of(length, storing)?;
            return Ok(StoredRows::Segments(offsets, elements));
        }
        let row = self.like_row(&found, &wanted.row(around))?;
        let form = self.form_as(value, &row, body)?;
        let sizes = row.extents()[..levels - around].to_vec();
        if form.elements.atoms().into_iter().all(|atom| self.is_outside(atom)) {
            let (starts, lengths) = self.starts_and_lengths(&form, &sizes, body);
            let (starts, lengths) = (self.stored(starts, storing), self.stored(lengths, storing));
            return Ok(StoredRows::Spans(starts, lengths, form.elements));
        }
        let lengths = self.lengths(&form, &sizes, body);
        let lengths = self.stored(lengths, storing);
        let (flat, count) = self.flattened(&form, &row, body)?;
        let elements = self.append(flat, count, &inner, body, storing)?;
        Ok(StoredRows::Lengths(lengths, elements))
    }

    /// The segment with the number of the lane, of an array from outside, if the length is that of one.
    fn segment_of_lane(&self, length: Atom, storing: &Storing) -> Option<Segment> {
        let segment = self.known.segments.get(&length.var()?)?;
        let outside = segment.of.atoms().into_iter().all(|atom| self.is_outside(atom));
        (storing.lane == Some(segment.index) && outside).then(|| segment.clone())
    }

    /// The number of elements or rows inside rows.
    pub(super) fn count_of_elements(
        &mut self,
        elements: &Elements,
        result: &mut Vec<Statement>,
    ) -> Lowered<Atom> {
        match elements {
            Elements::Dense(data) => {
                self.variables.atom_type(*data).extents()[0].size().ok_or(Unsupported)
            }
            Elements::Segments(segments) => self.count_of(segments, result),
        }
    }

    /// The type of a row, ragged where it is wanted to be.
    fn like_row(&self, found: &Type, wanted: &Type) -> Lowered<Type> {
        let pairs = found.extents().iter().zip(wanted.extents());
        let extents = pairs.map(|pair| match pair {
            (_, Extent::Ragged) => Ok(Extent::Ragged),
            (Extent::Size(size), Extent::Size(_)) => Ok(Extent::Size(*size)),
            (Extent::Ragged, Extent::Size(_)) => Err(Unsupported),
        });
        Ok(Type::array(found.element(), extents.collect::<Lowered<_>>()?))
    }

    /// The elements of a ragged array as one array, and their number.
    fn flattened(
        &mut self,
        form: &Form,
        ty: &Type,
        result: &mut Vec<Statement>,
    ) -> Lowered<(Atom, Atom)> {
        let form = match form.descriptor {
            Descriptor::Offsets { whole: true, .. } => form.clone(),
            _ => self.contiguous(form, ty, result)?,
        };
        let levels = regular_levels(ty);
        let count = self.count_of_elements(&form.elements, result)?;
        match form.elements {
            Elements::Dense(data) => Ok((data, count)),
            Elements::Segments(segments) => {
                let inside = ty.row(levels + 1).under([Extent::Size(count)]);
                let bind = self.variables.add(None, inside);
                self.known.arrays.insert(bind, *segments);
                Ok((Atom::Var(bind), count))
            }
        }
    }

    /// Adds outputs for the elements of a row.
    fn append(
        &mut self,
        row: Atom,
        length: Atom,
        inner: &Type,
        body: &mut Vec<Statement>,
        storing: &mut Storing,
    ) -> Lowered<StoredElements> {
        if !inner.is_ragged() {
            return Ok(StoredElements::Dense(self.appended(row, length, inner, storing)));
        }
        let found = self.variables.atom_type(row);
        let ty = self.like_row(&found, &inner.under([Extent::Size(length)]))?;
        let form = self.form_as(row, &ty, body)?;
        let levels = regular_levels(&ty);
        let sizes = ty.extents()[..levels].to_vec();
        let size = Type::array(ScalarType::Usize, inner.extents()[..levels - 1].to_vec());
        if form.elements.atoms().into_iter().all(|atom| self.is_outside(atom)) {
            let (starts, lengths) = self.starts_and_lengths(&form, &sizes, body);
            let starts = self.appended(starts, length, &size, storing);
            let lengths = self.appended(lengths, length, &size, storing);
            return Ok(StoredElements::Spans(starts, lengths, form.elements));
        }
        let lengths = self.lengths(&form, &sizes, body);
        let lengths = self.appended(lengths, length, &size, storing);
        let (flat, count) = self.flattened(&form, &ty, body)?;
        let elements = self.append(flat, count, &ty.row(levels + 1), body, storing)?;
        Ok(StoredElements::Lengths(lengths, Box::new(elements)))
    }

    /// The array of the values that the lanes store.
    fn stored(&mut self, value: Atom, storing: &mut Storing) -> Atom {
        let known = storing
            .outputs
            .iter()
            .position(|output| matches!(output, Output::Store(known) if *known == value));
        if let Some(position) = known {
            let before = storing.outputs[..position].iter().map(Output::binds).sum::<usize>();
            return Atom::Var(storing.binds[before]);
        }
        let ty = self.variables.atom_type(value).under(storing.space.iter().copied());
        let bind = self.variables.add(None, ty);
        storing.outputs.push(Output::Store(value));
        storing.binds.push(bind);
        Atom::Var(bind)
    }

    /// The array of the rows that the lanes append, whose elements are of this type.
    fn appended(&mut self, row: Atom, length: Atom, element: &Type, storing: &mut Storing) -> Atom {
        let mut before = 0;
        for output in &mut storing.outputs {
            let binds = output.binds();
            if let Output::Append { rows, length: known, .. } = output
                && *known == length
            {
                if let Some(place) = rows.iter().position(|known| *known == row) {
                    return Atom::Var(storing.binds[before + 2 + place]);
                }
                let count = Extent::Size(Atom::Var(storing.binds[before]));
                let bind = self.variables.add(None, element.under([count]));
                rows.push(row);
                storing.binds.insert(before + binds, bind);
                return Atom::Var(bind);
            }
            before += binds;
        }
        let count = self.variables.add(Some("count".into()), Type::USIZE);
        let ty = element.under([Extent::Size(Atom::Var(count))]);
        let bind = self.variables.add(None, ty);
        let offsets = Type::regular(ScalarType::Usize, [storing.offset_count]);
        let offsets = self.variables.add(Some("offsets".into()), offsets);
        let rows = vec![row];
        storing.outputs.push(Output::Append { rows, length, offsets: storing.offset_count });
        storing.binds.extend([count, offsets, bind]);
        Atom::Var(bind)
    }

    /// The offsets of the rows of this length that the lanes append.
    fn offsets_of(&self, length: Atom, storing: &Storing) -> Lowered<Atom> {
        let mut before = 0;
        for output in &storing.outputs {
            if matches!(output, Output::Append { length: known, .. } if *known == length) {
                return Ok(Atom::Var(storing.binds[before + 1]));
            }
            before += output.binds();
        }
        Err(Unsupported)
    }

    fn form_of_stored(&mut self, stored: StoredRows, result: &mut Vec<Statement>) -> Lowered<Form> {
        Ok(match stored {
            StoredRows::Known(form) => form,
            StoredRows::Spans(starts, lengths, elements) => {
                self.variables.describes(starts);
                Form { descriptor: Descriptor::spans(starts, lengths), elements }
            }
            StoredRows::Segments(offsets, elements) => {
                self.variables.describes(offsets);
                let elements = self.elements_of_stored(elements, result)?;
                Form { descriptor: Descriptor::Offsets { offsets, whole: true }, elements }
            }
            StoredRows::Lengths(lengths, elements) => {
                self.rows_of_lengths(lengths, elements, result)?
            }
        })
    }

    fn elements_of_stored(
        &mut self,
        stored: StoredElements,
        result: &mut Vec<Statement>,
    ) -> Lowered<Elements> {
        Ok(match stored {
            StoredElements::Dense(data) => Elements::Dense(data),
            StoredElements::Spans(starts, lengths, elements) => {
                self.variables.describes(starts);
                let descriptor = Descriptor::spans(starts, lengths);
                Elements::Segments(Box::new(Form { descriptor, elements }))
            }
            StoredElements::Lengths(lengths, elements) => {
                Elements::Segments(Box::new(self.rows_of_lengths(lengths, *elements, result)?))
            }
        })
    }

    /// Rows of these lengths, each of which begins where the one before it ends.
    fn rows_of_lengths(
        &mut self,
        lengths: Atom,
        elements: StoredElements,
        result: &mut Vec<Statement>,
    ) -> Lowered<Form> {
        let elements = self.elements_of_stored(elements, result)?;
        let ty = self.variables.atom_type(lengths);
        let sizes: Vec<Atom> = ty
            .extents()
            .iter()
            .map(|extent| extent.size().ok_or(Unsupported))
            .collect::<Lowered<_>>()?;
        if let [count] = sizes[..] {
            let offsets = self.exclusive_scan(lengths, count, result);
            self.variables.describes(offsets);
            let descriptor = Descriptor::Offsets { offsets, whole: true };
            return Ok(Form { descriptor, elements });
        }
        let count = self.product(&sizes, result);
        let vector = Type::regular(ScalarType::Usize, [count]);
        let flat =
            self.write(result, |code| code.bind(vector, Expression::View(View::Reshape(lengths))));
        let offsets = self.exclusive_scan(flat, count, result);
        let starts = self.starts(offsets, count, ty, result);
        Ok(Form { descriptor: Descriptor::spans(starts, lengths), elements })
    }

    /// The number of rows under levels of these sizes.
    pub(super) fn product(&mut self, sizes: &[Atom], result: &mut Vec<Statement>) -> Atom {
        let mut count = sizes[0];
        for size in &sizes[1..] {
            count = self.write(result, |code| {
                code.counted(Condition::Product("rows".into()), count, *size)
            });
        }
        count
    }

    /// The starts of so many rows with these offsets, as an array of this type.
    pub(super) fn starts(
        &mut self,
        offsets: Atom,
        count: Atom,
        ty: Type,
        result: &mut Vec<Statement>,
    ) -> Atom {
        let vector = Type::regular(ScalarType::Usize, [count]);
        let first = Expression::View(View::Slice(offsets, Atom::size(0)));
        self.write(result, |code| {
            let first = code.bind(vector, first);
            code.bind(ty, Expression::View(View::Reshape(first)))
        })
    }
}
