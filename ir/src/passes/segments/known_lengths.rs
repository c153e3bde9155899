//! Rows whose lengths are known before the rows are made: the lengths come first, in a kernel of
//! their own, and the exclusive scan of them tells where each row begins before it is made. Nothing is
//! appended, and nothing copied.
//!
//! ```text
//! os, ys = soac [i < n] {                  lens = soac [i < n] { k = index ks [i] } store k
//!   k = index ks [i]                       os = offsets of lens
//!   row: f64[k] = soac …            ─▶     ys = soac [i < n] { start = index os [i]; … }
//! } append (row) of k                        segment row from start
//! ```

use super::SegmentLowering;
use super::form::{Descriptor, Elements, Form};
use super::store::Storing;
use crate::analysis::cost;
use crate::core::visit::free_variables;
use crate::core::{
    Atom, Axis, Expression, Extent, Output, Renaming, Soac, Statement, Type, Var, VarSet,
};

/// The offsets of the rows of one length, which are known before the rows are made.
#[derive(Clone)]
pub(super) struct KnownOffsets {
    pub(super) length: Atom,
    offsets: Atom,
    total: Atom,
    start: Atom,
}

impl SegmentLowering<'_> {
    /// The form of the rows that the lanes store, if the rows are dense and their offsets are known before.
    pub(super) fn stored_at_known_offsets(
        &mut self,
        row: Atom,
        length: Atom,
        inner: &Type,
        body: &mut Vec<Statement>,
        storing: &mut Storing,
    ) -> Option<Form> {
        if inner.is_ragged() {
            return None;
        }
        let known = self.known_offsets(length, body, storing)?;
        let ty = inner.under([Extent::Size(known.total)]);
        let bind = self.variables.add(None, ty);
        storing.outputs.push(Output::Segment { row, start: known.start });
        storing.binds.push(bind);
        self.variables.describes(known.offsets);
        let descriptor = Descriptor::Offsets { offsets: known.offsets, whole: true };
        Some(Form { descriptor, elements: Elements::Dense(Atom::Var(bind)) })
    }

    /// The offsets of rows of this length, if the lengths are known before the lanes make the rows.
    fn known_offsets(
        &mut self,
        length: Atom,
        body: &mut Vec<Statement>,
        storing: &mut Storing,
    ) -> Option<KnownOffsets> {
        if let Some(known) = storing.known_offsets.iter().find(|known| known.length == length) {
            return Some(known.clone());
        }
        // The lengths are a vector, and have a kernel before that of the rows.
        let [extent] = storing.space[..] else { return None };
        if self.depth != 1 {
            return None;
        }
        let (lane, count) = (storing.lane?.var()?, extent.size()?);
        let statements = self.computation(length, lane, body)?;
        let lengths = Soac {
            space: vec![Axis { index: lane, extent: count }],
            body: statements,
            outputs: vec![Output::Store(length)],
            origins: self.origins("lengths"),
        };
        let expression = Expression::Soac(Box::new(lengths));
        let mut lengths = [Statement { binds: Vec::new(), expression, span: self.span }];
        // A variable that replaces one of the lanes is replaced in both kernels.
        self.known.replaced.replace_in_statements(&mut lengths);
        let lengths = Renaming::new().expression(&lengths[0].expression, self.variables);
        self.depth -= 1;
        let before = &mut storing.before;
        let ty = Type::USIZE.under([extent]);
        let lengths = self.write(before, |code| code.bind(ty, lengths));
        let offsets = self.exclusive_scan(lengths, count, before);
        let total = self.write(before, |code| code.element(offsets, count));
        self.depth += 1;
        // Before the rows, which are written from there on.
        let mut first = Vec::new();
        let start = self.write(&mut first, |code| code.element(offsets, Atom::Var(lane)));
        body.splice(0..0, first);
        let known = KnownOffsets { length, offsets, total, start };
        storing.known_offsets.push(known.clone());
        Some(known)
    }

    /// The statements of a body that compute a scalar, if these are few and can be run without
    /// the others.
    fn computation(&self, scalar: Atom, lane: Var, body: &[Statement]) -> Option<Vec<Statement>> {
        let mut needed = VarSet::new();
        needed.extend(self.known.replaced.atom(scalar).var());
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
            if !simple || found.len() == cost::LENGTH_STATEMENTS {
                return None;
            }
            let free = free_variables(statement, self.variables);
            needed.extend(
                free.iter().filter_map(|var| self.known.replaced.atom(Atom::Var(var)).var()),
            );
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
