//! Conditions that neighbouring lanes decide by where they are: the lanes of a tile where such a condition
//! holds are neighbours.

use rustc_hash::FxHashMap;

use super::varying::{Shape, Varying};
use crate::core::{Atom, Block, Expression, Operation, Statement, Var};

/// The arithmetic and the operands of each scalar.
pub(crate) type Scalars = FxHashMap<Var, (Operation, Vec<Atom>)>;

/// Remembers how scalars among statements are computed, at any depth.
pub(crate) fn learn(statements: &[Statement], scalars: &mut Scalars) {
    for statement in statements {
        if let Expression::Scalar(operation, operands) = &statement.expression {
            scalars.insert(statement.binds[0], (operation.arithmetic(), operands.clone()));
        }
        for body in statement.expression.bodies() {
            learn(body, scalars);
        }
    }
}

/// Returns true if the lanes of a tile where a condition holds, or does not, are neighbours.
pub(crate) fn is_guard(condition: Atom, holds: bool, varying: &Varying, scalars: &Scalars) -> bool {
    use Operation::{And, Equal, Less, LessEqual, Not, NotEqual, Or};
    let Some(var) = condition.var().filter(|_| varying.atom(condition)) else { return true };
    match scalars.get(&var) {
        Some((Not, operands)) => is_guard(operands[0], !holds, varying, scalars),
        Some((And, both)) if holds => both.iter().all(|c| is_guard(*c, holds, varying, scalars)),
        Some((Or, both)) if !holds => both.iter().all(|c| is_guard(*c, holds, varying, scalars)),
        Some((Equal | NotEqual | Less | LessEqual, operands)) => {
            let [a, b] = [0, 1].map(|operand: usize| operands[operand]);
            let counted = if varying.atom(a) { a } else { b };
            varying.atom(a) != varying.atom(b) && counts_on(counted, varying, scalars)
        }
        _ => false,
    }
}

/// Returns true if an operand counts lanes, from wherever.
fn counts_on(atom: Atom, varying: &Varying, scalars: &Scalars) -> bool {
    let Some(var) = atom.var() else { return false };
    if var == varying.neighbours() || varying.shape_of(var) == Some(Shape::Counts) {
        return true;
    }
    match scalars.get(&var) {
        Some((Operation::Add, operands)) => {
            let [a, b] = [0, 1].map(|operand: usize| operands[operand]);
            let counted = if varying.atom(a) { a } else { b };
            varying.atom(a) != varying.atom(b) && counts_on(counted, varying, scalars)
        }
        Some((Operation::Subtract, operands)) => {
            !varying.atom(operands[1]) && counts_on(operands[0], varying, scalars)
        }
        _ => false,
    }
}

/// Returns the number of elements that an arm reads.
pub(crate) fn reads(block: &Block) -> usize {
    count(&block.statements)
}

fn count(statements: &[Statement]) -> usize {
    let own = |statement: &Statement| {
        let inside: usize = statement.expression.bodies().iter().map(|body| count(body)).sum();
        usize::from(matches!(statement.expression, Expression::Index(..))) + inside
    };
    statements.iter().map(own).sum()
}
