//! Array code inside Rust that is checked, fused and run on all cores.
//!
//! Functions over whole arrays stand inside [`accel!`]; the macro compiles them, at the compile
//! time of your crate, to Rust that traverses each array as seldom as possible, allocates nothing
//! that is not needed, vectorises, and uses all cores.
//!
//! ```
//! use accel::accel;
//!
//! accel! {
//!     /// The distance of two points.
//!     pub fn distance(xs: &[f32; n], ys: &[f32; n]) -> f32 {
//!         zip(xs, ys).map(|(x, y)| x - y).map(|d| d * d).sum().sqrt()
//!     }
//!
//!     /// Each element as a share of the sum of its row.
//!     pub fn shares(m: &[[f64; k]; n]) -> [[f64; k]; n] {
//!         m.map(|row| {
//!             let total = row.sum();
//!             row.map(|x| x / total)
//!         })
//!     }
//! }
//!
//! assert_eq!(distance(&[1.0, 2.0], &[4.0, 6.0]), 5.0);
//! assert_eq!(shares(&[[1.0, 3.0], [2.0, 0.0]]).to_vec(), [0.25, 0.75, 1.0, 0.0]);
//! ```
//!
//! Each `pub fn f` of a block becomes three things:
//!
//! * `f`, an ordinary function. It takes whatever can be read as arrays of the right types (see
//!   [`Argument`] and [`OwnedArgument`]) and gives scalars and [`Array`]s. It panics where its
//!   program fails: an index out of bounds, lengths that disagree.
//! * `try_f`, the same, but it returns a [`Result`] with an [`Error`] that knows the place in your
//!   source.
//! * `f::plan()`, the [`Plan`]: its kernels, the operations that are fused in them, and the number of arrays
//!   that are allocated besides the results.
//!
//! ```
//! # use accel::{accel, ErrorKind};
//! # accel! {
//! #     pub fn distance(xs: &[f32; n], ys: &[f32; n]) -> f32 {
//! #         zip(xs, ys).map(|(x, y)| x - y).map(|d| d * d).sum().sqrt()
//! #     }
//! # }
//! let error = try_distance(&[1.0, 2.0], &[4.0]).unwrap_err();
//! assert_eq!(error.kind(), ErrorKind::Size);
//!
//! assert_eq!(distance::plan().kernels().len(), 1);
//! assert_eq!(distance::plan().kernels()[0].fused(), ["map", "map", "sum"]);
//! ```
//!
//! # The language
//!
//! Tokens, types and meaning are Rust's as far as they go. Arrays have methods such as `map`, `zip`,
//! `reduce`, `scan`, `filter`, `sort`, `stencil`, `scatter`; they nest at will, and closures run in parallel.
//! [The reference][language] lists everything, [a guide][guide] shows the array code for code that one writes
//! in Rust, and [each compile error][errors] has a page. [A tutorial][tutorial] and [a cookbook][cookbook] have
//! programs.
//!
//! [tutorial]: https://github.com/accel-array/accel/blob/main/docs/tutorial.md
//! [cookbook]: https://github.com/accel-array/accel/blob/main/docs/cookbook.md
//! [language]: https://github.com/accel-array/accel/blob/main/docs/language.md
//! [guide]: https://github.com/accel-array/accel/blob/main/docs/from-rust.md
//! [errors]: https://github.com/accel-array/accel/blob/main/docs/errors/README.md
//!
//! # Running
//!
//! Kernels run on rayon's current thread pool; small work stays on the calling thread. The same
//! call gives the same bits on any number of threads. Builds with debug assertions check every
//! access and do not vectorise: measure with `--release`.
//!
//! Environment variables:
//!
//! * `ACCEL_DEVICE`: the device outside of [`Device::run`]: `cpu`, `cuda`, `cuda:1`, or `auto`, the first CUDA
//!   device if there is one, else the CPU
//! * `ACCEL_CUDA_DRIVER`: the library of the CUDA driver; by default the one that the system finds
//! * `ACCEL_TRACE`: `summary` or `json`. The process reports to stderr at its end the kernels on cores (calls, times,
//!   lanes, threads), those on CUDA devices (launches, times, bandwidth), and the bytes copied, allocated and evicted
//! * `ACCEL_CPU`: `baseline`, `avx2` or `avx512`: no better instructions than these; by default the best of the
//!   machine
//! * `RAYON_NUM_THREADS`: the number of threads; by default one for each core
//!
//! # With ndarray
//!
//! With the cargo feature `ndarray`, arrays and views of the `ndarray` crate (0.17, ranks 1 to 6) go wherever
//! arrays of scalars go. Arrays in standard layout are not copied. Conversions lead from and to [`Array`].
//!
#![cfg_attr(feature = "ndarray", doc = "```")]
#![cfg_attr(not(feature = "ndarray"), doc = "```ignore")]
//! use accel::accel;
//! use ndarray::{Array2, arr2};
//!
//! accel! {
//!     pub fn halves(m: &[[f64; k]; n]) -> [[f64; k]; n] { m.map(|row| row.map(|x| x / 2.0)) }
//! }
//!
//! let m = arr2(&[[2.0, 4.0], [6.0, 8.0]]);
//! assert_eq!(Array2::from(halves(&m)), arr2(&[[1.0, 2.0], [3.0, 4.0]]));
//! assert_eq!(halves(m.t()).to_vec(), [1.0, 3.0, 2.0, 4.0]);
//! ```
//!
//! # With serde and bytemuck
//!
//! With the cargo feature `serde`, [`Array`] and [`ArrayView`] are serialised as nested `Vec`s are, and arrays
//! are read from these. With the cargo feature `bytemuck`, arrays of scalars are seen as bytes and made of these,
//! and slices of anything that consists of scalars are seen as an [`ArrayView`] of them.
//!
//! # Not yet
//!
//! Streams and foreign functions are understood, and give an error that says so. Under
//! [`Device::cuda`] not all kernels run on the device.

