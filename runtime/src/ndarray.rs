//! Arrays of the ndarray crate: as arguments, and converted from and to accel's.
//!
//! Arrays in standard layout (row-major, without gaps) are read where they are; all others are copied into
//! that order.

use ::ndarray::{self as nd, ArrayBase, ArrayRef, ArrayView, Data, Dimension, IxDyn};
use nd::{Ix1, Ix2, Ix3, Ix4, Ix5, Ix6};

use crate::argument::{Argument, OwnedArgument, Readable};
use crate::array::Array;
use crate::element::{Element, Input, Scalar, Used};
use crate::error::{Error, ErrorKind};
use crate::failure::Failure;
use crate::memory::{or_abort, vector};
use crate::proven::Proven;
use crate::ragged::regular::{borrowed, owned};
use crate::ragged::values::{Listed, Values};
use crate::ragged::{OwnedRaggedArgument, Ragged, RaggedArgument, RaggedInput, RaggedReadable};
use crate::text::text;

type ReadColumns<'a, T, const R: usize> = Result<(Input<'a, T>, [usize; R]), Failure>;

/// The columns of an array: borrowed, or copied where there is no slice in the right order.
fn input<'a, T: Scalar, D: Dimension, const R: usize>(
    site: u32,
    slice: Option<&'a [T]>,
    array: &ArrayRef<T, D>,
) -> ReadColumns<'a, T, R> {
    let input = match slice {
        Some(slice) => T::columns_of(Proven::HERE, site, slice, Used::ALL)?,
        None => {
            let mut elements = vector(site, array.len())?;
            elements.extend(array.iter().copied());
            Input::Owned(T::columns_from(Proven::HERE, site, elements)?)
        }
    };
    Ok((input, shape(array)))
}

/// The extents of an array of rank `R`.
fn shape<T, D: Dimension, const R: usize>(array: &ArrayRef<T, D>) -> [usize; R] {
    std::array::from_fn(|dimension| array.shape()[dimension])
}

/// The elements in row-major order, without copying where they lie so.
///
/// # Errors
/// If there is not enough memory for a copy.
fn into_vec<T: Scalar, D: Dimension>(site: u32, array: nd::Array<T, D>) -> Result<Vec<T>, Failure> {
    if !array.is_standard_layout() {
        let mut elements = vector(site, array.len())?;
        elements.extend(array.iter().copied());
        return Ok(elements);
    }
    let count = array.len();
    let (mut data, offset) = array.into_raw_vec_and_offset();
    // A slice of an array keeps all of its memory.
    let start = offset.unwrap_or(0);
    data.truncate(start + count);
    data.drain(..start);
    Ok(data)
}

macro_rules! ranks {
    ($($rank:literal $dimension:ident)*) => { $(
        // SAFETY: an array has as many elements as its shape says.
        unsafe impl<T: Scalar, S: Data<Elem = T>> Readable<T, $rank> for ArrayBase<S, $dimension> {
            fn read(&self, site: u32, _: Used) -> ReadColumns<'_, T, $rank> {
                input(site, self.as_slice(), self)
            }
        }

        // SAFETY: an array has as many elements as its shape says.
        unsafe impl<T: Scalar> Readable<T, $rank> for ArrayRef<T, $dimension> {
            fn read(&self, site: u32, _: Used) -> ReadColumns<'_, T, $rank> {
                input(site, self.as_slice(), self)
            }
        }

        // SAFETY: an array has as many elements as its shape says.
        unsafe impl<'a, T: Scalar> Argument<'a, T, $rank> for ArrayView<'a, T, $dimension> {
            fn input_of(self, _: Proven, site: u32, _: Used) -> ReadColumns<'a, T, $rank> {
                input(site, self.to_slice(), &self)
            }
        }

        // SAFETY: an array has as many elements as its shape says.
        unsafe impl<T: Scalar> OwnedArgument<T, $rank> for nd::Array<T, $dimension> {
            fn columns(
                self,
                proven: Proven,
                site: u32,
            ) -> Result<(<T as Element>::Columns, [usize; $rank]), Failure> {
                let shape = shape(&self);
                Ok((T::columns_from(proven, site, into_vec(site, self)?)?, shape))
            }
        }

        impl<T: Scalar> Values<T, $rank> for nd::Array<T, $dimension> {
            fn values(
                self,
                proven: Proven,
            ) -> Result<(<T as Element>::Columns, [usize; $rank]), Failure> {
                self.columns(proven, 0)
            }
        }

        impl<T: Scalar, S: Data<Elem = T>> Listed<T, $rank> for ArrayBase<S, $dimension> {}

        impl<T: Scalar> From<nd::Array<T, $dimension>> for Array<T, $rank> {
            /// Copies nothing if the array is in standard layout.
            fn from(array: nd::Array<T, $dimension>) -> Self {
                let shape = shape(&array);
                let elements = or_abort(into_vec(0, array));
                Array::from_columns(shape, or_abort(T::columns_from(Proven::HERE, 0, elements)))
            }
        }

        impl<T: Scalar> From<ArrayView<'_, T, $dimension>> for Array<T, $rank> {
            /// Copies the elements.
            fn from(view: ArrayView<'_, T, $dimension>) -> Self {
                view.to_owned().into()
            }
        }

        impl<T: Scalar> From<Array<T, $rank>> for nd::Array<T, $dimension> {
            /// Copies nothing.
            ///
            /// # Panics
            /// If the extents other than 0 multiply to more than `isize::MAX`, which ndarray does
            /// not allow. Only an array without elements can be like that.
            fn from(array: Array<T, $rank>) -> Self {
                let shape = array.shape();
                match nd::Array::from_shape_vec(shape, array.into_vec()) {
                    Ok(array) => array,
                    Err(error) => panic!("the shape {shape:?} is none of ndarray's: {error}"),
                }
            }
        }
    )* };
}

