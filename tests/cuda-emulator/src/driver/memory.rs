//! Allocation of memory of the device and of the host.

use super::state::{Driver, complain};
use super::{DevicePointer, Handle, Status, driver_functions};
use crate::memory::Kind;
use std::alloc::Layout;
use std::ffi::c_void;

const PAGE: usize = 4096;

/// Allocates device memory in the current context.
fn allocate(driver: &mut Driver, bytes: usize) -> Result<DevicePointer, Status> {
    driver.current()?;
    if bytes == 0 {
        return Err(Status::INVALID_VALUE);
    }
    if driver.faults.allocation.strikes() {
        return Err(Status::OUT_OF_MEMORY);
    }
    let (context, memory) = driver.current_memory()?;
    memory.allocate(bytes as u64, Kind::Device, context as u64).ok_or(Status::OUT_OF_MEMORY)
}

fn free(driver: &mut Driver, pointer: DevicePointer) -> Result<(), Status> {
    driver.current()?;
    if pointer == 0 {
        return Ok(());
    }
    driver.wait_for_streams(None);
    let removed =
        driver.memory_of(pointer).and_then(|memory| memory.remove(pointer, &[Kind::Device]));
    if removed.is_some() || free_host(driver, pointer as usize, &Kind::Managed) {
        return Ok(());
    }
    let (_, memory) = driver.current_memory()?;
    complain(&format!("cuMemFree of {pointer:#x}, {}", memory.describe(pointer)));
    Err(Status::INVALID_VALUE)
}

/// Allocates memory of the host that the device can use.
fn allocate_host(driver: &mut Driver, bytes: usize, kind: &Kind) -> Result<usize, Status> {
    let (context, _) = driver.current()?;
    if bytes == 0 {
        return Err(Status::INVALID_VALUE);
    }
    let counter =
        if *kind == Kind::Host { &mut driver.faults.host } else { &mut driver.faults.allocation };
    if counter.strikes() {
        return Err(Status::OUT_OF_MEMORY);
    }
    let layout = Layout::from_size_align(bytes, PAGE).map_err(|_| Status::OUT_OF_MEMORY)?;
    // SAFETY: the layout's size is not zero.
    let pointer = unsafe { std::alloc::alloc_zeroed(layout) };
    if pointer.is_null() {
        return Err(Status::OUT_OF_MEMORY);
    }
    driver.host_memory.insert(pointer as usize, layout);
    for device in &mut driver.devices {
        // SAFETY: the memory lives until `free_host`, which removes it from the devices first.
        unsafe { device.memory.register(pointer, bytes as u64, kind.clone(), context as u64) };
    }
    Ok(pointer as usize)
}

/// Frees memory from [`allocate_host`]; says whether it did.
fn free_host(driver: &mut Driver, address: usize, kind: &Kind) -> bool {
    if !driver.host_memory.contains_key(&address) {
        return false;
    }
    let mut removed = false;
    for device in &mut driver.devices {
        removed |= device.memory.remove(address as u64, std::slice::from_ref(kind)).is_some();
    }
    if !removed {
        return false;
    }
    if let Some(layout) = driver.host_memory.remove(&address) {
        // SAFETY: `allocate_host` allocated it with this layout, and it is removed from all maps.
        unsafe { std::alloc::dealloc(address as *mut u8, layout) };
    }
    true
}

fn range_of(driver: &mut Driver, pointer: DevicePointer) -> Result<(u64, u64, Kind, u64), Status> {
    let memory = driver.memory_of(pointer).ok_or(Status::INVALID_VALUE)?;
    let found = memory.allocation(pointer, 1).ok_or(Status::INVALID_VALUE)?;
    Ok((found.base, found.size, found.kind.clone(), found.context))
}

