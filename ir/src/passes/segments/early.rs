//! Rows whose lengths are known before the rows are made: the lengths come first, in a kernel of
//! their own, so that every row has its place when it is made. Nothing is appended, and nothing
//! copied.
//!
//! ```text
//! os, ys = soac [i < n] {                  lens = soac [i < n] { k = index ks [i] } store k
//!   k = index ks [i]                       os = offsets of lens
//!   row: f64[k] = soac …            ─▶     ys = soac [i < n] { start = index os [i]; … }
//! } append (row) of k                        segment row from start
//! ```

use super::form::{Inside, Rows, Segments};
use super::store::Storing;
use super::{Cutter, Formed};
use crate::core::visit::free_variables;
use crate::core::{
    Atom, Expression, Extent, Lane, Output, Renaming, Soac, Statement, Type, Var, VarSet,
};

/// How many statements a length may take.
const MOST: usize = 12;

/// The places of the rows of one length.
#[derive(Clone)]
pub(super) struct Places {
    pub(super) length: Atom,
    offsets: Atom,
    total: Atom,
    start: Atom,
}

impl Cutter<'_> {
    /// The array of the dense rows of a lane, if it is known early where each of them goes.
    pub(super) fn placed(
        &mut self,
        row: Atom,
        length: Atom,
        inner: &Type,
        body: &mut Vec<Statement>,
        storing: &mut Storing,
    ) -> Formed<Option<Segments>> {
        let Some(places) = self.places(length, body, storing)? else { return Ok(None) };
        let ty = inner.under([Extent::Size(places.total)]);
        let bind = self.variables.add(None, ty);
        storing.outputs.push(Output::Segment { row, start: places.start });
        storing.binds.push(bind);
        self.variables.describes(places.offsets);
        let rows = Rows::Offsets { offsets: places.offsets, whole: true };
        Ok(Some(Segments { rows, inside: Inside::Dense(Atom::Var(bind)) }))
    }

    /// Where rows of this length go.
    fn places(
        &mut self,
        length: Atom,
        body: &mut Vec<Statement>,
        storing: &mut Storing,
    ) -> Formed<Option<Places>> {
        if let Some(known) = storing.places.iter().find(|places| places.length == length) {
            return Ok(Some(known.clone()));
        }
        let (Some(lane), [extent]) = (storing.lane, &storing.space[..]) else { return Ok(None) };
        let (Some(lane), Some(count)) = (lane.var(), extent.size()) else { return Ok(None) };
        let Some(statements) =
            (self.level == 1).then(|| self.computation(length, lane, body)).flatten()
        else {
            return Ok(None);
        };
        let lengths = Soac {
            space: vec![Lane { index: lane, extent: count }],
            body: statements,
            outputs: vec![Output::Store(length)],
            origins: self.origins("lengths"),
        };
        let lengths = Expression::Soac(Box::new(lengths));
        let lengths = Renaming::new().expression(&lengths, self.variables);
        self.level -= 1;
        let before = &mut storing.before;
        let ty = Type::USIZE.under([*extent]);
        let lengths = self.bind(ty, lengths, before);
        let offsets = self.offsets(lengths, count, before);
        let total = self.index_at(offsets, count, before);
        self.level += 1;
        // Before the rows, which are written from there on.
        let mut first = Vec::new();
        let start = self.index_at(offsets, Atom::Var(lane), &mut first);
        body.splice(0..0, first);
        let places = Places { length, offsets, total, start };
        storing.places.push(places.clone());
        Ok(Some(places))
    }

    /// The statements of a body that compute a scalar, if these are few and can be run without
    /// the others.
    fn computation(&self, scalar: Atom, lane: Var, body: &[Statement]) -> Option<Vec<Statement>> {
        let mut needed = VarSet::new();
        needed.extend(self.replaced.atom(scalar).var());
        let mut found = Vec::new();
        for statement in body.iter().rev() {
            if !statement.binds.iter().any(|bind| needed.contains(bind)) {
                continue;
            }
            let simple = match &statement.expression {
                Expression::Scalar(..) | Expression::Cast(_) | Expression::Select(_) => true,
                Expression::Index(array, _) => {
                    self.is_outside(*array) && self.variables.ty(statement.binds[0]).is_scalar()
                }
                _ => false,
            };
            if !simple || found.len() == MOST {
                return None;
            }
            let free = free_variables(statement, self.variables);
            needed.extend(free.iter().filter_map(|var| self.replaced.atom(Atom::Var(var)).var()));
            for bind in &statement.binds {
                needed.remove(bind);
            }
            found.push(statement.clone());
        }
        found.reverse();
        let known = |var| var == lane || self.is_outside(Atom::Var(var));
        needed.iter().all(known).then_some(found)
    }
}
