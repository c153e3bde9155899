//! Copies and fills. Bytes that were never written may be copied, to the host as well: whether they
//! matter shows when a kernel reads them.

use super::pointers::{Buffer, Input};
use super::state::{Driver, complain};
use super::{DevicePointer, Handle, Status, driver_functions};

/// Checks the conditions of every copy and fill.
fn begin(driver: &mut Driver, stream: Handle) -> Result<(), Status> {
    super::stream::check(driver, stream)?;
    if driver.faults.copy.strikes() {
        return Err(Status::OPERATING_SYSTEM);
    }
    driver.begin_work(stream);
    Ok(())
}

/// The error for a range that is not inside one allocation.
fn outside(driver: &mut Driver, what: &str, pointer: DevicePointer, bytes: u64) -> Status {
    if let Ok((_, memory)) = driver.current_memory() {
        let place = memory.describe(pointer);
        complain(&format!("{what} of {bytes} bytes at {pointer:#x}, which is {place}"));
    }
    Status::INVALID_VALUE
}

fn to_device(driver: &mut Driver, to: DevicePointer, data: &[u8]) -> Result<(), Status> {
    driver.accesses(to, true)?;
    let written = driver.memory_of(to).is_some_and(|memory| memory.write(to, data));
    if written || data.is_empty() {
        return Ok(());
    }
    Err(outside(driver, "copy to the device", to, data.len() as u64))
}

fn to_host(
    driver: &mut Driver,
    to: Buffer<u8>,
    from: DevicePointer,
    bytes: usize,
) -> Result<(), Status> {
    if bytes == 0 {
        return Ok(());
    }
    driver.accesses(from, false)?;
    let memory = driver.memory_of(from);
    let found = memory.and_then(|memory| memory.allocation(from, bytes as u64));
    match found {
        Some(allocation) => {
            let at = (from - allocation.base) as usize;
            to.write(&allocation.bytes()[at..at + bytes])
        }
        None => Err(outside(driver, "copy to the host", from, bytes as u64)),
    }
}

fn on_device(
    driver: &mut Driver,
    to: DevicePointer,
    from: DevicePointer,
    bytes: usize,
) -> Result<(), Status> {
    driver.accesses(from, false)?;
    driver.accesses(to, true)?;
    let bytes = bytes as u64;
    let one_memory = driver.memory_of(from).is_some_and(|memory| memory.find(to).is_some());
    if one_memory && driver.memory_of(from).is_some_and(|memory| memory.copy(to, from, bytes)) {
        return Ok(());
    }
    let found = driver.memory_of(from).and_then(|memory| memory.allocation(from, bytes));
    match found {
        _ if bytes == 0 => Ok(()),
        Some(allocation) => {
            let at = (from - allocation.base) as usize;
            let data = allocation.bytes()[at..at + bytes as usize].to_vec();
            to_device(driver, to, &data)
        }
        None => Err(outside(driver, "copy from the device", from, bytes)),
    }
}

/// A copy between any two addresses: those that no device knows are the host's.
fn unified(
    driver: &mut Driver,
    to: Buffer<u8>,
    from: Input<u8>,
    bytes: usize,
) -> Result<(), Status> {
    let (to_address, from_address) = (to.pointer() as u64, from.address());
    match (driver.memory_of(to_address).is_some(), driver.memory_of(from_address).is_some()) {
        (true, true) => on_device(driver, to_address, from_address, bytes),
        (true, false) => to_device(driver, to_address, from.bytes(bytes)?),
        (false, true) => to_host(driver, to, from_address, bytes),
        (false, false) => to.write(from.bytes(bytes)?),
    }
}

/// Fills with a pattern of 1, 2 or 4 bytes.
fn fill(
    driver: &mut Driver,
    pointer: DevicePointer,
    pattern: &[u8],
    count: usize,
    stream: Handle,
) -> Result<(), Status> {
    begin(driver, stream)?;
    let width = pattern.len();
    let bytes = (count as u64).saturating_mul(width as u64);
    if bytes == 0 {
        return Ok(());
    }
    if !pointer.is_multiple_of(width as u64) {
        return Err(Status::INVALID_VALUE);
    }
    driver.accesses(pointer, true)?;
    let write = |target: &mut [u8]| {
        target.chunks_exact_mut(width).for_each(|chunk| chunk.copy_from_slice(pattern));
    };
    if driver.memory_of(pointer).is_some_and(|memory| memory.fill(pointer, bytes, write)) {
        return Ok(());
    }
    Err(outside(driver, "fill", pointer, bytes))
}

