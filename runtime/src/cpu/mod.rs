//! Drivers: how kernels run on the cores of this machine.
//!
//! A kernel is a value with a method that computes one lane. A driver owns everything else:
//! memory for what the lanes store, the loop over the lanes (in tiles that vectorise, see
//! [`lanes`]), the split into blocks that depends on the sizes alone (see [`blocks`]), the choice
//! of instructions (see `level`), and the order in which partial results are combined. So the
//! results are the same on any number of threads. Where only the run tells how long lanes take, it
//! also decides who computes them (see `demand`).
//!
//! All that goes through lanes is inlined into a function for each choice of instructions: kernels, and
//! what the drivers do with them. In builds with debug assertions there is one choice, and nothing is
//! inlined that contains a kernel: that would be a copy of it for each kind of tile, most of the time that
//! such a build takes. For the same reason what does not need a kernel's type does not have it
//! as a parameter.
//!
//! Everything here is for generated code.

/// As `?`, for loops that must vectorise: the conversions behind `?` keep the compiler from taking
/// a tuple in a `Result` apart.
macro_rules! attempt {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(failure) => return Err(failure),
        }
    };
}

pub mod append;
pub mod blocks;
mod chain;
mod clock;
pub mod combine;
pub mod compact;
mod demand;
pub mod elementary;
mod elements;
mod ending;
pub mod equal;
mod groups;
mod growing;
pub mod guards;
pub mod keep;
pub mod lanes;
pub(crate) mod level;
pub mod nested;
mod pack;
pub(crate) mod parts;
mod relay;
pub mod rows;
pub mod scalar;
pub mod scan;
pub mod scatter;
mod sections;
pub mod sort;
pub(crate) mod stored;
mod tiles;
