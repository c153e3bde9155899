//! Compiles the CUDA kernels of a crate's `accel!` blocks ahead of time, from its build script.
//!
//! ```toml
//! [build-dependencies]
//! accel-build = "0.1"
//! ```
//!
//! ```no_run
//! // build.rs
//! fn main() {
//!     accel_build::precompile();
//! }
//! ```
//!
//! # The blocks that are compiled
//!
//! All `accel! { … }`, `accel::accel! { … }` and `#[accel::module] mod … { … }` in the Rust files under
//! `src`, `examples`, `tests` and `benches`, wherever they stand in them, and in the Rust files that the
//! build script wrote to `OUT_DIR` before. Blocks that `#[cfg]` leaves out are compiled all the same. Blocks
//! that reach the compiler only through another macro, or under another name (`use accel::accel as arrays`),
//! are not found, and run on the CPU. A folder of these four that comes into being later is noticed when the
//! next file changes.
//!
//! # The files that are written
//!
//! Into the folder `accel` in `OUT_DIR`, which cargo shows to macros, too, in crates that have a build
//! script. For each kernel there are the files `<name>.cu`, `<name>.ptx` and, where machine code was asked
//! for, `<name>.sm_80.cubin` and the like. The name is a hash of the kernel, by which the macro finds it.
//! Only files that changed are compiled again; files that belong to no kernel any more are removed.
//!
//! The PTX has the lowest `.version` and `.target` that its instructions need, so drivers that are
//! older than the compiler load it.
//!
//! # The choice of the compiler
//!
//! NVIDIA's nvcc; else clang 14 or newer with the NVPTX target, which needs nothing of NVIDIA, except
//! `libdevice.10.bc` for functions such as `sin`. Without either of them there is a warning, and the
//! kernels run on the CPU. If a compiler is there and does not run, or rejects a kernel, the build
//! fails. (After a compiler was installed, `touch build.rs`: cargo does not see that.)
//!
//! nvcc, ptxas and libdevice are looked for in `CUDA_PATH`, `CUDA_HOME`, `PATH`,
//! `/usr/local/cuda*`, `/opt/cuda`, and among the packages of the Python on the path: `pip install
//! nvidia-cuda-nvcc nvidia-nvvm nvidia-cuda-crt nvidia-cuda-runtime` installs nvcc without a
//! toolkit. (nvcc wants a C++ compiler of the system beside it.)
//!
//! Environment variables:
//!
//! * `ACCEL_CUDA_COMPILER`: `nvcc` or `clang`: this one or an error; `none`: no kernel is compiled
//! * `ACCEL_CUDA_ARCH`: compute capabilities, `75,80,90a`: PTX for the lowest, and machine code for each by ptxas,
//!   which devices that it is for load in place of the PTX; by default PTX for 75
//! * `ACCEL_NVCC`, `ACCEL_CLANG`: the program itself
//! * `ACCEL_SAVE_PTX`: the name of a package: its PTX is kept in its folder `ptx`, see below
//!
//! # Without a compiler
//!
//! `ACCEL_SAVE_PTX=my-crate cargo build` writes the PTX of the package `my-crate` into its folder `ptx`,
//! beside `Cargo.toml`, and removes old files there. Kept under version control and published with the crate,
//! it serves machines that have no compiler: a kernel whose PTX is in that folder is not compiled. The names
//! are hashes of the kernels, so PTX of another version of the source is never taken. The first line of each
//! file is a hash of its name and its PTX: the build fails if a file is not the one that was saved.

// A build script is a `main`.
#![allow(clippy::needless_doctest_main)]

mod blocks;
mod compiler;
mod environment;
mod files;
mod kept;
mod kernels;
mod parallel;
mod precompile;
mod ptx;
mod settings;
mod store;
mod target;
#[cfg(test)]
mod tests;

use environment::Environment;

use accel_ir::Unit;

/// The compiler's part: the units of a block, none if something is wrong with it, which the macro
/// reports.
type Emit<'a> = &'a (dyn Fn(accel_ir::Input) -> Vec<Unit> + Sync);

/// Compiles the kernels of the crate whose build script calls this, and tells cargo which files to watch.
///
/// The build fails, after this returns, if an environment variable has a value that is none, if a
/// compiler is there and does not run, or if it rejects a kernel. Cargo shows the reasons.
///
/// ```no_run
/// fn main() {
///     accel_build::precompile();
/// }
/// ```
pub fn precompile() {
    precompile_as(&accel_ir::cuda_units);
}

/// Compiles kernels as [`precompile`] does, which `emit` gives of each block: for tests of the compiler, which
/// compile blocks with other limits.
#[doc(hidden)]
pub fn precompile_as(emit: &(dyn Fn(accel_ir::Input) -> Vec<Unit> + Sync)) {
    let environment = Environment::of_process();
    let run = || precompile::precompile(&environment, emit).to_string();
    print!("{}", accel_ir::on_own_stack(run, || {}));
}
