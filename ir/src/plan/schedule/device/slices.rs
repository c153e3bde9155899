//! Cuts of a lane into the statements ahead of a value and those behind it: the value that a scan combines,
//! the places that values are scattered to, the lengths of rows.

use rustc_hash::FxHashSet;

use super::layout::struct_bytes;
use crate::analysis::slice_of;
use crate::core::visit::{Visitor, read};
use crate::core::{Atom, Expression, ScalarType, Scan, Soac, Statement, Var, Variables};

/// Scans of a lane, and the variables that they bind.
pub(crate) type Scans<'s> = [(&'s Scan, &'s [Var])];

/// The values that scans combine.
pub(crate) fn scanned_values(scans: &Scans) -> Vec<Atom> {
    scans.iter().flat_map(|(scan, _)| scan.values.iter().copied()).collect()
}

/// Returns the number of bytes that the values of scans and so many counts take together.
pub(super) fn scanned_bytes(scans: &Scans, counts: usize, variables: &Variables) -> usize {
    let values = scanned_values(scans);
    let types = values.iter().map(|value| variables.element(*value));
    let counts = std::iter::repeat_n(ScalarType::Usize, counts);
    struct_bytes(&types.chain(counts).collect::<Vec<_>>())
}

/// The positions of the statements that give these values, with the checks before them, which may be the
/// reason why these can be computed.
pub(crate) fn prefix_slice(
    body: &[Statement],
    variables: &Variables,
    needed: &[Atom],
) -> FxHashSet<usize> {
    let mut slice = slice_of(body, variables, needed.iter().copied());
    let Some(last) = slice.iter().max().copied() else { return slice };
    for statement in body[..last].iter().filter(|statement| statement.expression.may_fail()) {
        let check = slice_of(body, variables, statement.binds.iter().map(|bind| Atom::Var(*bind)));
        let of_scan = |position: &usize| matches!(body[*position].expression, Expression::Scan(_));
        if !check.iter().any(of_scan) {
            slice.extend(check);
        }
    }
    slice
}

/// The statements of a lane that run behind its scans. The statements before that these need are computed
/// again: most of the elements have been read, and are in the cache.
pub(crate) fn suffix_slice(soac: &Soac, scans: &Scans, variables: &Variables) -> Vec<Statement> {
    let early = prefix_slice(&soac.body, variables, &scanned_values(scans));
    let is_scan = |statement: &Statement| matches!(statement.expression, Expression::Scan(_));
    // A statement in neither slice is a check.
    let checks = soac.body.iter().enumerate().filter(|(position, _)| !early.contains(position));
    let mut needed = Needed(Vec::new());
    soac.outputs.iter().for_each(|output| read::output(output, &mut needed));
    let Needed(mut needed) = needed;
    for (_, statement) in checks.filter(|(_, statement)| !is_scan(statement)) {
        needed.extend(statement.binds.iter().map(|bind| Atom::Var(*bind)));
    }
    let mut without: Vec<Statement> = soac.body.clone();
    without.retain(|statement| !is_scan(statement));
    let late = slice_of(&without, variables, needed);
    without
        .into_iter()
        .enumerate()
        .filter(|(position, statement)| late.contains(position) || statement.binds.is_empty())
        .map(|(_, statement)| statement)
        .collect()
}

/// The operands that an output mentions.
struct Needed(Vec<Atom>);

impl Visitor for Needed {
    fn atom(&mut self, atom: &Atom) {
        self.0.push(*atom);
    }
}
