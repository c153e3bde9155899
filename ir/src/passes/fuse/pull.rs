//! Computing elements where they are read.

use super::reads::{Read, reads_of, replace_reads};
use super::uses::Rewritten;
use super::{Fuser, single_store, soac_of};
use crate::analysis::definitions::Definition;
use crate::core::operation::Operation;
use crate::core::visit::{bound_in, free_variables};
use crate::core::{
    Atom, Axis, Condition, Expression, Extent, Output, Renaming, Soac, Statement, Statements, Type,
    Var, Variables, View,
};
use crate::passes::collapse::costs_little;
use crate::source::Span;

/// The way in which a producer's elements are computed where they are read.
enum Plan {
    /// The body of a perfect nest in place of the read.
    Element(Nest),
    /// The body of the outer dimension at the top of the consumer.
    Row,
    /// The body of the rows in place of the read; the scalars of the outer dimension that the rows need
    /// stay where they are stored.
    InnerNest(Nest, OuterScalars),
}

/// A nest of stores with nothing between its levels.
struct Nest {
    lanes: Vec<Axis>,
    body: Vec<Statement>,
    value: Atom,
    /// The scalars of the outer dimension that are read from arrays, and these.
    read: Vec<(Var, Var)>,
}

/// The part of a producer that stays: the scalars of the outer dimension that its rows need.
struct OuterScalars {
    outside: Vec<Statement>,
    scalars: Vec<Var>,
}

/// A producer, the views of the array that it stores, and the one read of the last of them.
struct Path {
    consumer: usize,
    views: Vec<usize>,
    /// The array that is read: the last view, or the producer's own.
    seen: Var,
    read: Read,
}

