//! Hoists a guarded computation out of a whole nest. `hoist` moves invariant code out of inner lanes under
//! the guard that there is an inner lane. If the guard alone ties that code to the outer lanes, it moves
//! further: the new guard holds if the old one holds in any outer lane, and costs one extra reduction.
//!
//! ```text
//! zs = soac [i < n] {                      any = soac [i < n] {
//!   l = index lengths [i]                    l = index lengths [i]
//!   c = lt 0 l                               c = lt 0 l
//!   s = if c { … } else { 0 }       ─▶     } reduce (c) from (false) …
//!   row = soac [j < l] { … s … } …         s = if any { … } else { 0 }
//! } …                                      zs = soac [i < n] { … }
//! ```

use super::Hoister;
use crate::core::operation::Operation;
use crate::core::visit::free_variables;
use crate::core::{
    Atom, Axis, Block, Expression, Lambda, Origin, Output, Renaming, Soac, Statement, Type, Var,
    VarSet,
};

impl Hoister<'_> {
    /// Moves statements that can leave the lanes of a SOAC under such a guard to `left`.
    pub(super) fn leave_for_any(&mut self, soac: &mut Soac, left: &mut Vec<Statement>) {
        let mut inside: VarSet = soac.space.iter().map(|lane| lane.index).collect();
        let mut kept: Vec<Statement> = Vec::with_capacity(soac.body.len());
        let mut may_fail = false;
        for mut statement in std::mem::take(&mut soac.body) {
            if let Some(guard) = self.guard_inside(&statement, &inside)
                && (!may_fail || self.definitions.is_in_bounds(&statement, self.variables))
                && let Some(slice) = self.slice(&kept, guard)
            {
                let any = self.for_any(&soac.space, slice, guard, left);
                if let Expression::If(branch) = &mut statement.expression {
                    branch.condition = any;
                }
                left.push(statement);
                continue;
            }
            may_fail |= statement.expression.fails_by_itself();
            inside.extend(statement.binds.iter().copied());
            kept.push(statement);
        }
        soac.body = kept;
    }

    /// The condition under which a statement left inner lanes, if it needs nothing else of the lanes
    /// around, and takes longer than the reduction that asks all lanes for the condition.
    fn guard_inside(&self, statement: &Statement, inside: &VarSet) -> Option<Var> {
        let Expression::If(branch) = &statement.expression else { return None };
        let guard = branch.condition.var()?;
        let mut free = free_variables(statement, self.variables);
        free.remove(&guard);
        let is_guarded = statement.binds.iter().all(|bind| self.guarded.contains(bind));
        (is_guarded
            && inside.contains(&guard)
            && !free.meets(inside)
            && self.may_leave(statement)
            && is_costly(&branch.then.statements))
        .then_some(guard)
    }

    /// The statements of a body that compute a variable, if they are cheap and no check of the body comes
    /// before: then they can run wherever the index of the lane is known.
    fn slice(&self, body: &[Statement], var: Var) -> Option<Vec<Statement>> {
        use Expression::{Cast, Index, Scalar, Select};
        let mut needed: VarSet = [var].into_iter().collect();
        let mut slice = Vec::new();
        for statement in body.iter().rev() {
            let is_needed = statement.binds.iter().any(|bind| needed.contains(bind));
            match &statement.expression {
                other if other.fails_by_itself() && !slice.is_empty() => return None,
                Scalar(..) | Cast(_) | Select(_) | Index(..) if is_needed => {
                    needed.union(&free_variables(statement, self.variables));
                    slice.push(statement.clone());
                }
                _ if is_needed => return None,
                _ => {}
            }
        }
        slice.reverse();
        Some(slice)
    }

    /// Binds the condition that another condition holds in any of some lanes; `slice` computes the latter
    /// in each of them.
    fn for_any(
        &mut self,
        space: &[Axis],
        slice: Vec<Statement>,
        condition: Var,
        left: &mut Vec<Statement>,
    ) -> Atom {
        let mut renaming = Renaming::new();
        let mut own = Vec::with_capacity(space.len());
        for lane in space {
            let index = self.variables.copy(lane.index);
            renaming.insert(lane.index, Atom::Var(index));
            own.push(Axis { index, extent: lane.extent });
        }
        let span = slice.last().map_or(crate::source::Span::NONE, |statement| statement.span);
        let slice = Block { statements: slice, results: vec![Atom::Var(condition)] };
        let Block { statements: body, results: values } = renaming.block(&slice, self.variables);
        let operator = Lambda::of_two(Operation::Or, &Type::BOOL, self.variables, span);
        let initial = Some(vec![Atom::truth(false)]);
        let output = Output::Reduce { values, initial, operator, when: None, commutative: true };
        let (outputs, origins) = (vec![output], vec![Origin::new("any", span)]);
        let any = self.variables.add(None, Type::BOOL);
        let expression = Expression::Soac(Box::new(Soac { space: own, body, outputs, origins }));
        left.push(Statement { binds: vec![any], expression, span });
        Atom::Var(any)
    }
}

/// Returns true if statements take longer than the reduction that asks each lane if they are needed.
fn is_costly(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match &statement.expression {
        Expression::Loop(_) | Expression::Soac(_) | Expression::Call(..) => true,
        other => other.bodies().into_iter().any(|body| is_costly(body)),
    })
}
