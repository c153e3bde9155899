//! The strength of expressions, by which an operand has parentheses or none.

/// The strength with which an expression holds together, from the loosest: in the order of Rust. The order of
/// C++ is another one, between comparisons and sums, so the text in C++ says of an expression only if it is
/// whole.
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
    pub(super) fn needs_parentheses(self, wanted: Strength) -> bool {
        self < wanted
    }
}
