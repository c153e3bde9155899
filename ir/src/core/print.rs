//! The textual form of core IR. [`parse`](super::parse_program) reads it back.
//!
//! ```text
//! fn norm(n: usize, xs: f32[n]) -> (s: f32) {
//!   t: f32 = soac [i < n] {
//!     x: f32 = index xs [i]
//!     y: f32 = mul x x
//!   } reduce (y) from (0.0f32) commutative |a: f32, b: f32| {
//!     c: f32 = add a b
//!     (c)
//!   } by map, sum
//!   (t)
//! }
//! ```
//!
//! A function that devices alone go through says so behind its results: `fn norm.devices(…) -> (…) for devices {`.

use super::table::VarMap;
use std::fmt::Write;

use rustc_hash::FxHashMap;

use super::program::{
    Atom, Block, Check, Condition, Expression, Function, Lambda, LoopForm, Output, Program,
    SliceBound, Soac, Statement, Target, View,
};
use super::types::{Extent, Type};
use super::variables::{Mark, Var, Variables};
use crate::source::Span;

/// A program as text.
pub fn print_program(program: &Program) -> String {
    let functions: Vec<String> = program.functions.iter().map(print_function).collect();
    functions.join("\n")
}

/// A function as text.
pub fn print_function(function: &Function) -> String {
    let mut printer = Printer::new(&function.variables);
    let parameters = printer.typed_list(&function.parameters);
    let results = printer.typed_list(&function.results);
    let _ = write!(printer.text, "fn {}({parameters}) -> ({results}) ", function.name);
    printer.target(function.target);
    printer.block(&function.body);
    printer.text.push('\n');
    printer.text
}

/// The name of a variable without a name in texts that leave nothing out; other texts call it `t`.
pub(super) const UNNAMED: &str = "_";

/// Writes core IR; the plan's printer uses it for kernel bodies.
pub struct Printer<'a> {
    variables: &'a Variables,
    names: VarMap<String>,
    taken: FxHashMap<String, usize>,
    indent: usize,
    /// True if places in the source are written, and marks of variables that no pass can find again.
    exact: bool,
    /// The text written so far.
    pub text: String,
}

impl<'a> Printer<'a> {
    /// A printer for code over these variables.
    pub fn new(variables: &'a Variables) -> Self {
        Printer {
            variables,
            names: VarMap::default(),
            taken: FxHashMap::default(),
            indent: 0,
            exact: false,
            text: String::new(),
        }
    }

    /// The printer that leaves nothing out: it writes places in the source, as `@` and a number, and marks
    /// of variables. Its text begins with a word that says so.
    pub fn exact(self) -> Self {
        Printer { exact: true, text: "exact ".to_owned(), ..self }
    }

    /// Writes who goes through a function, unless any back end does.
    pub fn target(&mut self, target: Target) {
        if target == Target::Devices {
            self.text.push_str("for devices ");
        }
    }

    /// Writes a place in the source, 0 for none, if the printer leaves nothing out.
    pub fn place(&mut self, span: Span) {
        let place = self.show_place(span);
        self.text.push_str(&place);
    }

    fn show_place(&self, span: Span) -> String {
        match self.exact {
            true => format!(" @{}", span.number()),
            false => String::new(),
        }
    }

    /// The name of a variable: the user's, with a number where it would not be unique.
    pub fn name(&mut self, var: Var) -> String {
        if let Some(name) = self.names.get(&var) {
            return name.clone();
        }
        // A variable of the user may be called `t`.
        let unnamed = if self.exact { UNNAMED } else { "t" };
        let base = self.variables.name(var).map_or(unnamed, |name| name).to_string();
        let count = self.taken.entry(base.clone()).or_default();
        let name = if *count == 0 { base } else { format!("{base}.{count}") };
        *count += 1;
        self.names.insert(var, name.clone());
        name
    }

    /// Gives a variable that the user has no name for one that tells where it comes from.
    pub fn call(&mut self, var: Var, name: String) {
        *self.taken.entry(name.clone()).or_default() += 1;
        self.names.insert(var, name);
    }

