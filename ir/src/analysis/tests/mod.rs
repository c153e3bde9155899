//! Small texts of core IR, and the facts that the analyses tell of them. The budgets of `cost` are tested where
//! passes spend them: `ir/tests/passes`.

mod antidependences;
mod arrays;
mod dependence;
mod indices;
mod lengths;
mod liveness;
mod operators;

use crate::core::{Atom, Expression, Function, Soac, Statement, Var, parse_function};

/// A function, read from text.
fn function(text: &str) -> Function {
    parse_function(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A function without results that has these parameters and statements.
fn with(parameters: &str, statements: &str) -> Function {
    function(&format!("fn f({parameters}) -> () {{\n{statements}\n()\n}}\n"))
}

/// The first variable of a name.
fn var(function: &Function, name: &str) -> Var {
    let is_named = |var: &Var| function.variables.name(*var).is_some_and(|own| **own == *name);
    let mut all = function.variables.iter().map(|(var, _)| var);
    all.find(is_named).unwrap_or_else(|| panic!("there is no {name}"))
}

/// The first variable of a name as an operand.
fn atom(function: &Function, name: &str) -> Atom {
    Atom::Var(var(function, name))
}

/// The first SOAC of a function.
fn soac(function: &Function) -> &Soac {
    let mut statements = function.body.statements.iter();
    let soac = statements.find_map(|statement| match &statement.expression {
        Expression::Soac(soac) => Some(&**soac),
        _ => None,
    });
    soac.expect("there is a SOAC")
}

/// The statement that binds a name, outside of bodies.
fn statement<'f>(function: &'f Function, name: &str) -> &'f Statement {
    let var = var(function, name);
    let mut statements = function.body.statements.iter();
    statements.find(|statement| statement.binds.contains(&var)).expect("a statement binds it")
}
