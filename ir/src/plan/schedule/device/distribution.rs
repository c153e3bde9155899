//! The rows of a lane that the threads of a team share, element by element, and how several blocks compute
//! one lane together: in phases, one for each reduction, between which a block waits for the others.
//!
//! ```text
//! soac [i < n] {
//!     t = soac [j < m] { x = index xs [i, j] } reduce (x) …      phase 1
//!     u = soac [j < m] { … t … } reduce (…) …                    phase 2
//! } store u
//! ```

use super::context::Context;
use super::layout::struct_bytes;
use super::placed_rows::{Placed, place_rows};
use super::reads::{ReadOnly, can_defer, unroll_factor_of};
use super::slices::scanned_bytes;
use super::teams::is_reduced;
use crate::core::visit::{outputs_with_binds, scans_of};
use crate::core::{Expression, Output, ScalarType, Soac, Statement, Var};

/// The rows that a team's threads share.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Distribution {
    /// The rows, in the order in which a lane computes them.
    pub rows: Vec<DistributedRow>,
    /// The way in which several blocks compute a lane.
    pub shares: Shares,
    /// The least number of blocks that a multiprocessor has room for, if threads read several elements ahead.
    pub resident_blocks: Option<usize>,
}

impl Distribution {
    /// The row whose first result this is, if threads share it.
    pub(crate) fn row(&self, bind: Var) -> Option<&DistributedRow> {
        self.rows.iter().find(|row| row.bind == bind)
    }
}

/// A row that a team's threads share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DistributedRow {
    /// The first variable that the row binds.
    pub bind: Var,
    /// The number of elements that a thread computes at once.
    pub unroll_factor: usize,
    /// True if the checks of elements wait for the end of the row.
    pub defers: bool,
}

/// The way in which several blocks compute a lane.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Shares {
    /// The number of reductions, one after the other.
    pub phases: usize,
    /// The bytes that the values of all of them take for each block.
    pub bytes: usize,
    /// True if elements are stored.
    pub stores: bool,
    /// True if the rows of some lanes may be longer than those of others: several blocks then compute only
    /// those lanes whose rows are long.
    pub uneven: bool,
}

impl Shares {
    /// Returns true if the block that has done the last part of a lane ends it, in the same launch. If
    /// elements are stored, all blocks do.
    pub fn ends_at_once(&self) -> bool {
        self.phases == 1 && !self.stores
    }

    /// Returns the number of launches that compute those lanes that teams postpone.
    pub fn launches(&self) -> usize {
        if self.ends_at_once() { 1 } else { self.phases + 1 }
    }

    /// Makes room for a value of so many bytes, as `share` of the device header lays them out.
    fn add(&mut self, bytes: usize) {
        self.bytes += bytes.next_multiple_of(16);
    }
}

/// Finds the rows that a team's threads share.
pub(super) struct Distributor<'a> {
    pub(super) context: Context<'a>,
    pub(super) arrays: &'a ReadOnly,
    pub(super) placed: Placed,
    pub(super) found: Distribution,
}

impl Distributor<'_> {
    pub(super) fn statements(&mut self, list: &[Statement]) {
        list.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.expression {
            Expression::Soac(row) if self.is_distributed(row, &statement.binds) => {
                self.distribute(row, &statement.binds);
            }
            expression => {
                if let Expression::Soac(soac) = expression {
                    for output in &soac.outputs {
                        if matches!(output, Output::Columns(_) | Output::Segment { .. }) {
                            place_rows(output, soac, &mut self.placed);
                        }
                    }
                }
                expression.bodies().into_iter().for_each(|body| self.statements(body));
            }
        }
    }

    fn is_distributed(&self, row: &Soac, binds: &[Var]) -> bool {
        is_reduced(row, self.context) || binds.iter().any(|bind| self.placed.contains_key(bind))
    }

    fn distribute(&mut self, row: &Soac, binds: &[Var]) {
        let variables = self.context.variables;
        let is_stored = |column: &Var| self.placed.get(column).copied();
        let (mut kept, mut reduces, mut bytes) = (0, false, Vec::new());
        for (output, own) in outputs_with_binds(row, binds) {
            match output {
                Output::Reduce { .. } => {
                    let types: Vec<_> =
                        own.iter().map(|bind| variables.ty(*bind).element()).collect();
                    bytes.push(struct_bytes(&types));
                    reduces = true;
                }
                Output::Compact { .. } => {
                    kept += usize::from(own[1..].iter().any(|at| is_stored(at) == Some(true)));
                    if own[1..].iter().all(|at| is_stored(at) == Some(false)) {
                        bytes.push(ScalarType::Usize.bytes());
                        reduces = true;
                    }
                }
                Output::Store(_) => self.found.shares.stores = true,
                _ => {}
            }
        }
        let has_scan = row.has_scan() || kept > 0;
        let (mut unroll_factor, mut defers) = (1, false);
        if has_scan {
            bytes.push(scanned_bytes(&scans_of(row), kept, variables));
            self.found.shares.phases += 1;
            self.found.shares.stores |= kept > 0;
        } else {
            let stores = row.outputs.iter().any(|output| matches!(output, Output::Store(_)));
            unroll_factor = unroll_factor_of(&row.body, self.context);
            defers = !stores && can_defer(&row.body, self.arrays, variables);
        }
        bytes.into_iter().for_each(|bytes| self.found.shares.add(bytes));
        if unroll_factor > 1 {
            self.found.resident_blocks = Some(self.context.limits.resident_blocks);
        }
        self.found.shares.phases += usize::from(reduces);
        self.found.rows.push(DistributedRow { bind: binds[0], unroll_factor, defers });
    }
}
