//! Collapsing perfect nests: a SOAC whose body is one more, stored as it is, runs over both.
//!
//! ```text
//! ys = soac [i < n] {                           ys = soac [i < n, j < m] {
//!   row = soac [j < m] { … } store y     ─▶       …
//! } store row                                   } store y
//! ```
//!
//! A few scalars between the levels, such as the row indices of a stencil, move inside: they are loop
//! invariant, and compilers see that. A `#[sequential]` nest stays in its lane.
//!
//! * [`ragged`]: the same over rows of different lengths.

mod ragged;

use crate::analysis::cost;
use crate::core::{
    Atom, Expression, Function, Output, ScalarType, Soac, Statement, Var, Variables,
};

/// Returns true if statements between two levels of a nest cost so little that they may be computed for
/// each element.
pub(super) fn costs_little(between: &[Statement]) -> bool {
    between.len() <= cost::BETWEEN_LEVELS && between.iter().all(is_cheap)
}

/// Collapses perfect nests, the inner ones first.
pub fn collapse(function: &mut Function) {
    statements(&mut function.body.statements, &function.variables);
}

fn statements(list: &mut [Statement], variables: &Variables) {
    for statement in list {
        for body in statement.expression.bodies_mut() {
            statements(body, variables);
        }
        if let Expression::Soac(soac) = &mut statement.expression
            && !soac.is_sequential_inside()
        {
            regular(soac);
            ragged::collapse(soac, &statement.binds, variables);
        }
    }
}

fn regular(soac: &mut Soac) {
    let rows = soac.outputs.iter().map(|output| match output {
        Output::Store(Atom::Var(row)) => Some(*row),
        _ => None,
    });
    let Some(rows) = rows.collect::<Option<Vec<Var>>>() else { return };
    let Some((last, before)) = soac.body.split_last() else { return };
    let Statement { binds, expression: Expression::Soac(inner), .. } = last else { return };
    // Beside a loop in each lane any scalar is cheap.
    let looped = inner.body.iter().any(|s| !s.expression.bodies().is_empty());
    if before.len() > cost::BETWEEN_LEVELS
        || !before.iter().all(|s| is_cheap(s) || looped && is_scalar(s))
    {
        return;
    }
    let Some(outputs) = stored_rows(&rows, binds, inner) else { return };
    // The inner extents must not depend on the outer lanes.
    let mut outer: Vec<Var> = soac.space.iter().map(|lane| lane.index).collect();
    outer.extend(before.iter().flat_map(|statement| statement.binds.iter().copied()));
    if inner.space.iter().any(|lane| lane.extent.var().is_some_and(|var| outer.contains(&var))) {
        return;
    }
    soac.outputs = outputs;
    take_level(soac);
}

/// The outputs with which the inner SOAC stores each of the rows, if it does nothing else.
fn stored_rows(rows: &[Var], binds: &[Var], inner: &Soac) -> Option<Vec<Output>> {
    let stores = inner.outputs.iter().all(|output| matches!(output, Output::Store(_)));
    let scans = inner.has_scan();
    if !stores || scans {
        return None;
    }
    let place = |row: &Var| binds.iter().position(|bind| bind == row);
    rows.iter().map(|row| Some(inner.outputs[place(row)?].clone())).collect()
}

/// Has the lanes of the inner SOAC, which comes last, follow those of the outer one.
fn take_level(soac: &mut Soac) {
    let Some(Statement { expression: Expression::Soac(inner), .. }) = soac.body.pop() else {
        return;
    };
    let Soac { space, body, mut origins, .. } = *inner;
    soac.space.extend(space);
    soac.body.extend(body);
    // Levels that one operation made are named once.
    origins.retain(|origin| !soac.origins.contains(origin));
    soac.origins.append(&mut origins);
}

fn is_scalar(statement: &Statement) -> bool {
    matches!(statement.expression, Expression::Scalar(..))
}

/// Scalars that cost little, and elements of arrays.
fn is_cheap(statement: &Statement) -> bool {
    match &statement.expression {
        Expression::Scalar(operation, operands) => {
            let ty = operands.iter().find_map(|atom| atom.constant()).map(|c| c.ty());
            operation.cost(ty.unwrap_or(ScalarType::F32)) <= cost::SCALAR_BETWEEN_LEVELS
        }
        Expression::Cast(_) | Expression::Select(_) => true,
        Expression::Index(..) => statement.binds.len() == 1,
        _ => false,
    }
}
