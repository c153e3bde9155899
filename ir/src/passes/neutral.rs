//! Neutral elements of operators, and the operators of `argmin` and its kind.

use crate::core::{
    Atom, Constant, Expression, Lambda, Operation, ScalarType, Statement, Type, Var, Variables,
};
use crate::passes::simplify::dead::remove_from;

/// The neutral element of an operator, one for each accumulator, if its components are
/// operations that are known to have one. Combining with it changes no bit: that of a sum of
/// floats is `-0.0`.
pub fn neutral(operator: &Lambda, variables: &Variables) -> Option<Vec<Constant>> {
    match components(operator, variables) {
        Some(components) => components.into_iter().map(Component::neutral).collect(),
        None => neutral_by_key(operator, variables),
    }
}

/// The neutral element of `argmin`, `max_by_key`, …, which take all of the right operands, or of the
/// left ones: those with the smaller or greater key, or else the first place. It has the key that no
/// other is behind, and is behind all places; what comes with these does not matter.
///
/// ```text
/// (if p { b } else { a }, if p { j } else { i }, …)  where p = b < a || !(a < b) && j < i
/// ```
fn neutral_by_key(operator: &Lambda, variables: &Variables) -> Option<Vec<Constant>> {
    let ByKey { key, .. } = by_key(operator, variables)?;
    let left = &operator.parameters[..operator.parameters.len() / 2];
    let more = left[2..].iter().map(|var| variables.ty(*var).element().zero());
    Some([key, Constant::Usize(u64::MAX)].into_iter().chain(more).collect())
}

/// What is known of an operator that takes all of its operands by their keys.
struct ByKey {
    /// The key that no other is behind.
    key: Constant,
    /// Whether the right operands are taken.
    taken: Atom,
    /// Whether they are, wherever they come from.
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
    // What looked at the places.
    remove_from(&mut ordered, variables);
    Some(ordered)
}

fn by_key(operator: &Lambda, variables: &Variables) -> Option<ByKey> {
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
    let key = match *scalar(nearer, OrderedLess)? {
        [x, y] if is_first && [x, y] == [b, a] && *farther == [a, b] => last(key),
        [x, y] if is_first && [x, y] == [a, b] && *farther == [b, a] => self::first(key),
        _ => return None,
    };
    Some(ByKey { key, taken: taken?, nearer })
}

/// What an operator does to one accumulator alone.
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
    /// What it combines.
    pub fn ty(self) -> ScalarType {
        match self {
            Component::Operation(_, ty) | Component::Smaller(ty) | Component::Greater(ty) => ty,
        }
    }

    /// What changes nothing when it is combined.
    fn neutral(self) -> Option<Constant> {
        match self {
            Component::Operation(operation, ty) => of_operation(operation, ty),
            Component::Smaller(ty) => Some(last(ty)),
            Component::Greater(ty) => Some(first(ty)),
        }
    }
}

fn defined(atom: Atom, statements: &[Statement]) -> Option<&Expression> {
    let var = atom.var()?;
    let statement = statements.iter().find(|statement| statement.binds == [var])?;
    Some(&statement.expression)
}

fn of_operation(operation: Operation, ty: ScalarType) -> Option<Constant> {
    let number = |value| Some(Constant::from_integer(ty, value));
    match operation {
        Operation::Add => Some(match ty {
            ScalarType::F32 => Constant::F32(-0.0),
            ScalarType::F64 => Constant::F64(-0.0),
            _ => ty.zero(),
        }),
        Operation::Multiply => Some(match ty {
            ScalarType::F32 => Constant::F32(1.0),
            ScalarType::F64 => Constant::F64(1.0),
            _ => Constant::from_integer(ty, 1),
        }),
        Operation::And if ty == ScalarType::Bool => Some(Constant::Bool(true)),
        Operation::And => number(-1),
        Operation::Or | Operation::Xor => Some(ty.zero()),
        Operation::Function(function) => match function.name {
            "min" => Some(if ty.is_float() { nan(ty) } else { last(ty) }),
            "max" => Some(if ty.is_float() { nan(ty) } else { first(ty) }),
            "wrapping_add" => number(0),
            "wrapping_mul" => number(1),
            _ => None,
        },
        _ => None,
    }
}

fn nan(ty: ScalarType) -> Constant {
    if ty == ScalarType::F32 { Constant::F32(f32::NAN) } else { Constant::F64(f64::NAN) }
}

/// The last value in the order of `sort`.
fn last(ty: ScalarType) -> Constant {
    match ty {
        ScalarType::Bool => Constant::Bool(true),
        ScalarType::F32 => Constant::F32(f32::from_bits(u32::MAX >> 1)),
        ScalarType::F64 => Constant::F64(f64::from_bits(u64::MAX >> 1)),
        _ => Constant::from_integer(ty, ty.maximum()),
    }
}

/// The first value in the order of `sort`.
fn first(ty: ScalarType) -> Constant {
    match ty {
        ScalarType::Bool => Constant::Bool(false),
        ScalarType::F32 => Constant::F32(f32::from_bits(u32::MAX)),
        ScalarType::F64 => Constant::F64(f64::from_bits(u64::MAX)),
        _ => Constant::from_integer(ty, ty.minimum()),
    }
}
