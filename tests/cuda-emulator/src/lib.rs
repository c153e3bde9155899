//! The CUDA driver API on the CPU: loads PTX, runs it, and checks for faults that hardware would not tell.
//!
//! The library has the C functions of `libcuda.so` that a runtime calls ([`driver`]). A module's PTX
//! is parsed (`ptx`), each kernel is translated to a compact bytecode (`program`), and a launch
//! executes it for all lanes of a warp at a time (`machine`, `alu`) on memory in which every byte is
//! known to be allocated and written (`memory`).
//!
//! # Checks
//!
//! A check that fails makes the launch fail as hardware would make it fail, if it noticed: the
//! context is unusable from then on. One message on stderr names the kernel, the line of the PTX, the
//! block and the thread; [`driver::accel_emulator_last_message`] gives it to tests.
//!
//! | what | error |
//! |---|---|
//! | an access outside of every allocation, or to one that was freed | `ILLEGAL_ADDRESS` |
//! | an access at an address that its size does not divide | `MISALIGNED_ADDRESS` |
//! | a read of global, shared or local memory that was never written | `LAUNCH_FAILED` |
//! | two threads on the same shared memory with no barrier in between, one of them writing | `LAUNCH_FAILED` |
//! | two blocks on the same global memory with no fences in between, one of them writing | `LAUNCH_FAILED` |
//! | work of two streams on the same memory with nothing to order them, one of them writing | `LAUNCH_FAILED` |
//! | a barrier or warp-wide instruction that not all of its threads reach | `LAUNCH_FAILED` |
//! | more instructions than `ACCEL_EMULATOR_INSTRUCTIONS` allows | `LAUNCH_TIMEOUT` |
//! | a `trap` | `ILLEGAL_INSTRUCTION` |
//! | an `assert` that does not hold | `ASSERT` |
//!
//! Padding of structs in local memory may be copied. Writes that change nothing, volatile accesses and
//! atomic operations do not race. Copies of bytes that were never written are allowed in all
//! directions: device to device they stay unwritten, and on the host nobody looks. Memory that is not
//! freed is reported when its context is destroyed, and by [`driver::accel_emulator_report`].
//!
//! # Differences from hardware
//!
//! A launch has run when the call returns, and gives its error at once. Warps run their lanes in
//! lockstep where hardware may not: lanes of one warp that wait for each other in a loop never end.
//! Functions are expanded where they are called, so that recursion and calls through pointers are
//! refused. The approximate functions (`sin.approx` and the like) are nearly exact. Registers per
//! thread are an estimate.
//!
//! # The environment
//!
//! | variable | default | |
//! |---|---|---|
//! | `ACCEL_EMULATOR_CHECKS` | `all` | `memory`: no races and barriers; `none`: nor unwritten memory |
//! | `ACCEL_EMULATOR_COMPUTE` | `7.5` | the compute capability |
//! | `ACCEL_EMULATOR_MEMORY` | `4GiB` | the device's memory, in bytes, KiB, MiB or GiB |
//! | `ACCEL_EMULATOR_DRIVER` | `12.8` | the CUDA version of the driver, which limits that of the PTX |
//! | `ACCEL_EMULATOR_DEVICES` | `1` | how many devices there are |
//! | `ACCEL_EMULATOR_INSTRUCTIONS` | | the most warp instructions of a launch, after which it times out |
//! | `ACCEL_EMULATOR_FAULTS` | | faults to come, such as `allocation:3,copy:5` (see below) |
//! | `ACCEL_EMULATOR_COUNTS` | `0` | `1`: prints instructions and transactions at the end |
//!
//! Faults are a list of kinds, each with the number of the call that fails: `allocation` (device
//! memory), `host` (page-locked memory), `launch` (does not begin), `crash` (fails, and its context
//! with it), `copy` (copies and fills), `lost` (the device is gone from this call on); and
//! `driver:11.4` for another version of the driver. [`driver::accel_emulator_set_faults`] sets them
//! within a process.
//!
//! # Running a crate under it
//!
//! ```text
//! cargo build --release -p accel-cuda-emulator
//! ACCEL_DEVICE=cuda ACCEL_CUDA_DRIVER=target/release/libaccel_cuda_emulator.so cargo test
//! ```
//!
//! A program that loads `libcuda.so.1` by path can load this library in its place; a program that is linked
//! to it finds the emulator under that name:
//!
//! ```text
//! ln -s "$PWD/target/release/libaccel_cuda_emulator.so" /some/folder/libcuda.so.1
//! LD_LIBRARY_PATH=/some/folder my-program
//! ```

mod alu;
pub mod driver;
mod machine;
mod memory;
mod program;
mod ptx;

pub use machine::Counts;
