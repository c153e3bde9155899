//! Reads the textual form of core IR that [`print`](super::print_program) writes.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::operation::Operation;
use super::print::UNNAMED;
use super::program::{
    Atom, Axis, Block, Check, Condition, Expression, Function, If, Lambda, Loop, LoopForm, Origin,
    Output, Program, Scan, SliceBound, Soac, Sort, Statement, Target, View,
};
use super::scalar::ScalarType;
use super::tokens::{constant, tokens};
use super::types::{Extent, Type};
use super::variables::{Mark, Var, Variables};
use crate::source::Span;

/// The error in a text, and its line (from 1).
#[derive(Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line.
    pub line: usize,
    /// The syntax that was expected there.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Reads a program.
///
/// # Errors
/// If the text is not a program.
pub fn parse_program(text: &str) -> Result<Program, ParseError> {
    let mut parser = Parser::new(text);
    let mut functions = Vec::new();
    while parser.peek() != "" {
        functions.push(parser.function()?);
    }
    Ok(Program { functions })
}

/// Reads a single function.
///
/// # Errors
/// If the text is not a function.
pub fn parse_function(text: &str) -> Result<Function, ParseError> {
    Parser::new(text).function()
}

type Result<T, E = ParseError> = std::result::Result<T, E>;

/// Reads core IR; the plan's parser uses it for kernel bodies.
pub struct Parser<'a> {
    tokens: Vec<(&'a str, usize)>,
    position: usize,
    names: FxHashMap<String, Var>,
    /// True if the text leaves nothing out.
    exact: bool,
    /// The variables read so far.
    pub variables: Variables,
}

impl<'a> Parser<'a> {
    /// A parser at the beginning of `text`.
    pub fn new(text: &'a str) -> Parser<'a> {
        Parser {
            tokens: tokens(text),
            position: 0,
            names: FxHashMap::default(),
            exact: false,
            variables: Variables::default(),
        }
    }

    /// Takes the word that a text begins with which leaves nothing out.
    pub fn take_exact(&mut self) {
        self.exact = self.take("exact");
    }

    /// The next token; empty at the end.
    pub fn peek(&self) -> &'a str {
        self.tokens.get(self.position).map_or("", |token| token.0)
    }

