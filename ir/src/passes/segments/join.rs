//! Branches, loops, literals, updates and sorts of ragged arrays: wherever a ragged variable is
//! bound to one of several, it becomes variables for all that its form is made of.

use super::form::{Inside, Rows, Segments};
use super::keep::KeptRows;
use super::{Cutter, Formed, NoForm, condition_of, regular_levels};
use crate::core::operation::Operation;
use crate::core::{
    Atom, Block, Expression, Extent, If, Loop, Output, ScalarType, Soac, Sort, Statement, Type, Var,
};

impl Cutter<'_> {
    /// New variables for what the form of a ragged variable is made of.
    fn parts_of(&mut self, ty: &Type, vars: &mut Vec<Var>) -> Segments {
        let levels = regular_levels(ty);
        let sizes = Type::array(ScalarType::Usize, ty.extents()[..levels].to_vec());
        let starts = self.variables.add(Some("starts".into()), sizes.clone());
        let lengths = self.variables.add(Some("lengths".into()), sizes);
        let count = self.variables.add(Some("count".into()), Type::USIZE);
        vars.extend([starts, lengths, count]);
        let inner = ty.row(levels + 1).under([Extent::Size(Atom::Var(count))]);
        let inside = if inner.is_ragged() {
            Inside::Segments(Box::new(self.parts_of(&inner, vars)))
        } else {
            let data = self.variables.add(None, inner);
            vars.push(data);
            Inside::Dense(Atom::Var(data))
        };
        let rows = Rows::Each { starts: Atom::Var(starts), lengths: Atom::Var(lengths) };
        Segments { rows, inside }
    }

    /// What the form of a value is made of, in the order of [`Cutter::parts_of`].
    fn taken_apart(
        &mut self,
        form: &Segments,
        levels: &[Extent],
        parts: &mut Vec<Atom>,
        result: &mut Vec<Statement>,
    ) -> Formed<()> {
        let (starts, lengths) = self.each(form, levels, result);
        parts.extend([starts, lengths]);
        match &form.inside {
            Inside::Dense(data) => {
                let ty = self.variables.atom_type(*data);
                parts.extend([ty.extents()[0].size().ok_or(NoForm)?, *data]);
                Ok(())
            }
            Inside::Segments(segments) => {
                let levels = self.levels_of(segments, result)?;
                parts.push(levels[0].size().ok_or(NoForm)?);
                self.taken_apart(segments, &levels, parts, result)
            }
        }
    }

    /// The regular levels around the rows of a form.
    fn levels_of(
        &mut self,
        segments: &Segments,
        result: &mut Vec<Statement>,
    ) -> Formed<Vec<Extent>> {
        match segments.rows {
            Rows::Each { starts, .. } => Ok(self.variables.atom_type(starts).extents().to_vec()),
            Rows::Offsets { offsets, .. } => {
                let ty = self.variables.atom_type(offsets);
                let size = ty.extents()[0].size().ok_or(NoForm)?;
                let rows = self.scalar(Operation::Subtract, size, Atom::size(1), result);
                Ok(vec![Extent::Size(rows)])
            }
        }
    }

    /// How many rows there are in the outermost level of a form.
    pub(super) fn count_of(
        &mut self,
        segments: &Segments,
        result: &mut Vec<Statement>,
    ) -> Formed<Atom> {
        self.levels_of(segments, result)?[0].size().ok_or(NoForm)
    }

    /// Replaces ragged values by what their forms are made of.
    fn results(
        &mut self,
        values: &[Atom],
        like: &[Var],
        result: &mut Vec<Statement>,
    ) -> Formed<Vec<Atom>> {
        let mut parts = Vec::new();
        for (value, like) in values.iter().zip(like) {
            let wanted = self.variables.ty(*like).clone();
            if wanted.is_ragged() {
                let found = self.variables.atom_type(*value);
                let pairs = found.extents().iter().zip(wanted.extents());
                let extents = pairs.map(|pair| match pair {
                    (_, Extent::Ragged) => Extent::Ragged,
                    (found, _) => *found,
                });
                let ty = Type::array(found.element(), extents.collect());
                let form = self.formed(*value, &ty, result)?;
                let levels = ty.extents()[..regular_levels(&ty)].to_vec();
                self.taken_apart(&form, &levels, &mut parts, result)?;
            } else {
                parts.push(*value);
            }
        }
        Ok(parts)
    }

    /// Replaces ragged variables by variables for what their forms are made of.
    fn variables_for(&mut self, vars: &[Var]) -> Vec<Var> {
        let mut list = Vec::new();
        for var in vars {
            let ty = self.variables.ty(*var).clone();
            if ty.is_ragged() {
                let form = self.parts_of(&ty, &mut list);
                self.arrays.insert(*var, form);
            } else {
                list.push(*var);
            }
        }
        for var in &list {
            self.levels.insert(*var, self.level);
        }
        list
    }

    pub(super) fn branch(
        &mut self,
        mut branch: If,
        binds: Vec<Var>,
        result: &mut Vec<Statement>,
    ) -> Formed<()> {
        let span = self.span;
        let kept: Vec<Option<KeptRows>> = (0..binds.len())
            .map(|position| self.kept_by_arms([&branch.then, &branch.otherwise], position))
            .collect();
        for block in [&mut branch.then, &mut branch.otherwise] {
            self.block(block)?;
            block.results =
                self.parts_given(&block.results.clone(), &binds, &kept, &mut block.statements)?;
        }
        self.span = span;
        let binds = self.parts_bound(&binds, &kept);
        self.push(binds, Expression::If(Box::new(branch)), result);
        Ok(())
    }

    /// What becomes of values: the dense arrays of those that keep their rows, and all parts of the
    /// other ragged ones.
    fn parts_given(
        &mut self,
        values: &[Atom],
        like: &[Var],
        kept: &[Option<KeptRows>],
        result: &mut Vec<Statement>,
    ) -> Formed<Vec<Atom>> {
        let mut parts = Vec::new();
        for ((value, like), kept) in values.iter().zip(like).zip(kept) {
            match kept {
                Some(_) => parts.push(self.whole_rows(*value).ok_or(NoForm)?.data),
                None => parts.extend(self.results(&[*value], &[*like], result)?),
            }
        }
        Ok(parts)
    }

    /// Variables for that.
    fn parts_bound(&mut self, vars: &[Var], kept: &[Option<KeptRows>]) -> Vec<Var> {
        let mut parts = Vec::new();
        for (var, kept) in vars.iter().zip(kept) {
            match kept {
                Some(KeptRows { offsets, data }) => {
                    let ty = self.variables.atom_type(*data);
                    let data = self.variables.add(None, ty);
                    self.levels.insert(data, self.level);
                    self.keeps_rows(*var, KeptRows { offsets: *offsets, data: Atom::Var(data) });
                    parts.push(data);
                }
                None => parts.extend(self.variables_for(&[*var])),
            }
        }
        parts
    }

    pub(super) fn repetition(
        &mut self,
        repetition: Loop,
        binds: Vec<Var>,
        result: &mut Vec<Statement>,
    ) -> Formed<()> {
        let span = self.span;
        let Loop { mut form, carried, mut body } = repetition;
        let (vars, initial): (Vec<Var>, Vec<Atom>) = carried.into_iter().unzip();
        let mut kept = Vec::new();
        for (position, (var, initial)) in vars.iter().zip(&initial).enumerate() {
            let keeps = self.source_of_rows(&body.statements, body.results[position]) == Some(*var);
            if keeps && self.whole_rows(*initial).is_none() {
                // Once for the loop instead of once for each assignment.
                let _ = self.whole(*initial, result);
            }
            kept.push(self.whole_rows(*initial).filter(|_| keeps));
        }
        let initial = self.parts_given(&initial, &vars, &kept, result)?;
        let inside = self.parts_bound(&vars, &kept);
        if let crate::core::LoopForm::For(index, _) = &form {
            self.levels.insert(*index, self.level);
        }
        if let Some(condition) = condition_of(&mut form) {
            self.block(condition)?;
        }
        self.block(&mut body)?;
        body.results =
            self.parts_given(&body.results.clone(), &vars, &kept, &mut body.statements)?;
        self.span = span;
        let carried = inside.into_iter().zip(initial).collect();
        let binds = self.parts_bound(&binds, &kept);
        let repetition = Loop { form, carried, body };
        self.push(binds, Expression::Loop(Box::new(repetition)), result);
        Ok(())
    }

    /// Rows one after the other.
    pub(super) fn literal(
        &mut self,
        rows: &[Atom],
        bind: Var,
        result: &mut Vec<Statement>,
    ) -> Formed<()> {
        let count = Extent::Size(Atom::size(rows.len()));
        self.row_by_row(&[count], bind, result, |this, indices, like, body| {
            this.one_of(rows, indices[0], like, body)
        })
    }

    /// An array with one row replaced, or something in a row.
    pub(super) fn update(
        &mut self,
        array: Atom,
        indices: &[Atom],
        value: Atom,
        bind: Var,
        result: &mut Vec<Statement>,
    ) -> Formed<()> {
        let ty = self.variables.atom_type(array);
        if let [row, inside @ ..] = indices
            && !inside.is_empty()
            && regular_levels(&ty) == 1
        {
            let Segments { rows, inside: of } = self.whole(array, result)?;
            let Rows::Offsets { offsets, .. } = rows else { return Err(NoForm) };
            let start = self.index_at(offsets, *row, result);
            let position = self.scalar(Operation::Add, start, inside[0], result);
            let indices: Vec<Atom> = [position].into_iter().chain(inside[1..].to_vec()).collect();
            let inside = match of {
                Inside::Dense(data) => {
                    let ty = self.variables.atom_type(data);
                    let update = Expression::Update { array: data, indices, value };
                    Inside::Dense(self.bind(ty, update, result))
                }
                Inside::Segments(segments) => {
                    let count = self.count_of(&segments, result)?;
                    let inner = ty.row(2).under([Extent::Size(count)]);
                    let (old, new) =
                        (self.variables.add(None, inner.clone()), self.variables.add(None, inner));
                    self.arrays.insert(old, *segments);
                    self.update(Atom::Var(old), &indices, value, new, result)?;
                    Inside::Segments(Box::new(self.form_of(Atom::Var(new))?))
                }
            };
            self.arrays.insert(bind, Segments { rows, inside });
            return Ok(());
        }
        let levels = regular_levels(&ty);
        if indices.len() > levels {
            return Err(NoForm);
        }
        let places = indices.to_vec();
        self.row_by_row(&ty.extents()[..levels], bind, result, |this, indices, like, body| {
            let (first, rest) = indices.split_at(places.len());
            let mut here = Atom::truth(true);
            for (index, place) in first.iter().zip(&places) {
                let equal = Expression::Scalar(Operation::Equal, vec![*index, *place]);
                let equal = this.bind(Type::BOOL, equal, body);
                let both = Expression::Scalar(Operation::And, vec![here, equal]);
                here = this.bind(Type::BOOL, both, body);
            }
            let (mut new, mut old) = (Vec::new(), Vec::new());
            let then = match rest {
                [] => value,
                _ => this.row_at(value, rest, &mut new)?,
            };
            let otherwise = this.row_at(array, indices, &mut old)?;
            this.either(here, (then, new), (otherwise, old), like, body)
        })
    }

    /// An array of rows that are made one by one.
    fn row_by_row(
        &mut self,
        sizes: &[Extent],
        bind: Var,
        result: &mut Vec<Statement>,
        row: impl FnOnce(&mut Self, &[Atom], &Type, &mut Vec<Statement>) -> Formed<Atom>,
    ) -> Formed<()> {
        let like = self.variables.ty(bind).row(sizes.len());
        let (space, indices) = self.space(sizes)?;
        self.level += 1;
        let mut body = Vec::new();
        let row = row(self, &indices, &like, &mut body)?;
        let outputs = vec![Output::Store(row)];
        let soac = Soac { space, body, outputs, origins: self.origins("rows") };
        let stored = self.store_all(soac, &[bind])?;
        self.level -= 1;
        result.extend(stored);
        Ok(())
    }

    /// The row at an index.
    fn one_of(
        &mut self,
        rows: &[Atom],
        index: Atom,
        like: &Type,
        body: &mut Vec<Statement>,
    ) -> Formed<Atom> {
        let [first, rest @ ..] = rows else { return Err(NoForm) };
        if rest.is_empty() {
            return Ok(*first);
        }
        let here = Expression::Scalar(Operation::Equal, vec![index, Atom::size(0)]);
        let here = self.bind(Type::BOOL, here, body);
        let mut other = Vec::new();
        let next = self.scalar(Operation::Subtract, index, Atom::size(1), &mut other);
        let row = self.one_of(rest, next, like, &mut other)?;
        self.either(here, (*first, Vec::new()), (row, other), like, body)
    }

    /// One of two rows.
    fn either(
        &mut self,
        condition: Atom,
        (then, first): (Atom, Vec<Statement>),
        (otherwise, second): (Atom, Vec<Statement>),
        like: &Type,
        body: &mut Vec<Statement>,
    ) -> Formed<Atom> {
        let mut binds = Vec::new();
        let mut ty = like.clone();
        let mut results = [vec![then], vec![otherwise]];
        if ty.extents()[0] == Extent::Ragged {
            let size = self.variables.add(Some("length".into()), Type::USIZE);
            ty = ty.row(1).under([Extent::Size(Atom::Var(size))]);
            binds.push(size);
            for results in &mut results {
                let row = self.variables.atom_type(results[0]);
                results.insert(0, row.extents()[0].size().ok_or(NoForm)?);
            }
        }
        let row = self.variables.add(None, ty);
        binds.push(row);
        let [then, otherwise] = results;
        let branch = If {
            condition,
            then: Block { statements: first, results: then },
            otherwise: Block { statements: second, results: otherwise },
        };
        let mut arms = branch;
        for block in [&mut arms.then, &mut arms.otherwise] {
            block.results = self.results(&block.results.clone(), &binds, &mut block.statements)?;
        }
        let binds = self.variables_for(&binds);
        self.push(binds, Expression::If(Box::new(arms)), body);
        Ok(Atom::Var(row))
    }

    /// Ragged payload moves as descriptors.
    pub(super) fn sort(
        &mut self,
        sort: Sort,
        binds: Vec<Var>,
        result: &mut Vec<Statement>,
    ) -> Formed<()> {
        let Sort { keys, payload } = sort;
        let (own, others) = binds.split_at(keys.len());
        let mut moved = Vec::new();
        let mut names = own.to_vec();
        for (array, bind) in payload.into_iter().zip(others) {
            let ty = self.variables.atom_type(array);
            if !ty.is_ragged() {
                moved.push(array);
                names.push(*bind);
                continue;
            }
            let levels = ty.extents()[..regular_levels(&ty)].to_vec();
            let form = self.form_of(array)?;
            let (starts, lengths) = self.each(&form, &levels, result);
            let vars = [starts, lengths].map(|atom| {
                let ty = self.variables.atom_type(atom);
                self.variables.add(None, ty)
            });
            moved.extend([starts, lengths]);
            names.extend(vars);
            let rows = Rows::Each { starts: Atom::Var(vars[0]), lengths: Atom::Var(vars[1]) };
            self.arrays.insert(*bind, Segments { rows, inside: form.inside });
        }
        self.push(names, Expression::Sort(Sort { keys, payload: moved }), result);
        Ok(())
    }
}
