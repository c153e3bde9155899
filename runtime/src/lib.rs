//! accel: a data-parallel array language inside Rust.

// Generated code names this crate.
extern crate self as accel;

mod argument;
mod array;
mod buffer;
#[doc(hidden)]
pub mod cpu;
mod device;
mod element;
mod error;
mod failure;
mod plan;
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
    pub use crate::element::Input;
    pub use crate::failure::{
        Check, Failure, Reported, Site, Values, bound, extents_agree, fail, fail_plainly, index,
    };
    pub use crate::view::View;
}
