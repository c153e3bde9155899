//! Lanes that work on rows, written so that a team of threads can compute each of them: one thread,
//! eight of a warp, a warp or a block, which the host chooses by how long the rows are.
//!
//! The statements of a lane are run by all threads alike. A row that is reduced, or stored where it
//! belongs, is dealt out to them element by element:
//!
//! ```text
//! f32 t = -0.0f;
//! const auto element = [&](const usize j, const loaded& own, const bool exists) {
//!     if (exists) t = t + own.v0;
//! };
//! each<8>(team, length, load, element);
//! team.combine([&](f32& left, const f32& right) { left = left + right; }, t);
//! if (team.waits()) return true;
//! ```
//!
//! A lane waits only if several blocks compute it: for the rows that the others reduce.

use accel_abi::Team;
use accel_abi::constants::THREADS;

use super::context::Context;
use super::lane::{Destination, Writer};
use super::methods::{head, head_within};
use super::nested::Target;
use super::product::Product;
use super::scalar;
use super::text::{CppExpression, Lines};
use crate::analysis::decisions_of;
use crate::analysis::identity_of;
use crate::core::visit::outputs_with_binds;
use crate::core::{Output, Soac, Var};
use crate::plan::schedule::device::{DistributedRow, Distribution};

impl Context<'_> {
    /// The row that binds these variables, if the threads of a team share it.
    pub(super) fn distributed(&self, binds: &[Var]) -> Option<DistributedRow> {
        self.distribution?.row(*binds.first()?).copied()
    }
}

