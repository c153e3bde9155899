//! Rows of lengths of their own that a lane puts one after the other: arrays of the heap that grow.

use super::context::Context;
use super::lane::Writer;
use super::nested::Target;
use super::text::CppExpression;
use crate::core::{Atom, Soac, Var};

impl Writer<'_> {
    /// Arrays without elements, before the first row.
    pub(super) fn start_appending(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        offsets: Atom,
        context: Context,
    ) -> Target {
        self.declare(&binds[..1]);
        self.assign_zeros(&binds[..1]);
        let allocation = self.allocation(binds[1], &[offsets]);
        self.memory(binds[1], &allocation, context);
        let capacity = self.names.fresh("capacity");
        self.lines.line(format!("usize {capacity} = 0;"));
        for column in &binds[2..] {
            let (name, ty) = (self.name(*column), self.variables.ty(*column).element().name());
            let pointer = format!("{ty}* {name}");
            match context.outlives_arm {
                false => self.lines.line(format!("{pointer} = nullptr;")),
                true => {
                    self.outliving.push(format!("{pointer};"));
                    self.lines.line(format!("{name} = nullptr;"));
                }
            }
        }
        let extents: Vec<Atom> = soac.space.iter().map(|lane| lane.extent).collect();
        Target::Appended { capacity, offsets_end: self.product(&extents) }
    }

    /// The rows of a turn, behind those of the turns before.
    pub(super) fn append_rows(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        rows: &[Atom],
        length: Atom,
        capacity: &str,
    ) {
        let position = self.turn(soac);
        let (count, offsets) = (self.name(binds[0]), self.name(binds[1]));
        self.lines.line(format!("{offsets}[{position}] = {count};"));
        let (length, needed) = (self.code(length).operand(), self.names.fresh("needed"));
        self.lines.line(format!("const usize {needed} = {count} + {length};"));
        let columns: Vec<(String, CppExpression, String)> = rows
            .iter()
            .zip(&binds[2..])
            .map(|(row, column)| {
                let width = self.product(&self.row_extents(*row)[1..]);
                (self.name(*column), width, self.code(*row).operand())
            })
            .collect();
        self.lines.open(format!("if ({needed} > {capacity})"));
        self.lines
            .line(format!("{capacity} = {needed} > 2 * {capacity} ? {needed} : 2 * {capacity};"));
        let scaled = |rows: &str, width: &CppExpression| {
            CppExpression::binary(&CppExpression::whole(rows), "*", width)
        };
        for (name, width, _) in &columns {
            let [used, all] = [&count, capacity].map(|rows| scaled(rows, width));
            self.lines.line(format!("{name} = grown({name}, {used}, {all}, failed);"));
            self.lines.line(format!("if ({name} == nullptr) return false;"));
        }
        self.lines.close("");
        for (name, width, from) in &columns {
            let [start, size] = [&count, &length].map(|rows| scaled(rows, width));
            let to = format!("({name} + {})", start.operand());
            self.copy_elements(&to, from, &size.operand());
        }
        self.lines.line(format!("{count} = {needed};"));
    }

    /// The extents of a row.
    pub(super) fn row_extents(&self, row: Atom) -> Vec<Atom> {
        row.var().map_or(Vec::new(), |row| self.extents(row, 0))
    }
}
