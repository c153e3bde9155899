//! Lanes that read around their own place: stencils. Blocks read each element that the lanes of a tile
//! need once, and hand it to them through shared memory (`device/windows.cuh`).
//!
//! ```text
//! soac [i < n, j < m] {
//!     up = clamp i -1      a = index xs [up, j]
//!     left = clamp j -1    b = index xs [i, left]      neighbouring lanes read the same
//!     c = index xs [i, j]  …
//! } store x
//! ```

use super::at_once::MOST_LANES;
use super::frame::{EDGE, Frame, Squares, squares_of};
use super::kernel::{Methods, head};
use super::lane::{Writer, Written};
use super::nest::is_plain;
use super::product::Product;
use super::scalar;
use super::text::Code;
use crate::core::operation::{Boundary, Operation};
use crate::core::visit::bound_inside;
use crate::core::{Atom, Expression, Output, Soac, Statement, Var, VarSet};

/// How many places must be read around a lane for a window to pay.
const READS: usize = 3;

/// How far lanes may reach.
const FARTHEST: u32 = 4;

/// How many bytes may be read at a place.
const MOST_BYTES: usize = 16;

/// What lanes read around their own place.
#[derive(Default)]
struct Windows {
    /// The arrays, each with the indices in front of those of the row and the column.
    arrays: Vec<(Var, Vec<Atom>)>,
    reads: Vec<Read>,
    /// What becomes of the index of a row and of a column that lies outside.
    boundaries: [Option<(Boundary, Atom)>; 2],
}

/// A read around the lane.
struct Read {
    /// Which statement it is.
    statement: usize,
    /// Which of the arrays it reads.
    array: usize,
    /// How many rows and columns away.
    away: [i32; 2],
}

impl Windows {
    fn reach(&self, dimension: usize) -> u32 {
        self.reads.iter().map(|read| read.away[dimension].unsigned_abs()).max().unwrap_or(0)
    }

    /// Adds what reads an array, if it reads enough and agrees with what is there on what lies outside.
    /// An array that is read at the lane's own place alone may end where the lanes end, `extents` of
    /// them: it has elements around a tile only where what lies outside of the others ends there, too.
    fn add(&mut self, other: Windows, extents: [Atom; 2]) {
        let is_first = self.arrays.is_empty();
        let agree = |own: &Option<(Boundary, Atom)>,
                     other: &Option<(Boundary, Atom)>,
                     extent: Atom| match (own, other) {
            (Some((_, end)), None) | (None, Some((_, end))) => is_first || *end == extent,
            _ => own == other,
        };
        let mut places: Vec<[i32; 2]> = other.reads.iter().map(|read| read.away).collect();
        places.sort_unstable();
        places.dedup();
        let near = other.reach(0).max(other.reach(1)) <= FARTHEST;
        let mut both = self.boundaries.iter().zip(&other.boundaries).zip(extents);
        let agrees = both.all(|((own, other), extent)| agree(own, other, extent));
        if places.len() < READS || !near || !agrees {
            return;
        }
        for (own, other) in self.boundaries.iter_mut().zip(other.boundaries) {
            *own = own.take().or(other);
        }
        let array = self.arrays.len();
        self.arrays.extend(other.arrays);
        self.reads.extend(other.reads.into_iter().map(|read| Read { array, ..read }));
    }
}