impl Fuser<'_> {
    /// Moves a producer into the only statement that reads it, if each element is read at most
    /// once there.
    pub fn pull(&mut self, statements: &mut Vec<Statement>, producer: usize) -> Option<Rewritten> {
        let path = self.path(statements, producer)?;
        if self.reads_destination(&statements[producer], &statements[path.consumer]) {
            return None;
        }
        let chain: Vec<Statement> =
            path.views.iter().map(|view| statements[*view].clone()).collect();
        let plan = self.plan(statements, producer, &path, &chain)?;
        let span = statements[producer].span;
        // The empty array left in its place goes away.
        let gone = Expression::Array(Vec::new());
        let Expression::Soac(first) = std::mem::replace(&mut statements[producer].expression, gone)
        else {
            unreachable!("it is a SOAC")
        };
        let consumer = std::slice::from_mut(&mut statements[path.consumer]);
        let Expression::Soac(second) = &mut consumer[0].expression else {
            unreachable!("it is a SOAC")
        };
        let mut renamed = Renaming::new();
        let mut stored_scalars = None;
        second.origins = first.origins.iter().chain(&second.origins).cloned().collect();
        match plan {
            Plan::Element(nest) => {
                self.pull_element(&nest, second, &path, &chain, span, &mut renamed);
            }
            Plan::InnerNest(mut nest, OuterScalars { outside, scalars }) => {
                let arrays: Vec<Var> = scalars
                    .iter()
                    .map(|var| self.variables.at_points(*var, &first.space))
                    .collect();
                nest.read = scalars.iter().copied().zip(arrays.iter().copied()).collect();
                self.pull_element(&nest, second, &path, &chain, span, &mut renamed);
                let outputs = scalars.into_iter().map(|var| Output::Store(var.into())).collect();
                let soac = Soac { body: outside, outputs, ..*first };
                stored_scalars = (!arrays.is_empty()).then(|| Statement {
                    binds: arrays,
                    expression: Expression::Soac(Box::new(soac)),
                    span,
                });
            }
            Plan::Row => self.pull_row(&first, second, &path, &chain, span, &mut renamed),
        }
        self.replace_inside(consumer, &renamed);
        let changed =
            Rewritten::Range { first: producer, behind: statements.len() - 1 - path.consumer };
        for position in path.views.into_iter().rev() {
            statements.remove(position);
        }
        statements.splice(producer..=producer, stored_scalars);
        Some(changed)
    }

    /// Follows a producer through views to the one read of it.
    fn path(&self, statements: &[Statement], producer: usize) -> Option<Path> {
        let (mut seen, _) = single_store(&statements[producer])?;
        let mut views = Vec::new();
        let consumer = loop {
            if self.uses.count(seen) != 1 {
                return None;
            }
            let user = (producer + 1..statements.len())
                .find(|position| self.uses.mentions(*position, seen))?;
            match &statements[user].expression {
                Expression::View(_) if statements[user].binds.len() == 1 => {
                    views.push(user);
                    seen = statements[user].binds[0];
                }
                Expression::Soac(_) => break user,
                _ => return None,
            }
        };
        let (mut reads, others) = reads_of(&statements[consumer], seen);
        let read = reads.pop()?;
        if others > 0 || !reads.is_empty() || read.repeated {
            return None;
        }
        // The producer moves to its consumer: past nothing that depends on it.
        if !self.is_free_between(statements, producer, consumer, &views) {
            return None;
        }
        Some(Path { consumer, views, seen, read })
    }

    /// The way in which the elements read are computed, if each is read at most once.
    fn plan(
        &self,
        statements: &[Statement],
        producer: usize,
        path: &Path,
        chain: &[Statement],
    ) -> Option<Plan> {
        let first = soac_of(&statements[producer])?;
        let second = soac_of(&statements[path.consumer])?;
        let read = &path.read;
        if !chain.iter().all(shows_once) {
            return None;
        }
        // A chain that can fail must be evaluated for every element, as before.
        let everything = chain.iter().all(shows_all)
            && first.space.len() == 1
            && second.space.len() == 1
            && first.space[0].extent == second.space[0].extent;
        let total = !statements[producer].expression.may_fail();
        let rank = self.variables.ty(single_store(&statements[producer])?.0).rank();
        // True if each lane reads another element of a nest.
        let reads_element = |nest: &Nest| {
            self.variables.ty(path.seen).rank() == read.indices.len()
                && nest.lanes.len() == rank
                && self.decided(&read.indices, &read.lanes)
        };
        if let Some(nest) = perfect_nest(first)
            && reads_element(&nest)
            && (total || (everything && !read.conditional && read.lanes.len() == 1))
        {
            return Some(Plan::Element(nest));
        }
        let own: Vec<Var> = second.space.iter().map(|lane| lane.index).collect();
        // A row that only a branch reads may not be there elsewhere.
        if read.conditional {
            return None;
        }
        // Rows whose elements have loops of their own are better computed in parallel.
        let looped = first.body.iter().any(|statement| match &statement.expression {
            Expression::Soac(row) => row.body.iter().any(|s| !s.expression.bodies().is_empty()),
            other => !other.bodies().is_empty(),
        });
        let rows = chain.iter().all(keeps_rows) && first.space.len() == 1 && !looped;
        let outer = read.indices[0];
        if rows
            && self.decided(&[outer], &own)
            && at_top(&second.body, &own, outer)
            && (total || everything)
        {
            return Some(Plan::Row);
        }
        if total
            && !looped
            && let Some((nest, scalars)) = inner_nest(first, self.variables)
            && reads_element(&nest)
        {
            return Some(Plan::InnerNest(nest, scalars));
        }
        None
    }

    /// Returns true if different lanes have different indices: each lane is, but for an offset, one of the
    /// indices.
    fn decided(&self, indices: &[Atom], lanes: &[Var]) -> bool {
        lanes.iter().all(|lane| indices.iter().any(|index| self.decides(*index, *lane, lanes)))
    }

    fn decides(&self, index: Atom, lane: Var, lanes: &[Var]) -> bool {
        if index == Atom::Var(lane) {
            return true;
        }
        match self.definitions.of_atom(index) {
            Some(Definition::Scalar(Operation::Add | Operation::Subtract, operands)) => {
                let fixed = |atom: Atom| match atom {
                    Atom::Constant(_) => true,
                    Atom::Var(var) => !lanes.contains(&var) && self.definitions.get(var).is_none(),
                };
                (self.decides(operands[0], lane, lanes) && fixed(operands[1]))
                    || (self.decides(operands[1], lane, lanes) && fixed(operands[0]))
            }
            // A checked index is the index.
            Some(Definition::Check(Condition::Index(_), operands)) => {
                self.decides(operands[0], lane, lanes)
            }
            _ => false,
        }
    }

    fn pull_element(
        &mut self,
        nest: &Nest,
        second: &mut Soac,
        path: &Path,
        chain: &[Statement],
        span: Span,
        renamed: &mut Renaming,
    ) {
        replace_reads(&mut second.body, path.seen, &mut |read, indices| {
            let mut list = Vec::new();
            let mut code = Statements::new(self.variables, span, &mut list);
            let indices = through(&mut code, chain, indices.to_vec());
            let mut renaming = Renaming::new();
            for (lane, index) in nest.lanes.iter().zip(&indices) {
                renaming.insert(lane.index, *index);
            }
            for (scalar, array) in &nest.read {
                let ty = code.variables.ty(*array);
                let (rank, ty) = (ty.rank(), Type::Scalar(ty.element()));
                let read = Expression::Index(Atom::Var(*array), indices[..rank].to_vec());
                let read = code.bind(ty, read);
                renaming.insert(*scalar, read);
            }
            list.extend(renaming.statements(&nest.body, self.variables));
            self.definitions.learn(&list);
            renamed.insert(read.binds[0], renaming.atom(nest.value));
            list
        });
    }

    fn pull_row(
        &mut self,
        first: &Soac,
        second: &mut Soac,
        path: &Path,
        chain: &[Statement],
        span: Span,
        renamed: &mut Renaming,
    ) {
        let Output::Store(value) = first.outputs[0] else { return };
        let outer = path.read.indices[0];
        let mut list = Vec::new();
        let mut code = Statements::new(self.variables, span, &mut list);
        let indices = through(&mut code, chain, vec![outer]);
        let mut renaming = Renaming::new();
        renaming.insert(first.space[0].index, indices[0]);
        list.extend(renaming.statements(&first.body, self.variables));
        self.definitions.learn(&list);
        let value = renaming.atom(value);
        self.read_value(&mut second.body, path.seen, 1, value, renamed);
        // After the statement that makes the index, before the one that reads.
        let place = second
            .body
            .iter()
            .position(|statement| outer.var().is_some_and(|var| statement.binds.contains(&var)))
            .map_or(0, |position| position + 1);
        second.body.splice(place..place, list);
    }
}

