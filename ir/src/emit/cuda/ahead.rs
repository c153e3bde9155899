//! The part of a lane that runs ahead of the rest: what a scan combines, where values are scattered
//! to, how long rows are.

use rustc_hash::FxHashSet;

use super::lane::{Writer, Written};
use crate::core::visit::slice_of;
use crate::core::{Atom, Expression, Soac, Statement, Variables};

impl Writer<'_> {
    /// The statements of a lane that give these values.
    pub(super) fn ahead(&mut self, soac: &Soac, needed: &[Atom]) -> Written<()> {
        self.point(soac);
        let ahead = slice_ahead(&soac.body, self.variables, needed);
        for (position, statement) in soac.body.iter().enumerate() {
            if ahead.contains(&position) {
                self.reaching_heap(|this| this.statement(statement))?;
            }
        }
        Ok(())
    }
}

/// The statements that give these values, and the checks before them, which may be what allows to
/// compute them.
pub(super) fn slice_ahead(
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
