//! Which lanes teams of threads can compute, and which rows are dealt out to them: those that a lane
//! reduces, also in a branch, which all threads take or none, and those that it stores.

use super::kernel::computed_for_one_use;
use super::running;
use crate::core::visit::{bound_inside, each_use, outputs_with_binds};
use crate::core::{Atom, Expression, Output, Soac, Statement, Var, Variables};
use crate::passes::neutral;

/// Whether teams can compute the lanes: there are rows to deal out, which the user does not want to stay
/// with their thread, and all other statements may be run by many threads.
pub(super) fn works(soac: &Soac, variables: &Variables) -> bool {
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
    let dealt_out = |statement: &Statement| match &statement.expression {
        Expression::Soac(row) => {
            let mut outputs = outputs_with_binds(row, &statement.binds);
            is_one_row(row, variables)
                && outputs.all(|(output, own)| {
                    let kept = scalar(output) && computed_for_one_use(own[0], soac);
                    kept || is_counted_output(output, own, soac, variables)
                })
        }
        _ => true,
    };
    stored
        && !soac.is_sequential_inside()
        && !rows(&soac.body, variables).is_empty()
        && soac.body.iter().all(|statement| dealt_out(statement) && is_plain(statement, variables))
}

/// Whether a statement is a row, or may be run by many threads.
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

/// Whether what a row keeps is only appended to arrays, and how much it is says nothing else.
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

/// Whether the elements of a row are only combined in any order or appended.
pub(super) fn is_counted(row: &Soac, binds: &[Var], soac: &Soac, variables: &Variables) -> bool {
    is_one_row(row, variables)
        && outputs_with_binds(row, binds)
            .all(|(output, own)| is_counted_output(output, own, soac, variables))
}

fn is_counted_output(output: &Output, own: &[Var], soac: &Soac, variables: &Variables) -> bool {
    in_any_order(output, variables) || is_appended(output, own, soac)
}

/// Whether the elements of a row are only combined, in any order, beginning with a neutral element.
pub(super) fn is_reduced(row: &Soac, variables: &Variables) -> bool {
    is_one_row(row, variables)
        && !row.outputs.is_empty()
        && row.outputs.iter().all(|output| in_any_order(output, variables))
}

fn is_one_row(row: &Soac, variables: &Variables) -> bool {
    row.space.len() == 1 && running::is_dealt_out(row, variables)
}

fn in_any_order(output: &Output, variables: &Variables) -> bool {
    let Output::Reduce { operator, commutative, initial, when, .. } = output else { return false };
    let sound = !operator.body.statements.iter().any(|own| own.expression.may_fail());
    // Without a value to begin with, rows without elements give zeros.
    let begins = initial.is_some() || when.is_none();
    *commutative && sound && begins && neutral(operator, variables).is_some()
}

/// The rows of a lane that are dealt out, if those are that are not in a branch.
pub(super) fn rows<'s>(lane: &'s [Statement], variables: &Variables) -> Vec<&'s Soac> {
    let mut rows: Vec<&Soac> = Vec::new();
    for statement in lane {
        match &statement.expression {
            Expression::Soac(row) => rows.push(row),
            Expression::If(_) => {
                for branch in statement.expression.bodies() {
                    let inside = self::rows(branch, variables);
                    rows.extend(inside.into_iter().filter(|row| is_reduced(row, variables)));
                }
            }
            _ => {}
        }
    }
    rows
}

/// Whether a lane has loops that are not dealt out. Each of several blocks would run all of them, in
/// each phase.
pub(super) fn repeats(lane: &[Statement], variables: &Variables) -> bool {
    let of_branch = |statement: &Statement| match &statement.expression {
        Expression::Soac(row) => !is_reduced(row, variables),
        _ => false,
    };
    lane.iter().any(|statement| match &statement.expression {
        Expression::Loop(_) => true,
        Expression::If(_) => statement
            .expression
            .bodies()
            .into_iter()
            .any(|branch| branch.iter().any(of_branch) || repeats(branch, variables)),
        _ => false,
    })
}

/// Whether the rows of some lanes may be longer than those of others.
pub(super) fn is_uneven(lane: &[Statement], soac: &Soac, variables: &Variables) -> bool {
    let inside = bound_inside(soac);
    let own = |extent: &Atom| extent.var().is_some_and(|var| inside.contains(&var));
    rows(lane, variables).iter().any(|row| row.space.iter().any(|lane| own(&lane.extent)))
}

/// Whether neighbouring elements of a row lie apart, and those of neighbouring lanes side by side: rows
/// are columns of what is read.
pub(super) fn runs_across(soac: &Soac, variables: &Variables) -> bool {
    let Some(lane) = soac.space.last() else { return false };
    let rows = rows(&soac.body, variables);
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
