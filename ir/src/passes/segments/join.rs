//! Branches, literals, updates and sorts of ragged arrays.

use super::block_parameters::CarriedAs;
use super::form::{Descriptor, Form};
use super::preserved_rows::PreservedRows;
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
        let preserved: Vec<PreservedRows> = (0..binds.len())
            .map(|position| {
                self.preserved_by_arms([&branch.then, &branch.otherwise], position, result)
            })
            .collect();
        self.block(&mut branch.then)?;
        self.block(&mut branch.otherwise)?;
        self.span = span;
        let before = preserved.iter().filter_map(|preserved| match preserved {
            PreservedRows::Around(Some((_, source, form))) => Some((*source, form.clone())),
            _ => None,
        });
        let before: Vec<(Var, Option<Form>)> = before.collect();
        self.lower_branch(branch, &binds, preserved, result)?;
        for (source, form) in before.into_iter().rev() {
            if let Some(form) = form {
                self.known.arrays.insert(source, form);
            }
        }
        Ok(())
    }

    /// Writes a branch whose arms have been lowered. Some results may have the rows that they had before it.
    fn lower_branch(
        &mut self,
        mut branch: If,
        binds: &[Var],
        preserved: Vec<PreservedRows>,
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let arms = [&branch.then, &branch.otherwise];
        let mut inside = bound_in(&branch.then.statements);
        inside.extend(bound_in(&branch.otherwise.statements).iter());
        let mut carried_as = Vec::new();
        for (position, preserved) in preserved.into_iter().enumerate() {
            let growable = arms.iter().any(|arm| self.is_growable(arm.results[position]));
            let values = arms.map(|arm| arm.results[position]);
            let levels = regular_levels(self.variables.ty(binds[position]));
            carried_as.push(match preserved {
                PreservedRows::All(form) => CarriedAs::Elements(form),
                PreservedRows::Around(Some((around, ..))) if growable => {
                    CarriedAs::Growable(Some(around))
                }
                preserved
                    if growable
                        && self.can_append_rows(binds[position])
                        && (levels == 1 || matches!(preserved, PreservedRows::Around(_))) =>
                {
                    CarriedAs::Growable(None)
                }
                _ => self.common_source(values, binds[position], &inside),
            });
        }
        for block in [&mut branch.then, &mut branch.otherwise] {
            block.results = self.carried_operands(
                &block.results.clone(),
                binds,
                &carried_as,
                &mut block.statements,
            )?;
        }
        let (carried, after) = self.carried_variables(binds, &carried_as)?;
        self.write(result, |code| code.push(carried, Expression::If(Box::new(branch))));
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
            this.literal_row(rows, indices[0], like, body)
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
        if indices.len() == levels && self.can_append_rows(bind) && (levels == 1 || self.loops > 0)
        {
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
                let form = self.form_as(value, &wanted, result)?;
                let loose = self.variables.add(None, wanted);
                self.known.arrays.insert(loose, form);
                Atom::Var(loose)
            }
        };
        self.row_by_row(&ty.extents()[..levels], bind, result, |this, indices, like, body| {
            let (first, rest) = indices.split_at(places.len());
            let mut here = Atom::truth(true);
            for (index, place) in first.iter().zip(&places) {
                here = this.write(body, |code| {
                    let equal = code.scalar(Operation::Equal, &[*index, *place]);
                    code.scalar(Operation::And, &[here, equal])
                });
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
    fn literal_row(
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
        let here = self.write(body, |code| code.scalar(Operation::Equal, &[index, Atom::size(0)]));
        let mut other = Vec::new();
        let next = self
            .write(&mut other, |code| code.scalar(Operation::Subtract, &[index, Atom::size(1)]));
        let row = self.literal_row(rest, next, like, &mut other)?;
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
        let preserved = binds.iter().map(|_| PreservedRows::Nothing).collect();
        self.lower_branch(branch, &binds, preserved, body)?;
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
        let (key_binds, others) = binds.split_at(keys.len());
        let mut moved = Vec::new();
        let mut names = key_binds.to_vec();
        for (array, bind) in payload.into_iter().zip(others) {
            let ty = self.variables.atom_type(array);
            if !ty.is_ragged() {
                moved.push(array);
                names.push(*bind);
                continue;
            }
            let levels = ty.extents()[..regular_levels(&ty)].to_vec();
            let form = self.form_of(array)?;
            let (starts, lengths) = self.starts_and_lengths(&form, &levels, result);
            let vars = [starts, lengths].map(|atom| {
                let ty = self.variables.atom_type(atom);
                self.variables.add(None, ty)
            });
            moved.extend([starts, lengths]);
            names.extend(vars);
            let descriptor = Descriptor::spans(Atom::Var(vars[0]), Atom::Var(vars[1]));
            self.known.arrays.insert(*bind, Form { descriptor, elements: form.elements });
        }
        self.write(result, |code| {
            code.push(names, Expression::Sort(Sort { keys, payload: moved, origin }))
        });
        Ok(())
    }
}
