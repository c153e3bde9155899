//! Calls of the CUDA driver, on the context of this thread.

use std::borrow::Cow;
use std::time::Duration;

use cust::sys;

use crate::text::text;

/// The result of a call of the driver.
pub type Driven<T> = Result<T, sys::CUresult>;

/// An error of the driver, if there is one.
pub fn done(result: sys::CUresult) -> Driven<()> {
    match result {
        sys::CUresult::CUDA_SUCCESS => Ok(()),
        error => Err(error),
    }
}

/// An error of the driver: its name, and the driver's words if it has some.
pub fn words(error: sys::CUresult) -> Cow<'static, str> {
    let mut text = std::ptr::null();
    // SAFETY: the driver writes the address of a text that stays, or none.
    let known = unsafe { sys::cuGetErrorString(error, &mut text) };
    if done(known).is_err() || text.is_null() {
        return text!("{error:?}");
    }
    // SAFETY: the text ends with a zero.
    let text = unsafe { std::ffi::CStr::from_ptr(text) };
    text!("{error:?}, {}", text.to_string_lossy())
}

/// Memory of the device.
///
/// # Errors
/// If there is not enough.
pub fn allocate(bytes: usize) -> Driven<u64> {
    let mut pointer = 0;
    // SAFETY: the driver writes the address.
    done(unsafe { sys::cuMemAlloc_v2(&mut pointer, bytes) })?;
    Ok(pointer)
}

/// Gives memory of the device back. An error of an earlier kernel comes up again with the next
/// call that has a use for it.
pub fn free(pointer: u64) {
    // SAFETY: the memory came from `allocate`, and belongs to the caller alone.
    let _ = unsafe { sys::cuMemFree_v2(pointer) };
}

/// Copies to the device.
///
/// # Errors
/// The error of the driver, which may be that of earlier kernels.
///
/// # Safety
/// So many bytes may be read, and written on the device.
pub unsafe fn upload(to: u64, from: *const u8, bytes: usize) -> Driven<()> {
    // SAFETY: the caller sees to both sides.
    done(unsafe { sys::cuMemcpyHtoD_v2(to, from.cast(), bytes) })
}

/// Copies from the device, when the kernels before have ended.
///
/// # Errors
/// The error of the driver, which may be that of earlier kernels.
///
/// # Safety
/// So many bytes may be read on the device, and written.
pub unsafe fn download(to: *mut u8, from: u64, bytes: usize) -> Driven<()> {
    // SAFETY: the caller sees to both sides.
    done(unsafe { sys::cuMemcpyDtoH_v2(to.cast(), from, bytes) })
}

/// Fills the bytes behind `bytes`, up to the end of a word, with zeros: kernels change elements narrower than
/// a word as parts of one.
///
/// # Errors
/// The error of the driver.
///
/// # Safety
/// The memory goes to the end of the word.
pub unsafe fn pad(pointer: u64, bytes: usize) -> Driven<()> {
    match bytes % 4 {
        0 => Ok(()),
        // SAFETY: the caller sees to the memory.
        part => unsafe { clear(pointer + bytes as u64, 4 - part) },
    }
}

/// Returns the number of multiprocessors of the device.
///
/// # Errors
/// The error of the driver.
pub fn multiprocessors() -> Driven<usize> {
    let (mut device, mut count) = (0, 0);
    let attribute = sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
    // SAFETY: the driver writes both numbers.
    unsafe {
        done(sys::cuCtxGetDevice(&mut device))?;
        done(sys::cuDeviceGetAttribute(&mut count, attribute, device))?;
    }
    Ok(count.max(1) as usize)
}

/// The compute capability of the device.
///
/// # Errors
/// The error of the driver.
pub fn compute_capability() -> Driven<(u32, u32)> {
    use sys::CUdevice_attribute::{
        CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR as MAJOR,
        CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR as MINOR,
    };
    let (mut device, mut major, mut minor) = (0, 0, 0);
    // SAFETY: the driver writes the numbers.
    unsafe {
        done(sys::cuCtxGetDevice(&mut device))?;
        done(sys::cuDeviceGetAttribute(&mut major, MAJOR, device))?;
        done(sys::cuDeviceGetAttribute(&mut minor, MINOR, device))?;
    }
    Ok((major.unsigned_abs(), minor.unsigned_abs()))
}

/// Succeeds if the context can still be used. After some errors of kernels it cannot.
///
/// # Errors
/// The error that ended it.
pub fn query() -> Driven<()> {
    // SAFETY: the stream is the one that all of the context's work goes through.
    match unsafe { sys::cuStreamQuery(Stream::DEFAULT.handle()) } {
        sys::CUresult::CUDA_ERROR_NOT_READY => Ok(()),
        result => done(result),
    }
}

/// Waits for all work of the context.
///
/// # Errors
/// The error of the driver, which may be that of the work waited for.
pub fn synchronize() -> Driven<()> {
    // SAFETY: the function takes nothing.
    done(unsafe { sys::cuCtxSynchronize() })
}

/// Fills memory of the device with zeros.
///
/// # Errors
/// The error of the driver.
///
/// # Safety
/// So many bytes may be written.
pub unsafe fn clear(pointer: u64, bytes: usize) -> Driven<()> {
    // SAFETY: the caller sees to the memory.
    done(unsafe { sys::cuMemsetD8_v2(pointer, 0, bytes) })
}

