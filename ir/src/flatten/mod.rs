//! Core IR to plan: what is decided here is decided.
//!
//! The passes have left regular nests collapsed to index spaces of several dimensions, and
//! everything else inside the lanes of what surrounds it; ragged arrays are descriptors and dense
//! arrays. A ragged value that has got no form is reported at the place that makes its rows
//! differ.

mod code;
mod columns;
mod equal;
mod last_map;
mod never;
mod sharing;
mod versions;

use crate::core::{
    Atom, Block, Expression, Function, If, Output, Renaming, Statement, Var, VarMap, Variables,
    verify_function,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::passes::{Views, collapse, has_views, hoist, own, ranges, simplify};
use crate::plan::{Limits, Plan, build, verify_steps};
use crate::source::Span;
use crate::types::ValueRegularity;

pub use versions::Thresholds;

/// Makes the plan of a function that has been through the passes. `owned` says which parameters
/// may be written to, `thresholds` from which sizes on the lanes of a nest run one after the other.
///
/// # Errors
/// Where the program needs what plans do not have yet.
///
/// # Panics
/// With debug assertions, if the plan does not verify; that is a bug of this compiler.
pub fn flatten(
    mut function: Function,
    regularity: Vec<ValueRegularity>,
    owned: &dyn Fn(Var) -> bool,
    thresholds: Thresholds,
) -> Result<Plan, Box<Diagnostic>> {
    if let Some(error) = unsupported(&function) {
        return Err(Box::new(error));
    }
    let mut choices = VarMap::default();
    if sharing::sharing(&mut function, &mut choices) {
        // Lanes that read a table need not know the rows.
        simplify(&mut function, Views::Resolve);
    }
    columns::columns(&mut function, thresholds, &mut choices);
    versions::versions(&mut function, thresholds, &mut choices);
    never::never(&mut function, &mut choices);
    if equal::equal(&mut function, &mut choices) {
        // What is known of the rows outside of the lanes leaves them, and makes perfect nests.
        simplify(&mut function, Views::Resolve);
        hoist(&mut function);
        ranges(&mut function);
        hoist(&mut function);
        collapse(&mut function);
        simplify(&mut function, Views::Resolve);
    }
    own(&mut function, owned);
    let whole = if cfg!(debug_assertions) { verify_function(&function) } else { Ok(()) };
    let plan = build(function, regularity, &choices, &Limits::MEASURED);
    if cfg!(debug_assertions)
        && let Err(error) = whole.and_then(|()| verify_steps(&plan))
    {
        panic!("flattening broke a program: {error}\n{}", crate::plan::print_plan(&plan));
    }
    Ok(plan)
}

/// A choice between two versions of a statement, of which the second is the statement itself.
fn choice(condition: Atom, then: Block, usual: Statement, variables: &mut Variables) -> Statement {
    let Statement { binds, expression, span } = usual;
    let mut renaming = Renaming::new();
    let inner: Vec<Var> = binds.iter().map(|bind| renaming.fresh(*bind, variables)).collect();
    let results = inner.iter().map(|var| Atom::Var(*var)).collect();
    let statements = vec![Statement { binds: inner, expression, span }];
    let otherwise = Block { statements, results };
    let expression = Expression::If(Box::new(If { condition, then, otherwise }));
    Statement { binds, expression, span }
}

/// What a function needs that plans do not have yet.
fn unsupported(function: &Function) -> Option<Diagnostic> {
    let ragged = find_ragged(&function.body.statements, &function.variables);
    let view = has_views(&function.body.statements).map(|(_, span)| span);
    let span = ragged.or(view)?;
    Some(
        Diagnostic::new(Code::E090, span, "rows of different lengths are not supported yet")
            .note("this value would have to be stored with a length for each row")
            .help("as long as the rows are used up at once (summed, say), they need not be stored"),
    )
}

/// The first statement that makes a ragged value.
fn find_ragged(statements: &[Statement], variables: &Variables) -> Option<Span> {
    statements.iter().find_map(|statement| {
        let own = statement.binds.iter().any(|var| variables.ty(*var).is_ragged());
        if own {
            return Some(cause(statement, variables));
        }
        statement.expression.bodies().into_iter().find_map(|body| find_ragged(body, variables))
    })
}

/// What makes the rows of a ragged value differ: the statement whose result has a size of its
/// own in each lane.
fn cause(statement: &Statement, variables: &Variables) -> Span {
    let Expression::Soac(soac) = &statement.expression else { return statement.span };
    let rows = soac.outputs.iter().zip(&statement.binds).find_map(|(output, bind)| {
        let Output::Store(Atom::Var(row)) = output else { return None };
        variables.ty(*bind).is_ragged().then_some(*row)
    });
    soac.body
        .iter()
        .find(|inner| rows.is_some_and(|row| inner.binds.contains(&row)))
        .map_or(statement.span, |inner| inner.span)
}
