//! Random programs: well-typed by construction, and the same for the same seed.
//!
//! A program is a [`Tree`] of text whose expressions know their types; [`shrink`] makes a failing
//! one smaller. The parts that a program may contain are spread over the files by their kind:
//! expressions of any type, scalars, arrays, reductions, statements, functions, operations that may
//! fail, and the shapes for which schedules have forms of their own.

mod arrays;
mod expressions;
mod failing;
mod functions;
mod ragged;
mod recursion;
mod reductions;
mod scalars;
mod scope;
mod shapes;
mod shared;
mod shrink;
mod split;
mod statements;
mod tree;
mod types;

pub use shrink::shrink;
pub use tree::{Part, Tree};

/// The program of a seed. `budget` bounds how many expressions it has, more or less.
pub fn program(seed: u64, budget: i64) -> Tree {
    scope::Generator::new(seed, budget).program()
}