    /// An operand.
    pub fn atom(&mut self, atom: Atom) -> String {
        match atom {
            Atom::Var(var) => self.name(var),
            Atom::Constant(constant) => constant.to_string(),
        }
    }

    /// Operands, separated by commas.
    pub fn atoms(&mut self, atoms: &[Atom]) -> String {
        let list: Vec<String> = atoms.iter().map(|atom| self.atom(*atom)).collect();
        list.join(", ")
    }

    /// A type.
    pub fn ty(&mut self, ty: &Type) -> String {
        let mut text = ty.element().to_string();
        for extent in ty.extents() {
            match extent {
                Extent::Size(size) => {
                    let size = match size {
                        Atom::Constant(size) => size.size().to_string(),
                        Atom::Var(var) => self.name(*var),
                    };
                    let _ = write!(text, "[{size}]");
                }
                Extent::Ragged => text.push_str("[*]"),
            }
        }
        text
    }

    /// `x: f32`.
    pub fn typed(&mut self, var: Var) -> String {
        let ty = self.variables.ty(var).clone();
        let name = self.name(var);
        let mut text = format!("{name}: {}", self.ty(&ty));
        for mark in
            Mark::ALL.into_iter().filter(|mark| self.exact && self.variables.has(*mark, var))
        {
            let _ = write!(text, " {}", mark.name());
        }
        text
    }

    /// `x: f32, y: f32`.
    pub fn typed_list(&mut self, vars: &[Var]) -> String {
        let list: Vec<String> = vars.iter().map(|var| self.typed(*var)).collect();
        list.join(", ")
    }

    /// Begins a line.
    pub fn line(&mut self) {
        self.text.push('\n');
        for _ in 0..self.indent {
            self.text.push_str("  ");
        }
    }

    /// Indents the lines that follow.
    pub fn deeper(&mut self) {
        self.indent += 1;
    }

    /// Takes that back.
    pub fn shallower(&mut self) {
        self.indent -= 1;
    }

    /// Writes `{ … }`.
    pub fn block(&mut self, block: &Block) {
        self.text.push('{');
        self.indent += 1;
        self.statements(&block.statements);
        self.line();
        let results = self.atoms(&block.results);
        let _ = write!(self.text, "({results})");
        self.indent -= 1;
        self.line();
        self.text.push('}');
    }

