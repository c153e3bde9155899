//! Expressions in the making, in either language: a text that knows how tightly its parts hold together, by which an
//! operand has parentheses or none.

/// The strength with which an expression holds together, from the loosest: in the order of Rust. The order of
/// C++ is another one, between comparisons and sums, so an expression of C++ is whole, or else the loosest of all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Strength {
    /// `if`, `match` and blocks: never an operand without parentheses.
    Block,
    /// `<`, `==`, ….
    Comparison,
    Or,
    Xor,
    And,
    Shift,
    Sum,
    Product,
    Cast,
    Unary,
    /// Names, literals, calls, fields, anything in brackets.
    Whole,
}

impl Strength {
    /// The strengths that the two operands of a left-associative operator with this strength have to have.
    pub(super) fn of_operands(self) -> [Strength; 2] {
        let tighter = match self {
            Strength::Comparison => Strength::Or,
            Strength::Or => Strength::Xor,
            Strength::Xor => Strength::And,
            Strength::And => Strength::Shift,
            Strength::Shift => Strength::Sum,
            Strength::Sum => Strength::Product,
            _ => Strength::Cast,
        };
        // Comparisons do not associate at all.
        let first = if self == Strength::Comparison { tighter } else { self };
        [first, tighter]
    }

    /// Returns true if an expression with this strength needs parentheses to have the strength `wanted`.
    fn needs_parentheses(self, wanted: Strength) -> bool {
        self < wanted
    }
}

/// A text of a language: tokens of Rust, or the characters of C++.
pub(super) trait Text: Clone {
    fn in_parentheses(&self) -> Self;
}

/// An expression in the making.
#[derive(Clone, Debug)]
pub(super) struct TextExpression<T> {
    pub(super) text: T,
    pub(super) strength: Strength,
    /// The number of its operations.
    pub(super) operations: u32,
}

impl<T: Text> TextExpression<T> {
    /// A name, a literal, a call, an element.
    pub(super) fn whole(text: impl Into<T>) -> TextExpression<T> {
        TextExpression { text: text.into(), strength: Strength::Whole, operations: 0 }
    }

    /// An operation on others.
    pub(super) fn new(text: impl Into<T>, strength: Strength) -> TextExpression<T> {
        TextExpression { text: text.into(), strength, operations: 1 }
    }

    /// The same, known to have so many operations.
    pub(super) fn with_operations(mut self, operations: u32) -> TextExpression<T> {
        self.operations = operations;
        self
    }

    /// The text as an operand of an operation that holds as tightly as `strength`.
    pub(super) fn with_strength(&self, strength: Strength) -> T {
        match self.strength.needs_parentheses(strength) {
            true => self.text.in_parentheses(),
            false => self.text.clone(),
        }
    }
}
