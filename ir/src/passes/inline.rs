//! Inlining: the body of a function where it is called.
//!
//! ```text
//! fn g(x: f64) -> (f64) { y = mul x x; (y) }
//! fn f(a: f64) -> (f64) { b = call g(a); (b) }     ─▶     fn f(a: f64) -> (f64) { b = mul a a; (b) }
//! ```
//!
//! Functions that reach themselves stay calls. Lowering inlines while it goes, because only so
//! are the sizes of results known; this pass does the same for programs written as text.

use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

use crate::core::visit::calls_of;
use crate::core::{Atom, Expression, Function, Program, Renaming, Statement, Var, Variables};

/// Inlines every call of a function that is not recursive.
pub fn inline(program: &mut Program) {
    let recursive = recursive(program);
    let callees: FxHashMap<Arc<str>, Function> = program
        .functions
        .iter()
        .filter(|function| !recursive.contains(&function.name))
        .map(|function| (function.name.clone(), function.clone()))
        .collect();
    for function in &mut program.functions {
        let mut variables = std::mem::take(&mut function.variables);
        let mut replaced = Renaming::new();
        inline_in(&mut function.body.statements, &mut variables, &callees, &mut replaced);
        replaced.replace_in_block(&mut function.body);
        replaced.types(&mut variables);
        function.variables = variables;
    }
}

/// The functions that reach themselves.
fn recursive(program: &Program) -> FxHashSet<Arc<str>> {
    let mut calls: FxHashMap<Arc<str>, Vec<Arc<str>>> = FxHashMap::default();
    for function in &program.functions {
        calls.insert(function.name.clone(), calls_of(&function.body.statements));
    }
    let reaches = |start: &Arc<str>| {
        let mut seen = FxHashSet::default();
        let mut open = calls.get(start).cloned().unwrap_or_default();
        while let Some(next) = open.pop() {
            if seen.insert(next.clone()) {
                open.extend(calls.get(&next).cloned().unwrap_or_default());
            }
        }
        seen.contains(start)
    };
    calls.keys().filter(|name| reaches(name)).cloned().collect()
}

fn inline_in(
    statements: &mut Vec<Statement>,
    variables: &mut Variables,
    callees: &FxHashMap<Arc<str>, Function>,
    replaced: &mut Renaming,
) {
    let mut result = Vec::with_capacity(statements.len());
    for mut statement in std::mem::take(statements) {
        let callee = match &statement.expression {
            Expression::Call(name, _) => callees.get(name),
            _ => None,
        };
        let (Some(callee), Expression::Call(_, arguments)) = (callee, &statement.expression) else {
            for body in statement.expression.bodies_mut() {
                inline_in(body, variables, callees, replaced);
            }
            result.push(statement);
            continue;
        };
        let (mut body, values) = splice(callee, arguments, variables);
        inline_in(&mut body, variables, callees, replaced);
        result.append(&mut body);
        for (bind, value) in statement.binds.iter().zip(values) {
            replaced.insert(*bind, replaced.atom(value));
        }
    }
    *statements = result;
}

/// A copy of the body of `callee` for these arguments, and the values of its results. The sizes
/// that it gives are variables here, so the types of what it binds are right as they are.
fn splice(
    callee: &Function,
    arguments: &[Atom],
    variables: &mut Variables,
) -> (Vec<Statement>, Vec<Atom>) {
    let base = variables.len() as u32;
    // Its variables move behind ours; every call gets variables of its own.
    for (_, variable) in callee.variables.iter() {
        let ty = variable.ty.map_sizes(|size| shift(size, base));
        variables.add(variable.name.clone(), ty);
    }
    let mut renaming = Renaming::new();
    let mut body = callee.body.clone();
    struct Shift(u32);
    impl crate::core::visit::Rewriter for Shift {
        fn atom(&mut self, atom: &mut Atom) {
            *atom = shift(*atom, self.0);
        }
        fn bind(&mut self, var: &mut Var) {
            var.0 += self.0;
        }
    }
    crate::core::visit::rewrite::block(&mut body, &mut Shift(base));
    for (parameter, argument) in callee.parameters.iter().zip(arguments) {
        renaming.insert(Var(parameter.0 + base), *argument);
    }
    renaming.replace_in_block(&mut body);
    renaming.types(variables);
    (body.statements, body.results)
}

fn shift(atom: Atom, base: u32) -> Atom {
    match atom {
        Atom::Var(var) => Atom::Var(Var(var.0 + base)),
        constant => constant,
    }
}
