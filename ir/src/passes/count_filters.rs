//! A compaction of which only the count is wanted is a sum.
//!
//! ```text
//! count = soac [i < n] { … } compact () when p
//!     ─▶
//! count = soac [i < n] { … one = cast p } reduce (one) from (0) |a, b| { a + b }
//! ```
//!
//! The pass comes after fusion, which knows filters by their compactions.

use crate::core::operation::Operation;
use crate::core::{Atom, Expression, Function, Lambda, Output, Soac, Statement, Type, Variables};
use crate::source::Span;

/// Makes sums of compactions that keep no values.
pub fn count_filters(function: &mut Function) {
    statements(&mut function.body.statements, &mut function.variables);
}

fn statements(list: &mut [Statement], variables: &mut Variables) {
    for statement in list {
        if let Expression::Soac(soac) = &mut statement.expression {
            sums(soac, variables, statement.span);
        }
        for body in statement.expression.bodies_mut() {
            statements(body, variables);
        }
    }
}

fn sums(soac: &mut Soac, variables: &mut Variables, span: Span) {
    for output in &mut soac.outputs {
        let Output::Compact { values, when } = output else { continue };
        if !values.is_empty() {
            continue;
        }
        let one = variables.add(None, Type::USIZE);
        soac.body.push(Statement { binds: vec![one], expression: Expression::Cast(*when), span });
        *output = Output::Reduce {
            values: vec![Atom::Var(one)],
            initial: Some(vec![Atom::size(0)]),
            operator: Lambda::sum_of_sizes(Operation::Add, variables, span),
            commutative: true,
            when: None,
        };
    }
}
