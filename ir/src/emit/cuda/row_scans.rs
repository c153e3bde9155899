//! Running combinations in rows that are dealt out to the threads of a team. As in a scan over lanes, an
//! element falls into the statements before its combinations and those after:
//!
//! ```text
//! struct scan_state { f32 v0; };
//! scan_state carried = {};
//! carried.v0 = 0.0f;
//! const auto early = [&](const usize i, scan_state& own) -> bool { own.v0 = xs[start + i]; return true; };
//! const auto continued = [&](const scan_state& left, const scan_state& right) { … };
//! const auto late = [&](const usize i, const scan_state& before, const scan_state& with) -> bool { … };
//! if (!sum_up(team, length, carried, early, continued)) return false;
//! if (team.waits()) return true;
//! if (!scan_row(team, length, carried, early, continued, late)) return false;
//! ```
//!
//! Of several blocks that compute a row, each has a part of it: they sum up their parts first.

use super::context::Context;
use super::lane::{Destination, Writer};
use super::scan::scan_state_of;
use super::text::CppExpression;
use crate::core::visit::{outputs_with_binds, scans_of};
use crate::core::{Atom, Output, Soac, Var, VarMap};
use crate::plan::schedule::device::{prefix_slice, scanned_values, suffix_slice};

/// Values of a row that are kept: when, and where they go.
struct RowFilter<'s> {
    when: Atom,
    columns: Vec<(Atom, &'s Destination)>,
}

/// The values that a row keeps: each goes behind those that were kept before.
fn row_filters<'s>(
    row: &Soac,
    binds: &[Var],
    destinations: &'s VarMap<Destination>,
) -> Vec<RowFilter<'s>> {
    let stored =
        |column: &Var| destinations.get(column).filter(|destination| destination.is_stored());
    let of_output = |(output, own): (&Output, &[Var])| {
        let Output::Compact { values, when } = output else { return None };
        let columns = values.iter().zip(&own[1..]);
        let columns = columns.filter_map(|(value, column)| Some((*value, stored(column)?)));
        Some(RowFilter { when: *when, columns: columns.collect() })
    };
    let all = outputs_with_binds(row, binds).filter_map(of_output);
    all.filter(|filter| !filter.columns.is_empty()).collect()
}

impl Writer<'_> {
    /// Returns true if elements of a row depend on those before them.
    pub(super) fn has_scan_state(&self, row: &Soac, binds: &[Var]) -> bool {
        row.has_scan() || !row_filters(row, binds, &self.destinations).is_empty()
    }

    /// The elements of a row with running combinations; how many have been kept is one of them.
    pub(super) fn scanned_row(
        &mut self,
        row: &Soac,
        binds: &[Var],
        length: &CppExpression,
        context: Context,
    ) {
        let (scans, destinations) = (scans_of(row), self.destinations.clone());
        let (values, filters) = (scanned_values(&scans), row_filters(row, binds, &destinations));
        let state = scan_state_of(&scans, filters.len(), self.variables);
        let counts = |of: &str| state.of(of).split_off(values.len());
        let index = self.name(row.space[0].index);
        self.lines.open("");
        self.declare_here(&state);
        self.lines.line("scan_state carried = {};");
        self.initial(&scans, "carried");
        self.lines
            .open(format!("const auto early = [&](const usize {index}, scan_state& own) -> bool"));
        let needed: Vec<Atom> =
            values.iter().copied().chain(filters.iter().map(|filter| filter.when)).collect();
        let early = prefix_slice(&row.body, self.variables, &needed);
        for (_, statement) in row.body.iter().enumerate().filter(|(at, _)| early.contains(at)) {
            self.statement(statement, context);
        }
        for (count, filter) in counts("own").iter().zip(&filters) {
            let when = self.code(filter.when).operand();
            self.lines.line(format!("{count} = {when} ? 1 : 0;"));
        }
        self.give_combined(&values, &state);
        self.lines.close(";");
        let two = "const scan_state& left, const scan_state& right";
        self.lines.open(format!("const auto continued = [&]({two})"));
        self.continued(&scans, &state, context);
        self.lines.close(";");
        self.lines.open(format!(
            "const auto late = [&](const usize {index}, const scan_state& before, const scan_state& with) \
             -> bool"
        ));
        self.stand_for_combined(&scans, &state);
        self.statements(&suffix_slice(row, &scans, self.variables), context);
        self.feed_dealt_out(row, binds, context);
        for (count, filter) in counts("before").iter().zip(&filters) {
            let when = self.code(filter.when);
            self.lines.open(format!("if ({when})"));
            for (value, destination) in &filter.columns {
                self.store(destination, count, *value);
            }
            self.lines.close("");
        }
        self.lines.line("return true;");
        self.lines.close(";");
        let with = "carried, early, continued";
        self.lines.line(format!("if (!sum_up(team, {length}, {with})) return false;"));
        self.lines.line("if (team.waits()) return true;");
        self.lines.line(format!("if (!scan_row(team, {length}, {with}, late)) return false;"));
        self.lines.close("");
    }
}
