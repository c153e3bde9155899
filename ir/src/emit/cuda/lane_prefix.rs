//! The part of a lane that runs ahead of the rest: the values that a scan combines, the places to which
//! values are scattered, the lengths of rows.

use super::context::Context;
use super::lane::Writer;
use crate::core::{Atom, Soac};
use crate::plan::schedule::device::prefix_slice;

impl Writer<'_> {
    /// The statements of a lane that give these values.
    pub(super) fn lane_prefix(&mut self, soac: &Soac, needed: &[Atom], context: Context) {
        self.point(soac);
        let prefix = prefix_slice(&soac.body, self.variables, needed);
        for (position, statement) in soac.body.iter().enumerate() {
            if prefix.contains(&position) {
                self.statement(statement, context);
            }
        }
    }
}