fn perfect_nest(soac: &Soac) -> Option<Nest> {
    let [Output::Store(value)] = soac.outputs.as_slice() else { return None };
    if soac.has_scan() {
        return None;
    }
    let mut lanes = soac.space.clone();
    if let [Statement { binds, expression: Expression::Soac(inner), .. }] = soac.body.as_slice()
        && binds.as_slice() == value.var().as_slice()
        && let Some(nest) = perfect_nest(inner)
    {
        lanes.extend(nest.lanes);
        return Some(Nest { lanes, ..nest });
    }
    Some(Nest { lanes, body: soac.body.clone(), value: *value, read: Vec::new() })
}

/// A nest with scalars between its levels: those that cost little are computed for each element, the
/// others stay where they are.
fn inner_nest(soac: &Soac, variables: &Variables) -> Option<(Nest, OuterScalars)> {
    let ([Output::Store(row)], Some((last, outside))) =
        (soac.outputs.as_slice(), soac.body.split_last())
    else {
        return None;
    };
    let Statement { binds, expression: Expression::Soac(inner), .. } = last else { return None };
    if soac.has_scan() || soac.is_sequential_inside() || binds.as_slice() != row.var().as_slice() {
        return None;
    }
    let Nest { lanes, mut body, value, .. } = perfect_nest(inner)?;
    let bound = bound_in(outside);
    let mut scalars: Vec<Var> =
        free_variables(last, variables).iter().filter(|var| bound.contains(var)).collect();
    let are_scalars = scalars.iter().all(|var| variables.ty(*var).is_scalar());
    let regular = lanes.iter().all(|lane| {
        let of_lane = |var| bound.contains(&var) || soac.space.iter().any(|own| own.index == var);
        !lane.extent.var().is_some_and(of_lane)
    });
    if !are_scalars || !regular {
        return None;
    }
    let mut outside = outside.to_vec();
    if costs_little(&outside) {
        scalars.clear();
        body.splice(..0, std::mem::take(&mut outside));
    }
    let lanes = soac.space.iter().copied().chain(lanes).collect();
    Some((Nest { lanes, body, value, read: Vec::new() }, OuterScalars { outside, scalars }))
}