driver_functions! {
    fn cuMemcpy(value to: DevicePointer, value from: DevicePointer, value bytes: usize) |driver| {
        begin(driver, 0)?;
        // SAFETY: a pointer that is not a device's address is one of the host, as the API demands.
        let (to, from) = unsafe { (Buffer::new(to as *mut u8), Input::new(from as *const u8)) };
        unified(driver, to, from, bytes)?;
        driver.wait_for_work();
        Ok(())
    }

    fn cuMemcpyAsync(
        value to: DevicePointer, value from: DevicePointer, value bytes: usize, value stream: Handle,
    ) |driver| {
        begin(driver, stream)?;
        // SAFETY: as in `cuMemcpy`.
        let (to, from) = unsafe { (Buffer::new(to as *mut u8), Input::new(from as *const u8)) };
        unified(driver, to, from, bytes)
    }

    fn cuMemcpyHtoD_v2(value to: DevicePointer, input from: u8, value bytes: usize) |driver| {
        begin(driver, 0)?;
        to_device(driver, to, from.bytes(bytes)?)?;
        driver.wait_for_work();
        Ok(())
    }

    fn cuMemcpyHtoDAsync_v2(
        value to: DevicePointer, input from: u8, value bytes: usize, value stream: Handle,
    ) |driver| {
        begin(driver, stream)?;
        to_device(driver, to, from.bytes(bytes)?)
    }

    fn cuMemcpyDtoH_v2(buffer to: u8, value from: DevicePointer, value bytes: usize) |driver| {
        begin(driver, 0)?;
        to_host(driver, to, from, bytes)?;
        driver.wait_for_work();
        Ok(())
    }

    fn cuMemcpyDtoHAsync_v2(
        buffer to: u8, value from: DevicePointer, value bytes: usize, value stream: Handle,
    ) |driver| {
        begin(driver, stream)?;
        to_host(driver, to, from, bytes)
    }

    fn cuMemcpyDtoD_v2(value to: DevicePointer, value from: DevicePointer, value bytes: usize) |driver| {
        begin(driver, 0)?;
        on_device(driver, to, from, bytes)
    }

    fn cuMemcpyDtoDAsync_v2(
        value to: DevicePointer, value from: DevicePointer, value bytes: usize, value stream: Handle,
    ) |driver| {
        begin(driver, stream)?;
        on_device(driver, to, from, bytes)
    }

    fn cuMemsetD8_v2(value pointer: DevicePointer, value pattern: u8, value count: usize) |driver| {
        fill(driver, pointer, &[pattern], count, 0)
    }

    fn cuMemsetD8Async(
        value pointer: DevicePointer, value pattern: u8, value count: usize, value stream: Handle,
    ) |driver| {
        fill(driver, pointer, &[pattern], count, stream)
    }

    fn cuMemsetD16_v2(value pointer: DevicePointer, value pattern: u16, value count: usize) |driver| {
        fill(driver, pointer, &pattern.to_le_bytes(), count, 0)
    }

    fn cuMemsetD16Async(
        value pointer: DevicePointer, value pattern: u16, value count: usize, value stream: Handle,
    ) |driver| {
        fill(driver, pointer, &pattern.to_le_bytes(), count, stream)
    }

    fn cuMemsetD32_v2(value pointer: DevicePointer, value pattern: u32, value count: usize) |driver| {
        fill(driver, pointer, &pattern.to_le_bytes(), count, 0)
    }

    fn cuMemsetD32Async(
        value pointer: DevicePointer, value pattern: u32, value count: usize, value stream: Handle,
    ) |driver| {
        fill(driver, pointer, &pattern.to_le_bytes(), count, stream)
    }
}
