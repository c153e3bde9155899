//! The surface tree: the user's code, cut down to the language.
//!
//! The tree has the structure of the language (docs/language.md). Every node has its place; every
//! expression has a number, under which later stages record their findings about it.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::source::Span;

/// An identifier and where it stands.
#[derive(Clone, Debug)]
pub struct Name {
    /// The text.
    pub text: Arc<str>,
    /// The place.
    pub span: Span,
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        &*self.text == other
    }
}

/// One `accel! { … }` block or `#[accel::module]`.
#[derive(Default)]
pub struct Module {
    /// `<T: f32 | f64, …>`: the type parameters and the instances they stand for.
    pub parameters: Vec<TypeParameter>,
    /// The items, in source order.
    pub items: Vec<Item>,
    /// The number of expressions of the module; the numbers of expressions are below it.
    pub expressions: u32,
    /// Names that would exist if the items that define them had not been reported: a use of one is not
    /// reported as well.
    pub reported: FxHashSet<Arc<str>>,
    /// The number of errors that concern functions. Each such function is marked as wrong.
    pub errors_of_functions: usize,
    /// The places from `mut` to the name behind it, by those of the names.
    pub mutable_names: FxHashMap<Span, Span>,
}

/// `T: f32 | f64`.
pub struct TypeParameter {
    /// `T`.
    pub name: Name,
    /// `f32`, `f64`.
    pub instances: Vec<Name>,
}

/// An item of the block.
pub enum Item {
    /// `fn`.
    Function(Function),
    /// `const N: T = e;`.
    Const(Const),
    /// `type A = T;`.
    Alias(Alias),
    /// `struct S { … }`.
    Struct(Struct),
}

/// `fn f(a: T, …) -> R { … }`.
pub struct Function {
    /// The function's name.
    pub name: Name,
    /// `pub`, `pub(crate)`, …: `None` makes it a helper of the block.
    pub visibility: Option<syn::Visibility>,
    /// The signature as it is written, in one line.
    pub signature: String,
    /// Doc comment and attributes, passed through.
    pub attributes: Vec<syn::Attribute>,
    /// True if the function is `#[sequential]`: called in a lane, it stays there.
    pub sequential: bool,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The result type; `None` is `()`.
    pub result: Option<TypeExpression>,
    /// The body.
    pub body: Block,
    /// True if an error was reported while the function was read.
    pub is_wrong: bool,
}

/// `mut xs: [T; n]`.
pub struct Parameter {
    /// The parameter's name.
    pub name: Name,
    /// True if the parameter is declared `mut`.
    pub mutable: bool,
    /// The type.
    pub ty: TypeExpression,
}

/// `const N: T = e;`.
pub struct Const {
    /// The constant's name.
    pub name: Name,
    /// `pub` constants also become Rust constants.
    pub visibility: Option<syn::Visibility>,
    /// Doc comment and attributes, passed through.
    pub attributes: Vec<syn::Attribute>,
    /// The type.
    pub ty: TypeExpression,
    /// The value.
    pub value: Expression,
}

/// `type A = T;`.
pub struct Alias {
    /// The alias.
    pub name: Name,
    /// `pub` aliases also become Rust aliases.
    pub visibility: Option<syn::Visibility>,
    /// Doc comment and attributes, passed through.
    pub attributes: Vec<syn::Attribute>,
    /// The type that the alias stands for.
    pub ty: TypeExpression,
}

/// `struct S { a: A, … }`.
pub struct Struct {
    /// The struct's name.
    pub name: Name,
    /// The visibility, passed through.
    pub visibility: Option<syn::Visibility>,
    /// Attributes, passed through (derives decide which traits are derived).
    pub attributes: Vec<syn::Attribute>,
    /// The fields.
    pub fields: Vec<Field>,
}

/// One field of a struct.
pub struct Field {
    /// The field's name.
    pub name: Name,
    /// The visibility, passed through.
    pub visibility: syn::Visibility,
    /// Attributes, passed through.
    pub attributes: Vec<syn::Attribute>,
    /// The type.
    pub ty: TypeExpression,
}

/// A type as written.
#[derive(Clone)]
pub struct TypeExpression {
    /// The form of the type.
    pub kind: TypeKind,
    /// The place.
    pub span: Span,
}

