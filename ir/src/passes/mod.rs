//! Passes over core IR: one file a pass, each a function from a function to a better one.
//!
//! [`PIPELINE`](crate::pipeline::PIPELINE) is their order.

mod bounds;
mod collapse;
mod counts;
mod facts;
mod fuse;
mod hoist;
pub mod inline;
mod materialise;
mod narrow;
mod neutral;
mod own;
mod ranges;
mod ranks;
mod regular;
mod rows;
mod segments;
mod selections;
mod simplify;
mod unroll;

pub use collapse::collapse;
pub use counts::counts;
pub use fuse::{choices, fuse};
pub use hoist::hoist;
pub use materialise::{has_views, materialise};
pub use narrow::narrow;
pub use neutral::{Component, components, neutral, of_ordered_places, unconditional};
pub use own::own;
pub use ranges::ranges;
pub use ranks::ranks;
pub use rows::{rows, scattered_rows};
pub use segments::segments;
pub use selections::{calls, selections};
pub(crate) use simplify::dead::remove as remove_dead;
pub use simplify::{Views, simplify};
pub use unroll::unroll;

use crate::core::Function;

/// Makes a function simple enough to look for what is in it.
pub fn prepare(function: &mut Function) {
    simplify(function, Views::Keep);
    unroll(function);
    simplify(function, Views::Keep);
}
