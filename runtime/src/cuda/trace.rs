//! Counts of what moves between the host and devices.

use std::cell::Cell;

use crate::device::Traffic;

thread_local! {
    /// What this thread has moved.
    static TRAFFIC: Cell<Traffic> = const { Cell::new(Traffic::NONE) };
}

/// What this thread has moved.
pub fn traffic() -> Traffic {
    TRAFFIC.get()
}

/// Counts something.
pub fn count(change: impl FnOnce(&mut Traffic)) {
    let mut traffic = TRAFFIC.get();
    change(&mut traffic);
    TRAFFIC.set(traffic);
}
