//! Merging SOACs over the same lanes.

use super::columns::has_columns;
use super::nests::{Extents, nests, same_steering, use_again};
use super::order::{After, put_between};
use super::reads::{Read, reads_of, replace_reads};
use super::uses::Rewritten;
use super::{Fuser, bound_outputs, soac_of};
use crate::analysis::cost;
use crate::core::{Atom, Expression, Output, Renaming, Soac, Statement, Type, Var, VarSet};

/// Returns true if two statements are SOACs that may come to run over the same lanes. A quick test, before
/// the exact one.
fn may_merge(one: &Statement, other: &Statement) -> bool {
    let (Some(first), Some(second)) = (soac_of(one), soac_of(other)) else { return false };
    has_columns(first) && !has_columns(second) || same_extents(first, second)
}

/// Why two SOACs are merged.
#[derive(PartialEq)]
enum Together {
    /// One SOAC reads the results of the other.
    Related,
    /// Both SOACs read the same arrays.
    Siblings,
}

impl Fuser<'_> {
    /// Merges a SOAC with the first of those after it with which that is possible and worth it.
    pub fn merge_with_later(
        &mut self,
        statements: &mut Vec<Statement>,
        producer: usize,
    ) -> Option<Rewritten> {
        let mut after: Option<After> = None;
        for consumer in producer + 1..statements.len() {
            if !may_merge(&statements[producer], &statements[consumer]) {
                continue;
            }
            let after = after.get_or_insert_with(|| After::new(self, statements, producer));
            if let Some(after) = after.adjacent(self, statements, consumer)
                && let Some(changed) = self.merge(statements, producer, consumer, after)
            {
                return Some(changed);
            }
        }
        None
    }

    /// Merges two SOACs if that is possible and worth it. The statements at `after` depend on the
    /// first.
    fn merge(
        &mut self,
        statements: &mut Vec<Statement>,
        producer: usize,
        consumer: usize,
        after: &[usize],
    ) -> Option<Rewritten> {
        let first = soac_of(&statements[producer])?;
        let second = soac_of(&statements[consumer])?;
        let turned = match has_columns(first) && !has_columns(second) {
            true => self.interchanged(&statements[consumer]),
            false => None,
        };
        let positions = [producer, consumer];
        let one = &statements[producer];
        let behind = statements.len() - 1 - consumer;
        if let Some(turned) = turned
            && self.together(positions, one, &turned, true).is_some()
        {
            let merged = self.merged(taken(&mut statements[producer]), turned);
            put_between(statements, producer, consumer, after, merged);
            return Some(Rewritten::Range { first: producer, behind });
        }
        let together = self.together(positions, one, &statements[consumer], false)?;
        let larger = second.body.len() > cost::MUCH_LARGER * first.body.len();
        let first = taken(&mut statements[producer]);
        let second = taken(&mut statements[consumer]);
        if together == Together::Siblings && larger {
            let joins = self.like_sibling(first, &second);
            if let Expression::Soac(soac) = &joins.expression {
                self.uses.join(positions, after, soac);
            }
            put_between(statements, producer, consumer, after, joined(joins, second));
            return Some(Rewritten::Tracked { behind });
        }
        let merged = self.merged(first, second);
        put_between(statements, producer, consumer, after, merged);
        Some(Rewritten::Range { first: producer, behind })
    }

    /// Returns true if a SOAC only stores the values that a combination reads, and nothing else.
    fn feeds_combination(&self, one: &Statement, position: usize, other: &Statement) -> bool {
        let (Some(first), Some(second)) = (soac_of(one), soac_of(other)) else { return false };
        let used = |var: &Var| self.uses.used(position).iter().filter(|use_| *use_ == var).count();
        matches!(second.outputs[..], [Output::Combine { .. }])
            && !first.has_scan()
            && first.outputs.iter().all(|output| matches!(output, Output::Store(_)))
            && one.binds.iter().all(|var| self.uses.count(*var) == used(var))
    }

    /// Tells if two SOACs can run over the same lanes together, and gain by it, and why. They stand at
    /// these positions, or the second is the one there turned around.
    fn together(
        &self,
        positions: [usize; 2],
        one: &Statement,
        other: &Statement,
        is_transposed: bool,
    ) -> Option<Together> {
        let (first, second) = (soac_of(one)?, soac_of(other)?);
        let feeds = self.feeds_combination(one, positions[1], other);
        if !same_extents(first, second) || !(feeds || compatible(first, second)) {
            return None;
        }
        if self.reads_destination(one, other) || self.reads_destination(other, one) {
            return None;
        }
        let related = self.aligned(one, positions[1], other)?;
        // A scan over the results of another scan has to wait for it.
        if related && first.has_scan() && second.has_scan() {
            return None;
        }
        if related {
            return (!reads_costly_rows_again(one, other)).then_some(Together::Related);
        }
        let siblings = !feeds
            && (self.share_input(positions, one, other) || (reduces(first) && reduces(second)))
            && !self.appends_rows(one)
            && !self.appends_rows(other)
            && self.same_nest(positions, first, second, is_transposed)
            && same_steering(first, second);
        siblings.then_some(Together::Siblings)
    }

    /// Returns true if nests have the same extents inside.
    fn same_nest(
        &self,
        [one, other]: [usize; 2],
        first: &Soac,
        second: &Soac,
        is_transposed: bool,
    ) -> bool {
        let extents = self.uses.extents(one, first);
        match is_transposed {
            true => *extents == Extents::of(second),
            false => extents == self.uses.extents(other, second),
        }
    }

    /// Tells how the second SOAC reads the values that the first stores: `Some(true)` if only at its own
    /// lane, `Some(false)` if it does not use the first at all, `None` if it uses it otherwise.
    fn aligned(&self, first: &Statement, position: usize, second: &Statement) -> Option<bool> {
        let soac = soac_of(first)?;
        let lanes: Vec<Atom> =
            soac_of(second)?.space.iter().map(|lane| Atom::Var(lane.index)).collect();
        let scalar = |var: &&Var| self.variables.ty(**var).is_scalar();
        if first.binds.iter().filter(scalar).any(|bind| self.uses.mentions(position, *bind)) {
            return None;
        }
        // A length may be in types alone.
        let size = |var: &&Var| *self.variables.ty(**var) == Type::USIZE;
        if first.binds.iter().any(|bind| size(&bind)) {
            let needed = self.uses.free(position, second, self.variables);
            if first.binds.iter().filter(size).any(|bind| needed.contains(bind)) {
                return None;
            }
        }
        let mut related = false;
        for (var, output) in bound_outputs(first) {
            if !self.uses.mentions(position, var) {
                continue;
            }
            let (reads, others) = reads_of(second, var);
            let rank = self.variables.ty(var).rank();
            let aligned = |read: &Read| match soac.outputs[output] {
                Output::Store(_) => read.indices.starts_with(&lanes),
                Output::Columns(_) => read.indices.len() == rank && read.indices.ends_with(&lanes),
                _ => false,
            };
            if others > 0 || !reads.iter().all(aligned) {
                return None;
            }
            related |= !reads.is_empty();
        }
        Some(related)
    }

    /// Returns true if lanes give rows of lengths of their own. On devices teams compute the rows of such a
    /// kernel, but not the other outputs beside them.
    fn appends_rows(&self, statement: &Statement) -> bool {
        let has_append =
            |soac: &Soac| soac.outputs.iter().any(|output| matches!(output, Output::Append { .. }));
        soac_of(statement).is_some_and(has_append)
            || statement.binds.iter().any(|bind| self.variables.ty(*bind).is_ragged())
    }

    /// Returns true if two SOACs read the same array.
    fn share_input(&self, positions: [usize; 2], first: &Statement, second: &Statement) -> bool {
        let inputs = self.uses.inputs(positions[0], first).iter().map(|var| self.root(*var));
        let inputs: VarSet = inputs.collect();
        let others = self.uses.inputs(positions[1], second);
        others.iter().any(|var| inputs.contains(&self.root(*var)))
    }

    /// The merged statement: first the producer's body, then the consumer's, in which the
    /// elements read are the producer's values.
    fn merged(&mut self, first: Statement, mut second: Statement) -> Statement {
        let mut renaming = Renaming::new();
        let outputs = bound_outputs(&first);
        let Expression::Soac(producer) = first.expression else { unreachable!("it is a SOAC") };
        let Soac { space, mut body, outputs: mut given, mut origins } = *producer;
        let Expression::Soac(consumer) = &mut second.expression else {
            unreachable!("it is a SOAC")
        };
        let has_nest = nests(&body) && nests(&consumer.body);
        for (own, other) in consumer.space.iter().zip(&space) {
            renaming.insert(own.index, Atom::Var(other.index));
        }
        for (var, output) in outputs {
            let depth = space.len();
            match given[output] {
                Output::Store(value) => {
                    self.read_value(&mut consumer.body, var, depth, value, &mut renaming);
                }
                Output::Columns(value) => {
                    let rank = self.variables.ty(var).rank();
                    replace_reads(&mut consumer.body, var, &mut |statement, indices| {
                        let inner = indices[..rank - depth].to_vec();
                        let expression = Expression::Index(value, inner);
                        vec![Statement { expression, ..statement.clone() }]
                    });
                }
                _ => {}
            }
        }
        if has_nest {
            use_again(&body, &mut consumer.body, &mut renaming);
        }
        self.replace_inside(std::slice::from_mut(&mut second), &renaming);
        let Expression::Soac(consumer) = second.expression else { unreachable!("it is a SOAC") };
        body.extend(consumer.body);
        given.extend(consumer.outputs);
        origins.extend(consumer.origins);
        let binds = first.binds.into_iter().chain(second.binds).collect();
        let soac = Soac { space, body, outputs: given, origins };
        Statement { binds, expression: Expression::Soac(Box::new(soac)), span: first.span }
    }

    /// A statement with the lanes of a sibling, without the reads and computations that the sibling has,
    /// too.
    fn like_sibling(&mut self, mut statement: Statement, sibling: &Statement) -> Statement {
        let (Some(own), Some(other)) = (soac_of(&statement), soac_of(sibling)) else {
            unreachable!("they are SOACs")
        };
        let mut renaming = Renaming::new();
        for (own, other) in own.space.iter().zip(&other.space) {
            renaming.insert(own.index, Atom::Var(other.index));
        }
        let has_nest = nests(&own.body) && nests(&other.body);
        if let Expression::Soac(own) = &mut statement.expression
            && has_nest
        {
            use_again(&other.body, &mut own.body, &mut renaming);
        }
        self.replace_inside(std::slice::from_mut(&mut statement), &renaming);
        statement
    }

    /// Makes reads of `array` at its first `depth` indices uses of `value`.
    pub fn read_value(
        &mut self,
        body: &mut Vec<Statement>,
        array: Var,
        depth: usize,
        value: Atom,
        renaming: &mut Renaming,
    ) {
        replace_reads(body, array, &mut |statement, indices| {
            if indices.len() > depth {
                let rest = indices[depth..].to_vec();
                let expression = Expression::Index(value, rest);
                let read = Statement { expression, ..statement.clone() };
                self.definitions.add_statement(&read);
                return vec![read];
            }
            self.read_becomes(statement, value, renaming);
            Vec::new()
        });
    }
}

