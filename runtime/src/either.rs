//! The value of a branch: an array that one arm has made, or a part of another one.

use crate::buffer::Buffer;
use crate::failure::Result;
use crate::view::View;

/// An array that belongs to its holder, or a part of one that does not.
pub enum Either<'a, T: Copy> {
    /// It belongs to the holder.
    Own(Buffer<T>),
    /// It does not.
    Part(View<'a, T>),
}

impl<T: Copy> Either<'_, T> {
    /// The elements.
    #[inline]
    pub fn view(&self) -> View<'_, T> {
        match self {
            Either::Own(buffer) => buffer.view(),
            Either::Part(part) => *part,
        }
    }

    /// The elements, for kernels of a device: these find them wherever they are.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn device_view(&self) -> Result<View<'_, T>> {
        match self {
            Either::Own(buffer) => buffer.device_view(),
            Either::Part(part) => part.device_view(),
        }
    }
}

impl<T: Copy> Buffer<T> {
    /// The buffer as one of two.
    pub fn either<'a>(self) -> Either<'a, T> {
        Either::Own(self)
    }
}

impl<'a, T: Copy> View<'a, T> {
    /// The part as one of two.
    pub fn either(self) -> Either<'a, T> {
        Either::Part(self)
    }
}
