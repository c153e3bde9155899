//! Lanes that read an array across the order in which they lie: transpositions. Blocks read such
//! elements in tiles, in the order of memory, and hand them to their lanes through shared memory
//! (`device/turned.cuh`).
//!
//! ```text
//! soac [i < n, j < m] {
//!     x = index xs [j, i]     neighbouring lanes read what lies far apart
//! } store x
//! ```

use rustc_hash::FxHashSet;

use super::at_once::MOST_LANES;
use super::frame::{EDGE, Frame, Squares, squares_of};
use super::kernel::{Methods, head};
use super::lane::{Writer, Written};
use super::nest::{COLUMN, Known, ROW, is_plain};
use super::product::Product;
use crate::core::visit::{bound_inside, statements_for};
use crate::core::{Atom, Expression, Output, Soac, Statement, Var, VarSet};

/// How many bytes may be read across for a lane.
const MOST_BYTES: usize = 16;

impl Writer<'_> {
    /// Adds the methods and the entry to those of a map, if its lanes read across their order. Says
    /// along which dimension neighbours lie in memory.
    pub(super) fn turned(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        name: &str,
        methods: &mut Methods,
    ) -> Written<Option<Squares>> {
        let Some((rows, reads)) = self.reads_across(soac) else { return Ok(None) };
        let values: Vec<Var> = reads.iter().map(|read| soac.body[*read].binds[0]).collect();
        let types = values.iter().map(|value| self.variables.ty(*value).element());
        let product = Product::filled("turned_value", types.collect());
        if product.bytes() > MOST_BYTES {
            return Ok(None);
        }
        let lines = &mut methods.lines;
        lines.line("");
        lines.line("// The same in tiles.");
        product.declare(lines);
        let Frame { batch, row, column } = self.frame(soac, rows, lines);
        self.batches(soac, rows, &batch);
        let needed: Vec<Atom> = values.iter().copied().map(Atom::Var).collect();
        let mut loaded = statements_for(&soac.body, self.variables, needed);
        self.reading_at_once(MOST_LANES, |this| {
            loaded.try_for_each(|statement| this.statement(statement))
        })?;
        for (field, value) in product.of("own").iter().zip(&values) {
            let value = self.code((*value).into());
            self.lines.line(format!("{field} = {value};"));
        }
        self.lines.line("return true;");
        let parameters = format!("const usize {batch}, const usize {row}, const usize {column}");
        let signature =
            format!("bool load_turned({parameters}, turned_value& own, failure* failed) const");
        self.method(&signature, lines);
        for (value, field) in values.iter().zip(product.of("own")) {
            self.stand_for(*value, field);
        }
        let rest = soac.body.iter().enumerate().filter(|(position, _)| !reads.contains(position));
        let rest: Vec<Statement> = rest.map(|(_, statement)| statement.clone()).collect();
        self.lane(soac, binds, &rest)?;
        self.lines.line("return true;");
        self.method(
            "bool give(const usize at, const turned_value& own, failure* failed) const",
            lines,
        );
        let (own, head) = (format!("{name}_kernel"), head());
        methods
            .entries
            .open(format!("{head} {name}_turned({own} kernel, usize count, failure* failed)"));
        let squares = squares_of(|squares| EDGE * (EDGE * squares + 1) * product.bytes());
        methods.entries.line(format!("map_turned<{squares}>(kernel, failed);"));
        methods.entries.close("");
        Ok(Some(Squares { rows, squares }))
    }

    /// The dimension along which neighbours lie in memory, and the statements that read there.
    fn reads_across(&self, soac: &Soac) -> Option<(usize, FxHashSet<usize>)> {
        let scalar = |atom: &Atom| self.variables.atom_type(*atom).is_scalar();
        let stored = |output: &Output| matches!(output, Output::Store(value) if scalar(value));
        let of_lanes = bound_inside(soac);
        let fits = soac.outputs.iter().all(stored)
            && soac.body.iter().all(|statement| {
                is_plain(statement) && !self.has_own_extents(statement, &of_lanes)
            });
        let last = soac.space.len().checked_sub(1).filter(|_| fits)?;
        (0..last).rev().find_map(|rows| {
            let mut known = Known::default();
            known.note(soac.space[rows].index, ROW);
            known.note(soac.space[last].index, COLUMN);
            soac.body.iter().for_each(|statement| known.learn(statement));
            let across = |statement: &Statement| match &statement.expression {
                Expression::Index(_, indices) => {
                    let scalar = self.variables.ty(statement.binds[0]).is_scalar();
                    let of = |index: &Atom| known.of_atom(*index);
                    let (innermost, others) = indices.split_last()?;
                    let turned =
                        of(innermost) == ROW && others.iter().any(|index| of(index) == COLUMN);
                    (scalar && turned).then_some(())
                }
                _ => None,
            };
            let reads = soac.body.iter().enumerate().filter(|(_, own)| across(own).is_some());
            let reads: FxHashSet<usize> = reads.map(|(position, _)| position).collect();
            (!reads.is_empty()).then_some((rows, reads))
        })
    }

    /// Whether an array that a statement reads has an extent that lanes compute.
    fn has_own_extents(&self, statement: &Statement, of_lanes: &VarSet) -> bool {
        let Expression::Index(Atom::Var(array), _) = &statement.expression else { return false };
        let extents = self.variables.ty(*array).extents().iter();
        extents.filter_map(|extent| extent.size()?.var()).any(|extent| of_lanes.contains(&extent))
    }
}
