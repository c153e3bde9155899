//! How wide tiles are.
//!
//! What lanes carry from round to round of a loop stays in registers in narrow tiles, and lies in memory
//! in wide ones, which read longer pieces of rows at a time. Memory costs little where it is loaded,
//! added to and stored. But where a lane keeps what it has or takes something new, LLVM makes a store of
//! the lanes that change only, and the next load waits for it, eight times as long as all the rest.
//! Neither have floats that are combined in order anything to gain by a wide tile, unless the rounds
//! read rows. Integers, least and greatest values LLVM would combine in another order, of several
//! rounds at once, if the lanes of a tile were few enough to be unrolled.

use proc_macro2::TokenStream;
use quote::quote;

use super::varying::Varying;
use crate::core::{Atom, Expression, LoopForm, Operation, Output, Soac, Statement, Variables};

/// What says that a kernel has tiles, and of how many lanes.
pub(super) fn tiled_types(soac: &Soac, varying: &Varying, variables: &Variables) -> TokenStream {
    let narrow = is_narrow(&soac.body, varying, variables).then(|| {
        quote!(
            const NARROW: bool = true;
        )
    });
    quote!(
        const TILED: bool = true;
        #narrow
    )
}

/// Whether the tiles of a kernel are narrow.
fn is_narrow(body: &[Statement], varying: &Varying, variables: &Variables) -> bool {
    let is_narrow = |body| is_narrow(body, varying, variables);
    let carries = |round: &[Statement], next: &[Statement]| {
        selects(next) || combines_floats(next, variables) && !reads_rows(round, varying)
    };
    body.iter().filter(|statement| varying.statement(statement)).any(|statement| {
        match &statement.expression {
            Expression::Loop(repetition) => {
                let body = &repetition.body.statements;
                let stops = matches!(&repetition.form, LoopForm::While(condition)
                    if varying.block(condition));
                let results = &repetition.body.results;
                let chosen = |statement: &&Statement| {
                    statement.binds.iter().any(|bind| results.contains(&Atom::Var(*bind)))
                };
                let next: Vec<Statement> = body.iter().filter(chosen).cloned().collect();
                let floats = combines_floats(body, variables) && !reads_rows(body, varying);
                stops || selects(&next) || floats || is_narrow(body)
            }
            Expression::Soac(soac) => {
                operators(soac).any(|operator| carries(&soac.body, operator))
                    || is_narrow(&soac.body)
            }
            Expression::If(branch) => {
                is_narrow(&branch.then.statements) || is_narrow(&branch.otherwise.statements)
            }
            _ => false,
        }
    })
}

/// The operators of reductions.
fn operators(soac: &Soac) -> impl Iterator<Item = &[Statement]> {
    soac.outputs.iter().filter_map(|output| match output {
        Output::Reduce { operator, .. } => Some(&operator.body.statements[..]),
        _ => None,
    })
}

/// Whether statements choose between values, other than the less or the greater of two.
fn selects(statements: &[Statement]) -> bool {
    if let [compare, select] = statements
        && let Expression::Scalar(_, compared) = &compare.expression
        && let Expression::Select([_, then, otherwise]) = &select.expression
    {
        return !(compared.contains(then) && compared.contains(otherwise));
    }
    let selects = |statement: &Statement| {
        matches!(statement.expression, Expression::Select(_) | Expression::If(_))
    };
    statements.iter().any(selects)
}

/// Whether statements compute with floats, other than to find the least or greatest.
fn combines_floats(statements: &[Statement], variables: &Variables) -> bool {
    use Operation::{Add, Divide, Multiply, Subtract};
    statements.iter().any(|statement| match &statement.expression {
        Expression::Scalar(Add | Subtract | Multiply | Divide, _) => {
            variables.ty(statement.binds[0]).element().is_float()
        }
        _ => false,
    })
}

/// Whether neighbouring lanes read what may be neighbours.
fn reads_rows(statements: &[Statement], varying: &Varying) -> bool {
    statements.iter().any(|statement| {
        let reads = matches!(statement.expression, Expression::Index(..));
        reads && varying.statement(statement)
            || statement.expression.bodies().iter().any(|body| reads_rows(body, varying))
    })
}

#[cfg(test)]
mod tests {
    use crate::emit::cpu::code_of;

    /// Whether the tiles of the only kernel with tiles are narrow.
    fn is_narrow(function: &str) -> bool {
        let code = code_of(function);
        assert!(code.contains("const TILED : bool = true"), "there are tiles: {function}");
        code.contains("const NARROW : bool = true")
    }

    #[test]
    fn lanes_that_keep_what_they_have_are_few() {
        for function in [
            "pub fn f(xs: &[f64], ys: &[f64]) -> [usize] { xs.map(|x| ys.map(|y| x * y).argmin()) }",
            "pub fn f(m: &[[i32; w]; h]) -> [usize; w] { m.transpose().map(|c| c.argmax()) }",
            "pub fn f(xs: &[f32]) -> [u32] {
                xs.map(|x| { let mut y = x; let mut n = 0; while y < 9.0 { y *= 2.0; n += 1; } n })
            }",
            "pub fn f(xs: &[f64], ys: &[f64]) -> [f64] {
                xs.map(|x| ys.fold(0.0, |a, y| if a > x { a - y } else { a + y }))
            }",
        ] {
            assert!(is_narrow(function), "{function}");
        }
    }

    #[test]
    fn lanes_that_combine_floats_are_few_unless_they_read_rows() {
        let sums = "xs.map(|x| ys.map(|y| x * y).sum())";
        assert!(is_narrow(&format!("pub fn f(xs: &[f64], ys: &[f64]) -> [f64] {{ {sums} }}")));
        assert!(!is_narrow(&format!("pub fn f(xs: &[i64], ys: &[i64]) -> [i64] {{ {sums} }}")));
        let columns = "pub fn f(m: &[[f64; w]; h]) -> [f64; w] { m.transpose().map(|c| c.sum()) }";
        assert!(!is_narrow(columns));
    }

    #[test]
    fn lanes_that_find_the_least_are_many() {
        let least =
            "pub fn f(xs: &[f64], ys: &[f64]) -> [f64] { xs.map(|x| ys.map(|y| x * y).min()) }";
        assert!(!is_narrow(least));
    }
}