/// The shapes of types (docs/language.md, "Types").
#[derive(Clone)]
pub enum TypeKind {
    /// A scalar, a struct, an alias or a type parameter.
    Named(Name),
    /// `(A, B)`.
    Tuple(Vec<TypeExpression>),
    /// `[T; size]`.
    Array(Box<TypeExpression>, Box<Size>),
    /// `[T]`.
    Slice(Box<TypeExpression>),
    /// `&T`.
    Reference(Box<TypeExpression>),
    /// `impl Fn(A, …) -> B`.
    Function(Vec<TypeExpression>, Box<TypeExpression>),
    /// `_` in a `let`.
    Inferred,
    /// A type that was reported already.
    Error,
}

/// The size in `[T; size]`.
#[derive(Clone)]
pub enum Size {
    /// `_`.
    Unnamed,
    /// Anything else.
    Expression(Expression),
}

/// The number of an expression in its module.
pub type ExpressionId = u32;

/// An expression.
#[derive(Clone)]
pub struct Expression {
    /// The form of the expression.
    pub kind: ExpressionKind,
    /// The place.
    pub span: Span,
    /// The number of the expression.
    pub id: ExpressionId,
}

impl Expression {
    /// The variable that the expression names: `xs` and `&xs`.
    pub fn variable(&self) -> Option<&str> {
        match &self.kind {
            ExpressionKind::Path(names) if names.len() == 1 => Some(&names[0].text),
            ExpressionKind::Reference(inner) => inner.variable(),
            _ => None,
        }
    }
}

/// The kinds of expressions (docs/language.md, "Expressions").
#[derive(Clone)]
pub enum ExpressionKind {
    /// `true`, `1`, `2.5f32`.
    Literal(Literal),
    /// `x`, `f64::INFINITY`, `f32::consts::PI`.
    Path(Vec<Name>),
    /// `-x`, `!x`.
    Unary(UnaryOperator, Box<Expression>),
    /// `a + b`.
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// `a = b`, `a += b`.
    Assign(Option<BinaryOperator>, Box<Expression>, Box<Expression>),
    /// `x as T`.
    Cast(Box<Expression>, TypeExpression),
    /// `f(a, b)`; the callee is a path.
    Call(Vec<Name>, Vec<Expression>),
    /// `x.f(a, b)`.
    Method(Box<Expression>, Name, Vec<Expression>),
    /// `|a, b| e`.
    Closure(Box<Closure>),
    /// `x.a`, `x.0`.
    Field(Box<Expression>, Name),
    /// `a[i]`, `a[p..q]`.
    Index(Box<Expression>, Box<Expression>),
    /// `a..b`, `a..=b`, and with either end missing (in an index only).
    Range(Option<Box<Expression>>, Option<Box<Expression>>, RangeEnd),
    /// `[a, b]`.
    Array(Vec<Expression>),
    /// `[x; n]`.
    Repeat(Box<Expression>, Box<Expression>),
    /// `(a, b)`.
    Tuple(Vec<Expression>),
    /// `S { a: 1, ..s }`.
    Struct(Name, Vec<(Name, Expression)>, Option<Box<Expression>>),
    /// `{ … }`.
    Block(Block),
    /// `if c { … } else { … }`.
    If(Box<Expression>, Block, Option<Box<Expression>>),
    /// `match x { … }`.
    Match(Box<Expression>, Vec<Arm>),
    /// `for p in e { … }`.
    For(Pattern, Box<Expression>, Block),
    /// `while c { … }`.
    While(Box<Expression>, Block),
    /// `assert!(c, "message")`; the text is that of the failure.
    Assert(Box<Expression>, Arc<str>),
    /// `&x`.
    Reference(Box<Expression>),
    /// An expression that was reported already.
    Error,
}

/// A literal.
#[derive(Clone, Debug)]
pub enum Literal {
    /// `true`.
    Bool(bool),
    /// `12`, `12u8`; the second is the suffix.
    Integer(u128, Option<Arc<str>>),
    /// `1.5`, `1.5f32`; the value as digits.
    Float(Arc<str>, Option<Arc<str>>),
}

/// `-`, `!`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOperator {
    /// `-x`.
    Negate,
    /// `!x`.
    Not,
}

