//! Sorts of host code: on the device of the call, or on the CPU.

use crate::buffer::Buffer;
use crate::cores;
use crate::cores::sort::Sortable;
use crate::cuda;
use crate::failure::Result;
use crate::kernel::sort_keys::Column;
use crate::launch::DeviceKernel;
use crate::view::View;

/// Places in ascending order of the keys there.
pub enum Order {
    /// The CPU has found it.
    Host(Buffer<usize>),
    /// The device has found it.
    Away(cuda::sort::Order),
}

/// The elements in ascending order.
///
/// # Errors
/// If there is not enough memory, or the device fails.
pub fn sorted<T: Sortable>(site: u32, code: DeviceKernel, keys: View<T>) -> Result<Buffer<T>> {
    match cuda::sort::sorted(site, code, keys)? {
        Some(sorted) => Ok(sorted),
        None => cores::sort::sorted(site, keys.sync_host()?),
    }
}

/// The places of the elements in ascending order; of equal ones, the first comes first. Columns of keys
/// are compared one after the other.
///
/// # Errors
/// If there is not enough memory, or the device fails.
pub fn order(site: u32, code: DeviceKernel, keys: &[Column]) -> Result<Order> {
    if let Some(order) = cuda::sort::order(site, code, keys)? {
        return Ok(Order::Away(order));
    }
    keys.iter().try_for_each(|column| column.sync_host())?;
    Ok(Order::Host(cores::sort::order(site, keys)?))
}

/// Rows of `width` elements in another order.
///
/// # Errors
/// If there is not enough memory, or the device fails.
pub fn permuted<T: Sortable>(
    site: u32,
    code: DeviceKernel,
    rows: View<T>,
    width: usize,
    order: &Order,
) -> Result<Buffer<T>> {
    match order {
        Order::Host(order) => cores::sort::permuted(site, rows.sync_host()?, width, order),
        Order::Away(order) => cuda::sort::permuted(site, code, rows, width, order),
    }
}
