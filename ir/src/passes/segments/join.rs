//! Branches, literals, updates and sorts of ragged arrays.

use super::block_parameters::Given;
use super::form::{Descriptor, Form};
use super::preserved_rows::KeptRows;
use super::{Lowered, SegmentLowering, Unsupported, regular_levels};
use crate::core::operation::Operation;
use crate::core::visit::bound_in;
use crate::core::{Atom, Block, Expression, Extent, If, Output, Soac, Sort, Statement, Type, Var};

impl SegmentLowering<'_> {
    pub(super) fn branch(
        &mut self,
        mut branch: If,
        binds: Vec<Var>,
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let span = self.span;
        let kept: Vec<KeptRows> = (0..binds.len())
            .map(|position| self.kept_by_arms([&branch.then, &branch.otherwise], position, result))
            .collect();
        self.block(&mut branch.then)?;
        self.block(&mut branch.otherwise)?;
        self.span = span;
        let before = kept.iter().filter_map(|kept| match kept {
            KeptRows::Around(Some((_, source, form))) => Some((*source, form.clone())),
            _ => None,
        });
        let before: Vec<(Var, Option<Form>)> = before.collect();
        self.chosen(branch, &binds, kept, result)?;
        for (source, form) in before.into_iter().rev() {
            if let Some(form) = form {
                self.known.arrays.insert(source, form);
            }
        }
        Ok(())
    }

    /// A branch whose arms have been put into their forms. Some results may keep their rows.
    fn chosen(
        &mut self,
        mut branch: If,
        binds: &[Var],
        kept: Vec<KeptRows>,
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let arms = [&branch.then, &branch.otherwise];
        let mut inside = bound_in(&branch.then.statements);
        inside.extend(bound_in(&branch.otherwise.statements).iter());
        let mut given = Vec::new();
        for (position, kept) in kept.into_iter().enumerate() {
            let grows = arms.iter().any(|arm| self.grows(arm.results[position]));
            let values = arms.map(|arm| arm.results[position]);
            let levels = regular_levels(self.variables.ty(binds[position]));
            given.push(match kept {
                KeptRows::All(form) => Given::Kept(form),
                KeptRows::Around(Some((around, ..))) if grows => Given::Growing(Some(around)),
                kept if grows
                    && self.can_grow(binds[position])
                    && (levels == 1 || matches!(kept, KeptRows::Around(_))) =>
                {
                    Given::Growing(None)
                }
                _ => self.same_in_both(values, binds[position], &inside),
            });
        }
        for block in [&mut branch.then, &mut branch.otherwise] {
            block.results =
                self.parts_given(&block.results.clone(), binds, &given, &mut block.statements)?;
        }
        let (parts, after) = self.parts_bound(binds, &given)?;
        self.push(parts, Expression::If(Box::new(branch)), result);
        result.extend(after);
        Ok(())
    }

    /// Rows one after the other.
    pub(super) fn literal(
        &mut self,
        rows: &[Atom],
        bind: Var,
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
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
    ) -> Lowered<()> {
        let ty = self.variables.atom_type(array);
        let levels = regular_levels(&ty);
        // A row of a matrix of rows is not replaced again and again outside of loops.
        if indices.len() == levels && self.can_grow(bind) && (levels == 1 || self.loops > 0) {
            return self.replace_row(array, indices, value, bind, result);
        }
        if indices.len() > levels {
            return self.replace_in_row(array, indices, value, bind, result);
        }
        let places = indices.to_vec();
        let value = match self.is_ragged(value) || places.len() == levels {
            true => value,
            // The new value of rows that differ may be regular.
            false => {
                let wanted = ty.row(places.len());
                let form = self.formed(value, &wanted, result)?;
                let loose = self.variables.add(None, wanted);
                self.known.arrays.insert(loose, form);
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
        row: impl FnOnce(&mut Self, &[Atom], &Type, &mut Vec<Statement>) -> Lowered<Atom>,
    ) -> Lowered<()> {
        let like = self.variables.ty(bind).row(sizes.len());
        let (space, indices) = self.space(sizes)?;
        self.depth += 1;
        let mut body = Vec::new();
        let row = row(self, &indices, &like, &mut body)?;
        let outputs = vec![Output::Store(row)];
        let soac = Soac { space, body, outputs, origins: self.origins("rows") };
        let stored = self.store_all(soac, &[bind])?;
        self.depth -= 1;
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
    ) -> Lowered<Atom> {
        let [first, rest @ ..] = rows else { return Err(Unsupported) };
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
    ) -> Lowered<Atom> {
        let mut binds = Vec::new();
        let mut ty = like.clone();
        let mut results = [vec![then], vec![otherwise]];
        if ty.extents()[0] == Extent::Ragged {
            let size = self.variables.add(Some("length".into()), Type::USIZE);
            ty = ty.row(1).under([Extent::Size(Atom::Var(size))]);
            binds.push(size);
            for results in &mut results {
                let row = self.variables.atom_type(results[0]);
                results.insert(0, row.extents()[0].size().ok_or(Unsupported)?);
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
        let kept = binds.iter().map(|_| KeptRows::Nothing).collect();
        self.chosen(branch, &binds, kept, body)?;
        Ok(Atom::Var(row))
    }

    /// Ragged payload moves as descriptors.
    pub(super) fn sort(
        &mut self,
        sort: Sort,
        binds: Vec<Var>,
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let Sort { keys, payload, origin } = sort;
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
            let descriptor = Descriptor::spans(Atom::Var(vars[0]), Atom::Var(vars[1]));
            self.known.arrays.insert(*bind, Form { descriptor, elements: form.elements });
        }
        self.push(names, Expression::Sort(Sort { keys, payload: moved, origin }), result);
        Ok(())
    }
}
