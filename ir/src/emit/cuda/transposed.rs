//! Lanes that read an array across the order in which they lie: transpositions. Blocks read such
//! elements in tiles, in the order of memory, and hand them to their lanes through shared memory
//! (`device/transposed.cuh`).
//!
//! ```text
//! soac [i < n, j < m] {
//!     x = index xs [j, i]     neighbouring lanes read what lies far apart
//! } store x
//! ```

use accel_abi::EntryKind;

use super::context::Context;
use super::frame::Frame;
use super::lane::Writer;
use super::methods::{Map, Methods};
use super::product::Product;
use crate::analysis::statements_for;
use crate::core::{Atom, Var};

impl Writer<'_> {
    /// Adds the methods and the entry to those of a map whose lanes read across their order.
    pub(super) fn transposed(
        &mut self,
        map: &Map,
        rows: usize,
        squares: usize,
        reads: &[usize],
        methods: &mut Methods,
    ) {
        let soac = map.soac;
        let values: Vec<Var> = reads.iter().map(|read| soac.body[*read].binds[0]).collect();
        let types = values.iter().map(|value| self.variables.ty(*value).element());
        let product = Product::filled("transposed_value", types.collect());
        let lines = &mut methods.lines;
        lines.line("");
        lines.line("// The same in tiles.");
        product.declare(lines);
        let Frame { batch, row, column } = self.frame(soac, rows, lines);
        self.batches(soac, rows, &batch);
        let needed: Vec<Atom> = values.iter().copied().map(Atom::Var).collect();
        let loaded = statements_for(&soac.body, self.variables, needed);
        let context = Context::default().with_batched_reads(true);
        loaded.for_each(|statement| self.statement(statement, context));
        for (field, value) in product.of("own").iter().zip(&values) {
            let value = self.code((*value).into());
            self.lines.line(format!("{field} = {value};"));
        }
        self.lines.line("return true;");
        let parameters = format!("const usize {batch}, const usize {row}, const usize {column}");
        let signature = format!(
            "bool load_transposed({parameters}, transposed_value& own, failure* failed) const"
        );
        self.method(&signature, lines);
        for (value, field) in values.iter().zip(product.of("own")) {
            self.stand_for(*value, field);
        }
        let is_read = |position: usize| reads.contains(&position);
        self.rest_of_lane(map, &is_read, "const transposed_value& own", lines);
        methods.staged_entry(map, EntryKind::Transposed, &format!("map_transposed<{squares}>"));
    }
}
