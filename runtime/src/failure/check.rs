//! The kinds of checks, and the texts of their failures.

use std::borrow::Cow;
use std::fmt;

use super::values::Values;
use crate::error::ErrorKind;
use crate::text::text;

/// The kinds of checks at a site.
#[derive(Debug)]
pub enum Check {
    /// An index against a length, by an operation.
    Index(&'static str),
    /// The start of a slice against its end.
    SliceStart,
    /// The start of a slice that goes on to the end against the length.
    SliceFrom,
    /// The end of a slice against the length.
    SliceEnd,
    /// A divisor of an operation.
    NotZero(&'static str),
    /// An argument of an operation.
    Positive(&'static str),
    /// An argument of an operation.
    NotNegative(&'static str),
    /// The bounds of an operation.
    Ordered(&'static str),
    /// A chunk size against a length.
    Divides,
    /// Counts of elements, in an operation.
    SameCount(&'static str),
    /// Extents, in an operation.
    Extents(&'static str),
    /// The parts and the rows of a parameter.
    Parameter(&'static str),
    /// The lengths that an operation adds up.
    Sum(&'static str),
    /// The lengths that an operation multiplies.
    Product(&'static str),
    /// The ends of a range.
    Countable,
    /// An assertion, with its text.
    Holds(&'static str),
    /// A recursive call.
    Recursion(&'static str),
    /// Memory for the result of an operation.
    Memory(&'static str),
}

pub(super) fn no_bytes(bytes: u128) -> Cow<'static, str> {
    text!("cannot allocate {bytes} bytes")
}

impl Check {
    pub(super) fn message(&self, values: Values) -> (ErrorKind, Cow<'static, str>) {
        let values = match values {
            Values::Bytes(bytes) => return (ErrorKind::OutOfMemory, no_bytes(bytes)),
            Values::Device(message) => return (ErrorKind::Device, message),
            values => values,
        };
        let (a, b) = match &values {
            Values::Integers(a, b) => (Shown::Integer(*a), Shown::Integer(*b)),
            Values::Floats(a, b) => (Shown::Float(*a), Shown::Float(*b)),
            Values::Extents(a, b) => (Shown::Extents(a), Shown::Extents(b)),
            Values::Row(_, a, b) => (Shown::Integer(*a as i128), Shown::Integer(*b as i128)),
            _ => (Shown::Nothing, Shown::Nothing),
        };
        let a = match (self, &values) {
            (
                Check::Index(_) | Check::SliceStart | Check::SliceFrom | Check::SliceEnd,
                Values::Integers(index, _),
            ) => Shown::Index(*index),
            _ => a,
        };
        match self {
            Check::Index(operation) => match *operation {
                "index" => (
                    ErrorKind::IndexOutOfBounds,
                    text!("index out of bounds: the length is {b} but the index is {a}"),
                ),
                "gather" | "scatter" | "scatter_with" | "update" | "swap" => (
                    ErrorKind::IndexOutOfBounds,
                    text!(
                        "index out of bounds in `{operation}`: the length is {b} but the index \
                         is {a}"
                    ),
                ),
                _ => (ErrorKind::Empty, text!("`{operation}` of an empty array")),
            },
            Check::SliceStart => {
                (ErrorKind::IndexOutOfBounds, text!("slice index starts at {a} but ends at {b}"))
            }
            Check::SliceFrom => (
                ErrorKind::IndexOutOfBounds,
                text!("range start index {a} out of range for array of length {b}"),
            ),
            Check::SliceEnd => (
                ErrorKind::IndexOutOfBounds,
                text!("range end index {a} out of range for array of length {b}"),
            ),
            Check::NotZero(operation) => match *operation {
                "divide" => (ErrorKind::DivisionByZero, "attempt to divide by zero".into()),
                "remainder" => (
                    ErrorKind::DivisionByZero,
                    "attempt to calculate the remainder with a divisor of zero".into(),
                ),
                "windows" => (ErrorKind::Size, "`windows` needs a size greater than zero".into()),
                _ => (ErrorKind::DivisionByZero, text!("`{operation}` with a divisor of zero")),
            },
            Check::Positive(operation) => (
                ErrorKind::Argument,
                text!("argument of `{operation}` must be positive, found {a}"),
            ),
            Check::NotNegative("concat") => {
                (ErrorKind::Size, text!("`concat`: the length of a part is negative: {a}"))
            }
            Check::NotNegative(operation) => (
                ErrorKind::Argument,
                text!("argument of `{operation}` cannot be negative, found {a}"),
            ),
            Check::Ordered(operation) => (
                ErrorKind::Argument,
                text!("`{operation}` needs min <= max, found min = {a}, max = {b}"),
            ),
            Check::Divides => {
                let what = match values {
                    Values::Integers(0, _) => "`chunks` needs a size greater than zero".into(),
                    _ => text!("`chunks`: the size {a} does not divide the length {b}"),
                };
                (ErrorKind::Size, what)
            }
            Check::SameCount(label) => match *label {
                "reshape" => (
                    ErrorKind::Size,
                    text!("`reshape`: {b} elements cannot take a shape of {a} elements"),
                ),
                "split_by" => (
                    ErrorKind::Size,
                    text!("`split_by`: the lengths add up to {a}, the array has {b} elements"),
                ),
                _ => (ErrorKind::Size, text!("{label}: expected length {a}, found length {b}")),
            },
            Check::Extents(label) => (ErrorKind::Size, text!("{label}: expected {a}, found {b}")),
            Check::Parameter(name) => {
                let what = match values {
                    Values::Row(row, ..) => text!(
                        "the rows of `{name}` differ: row {row} has length {a}, those before it {b}"
                    ),
                    Values::Shape(count, shape) => {
                        text!("`{name}`: {count} elements cannot take the shape {shape:?}")
                    }
                    _ => text!("the parts of `{name}`: expected {a}, found {b}"),
                };
                (ErrorKind::Size, what)
            }
            Check::Sum("rows") => (ErrorKind::Size, text!("{a} rows are too many")),
            Check::Sum(operation) => (
                ErrorKind::Size,
                text!("`{operation}`: {a} + {b} elements are more than can be counted"),
            ),
            Check::Product(operation) => (
                ErrorKind::Size,
                text!("`{operation}`: {a} * {b} elements are more than can be counted"),
            ),
            Check::Countable => (
                ErrorKind::Size,
                text!("the range {a}..={b} has more elements than can be counted"),
            ),
            Check::Holds(text) => (ErrorKind::Assertion, (*text).into()),
            Check::Recursion(function) => {
                (ErrorKind::Recursion, text!("`{function}` calls itself too deeply"))
            }
            Check::Memory(operation) => {
                (ErrorKind::OutOfMemory, text!("not enough memory for `{operation}`"))
            }
        }
    }
}

/// A value as a person writes it.
enum Shown<'a> {
    Nothing,
    Integer(i128),
    /// An index; one of 64 bits beyond all arrays is a negative number to those who have computed it.
    Index(i128),
    Float(f64),
    Extents(&'a [usize]),
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Shown::Nothing => Ok(()),
            Shown::Integer(value) => write!(f, "{value}"),
            Shown::Index(value) if *value > i64::MAX.into() => {
                write!(f, "{value} ({} as `usize`)", *value as i64)
            }
            Shown::Index(value) => write!(f, "{value}"),
            Shown::Float(value) => write!(f, "{value:?}"),
            Shown::Extents([one]) => write!(f, "length {one}"),
            Shown::Extents(more) => write!(f, "shape {more:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Check, Values};

    #[test]
    fn an_index_below_zero_is_shown_as_the_number_that_it_is() {
        let text = |check: Check, index: i128| check.message(Values::Integers(index, 3)).1;
        let largest = i128::from(u64::MAX);
        assert_eq!(
            text(Check::Index("index"), largest),
            "index out of bounds: the length is 3 but the index is 18446744073709551615 (-1 as `usize`)"
        );
        assert_eq!(
            text(Check::SliceEnd, largest - 1),
            "range end index 18446744073709551614 (-2 as `usize`) out of range for array of length 3"
        );
        let plain = "index out of bounds: the length is 3 but the index is";
        for index in [-1, 3, i64::MAX.into()] {
            assert_eq!(text(Check::Index("index"), index), format!("{plain} {index}"));
        }
        // A divisor is no index.
        assert!(
            text(Check::SameCount("rows"), largest)
                .ends_with("expected length 18446744073709551615, found length 3")
        );
    }
}