/// Memory of the host that the driver copies at once.
///
/// # Errors
/// If there is not enough.
pub fn page_locked(bytes: usize) -> Driven<*mut u8> {
    let mut pointer = std::ptr::null_mut();
    // SAFETY: the driver writes the address.
    done(unsafe { sys::cuMemAllocHost_v2(&mut pointer, bytes) })?;
    Ok(pointer.cast())
}

/// Puts a copy to the device into a stream.
///
/// # Errors
/// The error of the driver, which may be that of earlier work in the stream.
///
/// # Safety
/// So many bytes may be read, which are page-locked and stay as they are until then; and written on
/// the device.
pub unsafe fn upload_on(stream: &Stream, to: u64, from: *const u8, bytes: usize) -> Driven<()> {
    // SAFETY: the caller sees to both sides.
    done(unsafe { sys::cuMemcpyHtoDAsync_v2(to, from.cast(), bytes, stream.handle()) })
}

/// Puts a copy from the device into a stream.
///
/// # Errors
/// The error of the driver, which may be that of earlier work in the stream.
///
/// # Safety
/// So many bytes may be read on the device; and written on the host, where they are page-locked, and
/// nobody looks at them until then.
pub unsafe fn download_on(stream: &Stream, to: *mut u8, from: u64, bytes: usize) -> Driven<()> {
    // SAFETY: the caller sees to both sides.
    done(unsafe { sys::cuMemcpyDtoHAsync_v2(to.cast(), from, bytes, stream.handle()) })
}

/// Measures the time that work in the device's default stream takes; waits for it.
///
/// # Errors
/// The error of the driver, which may be that of the work measured.
pub fn timed(inside: impl FnOnce() -> Driven<()>) -> Driven<Duration> {
    let [begin, end] = [Event::with_time()?, Event::with_time()?];
    let time = || {
        begin.record(Stream::DEFAULT)?;
        inside()?;
        end.record(Stream::DEFAULT)?;
        end.synchronize()?;
        begin.until(&end)
    };
    let time = time();
    [begin, end].into_iter().for_each(Event::destroy);
    time
}

/// A queue of work of the device. It stays until the context ends.
#[derive(Clone, Copy)]
pub struct Stream(sys::CUstream);

impl Stream {
    /// The one that kernels are launched into.
    pub const DEFAULT: Stream = Stream(std::ptr::null_mut());

    /// Makes a stream that does not wait for the default stream.
    ///
    /// # Errors
    /// The error of the driver.
    pub fn new() -> Driven<Stream> {
        let mut stream = std::ptr::null_mut();
        let flags = sys::CUstream_flags::CU_STREAM_NON_BLOCKING as u32;
        // SAFETY: the driver writes the stream.
        done(unsafe { sys::cuStreamCreateWithPriority(&mut stream, flags, 0) })?;
        Ok(Stream(stream))
    }

    /// Has work that is put there from now on wait for an event.
    ///
    /// # Errors
    /// The error of the driver.
    pub fn wait(&self, event: &Event) -> Driven<()> {
        // SAFETY: stream and event are of this context.
        done(unsafe { sys::cuStreamWaitEvent(self.0, event.0, 0) })
    }

    fn handle(self) -> sys::CUstream {
        self.0
    }
}

/// A point in a stream. It stays until the context ends, unless it is destroyed.
pub struct Event(sys::CUevent);

impl Event {
    /// Makes an event to wait for. Nothing waits for it before it is recorded.
    ///
    /// # Errors
    /// The error of the driver.
    pub fn new() -> Driven<Event> {
        Event::create(sys::CUevent_flags::CU_EVENT_DISABLE_TIMING as u32)
    }

    /// Makes an event with a time.
    ///
    /// # Errors
    /// The error of the driver.
    pub fn with_time() -> Driven<Event> {
        Event::create(0)
    }

    fn create(flags: u32) -> Driven<Event> {
        let mut event = std::ptr::null_mut();
        // SAFETY: the driver writes the event.
        done(unsafe { sys::cuEventCreate(&mut event, flags) })?;
        Ok(Event(event))
    }

    /// Is reached when all that is in the stream has been done.
    ///
    /// # Errors
    /// The error of the driver.
    pub fn record(&self, stream: Stream) -> Driven<()> {
        // SAFETY: event and stream are of this context.
        done(unsafe { sys::cuEventRecord(self.0, stream.0) })
    }

    /// Waits until it is reached.
    ///
    /// # Errors
    /// The error of the driver, which may be that of work before the event.
    pub fn synchronize(&self) -> Driven<()> {
        // SAFETY: the event is one of this context.
        done(unsafe { sys::cuEventSynchronize(self.0) })
    }

    /// Returns the time from this event to another one; both have been reached, and have times.
    ///
    /// # Errors
    /// The error of the driver.
    pub fn until(&self, end: &Event) -> Driven<Duration> {
        let mut milliseconds = 0.0;
        // SAFETY: both events are of this context; the driver writes the time.
        done(unsafe { sys::cuEventElapsedTime(&mut milliseconds, self.0, end.0) })?;
        Ok(Duration::from_secs_f64(f64::from(milliseconds).max(0.0) / 1e3))
    }

    /// Gives it up.
    pub fn destroy(self) {
        // SAFETY: nobody else has the event.
        let _ = unsafe { sys::cuEventDestroy_v2(self.0) };
    }
}
