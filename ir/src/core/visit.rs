//! Walking over core IR: the same traversal once for reading and once for changing.
//!
//! A traversal reports every operand and every variable bound, at any depth, in order of evaluation.

use std::sync::Arc;

use super::program::{
    Atom, Block, Expression, Function, Lambda, Loop, LoopForm, Output, Scan, Soac, Statement, View,
};
use super::table::VarSet;
use super::types::Extent;
use super::variables::{Var, Variables};

/// Receives the operands and variables that a traversal comes by.
pub trait Visitor {
    /// A use of an operand.
    fn atom(&mut self, atom: &Atom);
    /// A variable bound.
    fn bind(&mut self, _var: &Var) {}
}

/// Changes the operands and variables that a traversal comes by.
pub trait Rewriter {
    /// A use of an operand.
    fn atom(&mut self, atom: &mut Atom);
    /// A variable bound.
    fn bind(&mut self, _var: &mut Var) {}
}

macro_rules! traversal {
    ($(#[$doc:meta])* $module:ident, $visitor:ident $(, $m:tt)?) => {
        $(#[$doc])*
        pub mod $module {
            use super::*;

            /// Statements, one after the other.
            pub fn statements(list: & $($m)? [Statement], v: &mut impl $visitor) {
                for item in list {
                    statement(item, v);
                }
            }

            /// The expression, then the variables it binds.
            pub fn statement(s: & $($m)? Statement, v: &mut impl $visitor) {
                expression(& $($m)? s.expression, v);
                for var in & $($m)? s.binds {
                    v.bind(var);
                }
            }

            /// Statements, then the results.
            pub fn block(b: & $($m)? Block, v: &mut impl $visitor) {
                statements(& $($m)? b.statements, v);
                atoms(& $($m)? b.results, v);
            }

            /// Parameters, then the body.
            pub fn lambda(l: & $($m)? Lambda, v: &mut impl $visitor) {
                for var in & $($m)? l.parameters {
                    v.bind(var);
                }
                block(& $($m)? l.body, v);
            }

            /// Operands.
            pub fn atoms(list: & $($m)? [Atom], v: &mut impl $visitor) {
                for atom in list {
                    v.atom(atom);
                }
            }

            /// Values, and the rest of an output.
            pub fn output(o: & $($m)? Output, v: &mut impl $visitor) {
                match o {
                    Output::Store(value) | Output::Columns(value) => v.atom(value),
                    Output::Segment { row, start } => {
                        v.atom(row);
                        v.atom(start);
                    }
                    Output::Append { rows, length, offsets } => {
                        atoms(rows, v);
                        v.atom(length);
                        v.atom(offsets);
                    }
                    Output::Reduce { values, initial, operator, when, .. } => {
                        atoms(values, v);
                        if let Some(initial) = initial {
                            atoms(initial, v);
                        }
                        if let Some(atom) = when {
                            v.atom(atom);
                        }
                        lambda(operator, v);
                    }
                    Output::Compact { values, when } => {
                        atoms(values, v);
                        v.atom(when);
                    }
                    Output::Scatter { destinations, index, values, when } => {
                        atoms(destinations, v);
                        v.atom(index);
                        atoms(values, v);
                        if let Some(atom) = when {
                            v.atom(atom);
                        }
                    }
                    Output::Combine { destinations, index, values, operator, when } => {
                        atoms(destinations, v);
                        v.atom(index);
                        atoms(values, v);
                        if let Some(atom) = when {
                            v.atom(atom);
                        }
                        lambda(operator, v);
                    }
                }
            }

            /// Extents and indices, then the body, then the outputs.
            pub fn soac(s: & $($m)? Soac, v: &mut impl $visitor) {
                for lane in & $($m)? s.space {
                    v.atom(& $($m)? lane.extent);
                    v.bind(& $($m)? lane.index);
                }
                statements(& $($m)? s.body, v);
                for item in & $($m)? s.outputs {
                    output(item, v);
                }
            }

            /// Operands and everything nested.
            pub fn expression(e: & $($m)? Expression, v: &mut impl $visitor) {
                match e {
                    Expression::Copy(atom) | Expression::Cast(atom) => v.atom(atom),
                    Expression::Coerce(atom, _) => v.atom(atom),
                    Expression::Scalar(_, list) => atoms(list, v),
                    Expression::Call(_, list) | Expression::Array(list) => atoms(list, v),
                    Expression::Select(list) => atoms(list, v),
                    Expression::Check(check) => {
                        atoms(& $($m)? check.operands, v);
                        if let Some(atom) = & $($m)? check.when {
                            v.atom(atom);
                        }
                    }
                    Expression::If(branch) => {
                        v.atom(& $($m)? branch.condition);
                        block(& $($m)? branch.then, v);
                        block(& $($m)? branch.otherwise, v);
                    }
                    Expression::Loop(repetition) => {
                        for (var, initial) in & $($m)? repetition.carried {
                            v.atom(initial);
                            v.bind(var);
                        }
                        match & $($m)? repetition.form {
                            LoopForm::For(index, count) => {
                                v.atom(count);
                                v.bind(index);
                            }
                            LoopForm::While(condition) => block(condition, v),
                        }
                        block(& $($m)? repetition.body, v);
                    }
                    Expression::Index(array, indices) => {
                        v.atom(array);
                        atoms(indices, v);
                    }
                    Expression::Update { array, indices, value } => {
                        v.atom(array);
                        atoms(indices, v);
                        v.atom(value);
                    }
                    Expression::View(inner) => view(inner, v),
                    Expression::Soac(inner) => soac(inner, v),
                    Expression::Scan(scan) => {
                        atoms(& $($m)? scan.values, v);
                        atoms(& $($m)? scan.initial, v);
                        lambda(& $($m)? scan.operator, v);
                    }
                    Expression::Sort(sort) => {
                        atoms(& $($m)? sort.keys, v);
                        atoms(& $($m)? sort.payload, v);
                    }
                    Expression::CommonLength(offsets) => v.atom(offsets),
                }
            }

            /// The operands of a view.
            pub fn view(e: & $($m)? View, v: &mut impl $visitor) {
                match e {
                    View::Slice(array, other)
                    | View::Rotate(array, other)
                    | View::Segments(array, other) => {
                        v.atom(array);
                        v.atom(other);
                    }
                    View::Transpose(array, _)
                    | View::Reverse(array)
                    | View::Reshape(array)
                    | View::Windows(array)
                    | View::Replicate(array)
                    | View::Offsets(array)
                    | View::Flatten(array) => v.atom(array),
                    View::Iota => {}
                }
            }
        }
    };
}

traversal! {
    /// The traversal for reading.
    read, Visitor
}

traversal! {
    /// The traversal for changing.
    rewrite, Rewriter, mut
}

/// Calls `f` with every variable used in an expression, at any depth, bound inside or not.
pub fn each_use(expression: &Expression, f: impl FnMut(Var)) {
    read::expression(expression, &mut Uses(f));
}

/// Calls `f` with every variable used in a block, at any depth, bound inside or not.
pub fn each_use_in_block(block: &Block, f: impl FnMut(Var)) {
    read::block(block, &mut Uses(f));
}

/// Calls `f` with every variable used in an output, at any depth, bound inside or not.
pub fn each_use_in_output(output: &Output, f: impl FnMut(Var)) {
    read::output(output, &mut Uses(f));
}

struct Uses<F>(F);

impl<F: FnMut(Var)> Visitor for Uses<F> {
    fn atom(&mut self, atom: &Atom) {
        if let Atom::Var(var) = atom {
            (self.0)(*var);
        }
    }
}

/// Calls `f` with every variable that the extents of a type mention.
pub fn each_size(extents: &[Extent], mut f: impl FnMut(Var)) {
    for extent in extents {
        if let Extent::Size(Atom::Var(var)) = extent {
            f(*var);
        }
    }
}

/// Calls `f` with the name and the arguments of every call in statements, at any depth.
pub fn each_call(statements: &[Statement], f: &mut dyn FnMut(&Arc<str>, &[Atom])) {
    for statement in statements {
        if let Expression::Call(name, arguments) = &statement.expression {
            f(name, arguments);
        }
        for body in statement.expression.bodies() {
            each_call(body, f);
        }
    }
}

/// The names of the functions that statements call, at any depth.
pub fn calls_of(statements: &[Statement]) -> Vec<Arc<str>> {
    let mut names = Vec::new();
    each_call(statements, &mut |name, _| names.push(name.clone()));
    names
}

/// Returns true if a function calls another one, or itself.
pub fn calls(function: &Function, name: &str) -> bool {
    calls_of(&function.body.statements).iter().any(|called| **called == *name)
}

/// The variables that a statement needs from outside: those used at any depth and in the types of the
/// variables bound at any depth, less those bound inside.
pub fn free_variables(statement: &Statement, variables: &Variables) -> VarSet {
    let mut collector = Free { variables, used: VarSet::new(), bound: Vec::new() };
    read::statement(statement, &mut collector);
    let Free { mut used, bound, .. } = collector;
    for var in bound {
        used.remove(&var);
    }
    used
}

struct Free<'a> {
    variables: &'a Variables,
    used: VarSet,
    bound: Vec<Var>,
}

impl Visitor for Free<'_> {
    fn atom(&mut self, atom: &Atom) {
        if let Atom::Var(var) = atom {
            self.used.insert(*var);
        }
    }

    fn bind(&mut self, var: &Var) {
        self.bound.push(*var);
        each_size(self.variables.ty(*var).extents(), |size| {
            self.used.insert(size);
        });
    }
}

