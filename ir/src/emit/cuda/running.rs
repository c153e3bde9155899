//! Running combinations in rows that are dealt out to the threads of a team. As in a scan over lanes, an
//! element falls into what comes before its combinations and what comes after:
//!
//! ```text
//! struct running { f32 v0; };
//! running carried = {};
//! carried.v0 = 0.0f;
//! const auto early = [&](const usize i, running& own) -> bool { own.v0 = xs[start + i]; return true; };
//! const auto continued = [&](const running& left, const running& right) { … };
//! const auto late = [&](const usize i, const running& before, const running& with) -> bool { … };
//! if (!sum_up(team, length, carried, early, continued)) return false;
//! if (team.waits()) return true;
//! if (!scan_row(team, length, carried, early, continued, late)) return false;
//! ```
//!
//! Of several blocks that compute a row, each has a part of it: they sum up their parts first.

use super::ahead::slice_ahead;
use super::lane::{Writer, Written};
use super::scan::{MOST_BYTES, behind, combined, running_of};
use super::text::{Code, Lines};
use crate::core::visit::scans_of;
use crate::core::{Expression, Soac, Var, Variables};

/// Whether the running combinations of a row can be dealt out, if it has some.
pub(super) fn is_dealt_out(row: &Soac, variables: &Variables) -> bool {
    let scans = scans_of(row);
    let values = combined(&scans);
    let scalars = values.iter().all(|value| variables.atom_type(*value).is_scalar());
    let mut operators = scans.iter().flat_map(|(scan, _)| &scan.operator.body.statements);
    let sound = !operators.any(|statement| statement.expression.may_fail());
    let early = slice_ahead(&row.body, &values);
    let apart = !early.iter().any(|at| matches!(row.body[*at].expression, Expression::Scan(_)));
    scalars && sound && apart && running_of(&scans, variables).bytes() <= MOST_BYTES
}

impl Writer<'_> {
    /// The elements of a row with running combinations.
    pub(super) fn scanned_row(&mut self, row: &Soac, binds: &[Var], length: &Code) -> Written<()> {
        let scans = scans_of(row);
        let (values, running) = (combined(&scans), running_of(&scans, self.variables));
        let index = self.name(row.space[0].index);
        self.lines.open("");
        let mut lines = Lines::default();
        running.declare(&mut lines);
        self.lines.lines(lines);
        self.lines.line("running carried = {};");
        self.initial(&scans, "carried");
        self.lines
            .open(format!("const auto early = [&](const usize {index}, running& own) -> bool"));
        let early = slice_ahead(&row.body, &values);
        for (_, statement) in row.body.iter().enumerate().filter(|(at, _)| early.contains(at)) {
            self.statement(statement)?;
        }
        self.give_combined(&values, &running);
        self.lines.close(";");
        let two = "const running& left, const running& right";
        self.lines.open(format!("const auto continued = [&]({two})"));
        self.continued(&scans, &running)?;
        self.lines.close(";");
        self.lines.open(format!(
            "const auto late = [&](const usize {index}, const running& before, const running& with) \
             -> bool"
        ));
        self.stand_for_combined(&scans, &running);
        self.statements(&behind(row, &scans))?;
        self.feed_dealt_out(row, binds)?;
        self.lines.line("return true;");
        self.lines.close(";");
        let with = "carried, early, continued";
        self.lines.line(format!("if (!sum_up(team, {length}, {with})) return false;"));
        self.lines.line("if (team.waits()) return true;");
        self.lines.line(format!("if (!scan_row(team, {length}, {with}, late)) return false;"));
        self.lines.close("");
        self.shares.bytes += running.bytes().next_multiple_of(16);
        self.shares.phases += 1;
        Ok(())
    }
}
