//! Branches, loops, literals, updates and sorts of ragged arrays: wherever a ragged variable is
//! bound to one of several, it becomes variables for all that its form is made of.

use super::form::{Inside, Rows, Segments};
use super::keep::KeptRows;
use super::{Cutter, Formed, NoForm, condition_of, regular_levels};
use crate::core::operation::Operation;
use crate::core::{
    Atom, Block, Expression, Extent, If, Loop, Output, ScalarType, Soac, Sort, Statement, Type, Var,
};

/// What branches and loops hand on of a value.
enum Given {
    /// All that its form is made of.
    All,
    /// The dense array only: the rows stay.
    Kept(KeptRows),
    /// All, and how much of the dense array is used.
    Growing,
}

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
        let rows = Rows::each(Atom::Var(starts), Atom::Var(lengths));
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

    /// The type of a value where rows differ as those of a variable do.
    fn type_like(&self, value: Atom, like: Var) -> Type {
        let found = self.variables.atom_type(value);
        let pairs = found.extents().iter().zip(self.variables.ty(like).extents());
        let extents = pairs.map(|pair| match pair {
            (_, Extent::Ragged) => Extent::Ragged,
            (found, _) => *found,
        });
        Type::array(found.element(), extents.collect())
    }

    /// What a value is made of that may grow: rows that share no elements, and how much of the dense
    /// array is used.
    fn growing_parts(
        &mut self,
        value: Atom,
        like: Var,
        result: &mut Vec<Statement>,
    ) -> Formed<Vec<Atom>> {
        let ty = self.type_like(value, like);
        let mut form = self.formed(value, &ty, result)?;
        let mut used = form.rows.used();
        if used.is_none() && !matches!(form.rows, Rows::Offsets { whole: true, .. }) {
            form = self.gathered(&form, &ty, result)?;
        }
        let mut parts = Vec::new();
        self.taken_apart(&form, &ty.extents()[..1], &mut parts, result)?;
        let [_, _, room, _] = parts[..] else { return Err(NoForm) };
        parts.push(*used.get_or_insert(room));
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
        self.block(&mut branch.then)?;
        self.block(&mut branch.otherwise)?;
        let mut given = Vec::new();
        for (position, kept) in kept.into_iter().enumerate() {
            let arms = [&branch.then, &branch.otherwise];
            let grows = arms.iter().any(|arm| self.grows(arm.results[position]));
            given.push(match kept {
                Some(rows) => Given::Kept(rows),
                None if grows && self.can_grow(binds[position]) => Given::Growing,
                None => Given::All,
            });
        }
        for block in [&mut branch.then, &mut branch.otherwise] {
            block.results =
                self.parts_given(&block.results.clone(), &binds, &given, &mut block.statements)?;
        }
        self.span = span;
        let binds = self.parts_bound(&binds, &given);
        self.push(binds, Expression::If(Box::new(branch)), result);
        Ok(())
    }

    /// Whether there may be room behind the rows of an array.
    fn grows(&self, array: Atom) -> bool {
        self.form_of(array).is_ok_and(|form| form.rows.used().is_some())
    }

    /// What becomes of values.
    fn parts_given(
        &mut self,
        values: &[Atom],
        like: &[Var],
        given: &[Given],
        result: &mut Vec<Statement>,
    ) -> Formed<Vec<Atom>> {
        let mut parts = Vec::new();
        for ((value, like), given) in values.iter().zip(like).zip(given) {
            match given {
                Given::Kept(_) => parts.push(self.whole_rows(*value).ok_or(NoForm)?.data),
                Given::All => parts.extend(self.results(&[*value], &[*like], result)?),
                Given::Growing => parts.extend(self.growing_parts(*value, *like, result)?),
            }
        }
        Ok(parts)
    }

    /// Variables for that.
    fn parts_bound(&mut self, vars: &[Var], given: &[Given]) -> Vec<Var> {
        let mut parts = Vec::new();
        for (var, given) in vars.iter().zip(given) {
            match given {
                Given::Kept(KeptRows { rows, data }) => {
                    let ty = self.variables.atom_type(*data);
                    let data = self.variables.add(None, ty);
                    self.levels.insert(data, self.level);
                    let rows = rows.clone();
                    self.keeps_rows(*var, KeptRows { rows, data: Atom::Var(data) });
                    parts.push(data);
                }
                Given::All => parts.extend(self.variables_for(&[*var])),
                Given::Growing => {
                    parts.extend(self.variables_for(&[*var]));
                    let end = self.variables.add(Some("used".into()), Type::USIZE);
                    self.levels.insert(end, self.level);
                    if let Some(Segments { rows: Rows::Each { starts, lengths, .. }, inside }) =
                        self.arrays.get(var).cloned()
                    {
                        let rows = Rows::Each { starts, lengths, used: Some(Atom::Var(end)) };
                        self.arrays.insert(*var, Segments { rows, inside });
                    }
                    parts.push(end);
                }
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
        let replaces = self.replaces_rows(&body.statements);
        let mut given = Vec::new();
        for (position, (var, initial)) in vars.iter().zip(&initial).enumerate() {
            let keeps = self.source_of_rows(&body.statements, body.results[position]) == Some(*var);
            if keeps && self.whole_rows(*initial).is_none() && !self.grows(*initial) {
                // Once for the loop instead of once for each assignment.
                let _ = self.apart(*initial, result);
            }
            given.push(match self.whole_rows(*initial) {
                Some(rows) if keeps => Given::Kept(rows),
                _ if self.can_grow(*var) && (replaces || self.grows(*initial)) => Given::Growing,
                _ => Given::All,
            });
        }
        let initial = self.parts_given(&initial, &vars, &given, result)?;
        let inside = self.parts_bound(&vars, &given);
        if let crate::core::LoopForm::For(index, _) = &form {
            self.levels.insert(*index, self.level);
        }
        if let Some(condition) = condition_of(&mut form) {
            self.block(condition)?;
        }
        self.block(&mut body)?;
        body.results =
            self.parts_given(&body.results.clone(), &vars, &given, &mut body.statements)?;
        self.span = span;
        let carried = inside.into_iter().zip(initial).collect();
        let binds = self.parts_bound(&binds, &given);
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
        if let [place] = indices
            && self.can_grow(bind)
        {
            return self.replace_row(array, *place, value, bind, result);
        }
        let levels = regular_levels(&ty);
        if indices.len() > levels {
            return self.replace_in_row(array, indices, value, bind, result);
        }
        let places = indices.to_vec();
        let value = match self.is_ragged(value) || places.len() == levels {
            true => value,
            // What replaces rows that differ may be regular.
            false => {
                let wanted = ty.row(places.len());
                let form = self.formed(value, &wanted, result)?;
                let loose = self.variables.add(None, wanted);
                self.arrays.insert(loose, form);
                Atom::Var(loose)
            }
        };
        self.row_by_row(&ty.extents()[..levels], bind, result, |this, indices, like, body| {
            let (first, rest) = indices.split_at(places.len());
            let mut here = Atom::truth(true);
            for (index, place) in first.iter().zip(&places) {
                let equal = this.test(Operation::Equal, *index, *place, body);
                here = this.test(Operation::And, here, equal, body);
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
        let here = self.test(Operation::Equal, index, Atom::size(0), body);
        let mut other = Vec::new();
        let next = self.scalar(Operation::Subtract, index, Atom::size(1), &mut other);
        let row = self.one_of(rest, next, like, &mut other)?;
        self.either(here, (*first, Vec::new()), (row, other), like, body)
    }

    /// One of two rows.
    pub(super) fn either(
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
            let rows = Rows::each(Atom::Var(vars[0]), Atom::Var(vars[1]));
            self.arrays.insert(*bind, Segments { rows, inside: form.inside });
        }
        self.push(names, Expression::Sort(Sort { keys, payload: moved }), result);
        Ok(())
    }
}
