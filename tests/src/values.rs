//! Values across the border between the interpreter and compiled code.

use accel::Scalar;
use accel::host::{Buffer, Input, Proven, Used, View};
use accel_ir::core::Constant;
use accel_ir::interp::Value;

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

/// The token that the code of a function asks for if it is called past its checks: the arguments are those
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
