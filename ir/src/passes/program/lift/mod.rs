//! Lifted functions: the forms of recursive functions for many lanes at the same time.
//!
//! ```text
//! fn f(x: i32) -> (i32) {…}     ─▶     fn f.lanes(lanes: usize, x: i32[lanes]) -> (i32[lanes]) {…}
//! xs.map(|x| f(x))              ─▶     call f.lanes(n, xs)
//! ```
//!
//! A lifted function runs its body for all lanes, from call to call (`task.rs`); lanes that take an
//! arm of a branch are packed, and where no lanes are left it gives empty arrays. So each level of a
//! recursion is a few kernels of all lanes that are live, however many branches it has. Lanes that call
//! recursive functions one by one need a stack each, which devices have not.
//!
//! Some calls stay as they are: those in the operators of reductions and scans, in loops of a lane, in
//! lanes that the user keeps sequential, and functions with such calls.

mod calling_convention;
mod calls;
mod lanes;
mod task;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use calling_convention::{Incoming, PassedAs, Signature, empty_outgoing, incoming, outgoing};
use calls::Answer;
use lanes::{Carried, Lanes, map};
use task::scans_come_last;

use crate::core::visit::{calls_of, each_call};
use crate::core::{
    Atom, Builder, Expression, Function, If, Operation, Origin, Output, Program, Renaming,
    Statement, Target, Type, Var, Variables,
};
use crate::source::Span;

/// A program in which calls of recursive functions are calls of lifted ones wherever they can be;
/// none if there are no such calls. Its first function is that of the program under another name.
pub fn lift(program: &Program) -> Option<Program> {
    let liftable = liftable(program);
    if liftable.is_empty() {
        return None;
    }
    let mut lifting = Lifting {
        program,
        liftable,
        names: FxHashMap::default(),
        open: Vec::new(),
        builder: Builder::default(),
        answers: FxHashMap::default(),
        requests: 0,
        renaming: Renaming::new(),
        origin: Origin::new("call", Span::NONE),
    };
    let mut functions = vec![lifting.host(&program.functions[0])];
    while let Some((callee, name, same)) = lifting.open.pop() {
        functions.push(lifting.function(&callee, name, &same));
    }
    if functions.len() == 1 {
        return None;
    }
    // The functions that lanes still call.
    let mut open: Vec<Arc<str>> = Vec::new();
    let mut known: FxHashSet<Arc<str>> = functions.iter().map(|f| f.name.clone()).collect();
    functions.iter().for_each(|function| open.extend(calls_of(&function.body.statements)));
    while let Some(name) = open.pop() {
        if known.insert(name.clone())
            && let Some(function) = program.function(&name)
        {
            open.extend(calls_of(&function.body.statements));
            functions.push(function.clone());
        }
    }
    Some(Program { functions })
}

/// The state of lifting a program.
struct Lifting<'a> {
    program: &'a Program,
    /// The functions that can be lifted, and which of their parameters they pass on to themselves as
    /// they are.
    liftable: FxHashMap<Arc<str>, Vec<bool>>,
    /// The lifted functions, by which of their parameters are the same for all lanes.
    names: FxHashMap<(Arc<str>, Vec<bool>), Arc<str>>,
    /// The functions that are still to be made.
    open: Vec<(Arc<str>, Arc<str>, Vec<bool>)>,
    /// The function at hand.
    builder: Builder,
    /// The answers to requests.
    answers: FxHashMap<usize, Answer>,
    requests: usize,
    /// The results of calls by host code.
    renaming: Renaming,
    /// The origin that names the kernels.
    origin: Origin,
}

