//! Runs kernels on the cores of this machine. README.md in this folder defines its terms, and says who waits
//! for whom.
//!
//! A kernel is a value with a method that computes one lane. The drivers own everything else: memory for the
//! results that the lanes store, the loop over the lanes (in tiles that vectorise, see [`tiles`]), the split
//! into blocks that depends on the sizes alone (see [`blocks`]), the choice of instructions (see
//! [`isa`](crate::isa)), and the order in which partial results are combined. So the results are the same on
//! any number of threads. If only the run tells how long lanes take, it also decides which threads compute
//! them (see [`demand`]).
//!
//! All code that goes through lanes is inlined into a function for each choice of instructions: kernels, and
//! the loops around them here. In builds with debug assertions there is one choice, and nothing is inlined
//! that contains a kernel: that would be a copy of it for each kind of tile, most of the time that such a
//! build takes. For the same reason code that does not need a kernel's type does not have it as a parameter.

pub(crate) mod append;
mod balanced_cuts;
pub(crate) mod blocks;
mod chain;
mod clock;
mod collect;
pub(crate) mod combine;
pub(crate) mod compact;
mod demand;
pub mod elementary;
mod ending;
pub(crate) mod equal;
pub(crate) mod lane_filter;
pub(crate) mod map;
mod map_block;
pub(crate) mod nested;
mod ordered_blocks;
pub(crate) mod reduce;
mod reduce_block;
pub mod scalar;
pub(crate) mod scan;
mod scan_block;
mod sections;
pub(crate) mod sort;
mod tiles;
