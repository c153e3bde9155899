//! The schedule of the lanes of a kernel on a device: decided from the kernel, its variables and the limits
//! alone. A kernel without a device schedule runs on the CPU; the reason is kept for people.
//!
//! ```text
//! kernel ─▶ teams ─▶ precomputed rows ─▶ unroll factor ─▶ memory of a lane ─▶ staging ─▶ combining
//! ```

mod choose;
mod combining;
mod context;
mod distribution;
mod eligibility;
mod lane_memory;
mod layout;
mod nest;
mod placed_rows;
mod precomputed_rows;
mod reads;
mod reason;
mod schedule;
mod slices;
mod staging;
mod stencil;
mod teams;
mod transposed;
mod verify;

pub use combining::Combining;
pub use distribution::{DistributedRow, Distribution, Shares};
pub use precomputed_rows::PrecomputedRows;
pub use reason::Reason;
pub use schedule::{DeviceSchedule, Teams};
pub use staging::Staging;

pub(crate) use combining::{atomic_operations, shares_places};
pub(crate) use nest::{Nest, Reduction, TileOperand};
pub(crate) use placed_rows::computed_for_one_use;
pub(crate) use reads::ReadOnly;
pub(crate) use slices::{Scans, prefix_slice, scanned_values, suffix_slice};
pub(crate) use stencil::StencilReads;