impl Writer<'_> {
    /// Adds the methods and the entry to those of a map, if its lanes read around their own place. Says
    /// which dimension is that of the rows.
    pub(super) fn windows(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        name: &str,
        methods: &mut Methods,
    ) -> Written<Option<Squares>> {
        let Some(windows) = self.reads_around(soac) else { return Ok(None) };
        let rows = soac.space.len() - 2;
        let types = windows.arrays.iter().map(|(array, _)| self.variables.ty(*array).element());
        let product = Product::filled("window", types.collect());
        if product.bytes() > MOST_BYTES {
            return Ok(None);
        }
        let lines = &mut methods.lines;
        lines.line("");
        lines.line("// The same with windows.");
        product.declare(lines);
        let [down, across] = [windows.reach(0), windows.reach(1)];
        let around = |edge: usize, reach: u32| edge + 2 * reach as usize;
        let squares = squares_of(|squares| {
            around(EDGE, down) * around(EDGE * squares, across) * product.bytes()
        });
        lines.line(format!("static constexpr i32 reach_down = {down}, reach_across = {across};"));
        let Frame { batch, row, column } = self.frame(soac, rows, lines);
        for (which, boundary) in ["row", "column"].iter().zip(&windows.boundaries) {
            let place = match boundary {
                None => "base + by".to_owned(),
                Some((boundary, extent)) => {
                    let extent = self.code(*extent);
                    scalar::outside(*boundary, &Code::whole("base"), "by", &extent).to_string()
                }
            };
            self.lines.line(format!("return {place};"));
            let signature = format!("usize window_{which}(const usize base, const i32 by) const");
            self.method(&signature, lines);
        }
        self.batches(soac, rows, &batch);
        let own = [rows, rows + 1].map(|dimension| Atom::Var(soac.space[dimension].index));
        for (number, (array, others)) in windows.arrays.iter().enumerate() {
            let read = windows.reads.iter().find(|read| read.array == number);
            let Some(read) = read.map(|read| &soac.body[read.statement]) else { continue };
            let indices = others.iter().copied().chain(own).collect();
            let expression = Expression::Index(Atom::Var(*array), indices);
            let statement = Statement { expression, ..read.clone() };
            self.reading_at_once(MOST_LANES, |this| this.statement(&statement))?;
            let value = self.code(read.binds[0].into());
            self.lines.line(format!("{} = {value};", product.of("own")[number]));
        }
        self.lines.line("return true;");
        let parameters = format!("const usize {batch}, const usize {row}, const usize {column}");
        self.method(
            &format!("bool load_window({parameters}, window& own, failure* failed) const"),
            lines,
        );
        let pitch = (EDGE * squares) as i32 + 2 * across as i32;
        for read in &windows.reads {
            let place = read.away[0] * pitch + read.away[1];
            let mut fields = product.of(&format!("center[{place}]"));
            self.stand_for(soac.body[read.statement].binds[0], fields.swap_remove(read.array));
        }
        let is_read = |position: usize| windows.reads.iter().any(|read| read.statement == position);
        let rest = soac.body.iter().enumerate().filter(|(position, _)| !is_read(*position));
        let rest: Vec<Statement> = rest.map(|(_, statement)| statement.clone()).collect();
        self.lane(soac, binds, &rest)?;
        self.lines.line("return true;");
        self.method(
            "bool give(const usize at, const window* center, failure* failed) const",
            lines,
        );
        let (own, head) = (format!("{name}_kernel"), head());
        methods
            .entries
            .open(format!("{head} {name}_windows({own} kernel, usize count, failure* failed)"));
        methods.entries.line(format!("map_with_windows<{squares}>(kernel, failed);"));
        methods.entries.close("");
        Ok(Some(Squares { rows, squares }))
    }

    /// What the lanes read around their own place, if that is much.
    fn reads_around(&self, soac: &Soac) -> Option<Windows> {
        let scalar = |atom: &Atom| self.variables.atom_type(*atom).is_scalar();
        let stored = |output: &Output| matches!(output, Output::Store(value) if scalar(value));
        if soac.space.len() < 2
            || !soac.outputs.iter().all(stored)
            || !soac.body.iter().all(is_plain)
        {
            return None;
        }
        let inside = bound_inside(soac);
        let mut groups: Vec<Windows> = Vec::new();
        for (statement, read) in soac.body.iter().enumerate() {
            let Some((array, others, places)) = self.read_around(soac, &inside, read) else {
                continue;
            };
            let known = |group: &Windows| group.arrays[0] == (array, others.clone());
            let position = groups.iter().position(known).unwrap_or_else(|| {
                let arrays = vec![(array, others.clone())];
                groups.push(Windows { arrays, ..Windows::default() });
                groups.len() - 1
            });
            let group = &mut groups[position];
            let fits = group.boundaries.iter().zip(&places).all(|(known, (_, boundary))| {
                known.is_none() || boundary.is_none() || known == boundary
            });
            if fits {
                for (known, (_, boundary)) in group.boundaries.iter_mut().zip(&places) {
                    *known = known.or(*boundary);
                }
                let away = places.map(|(away, _)| away);
                group.reads.push(Read { statement, array: 0, away });
            }
        }
        let mut windows = Windows::default();
        let extents = [2, 1].map(|back| soac.space[soac.space.len() - back].extent);
        groups.into_iter().for_each(|group| windows.add(group, extents));
        (!windows.reads.is_empty()).then_some(windows)
    }

    /// The array that a statement reads around the place of the lane, the indices in front of those of
    /// the row and the column, and where these two lie.
    fn read_around(
        &self,
        soac: &Soac,
        inside: &VarSet,
        statement: &Statement,
    ) -> Option<(Var, Vec<Atom>, [Place; 2])> {
        let Expression::Index(Atom::Var(array), indices) = &statement.expression else {
            return None;
        };
        let (others, own) = indices.split_at_checked(indices.len().checked_sub(2)?)?;
        let batches = &soac.space[..soac.space.len() - 2];
        let same_for_tile = |atom: &Atom| match atom {
            Atom::Var(var) => {
                !inside.contains(var) || batches.iter().any(|lane| lane.index == *var)
            }
            Atom::Constant(_) => true,
        };
        let extents = self.variables.ty(*array).extents().iter();
        let fixed = extents
            .filter_map(|extent| extent.size()?.var())
            .all(|extent| !inside.contains(&extent));
        if inside.contains(array) || !fixed || !others.iter().all(same_for_tile) {
            return None;
        }
        let scalar = self.variables.ty(statement.binds[0]).is_scalar();
        let lanes = &soac.space[batches.len()..];
        let place = |number: usize| {
            let (atom, index) = (own[number], Atom::Var(lanes[number].index));
            if atom == index {
                return Some((0, None));
            }
            let made = soac.body.iter().find(|made| made.binds.first().copied() == atom.var())?;
            let Expression::Scalar(Operation::Boundary(boundary, away), operands) =
                &made.expression
            else {
                return None;
            };
            let [of, extent] = operands[..] else { return None };
            let fixed = extent.var().is_none_or(|extent| !inside.contains(&extent));
            (of == index && fixed).then_some((*away, Some((*boundary, extent))))
        };
        Some((*array, others.to_vec(), [place(0)?, place(1)?])).filter(|_| scalar)
    }
}

/// How far away an index lies, and what becomes of it outside.
type Place = (i32, Option<(Boundary, Atom)>);
