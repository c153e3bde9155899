//! Lanes that read around their own place: stencils. Blocks read each element that the lanes of a tile
//! need once, and hand it to them through shared memory (`device/stencil.cuh`).
//!
//! ```text
//! soac [i < n, j < m] {
//!     up = clamp i -1      a = index xs [up, j]
//!     left = clamp j -1    b = index xs [i, left]      neighbouring lanes read the same
//!     c = index xs [i, j]  …
//! } store x
//! ```

use accel_abi::EntryKind;
use accel_abi::constants::SQUARE;

use super::context::Context;
use super::frame::Frame;
use super::lane::Writer;
use super::methods::{Map, Methods};
use super::product::Product;
use super::scalar;
use super::text::CppExpression;
use crate::core::{Atom, Expression, Statement};
use crate::plan::schedule::device::StencilReads;

impl Writer<'_> {
    /// Adds the methods and the entry to those of a map whose lanes read around their own place.
    pub(super) fn stencil(
        &mut self,
        map: &Map,
        rows: usize,
        squares: usize,
        reads: &[usize],
        methods: &mut Methods,
    ) {
        let soac = map.soac;
        let stencil = StencilReads::at(soac, reads, self.variables);
        let types = stencil.arrays.iter().map(|(array, _)| self.variables.ty(*array).element());
        let product = Product::filled("window", types.collect());
        let lines = &mut methods.lines;
        lines.line("");
        lines.line("// The same with windows.");
        product.declare(lines);
        let [down, across] = [stencil.reach(0), stencil.reach(1)];
        lines.line(format!("static constexpr i32 reach_down = {down}, reach_across = {across};"));
        let Frame { batch, row, column } = self.frame(soac, rows, lines);
        for (which, boundary) in ["row", "column"].iter().zip(&stencil.boundaries) {
            let place = match boundary {
                None => "base + by".to_owned(),
                Some((boundary, extent)) => {
                    let extent = self.code(*extent);
                    scalar::outside(*boundary, &CppExpression::whole("base"), "by", &extent)
                        .to_string()
                }
            };
            self.lines.line(format!("return {place};"));
            let signature = format!("usize window_{which}(const usize base, const i32 by) const");
            self.method(&signature, lines);
        }
        self.batches(soac, rows, &batch);
        let own = [rows, rows + 1].map(|dimension| Atom::Var(soac.space[dimension].index));
        for (number, (array, others)) in stencil.arrays.iter().enumerate() {
            let read = stencil.reads.iter().find(|read| read.array == number);
            let Some(read) = read.map(|read| &soac.body[read.statement]) else { continue };
            let indices = others.iter().copied().chain(own).collect();
            let expression = Expression::Index(Atom::Var(*array), indices);
            let statement = Statement { expression, ..read.clone() };
            self.statement(&statement, Context::default().with_batched_reads(true));
            let value = self.code(read.binds[0].into());
            self.lines.line(format!("{} = {value};", product.of("own")[number]));
        }
        self.lines.line("return true;");
        let parameters = format!("const usize {batch}, const usize {row}, const usize {column}");
        self.method(
            &format!("bool load_window({parameters}, window& own, failure* failed) const"),
            lines,
        );
        let pitch = (SQUARE * squares) as i32 + 2 * across as i32;
        for read in &stencil.reads {
            let place = read.away[0] * pitch + read.away[1];
            let mut fields = product.of(&format!("center[{place}]"));
            self.stand_for(soac.body[read.statement].binds[0], fields.swap_remove(read.array));
        }
        let is_read = |position: usize| stencil.reads.iter().any(|read| read.statement == position);
        self.rest_of_lane(map, &is_read, "const window* center", lines);
        let driver = format!("map_stencil<{squares}>");
        methods.staged_entry(map, EntryKind::Stencil, &driver);
    }
}
