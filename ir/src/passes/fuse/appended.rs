//! Reductions of rows that lanes append, or of all rows of an array that they make.
//!
//! ```text
//! c, os, ys = soac [i < n] { k = …; row = … } append (row) of k
//! s         = soac [e < c] { y = index ys [e]; z = mul y y } reduce (z) from (a) …
//!   ─▶
//! s         = soac [i < n] {
//!     k = …; row = …
//!     t = soac [j < k] { y = index row [j]; z = mul y y } reduce (z) from (identity) …
//! } reduce (t) from (a) …
//!
//! zs = reshape ys: [n][m]
//! s  = soac [e < c] { z = index zs [e] } reduce (z) …
//!   ─▶
//! s  = soac [i < n, j < m] { z = index ys [i, j] } reduce (z) …
//! ```
//!
//! The rows are never put together, and each is then fused with its own reduction: a nest of loops. That
//! takes an operator with an identity element, with which rows begin and empty ones end. It is done where
//! lanes would need memory for the rows; host code goes through all elements in parallel, however
//! different the rows are.

use super::order::{After, put_between};
use super::reads::{Read, reads_of, replace_reads};
use super::uses::Rewritten;
use super::{Fuser, single_store, soac_of};
use crate::analysis::identity_of;
use crate::core::operation::Operation;
use crate::core::visit::{bound_inside, each_size, each_use};
use crate::core::{
    Atom, Axis, Expression, Extent, Lambda, Output, Renaming, Soac, Statement, Type, Var, View,
};

