//! Stores rows of lengths of their own as outputs of SOACs.
//!
//! Each lane keeps a row in one of two ways. Of a row that is a part of an array from outside the lanes it
//! keeps the start and the length; of any other row it keeps all elements. Code behind the lanes puts the
//! form of the stored array together from the kept parts.

use super::form::{Descriptor, Elements, Form};
use super::known_lengths::Places;
use super::{Lowered, Opened, SegmentLowering, Unsupported, regular_levels};
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
    /// The places of rows whose lengths are known before.
    pub(super) places: Vec<Places>,
}

/// The part of the lanes' rows that is kept.
enum Kept {
    /// A known form: the rows of an array from outside, or others in their places.
    Known(Form),
    /// The starts and lengths of the rows, and the array that they are parts of.
    Places(Atom, Atom, Elements),
    /// All rows, one after the other.
    All(Atom, KeptInside),
    /// All rows, and their lengths, which have regular levels around them.
    Lengths(Atom, KeptInside),
}

/// The part of the inner array of rows that is kept.
enum KeptInside {
    Dense(Atom),
    /// The starts and lengths of rows, and the array that they are parts of.
    Places(Atom, Atom, Elements),
    /// All rows; their lengths.
    Lengths(Atom, Box<KeptInside>),
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
        let mut kept = Vec::new();
        let mut rest = binds;
        for output in std::mem::take(&mut soac.outputs) {
            let (own, others) = rest.split_at(output.binds());
            rest = others;
            match output {
                Output::Store(value) if self.variables.ty(own[0]).is_ragged() => {
                    let ty = self.variables.ty(own[0]).clone();
                    kept.push((own[0], self.keep(value, &ty, &mut soac.body, &mut storing)?));
                }
                _ if own.iter().any(|var| self.variables.ty(*var).is_ragged()) => {
                    return Err(Unsupported);
                }
                output => {
                    storing.outputs.push(output);
                    storing.binds.extend(own);
                }
            }
        }
        let Storing { outputs, binds, before, .. } = storing;
        result.extend(before);
        let soac = Soac { outputs, ..soac };
        self.depth -= 1;
        self.push_patterns(binds, soac, &mut result);
        for (bind, kept) in kept {
            let form = self.finished(kept, &mut result)?;
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
            self.push(binds, Expression::Soac(Box::new(soac)), result);
            return;
        }
        let mut first = Soac { outputs: Vec::new(), ..soac.clone() };
        let mut second = Soac { outputs: Vec::new(), body: Vec::new(), ..soac.clone() };
        let (mut first_binds, mut second_binds) = (Vec::new(), Vec::new());
        let mut rest = binds.as_slice();
        for output in soac.outputs {
            let (own, others) = rest.split_at(output.binds());
            rest = others;
            let (outputs, binds) = match is_append(&output) {
                true => (&mut second.outputs, &mut second_binds),
                false => (&mut first.outputs, &mut first_binds),
            };
            outputs.push(output);
            binds.extend(own);
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
        self.push(first_binds, Expression::Soac(Box::new(first)), result);
        self.push(second_binds, copy, result);
    }

