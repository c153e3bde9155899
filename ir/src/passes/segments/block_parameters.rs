//! Carries ragged values through branches and loops. A ragged variable that is bound to one of several
//! values becomes variables for all arrays of its form. If the values are rows of the same array, two
//! variables are enough: the starts of the rows, and their lengths. For example, an `if`
//! whose arms give some rows of `xs` each chooses starts and lengths alone.

use super::form::{Descriptor, Elements, Form};
use super::preserved_rows::OuterRows;
use super::{Lowered, SegmentLowering, Slice, Stack, Unsupported, regular_levels};
use crate::core::operation::Operation;
use crate::core::{Atom, Expression, Extent, ScalarType, Statement, Type, Var, VarSet, View};

/// The operands by which branches and loops hand on a ragged value.
pub(super) enum CarriedAs {
    /// All arrays of its form.
    Form,
    /// Its dense array: the descriptor stays.
    Elements(Form),
    /// All arrays of its form (or those of the innermost rows, if these lie in outer ones), and the number
    /// of elements in use.
    Growable(Option<OuterRows>),
    /// Its start: it is a slice of these elements.
    Slice(Elements),
    /// Its descriptor: the rows are slices of these elements.
    Descriptor(Elements),
    /// Itself, and the starts of its rows: they are dense slices of these elements.
    Stack(Elements),
}

