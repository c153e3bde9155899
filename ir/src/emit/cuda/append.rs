//! Lanes that append rows of lengths of their own: a first entry computes the lengths, and where the
//! rows begin; a second one the rows.

use accel_abi::EntryKind;
use accel_abi::constants::THREADS;

use super::context::Context;
use super::lane::{Destination, Place, Writer};
use super::methods::{Methods, head};
use super::reductions::Reductions;
use super::text::Lines;
use crate::core::visit::outputs_with_binds;
use crate::core::{Atom, Output, Soac, Var, VarMap};
use crate::plan::schedule::device::computed_for_one_use;

impl Writer<'_> {
    /// The methods of a kernel that appends rows, and its entries.
    pub(super) fn append(&mut self, soac: &Soac, binds: &[Var], name: &str) -> Methods {
        let groups: Vec<(&[Atom], Atom)> = soac.outputs.iter().filter_map(appended).collect();
        let rows = groups.iter().flat_map(|(rows, _)| rows.iter());
        let mut lines = Lines::inside();
        lines.line(format!("static constexpr u32 groups = {};", groups.len()));
        for row in rows.filter_map(|row| row.var()) {
            if computed_for_one_use(row, soac) {
                let destination = Destination { array: String::new(), place: Place::Nowhere };
                self.destinations.insert(row, destination);
            }
        }
        let lengths: Vec<Atom> = groups.iter().map(|(_, length)| *length).collect();
        self.lane_prefix(soac, &lengths, Context::of_lanes(self.schedule));
        for (position, length) in lengths.into_iter().enumerate() {
            let length = self.code(length);
            self.lines.line(format!("own[{position}] = {length};"));
        }
        self.lines.line("return true;");
        self.method("bool lengths(const usize at, usize* own, failure* failed) const", &mut lines);
        let offsets = self.offsets(soac, binds);
        let (last, others) = offsets.split_last().expect("a lane appends to arrays");
        let others = others.iter().enumerate();
        let chosen: String =
            others.map(|(group, own)| format!("group == {group} ? {own} : ")).collect();
        self.lines.line(format!("return {chosen}{last};"));
        self.method("usize* offsets(const u32 group) const", &mut lines);
        self.destinations = VarMap::default();
        let mut methods = match Reductions::of(soac, self).is_empty() {
            true => self.map(soac, binds, name),
            false => self.reduce(soac, binds, name),
        };
        lines.append(methods.lines);
        methods.lines = lines;
        let (own, lanes) = (format!("{name}_kernel"), self.lanes_of_thread());
        let entry = EntryKind::Lengths.name(name);
        methods.entries.open(format!(
            "{} {entry}({own} kernel, usize count, u8* room, failure* failed)",
            head()
        ));
        methods.entries.line(format!(
            "scan<lengths_of<{own}>, {THREADS}, {lanes}>(lengths_of<{own}>(kernel), count, room, \
             nullptr, failed);"
        ));
        methods.entries.close("");
        methods
    }

    /// The arrays of offsets, which are fields of the kernel.
    fn offsets(&mut self, soac: &Soac, binds: &[Var]) -> Vec<String> {
        let outputs = outputs_with_binds(soac, binds);
        let offsets: Vec<Var> = outputs
            .filter(|(output, _)| appended(output).is_some())
            .map(|(_, own)| own[1])
            .collect();
        offsets.into_iter().map(|offsets| self.name(offsets)).collect()
    }
}

/// The rows that an output appends, and their length.
fn appended(output: &Output) -> Option<(&[Atom], Atom)> {
    match output {
        Output::Append { rows, length, .. } => Some((rows, *length)),
        _ => None,
    }
}