impl Lifting<'_> {
    fn is_liftable(&self, name: &str) -> bool {
        self.liftable.contains_key(name)
    }

    /// The name of a lifted function.
    fn lifted(&mut self, callee: &Arc<str>, same: Vec<bool>) -> Arc<str> {
        let key = (callee.clone(), same);
        if let Some(name) = self.names.get(&key) {
            return name.clone();
        }
        let others = self.names.keys().filter(|(name, _)| name == callee).count();
        let name: Arc<str> = match others {
            0 => format!("{callee}.lanes").into(),
            number => format!("{callee}.lanes{}", number + 1).into(),
        };
        self.names.insert(key.clone(), name.clone());
        self.open.push((key.0, name.clone(), key.1));
        name
    }

    /// Code that runs once, with calls of lifted functions.
    fn host(&mut self, function: &Function) -> Function {
        self.builder = Builder::new(function.variables.clone());
        self.origin = Origin::new(function.name.clone(), Span::NONE);
        self.host_statements(&function.body.statements);
        let mut body = self.builder.close_block(function.body.results.clone());
        let mut variables = std::mem::take(&mut self.builder.variables);
        let renaming = std::mem::take(&mut self.renaming);
        renaming.replace_in_block(&mut body);
        renaming.types(&mut variables);
        Function { body, variables, ..function.clone() }.for_devices()
    }

    fn host_statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.builder.span = statement.span;
            let has_calls = calls_inside(statement, &|name| self.is_liftable(name));
            let Statement { binds, mut expression, .. } = statement.clone();
            match &mut expression {
                Expression::Call(name, _) if self.is_liftable(name) => {
                    let values = self.called_by_host(statement);
                    for (bind, value) in binds.iter().zip(values) {
                        self.renaming.insert(*bind, value);
                    }
                    continue;
                }
                Expression::Soac(soac) if has_calls && self.fits(statement) => {
                    let lane = soac.space[0];
                    let values = [(lane.index, Carried::Index)].into_iter().collect();
                    let lanes = Lanes { count: lane.extent, values };
                    let mut task = self.task(lanes, soac.body.clone(), task::values_of(soac));
                    self.run(&mut task);
                    self.builder.open();
                    self.read_pending(soac, &task, Atom::Var(lane.index), None);
                    // Lanes that only called something have nothing left to do.
                    if soac.body.is_empty() && soac.outputs.is_empty() {
                        continue;
                    }
                }
                Expression::If(_) | Expression::Loop(_) if has_calls => {
                    for body in expression.bodies_mut() {
                        self.builder.open();
                        self.host_statements(body);
                        *body = self.builder.close();
                    }
                }
                _ => {}
            }
            self.builder.span = statement.span;
            self.builder.push(binds, expression);
        }
    }

    fn fits(&self, statement: &Statement) -> bool {
        let variables = &self.builder.variables;
        fits(std::slice::from_ref(statement), variables, &|name| self.is_liftable(name))
    }

    /// The body of a function for many lanes.
    fn function(&mut self, callee: &Arc<str>, name: Arc<str>, same: &[bool]) -> Function {
        let function = self.program.function(callee).expect("a function of the program");
        let signature = Signature::of(function, same);
        self.builder = Builder::new(function.variables.clone());
        self.origin = Origin::new(callee.clone(), Span::NONE);
        self.builder.span =
            function.body.statements.last().map_or(Span::NONE, |statement| statement.span);
        let count = self.builder.variable(Some("lanes".into()), Type::USIZE);
        let mut lanes = Lanes { count: Atom::Var(count), values: FxHashMap::default() };
        let mut parameters = vec![count];
        let mut arrived: Vec<Incoming> = Vec::new();
        for (parameter, passed_as) in function.parameters.iter().zip(&signature.parameters) {
            match passed_as {
                PassedAs::Length => {}
                PassedAs::Uniform => parameters.push(*parameter),
                PassedAs::Varying(levels) => {
                    let ty = function.variables.ty(*parameter);
                    let name = function.variables.name(*parameter).cloned();
                    let array = incoming(&mut self.builder, lanes.count, *levels, ty, name);
                    parameters.extend(array.vars.iter().copied());
                    lanes.store(*parameter, ty, array.array, *levels > 0);
                    arrived.push(array);
                }
            }
        }
        // A size that is passed is not the length of some other row.
        for (parameter, passed_as) in function.parameters.iter().zip(&signature.parameters) {
            if *passed_as == PassedAs::Uniform {
                lanes.values.remove(parameter);
            }
        }
        let results = function.results.iter().zip(&signature.results);
        let results: Vec<(Var, usize, Atom)> = results
            .zip(&function.body.results)
            .filter_map(|((result, passed_as), value)| match passed_as {
                PassedAs::Varying(levels) => Some((*result, *levels, *value)),
                _ => None,
            })
            .collect();
        let mut declare = || -> Vec<Var> {
            let vars = results.iter().flat_map(|(result, levels, _)| {
                let ty = function.variables.ty(*result);
                incoming(&mut self.builder, lanes.count, *levels, ty, None).vars
            });
            vars.collect()
        };
        let (binds, given) = (declare(), declare());

        let empty = self.builder.scalar(Operation::Equal, &[lanes.count, Atom::size(0)]);
        self.builder.open();
        let mut operands = Vec::new();
        for (result, levels, _) in &results {
            let ty = function.variables.ty(*result);
            operands.extend(empty_outgoing(&mut self.builder, lanes.count, *levels, ty));
        }
        let then = self.builder.close_block(operands);
        self.builder.open();
        arrived.iter().for_each(|array| array.assemble(&mut self.builder));
        let values: Vec<Atom> = results.iter().map(|(_, _, value)| *value).collect();
        let mut task = self.task(lanes, function.body.statements.clone(), values.clone());
        self.run(&mut task);
        let pending = std::mem::take(&mut task.pending);
        let arrays = map(&mut self.builder, &task.lanes, &pending, &values, &self.origin);
        let mut operands = Vec::new();
        for (array, (_, levels, _)) in arrays.into_iter().zip(&results) {
            operands.extend(outgoing(&mut self.builder, array, *levels, &self.origin));
        }
        let otherwise = self.builder.close_block(operands);
        let branch = If { condition: empty, then, otherwise };
        self.builder.push(binds.clone(), Expression::If(Box::new(branch)));
        let body = self.builder.close_block(binds.into_iter().map(Atom::Var).collect());
        let variables = std::mem::take(&mut self.builder.variables);
        let target = Target::Devices;
        Function { name, parameters, results: given, body, variables, target }
    }
}

