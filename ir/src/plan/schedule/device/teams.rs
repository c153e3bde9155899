//! Kernels whose lanes teams of threads can compute, and the rows that a team's threads share: those that a
//! lane reduces, also in a branch, which all threads take or none, and those that it stores.

use super::context::Context;
use super::placed_rows::computed_for_one_use;
use super::slices::{prefix_slice, scanned_bytes, scanned_values};
use crate::analysis::identity_of;
use crate::core::visit::{bound_inside, each_use, outputs_with_binds, scans_of};
use crate::core::{Atom, Expression, Output, Soac, Statement, Var, Variables};

/// Returns true if teams can compute the lanes: there are rows to distribute, which the user does not want
/// to stay with their thread, and all other statements may be run by many threads.
pub(super) fn can_compute(soac: &Soac, context: Context) -> bool {
    let variables = context.variables;
    let scalar = |output: &Output| match output {
        Output::Store(value) => variables.atom_type(*value).is_scalar(),
        _ => false,
    };
    let stored = soac.outputs.iter().all(|output| match output {
        output if scalar(output) => true,
        Output::Store(row) | Output::Columns(row) | Output::Segment { row, .. } => {
            row.var().is_some_and(|row| computed_for_one_use(row, soac))
        }
        Output::Append { rows, .. } => {
            rows.iter().all(|row| row.var().is_some_and(|row| computed_for_one_use(row, soac)))
        }
        _ => false,
    });
    let is_distributed = |statement: &Statement| match &statement.expression {
        Expression::Soac(row) => {
            let mut outputs = outputs_with_binds(row, &statement.binds);
            is_one_row(row, context)
                && outputs.all(|(output, own)| {
                    let kept = scalar(output) && computed_for_one_use(own[0], soac);
                    kept || is_counted_output(output, own, soac, variables)
                })
        }
        _ => true,
    };
    stored
        && !soac.is_sequential_inside()
        && !rows(&soac.body, context).is_empty()
        && soac
            .body
            .iter()
            .all(|statement| is_distributed(statement) && is_plain(statement, variables))
}

/// Returns true if a statement is a row, or may be run by many threads.
pub(super) fn is_plain(statement: &Statement, variables: &Variables) -> bool {
    let array = statement.binds.iter().any(|bind| !variables.ty(*bind).is_scalar());
    match &statement.expression {
        Expression::Soac(_) => true,
        Expression::View(_) | Expression::Index(..) | Expression::Coerce(..) => true,
        // Loops would be run by all threads.
        Expression::Scan(_) | Expression::Update { .. } | Expression::Loop(_) => false,
        _ => !array,
    }
}

/// Returns true if the elements that a row keeps are only appended to arrays, and nothing else mentions how
/// many they are.
fn is_appended(output: &Output, binds: &[Var], soac: &Soac) -> bool {
    let Output::Compact { .. } = output else { return false };
    let [count, columns @ ..] = binds else { return false };
    let mut counted = false;
    for statement in &soac.body {
        each_use(&statement.expression, |var| counted |= var == *count);
    }
    for output in &soac.outputs {
        counted |= match output {
            Output::Store(value) => *value == Atom::Var(*count),
            Output::Append { .. } => false,
            _ => true,
        };
    }
    !counted && columns.iter().all(|column| computed_for_one_use(*column, soac))
}

/// Returns true if the elements of a row are only combined in any order or appended.
pub(super) fn is_counted(row: &Soac, binds: &[Var], soac: &Soac, context: Context) -> bool {
    is_one_row(row, context)
        && outputs_with_binds(row, binds)
            .all(|(output, own)| is_counted_output(output, own, soac, context.variables))
}

fn is_counted_output(output: &Output, own: &[Var], soac: &Soac, variables: &Variables) -> bool {
    in_any_order(output, variables) || is_appended(output, own, soac)
}

/// Returns true if the elements of a row are only combined, in any order, beginning with the identity of
/// their operator.
pub(super) fn is_reduced(row: &Soac, context: Context) -> bool {
    is_one_row(row, context)
        && !row.outputs.is_empty()
        && row.outputs.iter().all(|output| in_any_order(output, context.variables))
}

