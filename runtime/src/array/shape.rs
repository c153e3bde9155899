//! Shapes: the elements that they have, and the errors of those that do not fit.

use crate::buffer::known_count;
use crate::error::{Error, ErrorKind};
use crate::text::text;

/// Checks that a shape has so many elements.
///
/// # Errors
/// If not.
pub(super) fn fits<const R: usize>(count: usize, shape: [usize; R]) -> Result<(), Error> {
    if known_count(&shape) == Some(count) {
        return Ok(());
    }
    let message = text!("{count} elements cannot take the shape {shape:?}");
    Err(Error::new(ErrorKind::Size, message, None))
}

/// The array that could be made.
///
/// # Panics
/// If there is none, with the text of the error.
#[track_caller]
pub(super) fn expect<A>(array: Result<A, Error>) -> A {
    match array {
        Ok(array) => array,
        Err(error) => panic!("{error}"),
    }
}

/// The position of an element of an array of this shape in row-major order; `None` outside.
pub(super) fn position<const R: usize>(shape: [usize; R], index: [usize; R]) -> Option<usize> {
    let mut position = 0;
    for (index, extent) in index.iter().zip(&shape) {
        if index >= extent {
            return None;
        }
        position = position * extent + index;
    }
    Some(position)
}

/// Panics at an index that is out of bounds.
#[track_caller]
pub(super) fn outside<const R: usize>(shape: [usize; R], index: [usize; R]) -> ! {
    panic!("index out of bounds: the shape is {shape:?} but the index is {index:?}")
}