    /// Writes statements, each on its line.
    pub fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.line();
            self.statement(statement);
        }
    }

    /// Writes a statement.
    pub fn statement(&mut self, statement: &Statement) {
        let binds = self.typed_list(&statement.binds);
        let _ = write!(self.text, "{binds} = ");
        self.expression(&statement.expression);
        self.place(statement.span);
    }

    /// `x: f32 = a, y: f32 = b`.
    pub fn carried(&mut self, carried: &[(Var, Atom)]) -> String {
        let list: Vec<String> = carried
            .iter()
            .map(|(var, initial)| {
                let initial = self.atom(*initial);
                format!("{} = {initial}", self.typed(*var))
            })
            .collect();
        list.join(", ")
    }

    fn lambda(&mut self, lambda: &Lambda) {
        let parameters = self.typed_list(&lambda.parameters);
        let _ = write!(self.text, "|{parameters}| ");
        self.block(&lambda.body);
    }

    fn expression(&mut self, expression: &Expression) {
        let text = match expression {
            Expression::Copy(atom) => format!("copy {}", self.atom(*atom)),
            Expression::Scalar(operation, operands) => {
                let operands: Vec<String> = operands.iter().map(|atom| self.atom(*atom)).collect();
                format!("{operation} {}", operands.join(" "))
            }
            Expression::Cast(atom) => format!("cast {}", self.atom(*atom)),
            Expression::Select([condition, then, otherwise]) => format!(
                "select {} {} {}",
                self.atom(*condition),
                self.atom(*then),
                self.atom(*otherwise)
            ),
            Expression::Check(check) => self.check(check),
            Expression::Coerce(array, operation) => {
                format!("coerce {operation:?} {}", self.atom(*array))
            }
            Expression::Call(name, arguments) => format!("call {name}({})", self.atoms(arguments)),
            Expression::Index(array, indices) => {
                format!("index {} [{}]", self.atom(*array), self.atoms(indices))
            }
            Expression::Update { array, indices, value } => format!(
                "update {} [{}] = {}",
                self.atom(*array),
                self.atoms(indices),
                self.atom(*value)
            ),
            Expression::View(view) => self.view(view),
            Expression::Array(elements) => format!("array [{}]", self.atoms(elements)),
            Expression::Sort(sort) => format!(
                "sort [{}] with [{}] by {}{}",
                self.atoms(&sort.keys),
                self.atoms(&sort.payload),
                sort.origin.operation,
                self.show_place(sort.origin.span)
            ),
            Expression::CommonLength(offsets) => format!("common_length {}", self.atom(*offsets)),
            Expression::If(branch) => {
                let condition = self.atom(branch.condition);
                let _ = write!(self.text, "if {condition} ");
                self.block(&branch.then);
                self.text.push_str(" else ");
                self.block(&branch.otherwise);
                return;
            }
            Expression::Loop(repetition) => {
                let carried = self.carried(&repetition.carried);
                let _ = write!(self.text, "loop ({carried}) ");
                match &repetition.form {
                    LoopForm::For(index, count) => {
                        let count = self.atom(*count);
                        let index = self.name(*index);
                        let _ = write!(self.text, "for {index} < {count} ");
                    }
                    LoopForm::While(condition) => {
                        self.text.push_str("while ");
                        self.block(condition);
                        self.text.push(' ');
                    }
                }
                self.block(&repetition.body);
                return;
            }
            Expression::Soac(soac) => return self.soac(soac),
            Expression::Scan(scan) => {
                let values = self.atoms(&scan.values);
                let initial = self.atoms(&scan.initial);
                let exclusive = if scan.exclusive { "exclusive " } else { "" };
                let _ = write!(self.text, "scan ({values}) from ({initial}) {exclusive}");
                self.lambda(&scan.operator);
                return;
            }
        };
        self.text.push_str(&text);
    }

    fn check(&mut self, check: &Check) -> String {
        let (name, detail) = condition(&check.condition);
        let mut text = format!("check {name}");
        if let Some(detail) = detail {
            let _ = write!(text, " {detail:?}");
        }
        let operands = self.atoms(&check.operands);
        let _ = write!(text, " ({operands})");
        if let Some(when) = check.when {
            let when = self.atom(when);
            let _ = write!(text, " when {when}");
        }
        text
    }

    fn view(&mut self, view: &View) -> String {
        match view {
            View::Slice(array, start) => {
                format!("slice {} from {}", self.atom(*array), self.atom(*start))
            }
            View::Transpose(array, permutation) => {
                let permutation: Vec<String> = permutation.iter().map(usize::to_string).collect();
                format!("transpose {} ({})", self.atom(*array), permutation.join(", "))
            }
            View::Reverse(array) => format!("reverse {}", self.atom(*array)),
            View::Rotate(array, by) => {
                format!("rotate {} by {}", self.atom(*array), self.atom(*by))
            }
            View::Reshape(array) => format!("reshape {}", self.atom(*array)),
            View::Windows(array) => format!("windows {}", self.atom(*array)),
            View::Replicate(value) => format!("replicate {}", self.atom(*value)),
            View::Iota => "iota".to_string(),
            View::Flatten(array) => format!("flatten {}", self.atom(*array)),
            View::Offsets(array) => format!("offsets {}", self.atom(*array)),
            View::Segments(array, offsets) => {
                format!("segments {} at {}", self.atom(*array), self.atom(*offsets))
            }
        }
    }

    /// Writes a SOAC.
    pub fn soac(&mut self, soac: &Soac) {
        let space: Vec<String> = soac
            .space
            .iter()
            .map(|lane| {
                let extent = self.atom(lane.extent);
                format!("{} < {extent}", self.name(lane.index))
            })
            .collect();
        let _ = write!(self.text, "soac [{}] {{", space.join(", "));
        self.indent += 1;
        self.statements(&soac.body);
        self.indent -= 1;
        self.line();
        self.text.push('}');
        for output in &soac.outputs {
            self.text.push(' ');
            self.output(output);
        }
        if !soac.origins.is_empty() {
            let name = |origin: &super::Origin| {
                let sequential = if origin.sequential { "sequential " } else { "" };
                format!("{sequential}{}{}", origin.operation, self.show_place(origin.span))
            };
            let names: Vec<String> = soac.origins.iter().map(name).collect();
            let _ = write!(self.text, " by {}", names.join(", "));
        }
    }

    fn output(&mut self, output: &Output) {
        match output {
            Output::Store(value) => {
                let value = self.atom(*value);
                let _ = write!(self.text, "store {value}");
            }
            Output::Columns(value) => {
                let value = self.atom(*value);
                let _ = write!(self.text, "columns {value}");
            }
            Output::Segment { row, start } => {
                let (row, start) = (self.atom(*row), self.atom(*start));
                let _ = write!(self.text, "segment {row} at {start}");
            }
            Output::Append { rows, length, offsets } => {
                let rows = self.atoms(rows);
                let (length, offsets) = (self.atom(*length), self.atom(*offsets));
                let _ = write!(self.text, "append ({rows}) of {length} offsets {offsets}");
            }
            Output::Reduce { values, initial, operator, when, commutative } => {
                let values = self.atoms(values);
                let _ = write!(self.text, "reduce ({values}) ");
                if let Some(initial) = initial {
                    let initial = self.atoms(initial);
                    let _ = write!(self.text, "from ({initial}) ");
                }
                self.when(*when);
                if *commutative {
                    self.text.push_str("commutative ");
                }
                self.lambda(operator);
            }
            Output::Compact { values, when } => {
                let values = self.atoms(values);
                let _ = write!(self.text, "compact ({values}) ");
                self.when(Some(*when));
            }
            Output::Scatter { destinations, index, values, when } => {
                let destinations = self.atoms(destinations);
                let index = self.atom(*index);
                let values = self.atoms(values);
                let _ = write!(self.text, "scatter ({values}) into ({destinations}) at {index} ");
                self.when(*when);
            }
            Output::Combine { destinations, index, values, operator, when } => {
                let destinations = self.atoms(destinations);
                let index = self.atom(*index);
                let values = self.atoms(values);
                let _ = write!(self.text, "combine ({values}) into ({destinations}) at {index} ");
                self.when(*when);
                self.lambda(operator);
            }
        }
    }

    fn when(&mut self, when: Option<Atom>) {
        if let Some(when) = when {
            let when = self.atom(when);
            let _ = write!(self.text, "when {when} ");
        }
    }
}

/// The keyword of a condition, and the text that it carries.
fn condition(condition: &Condition) -> (&'static str, Option<&str>) {
    match condition {
        Condition::Index(operation) => ("in_bounds", Some(operation)),
        Condition::Slice(SliceBound::Start) => ("slice_start", None),
        Condition::Slice(SliceBound::From) => ("slice_from", None),
        Condition::Slice(SliceBound::End) => ("slice_end", None),
        Condition::NotZero(operation) => ("not_zero", Some(operation)),
        Condition::Positive(operation) => ("positive", Some(operation)),
        Condition::NotNegative(operation) => ("not_negative", Some(operation)),
        Condition::Ordered(operation) => ("ordered", Some(operation)),
        Condition::Divides => ("divides", None),
        Condition::SameCount(operation) => ("same_count", Some(operation)),
        Condition::Sum(operation) => ("sum", Some(operation)),
        Condition::Product(operation) => ("product", Some(operation)),
        Condition::Countable => ("countable", None),
        Condition::Holds(text) => ("holds", Some(text)),
    }
}
