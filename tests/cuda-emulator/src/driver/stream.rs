//! Streams. Work that is put into one has already run when the call returns.

use super::context::PRIORITIES;
use super::state::{Driver, Stream};
use super::{CUresult, Handle, Status, call, driver_functions};
use std::ffi::c_void;

/// The handles of the default stream: none, legacy, per thread.
pub(super) const DEFAULT_STREAMS: std::ops::RangeInclusive<Handle> = 0..=2;

/// Checks that a stream exists, and that the current context works.
pub(super) fn check(driver: &mut Driver, stream: Handle) -> Result<(), Status> {
    driver.current()?;
    if DEFAULT_STREAMS.contains(&stream) || driver.streams.contains_key(&stream) {
        Ok(())
    } else {
        Err(Status::INVALID_HANDLE)
    }
}

fn create(driver: &mut Driver, flags: u32, priority: i32) -> Result<Handle, Status> {
    let (context, _) = driver.current()?;
    if flags > 1 {
        return Err(Status::INVALID_VALUE);
    }
    let handle = driver.handle();
    let priority = priority.clamp(PRIORITIES.1, PRIORITIES.0);
    driver.streams.insert(handle, Stream { context, flags, priority });
    Ok(handle)
}

fn find(driver: &mut Driver, stream: Handle) -> Result<Option<&Stream>, Status> {
    check(driver, stream)?;
    Ok(driver.streams.get(&stream))
}

driver_functions! {
    fn cuStreamCreate(out stream: Handle, value flags: u32) |driver| {
        stream.set(create(driver, flags, 0)?)
    }

    fn cuStreamCreateWithPriority(out stream: Handle, value flags: u32, value priority: i32) |driver| {
        stream.set(create(driver, flags, priority)?)
    }

    fn cuStreamDestroy_v2(value stream: Handle) |driver| {
        driver.streams.remove(&stream).map(|_| ()).ok_or(Status::INVALID_HANDLE)
    }

    fn cuStreamSynchronize(value stream: Handle) |driver| {
        check(driver, stream)?;
        driver.wait_for_streams(Some(stream));
        Ok(())
    }

    fn cuStreamQuery(value stream: Handle) |driver| {
        check(driver, stream)
    }

    fn cuStreamWaitEvent(value stream: Handle, value event: Handle, value _flags: u32) |driver| {
        check(driver, stream)?;
        driver.events.get(&event).ok_or(Status::INVALID_HANDLE)?;
        driver.stream_waits(stream, event);
        Ok(())
    }

    fn cuStreamGetFlags(value stream: Handle, out flags: u32) |driver| {
        let found = find(driver, stream)?;
        flags.set(found.map_or(0, |stream| stream.flags))
    }

    fn cuStreamGetPriority(value stream: Handle, out priority: i32) |driver| {
        let found = find(driver, stream)?;
        priority.set(found.map_or(0, |stream| stream.priority))
    }

    fn cuStreamGetCtx(value stream: Handle, out context: Handle) |driver| {
        let (current, _) = driver.current()?;
        let found = find(driver, stream)?;
        context.set(found.map_or(current, |stream| stream.context))
    }

    fn cuStreamAttachMemAsync(
        value stream: Handle, value _pointer: u64, value _bytes: usize, value _flags: u32,
    ) |driver| {
        check(driver, stream)
    }
}

/// `cuStreamAddCallback` of the driver API. The callback runs before this returns, outside of the
/// driver's lock.
///
/// # Safety
///
/// The callback may be called with the data.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamAddCallback(
    stream: Handle,
    callback: Option<unsafe extern "C" fn(Handle, CUresult, *mut c_void)>,
    data: *mut c_void,
    flags: u32,
) -> CUresult {
    let Some(callback) = callback.filter(|_| flags == 0) else {
        return Status::INVALID_VALUE.0;
    };
    let status = call(|driver| check(driver, stream));
    if status == 0 {
        // SAFETY: the caller promises it.
        unsafe { callback(stream, status, data) };
    }
    status
}

/// `cuLaunchHostFunc` of the driver API. The function runs before this returns, outside of the
/// driver's lock.
///
/// # Safety
///
/// The function may be called with the data.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchHostFunc(
    stream: Handle,
    function: Option<unsafe extern "C" fn(*mut c_void)>,
    data: *mut c_void,
) -> CUresult {
    let Some(function) = function else {
        return Status::INVALID_VALUE.0;
    };
    let status = call(|driver| check(driver, stream));
    if status == 0 {
        // SAFETY: the caller promises it.
        unsafe { function(data) };
    }
    status
}
