//! Analyses look at core IR and never rewrite it. It imports `core` alone; passes, plans and emitters ask it.
//!
//! * `antidependences`: the statements that read an array as it was in front of a write;
//! * `decisions`: reductions that some value decides, whatever the others are;
//! * `definitions`: how variables are computed, and which statements can be evaluated early;
//! * `dependence`: the indices of lanes that values depend on;
//! * `bounds`: which integers are below which sizes;
//! * `ranges`: the smallest and largest values of integers;
//! * `lengths`: upper bounds of integers, above all of the lengths of arrays in memory;
//! * `differences`: which sizes are below others, by the difference of the two;
//! * `cost`: the budgets of passes, in one table;
//! * `identity` and `operators`: the components of operators of reductions, and the values that change
//!   nothing;
//! * `lent`: the results of an `if` that are only read;
//! * `liveness`: the arrays that are used behind each statement;
//! * `regular`: rows that are more regular than their types tell;
//! * `rows`: the rows of ragged arrays that lanes go through;
//! * `slice`: the part of a body that some of its values need;
//! * `strides`: how far apart neighbours read;
//! * `views`: views that are left.

pub(crate) mod antidependences;
mod bounds;
pub(crate) mod cost;
mod decisions;
pub(crate) mod definitions;
pub(crate) mod dependence;
pub(crate) mod differences;
mod identity;
pub(crate) mod lengths;
pub(crate) mod lent;
pub(crate) mod liveness;
mod operators;
mod ranges;
pub(crate) mod regular;
mod rows;
mod slice;
mod strides;
#[cfg(test)]
mod tests;
mod views;

pub use decisions::decisions_of;
pub use identity::identity_of;
pub use operators::{Component, components, of_ordered_places};
pub(crate) use rows::{Row, element_of_row, rows_of};
pub use slice::{slice_of, statements_for};
pub(crate) use strides::{Apart, Strides};
pub use views::has_views;
