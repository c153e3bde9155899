//! The heap of a kernel: memory from which its lanes take arrays of their own whose size only the run
//! tells. It lasts until the kernel ends, and nothing in it is given back before.
//!
//! The size of the heap is not known before: it begins small, and when lanes reach its end the call is made
//! again with a larger one. Later calls begin with that.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

use accel_abi::constants::{FAILURE_BYTES, HEAP_TOO_SMALL};

use super::driver::{self, Driven};

/// The bytes of the first heap.
const FIRST: usize = 1 << 20;

/// A heap that was too small grows at least by this factor: lanes that reach its end do not tell how much
/// they would have needed next.
const GROWTH: usize = 4;

static BYTES: AtomicUsize = AtomicUsize::new(FIRST);

thread_local! {
    /// True if there was no memory for the heap of a kernel.
    static MISSING: Cell<bool> = const { Cell::new(false) };
}

const _: () = assert!(size_of::<Word>() == FAILURE_BYTES, "the device header has the same words");

/// The word in which the kernels of a call report to the host, as the device header lays it out.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug)]
pub struct Word {
    /// The kind of the failure.
    what: u32,
    unused: u32,
    /// The bytes of the heap that have been asked for.
    used: u64,
    size: u64,
    heap: u64,
}

impl Word {
    /// The bytes of the word.
    pub const BYTES: usize = FAILURE_BYTES;

    /// The first bytes, which are copied alone if no check has failed: they say so.
    pub const LOOKED_AT: usize = size_of::<u32>();

    /// Copies it from the device, when all kernels are done.
    ///
    /// # Safety
    /// It lies there.
    ///
    /// # Errors
    /// If the device fails.
    pub unsafe fn read(from: u64) -> Driven<Word> {
        let mut word = Word::default();
        let to = (&raw mut word).cast();
        // SAFETY: it has so many bytes, and any bytes are one.
        unsafe { driver::download(to, from, Word::LOOKED_AT)? };
        if !word.is_sound() {
            // SAFETY: as before.
            unsafe { driver::download(to, from, Word::BYTES)? };
        }
        Ok(word)
    }

    /// Returns true if no check has failed.
    pub fn is_sound(&self) -> bool {
        self.what == 0
    }

    /// Returns true if nothing is wrong but a heap that is too small: the next one is larger.
    pub fn wants_more(&self) -> bool {
        if self.what != HEAP_TOO_SMALL {
            return false;
        }
        let (size, used) = (self.size as usize, self.used as usize);
        let wanted = size.saturating_mul(GROWTH).max(used.saturating_mul(2));
        BYTES.fetch_max(wanted, Ordering::Relaxed);
        true
    }
}

/// Returns the bytes of the next heap.
pub fn bytes() -> usize {
    BYTES.load(Ordering::Relaxed)
}

/// Says where the heap of the next kernel lies.
///
/// # Safety
/// The word lies there, and the heap has so many bytes.
///
/// # Errors
/// If the device fails.
pub unsafe fn begin(word: u64, heap: u64, bytes: usize) -> Driven<()> {
    let parts = [0, bytes as u64, heap];
    let place = std::mem::offset_of!(Word, used);
    // SAFETY: these are the last parts of the word. Kernels before have been launched on the same
    // stream, so they are done with theirs.
    unsafe { driver::upload(word + place as u64, parts.as_ptr().cast(), size_of_val(&parts)) }
}

/// There is no memory for a heap: the CPU has to make the call.
pub fn is_missing() {
    MISSING.set(true);
    BYTES.store(FIRST, Ordering::Relaxed);
}

/// Returns true if there was no memory for a heap since this function was called last.
pub fn take_missing() -> bool {
    MISSING.replace(false)
}
