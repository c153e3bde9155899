//! How many lanes drivers and kernels take together.

/// How many neighbouring lanes a tile has: drivers compute them in one loop, which the compiler turns into
/// vector instructions.
pub const TILE: usize = 64;

/// How many lanes a small tile has, where [`TILE`] is too many, or its lanes carry too much.
pub const SMALL_TILE: usize = 16;
