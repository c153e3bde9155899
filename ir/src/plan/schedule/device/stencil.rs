//! Lanes that read around their own place: stencils. Blocks read each element that the lanes of a tile
//! need once, and hand it to them through shared memory.
//!
//! ```text
//! soac [i < n, j < m] {
//!     up = clamp i -1      a = index xs [up, j]
//!     left = clamp j -1    b = index xs [i, left]      neighbouring lanes read the same elements
//!     c = index xs [i, j]  …
//! } store x
//! ```

use super::context::Context;
use super::nest::is_plain;
use crate::core::operation::{Boundary, Operation};
use crate::core::visit::bound_inside;
use crate::core::{Atom, Expression, Output, Soac, Statement, Var, VarSet, Variables};

/// The elements that lanes read around their own place.
#[derive(Default)]
pub(crate) struct StencilReads {
    /// The arrays, each with the indices in front of those of the row and the column.
    pub(crate) arrays: Vec<(Var, Vec<Atom>)>,
    /// The reads of these.
    pub(crate) reads: Vec<Read>,
    /// The places that indices of a row and of a column stand for that lie outside, with the extent.
    pub(crate) boundaries: [Option<(Boundary, Atom)>; 2],
}

/// A read around the lane.
pub(crate) struct Read {
    /// The position of the statement that reads.
    pub(crate) statement: usize,
    /// The position of the array in [`StencilReads::arrays`].
    pub(crate) array: usize,
    /// The distances in rows and columns.
    pub(crate) away: [i32; 2],
}

impl StencilReads {
    /// The reads of the lanes of a map around their own place, if there are enough of them.
    pub(crate) fn of(soac: &Soac, context: Context) -> Option<StencilReads> {
        let variables = context.variables;
        let scalar = |atom: &Atom| variables.atom_type(*atom).is_scalar();
        let stored = |output: &Output| matches!(output, Output::Store(value) if scalar(value));
        if soac.space.len() < 2
            || !soac.outputs.iter().all(stored)
            || !soac.body.iter().all(is_plain)
        {
            return None;
        }
        let inside = bound_inside(soac);
        let mut groups: Vec<StencilReads> = Vec::new();
        for (statement, read) in soac.body.iter().enumerate() {
            let Some((array, others, places)) = read_around(soac, &inside, read, variables) else {
                continue;
            };
            let known = |group: &StencilReads| group.arrays[0] == (array, others.clone());
            let position = groups.iter().position(known).unwrap_or_else(|| {
                let arrays = vec![(array, others.clone())];
                groups.push(StencilReads { arrays, ..StencilReads::default() });
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
        let mut stencil = StencilReads::default();
        let extents = [2, 1].map(|back| soac.space[soac.space.len() - back].extent);
        groups.into_iter().for_each(|group| stencil.add(group, extents, context));
        (!stencil.reads.is_empty()).then_some(stencil)
    }

    /// The reads of the statements at these positions, which [`StencilReads::of`] has chosen.
    pub(crate) fn at(soac: &Soac, positions: &[usize], variables: &Variables) -> StencilReads {
        let inside = bound_inside(soac);
        let mut stencil = StencilReads::default();
        for statement in positions.iter().copied() {
            let read = &soac.body[statement];
            let Some((array, others, places)) = read_around(soac, &inside, read, variables) else {
                continue;
            };
            let known = stencil.arrays.iter().position(|known| *known == (array, others.clone()));
            let array = known.unwrap_or_else(|| {
                stencil.arrays.push((array, others));
                stencil.arrays.len() - 1
            });
            for (known, (_, boundary)) in stencil.boundaries.iter_mut().zip(&places) {
                *known = known.or(*boundary);
            }
            stencil.reads.push(Read { statement, array, away: places.map(|(away, _)| away) });
        }
        stencil
    }

    /// The positions of the statements that read.
    pub(crate) fn positions(&self) -> Vec<usize> {
        self.reads.iter().map(|read| read.statement).collect()
    }

    /// Returns the largest number of rows or columns between a lane and the elements that it reads.
    pub(crate) fn reach(&self, dimension: usize) -> u32 {
        self.reads.iter().map(|read| read.away[dimension].unsigned_abs()).max().unwrap_or(0)
    }

    /// Adds the reads of an array, if there are enough of them and they agree with those of other arrays on
    /// the values that stand for places outside. An array that is read at the lane's own place alone may end
    /// where the lanes end, `extents` of them: it has elements around a tile only where the others end there,
    /// too.
    fn add(&mut self, other: StencilReads, extents: [Atom; 2], context: Context) {
        let limits = context.limits;
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
        let near = other.reach(0).max(other.reach(1)) <= limits.stencil_reach;
        let mut both = self.boundaries.iter().zip(&other.boundaries).zip(extents);
        let agrees = both.all(|((own, other), extent)| agree(own, other, extent));
        if places.len() < limits.stencil_reads || !near || !agrees {
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

/// The array that a statement reads around the place of the lane, the indices in front of those of
/// the row and the column, and where these two lie.
fn read_around(
    soac: &Soac,
    inside: &VarSet,
    statement: &Statement,
    variables: &Variables,
) -> Option<(Var, Vec<Atom>, [Place; 2])> {
    let Expression::Index(Atom::Var(array), indices) = &statement.expression else {
        return None;
    };
    let (others, own) = indices.split_at_checked(indices.len().checked_sub(2)?)?;
    let batches = &soac.space[..soac.space.len() - 2];
    let same_for_tile = |atom: &Atom| match atom {
        Atom::Var(var) => !inside.contains(var) || batches.iter().any(|lane| lane.index == *var),
        Atom::Constant(_) => true,
    };
    let extents = variables.ty(*array).extents().iter();
    let fixed =
        extents.filter_map(|extent| extent.size()?.var()).all(|extent| !inside.contains(&extent));
    if inside.contains(array) || !fixed || !others.iter().all(same_for_tile) {
        return None;
    }
    let scalar = variables.ty(statement.binds[0]).is_scalar();
    let lanes = &soac.space[batches.len()..];
    let place = |number: usize| {
        let (atom, index) = (own[number], Atom::Var(lanes[number].index));
        if atom == index {
            return Some((0, None));
        }
        let made = soac.body.iter().find(|made| made.binds.first().copied() == atom.var())?;
        let Expression::Scalar(Operation::Boundary(boundary, away), operands) = &made.expression
        else {
            return None;
        };
        let [of, extent] = operands[..] else { return None };
        let fixed = extent.var().is_none_or(|extent| !inside.contains(&extent));
        (of == index && fixed).then_some((*away, Some((*boundary, extent))))
    };
    Some((*array, others.to_vec(), [place(0)?, place(1)?])).filter(|_| scalar)
}

/// The distance of an index from the lane's, and the boundary that it has outside.
type Place = (i32, Option<(Boundary, Atom)>);
