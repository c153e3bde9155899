//! Minima and maxima of a few floats, one after the other: the winner of two is compared with the next.
//! Each float gets its rank once, and the last winner its float.
//!
//! ```text
//! c = a < b                              ra = rank a; rb = rank b; c = ra < rb
//! m = if c { b } else { a }              rm = if c { rb } else { ra }
//! d = m < x                       ─▶     rx = rank x; d = rm < rx
//! n = if d { x } else { m }              rn = if d { rx } else { rm }
//!                                        n = of_rank rn
//! ```

use super::Ranks;
use crate::core::visit::each_use;
use crate::core::{Atom, Expression, Operation, Statement, Var, VarMap, VarSet};
use crate::source::Span;

impl Ranks<'_> {
    /// Lets chains of choices among the statements of a block choose ranks.
    pub(super) fn chains(&mut self, list: &mut Vec<Statement>) {
        let (choices, conditions) = self.linked_choices(list);
        if choices.is_empty() {
            return;
        }
        self.changed = true;
        let mut ranks = VarMap::default();
        for mut statement in std::mem::take(list) {
            let bind = statement.binds.first().copied();
            match &mut statement.expression {
                Expression::Scalar(_, operands)
                    if bind.is_some_and(|var| conditions.contains(&var)) =>
                {
                    for operand in operands {
                        self.rank_once(operand, &mut ranks, list, statement.span);
                    }
                }
                Expression::Select([_, then, otherwise])
                    if bind.is_some_and(|var| choices.contains(&var)) =>
                {
                    let mut after = Vec::new();
                    let choice = statement.binds[0];
                    self.rank_once(then, &mut ranks, list, statement.span);
                    self.rank_once(otherwise, &mut ranks, list, statement.span);
                    self.of_rank(&mut statement.binds[0], &mut after, statement.span);
                    ranks.insert(choice, Atom::Var(statement.binds[0]));
                    list.push(statement);
                    list.append(&mut after);
                    continue;
                }
                _ => {}
            }
            list.push(statement);
        }
    }

    /// Does the same as [`Ranks::rank`], for a variable whose rank may be known already.
    fn rank_once(
        &mut self,
        operand: &mut Atom,
        ranks: &mut VarMap<Atom>,
        list: &mut Vec<Statement>,
        span: Span,
    ) {
        let var = operand.var();
        match var.and_then(|var| ranks.get(&var)) {
            Some(rank) => *operand = *rank,
            None => {
                self.rank(operand, list, span);
                if let Some(var) = var {
                    ranks.insert(var, *operand);
                }
            }
        }
    }

    /// The choices of one of two floats that are compared, where one leads to the next, and the
    /// conditions that decide them and nothing else.
    fn linked_choices(&self, list: &[Statement]) -> (VarSet, VarSet) {
        let mut uses: VarMap<u32> = VarMap::default();
        for statement in list {
            each_use(&statement.expression, |var| *uses.or_default(var) += 1);
        }
        let mut compared: VarMap<[Atom; 2]> = VarMap::default();
        let mut choices: VarMap<Var> = VarMap::default();
        let mut linked = VarSet::new();
        for Statement { binds, expression, .. } in list {
            match expression {
                Expression::Scalar(Operation::OrderedLess, operands)
                    if self.variables.element(operands[0]).is_float() =>
                {
                    compared.insert(binds[0], [operands[0], operands[1]]);
                }
                Expression::Select([Atom::Var(condition), then, otherwise]) => {
                    let Some([a, b]) = compared.get(condition) else { continue };
                    let of_both = [then, otherwise] == [a, b] || [then, otherwise] == [b, a];
                    if !of_both || uses.get(condition) != Some(&1) {
                        continue;
                    }
                    for operand in [a, b] {
                        if let Some(before) = operand.var().filter(|var| choices.contains_key(var))
                        {
                            linked.extend([before, binds[0]]);
                        }
                    }
                    choices.insert(binds[0], *condition);
                }
                _ => {}
            }
        }
        let conditions = linked.iter().filter_map(|choice| choices.get(&choice).copied()).collect();
        (linked, conditions)
    }
}
