//! Rewrites branches in the loops of lanes so that tiles can run them.
//!
//! ```text
//! s = if c {                                     p = check in_bounds (j, n)
//!   p = check in_bounds (j, n)                   t = if c {
//!   x = index xs [p]                    ─▶         x = index xs [p]
//!   t = add sum x                                  (x)
//!   (t)                                          } else { (-0.0) }
//! } else { (sum) }                               s = add sum t
//! ```
//!
//! If a check does not hold, a tile goes lane by lane, as these are written: whether the branch is taken at
//! all then shows. A value to which a branch only adds, `sum`, has nothing added to it elsewhere (`-0.0`),
//! which changes no bit. So it stays in registers, which it would not if some lanes stored it, and others
//! not.

use super::expected::{is_looked_at, is_stored};
use crate::core::visit::each_use;
use crate::core::{
    Atom, Constant, Expression, Operation, ScalarType, Soac, Statement, Var, VarSet, Variables,
};

/// The lanes of a kernel as tiles go through them, if that is different.
pub(crate) fn for_tiles(soac: &Soac, variables: &Variables) -> Option<Soac> {
    let mut soac = soac.clone();
    let mut changed = false;
    if !is_stored(&soac, variables) {
        return None;
    }
    for statement in &mut soac.body {
        if !matches!(statement.expression, Expression::If(_)) {
            for body in statement.expression.bodies_mut() {
                checks_before(body, variables, &mut changed);
                sums_behind(body, variables, &mut changed);
            }
        }
    }
    changed.then_some(soac)
}

/// Adds behind branches the values that these only add to something, in one arm.
fn sums_behind(list: &mut Vec<Statement>, variables: &Variables, changed: &mut bool) {
    let mut result = Vec::with_capacity(list.len());
    for mut statement in std::mem::take(list) {
        for body in statement.expression.bodies_mut() {
            sums_behind(body, variables, changed);
        }
        let sum = sum_of_branch(&mut statement, variables);
        result.push(statement);
        *changed |= sum.is_some();
        result.extend(sum);
    }
    *list = result;
}

/// The sum behind a branch, which is made to give the value that is added.
fn sum_of_branch(statement: &mut Statement, variables: &Variables) -> Option<Statement> {
    let ([bind], Expression::If(branch)) = (&statement.binds[..], &mut statement.expression) else {
        return None;
    };
    let bind = *bind;
    let nothing = match variables.ty(bind).is_scalar().then(|| variables.ty(bind).element())? {
        ScalarType::F32 => Constant::F32(-0.0),
        ScalarType::F64 => Constant::F64(-0.0),
        ty if ty.is_integer() => ty.zero(),
        _ => return None,
    };
    let arms = [&mut branch.then, &mut branch.otherwise];
    let [adding, other] = match arms[0].results[0] {
        Atom::Var(var) if arms[0].statements.iter().any(|s| s.binds == [var]) => arms,
        _ => {
            let [then, otherwise] = arms;
            [otherwise, then]
        }
    };
    let (kept, sum) = (other.results[0], adding.results[0].var()?);
    let position = adding.statements.iter().position(|statement| statement.binds == [sum])?;
    let Expression::Scalar(Operation::Add, operands) = &adding.statements[position].expression
    else {
        return None;
    };
    let place = operands.iter().position(|operand| *operand == kept)?;
    let added = operands[1 - place];
    let mut uses = 0;
    for inner in &adding.statements {
        each_use(&inner.expression, |var| uses += usize::from(var == sum));
    }
    let is_outside = kept.var().is_some_and(|kept| {
        let bound = adding.statements.iter().chain(&other.statements);
        bound.flat_map(|inner| &inner.binds).all(|inner| *inner != kept)
    });
    if uses > 0 || !is_outside || added == kept {
        return None;
    }
    adding.statements.remove(position);
    adding.results[0] = added;
    other.results[0] = Atom::Constant(nothing);
    let mut operands = vec![kept, Atom::Var(sum)];
    if place == 1 {
        operands.swap(0, 1);
    }
    let expression = Expression::Scalar(Operation::Add, operands);
    statement.binds = vec![sum];
    Some(Statement { binds: vec![bind], expression, span: statement.span })
}

fn checks_before(list: &mut Vec<Statement>, variables: &Variables, moved: &mut bool) {
    let mut result = Vec::with_capacity(list.len());
    for mut statement in std::mem::take(list) {
        for body in statement.expression.bodies_mut() {
            checks_before(body, variables, moved);
        }
        if let Expression::If(branch) = &mut statement.expression {
            for arm in [&mut branch.then.statements, &mut branch.otherwise.statements] {
                if let Some((before, rest)) = split_by_checks(arm, variables) {
                    // As early as they can, so that the statements before the branch stay together with it.
                    let uses = |other: &Statement| {
                        let mut found = false;
                        for statement in &before {
                            let own = |var: Var| found |= other.binds.contains(&var);
                            each_use(&statement.expression, own);
                        }
                        found
                    };
                    let position = result.iter().rposition(uses).map_or(0, |last| last + 1);
                    result.splice(position..position, before);
                    *arm = rest;
                    *moved = true;
                }
            }
        }
        result.push(statement);
    }
    *list = result;
}

/// The checks of an arm with all that is computed for them, and the rest, if these are needed for no check.
fn split_by_checks(
    arm: &[Statement],
    variables: &Variables,
) -> Option<(Vec<Statement>, Vec<Statement>)> {
    let (mut before, mut rest) = (Vec::new(), Vec::new());
    let (mut bound, mut checks) = (VarSet::new(), false);
    for statement in arm {
        let is_check = matches!(statement.expression, Expression::Check(_));
        let mut moves = match &statement.expression {
            Expression::Scalar(..) | Expression::Cast(_) | Expression::Select(_) => true,
            Expression::Check(check) => is_looked_at(check, variables),
            _ => false,
        };
        each_use(&statement.expression, |var| moves &= !bound.contains(&var));
        if is_check && !moves {
            return None;
        }
        checks |= is_check;
        if moves {
            before.push(statement.clone());
        } else {
            bound.extend(&statement.binds);
            rest.push(statement.clone());
        }
    }
    checks.then_some((before, rest))
}
