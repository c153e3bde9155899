//! Compactions: a lane says which values it would keep, and keeps them at the places that the driver gives.

use accel_abi::constants::THREADS;

use super::context::Context;
use super::lane::Writer;
use super::methods::{Methods, head};
use super::reductions::Reductions;
use super::text::Lines;
use crate::core::visit::outputs_with_binds;
use crate::core::{Output, Soac, Var};

impl Writer<'_> {
    /// The methods of a compaction, and its entries.
    pub(super) fn compact(&mut self, soac: &Soac, binds: &[Var], name: &str) -> Methods {
        let reductions = Reductions::of(soac, self);
        let mut lines = Lines::inside();
        reductions.declare_if_any(self, &mut lines);
        lines.line("");
        self.kept(soac, &mut lines);
        self.declare_unroll_factor(&mut lines);
        let unrolled = self.schedule.unroll_factor > 1;
        let context = Context::of_lanes(self.schedule).with_batched_reads(unrolled);
        self.lane(soac, binds, &soac.body, context);
        self.would_keep(soac);
        reductions.give(self);
        self.lines.line("return true;");
        let signature = "bool lane(const usize at, kept& keeps, value& own, failure* failed) const";
        self.method(signature, &mut lines);
        self.keep(soac, binds);
        self.method(
            "void keep(const kept& keeps, const u32 group, const usize to) const",
            &mut lines,
        );
        let own = format!("{name}_kernel");
        let lanes_of_thread = self.lanes_of_thread();
        let mut entries = Lines::default();
        entries.open(format!(
            "{} {name}({own} kernel, usize count, u8* room, usize* counts, \
             partial<{own}::value>* partials, failure* failed)",
            head()
        ));
        entries.line(format!(
            "compact<{own}, {THREADS}, {lanes_of_thread}>(kernel, count, room, counts, partials, \
             failed);"
        ));
        entries.close("");
        reductions.partials_entry(name, &mut entries);
        Methods { lines, entries }
    }

    /// The type of the values that a lane keeps, group by group.
    fn kept(&self, soac: &Soac, lines: &mut Lines) {
        let groups = soac.outputs.iter().filter(|output| matches!(output, Output::Compact { .. }));
        lines.line(format!("static constexpr u32 groups = {};", groups.count()));
        lines.open("struct kept");
        lines.line("bool holds[groups];");
        let mut position = 0;
        for output in &soac.outputs {
            let Output::Compact { values, .. } = output else { continue };
            for value in values {
                let element = self.variables.element(*value);
                lines.line(format!("{} v{position};", element.name()));
                position += 1;
            }
        }
        lines.close(";");
    }

    /// Writes the values that a lane would keep, and the condition under which it does.
    fn would_keep(&mut self, soac: &Soac) {
        let (mut group, mut position) = (0, 0);
        for output in &soac.outputs {
            let Output::Compact { values, when } = output else { continue };
            let when = self.code(*when);
            self.lines.line(format!("keeps.holds[{group}] = {when};"));
            group += 1;
            for value in values {
                let value = self.code(*value);
                self.lines.line(format!("keeps.v{position} = {value};"));
                position += 1;
            }
        }
    }

    /// Writes the values that a lane keeps in a group.
    fn keep(&mut self, soac: &Soac, binds: &[Var]) {
        let (mut group, mut position) = (0, 0);
        for (output, own) in outputs_with_binds(soac, binds) {
            let Output::Compact { .. } = output else { continue };
            self.lines.open(format!("if (group == {group})"));
            group += 1;
            for column in &own[1..] {
                let name = self.name(*column);
                self.lines.line(format!("{name}[to] = keeps.v{position};"));
                position += 1;
            }
            self.lines.close("");
        }
    }
}