/// The variables bound in a SOAC, at any depth.
pub fn bound_inside(soac: &Soac) -> VarSet {
    let mut bound = Bound(VarSet::new());
    read::soac(soac, &mut bound);
    bound.0
}

/// The variables bound in statements, at any depth.
pub fn bound_in(statements: &[Statement]) -> VarSet {
    let mut bound = Bound(VarSet::new());
    read::statements(statements, &mut bound);
    bound.0
}

struct Bound(VarSet);

impl Visitor for Bound {
    fn atom(&mut self, _: &Atom) {}

    fn bind(&mut self, var: &Var) {
        self.0.insert(*var);
    }
}

impl Expression {
    /// The lists of statements directly inside: blocks of branches and loops, bodies of SOACs
    /// and of operators.
    pub fn bodies_mut(&mut self) -> Vec<&mut Vec<Statement>> {
        match self {
            Expression::If(branch) => {
                vec![&mut branch.then.statements, &mut branch.otherwise.statements]
            }
            Expression::Loop(repetition) => {
                let mut bodies = Vec::new();
                if let LoopForm::While(condition) = &mut repetition.form {
                    bodies.push(&mut condition.statements);
                }
                bodies.push(&mut repetition.body.statements);
                bodies
            }
            Expression::Soac(soac) => {
                let mut bodies = vec![&mut soac.body];
                for output in &mut soac.outputs {
                    if let Output::Reduce { operator, .. } | Output::Combine { operator, .. } =
                        output
                    {
                        bodies.push(&mut operator.body.statements);
                    }
                }
                bodies
            }
            Expression::Scan(scan) => vec![&mut scan.operator.body.statements],
            _ => Vec::new(),
        }
    }

