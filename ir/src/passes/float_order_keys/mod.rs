//! Minima and maxima of floats, in the order of `sort`, are those of integers: comparing two floats in
//! that order takes several operations, which each step of a reduction would wait for.
//!
//! ```text
//! m = soac [i < n] { x = index xs [i] } reduce (x) |a, b| { if a < b { b } else { a } }
//!     ─▶
//! k = soac [i < n] { x = index xs [i]; r = rank x } reduce (r) |a, b| { if a < b { b } else { a } }
//! m = of_rank k
//! ```
//!
//! The keys of `argmin`, `max_by_key`, …, running minima and maxima, and those of a few floats ([`chains`])
//! are compared in the same way.

mod chains;

use crate::core::visit::each_use;
use crate::core::{
    Atom, Expression, Function, Lambda, Operation, Output, Statement, Type, Var, Variables,
};
use crate::source::Span;

/// Lets reductions and scans compare ranks. Returns true if some of them do now.
pub fn float_order_keys(function: &mut Function) -> bool {
    let Function { body, variables, .. } = function;
    let mut ranks = Ranks { variables, changed: false };
    ranks.statements(&mut body.statements);
    ranks.changed
}

struct Ranks<'v> {
    variables: &'v mut Variables,
    changed: bool,
}

impl Ranks<'_> {
    fn statements(&mut self, list: &mut Vec<Statement>) {
        for mut statement in std::mem::take(list) {
            for body in statement.expression.bodies_mut() {
                self.statements(body);
            }
            let (mut before, mut after) = (Vec::new(), Vec::new());
            let Statement { binds, expression, span } = &mut statement;
            match expression {
                Expression::Soac(soac) => {
                    let body = &mut soac.body;
                    let mut own = binds.as_mut_slice();
                    for output in &mut soac.outputs {
                        let (binds, rest) = own.split_at_mut(output.binds());
                        own = rest;
                        let Output::Reduce { values, initial, operator, .. } = output else {
                            continue;
                        };
                        for position in self.compared(operator) {
                            self.rank(&mut values[position], body, *span);
                            if let Some(initial) = initial {
                                self.rank(&mut initial[position], &mut before, *span);
                            }
                            self.of_rank(&mut binds[position], &mut after, *span);
                        }
                    }
                }
                // The start values of a scan are read before its lanes.
                Expression::Scan(scan) if scan.initial.iter().all(|at| at.constant().is_some()) => {
                    for position in self.compared(&mut scan.operator) {
                        self.rank(&mut scan.values[position], &mut before, *span);
                        self.rank(&mut scan.initial[position], &mut before, *span);
                        self.of_rank(&mut binds[position], &mut after, *span);
                    }
                }
                _ => {}
            }
            list.append(&mut before);
            list.push(statement);
            list.append(&mut after);
        }
        self.chains(list);
    }

    /// The accumulators of an operator that are floats, and are compared and chosen only. They are
    /// ranks from now on.
    fn compared(&mut self, operator: &mut Lambda) -> Vec<usize> {
        let count = operator.parameters.len() / 2;
        let positions: Vec<usize> =
            (0..count).filter(|position| self.is_compared(operator, *position)).collect();
        for position in &positions {
            self.changed = true;
            let [a, b] = [operator.parameters[*position], operator.parameters[count + position]];
            let rank = Type::Scalar(self.variables.ty(a).element().signed());
            for var in [a, b].into_iter().chain(operator.body.results[*position].var()) {
                self.variables.set_type(var, rank.clone());
            }
        }
        positions
    }

    fn is_compared(&self, operator: &Lambda, position: usize) -> bool {
        let (left, right) = operator.parameters.split_at(operator.parameters.len() / 2);
        let own = [Atom::Var(left[position]), Atom::Var(right[position])];
        let result = operator.body.results[position];
        let is_float = self.variables.ty(left[position]).element().is_float()
            && self.variables.ty(left[position]).is_scalar();
        let (mut compares, mut chooses) = (false, false);
        let only = operator.body.statements.iter().all(|statement| match &statement.expression {
            Expression::Scalar(Operation::OrderedLess, operands)
                if operands.iter().all(|operand| own.contains(operand)) =>
            {
                compares = true;
                true
            }
            Expression::Scalar(Operation::Precedes(_), operands)
                if own.contains(&operands[0]) && own.contains(&operands[2]) =>
            {
                compares = true;
                true
            }
            Expression::Select([_, then, otherwise])
                if own.contains(then) && own.contains(otherwise) =>
            {
                chooses = statement.binds.first().copied() == result.var();
                chooses
            }
            other => {
                let mut uses = false;
                each_use(other, |var| {
                    uses |= own.contains(&Atom::Var(var)) || Some(var) == result.var();
                });
                !uses
            }
        });
        let results = &operator.body.results;
        let is_result_once = results.iter().filter(|other| **other == result).count() == 1
            && !results.iter().any(|other| own.contains(other));
        is_float && only && compares && chooses && is_result_once
    }

    /// Replaces an operand by its rank.
    fn rank(&mut self, operand: &mut Atom, statements: &mut Vec<Statement>, span: Span) {
        if let Atom::Constant(constant) = operand {
            *operand = Operation::Rank.evaluate(&[*constant]).into();
            return;
        }
        let rank = Type::Scalar(self.variables.element(*operand).signed());
        let bind = self.variables.add(None, rank);
        let expression = Expression::Scalar(Operation::Rank, vec![*operand]);
        statements.push(Statement { binds: vec![bind], expression, span });
        *operand = Atom::Var(bind);
    }

    /// Binds a variable to the float of the rank that was bound to it.
    fn of_rank(&mut self, bind: &mut Var, statements: &mut Vec<Statement>, span: Span) {
        let rank = Type::Scalar(self.variables.ty(*bind).element().signed());
        let ranked = self.variables.add(None, rank);
        let expression = Expression::Scalar(Operation::OfRank, vec![Atom::Var(ranked)]);
        statements.push(Statement { binds: vec![*bind], expression, span });
        *bind = ranked;
    }
}
