//! Plan to text: one folder for each back end, and what they share. There are no decisions left to make here.

pub mod cpu;
pub mod cuda;

mod names;
mod precedence;
