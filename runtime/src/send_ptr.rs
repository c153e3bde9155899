//! A pointer that threads share.

/// A pointer that may be sent to other threads, which write through it to different places.
pub struct SendPtr<T>(*mut T);

impl<T> Clone for SendPtr<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for SendPtr<T> {}

// SAFETY: the drivers see to it that threads write to different places, or atomically.
unsafe impl<T: Send> Send for SendPtr<T> {}
// SAFETY: likewise.
unsafe impl<T: Send> Sync for SendPtr<T> {}

impl<T> SendPtr<T> {
    /// A pointer to the first of some values.
    #[inline(always)]
    pub fn new(first: *mut T) -> SendPtr<T> {
        SendPtr(first)
    }

    /// The pointer.
    #[inline(always)]
    pub fn get(self) -> *mut T {
        self.0
    }
}
