//! Values across the border between the interpreter and compiled code, and their comparison.

use accel::Scalar;
use accel::host::{Buffer, Input, Proven, Used, View};
use accel_ir::core::Constant;
use accel_ir::interp::{Reason, Trap, Value};

/// A scalar type of the language, as Rust sees it.
pub trait Native: Scalar {
    /// The number in a constant.
    fn of(constant: Constant) -> Self;
    /// As a constant.
    fn constant(self) -> Constant;
}

macro_rules! native {
    ($($t:ident $variant:ident;)*) => { $(impl Native for $t {
        fn of(constant: Constant) -> $t {
            match constant {
                Constant::$variant(value) => value as $t,
                other => panic!("{other} is no {}", stringify!($t)),
            }
        }

        fn constant(self) -> Constant {
            Constant::$variant(self as _)
        }
    })* };
}

native! {
    i8 I8; i16 I16; i32 I32; i64 I64; isize Isize;
    u8 U8; u16 U16; u32 U32; u64 U64; usize Usize; f32 F32; f64 F64;
}

impl Native for bool {
    fn of(constant: Constant) -> bool {
        constant.truth()
    }

    fn constant(self) -> Constant {
        Constant::Bool(self)
    }
}

/// A scalar argument.
///
/// # Panics
/// If it is an array.
pub fn scalar<T: Native>(value: &Value) -> T {
    T::of(value.scalar().expect("a scalar"))
}

/// The elements of an array argument.
pub fn elements<T: Native>(value: &Value) -> Vec<T> {
    value.scalars().into_iter().map(T::of).collect()
}

/// What the code of a function wants to be shown that is called past its checks: the arguments are those
/// of the interpreter, whose sizes fit.
#[allow(unsafe_code)]
pub fn proven() -> Proven {
    // SAFETY: tests of compiled functions alone call this, with values that the interpreter takes, too.
    unsafe { Proven::that("the interpreter's values have the sizes that are passed beside them") }
}

/// A borrowed array argument.
///
/// # Panics
/// Never: scalars are read where they lie.
pub fn view<T: Native>(elements: &[T]) -> View<'_, T> {
    match T::columns_of(proven(), 0, elements, Used::ALL) {
        Ok(Input::Borrowed(view)) => view,
        _ => unreachable!("scalars are read where they lie"),
    }
}

/// An array argument that is taken over.
pub fn buffer<T: Native>(elements: Vec<T>) -> Buffer<T> {
    T::columns_from(proven(), 0, elements).expect("a vector is not copied")
}

/// A scalar result.
pub fn given<T: Native>(scalar: T) -> Value {
    Value::Scalar(scalar.constant())
}

/// An array result.
pub fn given_array<T: Native>(extents: Vec<usize>, buffer: Buffer<T>) -> Value {
    let items = buffer.into_vec().iter().map(|item| item.constant()).collect();
    Value::array(extents, items)
}

/// Whether two values are the same, up to the rounding of reordered sums.
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

/// Whether a run agrees with what the interpreter expects: the same values, or both a failure of the
/// user's program. Arrays that are too large for the interpreter may never be stored.
pub fn agree(expected: &Result<Vec<Value>, Trap>, found: &Result<Vec<Value>, Trap>) -> bool {
    match (expected, found) {
        (Ok(a), Ok(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(a, b)),
        (Err(Trap::Failed(_)), Err(Trap::Failed(_))) => true,
        (Err(Trap::Failed(failure)), Ok(_)) => failure.reason == Reason::Memory,
        _ => false,
    }
}
