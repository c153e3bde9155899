//! accel: a data-parallel array language inside Rust.

// Generated code names this crate.
extern crate self as accel;

mod argument;
mod array;
mod buffer;
mod call;
#[doc(hidden)]
pub mod cpu;
mod device;
mod element;
mod error;
mod failure;
mod plan;
mod recursion;
mod view;

pub use accel_macros::{accel, module};
pub use argument::{Argument, OwnedArgument};
pub use array::Array;
pub use device::Device;
pub use element::{Element, Product, Scalar};
pub use error::{Error, ErrorKind};
pub use plan::{Kernel, Plan, Regularity};

/// What generated code uses besides the drivers in [`cpu`].
#[doc(hidden)]
pub mod host {
    pub use crate::buffer::{Buffer, count};
    pub use crate::call::{expect, run};
    pub use crate::element::Input;
    pub use crate::failure::{
        Check, Failure, Site, bound, divides, extents_agree, holds, index, not_negative, not_zero,
        ordered, positive, same_count,
    };
    pub use crate::recursion::Recursion;
    pub use crate::view::View;
}
