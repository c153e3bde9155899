//! The numbers of lanes that drivers and kernels take together.

/// The number of neighbouring lanes of a tile: drivers compute them in one loop, which the compiler turns
/// into vector instructions.
pub const TILE: usize = 64;

/// The number of lanes of a small tile, for kernels for which [`TILE`] is too many, or whose lanes carry too
/// much.
pub const SMALL_TILE: usize = 16;