/// The binary operators of Rust.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "they are Rust's operators")]
pub enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl BinaryOperator {
    /// The operator in Rust.
    pub fn symbol(self) -> &'static str {
        use BinaryOperator::*;
        match self {
            Add => "+",
            Subtract => "-",
            Multiply => "*",
            Divide => "/",
            Remainder => "%",
            And => "&&",
            Or => "||",
            BitAnd => "&",
            BitOr => "|",
            BitXor => "^",
            ShiftLeft => "<<",
            ShiftRight => ">>",
            Equal => "==",
            NotEqual => "!=",
            Less => "<",
            LessEqual => "<=",
            Greater => ">",
            GreaterEqual => ">=",
        }
    }

    /// `==`, `<`, …
    pub fn is_comparison(self) -> bool {
        use BinaryOperator::*;
        matches!(self, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual)
    }

    /// `&&`, `||`.
    pub fn is_lazy(self) -> bool {
        matches!(self, BinaryOperator::And | BinaryOperator::Or)
    }

    /// `<<`, `>>`.
    pub fn is_shift(self) -> bool {
        matches!(self, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight)
    }
}

/// Tells if a range includes its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RangeEnd {
    /// `a..b`.
    Excluded,
    /// `a..=b`.
    Included,
}

/// `|a, (b, c)| e`.
#[derive(Clone)]
pub struct Closure {
    /// The parameters, with their types where written.
    pub parameters: Vec<(Pattern, Option<TypeExpression>)>,
    /// The result type where written.
    pub result: Option<TypeExpression>,
    /// The body.
    pub body: Expression,
    /// Attributes such as `#[sequential]`.
    pub sequential: bool,
}

/// `{ statements; value }`.
#[derive(Clone)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Statement>,
    /// The last expression, if it has no semicolon.
    pub value: Option<Box<Expression>>,
    /// The block's place.
    pub span: Span,
}

/// A statement.
#[derive(Clone)]
pub enum Statement {
    /// `let p: T = e;`.
    Let(Pattern, Option<TypeExpression>, Expression),
    /// `e;`.
    Expression(Expression),
}

/// `p if guard => body`.
#[derive(Clone)]
pub struct Arm {
    /// The pattern.
    pub pattern: Pattern,
    /// The guard.
    pub guard: Option<Expression>,
    /// The body.
    pub body: Expression,
}

/// A pattern.
#[derive(Clone)]
pub struct Pattern {
    /// The form of the pattern.
    pub kind: PatternKind,
    /// The place.
    pub span: Span,
}

/// The fields of a tuple pattern.
#[derive(Clone)]
pub struct TuplePattern {
    /// The patterns of the first fields.
    pub first: Vec<Pattern>,
    /// The patterns of the last fields, behind `..`, if that is there.
    pub last: Option<Vec<Pattern>>,
}

impl TuplePattern {
    /// A pattern for each field.
    pub fn of_all(fields: Vec<Pattern>) -> TuplePattern {
        TuplePattern { first: fields, last: None }
    }

    /// The patterns, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Pattern> {
        self.first.iter().chain(self.last.iter().flatten())
    }

    /// The number of patterns.
    pub fn count(&self) -> usize {
        self.iter().count()
    }

    /// Returns true if a tuple with so many fields can be taken apart by these patterns.
    pub fn fits(&self, count: usize) -> bool {
        self.count() == count || self.last.is_some() && self.count() < count
    }

    /// The patterns, each with the position of its field in a tuple with so many, which fits.
    pub fn positions(&self, count: usize) -> impl Iterator<Item = (usize, &Pattern)> {
        let last = self.last.as_deref().unwrap_or(&[]);
        let behind = count.saturating_sub(last.len())..count;
        (0..count).zip(&self.first).chain(behind.zip(last))
    }
}

/// The kinds of patterns.
#[derive(Clone)]
pub enum PatternKind {
    /// `_`.
    Wildcard,
    /// `x`, `mut x`, `x @ p`.
    Binding {
        /// The name bound.
        name: Name,
        /// True if the name is `mut`.
        mutable: bool,
        /// The pattern after `@`.
        subpattern: Option<Box<Pattern>>,
    },
    /// `(a, b)`, `(a, .., z)`.
    Tuple(TuplePattern),
    /// `S { a, b: p, .. }`; the flag is true if the pattern ends in `..`.
    Struct(Name, Vec<(Name, Pattern)>, bool),
    /// `1`, `-2.5`, `true`, `i32::MAX`.
    Value(Box<Expression>),
    /// `1..=9`, `..0`, `10..`.
    Range(Option<Box<Expression>>, Option<Box<Expression>>, RangeEnd),
    /// `1 | 2`.
    Or(Vec<Pattern>),
    /// A pattern that was reported already.
    Error,
}
