//! Views that are needed as arrays become arrays.
//!
//! A view costs nothing if its elements are read one by one. If the whole is needed (as a result, to sort
//! it, to update it, to carry it round a loop) it is stored:
//!
//! ```text
//! v = reverse xs              w = soac [i < n] { x = index v [i] } store x
//! (v)                   ─▶    (w)
//! ```
//!
//! A part of an array, which lies in one piece, is an array as it is if it is only read: as an argument, or
//! as the result of an arm of an `if`. After the next simplification no other view is left.

use rustc_hash::FxHashMap;

use crate::analysis::definitions::{Definition, Definitions};
use crate::core::visit::bound_in;
use crate::core::{
    Atom, Axis, Block, Expression, Function, LoopForm, Origin, Output, Soac, Statement, Type, Var,
    Variables, View,
};
use crate::source::Span;

/// Stores the views that are used as a whole.
pub fn materialise(function: &mut Function) {
    let definitions = Definitions::of(&function.body.statements);
    let mut spans = FxHashMap::default();
    places(&function.body.statements, &mut spans);
    let mut this = Materialiser { variables: &mut function.variables, definitions, spans };
    this.block(&mut function.body, Span::NONE);
}

struct Materialiser<'a> {
    variables: &'a mut Variables,
    definitions: Definitions,
    /// The place of each variable in the source: the statement that stores it has the same place.
    spans: FxHashMap<Var, Span>,
}

fn places(statements: &[Statement], spans: &mut FxHashMap<Var, Span>) {
    for statement in statements {
        spans.extend(statement.binds.iter().map(|bind| (*bind, statement.span)));
        for body in statement.expression.bodies() {
            places(body, spans);
        }
    }
}

