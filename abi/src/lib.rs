//! The interface between the kernels and the host code of accel: the compiler writes both by it, and the
//! runtime launches kernels by it. It stands in one place, so that the three cannot disagree.
//!
//! * [`EntryKind`] names the entries (`__global__` functions) of a kernel: `ir` declares them under these
//!   names, and the runtime looks them up.
//! * [`DeviceForm`] is how a device can run a kernel: `ir` writes it into host code, and the runtime chooses
//!   entries and sizes of launches by it.
//! * [`constants`] are the numbers that kernels and launches share. The device header has them from
//!   [`constants::device_header`].
//!
//! ```
//! use accel_abi::{DeviceForm, EntryKind, Team, kernel_symbol};
//!
//! // `ir` writes this for a kernel whose lanes reduce rows …
//! let symbol = kernel_symbol("row_sums.1");
//! let form = DeviceForm { teams: true, cost_of_element: 2, ..DeviceForm::DEFAULT };
//! // … and the runtime launches an entry that suits the length of the rows.
//! assert!(form.teams);
//! assert_eq!(EntryKind::Lanes(Team::Warp).name(&symbol), "accel_row_sums_1_warps");
//! ```

#![forbid(unsafe_code)]

pub mod constants;
mod entry;
mod form;

pub use entry::{EntryKind, SORT_SYMBOL, SortEntry, Team, Tile, kernel_symbol};
pub use form::{DeviceForm, PrecomputedRows, Shares, Staging};