/// One statement of two siblings over the same lanes, the second of which keeps its place: the first one,
/// which is smaller, needs nothing of it.
fn joined(first: Statement, second: Statement) -> Statement {
    let (Expression::Soac(one), Expression::Soac(mut other)) =
        (first.expression, second.expression)
    else {
        unreachable!("they are SOACs")
    };
    let mut binds = first.binds;
    binds.extend(second.binds);
    other.body.extend(one.body);
    other.outputs.splice(0..0, one.outputs);
    other.origins.splice(0..0, one.origins);
    Statement { binds, expression: Expression::Soac(other), span: first.span }
}

/// Returns true if a consumer goes through rows of a producer again and again, and the elements of these
/// rows have loops of their own, as in a product of three matrices: apart, each SOAC runs over all elements
/// in parallel; together, only over the rows.
fn reads_costly_rows_again(producer: &Statement, consumer: &Statement) -> bool {
    let Some(soac) = soac_of(producer) else { return false };
    let costly = soac.body.iter().any(|statement| match &statement.expression {
        Expression::Soac(row) => row.body.iter().any(|s| !s.expression.bodies().is_empty()),
        _ => false,
    });
    costly
        && bound_outputs(producer).iter().any(|(var, _)| {
            let again = |read: &Read| {
                read.lanes.iter().any(|lane| !read.indices.contains(&Atom::Var(*lane)))
            };
            reads_of(consumer, *var).0.iter().any(again)
        })
}

