//! Collapsing perfect nests over ragged rows: a value of each element of each row that depends on neither
//! the row nor the element's position in it is computed over all elements at once.
//!
//! ```text
//! ys = soac [i < n] {                           ys = soac [p < count] {
//!   start = index offsets [i]                     x = index xs [p]
//!   length = …                                    …
//!   row = soac [j < length] {                   } store y
//!     p = add j start                    ─▶
//!     x = index xs [p]
//!     …
//!   } store y
//! } segment row at start
//! ```
//!
//! Rows of any lengths then cost the same, and neighbours are computed together.

use super::{stored_rows, take_level};
use crate::analysis::element_of_row;
use crate::core::visit::free_variables;
use crate::core::{
    Atom, Axis, Expression, Extent, Output, Renaming, Soac, Statement, Var, VarSet, Variables,
};

/// Collapses a perfect nest over ragged rows that fill the arrays it binds.
pub(super) fn collapse(soac: &mut Soac, binds: &[Var], variables: &Variables) {
    let Some((start, rows)) = segments(&soac.outputs) else { return };
    let Some((last, before)) = soac.body.split_last_mut() else { return };
    let Statement { binds: inside, expression: Expression::Soac(inner), .. } = last else { return };
    let plain = |statement: &Statement| {
        statement.expression.bodies().is_empty() && !statement.expression.may_fail()
    };
    let Some(outputs) = stored_rows(&rows, inside, inner) else { return };
    let Some(count) = common_size(binds, variables) else { return };
    if !before.iter().all(plain) {
        return;
    }
    let mut own: VarSet = soac.space.iter().map(|lane| lane.index).collect();
    own.extend(before.iter().flat_map(|statement| statement.binds.iter().copied()));
    let [Axis { index, .. }, deeper @ ..] = inner.space.as_slice() else { return };
    let index = *index;
    if deeper.iter().any(|lane| lane.extent.var().is_some_and(|var| own.contains(&var))) {
        return;
    }
    let mut positions = Renaming::new();
    let mut body = Vec::new();
    own.insert(index);
    for statement in &inner.body {
        if element_of_row(&statement.expression, start) == Some(Atom::Var(index)) {
            positions.insert(statement.binds[0], Atom::Var(index));
        } else if free_variables(statement, variables).meets(&own) {
            return;
        } else {
            body.push(statement.clone());
        }
    }
    let mut stored = Vec::new();
    for output in outputs {
        let Output::Store(value) = output else { return };
        if value.var().is_some_and(|var| own.contains(&var)) {
            return;
        }
        stored.push(Output::Store(positions.atom(value)));
    }
    positions.replace_in_statements(&mut body);
    inner.space[0].extent = count;
    inner.body = body;
    // The other statements of the lanes found the place of the rows.
    soac.body.drain(..soac.body.len() - 1);
    soac.space.clear();
    soac.outputs = stored;
    take_level(soac);
}

/// The offsets that the rows of all outputs share, and the rows.
fn segments(outputs: &[Output]) -> Option<(Var, Vec<Var>)> {
    let mut starts = outputs.iter().map(|output| match output {
        Output::Segment { row, start } => Some((start.var()?, row.var()?)),
        _ => None,
    });
    let (start, first) = starts.next()??;
    let mut rows = vec![first];
    for output in starts {
        let (other, row) = output?;
        if other != start {
            return None;
        }
        rows.push(row);
    }
    Some((start, rows))
}

/// The number of elements of each of these arrays, if it is the same.
fn common_size(arrays: &[Var], variables: &Variables) -> Option<Atom> {
    let mut sizes = arrays.iter().map(|array| variables.ty(*array).extents()[0]);
    let first = sizes.next()?;
    sizes.all(|size| size == first).then_some(())?;
    match first {
        Extent::Size(size) => Some(size),
        Extent::Ragged => None,
    }
}