/// The functions of a program that can be lifted, and which of their parameters they pass on to
/// themselves as they are.
fn liftable(program: &Program) -> FxHashMap<Arc<str>, Vec<bool>> {
    let mut calls: FxHashMap<Arc<str>, Vec<Arc<str>>> = FxHashMap::default();
    for function in &program.functions {
        calls.insert(function.name.clone(), calls_of(&function.body.statements));
    }
    let mut names: FxHashSet<Arc<str>> = calls.values().flatten().cloned().collect();
    loop {
        let before = names.len();
        for function in &program.functions {
            let is_liftable = |name: &str| names.contains(name);
            if !fits(&function.body.statements, &function.variables, &is_liftable) {
                names.remove(&function.name);
            }
        }
        if names.len() == before {
            break;
        }
    }
    let passes = |function: &Function| {
        let mut same = vec![true; function.parameters.len()];
        each_call(&function.body.statements, &mut |name, arguments| {
            for (position, parameter) in function.parameters.iter().enumerate() {
                let itself = *name == function.name;
                same[position] &= itself && arguments[position] == Atom::Var(*parameter);
            }
        });
        same
    };
    let functions = program.functions.iter().filter(|function| names.contains(&function.name));
    functions.map(|function| (function.name.clone(), passes(function))).collect()
}

/// Returns true if all calls in statements are of functions that can be lifted, at places where lanes can
/// wait for them.
fn fits(
    statements: &[Statement],
    variables: &Variables,
    is_liftable: &dyn Fn(&str) -> bool,
) -> bool {
    let calls = |statement: &Statement| calls_inside(statement, &|_| true);
    statements.iter().filter(|statement| calls(statement)).all(|s| match &s.expression {
        Expression::Call(name, _) => is_liftable(name),
        Expression::If(branch) => [&branch.then, &branch.otherwise]
            .iter()
            .all(|block| fits(&block.statements, variables, is_liftable)),
        Expression::Soac(soac) => {
            let plain = |output: &Output| match output {
                Output::Reduce { operator, .. } | Output::Combine { operator, .. } => {
                    !operator.body.statements.iter().any(calls)
                }
                Output::Segment { .. } | Output::Append { .. } => false,
                _ => true,
            };
            soac.space.len() == 1
                && !soac.is_sequential_inside()
                && soac.outputs.iter().all(plain)
                && scans_come_last(&soac.body, variables, calls)
                && fits(&soac.body, variables, is_liftable)
        }
        _ => false,
    })
}

/// Returns true if a statement calls one of these functions, at any depth.
fn calls_inside(statement: &Statement, of: &dyn Fn(&str) -> bool) -> bool {
    match &statement.expression {
        Expression::Call(name, _) => of(name),
        other => other.bodies().iter().any(|body| body.iter().any(|s| calls_inside(s, of))),
    }
}
