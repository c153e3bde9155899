//! Helpers of the hand-tuned rivals for large outputs: stores that go past the caches, which spares
//! reading memory that will be overwritten.

/// The number of elements in a piece of work of the hand-tuned rivals: half a megabyte of floats,
/// which stays in the second cache.
pub const PIECE: usize = 1 << 16;

/// Below this many elements the hand-tuned rivals stay on one thread.
pub const PARALLEL: usize = 1 << 16;

/// Above this many elements an output is certainly out of cache.
pub const STREAM: usize = 1 << 23;

/// Sixteen floats, aligned for streaming stores.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line(#[expect(dead_code, reason = "read as floats")] [f32; 16]);

/// An output that is allocated once, touched, and used again in every call.
pub struct Output {
    lines: Vec<Line>,
    length: usize,
}

impl Output {
    /// Room for `length` floats.
    pub fn new(length: usize) -> Output {
        Output { lines: vec![Line([1.0; 16]); length.div_ceil(16)], length }
    }

    /// The floats.
    pub fn slice(&self) -> &[f32] {
        // SAFETY: the lines are floats without gaps, and at least as many.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.length) }
    }

    /// The floats, to write them; the first one is aligned to a cache line.
    pub fn slice_mut(&mut self) -> &mut [f32] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.length) }
    }
}

/// Writes sixteen floats past the caches.
///
/// # Safety
/// The place is a multiple of 64 bytes.
#[inline(always)]
pub unsafe fn stream(place: &mut [f32; 16], values: [f32; 16]) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_mm_loadu_ps, _mm_stream_ps};
        for part in 0..4 {
            // SAFETY: four times four floats make sixteen; the place is aligned. The processor
            // merges the parts of a line.
            unsafe {
                let part = 4 * part;
                _mm_stream_ps(
                    place.as_mut_ptr().add(part),
                    _mm_loadu_ps(values.as_ptr().add(part)),
                );
            }
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        *place = values;
    }
}

/// Waits until streamed stores can be seen by other threads.
#[inline(always)]
pub fn stream_end() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every machine of this kind has the instruction.
    unsafe {
        std::arch::x86_64::_mm_sfence();
    }
}
