//! Compares the nests of siblings: they merge if they run over the same lanes inside, too, and the merged
//! nest computes shared values once.
//!
//! The lengths of ragged rows are other variables in each nest. Two such lengths are the same if they come
//! from the same row, that is, if they are computed alike from the lanes and from variables around the nests.

use rustc_hash::FxHashMap;

use super::soac_of;
use crate::core::operation::Operation;
use crate::core::{Atom, Check, Condition, Expression, Renaming, Soac, Statement, Var};

/// The number of definitions through which a length is followed.
const DEPTH: usize = 8;

/// Returns true if a body has lanes inside.
pub(super) fn nests(body: &[Statement]) -> bool {
    body.iter().any(|statement| !statement.expression.bodies().is_empty())
}

/// The extents of a SOAC and of those inside, each once, told alike for nests that compute them alike.
/// Siblings that differ in them are not merged, so that each remains as regular as it is.
#[derive(PartialEq, Eq)]
pub(super) struct Extents(Vec<Vec<Source>>);

impl Extents {
    pub fn of(soac: &Soac) -> Extents {
        let mut nest = Nest::default();
        nest.collect(soac, 0);
        Extents(nest.extents)
    }
}

/// Returns true if `#[sequential]` keeps the inner SOACs of both in their lanes, or of neither. Siblings
/// that differ in that are not merged, so that the attribute is said of one of them only.
pub(super) fn same_steering(first: &Soac, second: &Soac) -> bool {
    first.is_sequential_inside() == second.is_sequential_inside()
        || !nests(&first.body) && !nests(&second.body)
}

/// The origin of a value, the same for nests that compute it alike.
#[derive(Clone, PartialEq, Eq)]
enum Source {
    /// From outside of the nest.
    Outside(Atom),
    /// The index of this axis, of the SOAC at this depth.
    Index(usize, usize),
    /// The variable at this place among those that a read binds.
    Read(usize, Vec<Source>),
    Computed(Operation, Vec<Source>),
    Checked(Condition, Vec<Source>),
    /// Otherwise: the same as nothing but itself.
    Inside(Var),
}

/// The definition of a variable that the nest binds.
enum Bound<'a> {
    Index(usize, usize),
    Statement(usize, &'a Statement),
}

#[derive(Default)]
struct Nest<'a> {
    bound: FxHashMap<Var, Bound<'a>>,
    extents: Vec<Vec<Source>>,
}

impl<'a> Nest<'a> {
    fn collect(&mut self, soac: &'a Soac, depth: usize) {
        let extents = soac.space.iter().map(|lane| self.source(lane.extent, DEPTH)).collect();
        self.add(extents);
        for (axis, lane) in soac.space.iter().enumerate() {
            self.bound.insert(lane.index, Bound::Index(depth, axis));
        }
        for statement in &soac.body {
            for (place, bind) in statement.binds.iter().enumerate() {
                self.bound.insert(*bind, Bound::Statement(place, statement));
            }
            match soac_of(statement) {
                Some(inner) => self.collect(inner, depth + 1),
                // A scan inside goes along the lanes of its row.
                None if depth > 0 && matches!(statement.expression, Expression::Scan(_)) => {}
                None if !statement.expression.bodies().is_empty() => self.add(Vec::new()),
                None => {}
            }
        }
    }

    fn add(&mut self, extents: Vec<Source>) {
        if !self.extents.contains(&extents) {
            self.extents.push(extents);
        }
    }

    fn source(&self, atom: Atom, depth: usize) -> Source {
        let Some(var) = atom.var() else { return Source::Outside(atom) };
        let sources = |operands: &[Atom]| {
            operands.iter().map(|operand| self.source(*operand, depth - 1)).collect()
        };
        match self.bound.get(&var) {
            None => Source::Outside(atom),
            Some(Bound::Index(depth, axis)) => Source::Index(*depth, *axis),
            Some(_) if depth == 0 => Source::Inside(var),
            Some(Bound::Statement(place, statement)) => match &statement.expression {
                Expression::Index(array, indices) => {
                    let operands: Vec<Atom> = [*array].into_iter().chain(indices.clone()).collect();
                    Source::Read(*place, sources(&operands))
                }
                Expression::Scalar(operation, operands) => {
                    Source::Computed(*operation, sources(operands))
                }
                Expression::Check(Check { condition, operands, when }) => {
                    let operands: Vec<Atom> = operands.iter().chain(when).copied().collect();
                    Source::Checked(condition.clone(), sources(&operands))
                }
                _ => Source::Inside(var),
            },
        }
    }
}

/// Leaves out of a body the statements that the body before it has, too, so that the nests of both have the
/// same extents and may become one. Adds to the renaming, which is still to be applied to the body.
pub(super) fn use_again(before: &[Statement], body: &mut Vec<Statement>, renaming: &mut Renaming) {
    body.retain(|statement| {
        let again = before.iter().find(|other| {
            other.binds.len() == statement.binds.len()
                && same_value(&other.expression, &statement.expression, renaming)
        });
        let Some(again) = again else { return true };
        for (bind, other) in statement.binds.iter().zip(&again.binds) {
            renaming.insert(*bind, Atom::Var(*other));
        }
        false
    });
}

/// Returns true if an expression is the same as another after a renaming, and gives the same.
fn same_value(one: &Expression, other: &Expression, renaming: &Renaming) -> bool {
    let same = |one: &[Atom], other: &[Atom]| {
        one.len() == other.len()
            && one.iter().zip(other).all(|(one, other)| *one == renaming.atom(*other))
    };
    match (one, other) {
        (Expression::Index(array, indices), Expression::Index(other, others)) => {
            same(&[*array], &[*other]) && same(indices, others)
        }
        (Expression::Scalar(operation, operands), Expression::Scalar(other, others)) => {
            operation == other && same(operands, others)
        }
        (Expression::Check(one), Expression::Check(other)) => {
            one.condition == other.condition
                && same(&one.operands, &other.operands)
                && same(one.when.as_slice(), other.when.as_slice())
        }
        _ => false,
    }
}