    /// Takes the next token.
    pub fn next(&mut self) -> &'a str {
        let token = self.peek();
        self.position += 1;
        token
    }

    /// Takes the next token if it is this one.
    pub fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.position += usize::from(found);
        found
    }

    /// An error at the next token.
    pub fn fail<T>(&self, expected: &str) -> Result<T> {
        let place = self.position.min(self.tokens.len().saturating_sub(1));
        let line = self.tokens.get(place).map_or(1, |token| token.1);
        let found = self.peek();
        Err(ParseError { line, message: format!("expected {expected}, found `{found}`") })
    }

    /// Demands a token.
    pub fn expect(&mut self, token: &str) -> Result<()> {
        if self.take(token) { Ok(()) } else { self.fail(&format!("`{token}`")) }
    }

    fn function(&mut self) -> Result<Function> {
        self.names.clear();
        self.variables = Variables::default();
        self.expect("fn")?;
        let name = self.word()?;
        self.expect("(")?;
        let parameters = self.typed_list(")")?;
        self.expect("->")?;
        self.expect("(")?;
        let results = self.typed_list(")")?;
        let target = self.target()?;
        let body = self.block()?;
        let variables = std::mem::take(&mut self.variables);
        Ok(Function { name, parameters, results, body, variables, target })
    }

    /// The back ends that a function is for: any, if the text names none.
    pub fn target(&mut self) -> Result<Target> {
        if !self.take("for") {
            return Ok(Target::Any);
        }
        self.expect("devices")?;
        Ok(Target::Devices)
    }

    /// A name.
    pub fn word(&mut self) -> Result<Arc<str>> {
        if self.peek().starts_with(|c: char| c.is_alphabetic() || c == '_') {
            Ok(self.next().into())
        } else {
            self.fail("a name")
        }
    }

    /// `@12`: a place in the source, if one is written.
    pub fn place(&mut self) -> Result<Span> {
        match self.take("@") {
            true => self.number().map(Span::from_number),
            false => Ok(Span::NONE),
        }
    }

    /// A number of a schedule.
    pub fn number<N: std::str::FromStr>(&mut self) -> Result<N> {
        match self.peek().parse() {
            Ok(number) => {
                self.position += 1;
                Ok(number)
            }
            Err(_) => self.fail("a number"),
        }
    }

    /// A variable that has been bound.
    pub fn variable(&mut self) -> Result<Var> {
        match self.names.get(self.peek()).copied() {
            Some(var) => {
                self.position += 1;
                Ok(var)
            }
            None => self.fail("a variable"),
        }
    }

    /// `"text"`.
    pub fn string(&mut self) -> Result<Arc<str>> {
        let token = self.peek();
        let Some(inner) = token.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
            return self.fail("a string");
        };
        self.position += 1;
        let mut text = String::new();
        let mut characters = inner.chars();
        while let Some(character) = characters.next() {
            match character {
                '\\' => match characters.next() {
                    Some('n') => text.push('\n'),
                    Some(other) => text.push(other),
                    None => {}
                },
                other => text.push(other),
            }
        }
        Ok(text.into())
    }

    /// A list until `end`, separated by commas.
    pub fn list<T>(
        &mut self,
        end: &str,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut list = Vec::new();
        while !self.take(end) {
            if !list.is_empty() {
                self.expect(",")?;
            }
            list.push(item(self)?);
        }
        Ok(list)
    }

    /// `x: f32`; binds `x`.
    pub fn typed(&mut self) -> Result<Var> {
        let name = self.word()?;
        self.expect(":")?;
        let ty = self.ty()?;
        let var = self.bind(name, ty);
        for mark in Mark::ALL {
            if self.take(mark.name()) {
                self.variables.mark(mark, var);
            }
        }
        Ok(var)
    }

    /// `x: f32, y: f32` until `end`.
    pub fn typed_list(&mut self, end: &str) -> Result<Vec<Var>> {
        self.list(end, Self::typed)
    }

    /// A new variable of this name; a number after a dot is not part of its own name.
    pub fn bind(&mut self, name: Arc<str>, ty: Type) -> Var {
        let own = name.split('.').next().unwrap_or(&name);
        let unnamed = if self.exact { UNNAMED } else { "t" };
        let hint = (own != unnamed).then(|| Arc::from(own));
        let var = self.variables.add(hint, ty);
        self.names.insert(name.to_string(), var);
        var
    }

    /// A type.
    pub fn ty(&mut self) -> Result<Type> {
        let Some(element) = ScalarType::from_name(self.peek()) else {
            return self.fail("a scalar type");
        };
        self.position += 1;
        let mut extents = Vec::new();
        while self.take("[") {
            if self.take("*") {
                extents.push(Extent::Ragged);
            } else if let Ok(size) = self.peek().parse::<usize>() {
                self.position += 1;
                extents.push(Extent::Size(Atom::size(size)));
            } else {
                extents.push(Extent::Size(self.atom()?));
            }
            self.expect("]")?;
        }
        Ok(Type::array(element, extents))
    }

    /// An operand.
    pub fn atom(&mut self) -> Result<Atom> {
        let token = self.peek();
        if let Some(constant) = constant(token) {
            self.position += 1;
            return Ok(constant.into());
        }
        match self.names.get(token) {
            Some(var) => {
                self.position += 1;
                Ok(Atom::Var(*var))
            }
            None => self.fail("a variable or a constant"),
        }
    }

    /// `(a, b)`.
    pub fn atoms(&mut self, open: &str, close: &str) -> Result<Vec<Atom>> {
        self.expect(open)?;
        self.list(close, Self::atom)
    }

    /// `{ … }`.
    pub fn block(&mut self) -> Result<Block> {
        self.expect("{")?;
        let statements = self.statements("(")?;
        let results = self.atoms("(", ")")?;
        self.expect("}")?;
        Ok(Block { statements, results })
    }

    /// Statements until the token `end`, which stays.
    pub fn statements(&mut self, end: &str) -> Result<Vec<Statement>> {
        let mut statements = Vec::new();
        while self.peek() != end {
            statements.push(self.statement()?);
        }
        Ok(statements)
    }

    fn statement(&mut self) -> Result<Statement> {
        let binds = self.typed_list("=")?;
        let expression = self.expression()?;
        Ok(Statement { binds, expression, span: self.place()? })
    }

    fn lambda(&mut self) -> Result<Lambda> {
        self.expect("|")?;
        let parameters = self.typed_list("|")?;
        let body = self.block()?;
        Ok(Lambda { parameters, body })
    }

    /// An expression.
    pub fn expression(&mut self) -> Result<Expression> {
        let keyword = self.next();
        Ok(match keyword {
            "copy" => Expression::Copy(self.atom()?),
            "cast" => Expression::Cast(self.atom()?),
            "select" => Expression::Select([self.atom()?, self.atom()?, self.atom()?]),
            "check" => Expression::Check(self.check()?),
            "coerce" => {
                let operation = self.string()?;
                Expression::Coerce(self.atom()?, operation)
            }
            "call" => {
                let name = self.word()?;
                Expression::Call(name, self.atoms("(", ")")?)
            }
            "index" => {
                let array = self.atom()?;
                Expression::Index(array, self.atoms("[", "]")?)
            }
            "update" => {
                let array = self.atom()?;
                let indices = self.atoms("[", "]")?;
                self.expect("=")?;
                Expression::Update { array, indices, value: self.atom()? }
            }
            "array" => Expression::Array(self.atoms("[", "]")?),
            "sort" => {
                let keys = self.atoms("[", "]")?;
                self.expect("with")?;
                let payload = self.atoms("[", "]")?;
                self.expect("by")?;
                Expression::Sort(Sort {
                    keys,
                    payload,
                    origin: Origin::new(self.word()?, self.place()?),
                })
            }
            "common_length" => Expression::CommonLength(self.atom()?),
            "if" => {
                let condition = self.atom()?;
                let then = self.block()?;
                self.expect("else")?;
                let otherwise = self.block()?;
                Expression::If(Box::new(If { condition, then, otherwise }))
            }
            "loop" => self.repetition()?,
            "soac" => Expression::Soac(Box::new(self.soac()?)),
            "scan" => {
                let values = self.atoms("(", ")")?;
                self.expect("from")?;
                let initial = self.atoms("(", ")")?;
                let exclusive = self.take("exclusive");
                let operator = self.lambda()?;
                Expression::Scan(Box::new(Scan { values, initial, operator, exclusive }))
            }
            "slice" | "transpose" | "reverse" | "rotate" | "reshape" | "windows" | "replicate"
            | "iota" | "flatten" | "offsets" | "segments" => Expression::View(self.view(keyword)?),
            name => {
                let mut operands = Vec::new();
                let first = self.atom()?;
                let ty = self.variables.element(first);
                operands.push(first);
                let Some(operation) = Operation::from_name(name, ty) else {
                    self.position -= 2;
                    return self.fail("an operation");
                };
                for _ in 1..operation.arity() {
                    operands.push(self.atom()?);
                }
                Expression::Scalar(operation, operands)
            }
        })
    }

    fn check(&mut self) -> Result<Check> {
        let keyword = self.next();
        let condition = match keyword {
            "in_bounds" => Condition::Index(self.string()?),
            "slice_start" => Condition::Slice(SliceBound::Start),
            "slice_from" => Condition::Slice(SliceBound::From),
            "slice_end" => Condition::Slice(SliceBound::End),
            "not_zero" => Condition::NotZero(self.string()?),
            "positive" => Condition::Positive(self.string()?),
            "not_negative" => Condition::NotNegative(self.string()?),
            "ordered" => Condition::Ordered(self.string()?),
            "divides" => Condition::Divides,
            "same_count" => Condition::SameCount(self.string()?),
            "sum" => Condition::Sum(self.string()?),
            "product" => Condition::Product(self.string()?),
            "countable" => Condition::Countable,
            "holds" => Condition::Holds(self.string()?),
            _ => {
                self.position -= 1;
                return self.fail("a condition");
            }
        };
        let operands = self.atoms("(", ")")?;
        let when = if self.take("when") { Some(self.atom()?) } else { None };
        Ok(Check { condition, operands, when })
    }

    fn view(&mut self, keyword: &str) -> Result<View> {
        if keyword == "iota" {
            return Ok(View::Iota);
        }
        let array = self.atom()?;
        Ok(match keyword {
            "slice" => {
                self.expect("from")?;
                View::Slice(array, self.atom()?)
            }
            "transpose" => {
                self.expect("(")?;
                let permutation =
                    self.list(")", |parser| match parser.next().parse::<usize>() {
                        Ok(dimension) => Ok(dimension),
                        Err(_) => parser.fail("a dimension"),
                    })?;
                View::Transpose(array, permutation)
            }
            "reverse" => View::Reverse(array),
            "rotate" => {
                self.expect("by")?;
                View::Rotate(array, self.atom()?)
            }
            "reshape" => View::Reshape(array),
            "windows" => View::Windows(array),
            "replicate" => View::Replicate(array),
            "flatten" => View::Flatten(array),
            "offsets" => View::Offsets(array),
            _ => {
                self.expect("at")?;
                View::Segments(array, self.atom()?)
            }
        })
    }

    fn repetition(&mut self) -> Result<Expression> {
        self.expect("(")?;
        let carried = self.carried()?;
        let form = if self.take("for") {
            let name = self.word()?;
            self.expect("<")?;
            let count = self.atom()?;
            LoopForm::For(self.bind(name, Type::USIZE), count)
        } else {
            self.expect("while")?;
            LoopForm::While(self.block()?)
        };
        let body = self.block()?;
        Ok(Expression::Loop(Box::new(Loop { form, carried, body })))
    }

    /// `x: f32 = a, y: f32 = b)`.
    pub fn carried(&mut self) -> Result<Vec<(Var, Atom)>> {
        self.list(")", |parser| {
            let var = parser.typed()?;
            parser.expect("=")?;
            Ok((var, parser.atom()?))
        })
    }

    /// A SOAC, after its keyword.
    pub fn soac(&mut self) -> Result<Soac> {
        self.expect("[")?;
        let space = self.list("]", |parser| {
            let name = parser.word()?;
            parser.expect("<")?;
            let extent = parser.atom()?;
            Ok(Axis { index: parser.bind(name, Type::USIZE), extent })
        })?;
        self.expect("{")?;
        let body = self.statements("}")?;
        self.expect("}")?;
        let mut outputs = Vec::new();
        while let Some(output) = self.output()? {
            outputs.push(output);
        }
        let mut origins = Vec::new();
        if self.take("by") {
            loop {
                let sequential = self.take("sequential");
                origins.push(Origin { sequential, ..Origin::new(self.word()?, self.place()?) });
                if !self.take(",") {
                    break;
                }
            }
        }
        Ok(Soac { space, body, outputs, origins })
    }

    fn when(&mut self) -> Result<Option<Atom>> {
        Ok(if self.take("when") { Some(self.atom()?) } else { None })
    }

    fn output(&mut self) -> Result<Option<Output>> {
        Ok(Some(match self.peek() {
            "store" => {
                self.next();
                Output::Store(self.atom()?)
            }
            "columns" => {
                self.next();
                Output::Columns(self.atom()?)
            }
            "segment" => {
                self.next();
                let row = self.atom()?;
                self.expect("at")?;
                Output::Segment { row, start: self.atom()? }
            }
            "append" => {
                self.next();
                let rows = self.atoms("(", ")")?;
                self.expect("of")?;
                let length = self.atom()?;
                self.expect("offsets")?;
                Output::Append { rows, length, offsets: self.atom()? }
            }
            "reduce" => {
                self.next();
                let values = self.atoms("(", ")")?;
                let initial = if self.take("from") { Some(self.atoms("(", ")")?) } else { None };
                let when = self.when()?;
                let commutative = self.take("commutative");
                let operator = self.lambda()?;
                Output::Reduce { values, initial, operator, when, commutative }
            }
            "compact" => {
                self.next();
                let values = self.atoms("(", ")")?;
                self.expect("when")?;
                Output::Compact { values, when: self.atom()? }
            }
            keyword @ ("scatter" | "combine") => {
                self.next();
                let values = self.atoms("(", ")")?;
                self.expect("into")?;
                let destinations = self.atoms("(", ")")?;
                self.expect("at")?;
                let index = self.atom()?;
                let when = self.when()?;
                if keyword == "scatter" {
                    Output::Scatter { destinations, index, values, when }
                } else {
                    let operator = self.lambda()?;
                    Output::Combine { destinations, index, values, operator, when }
                }
            }
            _ => return Ok(None),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::parse_program;
    use crate::core::{Target, print_program};

    #[test]
    fn the_target_of_a_function_reads_back() {
        let text = "fn f.devices(n: usize) -> (m: usize) for devices {\n  (n)\n}\n";
        let program = parse_program(text).expect("this is a program");
        assert_eq!(program.functions[0].target, Target::Devices);
        assert_eq!(print_program(&program), text);
    }
}
