//! Rows that teams of threads compute before the lanes of a kernel, each of which a thread computes: rows
//! that the lanes of scans, filters and reductions reduce, or that they count to say how long appended rows
//! are. If rows are long, other entries leave their values in memory, where the lanes find them.
//!
//! ```text
//! soac [i < n] {
//!     length = sub end start
//!     t = soac [j < length] { … } reduce (x) …       precomputed, by teams
//!     p = less 0 t
//! } compact (t) when p                               by threads
//! ```

use super::context::{Context, types_of};
use super::distribution::{Distribution, Distributor, Shares};
use super::layout::struct_bytes;
use super::placed_rows::Placed;
use super::reads::ReadOnly;
use super::slices::prefix_slice;
use super::teams::{has_undistributed_loops, is_counted, is_plain, is_reduced, is_uneven, rows};
use crate::core::{Atom, Expression, Output, Soac, Statement, Var, Variables};

/// Rows that are computed before the lanes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrecomputedRows {
    /// The values that a lane finds in memory.
    pub values: Vec<Var>,
    /// The way in which teams compute them.
    pub distribution: Distribution,
}

impl PrecomputedRows {
    /// The rows of a lane that teams can reduce or count, also in branches; nothing if there are none. If
    /// lanes append rows, the rows that matter are those that say how long the appended ones are.
    pub(super) fn of(soac: &Soac, arrays: &ReadOnly, context: Context) -> Option<PrecomputedRows> {
        if soac.is_sequential_inside() {
            return None;
        }
        let variables = context.variables;
        let lengths = lengths_of_appended(soac);
        let body = part_of(&soac.body, variables, &lengths);
        let counted = |statement: &Statement| match &statement.expression {
            Expression::Soac(row) if lengths.is_empty() => is_reduced(row, context),
            Expression::Soac(row) => is_counted(row, &statement.binds, soac, context),
            Expression::If(_) => {
                is_plain(statement, variables)
                    && !rows(std::slice::from_ref(statement), context).is_empty()
            }
            _ => false,
        };
        let with_rows = body.iter().filter(|statement| counted(statement));
        let binds = with_rows.flat_map(|statement| statement.binds.iter().copied());
        let values: Vec<Var> = binds.filter(|bind| variables.ty(*bind).is_scalar()).collect();
        if values.is_empty() {
            return None;
        }
        let body = rows_body(soac, &values, variables);
        let fits = body.iter().all(|statement| match &statement.expression {
            Expression::Soac(_) => counted(statement),
            _ => is_plain(statement, variables),
        });
        if !fits || has_undistributed_loops(&body, context) {
            return None;
        }
        let mut distributor = Distributor {
            context,
            arrays,
            placed: counted_only(&body, variables),
            found: Distribution::default(),
        };
        distributor.statements(&body);
        let mut distribution = distributor.found;
        let uneven = is_uneven(&body, soac, context);
        distribution.shares = Shares { uneven, ..distribution.shares };
        Some(PrecomputedRows { values, distribution })
    }

    /// The statements of the lane that compute the rows.
    pub(crate) fn body(&self, soac: &Soac, variables: &Variables) -> Vec<Statement> {
        rows_body(soac, &self.values, variables)
    }

    /// Returns the number of bytes that the values of a lane take.
    pub fn bytes(&self, variables: &Variables) -> usize {
        struct_bytes(&types_of(&self.values, variables))
    }
}

/// The arrays of a body of which only the number of elements matters.
pub(super) fn counted_only(body: &[Statement], variables: &Variables) -> Placed {
    let binds = body.iter().flat_map(|statement| &statement.binds);
    let mut placed = Placed::default();
    for bind in binds.filter(|bind| !variables.ty(**bind).is_scalar()) {
        placed.insert(*bind, false);
    }
    placed
}

/// The statements that give these values; all of them if there are none.
fn part_of(body: &[Statement], variables: &Variables, values: &[Atom]) -> Vec<Statement> {
    let slice = prefix_slice(body, variables, values);
    let numbered = body.iter().enumerate();
    let needed = numbered.filter(|(at, _)| values.is_empty() || slice.contains(at));
    needed.map(|(_, statement)| statement.clone()).collect()
}

/// The statements of a lane that give these values of rows.
fn rows_body(soac: &Soac, values: &[Var], variables: &Variables) -> Vec<Statement> {
    let body = part_of(&soac.body, variables, &lengths_of_appended(soac));
    let needed: Vec<Atom> = values.iter().copied().map(Atom::Var).collect();
    part_of(&body, variables, &needed)
}

/// Returns the lengths of the rows that lanes append.
fn lengths_of_appended(soac: &Soac) -> Vec<Atom> {
    let lengths = soac.outputs.iter().filter_map(|output| match output {
        Output::Append { length, .. } => Some(*length),
        _ => None,
    });
    lengths.collect()
}