/// Returns true if a SOAC is a row whose elements threads can share, with its scans and the elements that it
/// keeps, if it has some.
fn is_one_row(row: &Soac, context: Context) -> bool {
    let variables = context.variables;
    let scans = scans_of(row);
    let (mut values, mut needed, mut kept) = (scanned_values(&scans), scanned_values(&scans), 0);
    for output in &row.outputs {
        let Output::Compact { values: own, when } = output else { continue };
        values.extend(own);
        needed.push(*when);
        kept += 1;
    }
    let scalars = values.iter().all(|value| variables.atom_type(*value).is_scalar());
    let sound = !scans.iter().any(|(scan, _)| scan.operator.may_fail());
    let early = prefix_slice(&row.body, variables, &needed);
    let apart = !early.iter().any(|at| matches!(row.body[*at].expression, Expression::Scan(_)));
    let bytes = scanned_bytes(&scans, kept, variables);
    row.space.len() == 1 && scalars && sound && apart && bytes <= context.limits.scanned_bytes
}

fn in_any_order(output: &Output, variables: &Variables) -> bool {
    let Output::Reduce { operator, commutative, initial, when, .. } = output else { return false };
    let sound = !operator.may_fail();
    // Without a value to begin with, rows without elements give zeros.
    let begins = initial.is_some() || when.is_none();
    *commutative && sound && begins && identity_of(operator, variables).is_some()
}

/// The rows of a lane that a team's threads share, if they share those that are not in a branch.
pub(super) fn rows<'s>(lane: &'s [Statement], context: Context) -> Vec<&'s Soac> {
    let mut rows: Vec<&Soac> = Vec::new();
    for statement in lane {
        match &statement.expression {
            Expression::Soac(row) => rows.push(row),
            Expression::If(_) => {
                for branch in statement.expression.bodies() {
                    let inside = self::rows(branch, context);
                    rows.extend(inside.into_iter().filter(|row| is_reduced(row, context)));
                }
            }
            _ => {}
        }
    }
    rows
}

/// Returns true if a lane has loops that threads do not share. Each of several blocks would run all of them,
/// in each phase.
pub(super) fn has_undistributed_loops(lane: &[Statement], context: Context) -> bool {
    let of_branch = |statement: &Statement| match &statement.expression {
        Expression::Soac(row) => !is_reduced(row, context),
        _ => false,
    };
    lane.iter().any(|statement| match &statement.expression {
        Expression::Loop(_) => true,
        Expression::If(_) => {
            statement.expression.bodies().into_iter().any(|branch| {
                branch.iter().any(of_branch) || has_undistributed_loops(branch, context)
            })
        }
        _ => false,
    })
}

/// Returns true if the rows of some lanes may be longer than those of others.
pub(super) fn is_uneven(lane: &[Statement], soac: &Soac, context: Context) -> bool {
    let inside = bound_inside(soac);
    let own = |extent: &Atom| extent.var().is_some_and(|var| inside.contains(&var));
    rows(lane, context).iter().any(|row| row.space.iter().any(|lane| own(&lane.extent)))
}

/// Returns true if neighbouring elements of a row lie apart, and those of neighbouring lanes side by side:
/// rows are columns of the arrays that they read.
pub(super) fn runs_across(soac: &Soac, context: Context) -> bool {
    let Some(lane) = soac.space.last() else { return false };
    let rows = rows(&soac.body, context);
    let reads = rows.iter().flat_map(|row| row.body.iter().map(|own| (own, row.space[0].index)));
    let across = |(statement, element): (&Statement, Var)| match &statement.expression {
        Expression::Index(_, indices) => match indices.as_slice() {
            [before @ .., last] if before.contains(&Atom::Var(element)) => {
                Some(*last == Atom::Var(lane.index))
            }
            [.., last] => (*last == Atom::Var(element)).then_some(false),
            [] => None,
        },
        _ => None,
    };
    let mut reads = reads.filter_map(across).peekable();
    reads.peek().is_some() && reads.all(|across| across)
}
