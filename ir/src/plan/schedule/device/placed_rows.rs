//! The rows of a lane that are written where they belong as they are computed.

use crate::core::visit::{each_use, outputs_with_binds};
use crate::core::{Atom, Expression, Output, Soac, Var, VarMap};

/// The arrays of a lane that are written where they belong as they are computed, each with true if its
/// elements are stored at all: of some, only the number matters.
pub(super) type Placed = VarMap<bool>;

/// Adds the rows that an output stores and that are computed for that only.
pub(super) fn place_rows(output: &Output, soac: &Soac, placed: &mut Placed) {
    let rows: &[Atom] = match output {
        Output::Store(row) | Output::Columns(row) | Output::Segment { row, .. } => {
            std::slice::from_ref(row)
        }
        Output::Append { rows, .. } => rows,
        _ => return,
    };
    for row in rows.iter().filter_map(|row| row.var()) {
        if computed_for_one_use(row, soac) {
            placed.insert(row, true);
        }
    }
}

/// Returns true if a map or a filter of the lane gives a row that is stored, and used nowhere else in the
/// lane.
pub(crate) fn computed_for_one_use(row: Var, soac: &Soac) -> bool {
    let made = soac.body.iter().any(|statement| {
        let Expression::Soac(inner) = &statement.expression else { return false };
        outputs_with_binds(inner, &statement.binds).any(|(output, own)| match output {
            Output::Store(_) | Output::Columns(_) | Output::Segment { .. } => own[0] == row,
            Output::Compact { .. } => own[1..].contains(&row),
            _ => false,
        })
    });
    let mut uses = 0;
    for statement in &soac.body {
        each_use(&statement.expression, |var| uses += usize::from(var == row));
    }
    let mut stored = 0;
    for output in &soac.outputs {
        stored += match output {
            Output::Store(value) | Output::Columns(value) | Output::Segment { row: value, .. } => {
                usize::from(*value == Atom::Var(row))
            }
            Output::Append { rows, .. } => {
                rows.iter().filter(|own| **own == Atom::Var(row)).count()
            }
            _ => 0,
        };
    }
    made && uses == 0 && stored == 1
}
