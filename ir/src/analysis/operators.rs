//! The components of operators of reductions and scans: single operations, or the smaller key of `argmin` and
//! its kind.

use crate::core::operation::KeyOrder;
use crate::core::{
    Atom, Expression, Lambda, Operation, ScalarType, Statement, Type, Var, Variables,
};

/// The operation of an operator on one accumulator alone.
#[derive(Clone, Copy)]
pub enum Component {
    /// An operation of both operands, in one or the other order.
    Operation(Operation, ScalarType),
    /// The smaller one in the order of `sort`.
    Smaller(ScalarType),
    /// The greater one in the order of `sort`.
    Greater(ScalarType),
}

/// The components of an operator, if each of them is a single operation and needs no other.
pub fn components(operator: &Lambda, variables: &Variables) -> Option<Vec<Component>> {
    let count = operator.parameters.len() / 2;
    let (left, right) = operator.parameters.split_at(count);
    let statements = &operator.body.statements;
    // Every component by itself: nothing else may happen on the way.
    let results = operator.body.results.iter();
    results
        .zip(left.iter().zip(right))
        .map(|(result, (a, b))| component(*result, *a, *b, statements, variables))
        .collect()
}

fn component(
    result: Atom,
    a: Var,
    b: Var,
    statements: &[Statement],
    variables: &Variables,
) -> Option<Component> {
    let Type::Scalar(ty) = *variables.ty(a) else { return None };
    let both = |list: &[Atom]| {
        list == [Atom::Var(a), Atom::Var(b)] || list == [Atom::Var(b), Atom::Var(a)]
    };
    match defined(result, statements)? {
        Expression::Scalar(operation, operands) if both(operands) => {
            Some(Component::Operation(*operation, ty))
        }
        Expression::Select([condition, then, otherwise]) if both(&[*then, *otherwise]) => {
            let Expression::Scalar(Operation::OrderedLess, compared) =
                defined(*condition, statements)?
            else {
                return None;
            };
            if !both(compared) {
                return None;
            }
            // `if x < y { x } else { y }` is the minimum.
            let smallest = compared[0] == *then;
            Some(if smallest { Component::Smaller(ty) } else { Component::Greater(ty) })
        }
        _ => None,
    }
}

impl Component {
    /// Returns the type of the values that it combines.
    pub fn ty(self) -> ScalarType {
        match self {
            Component::Operation(_, ty) | Component::Smaller(ty) | Component::Greater(ty) => ty,
        }
    }
}

/// The facts about an operator that takes all of the right operands where these come first in a stable sort
/// by keys, or else all of the left ones: that of `argmin`, `max_by_key`, ….
pub(super) struct ByKey {
    /// The type of the keys.
    pub(super) key: ScalarType,
    /// The order of the keys.
    pub(super) order: KeyOrder,
    /// The truth value that tells if the right operands are taken.
    taken: Var,
}

/// The operator of `argmin`, `max_by_key`, … for operands of which the left ones have the places before
/// those of the right ones: it needs not look at these.
pub fn of_ordered_places(operator: &Lambda, variables: &Variables) -> Option<Lambda> {
    let ByKey { order, taken, .. } = by_key(operator, variables)?;
    let mut ordered = operator.clone();
    let mut statements = ordered.body.statements.iter_mut();
    let choice = statements.find(|statement| statement.binds == [taken])?;
    let Expression::Scalar(_, candidates) = &choice.expression else { return None };
    let keys = order.smaller_first(candidates[0], candidates[2]);
    choice.expression = Expression::Scalar(Operation::OrderedLess, keys.to_vec());
    Some(ordered)
}

pub(super) fn by_key(operator: &Lambda, variables: &Variables) -> Option<ByKey> {
    let statements = &operator.body.statements;
    let (left, right) = operator.parameters.split_at(operator.parameters.len() / 2);
    let mut taken = None;
    for (result, (left, right)) in operator.body.results.iter().zip(left.iter().zip(right)) {
        match defined(*result, statements)? {
            Expression::Select([p, then, otherwise])
                if (*then, *otherwise) == (Atom::Var(*right), Atom::Var(*left))
                    && *taken.get_or_insert(*p) == *p => {}
            _ => return None,
        }
    }
    let taken = taken?.var()?;
    let Expression::Scalar(Operation::Precedes(order), candidates) =
        defined(Atom::Var(taken), statements)?
    else {
        return None;
    };
    let by_first = [right.first()?, right.get(1)?, left.first()?, left.get(1)?];
    let is_by_first = candidates.iter().eq(by_first.map(|var| Atom::Var(*var)).iter());
    let key = variables.element(candidates[0]);
    is_by_first.then_some(ByKey { key, order: *order, taken })
}

fn defined(atom: Atom, statements: &[Statement]) -> Option<&Expression> {
    let var = atom.var()?;
    let statement = statements.iter().find(|statement| statement.binds == [var])?;
    Some(&statement.expression)
}
