//! Loops that carry ragged arrays.

use super::block_parameters::Given;
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
        // True for each carried array that is taken to keep the inner array of its rows.
        let mut same: Vec<bool> =
            (0..binds.len()).map(|position| self.may_carry_rows(&repetition, position)).collect();
        while same.contains(&true) {
            let (known, length) = (self.known.clone(), result.len());
            if self.repeated(repetition.clone(), binds.clone(), &mut same, result)? {
                return Ok(());
            }
            self.known = known;
            result.truncate(length);
        }
        self.repeated(repetition, binds, &mut same, result)?;
        Ok(())
    }

    /// Returns true if the rows that a loop carries may always be parts of the same array.
    fn may_carry_rows(&self, repetition: &Loop, position: usize) -> bool {
        let (var, initial) = repetition.carried[position];
        let of = match self.form_of(initial) {
            Ok(form) => Some(form.elements),
            Err(Unsupported) => self.part_of(initial).map(|part| part.of),
        };
        let Some(of) = of else { return false };
        let Block { statements, results } = &repetition.body;
        let ragged = |ty: &Type| -> Vec<bool> {
            ty.extents().iter().map(|extent| *extent == Extent::Ragged).collect()
        };
        ragged(self.variables.ty(var)) == ragged(&self.variables.atom_type(initial))
            && self.may_have_same_rows(
                statements,
                results[position],
                &repetition.carried,
                of.data(),
            )
    }

    /// A loop some of whose carried arrays keep the inner array that their rows are parts of. Returns true
    /// if all of them do; else `same` tells afterwards which do not.
    fn repeated(
        &mut self,
        repetition: Loop,
        binds: Vec<Var>,
        same: &mut [bool],
        result: &mut Vec<Statement>,
    ) -> Lowered<bool> {
        let span = self.span;
        let Loop { mut form, carried, mut body } = repetition;
        let (vars, initial): (Vec<Var>, Vec<Atom>) = carried.into_iter().unzip();
        let replaces = self.replaces_rows(&body.statements);
        let mut given = Vec::new();
        for (position, (var, initial)) in vars.iter().zip(&initial).enumerate() {
            let [keeps, keeps_around] = [Replaced::Elements, Replaced::Rows].map(|replaced| {
                let value = body.results[position];
                self.source_of_rows(&body.statements, value, replaced) == Some(*var)
            });
            let deep = self.depth_of_growth(*var).is_some_and(|depth| depth > 0);
            let around = match keeps_around && deep && (!keeps || self.grows(*initial)) {
                // Once for the loop, again.
                true => self.apart(*initial, result).ok(),
                false => None,
            };
            let around = around.and_then(|_| self.rows_around(*initial, result));
            let around = around.map(|(around, _)| around);
            if keeps && self.whole_rows(*initial).is_none() && !self.grows(*initial) {
                // Once for the loop instead of once for each assignment.
                let _ = self.apart(*initial, result);
            }
            given.push(match self.whole_rows(*initial) {
                Some(form) if keeps => Given::Kept(form),
                _ if around.is_some() => Given::Growing(around),
                _ if self.can_grow(*var)
                    && match regular_levels(self.variables.ty(*var)) {
                        1 => replaces || self.grows(*initial),
                        _ => keeps_around && !keeps,
                    } =>
                {
                    Given::Growing(None)
                }
                _ if same[position] => match self.part_of(*initial) {
                    Some(part) if !self.is_ragged(*initial) => Given::Part(part.of),
                    _ => Given::Rows(self.form_of(*initial)?.elements),
                },
                _ => Given::All,
            });
        }
        let mut first = Vec::new();
        for (given, initial) in given.iter().zip(&initial) {
            first.push(match given {
                Given::All => self.own_rows(*initial, result)?,
                _ => *initial,
            });
        }
        let initial = self.parts_given(&first, &vars, &given, result)?;
        let (inside, parts) = self.parts_bound(&vars, &given)?;
        if let crate::core::LoopForm::For(index, _) = &form {
            self.known.depths.insert(*index, self.depth);
        }
        if let Some(condition) = condition_of(&mut form) {
            self.block(condition)?;
            let own = parts.iter().cloned().chain(std::mem::take(&mut condition.statements));
            condition.statements = own.collect();
            self.name_apart(condition);
        }
        self.loops += 1;
        self.block(&mut body)?;
        self.loops -= 1;
        body.statements.splice(0..0, parts);
        let mut holds = true;
        for (position, given) in given.iter().enumerate() {
            let value = body.results[position];
            let kept = match given {
                Given::Rows(of) => self.form_of(value).is_ok_and(|found| found.elements.is(of)),
                Given::Part(of) => self.part_of(value).is_some_and(|found| found.of.is(of)),
                _ => continue,
            };
            same[position] = kept;
            holds &= kept;
        }
        if !holds {
            return Ok(false);
        }
        body.results =
            self.parts_given(&body.results.clone(), &vars, &given, &mut body.statements)?;
        self.span = span;
        let carried = inside.into_iter().zip(initial).collect();
        let (binds, after) = self.parts_bound(&binds, &given)?;
        let repetition = Loop { form, carried, body };
        self.push(binds, Expression::Loop(Box::new(repetition)), result);
        result.extend(after);
        Ok(true)
    }

    /// Gives a condition names of its own: the loop's body reads the same variables.
    fn name_apart(&mut self, condition: &mut Block) {
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

    /// An array that a loop in a lane takes over: its rows, where they are some of those of something
    /// that other lanes look at, too.
    fn own_rows(&mut self, array: Atom, result: &mut Vec<Statement>) -> Lowered<Atom> {
        let Ok(form) = self.form_of(array) else { return Ok(array) };
        let shared = form.elements.atoms().into_iter().all(|atom| self.is_outside(atom));
        if self.depth == 0 || !shared {
            return Ok(array);
        }
        let ty = self.variables.atom_type(array);
        let own = self.variables.add(None, ty.clone());
        let form = self.moved_apart(&form, &ty, result)?;
        self.known.arrays.insert(own, form);
        Ok(Atom::Var(own))
    }
}