// Generated code names this crate.
extern crate self as accel;

#[macro_use]
mod attempt;
#[macro_use]
mod tuples;

mod argument;
mod array;
mod buffer;
#[cfg(feature = "bytemuck")]
mod bytemuck;
mod call;
mod conversions;
// Generated code knows the drivers as `accel::cpu`, so this module cannot have the name of its folder.
#[path = "cpu/mod.rs"]
mod cores;
#[cfg_attr(not(all(feature = "cuda", target_os = "linux")), path = "cuda/stub.rs")]
mod cuda;
mod device;
mod drivers;
mod either;
mod element;
mod error;
mod failure;
mod isa;
mod kernel;
mod large_blocks;
mod launch;
mod local;
mod memory;
#[cfg(feature = "ndarray")]
mod ndarray;
mod plan;
mod proven;
mod ragged;
mod recursion;
mod send_ptr;
#[cfg(feature = "serde")]
mod serde;
mod stack;
mod text;
mod threads;
mod trace;
mod traffic;
mod view;

/// Compiles a block of array functions.
///
/// The items of a block are `fn`, `const`, `type` and `struct`. A `pub fn` becomes a Rust function of
/// the same name, `try_…` beside it, and a module of that name with `plan()`; other functions are
/// helpers of the block. [The front page](crate) shows how these are used.
///
/// ```
/// use accel::accel;
///
/// accel! {
///     const LIMIT: f64 = 10.0;
///
///     pub struct Reading { pub time: u32, pub value: f64 }
///
///     /// The readings that can be right.
///     pub fn plausible(readings: &[Reading]) -> [Reading] {
///         readings.filter(|reading| reading.value.abs() < LIMIT)
///     }
/// }
///
/// fn main() {
///     let readings = [Reading { time: 0, value: 2.5 }, Reading { time: 1, value: -99.0 }];
///     assert_eq!(plausible(&readings).to_vec(), [readings[0]]);
/// }
/// ```
///
/// A list at the head makes the functions that mention its names generic over the types listed:
///
/// ```
/// # use accel::accel;
/// accel! {
///     <T: f32 | f64>
///
///     pub fn mean(xs: &[T]) -> T { xs.sum() / xs.len() as T }
/// }
///
/// assert_eq!(mean(&[1.0f32, 2.0]), 1.5);
/// assert_eq!(mean(&[1.0f64, 2.0]), 1.5);
/// ```
///
/// # Errors
///
/// Errors in a block are reported at the tokens that cause them, under codes such as `accel[E020]`. Functions
/// that are wrong keep their signatures, so their callers still compile.
pub use accel_macros::accel;

