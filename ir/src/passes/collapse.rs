//! Collapsing perfect nests: a SOAC whose body is one more, stored as it is, runs over both.
//!
//! ```text
//! ys = soac [i < n] {                           ys = soac [i < n, j < m] {
//!   row = soac [j < m] { … } store y     ─▶       …
//! } store row                                   } store y
//! ```
//!
//! A few scalars between the levels, such as the row indices of a stencil, move inside: they are
//! loop invariant, and compilers see that. What is `#[sequential]` stays in its lane.

use crate::core::{Atom, Expression, Function, Output, ScalarType, Soac, Statement, Var};

/// How many scalars may stand between two levels.
const SUNK: usize = 12;

/// Collapses perfect nests, the inner ones first.
pub fn collapse(function: &mut Function) {
    statements(&mut function.body.statements);
}

fn statements(list: &mut [Statement]) {
    for statement in list {
        for body in statement.expression.bodies_mut() {
            statements(body);
        }
        if let Expression::Soac(soac) = &mut statement.expression {
            collapse_soac(soac);
        }
    }
}

fn collapse_soac(soac: &mut Soac) {
    if soac.is_sequential_inside() {
        return;
    }
    let Some((last, before)) = soac.body.split_last_mut() else { return };
    let Statement { binds, expression: Expression::Soac(inner), .. } = last else { return };
    // Beside a loop in each lane any scalar is cheap.
    let looped = inner.body.iter().any(|s| !s.expression.bodies().is_empty());
    if before.len() > SUNK || !before.iter().all(|s| is_cheap(s) || looped && is_scalar(s)) {
        return;
    }
    let stores = |outputs: &[Output]| outputs.iter().all(|o| matches!(o, Output::Store(_)));
    let scans = inner.body.iter().any(|s| matches!(s.expression, Expression::Scan(_)));
    if !stores(&soac.outputs) || !stores(&inner.outputs) || scans {
        return;
    }
    // Each row must be stored, each once.
    let rows: Vec<Option<Var>> = soac
        .outputs
        .iter()
        .map(|output| match output {
            Output::Store(Atom::Var(row)) => Some(*row),
            _ => None,
        })
        .collect();
    let mut outputs = Vec::new();
    for row in &rows {
        let Some(place) = row.and_then(|row| binds.iter().position(|bind| *bind == row)) else {
            return;
        };
        outputs.push(inner.outputs[place].clone());
    }
    // The inner extents must not depend on the outer lanes.
    let mut outer: Vec<Var> = soac.space.iter().map(|lane| lane.index).collect();
    outer.extend(before.iter().flat_map(|statement| statement.binds.iter().copied()));
    if inner.space.iter().any(|lane| lane.extent.var().is_some_and(|var| outer.contains(&var))) {
        return;
    }
    soac.space.append(&mut inner.space);
    let body = std::mem::take(&mut inner.body);
    let mut origins = std::mem::take(&mut inner.origins);
    // Levels that one operation made are named once.
    origins.retain(|origin| !soac.origins.contains(origin));
    soac.origins.append(&mut origins);
    soac.body.pop();
    soac.body.extend(body);
    soac.outputs = outputs;
}

fn is_scalar(statement: &Statement) -> bool {
    matches!(statement.expression, Expression::Scalar(..))
}

/// Scalars that cost little, and elements of arrays.
fn is_cheap(statement: &Statement) -> bool {
    match &statement.expression {
        Expression::Scalar(operation, operands) => {
            let ty = operands.iter().find_map(|atom| atom.constant()).map(|c| c.ty());
            operation.cost(ty.unwrap_or(ScalarType::F32)) <= 2
        }
        Expression::Cast(_) | Expression::Select(_) => true,
        Expression::Index(..) => statement.binds.len() == 1,
        _ => false,
    }
}
