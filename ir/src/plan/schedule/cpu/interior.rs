//! Lanes that read neighbours: in the interior of a row no neighbour lies outside, and neighbouring
//! lanes are computed in one loop without asking.
//!
//! ```text
//! map [i < n] {                                interior: from 1, to m - 1
//!     inside = lt i m                              a = index xs [i - 1]
//!     y = if inside {                      ─▶      b = index xs [i + 1]
//!         left = clamp@-1 i m   a = index xs [left]       y = add a b
//!         right = clamp@1 i m   b = index xs [right]
//!         add a b
//!     } else { 0 }
//! } store y
//! ```
//!
//! The lanes of a kernel may go on where an array that they read has ended, as those of `concat` do, so
//! the interior ends with the shortest of these arrays.

use crate::core::visit::bound_inside;
use crate::core::{
    Atom, Block, Constant, Expression, Operation, Output, Soac, Statement, Var, VarSet, Variables,
};

/// The lanes of a row whose neighbours are all inside.
pub(crate) struct Interior {
    /// The index that counts the lanes of a row.
    pub(crate) index: Var,
    /// The largest distance of neighbours to the left.
    pub(crate) left: usize,
    /// The ends of arrays, and the largest distance of neighbours in them to the right.
    pub(crate) ends: Vec<(Atom, usize)>,
}

impl Interior {
    /// The interior of the rows of a map that stores scalars, if its lanes read neighbours.
    pub(super) fn of(soac: &Soac, variables: &Variables) -> Option<Interior> {
        let scalars = soac.outputs.iter().all(|output| match output {
            Output::Store(value) => variables.atom_type(*value).is_scalar(),
            _ => false,
        });
        scalars.then(|| Interior::of_lanes(soac))?
    }

    /// The interior of the rows of anything whose lanes read neighbours.
    pub(crate) fn of_lanes(soac: &Soac) -> Option<Interior> {
        let index = soac.space.last()?.index;
        let mut interior = Interior { index, left: 0, ends: Vec::new() };
        interior.reach(&soac.body, &bound_inside(soac));
        (!interior.ends.is_empty()).then_some(interior)
    }

    /// Enters how far the neighbours lie that statements look for, where all lanes know the end.
    fn reach(&mut self, statements: &[Statement], inside: &VarSet) {
        for statement in statements {
            if let Expression::Scalar(
                Operation::Boundary(_, offset) | Operation::Inside(offset),
                operands,
            ) = &statement.expression
                && let [Atom::Var(index), end] = operands[..]
                && index == self.index
                && end.var().is_none_or(|end| !inside.contains(&end))
            {
                let distance = offset.unsigned_abs() as usize;
                let (left, right) = if *offset < 0 { (distance, 0) } else { (0, distance) };
                self.left = self.left.max(left);
                match self.ends.iter_mut().find(|known| known.0 == end) {
                    Some(known) => known.1 = known.1.max(right),
                    None => self.ends.push((end, right)),
                }
            }
            for body in statement.expression.bodies() {
                self.reach(body, inside);
            }
        }
    }

    /// Statements as they are in the interior.
    pub(crate) fn statements(&self, list: &[Statement], variables: &Variables) -> Vec<Statement> {
        let mut known = VarSet::new();
        self.rewritten(list, &mut known, variables)
    }

    /// Statements as they are in the interior; `known` are the conditions that hold there.
    fn rewritten(
        &self,
        list: &[Statement],
        known: &mut VarSet,
        variables: &Variables,
    ) -> Vec<Statement> {
        let mut statements = Vec::new();
        for statement in list {
            let mut statement = statement.clone();
            match &mut statement.expression {
                Expression::Scalar(operation, operands) if self.is_of_lane(operands) => {
                    let size = |distance: u32| Atom::Constant(Constant::Usize(u64::from(distance)));
                    match *operation {
                        Operation::Boundary(_, offset) => {
                            operands[1] = size(offset.unsigned_abs());
                            *operation =
                                if offset < 0 { Operation::Subtract } else { Operation::Add };
                        }
                        Operation::Inside(_) | Operation::Less => {
                            known.extend(&statement.binds);
                            statement.expression = Expression::Copy(Atom::truth(true));
                        }
                        _ => {}
                    }
                }
                Expression::Select([condition, then, _])
                    if condition.var().is_some_and(|var| known.contains(&var)) =>
                {
                    statement.expression = Expression::Copy(*then);
                }
                Expression::If(branch)
                    if branch.condition.var().is_some_and(|var| known.contains(&var))
                        && statement.binds.iter().all(|bind| variables.ty(*bind).is_scalar()) =>
                {
                    let Block { statements: then, results } = &branch.then;
                    statements.extend(self.rewritten(then, known, variables));
                    let copies = statement.binds.iter().zip(results).map(|(bind, result)| {
                        let expression = Expression::Copy(*result);
                        Statement { binds: vec![*bind], expression, span: statement.span }
                    });
                    statements.extend(copies);
                    continue;
                }
                expression => {
                    for body in expression.bodies_mut() {
                        *body = self.rewritten(body, known, variables);
                    }
                }
            }
            statements.push(statement);
        }
        statements
    }

    /// Returns true if operands are the index of the lane, and an end that lies behind the interior.
    fn is_of_lane(&self, operands: &[Atom]) -> bool {
        let [index, end] = operands[..] else { return false };
        index == Atom::Var(self.index) && self.ends.iter().any(|known| known.0 == end)
    }
}
