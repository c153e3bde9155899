//! Carries ragged values through branches and loops. A ragged variable that is bound to one of several
//! values becomes variables for all parts of its form. If the values are rows of the same array, two
//! variables are enough: the starts of the rows, and their lengths. For example, an `if`
//! whose arms give some rows of `xs` each chooses starts and lengths alone.

use super::form::{Descriptor, Elements, Form};
use super::preserved_rows::RowsAround;
use super::{Lowered, Part, SegmentLowering, Stack, Unsupported, regular_levels};
use crate::core::operation::Operation;
use crate::core::{Atom, Expression, Extent, ScalarType, Statement, Type, Var, VarSet, View};

/// The part of a value that branches and loops hand on.
pub(super) enum Given {
    /// All parts of its form.
    All,
    /// The dense array only: the rows stay.
    Kept(Form),
    /// All parts, and the used length of the dense array; or all parts inside of these rows.
    Growing(Option<RowsAround>),
    /// The start of the value only: it is a row of this array, or several next to each other.
    Part(Elements),
    /// The starts and lengths of its rows: they are parts of this array.
    Rows(Elements),
    /// All parts, and the starts of its rows: they are dense rows of this array.
    Stack(Elements),
}

impl SegmentLowering<'_> {
    /// New variables for the parts of a ragged variable's form.
    pub(super) fn parts_of(&mut self, ty: &Type, vars: &mut Vec<Var>) -> Form {
        let levels = regular_levels(ty);
        let sizes = Type::array(ScalarType::Usize, ty.extents()[..levels].to_vec());
        let starts = self.variables.add(Some("starts".into()), sizes.clone());
        let lengths = self.variables.add(Some("lengths".into()), sizes);
        let count = self.variables.add(Some("count".into()), Type::USIZE);
        vars.extend([starts, lengths, count]);
        let inner = ty.row(levels + 1).under([Extent::Size(Atom::Var(count))]);
        let elements = if inner.is_ragged() {
            Elements::Segments(Box::new(self.parts_of(&inner, vars)))
        } else {
            let data = self.variables.add(None, inner);
            vars.push(data);
            Elements::Dense(Atom::Var(data))
        };
        let descriptor = Descriptor::spans(Atom::Var(starts), Atom::Var(lengths));
        Form { descriptor, elements }
    }

    /// The parts of a value's form, in the order of [`SegmentLowering::parts_of`].
    pub(super) fn taken_apart(
        &mut self,
        form: &Form,
        levels: &[Extent],
        parts: &mut Vec<Atom>,
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let (starts, lengths) = self.each(form, levels, result);
        parts.extend([starts, lengths]);
        match &form.elements {
            Elements::Dense(data) => {
                let ty = self.variables.atom_type(*data);
                parts.extend([ty.extents()[0].size().ok_or(Unsupported)?, *data]);
                Ok(())
            }
            Elements::Segments(segments) => {
                let levels = self.levels_of(segments, result)?;
                parts.push(levels[0].size().ok_or(Unsupported)?);
                self.taken_apart(segments, &levels, parts, result)
            }
        }
    }

    /// The regular levels around the rows of a form.
    pub(super) fn levels_of(
        &mut self,
        segments: &Form,
        result: &mut Vec<Statement>,
    ) -> Lowered<Vec<Extent>> {
        match segments.descriptor {
            Descriptor::Spans { starts, .. } => {
                Ok(self.variables.atom_type(starts).extents().to_vec())
            }
            Descriptor::Offsets { offsets, .. } => {
                let ty = self.variables.atom_type(offsets);
                let size = ty.extents()[0].size().ok_or(Unsupported)?;
                let rows = self.scalar(Operation::Subtract, size, Atom::size(1), result);
                self.variables.lies_in_memory(rows);
                Ok(vec![Extent::Size(rows)])
            }
        }
    }

    /// The number of rows in the outermost level of a form.
    pub(super) fn count_of(
        &mut self,
        segments: &Form,
        result: &mut Vec<Statement>,
    ) -> Lowered<Atom> {
        self.levels_of(segments, result)?[0].size().ok_or(Unsupported)
    }

    /// Replaces ragged values by the parts of their forms.
    pub(super) fn results(
        &mut self,
        values: &[Atom],
        like: &[Var],
        result: &mut Vec<Statement>,
    ) -> Lowered<Vec<Atom>> {
        let mut parts = Vec::new();
        for (value, like) in values.iter().zip(like) {
            if self.variables.ty(*like).is_ragged() {
                let ty = self.type_like(*value, *like);
                let form = self.formed(*value, &ty, result)?;
                let levels = ty.extents()[..regular_levels(&ty)].to_vec();
                self.taken_apart(&form, &levels, &mut parts, result)?;
            } else {
                parts.push(*value);
            }
        }
        Ok(parts)
    }

    /// The array that a row is a part of, and its start there, if it is known to be a part.
    pub(super) fn part_of(&self, row: Atom) -> Option<Part> {
        self.known.parts.get(&row.var()?).cloned()
    }

    /// The type of a value where rows differ as those of a variable do.
    pub(super) fn type_like(&self, value: Atom, like: Var) -> Type {
        let found = self.variables.atom_type(value);
        let pairs = found.extents().iter().zip(self.variables.ty(like).extents());
        let extents = pairs.map(|pair| match pair {
            (_, Extent::Ragged) => Extent::Ragged,
            (found, _) => *found,
        });
        Type::array(found.element(), extents.collect())
    }

    /// The parts of a value that may grow: rows that share no elements, and the used length of the dense
    /// array.
    fn growing_parts(
        &mut self,
        value: Atom,
        like: Var,
        result: &mut Vec<Statement>,
    ) -> Lowered<Vec<Atom>> {
        let ty = self.type_like(value, like);
        let mut form = self.formed(value, &ty, result)?;
        let mut used = form.descriptor.used();
        if used.is_none() && !matches!(form.descriptor, Descriptor::Offsets { whole: true, .. }) {
            form = self.moved_apart(&form, &ty, result)?;
            used = form.descriptor.used();
        }
        let mut parts = Vec::new();
        self.taken_apart(&form, &ty.extents()[..regular_levels(&ty)], &mut parts, result)?;
        let [_, _, room, _] = parts[..] else { return Err(Unsupported) };
        parts.push(*used.get_or_insert(room));
        Ok(parts)
    }

    /// Variables for the parts that [`SegmentLowering::growing_parts`] gives, and the form that they make.
    fn growing_variables(&mut self, var: Var, parts: &mut Vec<Var>) -> Lowered<Form> {
        parts.extend(self.variables_for(&[var]));
        let end = self.variables.add(Some("used".into()), Type::USIZE);
        self.known.depths.insert(end, self.depth);
        parts.push(end);
        let Form { descriptor: Descriptor::Spans { starts, lengths, .. }, elements } =
            self.form_of(Atom::Var(var))?
        else {
            return Err(Unsupported);
        };
        let descriptor = Descriptor::Spans { starts, lengths, used: Some(Atom::Var(end)) };
        Ok(Form { descriptor, elements })
    }

    /// Replaces ragged variables by variables for the parts of their forms.
    pub(super) fn variables_for(&mut self, vars: &[Var]) -> Vec<Var> {
        let mut list = Vec::new();
        for var in vars {
            let ty = self.variables.ty(*var).clone();
            if ty.is_ragged() {
                let form = self.parts_of(&ty, &mut list);
                self.known.arrays.insert(*var, form);
            } else {
                list.push(*var);
            }
        }
        for var in &list {
            self.known.depths.insert(*var, self.depth);
        }
        list
    }

    /// The part that a branch hands on of two values: less than all if both are parts of one array, or have the
    /// same rows, made before the branch.
    pub(super) fn same_in_both(&mut self, values: [Atom; 2], bind: Var, inside: &VarSet) -> Given {
        let outside = |of: &Elements| {
            of.atoms().into_iter().filter_map(Atom::var).all(|var| !inside.contains(&var))
        };
        let same = |[one, other]: [Option<Elements>; 2]| {
            one.filter(|one| other.is_some_and(|other| one.is(&other)) && outside(one))
        };
        if let Some(of) = same(values.map(|value| self.part_of(value).map(|part| part.of))) {
            return Given::Part(of);
        }
        let found = values.map(|value| {
            let stack = value.var().and_then(|var| self.known.stacks.get(&var));
            let stack = stack.map(|stack| stack.of.clone());
            self.form_of(value).map(|form| form.elements).ok().or(stack)
        });
        // No rows are rows of anything.
        let found = match (found, values.map(|value| self.is_empty(value))) {
            ([_, found], [true, false]) => [found.clone(), found],
            ([found, _], [false, true]) => [found.clone(), found],
            (found, _) => found,
        };
        match same(found) {
            Some(of) if self.variables.ty(bind).is_ragged() => Given::Rows(of),
            Some(of) => Given::Stack(of),
            None => Given::All,
        }
    }

    /// Returns true if an array is known to have no rows.
    fn is_empty(&self, array: Atom) -> bool {
        let none = Extent::Size(Atom::size(0));
        self.variables.atom_type(array).extents().first() == Some(&none)
    }

    /// Returns true if there may be room behind the rows of an array.
    pub(super) fn grows(&self, array: Atom) -> bool {
        self.form_of(array).is_ok_and(|form| form.innermost().descriptor.used().is_some())
    }

    /// The parts of values that a branch or a loop hands on.
    pub(super) fn parts_given(
        &mut self,
        values: &[Atom],
        like: &[Var],
        given: &[Given],
        result: &mut Vec<Statement>,
    ) -> Lowered<Vec<Atom>> {
        let mut parts = Vec::new();
        for ((value, like), given) in values.iter().zip(like).zip(given) {
            match given {
                Given::Kept(_) => {
                    parts.push(self.whole_rows(*value).ok_or(Unsupported)?.elements.data())
                }
                Given::All => parts.extend(self.results(&[*value], &[*like], result)?),
                Given::Part(_) => {
                    parts.push(self.part_of(*value).ok_or(Unsupported)?.start);
                }
                Given::Stack(_) => {
                    let stack = value.var().and_then(|var| self.known.stacks.get(&var));
                    let starts = match stack.map(|stack| stack.starts) {
                        Some(starts) => starts,
                        None => {
                            let ty = Type::regular(ScalarType::Usize, [Atom::size(0)]);
                            let none = Expression::View(View::Replicate(Atom::size(0)));
                            self.bind(ty, none, result)
                        }
                    };
                    parts.extend([*value, starts]);
                }
                Given::Rows(_) => {
                    let ty = self.type_like(*value, *like);
                    let form = self.formed(*value, &ty, result)?;
                    let (starts, lengths) =
                        self.each(&form, &ty.extents()[..regular_levels(&ty)], result);
                    parts.extend([starts, lengths]);
                }
                Given::Growing(None) => {
                    parts.extend(self.growing_parts(*value, *like, result)?);
                }
                Given::Growing(Some(around)) => {
                    let form = self.form_of(*value)?.innermost().clone();
                    let inside = self.variables.add(None, around.ty.clone());
                    self.known.arrays.insert(inside, form);
                    parts.extend(self.growing_parts(Atom::Var(inside), inside, result)?);
                }
            }
        }
        Ok(parts)
    }

    /// Variables for the parts that are handed on, and the statements that make the values of them.
    pub(super) fn parts_bound(
        &mut self,
        vars: &[Var],
        given: &[Given],
    ) -> Lowered<(Vec<Var>, Vec<Statement>)> {
        let mut parts = Vec::new();
        let mut after = Vec::new();
        for (var, given) in vars.iter().zip(given) {
            match given {
                Given::Kept(form) => {
                    let ty = self.variables.atom_type(form.elements.data());
                    let data = self.variables.add(None, ty);
                    self.known.depths.insert(data, self.depth);
                    self.known.arrays.insert(*var, form.of(Atom::Var(data)));
                    parts.push(data);
                }
                Given::All => parts.extend(self.variables_for(&[*var])),
                Given::Part(of) => {
                    let start = self.variables.add(Some("start".into()), Type::USIZE);
                    self.known.depths.insert(start, self.depth);
                    self.cut(of, Atom::Var(start), *var, &mut after)?;
                    parts.push(start);
                }
                Given::Stack(of) => {
                    let ty = Type::array(
                        ScalarType::Usize,
                        self.variables.ty(*var).extents()[..1].to_vec(),
                    );
                    let starts = self.variables.add(Some("starts".into()), ty);
                    self.known.depths.insert(starts, self.depth);
                    let (of, starts_of) = (of.clone(), Atom::Var(starts));
                    self.known.stacks.insert(*var, Stack { of, starts: starts_of });
                    parts.extend([*var, starts]);
                }
                Given::Rows(of) => {
                    let ty = self.variables.ty(*var);
                    let levels = ty.extents()[..regular_levels(ty)].to_vec();
                    let [starts, lengths] = ["starts", "lengths"].map(|name| {
                        let ty = Type::array(ScalarType::Usize, levels.clone());
                        let var = self.variables.add(Some(name.into()), ty);
                        self.known.depths.insert(var, self.depth);
                        var
                    });
                    let descriptor = Descriptor::spans(Atom::Var(starts), Atom::Var(lengths));
                    self.known.arrays.insert(*var, Form { descriptor, elements: of.clone() });
                    parts.extend([starts, lengths]);
                }
                Given::Growing(None) => {
                    let form = self.growing_variables(*var, &mut parts)?;
                    self.known.arrays.insert(*var, form);
                }
                Given::Growing(Some(RowsAround { rows, ty })) => {
                    let inside = self.variables.add(None, ty.clone());
                    let form = self.growing_variables(inside, &mut parts)?;
                    self.known.arrays.insert(*var, form.under(rows));
                }
            }
        }
        Ok((parts, after))
    }
}
