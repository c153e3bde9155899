//! Programs written with accel that a person would run.
//!
//! Each module with an `accel!` block is about one theme and is meant to be read; the programs in
//! `src/bin` bring files, pictures and progress bars to it. `tour` runs many of them beside the
//! same work written with rayon.

pub mod charts;
pub mod colours;
pub mod comparison;
pub mod filters;
pub mod fractals;
pub mod gravity;
pub mod inputs;
pub mod matrices;
pub mod options;
pub mod pictures;
pub mod reaction;
pub mod routes;
pub mod statistics;
pub mod tables;
pub mod with_rayon;