impl Fuser<'_> {
    /// Reduces the rows that lanes append where they are made.
    pub fn join_appended(
        &mut self,
        statements: &mut Vec<Statement>,
        producer: usize,
    ) -> Option<Rewritten> {
        let [count, offsets, ref arrays @ ..] = statements[producer].binds[..] else { return None };
        let appends =
            matches!(soac_of(&statements[producer])?.outputs[..], [Output::Append { .. }]);
        if self.nesting == 0 || !appends || self.uses.count(offsets) > 0 {
            return None;
        }
        let arrays = arrays.to_vec();
        let consumer = (producer + 1..statements.len())
            .find(|position| arrays.iter().any(|array| self.uses.mentions(*position, *array)))?;
        if !self.reduces(&statements[consumer], count, &arrays) {
            return None;
        }
        let span = statements[producer].span;
        let mut after = After::new(self, statements, producer);
        let after = after.adjacent(self, statements, consumer)?.to_vec();
        let soac = soac_of(&statements[producer])?;
        let [Output::Append { rows, length, .. }] = &soac.outputs[..] else { return None };
        let rows: Vec<(Var, Atom)> = arrays.iter().copied().zip(rows.iter().copied()).collect();
        let (mut merged, length) = (soac.clone(), *length);
        // The number of elements may still be used, so it stays as a sum of the lengths.
        let operator = Lambda::sum_of_sizes(Operation::Add, self.variables, span);
        merged.outputs = vec![Output::Reduce {
            values: vec![length],
            initial: Some(vec![Atom::size(0)]),
            operator,
            when: None,
            commutative: true,
        }];
        let mut binds = vec![count];
        self.reduce_in(&mut merged, &mut binds, &rows, length, &statements[consumer])?;
        let expression = Expression::Soac(Box::new(merged));
        let merged = Statement { binds, expression, span };
        let behind = statements.len() - 1 - consumer;
        put_between(statements, producer, consumer, &after, merged);
        Some(Rewritten::Range { first: producer, behind })
    }

    /// Reduces the elements of all rows of an array in lanes over the rows and their elements.
    pub fn reduce_rows(
        &mut self,
        statements: &mut Vec<Statement>,
        producer: usize,
    ) -> Option<Rewritten> {
        let (array, value) = single_store(&statements[producer])?;
        if self.nesting == 0 || self.uses.count(array) != 1 {
            return None;
        }
        let mentions = |from: usize, var| {
            (from + 1..statements.len()).find(|position| self.uses.mentions(*position, var))
        };
        let view = mentions(producer, array)?;
        let Expression::View(View::Reshape(_)) = statements[view].expression else { return None };
        let all = statements[view].binds[0];
        let consumer = mentions(view, all)?;
        let mut soac = soac_of(&statements[consumer])?.clone();
        let [lane] = soac.space[..] else { return None };
        let of_all = self.variables.ty(all).extents() == [Extent::Size(lane.extent)];
        let reads = of_all && self.reads_in_lane(&statements[consumer], &[all]);
        if !reads || !self.has_identity_elements(&soac) {
            return None;
        }
        let extents = self.variables.ty(array).extents().iter().map(|extent| extent.size());
        let extents = extents.collect::<Option<Vec<Atom>>>()?;
        let behind = statements.len() - 1 - consumer;
        let mut lanes = soac_of(&statements[producer])?.clone();
        if lanes.space.len() == extents.len() {
            // The lanes of both are the elements.
            let name = self.variables.name(lane.index).cloned();
            let fresh = extents.into_iter().map(|extent| {
                let index = self.variables.add(name.clone(), Type::USIZE);
                Axis { index, extent }
            });
            soac.space = fresh.collect();
            let indices: Vec<Atom> = soac.space.iter().map(|lane| Atom::Var(lane.index)).collect();
            replace_reads(&mut soac.body, all, &mut |read, _| {
                let expression = Expression::Index(Atom::Var(array), indices.clone());
                vec![Statement { expression, ..read.clone() }]
            });
            statements[consumer].expression = Expression::Soac(Box::new(soac));
            self.definitions.learn(std::slice::from_ref(&statements[consumer]));
            statements.remove(view);
            return Some(Rewritten::Range { first: view, behind });
        }
        let [length] = extents[lanes.space.len()..] else { return None };
        lanes.outputs.clear();
        // The view is gone then.
        if !self.is_free_between(statements, producer, consumer, &[view]) {
            return None;
        }
        let (span, mut binds) = (statements[producer].span, Vec::new());
        self.reduce_in(&mut lanes, &mut binds, &[(all, value)], length, &statements[consumer])?;
        let expression = Expression::Soac(Box::new(lanes));
        statements[consumer] = Statement { binds, expression, span };
        statements.remove(view);
        statements.remove(producer);
        Some(Rewritten::Range { first: producer, behind })
    }

    /// Returns true if a SOAC reads these arrays at its lane alone, nothing else uses the arrays, and the
    /// index of the lane has no other use.
    fn reads_in_lane(&self, statement: &Statement, arrays: &[Var]) -> bool {
        let Some([lane]) = soac_of(statement).map(|soac| &soac.space[..]) else { return false };
        let mut reads = 0;
        for array in arrays {
            let (list, others) = reads_of(statement, *array);
            let in_lane = |read: &Read| read.indices.first() == Some(&Atom::Var(lane.index));
            if others > 0 || self.uses.count(*array) != list.len() || !list.iter().all(in_lane) {
                return false;
            }
            reads += list.len();
        }
        let mut uses = 0;
        each_use(&statement.expression, |var| uses += usize::from(var == lane.index));
        uses == reads
    }

    /// Returns true if a statement only reduces the elements of arrays of this count, which nothing else
    /// uses.
    fn reduces(&self, statement: &Statement, count: Var, arrays: &[Var]) -> bool {
        let Some(soac) = soac_of(statement) else { return false };
        let [lane] = soac.space[..] else { return false };
        let mut count_uses = 0;
        each_use(&statement.expression, |var| count_uses += usize::from(var == count));
        let mut as_long = false;
        for var in bound_inside(soac).iter() {
            each_size(self.variables.ty(var).extents(), |size| as_long |= size == count);
        }
        lane.extent == Atom::Var(count)
            && count_uses == 1
            && !as_long
            && self.reads_in_lane(statement, arrays)
            && self.has_identity_elements(soac)
    }

    /// Returns true if a SOAC only reduces, by operators that have identity elements.
    fn has_identity_elements(&self, soac: &Soac) -> bool {
        let reduces = |output: &Output| match output {
            Output::Reduce { operator, .. } => identity_of(operator, self.variables).is_some(),
            _ => false,
        };
        !soac.has_scan() && soac.outputs.iter().all(reduces)
    }

    /// Has the lanes of a SOAC reduce rows, each of which stands for an array in the consumer.
    fn reduce_in(
        &mut self,
        lanes: &mut Soac,
        binds: &mut Vec<Var>,
        rows: &[(Var, Atom)],
        length: Atom,
        consumer: &Statement,
    ) -> Option<()> {
        let reduction = soac_of(consumer)?;
        let mut renaming = Renaming::new();
        for (array, row) in rows {
            renaming.insert(*array, *row);
        }
        let index = renaming.fresh(reduction.space[0].index, self.variables);
        let body = renaming.statements(&reduction.body, self.variables);
        let (mut outputs, mut inner_binds) = (Vec::new(), Vec::new());
        for output in &reduction.outputs {
            let Output::Reduce { values, initial, operator, when, commutative } = output else {
                return None;
            };
            let commutative = *commutative;
            let identity = identity_of(operator, self.variables)?;
            let of_row: Vec<Var> = identity
                .iter()
                .map(|value| self.variables.add(None, Type::Scalar(value.ty())))
                .collect();
            lanes.outputs.push(Output::Reduce {
                values: of_row.iter().map(|bind| Atom::Var(*bind)).collect(),
                initial: initial.clone(),
                operator: Renaming::new().lambda(operator, self.variables),
                when: None,
                commutative,
            });
            inner_binds.extend(of_row);
            outputs.push(Output::Reduce {
                values: values.iter().map(|value| renaming.atom(*value)).collect(),
                initial: Some(identity.into_iter().map(Atom::Constant).collect()),
                operator: operator.clone(),
                when: when.map(|when| renaming.atom(when)),
                commutative,
            });
        }
        let (space, origins) = (vec![Axis { index, extent: length }], reduction.origins.clone());
        let inner = Expression::Soac(Box::new(Soac { space, body, outputs, origins }));
        let inner = Statement { binds: inner_binds, expression: inner, span: consumer.span };
        self.definitions.learn(std::slice::from_ref(&inner));
        lanes.body.push(inner);
        binds.extend(&consumer.binds);
        Some(())
    }
}
