//! The pointers that C functions take. Code that makes one promises that it is valid; then using it is safe,
//! and null is an error.

use super::Status;
use std::ffi::{CStr, c_char};

/// A place for a result.
#[derive(Clone, Copy)]
pub struct Out<T>(*mut T);

impl<T> Out<T> {
    /// # Safety
    ///
    /// The pointer is null, or valid for a write.
    pub unsafe fn new(pointer: *mut T) -> Self {
        Self(pointer)
    }

    /// Writes the result.
    pub fn set(self, value: T) -> Result<(), Status> {
        if self.0.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: `new` was promised that the pointer is valid if it is not null.
        unsafe { self.0.write_unaligned(value) };
        Ok(())
    }

    /// Writes the result if the caller wants it.
    pub fn set_if_wanted(self, value: T) {
        if !self.0.is_null() {
            // SAFETY: as in `set`.
            unsafe { self.0.write_unaligned(value) };
        }
    }
}

/// A text that ends with a zero byte.
#[derive(Clone, Copy)]
pub struct Text(*const c_char);

impl Text {
    /// # Safety
    ///
    /// The pointer is null, or that of a text that ends with a zero byte.
    pub unsafe fn new(pointer: *const c_char) -> Self {
        Self(pointer)
    }

    /// The text; none if the pointer is null.
    pub fn read(self) -> Option<String> {
        // SAFETY: `new` was promised that the text ends.
        (!self.0.is_null())
            .then(|| unsafe { CStr::from_ptr(self.0) }.to_string_lossy().into_owned())
    }
}

/// Values to be read, as many as the function's other arguments say.
#[derive(Clone, Copy)]
pub struct Input<T>(*const T);

impl<T: Copy> Input<T> {
    /// # Safety
    ///
    /// The pointer is null, or valid for as many reads as the caller announces.
    pub unsafe fn new(pointer: *const T) -> Self {
        Self(pointer)
    }

    /// Returns true if nothing was given.
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// The value at an index below the announced number.
    pub fn get(self, index: usize) -> Result<T, Status> {
        if self.0.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: `new` was promised that many values.
        Ok(unsafe { self.0.add(index).read_unaligned() })
    }

    /// The pointer as that of another type, to be read under the same promise.
    pub fn cast<U: Copy>(self) -> Input<U> {
        Input(self.0.cast())
    }

    /// The address.
    pub fn address(self) -> u64 {
        self.0 as u64
    }
}

impl Input<u8> {
    /// Bytes from the pointer on, of the announced number.
    pub fn bytes<'a>(self, length: usize) -> Result<&'a [u8], Status> {
        if length == 0 {
            return Ok(&[]);
        }
        if self.0.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: `new` was promised that many bytes, for the call that uses them.
        Ok(unsafe { std::slice::from_raw_parts(self.0, length) })
    }
}

/// Memory to be written, as much as the function's other arguments say.
#[derive(Clone, Copy)]
pub struct Buffer<T>(*mut T);

impl<T> Buffer<T> {
    /// # Safety
    ///
    /// The pointer is null, or valid for as many writes as the caller announces.
    pub unsafe fn new(pointer: *mut T) -> Self {
        Self(pointer)
    }

    /// Copies bytes to the memory, not more than announced.
    pub fn write(self, bytes: &[u8]) -> Result<(), Status> {
        if bytes.is_empty() {
            return Ok(());
        }
        if self.0.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: `new` was promised that much memory. The memory may be where the bytes are: `copy` allows
        // that.
        unsafe { std::ptr::copy(bytes.as_ptr(), self.0.cast(), bytes.len()) };
        Ok(())
    }

    /// Copies a text with a final zero byte, cut to the size of the memory; gives the bytes written.
    pub fn write_text(self, text: &str, size: usize) -> usize {
        if self.0.is_null() || size == 0 {
            return 0;
        }
        let mut bytes = text.as_bytes()[..text.len().min(size - 1)].to_vec();
        bytes.push(0);
        self.write(&bytes).map_or(0, |()| bytes.len())
    }

    /// The pointer.
    pub fn pointer(self) -> *mut T {
        self.0
    }

    /// The pointer as a place for a value.
    pub fn cast<U>(self) -> Out<U> {
        Out(self.0.cast())
    }
}
