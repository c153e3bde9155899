//! Arguments of functions: traits of everything that can be read as an array of the right type.

use std::rc::Rc;
use std::sync::Arc;

use crate::array::Array;
use crate::buffer::known_count;
use crate::element::{Element, Input, Scalar, Used};
use crate::failure::{Failure, Result};
use crate::memory::vector;
use crate::proven::Proven;

/// An argument for a parameter `&[T]`, `&[[T; m]; n]`, … of an accel function.
///
/// `R` is the number of dimensions. A vector (`R` = 1) is a slice, `&Vec<T>`, `&[T; N]` or
/// `&Array<T, 1>`; an array of tuples may also be a tuple of arrays; a matrix is `&Array<T, 2>`,
/// `&[[T; M]]`, `&Vec<[T; M]>` or `&[[T; M]; N]`, or lies flat and comes with a shape: an
/// [`ArrayView`](crate::ArrayView), or of scalars a pair `(&flat, [n, m])`. It is also a `&Vec<Vec<T>>` or
/// `&[&[T]]`, which is copied, or `&Ragged<T>` or a `RaggedView<T>`, if their rows agree in length (a run-time
/// error if not). A reference to a reference, a `Box`, an `Rc` or an `Arc` of these will do, and so will a `&mut`. Only
/// slices of tuples and structs are copied on the way in, as far as the function uses their components,
/// because these are stored one by one.
///
/// ```
/// use accel::{Array, ArrayView, Ragged, accel};
///
/// accel! {
///     pub fn lengths(points: &[(f64, f64)]) -> [f64] { points.map(|(x, y)| x.hypot(y)) }
///     pub fn total(m: &[[i32; k]; n]) -> i32 { m.flatten().sum() }
/// }
///
/// assert_eq!(lengths(&[(3.0, 4.0)]), [5.0]);
/// assert_eq!(lengths(&vec![(3.0, 4.0)]), [5.0]);
/// assert_eq!(lengths((&[3.0], &[4.0])), [5.0]);
/// assert_eq!(lengths(&Array::from(vec![(3.0, 4.0)])), [5.0]);
///
/// assert_eq!(total(&[[1, 2], [3, 4]]), 10);
/// assert_eq!(total(&Array::from_vec([1, 3], vec![1, 2, 3])), 6);
/// assert_eq!(total((&[1, 2, 3, 4, 5, 6], [2, 3])), 21);
/// assert_eq!(total(ArrayView::from_slice([3, 2], &[1, 2, 3, 4, 5, 6])), 21);
/// assert_eq!(total(&vec![vec![1, 2], vec![3, 4]]), 10);
/// assert_eq!(total(Ragged::from_csr(&[0, 2, 4], &[1, 2, 3, 4])), 10);
/// ```
///
/// The methods of this trait are for generated code. Implement it for no type of your own: write a function
/// that makes one of these.
///
/// # Safety
/// All columns that are used have as many elements as the shape says, which can be counted.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed as an accel array of rank {R} of `{T}`",
    note = "vectors are slices, `&Vec<T>`, `&[T; N]` or `&Array<T, 1>`",
    note = "matrices are `&Array<T, 2>`, `&[[T; M]; N]`, `&Vec<[T; M]>` or `&Vec<Vec<T>>`; \
            a flat list goes with its shape: `(&flat, [n, m])`"
)]
pub unsafe trait Argument<'a, T: Element, const R: usize> {
    /// The columns and the shape.
    ///
    /// # Errors
    /// If the parts of a product have different lengths.
    #[doc(hidden)]
    fn input_of(self, proven: Proven, site: u32, used: Used) -> Result<(Input<'a, T>, [usize; R])>;

    /// As `input_of`, where all columns are used.
    ///
    /// # Errors
    /// If the parts of a product have different lengths.
    #[doc(hidden)]
    fn input(self, proven: Proven, site: u32) -> Result<(Input<'a, T>, [usize; R])>
    where
        Self: Sized,
    {
        self.input_of(proven, site, Used::ALL)
    }
}

/// An argument for a parameter `[T; n]`, which the function takes over: a `Vec`, a boxed slice, an [`Array`]
/// or an array, by value, or of scalars one of these in a pair with a shape, `(vec, [n, m])`. A `Vec` of scalars
/// and an [`Array`] are not copied, and may become the result.
///
/// ```
/// use accel::accel;
///
/// accel! {
///     pub fn with_zero(mut xs: [f64], i: usize) -> [f64] {
///         xs[i] = 0.0;
///         xs
///     }
/// }
///
/// let xs = vec![1.0, 2.0, 3.0];
/// let place = xs.as_ptr();
/// let ys = with_zero(xs, 1);
/// assert_eq!(ys, [1.0, 0.0, 3.0]);
/// assert_eq!(ys.as_ptr(), place);
/// ```
///
/// The method of this trait is for generated code.
///
/// # Safety
/// All columns have as many elements as the shape says, which can be counted. The call may change them:
/// they are given to it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed by value as an accel array of rank {R} of `{T}`",
    note = "the function takes the array over: pass a `Vec<T>` or an `Array<T, {R}>`"
)]
pub unsafe trait OwnedArgument<T: Element, const R: usize> {
    /// The columns and the shape.
    ///
    /// # Errors
    /// If the parts of a product have different lengths.
    #[doc(hidden)]
    fn columns(self, proven: Proven, site: u32) -> Result<(T::Columns, [usize; R])>;
}

