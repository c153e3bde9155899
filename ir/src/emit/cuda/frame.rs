//! Lanes as rows and columns, in batches: the methods that drivers call of kernels whose blocks work on tiles
//! of both.

use accel_abi::EntryKind;

use super::context::Context;
use super::lane::Writer;
use super::methods::{Map, Methods, head};
use super::text::Lines;
use crate::core::{Soac, Statement};

/// The names of the numbers that give the place of a lane.
pub(super) struct Frame {
    pub(super) batch: String,
    pub(super) row: String,
    pub(super) column: String,
}

impl Writer<'_> {
    /// The methods that count rows and columns, and number lanes. The rows are those of a dimension, the
    /// columns those of the last one, and the other dimensions count batches.
    pub(super) fn frame(&mut self, soac: &Soac, rows: usize, lines: &mut Lines) -> Frame {
        let [row, column] = [rows, soac.space.len() - 1].map(|at| soac.space[at]);
        for (name, size) in [("rows", row.extent), ("columns", column.extent)] {
            let size = self.code(size);
            self.lines.line(format!("return {size};"));
            self.method(&format!("usize count_of_{name}() const"), lines);
        }
        soac.space.iter().for_each(|lane| self.forget(lane.index));
        let batch = self.names.fresh("batch");
        let [row, column] = [row.index, column.index].map(|index| self.name(index));
        let atoms: Vec<_> = soac.space.iter().map(|lane| lane.index.into()).collect();
        let extents: Vec<_> = soac.space.iter().map(|lane| lane.extent).collect();
        self.batches(soac, rows, &batch);
        let number = self.linear(&atoms, &extents);
        self.lines.line(format!("return {number};"));
        let parameters = format!("const usize {batch}, const usize {row}, const usize {column}");
        self.method(&format!("usize number_of({parameters}) const"), lines);
        Frame { batch, row, column }
    }

    /// The indices of all dimensions but those of rows and columns.
    pub(super) fn batches(&mut self, soac: &Soac, rows: usize, batch: &str) {
        let last = soac.space.len() - 1;
        let others: Vec<usize> = (0..last).filter(|dimension| *dimension != rows).collect();
        let mut rest = batch.to_string();
        for (position, dimension) in others.iter().enumerate().rev() {
            let lane = soac.space[*dimension];
            let name = self.name(lane.index);
            if position == 0 {
                self.lines.line(format!("const usize {name} = {rest};"));
                return;
            }
            let extent = self.code(lane.extent).operand();
            self.lines.line(format!("const usize {name} = {rest} % {extent};"));
            rest = format!("({rest} / {extent})");
        }
    }

    /// The method that goes on with a lane of a map when the operands of some of its statements have been
    /// staged, which it gets as `staged`.
    pub(super) fn rest_of_lane(
        &mut self,
        map: &Map,
        is_read: &dyn Fn(usize) -> bool,
        staged: &str,
        lines: &mut Lines,
    ) {
        let rest = map.soac.body.iter().enumerate().filter(|(position, _)| !is_read(*position));
        let rest: Vec<Statement> = rest.map(|(_, statement)| statement.clone()).collect();
        self.lane(map.soac, map.binds, &rest, Context::default());
        self.lines.line("return true;");
        self.method(&format!("bool give(const usize at, {staged}, failure* failed) const"), lines);
    }
}

impl Methods {
    /// Adds the entry of a map whose blocks stage the reads of their lanes, which this driver runs.
    pub(super) fn staged_entry(&mut self, map: &Map, kind: EntryKind, driver: &str) {
        let (name, head) = (map.name, head());
        let entry = kind.name(name);
        let signature = format!("{entry}({name}_kernel kernel, usize count, failure* failed)");
        self.entries.open(format!("{head} {signature}"));
        self.entries.line(format!("{driver}(kernel, failed);"));
        self.entries.close("");
    }
}