impl Materialiser<'_> {
    fn block(&mut self, block: &mut Block, span: Span) {
        self.statements(&mut block.statements);
        self.all(&mut block.results, &mut block.statements, span);
    }

    /// An arm of an `if`, which may give parts of arrays from outside.
    fn arm(&mut self, block: &mut Block, span: Span) {
        self.statements(&mut block.statements);
        let inside = bound_in(&block.statements);
        for result in &mut block.results {
            if !self.definitions.is_in_one_piece(*result)
                || self.definitions.is_part_of(*result, &inside)
            {
                self.one(result, &mut block.statements, span);
            }
        }
    }

    fn statements(&mut self, statements: &mut Vec<Statement>) {
        let mut result = Vec::with_capacity(statements.len());
        for mut statement in std::mem::take(statements) {
            self.statement(&mut statement, &mut result);
            result.push(statement);
        }
        *statements = result;
    }

    /// Stores the views that a statement needs as a whole before it.
    fn statement(&mut self, statement: &mut Statement, before: &mut Vec<Statement>) {
        let span = statement.span;
        match &mut statement.expression {
            Expression::Update { array, value, .. } => {
                self.one(array, before, span);
                if !self.definitions.is_in_one_piece(*value) {
                    self.one(value, before, span);
                }
            }
            Expression::Array(elements) => self.all(elements, before, span),
            Expression::Call(_, arguments) => self.pieces(arguments, before, span),
            Expression::Coerce(array, _) => self.one(array, before, span),
            // A sort works on a copy.
            Expression::Sort(sort) => {
                self.pieces(&mut sort.keys, before, span);
                self.pieces(&mut sort.payload, before, span);
            }
            Expression::If(branch) => {
                self.arm(&mut branch.then, span);
                self.arm(&mut branch.otherwise, span);
            }
            Expression::Loop(repetition) => {
                for (_, initial) in &mut repetition.carried {
                    self.one(initial, before, span);
                }
                if let LoopForm::While(condition) = &mut repetition.form {
                    self.block(condition, span);
                }
                self.block(&mut repetition.body, span);
            }
            Expression::Soac(soac) => self.soac(soac, before, span),
            Expression::Scan(scan) => self.block(&mut scan.operator.body, span),
            _ => {}
        }
    }

    fn soac(&mut self, soac: &mut Soac, before: &mut Vec<Statement>, span: Span) {
        self.statements(&mut soac.body);
        for output in &mut soac.outputs {
            match output {
                Output::Store(value)
                | Output::Columns(value)
                | Output::Segment { row: value, .. } => {
                    self.one(value, &mut soac.body, span);
                }
                Output::Append { rows, .. } => self.all(rows, &mut soac.body, span),
                Output::Compact { values, .. } => self.all(values, &mut soac.body, span),
                Output::Reduce { operator, .. } => self.block(&mut operator.body, span),
                Output::Scatter { destinations, .. } => self.all(destinations, before, span),
                Output::Combine { destinations, operator, .. } => {
                    self.all(destinations, before, span);
                    self.block(&mut operator.body, span);
                }
            }
        }
    }

    fn all(&mut self, atoms: &mut [Atom], before: &mut Vec<Statement>, span: Span) {
        for atom in atoms {
            self.one(atom, before, span);
        }
    }

    /// Stores views that do not lie in one piece.
    fn pieces(&mut self, atoms: &mut [Atom], before: &mut Vec<Statement>, span: Span) {
        for atom in atoms {
            if !self.definitions.is_in_one_piece(*atom) {
                self.one(atom, before, span);
            }
        }
    }

    /// Stores a view, and uses the stored array instead.
    fn one(&mut self, atom: &mut Atom, before: &mut Vec<Statement>, span: Span) {
        let Atom::Var(var) = *atom else { return };
        let ty = self.variables.ty(var).clone();
        let is_view = match self.definitions.get(var) {
            Some(Definition::View(_)) => !self.definitions.is_stored(*atom),
            Some(Definition::Index(..)) => !ty.is_scalar(),
            _ => false,
        };
        if !is_view || ty.is_ragged() {
            return;
        }
        let span = self.spans.get(&var).copied().filter(|own| own.is_some()).unwrap_or(span);
        let name = self.variables.name(var).cloned();
        *atom = self.stored(*atom, &ty, name, before, span);
    }

    /// A nest of SOACs that reads every element.
    fn stored(
        &mut self,
        view: Atom,
        ty: &Type,
        name: Option<std::sync::Arc<str>>,
        before: &mut Vec<Statement>,
        span: Span,
    ) -> Atom {
        let rank = ty.rank();
        let lanes: Vec<Axis> = ty
            .extents()
            .iter()
            .map(|extent| Axis {
                index: self.variables.add(Some("i".into()), Type::USIZE),
                extent: extent.size().unwrap_or(Atom::size(0)),
            })
            .collect();
        let indices = lanes.iter().map(|lane| Atom::Var(lane.index)).collect();
        let element = self.variables.add(None, Type::Scalar(ty.element()));
        let read = Expression::Index(view, indices);
        let mut statement = Statement { binds: vec![element], expression: read, span };
        let mut value = Atom::Var(element);
        for dimension in (0..rank).rev() {
            let row = self.variables.add(name.clone(), ty.row(dimension));
            let soac = Soac {
                space: vec![lanes[dimension]],
                body: vec![statement],
                outputs: vec![Output::Store(value)],
                origins: vec![Origin::new(self.operation(view), span)],
            };
            statement =
                Statement { binds: vec![row], expression: Expression::Soac(Box::new(soac)), span };
            value = Atom::Var(row);
        }
        before.push(statement);
        value
    }

    /// The name of the operation of a stored view, as plans show it.
    fn operation(&self, view: Atom) -> std::sync::Arc<str> {
        let name = match self.definitions.of_atom(view) {
            Some(Definition::View(view)) => match view {
                View::Slice(..) => "slice",
                View::Transpose(..) => "transpose",
                View::Reverse(_) => "rev",
                View::Rotate(..) => "rotate",
                View::Reshape(_) => "reshape",
                View::Windows(_) => "windows",
                View::Replicate(_) => "fill",
                View::Iota => "range",
                View::Flatten(_) => "flatten",
                View::Offsets(_) | View::Segments(..) => "split_by",
            },
            _ => "copy",
        };
        name.into()
    }
}
