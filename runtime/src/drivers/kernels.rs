//! Runs kernels: on the CUDA device of the thread if it can, else on the cores of this machine. The report by
//! `ACCEL_TRACE` has those that run on cores, too.

use crate::failure::Result;
use crate::kernel::append::{Append, Appended};
use crate::kernel::combine::Combine;
use crate::kernel::compact::{Compact, Compacted};
use crate::kernel::lane_value::LaneValue;
use crate::kernel::map::Map;
use crate::kernel::reduce::{Reduce, Reduced};
use crate::kernel::scan::{Scan, Scanned};
use crate::proven::Proven;
use crate::trace::Running;
use crate::{cores, cuda};

/// Runs a kernel over an index space on the cores of this machine.
#[inline(always)]
fn on_cores<K, T>(space: &[usize], run: impl FnOnce() -> T) -> T {
    let running = Running::begin();
    let result = run();
    if let Some(running) = running {
        // Spaces that are too large are among those that fail.
        let lanes = space.iter().fold(1, |lanes: usize, extent| lanes.saturating_mul(*extent));
        running.end(std::any::type_name::<K>(), lanes);
    }
    result
}

/// Runs a map over an index space.
///
/// # Errors
/// If the user's program fails, or memory is short.
pub fn map<const R: usize, K: Map<R>>(
    proven: Proven,
    site: u32,
    space: [usize; R],
    kernel: K,
) -> Result<<K::Stored as LaneValue>::Buffers> {
    match cuda::lanes::map(site, space, kernel)? {
        Some(buffers) => Ok(buffers),
        None => on_cores::<K, _>(&space, || cores::map::map(proven, site, space, kernel)),
    }
}

/// Runs a reduction over an index space: returns the values that the lanes store, and their values combined,
/// after an initial value.
///
/// # Errors
/// If the user's program fails, or memory is short.
pub fn reduce<const R: usize, K: Reduce<R>>(
    proven: Proven,
    site: u32,
    space: [usize; R],
    initial: K::Value,
    kernel: K,
) -> Result<Reduced<R, K>> {
    match cuda::lanes::reduce(site, space, initial, kernel)? {
        Some(reduced) => Ok(reduced),
        None => {
            on_cores::<K, _>(&space, || cores::reduce::reduce(proven, site, space, initial, kernel))
        }
    }
}

/// Runs a scan over `count` lanes, from an initial state: returns the values that the lanes store, and those
/// that are reduced, combined after an initial value.
///
/// # Errors
/// If the user's program fails, or memory is short.
pub fn scan<K: Scan>(
    proven: Proven,
    site: u32,
    count: usize,
    state: K::Value,
    initial: K::Reduced,
    kernel: K,
) -> Result<Scanned<K>> {
    match cuda::scan::scan(site, count, initial, kernel)? {
        Some(scanned) => Ok(scanned),
        None => on_cores::<K, _>(&[count], || {
            cores::scan::scan(proven, site, count, state, initial, kernel)
        }),
    }
}

/// Runs a compaction over `count` lanes; their values are combined after an initial value.
///
/// # Errors
/// If the user's program fails, or memory is short.
pub fn compact<K: Compact>(
    proven: Proven,
    site: u32,
    count: usize,
    initial: K::Value,
    kernel: K,
) -> Result<Compacted<K>> {
    match cuda::compact::compact(site, count, initial, kernel)? {
        Some(compacted) => Ok(compacted),
        None => on_cores::<K, _>(&[count], || {
            cores::compact::compact(proven, site, count, initial, kernel)
        }),
    }
}

/// Runs `count` lanes that append rows; their values are combined after an initial value.
///
/// # Errors
/// If the user's program fails, or memory is short.
pub fn append<K: Append>(
    proven: Proven,
    site: u32,
    count: usize,
    initial: K::Value,
    kernel: K,
) -> Result<Appended<K>> {
    match cuda::append::append(site, count, initial, kernel)? {
        Some(appended) => Ok(appended),
        None => on_cores::<K, _>(&[count], || {
            cores::append::append(proven, site, count, initial, kernel)
        }),
    }
}

/// Combines the values of `count` lanes into a destination of `length` places.
///
/// # Errors
/// If the user's program fails.
pub fn combine<K: Combine>(
    proven: Proven,
    site: u32,
    count: usize,
    destination: &mut <K::Value as LaneValue>::Buffers,
    length: usize,
    kernel: K,
) -> Result<()> {
    match cuda::combine::combine(site, count, K::Value::raw(destination), length, kernel)? {
        true => Ok(()),
        false => on_cores::<K, _>(&[count], || {
            cores::combine::combine(proven, site, count, destination, length, kernel)
        }),
    }
}