driver_functions! {
    fn cuMemAlloc_v2(out pointer: DevicePointer, value bytes: usize) |driver| {
        pointer.set(allocate(driver, bytes)?)
    }

    fn cuMemAllocAsync(out pointer: DevicePointer, value bytes: usize, value stream: Handle) |driver| {
        super::stream::check(driver, stream)?;
        pointer.set(allocate(driver, bytes)?)
    }

    fn cuMemAllocPitch_v2(
        out pointer: DevicePointer, out pitch: usize, value width: usize, value height: usize,
        value element: u32,
    ) |driver| {
        if !matches!(element, 4 | 8 | 16) {
            return Err(Status::INVALID_VALUE);
        }
        let row = width.next_multiple_of(512);
        pointer.set(allocate(driver, row.saturating_mul(height))?)?;
        pitch.set(row)
    }

    fn cuMemFree_v2(value pointer: DevicePointer) |driver| {
        free(driver, pointer)
    }

    fn cuMemFreeAsync(value pointer: DevicePointer, value stream: Handle) |driver| {
        super::stream::check(driver, stream)?;
        free(driver, pointer)
    }

    fn cuMemAllocHost_v2(out pointer: usize, value bytes: usize) |driver| {
        pointer.set(allocate_host(driver, bytes, &Kind::Host)?)
    }

    fn cuMemHostAlloc(out pointer: usize, value bytes: usize, value flags: u32) |driver| {
        if flags > 7 {
            return Err(Status::INVALID_VALUE);
        }
        pointer.set(allocate_host(driver, bytes, &Kind::Host)?)
    }

    fn cuMemFreeHost(value pointer: usize) |driver| {
        driver.current()?;
        if pointer == 0 || free_host(driver, pointer, &Kind::Host) {
            Ok(())
        } else {
            Err(Status::INVALID_VALUE)
        }
    }

    fn cuMemAllocManaged(out pointer: DevicePointer, value bytes: usize, value flags: u32) |driver| {
        if !matches!(flags, 1 | 2) {
            return Err(Status::INVALID_VALUE);
        }
        pointer.set(allocate_host(driver, bytes, &Kind::Managed)? as DevicePointer)
    }

    fn cuMemHostRegister_v2(buffer memory: u8, value bytes: usize, value flags: u32) |driver| {
        let (context, _) = driver.current()?;
        if memory.pointer().is_null() || bytes == 0 || flags > 15 {
            return Err(Status::INVALID_VALUE);
        }
        if driver.memory_of(memory.pointer() as u64).is_some() {
            return Err(Status::HOST_MEMORY_ALREADY_REGISTERED);
        }
        for device in &mut driver.devices {
            // SAFETY: the caller keeps the memory until it unregisters it, as the API demands.
            unsafe {
                device.memory.register(memory.pointer(), bytes as u64, Kind::Host, context as u64);
            }
        }
        Ok(())
    }

    fn cuMemHostUnregister(value pointer: usize) |driver| {
        driver.current()?;
        let mut removed = false;
        if !driver.host_memory.contains_key(&pointer) {
            for device in &mut driver.devices {
                removed |= device.memory.remove(pointer as u64, &[Kind::Host]).is_some();
            }
        }
        if removed { Ok(()) } else { Err(Status::HOST_MEMORY_NOT_REGISTERED) }
    }

    fn cuMemHostGetDevicePointer_v2(
        out pointer: DevicePointer, value host: usize, value flags: u32,
    ) |driver| {
        driver.current()?;
        if flags != 0 || driver.memory_of(host as u64).is_none() {
            return Err(Status::INVALID_VALUE);
        }
        pointer.set(host as DevicePointer)
    }

    fn cuMemHostGetFlags(out flags: u32, value host: usize) |driver| {
        driver.current()?;
        if driver.memory_of(host as u64).is_none() {
            return Err(Status::INVALID_VALUE);
        }
        flags.set(0)
    }

    fn cuMemGetInfo_v2(out free: usize, out total: usize) |driver| {
        let (_, memory) = driver.current_memory()?;
        let (available, all) = memory.available();
        free.set(available as usize)?;
        total.set(all as usize)
    }

    fn cuMemGetAddressRange_v2(
        out base: DevicePointer, out size: usize, value pointer: DevicePointer,
    ) |driver| {
        driver.current()?;
        let (first, bytes, ..) = range_of(driver, pointer).map_err(|_| Status::NOT_FOUND)?;
        base.set_if_wanted(first);
        size.set_if_wanted(bytes as usize);
        Ok(())
    }

    fn cuPointerGetAttribute(
        buffer data: c_void, value attribute: u32, value pointer: DevicePointer,
    ) |driver| {
        driver.settings()?;
        let (base, size, kind, context) = range_of(driver, pointer)?;
        let device = driver.contexts.get(&(context as usize)).map_or(0, |found| found.device);
        let on_host = kind == Kind::Host;
        match attribute {
            1 => data.cast().set(context),
            2 => data.cast().set(if on_host { 1_u32 } else { 2 }),
            3 => data.cast().set(pointer),
            4 if on_host || kind == Kind::Managed => data.cast().set(pointer),
            7 => data.cast().set(base),
            8 => data.cast().set(i32::from(kind == Kind::Managed)),
            9 => data.cast().set(device as i32),
            11 => data.cast().set(base),
            12 => data.cast().set(size),
            13 => data.cast().set(1_i32),
            _ => Err(Status::INVALID_VALUE),
        }
    }

    fn cuMemPrefetchAsync(
        value pointer: DevicePointer, value bytes: usize, value device: i32, value stream: Handle,
    ) |driver| {
        super::stream::check(driver, stream)?;
        // The number -1 is the host.
        if device >= 0 {
            driver.device(device)?;
        }
        managed(driver, pointer, bytes)
    }

    fn cuMemAdvise(
        value pointer: DevicePointer, value bytes: usize, value _advice: u32, value _device: i32,
    ) |driver| {
        driver.current()?;
        managed(driver, pointer, bytes)
    }
}

fn managed(driver: &mut Driver, pointer: DevicePointer, bytes: usize) -> Result<(), Status> {
    let (base, size, kind, _) = range_of(driver, pointer)?;
    let inside = pointer - base <= size && bytes as u64 <= size - (pointer - base);
    if kind == Kind::Managed && inside { Ok(()) } else { Err(Status::INVALID_VALUE) }
}
