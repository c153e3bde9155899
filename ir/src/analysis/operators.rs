//! The components of operators of reductions and scans: single operations, or the smaller key of `argmin` and
//! its kind.

use super::slice::slice_of;
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

/// The facts about an operator that takes all of its operands by their keys.
pub(super) struct ByKey {
    /// The type of the keys.
    pub(super) key: ScalarType,
    /// True if it is the smaller key that is taken.
    pub(super) is_smaller: bool,
    /// The truth value that tells if the right operands are taken.
    taken: Atom,
    /// The truth value that tells if they are, wherever they come from.
    nearer: Atom,
}

/// The operator of `argmin`, `max_by_key`, … for operands of which the left ones have the places before
/// those of the right ones: it needs not look at these.
pub fn of_ordered_places(operator: &Lambda, variables: &Variables) -> Option<Lambda> {
    let ByKey { taken, nearer, .. } = by_key(operator, variables)?;
    let mut ordered = operator.clone();
    for statement in &mut ordered.body.statements {
        if let Expression::Select([condition, ..]) = &mut statement.expression
            && *condition == taken
        {
            *condition = nearer;
        }
    }
    // Without the statements that looked at the places.
    let statements = &ordered.body.statements;
    let failing = statements.iter().filter(|statement| statement.expression.may_fail());
    let failing = failing.flat_map(|statement| statement.binds.iter().map(|var| Atom::Var(*var)));
    let needed = ordered.body.results.iter().copied().chain(failing);
    let needed = slice_of(statements, variables, needed);
    let mut position = 0..;
    ordered.body.statements.retain(|_| position.next().is_some_and(|at| needed.contains(&at)));
    Some(ordered)
}

pub(super) fn by_key(operator: &Lambda, variables: &Variables) -> Option<ByKey> {
    use Operation::{And, Less, Not, Or, OrderedLess};
    let statements = &operator.body.statements;
    let (left, right) = operator.parameters.split_at(operator.parameters.len() / 2);
    let [(a, b), (i, j), ..] = left.iter().zip(right).collect::<Vec<_>>()[..] else { return None };
    let [a, b, i, j] = [a, b, i, j].map(|var| Atom::Var(*var));
    let mut taken = None;
    for (result, (left, right)) in operator.body.results.iter().zip(left.iter().zip(right)) {
        match defined(*result, statements)? {
            Expression::Select([p, then, otherwise])
                if (*then, *otherwise) == (Atom::Var(*right), Atom::Var(*left))
                    && *taken.get_or_insert(*p) == *p => {}
            _ => return None,
        }
    }
    let scalar = |atom: Atom, wanted: Operation| match defined(atom, statements)? {
        Expression::Scalar(operation, operands) if *operation == wanted => Some(&operands[..]),
        _ => None,
    };
    let [nearer, first] = *scalar(taken?, Or)? else { return None };
    let [not_farther, before] = *scalar(first, And)? else { return None };
    let farther = scalar(*scalar(not_farther, Not)?.first()?, OrderedLess)?;
    let is_first = scalar(before, Less)? == [j, i] && variables.element(i) == ScalarType::Usize;
    let key = variables.element(a);
    let is_smaller = match *scalar(nearer, OrderedLess)? {
        [x, y] if is_first && [x, y] == [b, a] && *farther == [a, b] => true,
        [x, y] if is_first && [x, y] == [a, b] && *farther == [b, a] => false,
        _ => return None,
    };
    Some(ByKey { key, is_smaller, taken: taken?, nearer })
}

fn defined(atom: Atom, statements: &[Statement]) -> Option<&Expression> {
    let var = atom.var()?;
    let statement = statements.iter().find(|statement| statement.binds == [var])?;
    Some(&statement.expression)
}