    /// The lists of statements directly inside.
    pub fn bodies(&self) -> Vec<&Vec<Statement>> {
        match self {
            Expression::If(branch) => vec![&branch.then.statements, &branch.otherwise.statements],
            Expression::Loop(repetition) => repetition.bodies(),
            Expression::Soac(soac) => soac.bodies(),
            Expression::Scan(scan) => vec![&scan.operator.body.statements],
            _ => Vec::new(),
        }
    }

    /// Returns true if the expression can fail as a whole: checks in its bodies guard only the code beside
    /// them.
    pub fn fails_by_itself(&self) -> bool {
        matches!(self, Expression::Check(_) | Expression::Coerce(..) | Expression::Call(..))
    }

    /// Returns true if the expression, or one inside, can fail.
    pub fn may_fail(&self) -> bool {
        self.fails_by_itself()
            || self
                .bodies()
                .iter()
                .any(|body| body.iter().any(|statement| statement.expression.may_fail()))
    }
}

impl Loop {
    /// The condition, if there is one, and the body.
    pub fn bodies(&self) -> Vec<&Vec<Statement>> {
        let condition = match &self.form {
            LoopForm::While(condition) => Some(&condition.statements),
            _ => None,
        };
        condition.into_iter().chain([&self.body.statements]).collect()
    }
}

impl Soac {
    /// The body of a lane, and those of the operators.
    pub fn bodies(&self) -> Vec<&Vec<Statement>> {
        let operators = self.outputs.iter().filter_map(|output| match output {
            Output::Reduce { operator, .. } | Output::Combine { operator, .. } => {
                Some(&operator.body.statements)
            }
            _ => None,
        });
        [&self.body].into_iter().chain(operators).collect()
    }
}

impl Lambda {
    /// Returns true if applying the operator can fail.
    pub fn may_fail(&self) -> bool {
        self.body.statements.iter().any(|statement| statement.expression.may_fail())
    }
}

/// The outputs of a SOAC with the variables that they bind.
pub fn outputs_with_binds<'s>(
    soac: &'s Soac,
    binds: &'s [Var],
) -> impl Iterator<Item = (&'s Output, &'s [Var])> {
    let mut rest = binds;
    soac.outputs.iter().map(move |output| {
        let (own, after) = rest.split_at(output.binds());
        rest = after;
        (output, own)
    })
}

/// The running combinations of a SOAC, with the variables that they bind.
pub fn scans_of(soac: &Soac) -> Vec<(&Scan, &[Var])> {
    soac.body
        .iter()
        .filter_map(|statement| match &statement.expression {
            Expression::Scan(scan) => Some((&**scan, statement.binds.as_slice())),
            _ => None,
        })
        .collect()
}
