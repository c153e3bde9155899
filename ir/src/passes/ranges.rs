//! Index checks of what counts lanes or turns: one for all of them, before them.
//!
//! ```text
//! ys = soac [i < n] {                        over = lt m n; first = select over m 0; some = lt 0 n
//!   p = check in_bounds (i, m)         ─▶    none = check in_bounds (first, m) when some
//!   x = index xs [p]                         ys = soac [i < n] {
//! } store x                                    p = add i none
//!                                              x = index xs [p]
//!                                            } store x
//! ```
//!
//! The check fails with the index of the first lane that fails (Henriksen et al.: bounds checks are
//! sliced out of kernels). That the index needs its result, which is 0, keeps the reads behind it.
//! This comes after the passes that can prove checks, and before the last hoisting, which takes what
//! is left further out.

use crate::core::operation::Operation;
use crate::core::visit::bound_in;
use crate::core::{
    Atom, Check, Condition, Expression, Function, LoopForm, ScalarType, Statement, Type, Var,
    VarSet, Variables,
};
use crate::source::Span;

/// Takes index checks out of the lanes and turns that they count.
pub fn ranges(function: &mut Function) {
    let variables = &mut function.variables;
    statements(&mut function.body.statements, variables);
}

fn statements(list: &mut Vec<Statement>, variables: &mut Variables) {
    let mut result = Vec::with_capacity(list.len());
    for mut statement in std::mem::take(list) {
        for body in statement.expression.bodies_mut() {
            statements(body, variables);
        }
        match &mut statement.expression {
            Expression::Soac(soac) => {
                let counted: Vec<(Var, Atom)> =
                    soac.space.iter().map(|lane| (lane.index, lane.extent)).collect();
                checks(&mut soac.body, &counted, VarSet::new(), variables, &mut result);
            }
            Expression::Loop(repetition) => {
                if let LoopForm::For(index, count) = repetition.form {
                    let carried = repetition.carried.iter().map(|(var, _)| *var).collect();
                    let body = &mut repetition.body.statements;
                    checks(body, &[(index, count)], carried, variables, &mut result);
                }
            }
            _ => {}
        }
        result.push(statement);
    }
    *list = result;
}

/// Takes checks out of a body that runs for each of these indices.
fn checks(
    body: &mut [Statement],
    counted: &[(Var, Atom)],
    mut inside: VarSet,
    variables: &mut Variables,
    before: &mut Vec<Statement>,
) {
    // What never runs may be anything.
    if counted.iter().any(|(_, extent)| extent.known_size() == Some(0)) {
        return;
    }
    inside.extend(counted.iter().map(|(index, _)| *index));
    inside.extend(bound_in(body).iter());
    let outside = |atom: Atom| atom.var().is_none_or(|var| !inside.contains(&var));
    for position in 0..body.len() {
        let (statements, rest) = body.split_at_mut(position);
        let statement = &mut rest[0];
        let Expression::Check(check) = &statement.expression else { continue };
        let (Condition::Index(_), [own, limit]) = (&check.condition, &check.operands[..]) else {
            continue;
        };
        let (own, limit) = (*own, *limit);
        let Some(range) = range_of(own, counted, statements, &outside) else { continue };
        if !outside(limit) || !check.when.is_none_or(outside) {
            continue;
        }
        let mut code = Code { variables, span: statement.span, before };
        let none = code.check(&range, counted, check);
        statement.expression = Expression::Scalar(Operation::Add, vec![own, none]);
    }
}

/// Indices that follow each other: so many from `start` on.
#[derive(Clone, Copy)]
struct Range {
    start: Option<Atom>,
    extent: Atom,
}

/// The range of an index that counts, or of one at a fixed distance behind it.
fn range_of(
    own: Atom,
    counted: &[(Var, Atom)],
    before: &[Statement],
    outside: &impl Fn(Atom) -> bool,
) -> Option<Range> {
    let counts = |atom: Atom| {
        counted.iter().find(|(index, _)| Atom::Var(*index) == atom).map(|(_, extent)| *extent)
    };
    if let Some(extent) = counts(own) {
        return Some(Range { start: None, extent });
    }
    let made = before.iter().find(|statement| statement.binds.first().copied() == own.var())?;
    let Expression::Scalar(Operation::Add, operands) = &made.expression else { return None };
    let [a, b] = operands[..] else { return None };
    let (extent, start) = match (counts(a), counts(b)) {
        (Some(extent), _) => (extent, b),
        (_, Some(extent)) => (extent, a),
        _ => return None,
    };
    outside(start).then_some(Range { start: Some(start), extent })
}

/// Statements in the making that come before lanes.
struct Code<'a> {
    variables: &'a mut Variables,
    span: Span,
    before: &'a mut Vec<Statement>,
}

impl Code<'_> {
    /// 0, if all indices of a range are below a limit; fails with the first that is not.
    fn check(&mut self, range: &Range, counted: &[(Var, Atom)], check: &Check) -> Atom {
        let (Range { start, extent }, limit) = (*range, check.operands[1]);
        let add = Operation::saturating_add(ScalarType::Usize);
        let end = match start {
            Some(start) => self.bind(Type::USIZE, Expression::Scalar(add, vec![start, extent])),
            None => extent,
        };
        let over = self.truth(Operation::Less, [limit, end]);
        let first = match start {
            Some(start) => {
                let behind = self.truth(Operation::Less, [limit, start]);
                self.bind(Type::USIZE, Expression::Select([behind, start, limit]))
            }
            None => limit,
        };
        let first = self.bind(Type::USIZE, Expression::Select([over, first, Atom::size(0)]));
        let mut when = check.when;
        for (_, extent) in counted {
            if extent.known_size().is_none() {
                let some = self.truth(Operation::Less, [Atom::size(0), *extent]);
                when = Some(match when {
                    Some(all) => self.truth(Operation::And, [all, some]),
                    None => some,
                });
            }
        }
        let condition = check.condition.clone();
        let check = Check { condition, operands: vec![first, limit], when };
        self.bind(Type::USIZE, Expression::Check(check))
    }

    fn truth(&mut self, operation: Operation, operands: [Atom; 2]) -> Atom {
        self.bind(Type::BOOL, Expression::Scalar(operation, operands.to_vec()))
    }

    fn bind(&mut self, ty: Type, expression: Expression) -> Atom {
        let var = self.variables.add(None, ty);
        self.before.push(Statement { binds: vec![var], expression, span: self.span });
        Atom::Var(var)
    }
}
