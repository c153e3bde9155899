//! The findings about a function, as `interface/lints` shows them to rustc.

use crate::core::ScalarType;
use crate::source::Span;
use crate::syntax::tree::{BinaryOperator, Name};

/// Something that rustc warns of in the same Rust.
#[derive(Clone, Debug)]
pub enum Finding {
    /// Arithmetic on constants that leaves the range of its type, or a shift by all bits of it.
    Overflow(Overflow),
    /// A comparison with a literal that holds for all values of the type, or for none.
    UselessComparison {
        /// The place of the comparison.
        place: Span,
        /// The operator.
        operator: BinaryOperator,
        /// The type of both sides.
        scalar: ScalarType,
        /// The literal.
        literal: u128,
        /// True if the literal stands on the left.
        is_left: bool,
    },
    /// A comparison with NaN.
    ComparedToNan {
        /// The operator.
        operator: BinaryOperator,
        /// The type of both sides.
        scalar: ScalarType,
        /// The places of both sides.
        sides: [Span; 2],
        /// True if NaN stands on the left.
        is_left: bool,
    },
    /// A pattern that no value reaches.
    UnreachablePattern {
        /// The place of the pattern.
        pattern: Span,
        /// The places of the patterns before it that take its values.
        earlier: Vec<Span>,
        /// True if the one pattern before it fits any value.
        any_value: bool,
    },
    /// A variable that need not be `mut`.
    UnusedMut {
        /// The variable.
        name: Name,
        /// The place from `mut` to the name.
        place: Span,
    },
    /// A variable that is assigned to, and never used.
    OnlyAssigned {
        /// The variable.
        name: Name,
        /// The place from `mut` to the name.
        place: Span,
        /// The place of an assignment.
        assignment: Span,
    },
    /// A value that a variable is given, and which is never read.
    NeverRead {
        /// The variable.
        name: Name,
        /// The place at which the variable is given the value.
        place: Span,
        /// The construct that gives the value.
        definition: Definition,
    },
    /// A statement without effect.
    NoEffect {
        /// The place of the statement.
        place: Span,
        /// The operation whose value is thrown away.
        operation: Effectless,
    },
    /// A function that calls itself whatever it is given.
    Endless {
        /// The function.
        name: Name,
        /// The place of the call.
        call: Span,
    },
    /// An upper-case name that stands for a new size, as no constant of the block has it.
    NewSize(Name),
}

/// An operation on integers that does not fit into its type.
#[derive(Clone, Debug)]
pub struct Overflow {
    /// The place of the operation.
    pub place: Span,
    /// The type of its result.
    pub scalar: ScalarType,
    /// The operator; none for a negation.
    pub operator: Option<BinaryOperator>,
    /// The left operand, if it is known.
    pub left: Option<i128>,
    /// The right operand, or the only one, and its type.
    pub right: (i128, ScalarType),
}

/// The construct that gives a variable a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definition {
    /// `let mut x = e`.
    Let,
    /// `x = e`, `x += e`.
    Assignment,
    /// A parameter.
    Parameter,
}

/// An operation that does nothing but give a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effectless {
    /// The name of a variable or constant.
    Path,
    /// An operator with two operands.
    Binary(BinaryOperator),
    /// An operator with one operand.
    Unary,
}

impl Finding {
    /// The place that the finding is about.
    pub fn place(&self) -> Span {
        match self {
            Finding::Overflow(overflow) => overflow.place,
            Finding::UselessComparison { place, .. }
            | Finding::UnusedMut { place, .. }
            | Finding::OnlyAssigned { place, .. }
            | Finding::NeverRead { place, .. }
            | Finding::NoEffect { place, .. } => *place,
            Finding::ComparedToNan { sides, .. } => sides[0],
            Finding::UnreachablePattern { pattern, .. } => *pattern,
            Finding::Endless { name, .. } | Finding::NewSize(name) => name.span,
        }
    }

    /// Returns true if another finding is the same under another instance.
    pub fn is_same(&self, other: &Finding) -> bool {
        self.place() == other.place()
            && std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}
