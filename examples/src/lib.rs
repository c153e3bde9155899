//! Programs written with accel that a person would run.
//!
//! Each module with an `accel!` block is about one theme and is meant to be read; the programs in
//! `src/bin` bring files, pictures and progress bars to it. `tour` runs many of them beside the
//! same work written with rayon.

pub mod chances;
pub mod charts;
pub mod clusters;
pub mod colours;
pub mod comparison;
pub mod digests;
pub mod edges;
pub mod filters;
pub mod fractals;
pub mod graphs;
pub mod gravity;
pub mod inputs;
pub mod matrices;
pub mod matrix_market;
pub mod options;
pub mod pictures;
pub mod primes;
pub mod quadtree;
pub mod reaction;
pub mod routes;
pub mod sorting;
pub mod sparse;
pub mod statistics;
pub mod tables;
pub mod with_rayon;
pub mod words;
