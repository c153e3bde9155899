//! Loops that carry ragged arrays.

use super::block_parameters::CarriedAs;
use super::preserved_rows::Replaced;
use super::{Lowered, SegmentLowering, Unsupported, condition_of, regular_levels};
use crate::core::{Atom, Block, Expression, Extent, Loop, Renaming, Statement, Type, Var};

impl SegmentLowering<'_> {
    pub(super) fn repetition(
        &mut self,
        repetition: Loop,
        binds: Vec<Var>,
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
        // True for each carried array whose rows are assumed to be slices of the same elements in all turns.
        let mut shares_source: Vec<bool> = (0..binds.len())
            .map(|position| self.may_share_source_in_loop(&repetition, position))
            .collect();
        while shares_source.contains(&true) {
            let (known, length) = (self.known.clone(), result.len());
            if self.try_loop(repetition.clone(), binds.clone(), &mut shares_source, result)? {
                return Ok(());
            }
            self.known = known;
            result.truncate(length);
        }
        self.try_loop(repetition, binds, &mut shares_source, result)?;
        Ok(())
    }

    /// Returns true if the rows that a loop carries may be slices of the same elements in all turns.
    fn may_share_source_in_loop(&self, repetition: &Loop, position: usize) -> bool {
        let (var, initial) = repetition.carried[position];
        let of = match self.form_of(initial) {
            Ok(form) => Some(form.elements),
            Err(Unsupported) => self.slice_of(initial).map(|slice| slice.of),
        };
        let Some(of) = of else { return false };
        let Block { statements, results } = &repetition.body;
        let ragged = |ty: &Type| -> Vec<bool> {
            ty.extents().iter().map(|extent| *extent == Extent::Ragged).collect()
        };
        ragged(self.variables.ty(var)) == ragged(&self.variables.atom_type(initial))
            && self.may_share_source(statements, results[position], &repetition.carried, of.data())
    }

    /// Writes a loop some of whose carried arrays are assumed to have slices of the same elements in all turns.
    /// Returns true if all of them do; else `shares_source` tells afterwards which do not.
    fn try_loop(
        &mut self,
        repetition: Loop,
        binds: Vec<Var>,
        shares_source: &mut [bool],
        result: &mut Vec<Statement>,
    ) -> Lowered<bool> {
        let span = self.span;
        let Loop { mut form, carried, mut body } = repetition;
        let (vars, initial): (Vec<Var>, Vec<Atom>) = carried.into_iter().unzip();
        let replaces = self.replaces_rows(&body.statements);
        let mut carried_as = Vec::new();
        for (position, (var, initial)) in vars.iter().zip(&initial).enumerate() {
            let [preserves_rows, preserves_outer_rows] =
                [Replaced::Elements, Replaced::Rows].map(|replaced| {
                    let value = body.results[position];
                    self.source_of_rows(&body.statements, value, replaced) == Some(*var)
                });
            let deep = self.depth_of_appendable_rows(*var).is_some_and(|depth| depth > 0);
            let around = match preserves_outer_rows
                && deep
                && (!preserves_rows || self.is_growable(*initial))
            {
                // Once for the loop, again.
                true => self.disjoint(*initial, result).ok(),
                false => None,
            };
            let around = around.and_then(|_| self.outer_rows(*initial, result));
            let around = around.map(|(around, _)| around);
            if preserves_rows && self.whole_rows(*initial).is_none() && !self.is_growable(*initial)
            {
                // Once for the loop instead of once for each assignment.
                let _ = self.disjoint(*initial, result);
            }
            carried_as.push(match self.whole_rows(*initial) {
                Some(form) if preserves_rows => CarriedAs::Elements(form),
                _ if around.is_some() => CarriedAs::Growable(around),
                _ if self.can_append_rows(*var)
                    && match regular_levels(self.variables.ty(*var)) {
                        1 => replaces || self.is_growable(*initial),
                        _ => preserves_outer_rows && !preserves_rows,
                    } =>
                {
                    CarriedAs::Growable(None)
                }
                _ if shares_source[position] => match self.slice_of(*initial) {
                    Some(slice) if !self.is_ragged(*initial) => CarriedAs::Slice(slice.of),
                    _ => CarriedAs::Descriptor(self.form_of(*initial)?.elements),
                },
                _ => CarriedAs::Form,
            });
        }
        let mut first = Vec::new();
        for (carried_as, initial) in carried_as.iter().zip(&initial) {
            first.push(match carried_as {
                CarriedAs::Form => self.copied_rows(*initial, result)?,
                _ => *initial,
            });
        }
        let initial = self.carried_operands(&first, &vars, &carried_as, result)?;
        let (carried_vars, views) = self.carried_variables(&vars, &carried_as)?;
        if let crate::core::LoopForm::For(index, _) = &form {
            self.known.depths.insert(*index, self.depth);
        }
        if let Some(condition) = condition_of(&mut form) {
            self.block(condition)?;
            let all = views.iter().cloned().chain(std::mem::take(&mut condition.statements));
            condition.statements = all.collect();
            self.rename_condition(condition);
        }
        self.loops += 1;
        self.block(&mut body)?;
        self.loops -= 1;
        body.statements.splice(0..0, views);
        let mut holds = true;
        for (position, carried_as) in carried_as.iter().enumerate() {
            let value = body.results[position];
            let shared = match carried_as {
                CarriedAs::Descriptor(of) => {
                    self.form_of(value).is_ok_and(|found| found.elements.is(of))
                }
                CarriedAs::Slice(of) => self.slice_of(value).is_some_and(|found| found.of.is(of)),
                _ => continue,
            };
            shares_source[position] = shared;
            holds &= shared;
        }
        if !holds {
            return Ok(false);
        }
        body.results =
            self.carried_operands(&body.results.clone(), &vars, &carried_as, &mut body.statements)?;
        self.span = span;
        let carried = carried_vars.into_iter().zip(initial).collect();
        let (binds, after) = self.carried_variables(&binds, &carried_as)?;
        let repetition = Loop { form, carried, body };
        self.write(result, |code| code.push(binds, Expression::Loop(Box::new(repetition))));
        result.extend(after);
        Ok(true)
    }

    /// Gives a condition names of its own: the loop's body reads the same variables.
    fn rename_condition(&mut self, condition: &mut Block) {
        let mut names = self.known.replaced.clone();
        names.replace_in_block(condition);
        let mut fresh = Renaming::new();
        *condition = fresh.block(condition, self.variables);
        // The types of these variables may mention a replaced one, too.
        names.chain_all(&fresh);
        for var in fresh.operands().filter_map(Atom::var) {
            let ty = self.variables.ty(var).map_sizes(|size| names.atom(size));
            self.variables.set_type(var, ty);
        }
    }

    /// A copy of the rows of an array that a loop in a lane consumes, if other lanes read them, too.
    fn copied_rows(&mut self, array: Atom, result: &mut Vec<Statement>) -> Lowered<Atom> {
        let Ok(form) = self.form_of(array) else { return Ok(array) };
        let shared = form.elements.atoms().into_iter().all(|atom| self.is_outside(atom));
        if self.depth == 0 || !shared {
            return Ok(array);
        }
        let ty = self.variables.atom_type(array);
        let copy = self.variables.add(None, ty.clone());
        let form = self.disjoint_copy(&form, &ty, result)?;
        self.known.arrays.insert(copy, form);
        Ok(Atom::Var(copy))
    }
}
