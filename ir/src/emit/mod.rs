//! Plan to text: one folder for each back end. There are no decisions left to make here.

pub mod cpu;
pub mod cuda;
