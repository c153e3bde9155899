//! Surface tree to core IR.
//!
//! * [`context`] knows the items of a block: names, signatures, instances;
//! * [`infer`] gives every expression its type and every name its meaning;
//! * `ownership` checks that no array is used after it was taken over;
//! * [`lower`] splits products, makes sizes and checks explicit, and infers which rows agree.
//!
//! Errors are collected; a function with errors is not lowered, the others are.

mod builtin;
mod calls;
pub mod check;
pub mod context;
mod cycles;
pub mod infer;
pub mod lints;
mod lower;
mod ownership;
pub(crate) mod sampled;
mod shape;

mod suggest;
mod ty;
pub(crate) mod walk;

pub use builtin::Builtin;
pub use lower::{
    KnownConstants, Label, Lowered, OperationBudget, Regularity, ValueRegularity, certain_failures,
    function_name, lower, lower_constant,
};
pub use shape::Shape;
pub use ty::{Leaf, StructType, Ty, each_leaf, leaf_count, leaves};