/// Takes a statement out of its place, which goes away.
fn taken(statement: &mut Statement) -> Statement {
    let gone = Expression::Array(Vec::new());
    let expression = std::mem::replace(&mut statement.expression, gone);
    Statement { binds: std::mem::take(&mut statement.binds), expression, span: statement.span }
}

/// Returns true if a SOAC only reduces: the components of one array are then reduced in one traversal.
fn reduces(soac: &Soac) -> bool {
    soac.outputs.iter().all(|output| matches!(output, Output::Reduce { .. }))
}

fn same_extents(first: &Soac, second: &Soac) -> bool {
    first.space.len() == second.space.len()
        && first.space.iter().zip(&second.space).all(|(one, other)| one.extent == other.extent)
}

/// A kernel has at most one of: scans, compactions, combinations into arrays. Each is a pattern
/// of execution of its own; stores, reductions and scatters go along with any of them. A
/// combination has no company; it takes its producers in by pulling, or by merging with one that
/// stores several arrays for it alone.
fn compatible(first: &Soac, second: &Soac) -> bool {
    let has = |test: fn(&Soac) -> bool| test(first) || test(second);
    let scans = has(|soac| soac.has_scan());
    let compacts = has(|soac| soac.outputs.iter().any(|o| matches!(o, Output::Compact { .. })));
    let combines = has(|soac| soac.outputs.iter().any(|o| matches!(o, Output::Combine { .. })));
    let appends = has(|soac| soac.outputs.iter().any(|o| matches!(o, Output::Append { .. })));
    !(combines || scans && compacts || appends && (scans || compacts))
}
