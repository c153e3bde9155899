//! Compiles the kernels of this crate.

fn main() {
    accel_build::precompile();
}