impl Writer<'_> {
    /// Returns true if of the values that a row keeps only their number matters.
    fn only_counts(&self, output: &Output, binds: &[Var]) -> bool {
        let nowhere = |column| {
            self.destinations
                .get(column)
                .is_some_and(|destination: &Destination| !destination.is_stored())
        };
        matches!(output, Output::Compact { .. }) && binds[1..].iter().all(nowhere)
    }

    /// A row whose elements are dealt out. Each thread computes its own by itself.
    pub(super) fn row_of_team(
        &mut self,
        row: &Soac,
        binds: &[Var],
        schedule: DistributedRow,
        context: Context,
    ) {
        let uneven = context.distribution.is_some_and(|distribution| distribution.shares.uneven);
        let context = Context { distribution: None, ..context };
        let length = self.code(row.space[0].extent);
        if uneven {
            self.lines.line(format!("if (team.postpones(at, {length})) return true;"));
        }
        for (output, own) in outputs_with_binds(row, binds) {
            if self.only_counts(output, own) {
                self.declare(&own[..1]);
                self.assign_zeros(&own[..1]);
            }
            let Output::Reduce { operator, .. } = output else { continue };
            let identity = identity_of(operator, self.variables).unwrap_or_default();
            self.declare(own);
            let values: Vec<CppExpression> =
                identity.iter().map(|value| scalar::constant(*value)).collect();
            self.assign(own, &values);
        }
        match self.has_scan_state(row, binds) {
            true => self.scanned_row(row, binds, &length, context),
            false => self.plain_row(row, binds, schedule, &length, context),
        }
        let mut reduces = false;
        for (output, own) in outputs_with_binds(row, binds) {
            reduces |= matches!(output, Output::Reduce { .. });
            self.combine_in_team(output, own, &length, context);
            if self.only_counts(output, own) {
                let count = self.name(own[0]);
                let sum = "[](usize& left, const usize& right) { left += right; }";
                self.lines.line(format!("team.combine({sum}, {count});"));
                reduces = true;
            }
        }
        if reduces {
            self.lines.line("if (team.waits()) return true;");
        }
    }

    /// The elements of a row that have nothing to do with each other.
    fn plain_row(
        &mut self,
        row: &Soac,
        binds: &[Var],
        schedule: DistributedRow,
        length: &CppExpression,
        context: Context,
    ) {
        let fails = row.body.iter().any(|statement| statement.expression.may_fail());
        let (element, index) = (self.names.fresh("element"), self.name(row.space[0].index));
        let DistributedRow { unroll_factor, defers, .. } = schedule;
        let loads = match unroll_factor {
            1 => None,
            _ => Some(self.element_with_batched_loads(row, context)),
        };
        let parameters = match &loads {
            None => "const nothing&, bool".to_string(),
            Some(loads) => format!("const {}& own, const bool exists", loads.loaded),
        };
        let result = if fails { " -> bool" } else { "" };
        self.lines
            .open(format!("const auto {element} = [&](const usize {index}, {parameters}){result}"));
        let sound = defers.then(|| {
            let sound = self.names.fresh("is_sound");
            self.lines.line(format!("bool {sound} = true;"));
            sound
        });
        let of_element = Context { sound: sound.as_deref(), ..context };
        let body = loads.as_ref().map_or(&row.body, |loads| &loads.rest);
        self.statements(body, of_element.with_batched_reads(unroll_factor > 1));
        if loads.is_some() {
            self.lines.open("if (exists)");
        }
        self.feed_dealt_out(row, binds, of_element);
        if loads.is_some() {
            self.lines.close("");
        }
        if fails {
            self.lines.line(format!("return {};", sound.as_deref().unwrap_or("true")));
        }
        self.lines.close(";");
        let load = match loads {
            None => "nothing()".to_string(),
            Some(loads) => {
                loads.values.into_iter().for_each(|value| self.forget(value));
                loads.load
            }
        };
        let otherwise = if defers { "fail(failed)" } else { "false" };
        let dealt = match (fails, decisions_of(row, self.variables)) {
            (true, _) => format!(
                "if (!each_sound<{unroll_factor}>(team, {length}, {load}, {element})) return {otherwise};"
            ),
            (false, None) => format!("each<{unroll_factor}>(team, {length}, {load}, {element});"),
            (false, Some(decisions)) => {
                let count = decisions.len();
                let decided = decisions.into_iter().zip(binds).enumerate();
                let decided: String = decided
                    .map(|(number, (decision, bind))| {
                        let is_decided = format!("{} == {decision}", self.name(*bind));
                        match number + 1 == count {
                            true => is_decided,
                            false => format!("which == {number} ? {is_decided} : "),
                        }
                    })
                    .collect();
                let decided = format!("[&](u32 which) {{ return {decided}; }}");
                format!(
                    "each_until<{count}, {unroll_factor}>(team, {length}, {load}, {element}, {decided});"
                )
            }
        };
        self.lines.line(dealt);
    }

    /// Writes the use that the outputs of a row make of an element.
    pub(super) fn feed_dealt_out(&mut self, row: &Soac, binds: &[Var], context: Context) {
        outputs_with_binds(row, binds).for_each(|(output, own)| {
            let target = match (output, self.destinations.get(&own[0])) {
                (Output::Reduce { .. }, _) => Target::Accumulators(None),
                (Output::Compact { when, .. }, _) => {
                    if self.only_counts(output, own) {
                        let (when, count) = (self.code(*when), self.name(own[0]));
                        self.lines.line(format!("if ({when}) {count} += 1;"));
                    }
                    return;
                }
                (Output::Store(_), Some(destination)) => Target::Elements(destination.clone()),
                _ => {
                    unreachable!("a row that threads share is reduced, or stored where it belongs")
                }
            };
            self.feed(row, output, own, &target, context)
        })
    }

    /// Combines the values of the threads in a reduction.
    fn combine_in_team(
        &mut self,
        output: &Output,
        own: &[Var],
        length: &CppExpression,
        context: Context,
    ) {
        let Output::Reduce { operator, initial, .. } = output else { return };
        let names: Vec<String> = own.iter().map(|bind| self.name(*bind)).collect();
        let (left, right) = (self.names.fresh("left"), self.names.fresh("right"));
        let types = own.iter().map(|bind| self.variables.ty(*bind).element()).collect();
        let product = Product::filled("together", types);
        let element = |writer: &Self| writer.variables.ty(own[0]).element().name();
        let (ty, total) = match own.len() {
            1 => (element(self).to_string(), names[0].clone()),
            _ => {
                let total = self.names.fresh("total");
                self.lines.open("");
                self.declare_here(&product);
                self.lines.line(format!("together {total} = {{}};"));
                for (place, name) in product.of(&total).iter().zip(&names) {
                    self.lines.line(format!("{place} = {name};"));
                }
                ("together".to_string(), total)
            }
        };
        let of = |value: &str| match own.len() {
            1 => vec![CppExpression::whole(value)],
            _ => product.of(value),
        };
        let operation = self.names.fresh("operation");
        self.lines.open(format!("const auto {operation} = [&]({ty}& {left}, const {ty}& {right})"));
        let (mut places, operands) = (of(&left), of(&right));
        let new = self.apply(operator, &places, &operands, context);
        let fresh: Vec<String> = new.iter().map(|_| self.names.fresh("next")).collect();
        for ((bind, fresh), new) in own.iter().zip(&fresh).zip(&new) {
            let ty = self.variables.ty(*bind).element().name();
            self.lines.line(format!("const {ty} {fresh} = {new};"));
        }
        for (place, fresh) in places.drain(..).zip(&fresh) {
            self.lines.line(format!("{place} = {fresh};"));
        }
        self.lines.close(";");
        self.lines.line(format!("team.combine({operation}, {total});"));
        if own.len() > 1 {
            for (place, name) in product.of(&total).iter().zip(&names) {
                self.lines.line(format!("{name} = {place};"));
            }
            self.lines.close("");
        }
        match initial {
            Some(initial) => {
                let initial: Vec<CppExpression> =
                    initial.iter().map(|atom| self.code(*atom)).collect();
                let old: Vec<CppExpression> = names.iter().map(CppExpression::whole).collect();
                let new = self.apply(operator, &initial, &old, context);
                self.assign(own, &new);
            }
            None => {
                self.lines.open(format!("if ({} == 0)", length.operand()));
                self.assign_zeros(own);
                self.lines.close("");
            }
        }
    }
}

