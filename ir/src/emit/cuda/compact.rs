//! Compactions: a lane says what it would keep, and keeps it where the driver says.

use super::kernel::{Methods, head};
use super::lane::{Writer, Written};
use super::reductions::Reductions;
use super::text::Lines;
use super::{THREADS, Unsupported};
use crate::core::visit::outputs_with_binds;
use crate::core::{Output, Soac, Var};

/// How many bytes the values of a reduction may have beside.
const MOST_BYTES: usize = 64;

/// From how many statements on a thread has few lanes: they are written out one after the other.
const LONG: usize = 40;

impl Writer<'_> {
    /// The methods of a compaction, and its entries.
    pub(super) fn compact(&mut self, soac: &Soac, binds: &[Var], name: &str) -> Written<Methods> {
        let reductions = Reductions::of(soac, self);
        if reductions.bytes() > MOST_BYTES {
            return Err(Unsupported("the values of a reduction beside a filter are too wide"));
        }
        let mut lines = Lines::inside();
        reductions.declare_if_any(self, &mut lines)?;
        lines.line("");
        let bytes = self.kept(soac, &mut lines)?;
        let at_once = self.declare_at_once(&soac.body, &mut lines);
        self.reading_at_once(at_once, |this| this.lane(soac, binds, &soac.body))?;
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
        let lanes_of_thread = match bytes {
            _ if soac.body.len() > LONG => 2,
            0..=4 => 24,
            5..=16 => 8,
            17..=32 => 4,
            _ => 2,
        };
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
        Ok(Methods { lines, entries, lanes_of_tile: Some(THREADS * lanes_of_thread) })
    }

    /// The type of what a lane keeps, group by group; gives its size.
    fn kept(&self, soac: &Soac, lines: &mut Lines) -> Written<usize> {
        let groups = soac.outputs.iter().filter(|output| matches!(output, Output::Compact { .. }));
        lines.line(format!("static constexpr u32 groups = {};", groups.count()));
        lines.open("struct kept");
        lines.line("bool holds[groups];");
        let (mut position, mut bytes) = (0, 0);
        for output in &soac.outputs {
            let Output::Compact { values, .. } = output else { continue };
            for value in values {
                if !self.variables.atom_type(*value).is_scalar() {
                    return Err(Unsupported("rows are kept"));
                }
                let element = self.variables.element(*value);
                lines.line(format!("{} v{position};", element.name()));
                position += 1;
                bytes += element.bytes();
            }
        }
        lines.close(";");
        Ok(bytes)
    }

    /// What a lane would keep, and whether it does.
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

    /// Writes what a lane keeps in a group.
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