impl SegmentLowering<'_> {
    /// New variables for the arrays of a ragged variable's form.
    pub(super) fn form_variables(&mut self, ty: &Type, vars: &mut Vec<Var>) -> Form {
        let levels = regular_levels(ty);
        let sizes = Type::array(ScalarType::Usize, ty.extents()[..levels].to_vec());
        let starts = self.variables.add(Some("starts".into()), sizes.clone());
        let lengths = self.variables.add(Some("lengths".into()), sizes);
        let count = self.variables.add(Some("count".into()), Type::USIZE);
        vars.extend([starts, lengths, count]);
        let inner = ty.row(levels + 1).under([Extent::Size(Atom::Var(count))]);
        let elements = if inner.is_ragged() {
            Elements::Segments(Box::new(self.form_variables(&inner, vars)))
        } else {
            let data = self.variables.add(None, inner);
            vars.push(data);
            Elements::Dense(Atom::Var(data))
        };
        let descriptor = Descriptor::spans(Atom::Var(starts), Atom::Var(lengths));
        Form { descriptor, elements }
    }

    /// The arrays of a value's form, in the order of [`SegmentLowering::form_variables`].
    pub(super) fn form_operands(
        &mut self,
        form: &Form,
        levels: &[Extent],
        operands: &mut Vec<Atom>,
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let (starts, lengths) = self.starts_and_lengths(form, levels, result);
        operands.extend([starts, lengths]);
        match &form.elements {
            Elements::Dense(data) => {
                let ty = self.variables.atom_type(*data);
                operands.extend([ty.extents()[0].size().ok_or(Unsupported)?, *data]);
                Ok(())
            }
            Elements::Segments(segments) => {
                let levels = self.levels_of(segments, result)?;
                operands.push(levels[0].size().ok_or(Unsupported)?);
                self.form_operands(segments, &levels, operands, result)
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
                let rows = self
                    .write(result, |code| code.scalar(Operation::Subtract, &[size, Atom::size(1)]));
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

    /// Replaces ragged values by the arrays of their forms.
    pub(super) fn operands_of(
        &mut self,
        values: &[Atom],
        like: &[Var],
        result: &mut Vec<Statement>,
    ) -> Lowered<Vec<Atom>> {
        let mut operands = Vec::new();
        for (value, like) in values.iter().zip(like) {
            if self.variables.ty(*like).is_ragged() {
                let ty = self.type_like(*value, *like);
                let form = self.form_as(*value, &ty, result)?;
                let levels = ty.extents()[..regular_levels(&ty)].to_vec();
                self.form_operands(&form, &levels, &mut operands, result)?;
            } else {
                operands.push(*value);
            }
        }
        Ok(operands)
    }

    /// The slice that a row is, if it is known to be one.
    pub(super) fn slice_of(&self, row: Atom) -> Option<Slice> {
        self.known.slices.get(&row.var()?).cloned()
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

    /// The arrays of the form of a value to which rows may be appended (its rows share no elements), and the
    /// number of elements in use.
    fn growable_operands(
        &mut self,
        value: Atom,
        like: Var,
        result: &mut Vec<Statement>,
    ) -> Lowered<Vec<Atom>> {
        let ty = self.type_like(value, like);
        let mut form = self.form_as(value, &ty, result)?;
        let mut used = form.descriptor.used();
        if used.is_none() && !matches!(form.descriptor, Descriptor::Offsets { whole: true, .. }) {
            form = self.disjoint_copy(&form, &ty, result)?;
            used = form.descriptor.used();
        }
        let mut operands = Vec::new();
        self.form_operands(&form, &ty.extents()[..regular_levels(&ty)], &mut operands, result)?;
        let [_, _, capacity, _] = operands[..] else { return Err(Unsupported) };
        operands.push(*used.get_or_insert(capacity));
        Ok(operands)
    }

    /// Variables for the operands of [`SegmentLowering::growable_operands`], and the form that they make.
    fn growable_variables(&mut self, var: Var, vars: &mut Vec<Var>) -> Lowered<Form> {
        vars.extend(self.variables_for(&[var]));
        let end = self.variables.add(Some("used".into()), Type::USIZE);
        self.known.depths.insert(end, self.depth);
        vars.push(end);
        let Form { descriptor: Descriptor::Spans { starts, lengths, .. }, elements } =
            self.form_of(Atom::Var(var))?
        else {
            return Err(Unsupported);
        };
        let descriptor = Descriptor::Spans { starts, lengths, used: Some(Atom::Var(end)) };
        Ok(Form { descriptor, elements })
    }

    /// Replaces ragged variables by variables for the arrays of their forms.
    pub(super) fn variables_for(&mut self, vars: &[Var]) -> Vec<Var> {
        let mut list = Vec::new();
        for var in vars {
            let ty = self.variables.ty(*var).clone();
            if ty.is_ragged() {
                let form = self.form_variables(&ty, &mut list);
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

    /// Tells as what a branch hands on one of two values: as a slice or a descriptor, if the rows of both are
    /// slices of the same elements, made before the branch.
    pub(super) fn common_source(
        &mut self,
        values: [Atom; 2],
        bind: Var,
        inside: &VarSet,
    ) -> CarriedAs {
        let outside = |of: &Elements| {
            of.atoms().into_iter().filter_map(Atom::var).all(|var| !inside.contains(&var))
        };
        let same = |[one, other]: [Option<Elements>; 2]| {
            one.filter(|one| other.is_some_and(|other| one.is(&other)) && outside(one))
        };
        if let Some(of) = same(values.map(|value| self.slice_of(value).map(|slice| slice.of))) {
            return CarriedAs::Slice(of);
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
            Some(of) if self.variables.ty(bind).is_ragged() => CarriedAs::Descriptor(of),
            Some(of) => CarriedAs::Stack(of),
            None => CarriedAs::Form,
        }
    }

    /// Returns true if an array is known to have no rows.
    fn is_empty(&self, array: Atom) -> bool {
        let none = Extent::Size(Atom::size(0));
        self.variables.atom_type(array).extents().first() == Some(&none)
    }

    /// Returns true if there may be spare elements behind the rows of an array.
    pub(super) fn is_growable(&self, array: Atom) -> bool {
        self.form_of(array).is_ok_and(|form| form.innermost().descriptor.used().is_some())
    }

    /// The operands by which a branch or a loop hands on values.
    pub(super) fn carried_operands(
        &mut self,
        values: &[Atom],
        like: &[Var],
        carried_as: &[CarriedAs],
        result: &mut Vec<Statement>,
    ) -> Lowered<Vec<Atom>> {
        let mut operands = Vec::new();
        for ((value, like), carried_as) in values.iter().zip(like).zip(carried_as) {
            match carried_as {
                CarriedAs::Elements(_) => {
                    operands.push(self.whole_rows(*value).ok_or(Unsupported)?.elements.data())
                }
                CarriedAs::Form => {
                    operands.extend(self.operands_of(&[*value], &[*like], result)?)
                }
                CarriedAs::Slice(_) => {
                    operands.push(self.slice_of(*value).ok_or(Unsupported)?.start);
                }
                CarriedAs::Stack(_) => {
                    let stack = value.var().and_then(|var| self.known.stacks.get(&var));
                    let starts = match stack.map(|stack| stack.starts) {
                        Some(starts) => starts,
                        None => {
                            let ty = Type::regular(ScalarType::Usize, [Atom::size(0)]);
                            let none = Expression::View(View::Replicate(Atom::size(0)));
                            self.write(result, |code| code.bind(ty, none))
                        }
                    };
                    operands.extend([*value, starts]);
                }
                CarriedAs::Descriptor(_) => {
                    let ty = self.type_like(*value, *like);
                    let form = self.form_as(*value, &ty, result)?;
                    let (starts, lengths) = self.starts_and_lengths(
                        &form,
                        &ty.extents()[..regular_levels(&ty)],
                        result,
                    );
                    operands.extend([starts, lengths]);
                }
                CarriedAs::Growable(None) => {
                    operands.extend(self.growable_operands(*value, *like, result)?);
                }
                CarriedAs::Growable(Some(around)) => {
                    let form = self.form_of(*value)?.innermost().clone();
                    let inside = self.variables.add(None, around.ty.clone());
                    self.known.arrays.insert(inside, form);
                    operands.extend(self.growable_operands(Atom::Var(inside), inside, result)?);
                }
            }
        }
        Ok(operands)
    }

    /// Variables for the operands that are handed on, and the statements that make the values of them.
    pub(super) fn carried_variables(
        &mut self,
        vars: &[Var],
        carried_as: &[CarriedAs],
    ) -> Lowered<(Vec<Var>, Vec<Statement>)> {
        let mut carried = Vec::new();
        let mut after = Vec::new();
        for (var, carried_as) in vars.iter().zip(carried_as) {
            match carried_as {
                CarriedAs::Elements(form) => {
                    let ty = self.variables.atom_type(form.elements.data());
                    let data = self.variables.add(None, ty);
                    self.known.depths.insert(data, self.depth);
                    self.known.arrays.insert(*var, form.of(Atom::Var(data)));
                    carried.push(data);
                }
                CarriedAs::Form => carried.extend(self.variables_for(&[*var])),
                CarriedAs::Slice(of) => {
                    let start = self.variables.add(Some("start".into()), Type::USIZE);
                    self.known.depths.insert(start, self.depth);
                    self.bind_slice(of, Atom::Var(start), *var, &mut after)?;
                    carried.push(start);
                }
                CarriedAs::Stack(of) => {
                    let ty = Type::array(
                        ScalarType::Usize,
                        self.variables.ty(*var).extents()[..1].to_vec(),
                    );
                    let starts = self.variables.add(Some("starts".into()), ty);
                    self.known.depths.insert(starts, self.depth);
                    let (of, starts_of) = (of.clone(), Atom::Var(starts));
                    self.known.stacks.insert(*var, Stack { of, starts: starts_of });
                    carried.extend([*var, starts]);
                }
                CarriedAs::Descriptor(of) => {
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
                    carried.extend([starts, lengths]);
                }
                CarriedAs::Growable(None) => {
                    let form = self.growable_variables(*var, &mut carried)?;
                    self.known.arrays.insert(*var, form);
                }
                CarriedAs::Growable(Some(OuterRows { rows, ty })) => {
                    let inside = self.variables.add(None, ty.clone());
                    let form = self.growable_variables(inside, &mut carried)?;
                    self.known.arrays.insert(*var, form.under(rows));
                }
            }
        }
        Ok((carried, after))
    }
}