/// Views that show no element twice.
fn shows_once(view: &Statement) -> bool {
    shows_all(view) || matches!(view.expression, Expression::View(View::Slice(..)))
}

/// Views that show every element exactly once.
fn shows_all(view: &Statement) -> bool {
    matches!(
        view.expression,
        Expression::View(
            View::Reverse(_) | View::Rotate(..) | View::Transpose(..) | View::Reshape(_)
        )
    )
}

/// Views that only rearrange the outermost dimension.
fn keeps_rows(view: &Statement) -> bool {
    matches!(
        view.expression,
        Expression::View(View::Reverse(_) | View::Rotate(..) | View::Slice(..))
    )
}

/// Returns true if an index is known at the top of a body: it is a lane, or bound by one of the body's
/// statements, or comes from outside.
fn at_top(body: &[Statement], lanes: &[Var], index: Atom) -> bool {
    let Atom::Var(var) = index else { return true };
    if lanes.contains(&var) || body.iter().any(|statement| statement.binds.contains(&var)) {
        return true;
    }
    !body.iter().any(|statement| binds_inside(statement, var))
}

fn binds_inside(statement: &Statement, var: Var) -> bool {
    struct Find(Var, bool);
    impl crate::core::visit::Visitor for Find {
        fn atom(&mut self, _: &Atom) {}
        fn bind(&mut self, var: &Var) {
            self.1 |= *var == self.0;
        }
    }
    let mut find = Find(var, false);
    crate::core::visit::read::statement(statement, &mut find);
    find.1
}

/// The indices into the producer's array for indices into the last view of a chain.
fn through(code: &mut Statements<'_>, chain: &[Statement], mut indices: Vec<Atom>) -> Vec<Atom> {
    for view in chain.iter().rev() {
        let Expression::View(kind) = &view.expression else { continue };
        let ty = code.variables.ty(view.binds[0]).clone();
        let Extent::Size(length) = ty.extents()[0] else { continue };
        match kind {
            View::Slice(_, start) => {
                indices[0] = code.scalar(Operation::Add, &[indices[0], *start]);
            }
            View::Reverse(_) => {
                let last = code.scalar(Operation::Subtract, &[length, Atom::size(1)]);
                indices[0] = code.scalar(Operation::Subtract, &[last, indices[0]]);
            }
            View::Rotate(_, by) => {
                let moved = code.scalar(Operation::Add, &[indices[0], *by]);
                let wrapped = code.scalar(Operation::Subtract, &[moved, length]);
                let inside = code.scalar(Operation::Less, &[moved, length]);
                let select = Expression::Select([inside, moved, wrapped]);
                indices[0] = code.bind(Type::USIZE, select);
            }
            View::Transpose(_, order) => {
                indices = View::transposed(order, &indices);
            }
            View::Reshape(inner) => {
                let old = code.variables.atom_type(*inner);
                indices = reshape(code, &ty, &old, &indices);
            }
            _ => {}
        }
    }
    indices
}

/// Through the position in row-major order.
fn reshape(code: &mut Statements<'_>, new: &Type, old: &Type, indices: &[Atom]) -> Vec<Atom> {
    let size = |extent: &Extent| extent.size().unwrap_or(Atom::size(1));
    let mut position = indices[0];
    for (extent, index) in new.extents().iter().zip(indices).skip(1) {
        position = code.scalar(Operation::Multiply, &[position, size(extent)]);
        position = code.scalar(Operation::Add, &[position, *index]);
    }
    let mut source = Vec::new();
    for extent in old.extents().iter().skip(1).rev() {
        source.push(code.scalar(Operation::Remainder, &[position, size(extent)]));
        position = code.scalar(Operation::Divide, &[position, size(extent)]);
    }
    source.push(position);
    source.reverse();
    source
}
