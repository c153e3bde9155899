//! Counts the work of plans: arguments of a size, and the steps that a plan's interpreter counts on
//! them.

use accel_ir::core::{Constant, Program};
use accel_ir::interp::Value;
use accel_ir::plan::count_plan;
use accel_ir::{Limits, pipeline};

use crate::block::Lowered;

/// The work of a function on arguments as its core function takes them: of its plan, and of its
/// plan for few lanes that are long.
///
/// # Panics
/// If the function fails.
pub fn work(lowered: &Lowered, arguments: &[Value]) -> [u64; 2] {
    let optimised = lowered.optimised();
    [Limits::MEASURED, Limits::LOWERED]
        .map(|limits| of_plan(lowered, &optimised, &limits, arguments))
}

fn of_plan(lowered: &Lowered, optimised: &Program, limits: &Limits, arguments: &[Value]) -> u64 {
    let owned = |var| lowered.owned.contains(&var);
    let function = optimised.functions[0].clone();
    let plan = pipeline::plan(function, Vec::new(), &owned, limits)
        .unwrap_or_else(|error| panic!("{}: {}", lowered.function, error.text()));
    // As in compiled code, the result of a call belongs to the caller.
    let functions = optimised.functions.iter().cloned().map(pipeline::in_lane).collect();
    let called = Program { functions };
    match count_plan(&plan, Some(&called), arguments) {
        Ok((_, counts)) => counts.work(),
        Err(trap) => panic!("{}: {trap:?}", lowered.function),
    }
}

/// A scalar argument.
pub fn size(value: usize) -> Vec<Value> {
    vec![Value::Scalar(constant(value))]
}

/// An array.
pub fn numbers(items: &[i64]) -> Vec<Value> {
    vec![size_of(items.len()), of_numbers(items)]
}

/// An array of indices.
pub fn indices(items: &[usize]) -> Vec<Value> {
    vec![size_of(items.len()), of_sizes(items)]
}

/// A matrix, of rows of this width.
pub fn matrix(width: usize, items: &[i64]) -> Vec<Value> {
    let extents = vec![items.len() / width, width];
    let data = items.iter().map(|item| Constant::I64(*item)).collect();
    vec![size_of(extents[0]), size_of(width), Value::array(extents, data)]
}

/// An array with rows of these lengths, one after the other.
pub fn rows(lengths: &[usize], items: &[i64]) -> Vec<Value> {
    let mut list = level(lengths);
    list.push(of_numbers(items));
    list
}

/// An array with rows of indices.
pub fn rows_of_indices(lengths: &[usize], items: &[usize]) -> Vec<Value> {
    let mut list = level(lengths);
    list.push(of_sizes(items));
    list
}

/// An array with rows of pairs of an index and a number.
pub fn rows_of_pairs(lengths: &[usize], first: &[usize], second: &[i64]) -> Vec<Value> {
    let mut list = rows_of_indices(lengths, first);
    list.push(of_numbers(second));
    list
}

/// An array of rows of rows: how many rows there are in each, and how long they are.
pub fn deep(counts: &[usize], lengths: &[usize], items: &[i64]) -> Vec<Value> {
    let mut list = level(counts);
    // The rows inside are counted already.
    list.extend(rows(lengths, items).into_iter().skip(1));
    list
}

/// The arguments of one ragged level: the number of rows, the number of offsets, the offsets, and
/// the number of elements.
fn level(lengths: &[usize]) -> Vec<Value> {
    let mut offsets = vec![0];
    offsets.extend(lengths.iter().scan(0, |end, length| {
        *end += length;
        Some(*end)
    }));
    let count = offsets[lengths.len()];
    vec![size_of(lengths.len()), size_of(offsets.len()), of_sizes(&offsets), size_of(count)]
}

fn constant(size: usize) -> Constant {
    Constant::Usize(size as u64)
}

fn size_of(size: usize) -> Value {
    Value::Scalar(constant(size))
}

fn of_sizes(items: &[usize]) -> Value {
    Value::vector(items.iter().map(|item| constant(*item)).collect())
}

fn of_numbers(items: &[i64]) -> Value {
    Value::vector(items.iter().map(|item| Constant::I64(*item)).collect())
}
