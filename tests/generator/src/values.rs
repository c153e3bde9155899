//! Compares the values of two runs.

use accel_ir::core::Constant;
use accel_ir::interp::{Reason, Trap, Value};

/// Returns true if two values are the same, up to the rounding of reordered sums.
pub fn close(a: &Value, b: &Value) -> bool {
    let shape = |value: &Value| value.as_array().map(|array| array.extents.clone());
    if shape(a) != shape(b) {
        return false;
    }
    let (a, b) = (a.scalars(), b.scalars());
    a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| close_scalars(*a, *b))
}

fn close_scalars(a: Constant, b: Constant) -> bool {
    match (a.float(), b.float()) {
        (Some(x), Some(y)) => {
            let tolerance = if matches!(a, Constant::F32(_)) { 1e-4 } else { 1e-9 };
            x == y || x.is_nan() && y.is_nan() || (x - y).abs() <= tolerance * x.abs().max(1.0)
        }
        _ => a == b,
    }
}

/// Returns true if a run agrees with the interpreter's: the same values, or both a failure of the
/// user's program. Arrays that are too large for the interpreter may never be stored.
pub fn agree(expected: &Result<Vec<Value>, Trap>, found: &Result<Vec<Value>, Trap>) -> bool {
    match (expected, found) {
        (Ok(a), Ok(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(a, b)),
        (Err(Trap::Failed(_)), Err(Trap::Failed(_))) => true,
        (Err(Trap::Failed(failure)), Ok(_)) => failure.reason == Reason::Memory,
        _ => false,
    }
}