ranks! { 1 Ix1 2 Ix2 3 Ix3 4 Ix4 5 Ix5 6 Ix6 }

/// Views of arrays. (Those of rank 1 are ndarray's, which has them of all that is `AsRef` to a slice.)
macro_rules! views {
    ($($rank:literal $dimension:ident)*) => { $(
        impl<'a, T: Scalar> From<&'a Array<T, $rank>> for ArrayView<'a, T, $dimension> {
            /// Copies nothing.
            ///
            /// # Panics
            /// As the conversion of the array itself.
            fn from(array: &'a Array<T, $rank>) -> Self {
                let shape = array.shape();
                match ArrayView::from_shape(shape, array.as_slice()) {
                    Ok(view) => view,
                    Err(error) => panic!("the shape {shape:?} is none of ndarray's: {error}"),
                }
            }
        }
    )* };
}

views! { 2 Ix2 3 Ix3 4 Ix4 5 Ix5 6 Ix6 }

type ReadRows<'a, T, const L: usize, const R: usize> = Result<RaggedInput<'a, T, L, R>, Failure>;

/// Implements the traits for rows that may differ, in as many ragged levels, of elements of that rank.
macro_rules! rows {
    ($($dimension:ident: $levels:literal $rank:literal;)*) => { $(
        // SAFETY: where rows of one length begin is counted out.
        unsafe impl<T: Scalar, S: Data<Elem = T>> RaggedReadable<T, $levels, $rank>
            for ArrayBase<S, $dimension>
        {
            fn read(&self, site: u32) -> ReadRows<'_, T, $levels, $rank> {
                borrowed(site, Readable::read(self, site, Used::ALL)?)
            }
        }

        // SAFETY: where rows of one length begin is counted out.
        unsafe impl<T: Scalar> RaggedReadable<T, $levels, $rank> for ArrayRef<T, $dimension> {
            fn read(&self, site: u32) -> ReadRows<'_, T, $levels, $rank> {
                borrowed(site, Readable::read(self, site, Used::ALL)?)
            }
        }

        // SAFETY: where rows of one length begin is counted out.
        unsafe impl<'a, T: Scalar> RaggedArgument<'a, T, $levels, $rank>
            for ArrayView<'a, T, $dimension>
        {
            fn ragged(self, proven: Proven, site: u32) -> ReadRows<'a, T, $levels, $rank> {
                borrowed(site, self.input(proven, site)?)
            }
        }

        // SAFETY: where rows of one length begin is counted out.
        unsafe impl<T: Scalar> OwnedRaggedArgument<T, $levels, $rank> for nd::Array<T, $dimension> {
            fn ragged_columns(self, site: u32) -> Result<Ragged<T, $levels, $rank>, Failure> {
                owned(site, self.columns(Proven::HERE, site)?)
            }
        }
    )* };
}

rows! {
    Ix2: 1 0;
    Ix3: 1 1;
    Ix3: 2 0;
    Ix4: 1 2;
    Ix4: 2 1;
    Ix4: 3 0;
    Ix5: 2 2;
    Ix5: 3 1;
    Ix5: 4 0;
    Ix6: 3 2;
    Ix6: 4 1;
}

impl<T: Scalar, const R: usize> TryFrom<nd::Array<T, IxDyn>> for Array<T, R> {
    type Error = Error;

    /// Copies nothing if the array is in standard layout.
    ///
    /// # Errors
    /// If the array does not have `R` dimensions ([`ErrorKind::Size`]), or there is not enough memory for
    /// a copy ([`ErrorKind::OutOfMemory`]).
    fn try_from(array: nd::Array<T, IxDyn>) -> Result<Self, Error> {
        if array.ndim() != R {
            let message = text!("expected {R} dimension(s), found shape {:?}", array.shape());
            return Err(Error::new(ErrorKind::Size, message, None));
        }
        let shape = shape(&array);
        let columns = into_vec(0, array).and_then(|data| T::columns_from(Proven::HERE, 0, data));
        Ok(Array::from_columns(shape, columns.map_err(Failure::for_memory_of("data"))?))
    }
}
