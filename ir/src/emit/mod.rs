//! Plan to text: one folder for each back end, and the files that they share.

pub mod cpu;
pub mod cuda;

mod expression;
mod names;
