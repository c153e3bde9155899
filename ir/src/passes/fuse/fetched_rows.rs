//! Rows that are fetched are fetched again rather than copied.
//!
//! ```text
//! r = soac [j < n] { i = index k [j]
//!                    row = index m [i] } store row     ─▶    … i = index k [l]
//! … x = index r [l, 2] …  … y = index r [0, 5] …             x = index m [i, 2] …
//! ```
//!
//! A filter of a matrix, for example, keeps the numbers of its rows, and a reader of the rows finds them by
//! these numbers. (Ragged rows are described by their offsets, and need none of this.)

use super::reads::{destinations, reads_of};
use super::uses::Rewritten;
use super::{Fuser, single_store, soac_of};
use crate::analysis::cost;
use crate::core::{Atom, Expression, Soac, Statement, Var};

impl Fuser<'_> {
    /// Fetches rows at all their reads, where storing them would copy them.
    pub fn inline_rows(
        &mut self,
        statements: &mut Vec<Statement>,
        producer: usize,
    ) -> Option<Rewritten> {
        let (array, row) = single_store(&statements[producer])?;
        let soac = soac_of(&statements[producer])?;
        let source = self.fetched_from(soac, row)?;
        let mut reads = 0;
        for statement in self.users(statements, producer, array) {
            let (list, others) = reads_of(statement, array);
            if others > 0 || list.iter().any(|read| read.repeated) {
                return None;
            }
            reads += list.len();
        }
        if !(2..=cost::ROW_READERS).contains(&reads) || self.uses.count(array) != reads {
            return None;
        }
        // It would have to be copied before somebody writes to it.
        if statements[producer + 1..].iter().any(|statement| self.writes_to(statement, source)) {
            return None;
        }
        let soac = soac.clone();
        Some(self.compute_at_reads(statements, producer, array, &soac, row))
    }

    /// The array from outside that a row is fetched from, if the lanes do no more than find it.
    fn fetched_from(&self, soac: &Soac, row: Atom) -> Option<Var> {
        let [_] = soac.space.as_slice() else { return None };
        let (fetch, before) = soac.body.split_last()?;
        let Expression::Index(Atom::Var(source), _) = &fetch.expression else { return None };
        let bound = |var: Var| soac.body.iter().any(|statement| statement.binds.contains(&var));
        if fetch.binds.as_slice() != [row.var()?] || bound(*source) {
            return None;
        }
        let numbers = before
            .iter()
            .filter(|statement| matches!(statement.expression, Expression::Index(..)))
            .count();
        let simple = before.iter().all(|statement| match &statement.expression {
            Expression::Index(..) => self.variables.ty(statement.binds[0]).is_scalar(),
            Expression::Scalar(..) | Expression::Cast(_) => true,
            _ => false,
        });
        let ty = self.variables.ty(fetch.binds[0]);
        let known = ty.extents().iter().map(|extent| extent.size().and_then(Atom::known_size));
        let length = known.product::<Option<usize>>().unwrap_or(usize::MAX);
        let long = !ty.is_scalar() && !ty.is_ragged() && length > cost::SHORT_ROW;
        (numbers <= 1 && simple && before.len() <= 3 && long).then_some(*source)
    }

    /// Returns true if a statement changes an array, somewhere inside.
    fn writes_to(&self, statement: &Statement, array: Var) -> bool {
        let mut changed: Vec<Var> = destinations(statement);
        match &statement.expression {
            Expression::Update { array, .. } => changed.extend(array.var()),
            Expression::Loop(repetition) => {
                changed.extend(repetition.carried.iter().filter_map(|(_, initial)| initial.var()));
            }
            _ => {}
        }
        changed.into_iter().any(|var| self.root(var) == self.root(array))
            || statement
                .expression
                .bodies()
                .iter()
                .any(|body| body.iter().any(|inner| self.writes_to(inner, array)))
    }
}
