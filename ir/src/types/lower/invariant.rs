//! The lengths of rows that do not depend on the lane, however they are computed: the statements that
//! compute them leave the lanes, so that the rows are seen to be regular.
//!
//! ```text
//! xs.map(|x| { let k = if c { 4 } else { 5 }; [x; k] })
//!   ─▶
//! let k = if c { 4 } else { 5 }; xs.map(|x| [x; k])
//! ```
//!
//! Code that can fail, or need not end, is computed where there is a lane, for the length alone.

use super::Lowerer;
use crate::core::operation::Operation;
use crate::core::visit::free_variables;
use crate::core::{
    Atom, Block, Expression, If, LoopForm, Renaming, ScalarType, Statement, Type, Var, VarSet,
};

impl Lowerer<'_, '_> {
    /// A size that the statements of closed lanes compute, as it is known outside of them; nothing if
    /// it depends on the lane. The scope around the lanes is the innermost one.
    pub(super) fn size_outside(
        &mut self,
        size: Var,
        lanes: Atom,
        statements: &mut Vec<Statement>,
    ) -> Option<Atom> {
        let needed = self.invariant_slice(size, statements)?;
        let part = || needed.iter().map(|position| &statements[*position]);
        let is_total = |expression: &Expression| !expression.may_fail() && ends(expression);
        if part().all(|statement| is_total(&statement.expression)) {
            let last_first = needed.iter().rev().map(|position| statements.remove(*position));
            let mut leaving: Vec<Statement> = last_first.collect();
            leaving.reverse();
            self.builder.leave(leaving);
            return Some(Atom::Var(size));
        }
        let block = Block { statements: part().cloned().collect(), results: vec![size.into()] };
        let then = Renaming::new().block(&block, &mut self.builder.variables);
        let otherwise = Block { statements: Vec::new(), results: vec![Atom::size(0)] };
        let condition = self.builder.scalar(Operation::NotEqual, &[lanes, Atom::size(0)]);
        let branch = If { condition, then, otherwise };
        let outside = self.builder.variables.add(None, Type::Scalar(ScalarType::Usize));
        let span = self.builder.span;
        let expression = Expression::If(Box::new(branch));
        self.builder.append(vec![Statement { binds: vec![outside], expression, span }]);
        Some(Atom::Var(outside))
    }

    /// The statements that compute a size, in their order, and the checks before them: without these it
    /// might be read from where nothing is. Nothing if the size depends on the lane.
    fn invariant_slice(&self, size: Var, statements: &[Statement]) -> Option<Vec<usize>> {
        let free: Vec<VarSet> = statements
            .iter()
            .map(|statement| free_variables(statement, &self.builder.variables))
            .collect();
        let mut known = VarSet::new();
        let invariant: Vec<bool> = statements
            .iter()
            .zip(&free)
            .map(|(statement, free)| {
                let outside = |var: Var| self.builder.depth_of(var) <= self.builder.depth();
                let invariant = free.iter().all(|var| outside(var) || known.contains(&var));
                if invariant {
                    known.extend(&statement.binds);
                }
                invariant
            })
            .collect();
        if !known.contains(&size) {
            return None;
        }
        let mut wanted = VarSet::from_iter([size]);
        let mut slice = Vec::new();
        for (position, statement) in statements.iter().enumerate().rev() {
            let computes = statement.binds.iter().any(|bind| wanted.contains(bind));
            let checks = !slice.is_empty()
                && matches!(&statement.expression, Expression::Check(check)
                    if !check.condition.is_of_lengths());
            if invariant[position] && (computes || checks) {
                wanted.union(&free[position]);
                slice.push(position);
            }
        }
        slice.reverse();
        Some(slice)
    }
}

/// Returns true if every loop in an expression has an end that is known before it.
fn ends(expression: &Expression) -> bool {
    if let Expression::Loop(repetition) = expression
        && matches!(repetition.form, LoopForm::While(_))
    {
        return false;
    }
    expression.bodies().into_iter().flatten().all(|statement| ends(&statement.expression))
}