/// Compiles the items of a module, as [`accel!`] does those of a block. rustfmt formats such
/// modules, and editors follow them while they are typed.
///
/// ```
/// #[accel::module]
/// mod statistics {
///     pub fn mean(xs: &[f64]) -> f64 {
///         xs.sum() / xs.len() as f64
///     }
/// }
///
/// fn main() {
///     assert_eq!(statistics::mean(&[1.0, 2.0, 6.0]), 3.0);
/// }
/// ```
///
/// The instances that a block lists at its head stand in parentheses here:
/// `#[accel::module(<T: f32 | f64>)]`.
pub use accel_macros::module;

pub use argument::{Argument, OwnedArgument};
pub use array::Array;
pub use array::view::ArrayView;
pub use device::Device;
pub use element::{Element, Product, Scalar};
pub use error::{Error, ErrorKind};
#[doc(hidden)]
pub use plan::Work;
pub use plan::{Kernel, Plan, Regularity};
pub use ragged::row_items::RowItems;
pub use ragged::{
    CsrValues, Offset, OwnedRaggedArgument, Ragged, RaggedArgument, RaggedRow, RaggedRows,
    RaggedValues, RaggedView, RowElement, RowView,
};
pub use traffic::Traffic;

/// The kernels, drivers and functions of lanes that generated code names. The code in `drivers/` decides on
/// which machine a driver runs a kernel.
#[doc(hidden)]
pub mod cpu {
    pub use crate::cores::{elementary, scalar};
    pub use crate::kernel::base::{Combines, Kernel};

    /// Lanes that append rows.
    pub mod append {
        pub use crate::drivers::kernels::append;
        pub use crate::kernel::append::{Append, Rows};
    }

    /// Points of index spaces.
    pub mod blocks {
        pub use crate::cores::blocks::{point, rows};
    }

    /// Lanes that combine into the places of an array.
    pub mod combine {
        pub use crate::drivers::kernels::combine;
        pub use crate::kernel::combine::Combine;
    }

    /// Lanes that keep values or not.
    pub mod compact {
        pub use crate::drivers::kernels::compact;
        pub use crate::kernel::compact::{Compact, Lane};
        pub use crate::kernel::filter_columns::Filtered;
    }

    /// Guards by where a lane is.
    pub mod guards {
        pub use crate::kernel::guards::{Held, lane_by_lane};
    }

    /// Filters inside of lanes.
    pub mod keep {
        pub use crate::cores::lane_filter::keep;
    }

    /// Maps and reductions.
    pub mod lanes {
        pub use crate::drivers::kernels::{map, reduce};
        pub use crate::kernel::map::Map;
        pub use crate::kernel::reduce::Reduce;
    }

    /// Parallel work of a lane.
    pub mod nested {
        pub use crate::drivers::long_row::long_row;
    }

    /// Arrays whose rows lanes write.
    pub mod rows {
        pub use crate::kernel::row_writers::{ColumnWriter, RowWriter, Rows, SegmentWriter};
    }

    /// Lanes whose values are combined from one to the next.
    pub mod scan {
        pub use crate::drivers::kernels::scan;
        pub use crate::kernel::scan::Scan;
    }

    /// Lanes that write anywhere.
    pub mod scatter {
        pub use crate::kernel::scatter::Target;
    }

    /// Sorts of lanes.
    pub mod sort {
        pub use crate::cores::sort::{append_sorted, order, permuted, sorted, sorted_few};
    }
}

/// The items that generated code uses besides the drivers in [`cpu`].
#[doc(hidden)]
pub mod host {
    pub use crate::buffer::{Buffer, count};
    pub use crate::call::{expect, on_device, repeatable, run, run_on_device};
    pub use crate::cores::equal::common_length;
    pub use crate::element::{Input, Used};
    pub use crate::failure::{
        Check, Failure, Result, Site, bound, countable, divides, extents_agree, holds, index,
        is_index, not_negative, not_zero, ordered, positive, product, same_count, sum,
    };
    pub use crate::launch::{Arguments, DeviceCode, DeviceKernel};
    pub use crate::local::Local;
    pub use crate::memory::give_back_all;
    pub use crate::proven::Proven;
    pub use crate::ragged::{RaggedInput, offsets_agree};
    pub use crate::recursion::{LARGE, Recursion};
    pub use crate::view::View;
    pub use accel_abi::{DeviceForm, PrecomputedRows, Shares, Staging};

    /// Does nothing. Generated code imports it under the names that it binds: where a constant of the
    /// same name is in scope, a pattern would be that constant, but a function gives way.
    pub const fn name() {}

    /// Sorts of host code.
    pub mod sort {
        pub use crate::drivers::sort::{order, permuted, sorted};
    }
}
