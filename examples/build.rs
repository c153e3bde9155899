//! Compiles the kernels of the examples for CUDA devices, if they are wanted.

fn main() {
    #[cfg(feature = "cuda")]
    accel_build::precompile();
}