    /// All rows one after the other, in places of their own.
    pub(super) fn gathered(
        &mut self,
        form: &Form,
        ty: &Type,
        result: &mut Vec<Statement>,
    ) -> Lowered<Form> {
        let levels = &ty.extents()[..regular_levels(ty)];
        let inner = ty.row(levels.len() + 1);
        let (starts, lengths) = self.each(form, levels, result);
        let (space, indices) = self.space(levels)?;
        let mut storing = self.storing(&space, true, result)?;
        self.depth += 1;
        let mut body = Vec::new();
        let mut read = |this: &mut Self, array: Atom| {
            this.bind(Type::USIZE, Expression::Index(array, indices.clone()), &mut body)
        };
        let (start, length) = (read(self, starts), read(self, lengths));
        let row = self.variables.add(None, inner.under([Extent::Size(length)]));
        self.cut(&form.elements, start, row, &mut body)?;
        let row = Atom::Var(row);
        let kept = match self.placed(row, length, &inner, &mut body, &mut storing) {
            Some(form) => Kept::Known(form),
            None => {
                let elements = self.append(row, length, &inner, &mut body, &mut storing)?;
                Kept::All(self.offsets_of(length, &storing)?, elements)
            }
        };
        let Storing { outputs, binds, before, .. } = storing;
        result.extend(before);
        let soac = Soac { space, body, outputs, origins: self.origins("flatten") };
        self.depth -= 1;
        self.push(binds, Expression::Soac(Box::new(soac)), result);
        self.finished(kept, result)
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
                points = self.counted(product, points, lane.extent, result);
            }
            offset_count = self.one_more(points, result);
        }
        let lane = match space {
            [lane] => Some(Atom::Var(lane.index)),
            _ => None,
        };
        let space = space.iter().map(|lane| Extent::Size(lane.extent)).collect();
        let (outputs, binds, before) = (Vec::new(), Vec::new(), Vec::new());
        let places = Vec::new();
        Ok(Storing { outputs, binds, space, lane, offset_count, before, places })
    }

    /// Adds outputs for a value of a lane that is stored as an array of this type.
    fn keep(
        &mut self,
        value: Atom,
        wanted: &Type,
        body: &mut Vec<Statement>,
        storing: &mut Storing,
    ) -> Lowered<Kept> {
        let around = storing.space.len();
        let levels = regular_levels(wanted);
        let inner = wanted.row(levels + 1);
        let found = self.variables.atom_type(value);
        if levels == around {
            let length = found.extents()[0].size().ok_or(Unsupported)?;
            let part = value.var().and_then(|var| self.known.parts.get(&var)).cloned();
            if let Some(opened) = self.own_row(length, storing) {
                match &part {
                    Some(part) if part.start == opened.start && part.of.is(&opened.of.elements) => {
                        return Ok(Kept::Known(opened.of));
                    }
                    None if !inner.is_ragged() => {
                        self.depth -= 1;
                        let count = self.count_inside(&opened.of.elements, &mut storing.before)?;
                        self.depth += 1;
                        let row = Output::Segment { row: value, start: opened.start };
                        let bind = self.variables.add(None, inner.under([Extent::Size(count)]));
                        storing.outputs.push(row);
                        storing.binds.push(bind);
                        let elements = Elements::Dense(Atom::Var(bind));
                        return Ok(Kept::Known(Form { elements, ..opened.of }));
                    }
                    _ => {}
                }
            }
            if let Some(part) = part
                && matches!(part.of, Elements::Segments(_)) == inner.is_ragged()
                && part.of.atoms().into_iter().all(|atom| self.is_outside(atom))
            {
                let starts = self.stored(part.start, storing);
                let lengths = self.stored(length, storing);
                return Ok(Kept::Places(starts, lengths, part.of));
            }
            if let Some(form) = self.placed(value, length, &inner, body, storing) {
                return Ok(Kept::Known(form));
            }
            let elements = self.append(value, length, &inner, body, storing)?;
            if around > 1 {
                let lengths = self.stored(length, storing);
                return Ok(Kept::Lengths(lengths, elements));
            }
            let offsets = self.offsets_of(length, storing)?;
            return Ok(Kept::All(offsets, elements));
        }
        let row = self.like_row(&found, &wanted.row(around))?;
        let form = self.formed(value, &row, body)?;
        let sizes = row.extents()[..levels - around].to_vec();
        if form.elements.atoms().into_iter().all(|atom| self.is_outside(atom)) {
            let (starts, lengths) = self.each(&form, &sizes, body);
            let (starts, lengths) = (self.stored(starts, storing), self.stored(lengths, storing));
            return Ok(Kept::Places(starts, lengths, form.elements));
        }
        let lengths = self.lengths(&form, &sizes, body);
        let lengths = self.stored(lengths, storing);
        let (flat, count) = self.flat(&form, &row, body)?;
        let elements = self.append(flat, count, &inner, body, storing)?;
        Ok(Kept::Lengths(lengths, elements))
    }

    /// The row with the number of the lane, of something outside, if the length is that of one.
    fn own_row(&self, length: Atom, storing: &Storing) -> Option<Opened> {
        let opened = self.known.opened.get(&length.var()?)?;
        let outside = opened.of.atoms().into_iter().all(|atom| self.is_outside(atom));
        (storing.lane == Some(opened.index) && outside).then(|| opened.clone())
    }

    /// The number of elements or rows inside rows.
    pub(super) fn count_inside(
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

    /// The inner array of a ragged array, and its length.
    fn flat(
        &mut self,
        form: &Form,
        ty: &Type,
        result: &mut Vec<Statement>,
    ) -> Lowered<(Atom, Atom)> {
        let form = match form.descriptor {
            Descriptor::Offsets { whole: true, .. } => form.clone(),
            _ => self.gathered(form, ty, result)?,
        };
        let levels = regular_levels(ty);
        let count = self.count_inside(&form.elements, result)?;
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
    ) -> Lowered<KeptInside> {
        if !inner.is_ragged() {
            return Ok(KeptInside::Dense(self.appended(row, length, inner, storing)));
        }
        let found = self.variables.atom_type(row);
        let ty = self.like_row(&found, &inner.under([Extent::Size(length)]))?;
        let form = self.formed(row, &ty, body)?;
        let levels = regular_levels(&ty);
        let sizes = ty.extents()[..levels].to_vec();
        let size = Type::array(ScalarType::Usize, inner.extents()[..levels - 1].to_vec());
        if form.elements.atoms().into_iter().all(|atom| self.is_outside(atom)) {
            let (starts, lengths) = self.each(&form, &sizes, body);
            let starts = self.appended(starts, length, &size, storing);
            let lengths = self.appended(lengths, length, &size, storing);
            return Ok(KeptInside::Places(starts, lengths, form.elements));
        }
        let lengths = self.lengths(&form, &sizes, body);
        let lengths = self.appended(lengths, length, &size, storing);
        let (flat, count) = self.flat(&form, &ty, body)?;
        let elements = self.append(flat, count, &ty.row(levels + 1), body, storing)?;
        Ok(KeptInside::Lengths(lengths, Box::new(elements)))
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

    fn finished(&mut self, kept: Kept, result: &mut Vec<Statement>) -> Lowered<Form> {
        Ok(match kept {
            Kept::Known(form) => form,
            Kept::Places(starts, lengths, elements) => {
                self.variables.describes(starts);
                Form { descriptor: Descriptor::spans(starts, lengths), elements }
            }
            Kept::All(offsets, elements) => {
                self.variables.describes(offsets);
                let elements = self.finished_inside(elements, result)?;
                Form { descriptor: Descriptor::Offsets { offsets, whole: true }, elements }
            }
            Kept::Lengths(lengths, elements) => self.rows_of_lengths(lengths, elements, result)?,
        })
    }

    fn finished_inside(
        &mut self,
        kept: KeptInside,
        result: &mut Vec<Statement>,
    ) -> Lowered<Elements> {
        Ok(match kept {
            KeptInside::Dense(data) => Elements::Dense(data),
            KeptInside::Places(starts, lengths, elements) => {
                self.variables.describes(starts);
                let descriptor = Descriptor::spans(starts, lengths);
                Elements::Segments(Box::new(Form { descriptor, elements }))
            }
            KeptInside::Lengths(lengths, elements) => {
                Elements::Segments(Box::new(self.rows_of_lengths(lengths, *elements, result)?))
            }
        })
    }

    /// Rows of these lengths, each of which begins where the one before it ends.
    fn rows_of_lengths(
        &mut self,
        lengths: Atom,
        elements: KeptInside,
        result: &mut Vec<Statement>,
    ) -> Lowered<Form> {
        let elements = self.finished_inside(elements, result)?;
        let ty = self.variables.atom_type(lengths);
        let sizes: Vec<Atom> = ty
            .extents()
            .iter()
            .map(|extent| extent.size().ok_or(Unsupported))
            .collect::<Lowered<_>>()?;
        if let [count] = sizes[..] {
            let offsets = self.offsets(lengths, count, result);
            self.variables.describes(offsets);
            let descriptor = Descriptor::Offsets { offsets, whole: true };
            return Ok(Form { descriptor, elements });
        }
        let count = self.product(&sizes, result);
        let vector = Type::regular(ScalarType::Usize, [count]);
        let flat = self.bind(vector, Expression::View(View::Reshape(lengths)), result);
        let offsets = self.offsets(flat, count, result);
        let starts = self.starts(offsets, count, ty, result);
        Ok(Form { descriptor: Descriptor::spans(starts, lengths), elements })
    }

    /// The number of rows under levels of these sizes.
    pub(super) fn product(&mut self, sizes: &[Atom], result: &mut Vec<Statement>) -> Atom {
        let mut count = sizes[0];
        for size in &sizes[1..] {
            count = self.counted(Condition::Product("rows".into()), count, *size, result);
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
        let first = self.bind(vector, first, result);
        self.bind(ty, Expression::View(View::Reshape(first)), result)
    }
}