type ReadColumns<'a, T, const R: usize> = Result<(Input<'a, T>, [usize; R])>;

/// A type that is read as an array of rank `R` if a reference to it is an argument.
///
/// # Safety
/// As for [`Argument`].
#[doc(hidden)]
pub unsafe trait Readable<T: Element, const R: usize> {
    /// The columns and the shape.
    ///
    /// # Errors
    /// If rows differ in length, or a device that has the newest elements fails.
    fn read(&self, site: u32, used: Used) -> ReadColumns<'_, T, R>;
}

#[diagnostic::do_not_recommend]
// SAFETY: the reading of the array it points to vouches for it.
unsafe impl<'a, T: Element, A: Readable<T, R> + ?Sized, const R: usize> Argument<'a, T, R>
    for &'a A
{
    fn input_of(self, _: Proven, site: u32, used: Used) -> ReadColumns<'a, T, R> {
        self.read(site, used)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: the reading of the array it points to vouches for it.
unsafe impl<'a, T: Element, A: Readable<T, R> + ?Sized, const R: usize> Argument<'a, T, R>
    for &'a mut A
{
    fn input_of(self, _: Proven, site: u32, used: Used) -> ReadColumns<'a, T, R> {
        (*self).read(site, used)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: a column of a slice has as many elements as the slice.
unsafe impl<T: Element> Readable<T, 1> for [T] {
    fn read(&self, site: u32, used: Used) -> ReadColumns<'_, T, 1> {
        Ok((T::columns_of(Proven::HERE, site, self, used)?, [self.len()]))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: a column of arrays has as many elements as all of them.
unsafe impl<T: Element, const M: usize> Readable<T, 2> for [[T; M]] {
    fn read(&self, site: u32, used: Used) -> ReadColumns<'_, T, 2> {
        Ok((T::columns_of(Proven::HERE, site, self.as_flattened(), used)?, [self.len(), M]))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: a column of arrays has as many elements as all of them.
unsafe impl<T: Element, const M: usize, const N: usize> Readable<T, 3> for [[[T; M]; N]] {
    fn read(&self, site: u32, used: Used) -> ReadColumns<'_, T, 3> {
        let elements = self.as_flattened().as_flattened();
        Ok((T::columns_of(Proven::HERE, site, elements, used)?, [self.len(), N, M]))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: the columns of an array fit its shape.
unsafe impl<T: Element, const R: usize> Readable<T, R> for Array<T, R> {
    fn read(&self, _: u32, _: Used) -> ReadColumns<'_, T, R> {
        Ok((Input::Borrowed(T::device_view(self.columns())?), self.shape()))
    }
}

/// Implements the traits for pointers: a type that derefs to something readable is readable.
macro_rules! through {
    ($($(const $n:ident)? $holder:ty: $target:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        // SAFETY: the type it derefs to vouches for it.
        unsafe impl<T: Element, X, const R: usize, $(const $n: usize)?> Readable<T, R> for $holder
        where
            $target: Readable<T, R>,
        {
            fn read(&self, site: u32, used: Used) -> ReadColumns<'_, T, R> {
                <$target>::read(self, site, used)
            }
        }
    )* };
    ($($pointer:ty),*) => { $(
        #[diagnostic::do_not_recommend]
        // SAFETY: the type it derefs to vouches for it.
        unsafe impl<T: Element, A: Readable<T, R> + ?Sized, const R: usize> Readable<T, R> for $pointer {
            fn read(&self, site: u32, used: Used) -> ReadColumns<'_, T, R> {
                (**self).read(site, used)
            }
        }
    )* };
}

through! {
    Vec<X>: [X];
    const N [X; N]: [X];
}

through!(&A, &mut A, Box<A>, Rc<A>, Arc<A>);

/// The shape that the arrays of a tuple have in common.
pub(crate) fn common_shape<const R: usize, const N: usize>(
    site: u32,
    shapes: [[usize; R]; N],
) -> Result<[usize; R]> {
    match shapes.iter().find(|shape| **shape != shapes[0]) {
        Some(other) => Err(Failure::of_extents(site, &shapes[0], other)),
        None => Ok(shapes[0]),
    }
}

/// Checks that a list that comes with a shape has as many elements.
///
/// # Errors
/// If not.
fn in_shape<const R: usize>(site: u32, count: usize, shape: [usize; R]) -> Result<[usize; R]> {
    match known_count(&shape) {
        Some(size) if size == count => Ok(shape),
        _ => Err(Failure::of_shape(site, count, &shape)),
    }
}

// Only of scalars: a pair of anything is an argument for an array of pairs already.
#[diagnostic::do_not_recommend]
// SAFETY: the list vouches for its column, which has as many elements as the shape says.
unsafe impl<'a, T: Scalar, A: Argument<'a, T, 1>, const R: usize> Argument<'a, T, R>
    for (A, [usize; R])
{
    fn input_of(self, proven: Proven, site: u32, used: Used) -> ReadColumns<'a, T, R> {
        let (input, [count]) = self.0.input_of(proven, site, used)?;
        Ok((input, in_shape(site, count, self.1)?))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: the list vouches for its column, which has as many elements as the shape says.
unsafe impl<T: Scalar, A: OwnedArgument<T, 1>, const R: usize> OwnedArgument<T, R>
    for (A, [usize; R])
{
    fn columns(self, proven: Proven, site: u32) -> OwnedColumns<T, R> {
        let (columns, [count]) = self.0.columns(proven, site)?;
        Ok((columns, in_shape(site, count, self.1)?))
    }
}

/// Arrays for the components of a tuple; the small letters are the types of the arrays.
macro_rules! tuples {
    ($($($t:ident $x:ident $position:tt),*;)*) => { $(
        #[allow(non_camel_case_types)]
        #[diagnostic::do_not_recommend]
        // SAFETY: the parts vouch for their own columns, and have one shape.
        unsafe impl<'a, $($t: Element, $x: Argument<'a, $t, R>,)* const R: usize>
            Argument<'a, ($($t,)*), R> for ($($x,)*)
        {
            fn input_of(
                self,
                proven: Proven,
                site: u32,
                mut used: Used,
            ) -> ReadColumns<'a, ($($t,)*), R> {
                let parts = ($(self.$position.input_of(proven, site, used.next($t::COLUMNS))?,)*);
                let shape = common_shape(site, [$(parts.$position.1),*])?;
                let input = match ($(&parts.$position.0,)*) {
                    ($(Input::Borrowed($x),)*) => Input::Borrowed(($(*$x,)*)),
                    _ => Input::Owned(($(parts.$position.0.into_columns(site)?,)*)),
                };
                Ok((input, shape))
            }
        }

        #[allow(non_camel_case_types)]
        #[diagnostic::do_not_recommend]
        // SAFETY: the parts vouch for their own columns, and have one shape.
        unsafe impl<$($t: Element, $x: OwnedArgument<$t, R>,)* const R: usize>
            OwnedArgument<($($t,)*), R> for ($($x,)*)
        {
            fn columns(self, proven: Proven, site: u32) -> OwnedColumns<($($t,)*), R> {
                let parts = ($(self.$position.columns(proven, site)?,)*);
                let shape = common_shape(site, [$(parts.$position.1),*])?;
                Ok((($(parts.$position.0,)*), shape))
            }
        }
    )* };
}

for_tuples_of_lists!(tuples);

type OwnedColumns<T, const R: usize> = Result<(<T as Element>::Columns, [usize; R])>;

#[diagnostic::do_not_recommend]
// SAFETY: the columns of a vector have as many elements as the vector.
unsafe impl<T: Element> OwnedArgument<T, 1> for Vec<T> {
    fn columns(self, proven: Proven, site: u32) -> OwnedColumns<T, 1> {
        let length = self.len();
        Ok((T::columns_from(proven, site, self)?, [length]))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: the columns of a vector have as many elements as the vector.
unsafe impl<T: Element> OwnedArgument<T, 1> for Box<[T]> {
    fn columns(self, proven: Proven, site: u32) -> OwnedColumns<T, 1> {
        self.into_vec().columns(proven, site)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: the columns of a vector have as many elements as the vector.
unsafe impl<T: Element, const N: usize> OwnedArgument<T, 1> for [T; N] {
    fn columns(self, proven: Proven, site: u32) -> OwnedColumns<T, 1> {
        let mut elements = vector(site, N)?;
        elements.extend(self);
        elements.columns(proven, site)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: the columns of an array fit its shape.
unsafe impl<T: Element, const R: usize> OwnedArgument<T, R> for Array<T, R> {
    fn columns(self, _: Proven, _: u32) -> OwnedColumns<T, R> {
        let (shape, mut columns) = (self.shape(), self.into_columns());
        T::device_mut(&mut columns)?;
        Ok((columns, shape))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: the columns of arrays have as many elements as all of them.
unsafe impl<T: Element, const M: usize> OwnedArgument<T, 2> for Vec<[T; M]> {
    fn columns(self, proven: Proven, site: u32) -> OwnedColumns<T, 2> {
        let length = self.len();
        Ok((T::columns_from(proven, site, self.into_flattened())?, [length, M]))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: a column of arrays has as many elements as all of them.
unsafe impl<T: Element, const M: usize, const N: usize> OwnedArgument<T, 2> for [[T; M]; N] {
    fn columns(self, proven: Proven, site: u32) -> OwnedColumns<T, 2> {
        let mut rows = vector(site, N)?;
        rows.extend(self);
        rows.columns(proven, site)
    }
}