/// The entries of a kernel whose lanes are computed by teams: threads, eights, warps, blocks, and
/// several blocks where something is reduced or rows have lengths of their own. `entry` names that of a team.
/// They get the struct of the kernel; `lanes` is the type that has the lanes, it or one made of it.
pub(super) fn entries_of_teams(
    entry: &dyn Fn(Team) -> String,
    of: &str,
    lanes: &str,
    distribution: &Distribution,
) -> Lines {
    let shares = distribution.shares;
    let head = match distribution.resident_blocks {
        Some(blocks) => head_within(&format!("{THREADS}, {blocks}")),
        None => head(),
    };
    let mut lines = Lines::default();
    let own = if lanes == of { "kernel".to_string() } else { format!("{lanes}{{kernel}}") };
    let bytes = shares.bytes;
    let eight = format!("part_of_warp<{}>", Team::Eight.threads());
    let block = format!("block<{THREADS}>");
    let teams = [
        (Team::Thread, "alone"),
        (Team::Eight, &eight),
        (Team::Warp, "warp"),
        (Team::Block, &block),
    ];
    for (team, of_device) in teams {
        let entry = entry(team);
        let (postponed, team) = match shares.uneven {
            true => (
                "postponed_lanes postponed, ",
                format!("postponing<{of_device}>{{{{}}, postponed}}"),
            ),
            false => ("", format!("{of_device}()")),
        };
        lines.open(format!("{head} {entry}({of} kernel, usize count, {postponed}failure* failed)"));
        lines.line(format!("map_by_teams({team}, {own}, count, failed);"));
        lines.close("");
    }
    if shares.uneven {
        let entry = entry(Team::Postponed);
        lines.open(format!(
            "{head} {entry}({of} kernel, usize count, postponed_lanes postponed, \
             u32 phase, u8* room, failure* failed)"
        ));
        lines.line(format!(
            "map_postponed<{lanes}, {THREADS}, {bytes}, {}>({own}, count, postponed, phase, \
             room, failed);",
            shares.ends_at_once()
        ));
        lines.close("");
    } else if shares.phases > 0 {
        let entry = entry(Team::Shares);
        lines.open(format!(
            "{head} {entry}({of} kernel, u32 blocks, u32 parts, u32 phase, u8* room, \
             failure* failed)"
        ));
        lines.line(format!(
            "map_by_shares<{lanes}, {THREADS}, {bytes}>({own}, blocks, parts, phase, room, \
             failed);"
        ));
        lines.close("");
    }
    lines
}
