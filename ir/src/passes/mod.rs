//! Passes over core IR: one file a pass, each a function from a function to a better one.
//!
//! [`PIPELINE`](crate::pipeline::PIPELINE) is their order.

mod collapse;
mod copies;
mod count_filters;
mod descriptor_arguments;
mod float_order_keys;
mod fuse;
mod hoist;
mod loop_slices;
mod materialise;
mod predicate_reductions;
pub(crate) mod program;
mod range_checks;
mod segments;
mod simplify;
mod unroll;
mod vector_operators;
pub(crate) mod versions;

pub use collapse::collapse;
pub use copies::copies;
pub use count_filters::count_filters;
pub use descriptor_arguments::descriptor_arguments;
pub use float_order_keys::float_order_keys;
pub use fuse::{cheap_arrays, choices, fuse};
pub use hoist::hoist;
pub use loop_slices::loop_slices;
pub use materialise::materialise;
pub use predicate_reductions::predicate_reductions;
pub use range_checks::range_checks;
pub use segments::segments;
pub(crate) use simplify::dead::remove as remove_dead;
pub use simplify::{Views, simplify};
pub use unroll::unroll;
pub use vector_operators::{scattered_rows, vector_operators};

use crate::core::Function;

/// Makes a function simple enough for passes that look for patterns in it.
pub fn prepare(function: &mut Function) {
    simplify(function, Views::Keep);
    unroll(function);
    simplify(function, Views::Keep);
}
