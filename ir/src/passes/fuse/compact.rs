//! Consumers of the elements that a filter kept.
//!
//! ```text
//! k, ys = soac [i < n] { x = index xs [i]; p = … } compact (x) when p
//! s     = soac [j < k] { y = index ys [j]; z = mul y y } reduce (z) from (0) …
//!   ─▶
//! s     = soac [i < n] { x = index xs [i]; p = …; z = mul x x } reduce (z) from (0) when p …
//! ```
//!
//! The consumer runs over all lanes, and only counts where the filter kept one. Work that costs
//! something is only done there.

use super::order::{After, put_between};
use super::reads::reads_of;
use super::uses::Rewritten;
use super::{Fuser, bound_outputs, output_uses, rewrite_outputs, soac_of};
use crate::analysis::cost;
use crate::core::operation::Operation;
use crate::core::visit::{bound_inside, each_size, each_use};
use crate::core::{Atom, Block, Expression, If, Output, Renaming, Soac, Statement, Type, Var};

impl Fuser<'_> {
    /// Merges a filter with a SOAC over the kept elements.
    pub fn join_compacted(
        &mut self,
        statements: &mut Vec<Statement>,
        producer: usize,
    ) -> Option<Rewritten> {
        let first = soac_of(&statements[producer])?;
        if first.space.len() != 1 || first.has_scan() {
            return None;
        }
        let kept = compactions(&statements[producer]);
        for (count, arrays, output) in kept {
            let mut after = After::new(self, statements, producer);
            for consumer in producer + 1..statements.len() {
                if self.joins(statements, [producer, consumer], count, &arrays)
                    && !self.reads_destination(&statements[producer], &statements[consumer])
                    && let Some(after) = after.adjacent(self, statements, consumer)
                    && let Some((mut merged, renaming)) =
                        self.joined(&statements[producer], &statements[consumer], output)
                {
                    self.replace_inside(std::slice::from_mut(&mut merged), &renaming);
                    let behind = statements.len() - 1 - consumer;
                    put_between(statements, producer, consumer, after, merged);
                    return Some(Rewritten::Range { first: producer, behind });
                }
            }
        }
        None
    }

    /// Returns true if a statement runs over the kept elements, and uses them only element by element.
    fn joins(
        &self,
        statements: &[Statement],
        [producer, consumer]: [usize; 2],
        count: Var,
        arrays: &[Var],
    ) -> bool {
        let Some(second) = soac_of(&statements[consumer]) else { return false };
        let [lane] = second.space.as_slice() else { return false };
        if lane.extent != Atom::Var(count) || second.has_scan() {
            return false;
        }
        // Its index must only be used to read the kept elements, and the count not at all.
        let mut reads = 0;
        for array in arrays {
            let (list, others) = reads_of(&statements[consumer], *array);
            let own =
                |read: &super::reads::Read| read.indices.first() == Some(&Atom::Var(lane.index));
            if others > 0 || !list.iter().all(own) {
                return false;
            }
            reads += list.len();
        }
        let (mut index_uses, mut count_uses) = (0, 0);
        each_use(&statements[consumer].expression, |var| {
            index_uses += usize::from(var == lane.index);
            count_uses += usize::from(var == count);
        });
        // Nor may the arrays in its body be as long, or as anything else that was kept.
        let mut as_long = false;
        for var in bound_inside(second).iter() {
            each_size(self.variables.ty(var).extents(), |size| {
                as_long |= statements[producer].binds.contains(&size);
            });
        }
        // Rows are gathered once it is known how many there are.
        let simple = second.outputs.iter().all(|output| match output {
            Output::Store(value) => self.variables.atom_type(*value).is_scalar(),
            Output::Reduce { .. } | Output::Compact { .. } | Output::Scatter { .. } => true,
            Output::Columns(_)
            | Output::Segment { .. }
            | Output::Append { .. }
            | Output::Combine { .. } => false,
        });
        index_uses == reads && count_uses == 1 && !as_long && simple
    }

    /// The merged statement.
    fn joined(
        &mut self,
        first: &Statement,
        second: &Statement,
        compaction: usize,
    ) -> Option<(Statement, Renaming)> {
        let (producer, consumer) = (soac_of(first)?.clone(), soac_of(second)?.clone());
        let Output::Compact { values, when } = producer.outputs[compaction].clone() else {
            return None;
        };
        let arrays: Vec<Var> = bound_outputs(first)
            .into_iter()
            .filter(|bound| bound.1 == compaction)
            .map(|bound| bound.0)
            .skip(1)
            .collect();
        let mut renaming = Renaming::new();
        let mut body = consumer.body;
        for (array, value) in arrays.iter().zip(&values) {
            self.read_value(&mut body, *array, 1, *value, &mut renaming);
        }
        let mut outputs = consumer.outputs.clone();
        // In the consumer, the element read is already the value.
        renaming.replace_in_statements(&mut body);
        // The other values that the producer binds are known at its own lane only.
        let lane = Atom::Var(producer.space[0].index);
        for (var, output) in bound_outputs(first) {
            if arrays.contains(&var) {
                continue;
            }
            let reading =
                Soac { body: body.clone(), outputs: consumer.outputs.clone(), ..producer.clone() };
            let reading =
                Statement { expression: Expression::Soac(Box::new(reading)), ..second.clone() };
            let (reads, others) = reads_of(&reading, var);
            let own = reads.iter().all(|read| read.indices.first() == Some(&lane));
            match producer.outputs[output] {
                _ if others > 0 || !own => return None,
                Output::Store(value) if !reads.is_empty() => {
                    self.read_value(&mut body, var, 1, value, &mut renaming);
                    renaming.replace_in_statements(&mut body);
                }
                _ if !reads.is_empty() => return None,
                _ => {}
            }
        }
        let mut wrapper =
            Soac { space: Vec::new(), body: Vec::new(), outputs, origins: Vec::new() };
        rewrite_outputs(&mut wrapper, &renaming);
        let needed = output_uses(&wrapper);
        outputs = wrapper.outputs;
        let (mut body, guarded) = self.guard(body, &needed, when, first.span)?;
        let mut scratch =
            Soac { space: Vec::new(), body: Vec::new(), outputs, origins: Vec::new() };
        rewrite_outputs(&mut scratch, &guarded);
        let mut merged = producer;
        let mut binds = Vec::new();
        let mut first_binds = first.binds.iter().copied();
        let mut second_binds = second.binds.iter().copied();
        // The consumer's stores become arrays of the same compaction.
        let mut more_values = Vec::new();
        let mut more_binds = Vec::new();
        let mut more_outputs = Vec::new();
        let mut late_binds = Vec::new();
        for output in scratch.outputs {
            let own: Vec<Var> = second_binds.by_ref().take(output.binds()).collect();
            if let Output::Store(value) = output {
                more_values.push(value);
                more_binds.extend(own);
            } else {
                more_outputs.push(self.under(output, when, &mut body, first.span));
                late_binds.extend(own);
            }
        }
        for (position, output) in merged.outputs.iter_mut().enumerate() {
            let count = output.binds();
            binds.extend(first_binds.by_ref().take(count));
            if position == compaction
                && let Output::Compact { values, .. } = output
            {
                values.append(&mut more_values);
                binds.append(&mut more_binds);
            }
        }
        binds.append(&mut late_binds);
        merged.body.append(&mut body);
        merged.outputs.append(&mut more_outputs);
        merged.origins.extend(consumer.origins);
        let expression = Expression::Soac(Box::new(merged));
        Some((Statement { binds, expression, span: first.span }, renaming))
    }

    /// Statements that are evaluated only if a flag holds, unless they are cheap anyway, and the names that
    /// the variables needed from them have afterwards.
    fn guard(
        &mut self,
        body: Vec<Statement>,
        needed: &[Var],
        when: Atom,
        span: crate::source::Span,
    ) -> Option<(Vec<Statement>, Renaming)> {
        let mut cost = 0;
        let mut total = true;
        for statement in &body {
            total &= self.definitions.can_speculate(statement, self.variables);
            cost += match &statement.expression {
                Expression::Scalar(operation, operands) => {
                    operation.cost(self.variables.element(operands[0]))
                }
                other if other.bodies().is_empty() => 1,
                _ => cost::DROPPED_LANES + 1,
            };
        }
        if total && cost <= cost::DROPPED_LANES {
            return Some((body, Renaming::new()));
        }
        let bound: Vec<Var> = body.iter().flat_map(|statement| statement.binds.clone()).collect();
        let mut results: Vec<Var> =
            needed.iter().copied().filter(|var| bound.contains(var)).collect();
        results.sort_unstable();
        results.dedup();
        // Arrays have no value to give where nothing is computed.
        if results.iter().any(|var| !self.variables.ty(*var).is_scalar()) {
            return None;
        }
        let mut guarded = Renaming::new();
        let mut binds = Vec::new();
        for var in &results {
            let ty = self.variables.ty(*var).clone();
            let bind = self.variables.add(self.variables.name(*var).cloned(), ty);
            guarded.insert(*var, Atom::Var(bind));
            binds.push(bind);
        }
        let zeros = results
            .iter()
            .map(|var| Atom::Constant(self.variables.ty(*var).element().zero()))
            .collect();
        let then = Block {
            statements: body,
            results: results.iter().map(|var| Atom::Var(*var)).collect(),
        };
        let otherwise = Block { statements: Vec::new(), results: zeros };
        let branch = If { condition: when, then, otherwise };
        let statement = Statement { binds, expression: Expression::If(Box::new(branch)), span };
        Some((vec![statement], guarded))
    }

    /// An output that only counts where a flag holds.
    fn under(
        &mut self,
        output: Output,
        flag: Atom,
        body: &mut Vec<Statement>,
        span: crate::source::Span,
    ) -> Output {
        let mut both = |when: Option<Atom>| match when {
            None => flag,
            Some(when) => {
                let var = self.variables.add(None, Type::BOOL);
                let expression = Expression::Scalar(Operation::And, vec![flag, when]);
                body.push(Statement { binds: vec![var], expression, span });
                Atom::Var(var)
            }
        };
        match output {
            Output::Reduce { values, initial, operator, when, commutative } => {
                let when = Some(both(when));
                Output::Reduce { values, initial, operator, when, commutative }
            }
            Output::Compact { values, when } => Output::Compact { values, when: both(Some(when)) },
            Output::Scatter { destinations, index, values, when } => {
                let when = Some(both(when));
                Output::Scatter { destinations, index, values, when }
            }
            other => other,
        }
    }
}

/// The compactions of a SOAC: the count, the arrays, the position of the output.
fn compactions(statement: &Statement) -> Vec<(Var, Vec<Var>, usize)> {
    let Some(soac) = soac_of(statement) else { return Vec::new() };
    let mut list = Vec::new();
    let bound = bound_outputs(statement);
    for (position, output) in soac.outputs.iter().enumerate() {
        if let Output::Compact { .. } = output {
            let mut own = bound.iter().filter(|b| b.1 == position).map(|b| b.0);
            if let Some(count) = own.next() {
                list.push((count, own.collect(), position));
            }
        }
    }
    list
}
