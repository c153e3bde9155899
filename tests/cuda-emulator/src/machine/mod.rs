//! The device: runs a kernel's grid, warp by warp.
//!
//! Each instruction is executed for all active lanes of a warp before the next. A warp is a list of
//! fragments, lanes at the same instruction; the fragment with the lowest index runs, and fragments
//! that meet become one ([`warp`]). Warps of a block take turns, and so do the blocks that are
//! resident, oldest first, so that a block that waits for an earlier one gets on ([`grid`]).

mod access;
mod barrier;
mod block;
mod collective;
mod counts;
mod fault;
mod grid;
mod local;
mod shared;
mod special;
mod step;
mod traffic;
mod warp;

pub use counts::Counts;
pub use fault::{Fault, FaultKind};
pub use grid::{LaunchShape, launch};

/// The checks that can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Checks {
    /// None but those that hardware makes: accesses to memory that does not exist.
    None,
    /// Also memory that was never written.
    Memory,
    /// Also races and barriers that not all threads reach.
    All,
}
