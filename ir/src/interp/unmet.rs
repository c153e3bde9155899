//! Checks that do not hold, in words.

use crate::core::{Condition, Constant, SliceBound};

/// Why a check does not hold, in the words of the run-time error.
pub fn unmet(condition: &Condition, values: &[Constant]) -> String {
    let value = |position: usize| values.get(position).map_or(String::new(), shown);
    let is_index = matches!(condition, Condition::Index(_) | Condition::Slice(_));
    let index = || values.first().map_or(String::new(), shown_index);
    let (a, b) = (if is_index { index() } else { value(0) }, value(1));
    match condition {
        Condition::Index(operation) => match &**operation {
            "index" | "gather" | "scatter" | "scatter_with" | "update" | "swap" => {
                format!("index out of bounds: the length is {b} but the index is {a}")
            }
            _ => format!("`{operation}` of an empty array"),
        },
        Condition::Slice(SliceBound::Start) => {
            format!("slice index starts at {a} but ends at {b}")
        }
        Condition::Slice(SliceBound::From) => {
            format!("range start index {a} out of range for array of length {b}")
        }
        Condition::Slice(SliceBound::End) => {
            format!("range end index {a} out of range for array of length {b}")
        }
        Condition::NotZero(operation) => match &**operation {
            "divide" => "attempt to divide by zero".into(),
            "remainder" => "attempt to calculate the remainder with a divisor of zero".into(),
            "windows" => "window size must be non-zero".into(),
            _ => format!("`{operation}` with zero"),
        },
        Condition::Positive(operation) | Condition::NotNegative(operation) => {
            format!("`{operation}` of {a}")
        }
        Condition::Ordered(operation) => {
            format!("`{operation}` needs min <= max, found min = {a}, max = {b}")
        }
        Condition::Divides if values.first().is_some_and(|size| size.is_number(0)) => {
            "chunk size must be non-zero".into()
        }
        Condition::Divides => format!("`chunks`: the size {a} does not divide the length {b}"),
        Condition::SameCount(operation) => format!("`{operation}` of {a} and {b} elements"),
        Condition::Sum(operation) => format!("`{operation}` of {a} + {b} elements"),
        Condition::Product(operation) => format!("`{operation}` of {a} * {b} elements"),
        Condition::Countable => format!("the range {a}..={b} has 2^64 elements"),
        Condition::Holds(text) => text.to_string(),
    }
}

/// An index; one of 64 bits beyond all arrays is a negative number to those who have computed it.
fn shown_index(value: &Constant) -> String {
    match value.integer() {
        Some(number) if number > i64::MAX.into() => {
            format!("{number} ({} as `usize`)", number as i64)
        }
        _ => shown(value),
    }
}

fn shown(value: &Constant) -> String {
    match value.integer() {
        Some(number) => number.to_string(),
        None => value.to_string(),
    }
}
