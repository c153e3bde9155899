//! Computes elements that cost less than to store and load them again at each of their reads.
//!
//! An array whose readers do not fuse, as one of them waits for what another one reduces, is stored once and
//! loaded by each of them. If an element is a little arithmetic on an element of another array, each reader loads
//! that one instead, at the same place, and nothing is stored.
//!
//! ```text
//! centred, square = soac [i < n] { x = index xs [i]; c = sub x mean; s = mul c c } store c reduce (s) …
//! scaled          = soac [j < n] { d = index centred [j]; y = mul d factor } store y
//!   ─▶
//! square = soac [i < n] { x = index xs [i]; c = sub x mean; s = mul c c } reduce (s) …
//! scaled = soac [j < n] { x = index xs [j]; d = sub x mean; y = mul d factor } store y
//! ```

use super::reads::reads_of;
use super::uses::Rewritten;
use super::{Fuser, bound_outputs, soac_of};
use crate::analysis::cost;
use crate::analysis::statements_for;
use crate::core::{Atom, Axis, Expression, Output, Soac, Statement, Var};

impl Fuser<'_> {
    /// Computes an array that a SOAC stores at its reads, if its elements are cheap and all its readers read
    /// the elements of their own lanes.
    pub fn recompute_cheap(
        &mut self,
        statements: &mut Vec<Statement>,
        producer: usize,
    ) -> Option<Rewritten> {
        let soac = soac_of(&statements[producer])?;
        for (array, output) in bound_outputs(&statements[producer]) {
            let Output::Store(value) = soac.outputs[output] else { continue };
            if self.variables.ty(array).rank() != soac.space.len() {
                continue;
            }
            let needed = statements_for(&soac.body, self.variables, [value]);
            let body: Vec<Statement> = needed.cloned().collect();
            let Some(loaded) = self.loaded_by_cheap(&body, &soac.space) else { continue };
            let Some(readers) = self.readers_at_lanes(statements, producer, array) else {
                continue;
            };
            // The only reader of all that a SOAC does fuses with it, or cannot.
            let is_all = soac.outputs.len() == 1;
            let loads_less = loaded.len() < 2 || loaded.len() == 2 && readers.len() <= 2;
            if !loads_less
                || is_all && readers.len() < 2
                || self.are_written(statements, producer, &readers, &loaded)
            {
                continue;
            }
            let lane = Soac { body, outputs: vec![Output::Store(value)], ..soac.clone() };
            return Some(self.compute_at_reads(statements, producer, array, &lane, value));
        }
        None
    }

    /// The arrays that cheap statements load, each at the indices of lanes; `None` if they do more than that
    /// and a little arithmetic.
    fn loaded_by_cheap(&self, statements: &[Statement], space: &[Axis]) -> Option<Vec<Var>> {
        let mut arrays: Vec<Var> = Vec::new();
        let mut total = 0;
        for statement in statements {
            match &statement.expression {
                Expression::Index(Atom::Var(array), indices) => {
                    let is_lane =
                        |index: &Atom| space.iter().any(|axis| *index == Atom::Var(axis.index));
                    let is_scalar = self.variables.ty(statement.binds[0]).is_scalar();
                    if !is_scalar || !indices.iter().all(is_lane) {
                        return None;
                    }
                    if !arrays.contains(array) {
                        arrays.push(*array);
                    }
                }
                _ => total += self.cost_of_arithmetic(statement)?,
            }
        }
        (total <= cost::CHEAPER_THAN_STORED).then_some(arrays)
    }

    /// The positions of the statements that read an array, if all are SOACs over the lanes of its producer and
    /// read the elements of these lanes, once for each lane, and nothing else uses it.
    fn readers_at_lanes(
        &self,
        statements: &[Statement],
        producer: usize,
        array: Var,
    ) -> Option<Vec<usize>> {
        let extents = |soac: &Soac| soac.space.iter().map(|axis| axis.extent).collect::<Vec<_>>();
        let made = extents(soac_of(&statements[producer])?);
        let (mut readers, mut count) = (Vec::new(), 0);
        for (position, statement) in statements.iter().enumerate().skip(producer + 1) {
            if !self.uses.mentions(position, array) {
                continue;
            }
            let reader = soac_of(statement)?;
            let lanes: Vec<Var> = reader.space.iter().map(|axis| axis.index).collect();
            let at_lanes = |indices: &[Atom]| {
                indices.len() == lanes.len()
                    && indices.iter().zip(&lanes).all(|(index, lane)| *index == Atom::Var(*lane))
            };
            let (reads, others) = reads_of(statement, array);
            let all = reads
                .iter()
                .all(|read| !read.repeated && read.lanes == lanes && at_lanes(&read.indices));
            if others > 0 || !all || extents(reader) != made {
                return None;
            }
            readers.push(position);
            count += reads.len();
        }
        (!readers.is_empty() && self.uses.count(array) == count).then_some(readers)
    }

    /// Returns true if a statement behind a producer, up to the last of these readers, writes into one of these
    /// arrays: the readers would have to load what was in it before.
    fn are_written(
        &self,
        statements: &[Statement],
        producer: usize,
        readers: &[usize],
        arrays: &[Var],
    ) -> bool {
        let last = readers.last().copied().unwrap_or(producer);
        let roots: Vec<Var> = arrays.iter().map(|array| self.root(*array)).collect();
        (producer + 1..=last).any(|position| {
            let consumed = self.uses.consumed(position, &statements[position]);
            consumed.iter().any(|var| roots.contains(&self.root(*var)))
        })
    }
}
