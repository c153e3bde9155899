//! Arrays that a loop narrows: it carries where the slice that is left begins, and no elements.
//!
//! ```text
//! ys = loop (n = t, ys = xs) while … {          s = loop (n = t, s = 0) while … {
//!     y = index ys [0] …                            ys: [n] = slice xs from s
//!     zs: [m] = slice ys from 1           ─▶        y = index ys [0] …
//!     (m, zs) }                                     s2 = add s 1
//!                                                   (m, s2) }
//!                                               ys = slice xs from s
//! ```
//!
//! So `rest = rest[1..]` copies nothing, nor does a search that goes on in one half: an `if` may choose the
//! rest. It runs before fusion, which then reads the elements where they are.

use crate::core::operation::Operation;
use crate::core::{
    Atom, Expression, Function, Loop, LoopForm, Renaming, Statement, Type, Var, VarMap, Variables,
    View,
};
use crate::source::Span;

/// Narrows arrays in all loops. Returns true if there were any.
pub fn loop_slices(function: &mut Function) -> bool {
    let mut slices = LoopSlices { variables: &mut function.variables, found: false };
    slices.statements(&mut function.body.statements);
    slices.found
}

struct LoopSlices<'a> {
    variables: &'a mut Variables,
    found: bool,
}

impl LoopSlices<'_> {
    fn statements(&mut self, statements: &mut Vec<Statement>) {
        for mut statement in std::mem::take(statements) {
            for body in statement.expression.bodies_mut() {
                self.statements(body);
            }
            let mut after = Vec::new();
            if let Expression::Loop(repetition) = &mut statement.expression {
                for position in 0..repetition.carried.len() {
                    let bind = &mut statement.binds[position];
                    after.extend(self.carry_start(repetition, position, bind, statement.span));
                }
            }
            statements.push(statement);
            statements.extend(after);
        }
    }

    /// Has a loop carry the start of an array instead of the array, if every turn leaves a slice of it.
    /// Returns the statement that binds the array behind the loop.
    fn carry_start(
        &mut self,
        repetition: &mut Loop,
        position: usize,
        bind: &mut Var,
        span: Span,
    ) -> Option<Statement> {
        let (array, whole) = repetition.carried[position];
        let next = repetition.body.results[position];
        let definition = repetition.body.statements.iter().find(|s| binds(s, next))?;
        let may_be = matches!(
            definition.expression,
            Expression::View(View::Slice(..)) | Expression::If(_) | Expression::Copy(_)
        );
        if self.variables.ty(array).is_scalar() || !may_be {
            return None;
        }
        let [start, last] = [(); 2].map(|()| self.variables.add(Some("start".into()), Type::USIZE));
        let mut starts = VarMap::default();
        starts.insert(array, Atom::Var(start));
        let mut statements = repetition.body.statements.clone();
        self.starts_of_slices(&mut statements, &mut starts);
        let next = *starts.get(&next.var()?)?;

        let slice = |var: Var, start: Var| {
            let expression = Expression::View(View::Slice(whole, Atom::Var(start)));
            Statement { binds: vec![var], expression, span }
        };
        statements.insert(0, slice(array, start));
        repetition.body.statements = statements;
        repetition.body.results[position] = next;
        repetition.carried[position] = (start, Atom::size(0));
        if let LoopForm::While(condition) = &mut repetition.form {
            let looked_at = self.variables.copy(array);
            let mut renaming = Renaming::new();
            renaming.insert(array, Atom::Var(looked_at));
            renaming.replace_in_block(condition);
            condition.statements.insert(0, slice(looked_at, start));
        }
        let after = slice(std::mem::replace(bind, last), last);
        self.found = true;
        Some(after)
    }

    /// Finds slices of arrays with a known start, and adds statements that tell the starts.
    fn starts_of_slices(&mut self, statements: &mut Vec<Statement>, starts: &mut VarMap<Atom>) {
        let start_of = |starts: &VarMap<Atom>, atom: Atom| starts.get(&atom.var()?).copied();
        for mut statement in std::mem::take(statements) {
            let span = statement.span;
            let mut after = None;
            match &mut statement.expression {
                Expression::View(View::Slice(inner, by)) => {
                    if let Some(start) = start_of(starts, *inner) {
                        let sum = self.variables.add(Some("start".into()), Type::USIZE);
                        starts.insert(statement.binds[0], Atom::Var(sum));
                        let expression = Expression::Scalar(Operation::Add, vec![start, *by]);
                        after = Some(Statement { binds: vec![sum], expression, span });
                    }
                }
                Expression::Copy(inner) => {
                    if let Some(start) = start_of(starts, *inner) {
                        starts.insert(statement.binds[0], start);
                    }
                }
                Expression::If(branch) => {
                    self.starts_of_slices(&mut branch.then.statements, starts);
                    self.starts_of_slices(&mut branch.otherwise.statements, starts);
                    for position in 0..branch.then.results.len() {
                        let [then, otherwise] = [&branch.then, &branch.otherwise]
                            .map(|arm| start_of(starts, arm.results[position]));
                        let (Some(then), Some(otherwise)) = (then, otherwise) else { continue };
                        let chosen = self.variables.add(Some("start".into()), Type::USIZE);
                        starts.insert(statement.binds[position], Atom::Var(chosen));
                        branch.then.results.push(then);
                        branch.otherwise.results.push(otherwise);
                        statement.binds.push(chosen);
                    }
                }
                _ => {}
            }
            statements.push(statement);
            statements.extend(after);
        }
    }
}

fn binds(statement: &Statement, atom: Atom) -> bool {
    atom.var().is_some_and(|var| statement.binds.contains(&var))
}
