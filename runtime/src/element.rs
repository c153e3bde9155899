//! The elements of arrays: scalars, tuples and structs of them, stored as one column per scalar.

use std::fmt::Debug;
use std::mem::MaybeUninit;

use crate::buffer::Buffer;
use crate::failure::Result;
use crate::memory::Memory;
use crate::proven::Proven;
use crate::ragged::ColumnViews;
use crate::threads::for_pieces;
use crate::view::View;

/// A type that arrays can hold: a scalar, a tuple of elements (of up to twelve), or a struct declared
/// in an `accel!` block. Arrays of products are stored as one array for each scalar component.
///
/// ```
/// use accel::{Array, Element};
///
/// fn doubled<T: Element>(xs: &Array<T, 1>) -> Vec<(T, T)> {
///     xs.iter().map(|x| (x, x)).collect()
/// }
///
/// assert_eq!(doubled(&Array::from(vec![(1, true)])), [((1, true), (1, true))]);
/// ```
///
/// The items of this trait are for generated code, which alone implements it.
///
/// # Safety
/// Columns and views are those of the parts, and each method does its work with all of them.
pub unsafe trait Element: Copy + Send + Sync + Debug + PartialEq + 'static {
    /// The owned columns of an array of these.
    #[doc(hidden)]
    type Columns: Clone + Send + Sync + 'static;
    /// The columns as kernels read them.
    #[doc(hidden)]
    type Views<'a>: ColumnViews;
    /// The number of columns of an array of these.
    #[doc(hidden)]
    const COLUMNS: usize;
    /// The columns of the components of some items; those that are not used are empty.
    ///
    /// # Errors
    /// If there is not enough memory.
    #[doc(hidden)]
    fn columns_of_items<S: Sync>(
        proven: Proven,
        site: u32,
        items: &[S],
        used: Used,
        part: impl Fn(&S) -> Self + Copy + Sync,
    ) -> Result<Self::Columns>;
    /// The columns of a slice: borrowed for a scalar, copied for a product.
    ///
    /// # Errors
    /// If there is not enough memory.
    #[doc(hidden)]
    fn columns_of(
        proven: Proven,
        site: u32,
        slice: &[Self],
        used: Used,
    ) -> Result<Input<'_, Self>> {
        Ok(Input::Owned(Self::columns_of_items(proven, site, slice, used, |item| *item)?))
    }
    /// The columns of a vector.
    ///
    /// # Errors
    /// If there is not enough memory.
    #[doc(hidden)]
    fn columns_from(proven: Proven, site: u32, vec: Vec<Self>) -> Result<Self::Columns> {
        Self::columns_of_items(proven, site, &vec, Used::ALL, |item| *item)
    }
    /// The elements of columns.
    #[doc(hidden)]
    fn into_vec(columns: Self::Columns) -> Vec<Self> {
        let views = Self::views(&columns);
        let mut items = Vec::with_capacity(Self::length(views));
        fill(&mut items, Self::length(views), &|first, places| {
            for (offset, place) in places.iter_mut().enumerate() {
                place.write(Self::get(views, first + offset));
            }
        });
        items
    }
    /// Views of columns.
    #[doc(hidden)]
    fn views(columns: &Self::Columns) -> Self::Views<'_>;
    /// Views of columns for kernels of a device, which may have the newest elements alone.
    ///
    /// # Errors
    /// If the call runs on the CPU, and the device that has them fails.
    #[doc(hidden)]
    fn device_view(columns: &Self::Columns) -> Result<Self::Views<'_>>;
    /// Lets the call change columns: kernels of its device wherever they are; on the CPU they are on the host
    /// alone.
    ///
    /// # Errors
    /// If the call runs on the CPU, and the device that has them fails.
    #[doc(hidden)]
    fn device_mut(columns: &mut Self::Columns) -> Result<()>;
    /// Returns true if each column holds `count` elements, wherever it is.
    #[doc(hidden)]
    fn hold(columns: &Self::Columns, count: usize) -> bool;
    /// Returns the number of elements that the columns hold.
    #[doc(hidden)]
    fn length(views: Self::Views<'_>) -> usize;
    /// The element at a position, which is in bounds.
    #[doc(hidden)]
    fn get(views: Self::Views<'_>, position: usize) -> Self;
    /// Copies of columns.
    ///
    /// # Errors
    /// If there is not enough memory, or the device that has the newest elements fails.
    #[doc(hidden)]
    fn copies(site: u32, views: Self::Views<'_>) -> Result<Self::Columns>;
    /// Views for a shorter time.
    #[doc(hidden)]
    fn reborrow<'short, 'long: 'short>(views: Self::Views<'long>) -> Self::Views<'short>;
}

/// The set of the columns of an argument that a function uses, in order.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Used(pub u64);

impl Used {
    /// All columns.
    pub const ALL: Used = Used(u64::MAX);

    /// Returns true if the first column is used.
    fn first(self) -> bool {
        self.0 & 1 != 0
    }

    /// Returns the set for the next `columns` columns, and leaves these behind.
    pub fn next(&mut self, columns: usize) -> Used {
        let next = *self;
        // Columns that are so far behind that nothing is known of them all count as used.
        let behind =
            |columns| self.0.checked_shr(columns).map(|used| used | !(u64::MAX >> columns));
        *self = u32::try_from(columns).ok().and_then(behind).map_or(Used::ALL, Used);
        next
    }
}

/// Columns that are borrowed from the caller or had to be made.
#[doc(hidden)]
pub enum Input<'a, T: Element> {
    /// As they lie in the caller's memory.
    Borrowed(T::Views<'a>),
    /// Taken apart.
    Owned(T::Columns),
}

impl<T: Element> Input<'_, T> {
    /// The columns as kernels read them.
    pub fn views(&self) -> T::Views<'_> {
        match self {
            Input::Borrowed(views) => T::reborrow(*views),
            Input::Owned(columns) => expect_lent::<T>(columns),
        }
    }

    /// Columns that belong to the function.
    ///
    /// # Errors
    /// If there is not enough memory for a copy.
    pub fn into_columns(self, site: u32) -> Result<T::Columns> {
        match self {
            Input::Borrowed(views) => T::copies(site, views),
            Input::Owned(columns) => Ok(columns),
        }
    }
}

/// Views of columns that are on the host, or that the device of this call may use wherever they are.
///
/// # Panics
/// If the columns are on a device that fails, and the call runs on the CPU.
pub(crate) fn expect_lent<T: Element>(columns: &T::Columns) -> T::Views<'_> {
    match T::device_view(columns) {
        Ok(views) => views,
        Err(failure) => panic!("{}", failure.into_error(&[])),
    }
}

/// A scalar: `bool`, an integer or a float. Arrays of scalars are slices.
///
/// ```
/// use accel::{Array, Scalar};
///
/// fn first_row<T: Scalar>(m: &Array<T, 2>) -> &[T] {
///     let [_, columns] = m.shape();
///     &m.as_slice()[..columns]
/// }
///
/// assert_eq!(first_row(&Array::from_vec([2, 2], vec![1, 2, 3, 4])), [1, 2]);
/// ```
///
/// # Safety
/// It is a number of up to eight bytes, or a `bool`.
pub unsafe trait Scalar:
    for<'a> Element<Columns = Buffer<Self>, Views<'a> = View<'a, Self>> + Default + PartialOrd
{
}

/// A product: a tuple, or a struct of an `accel!` block. Arrays of products come apart into arrays of
/// their fields.
///
/// ```
/// use accel::accel;
///
/// accel! {
///     pub struct Sample { pub time: f64, pub value: f32 }
///     pub fn samples(n: usize) -> [Sample; n] {
///         generate(n, |i| Sample { time: 0.1 * i as f64, value: (i * i) as f32 })
///     }
/// }
///
/// fn main() {
///     let (times, values) = samples(3).into_components();
///     assert_eq!(times, [0.0, 0.1, 0.2]);
///     assert_eq!(values, [0.0, 1.0, 4.0]);
/// }
/// ```
pub trait Product: Element {
    /// The components as arrays of their own; for generated code.
    #[doc(hidden)]
    type Components<const R: usize>;
    /// Makes them.
    #[doc(hidden)]
    fn components<const R: usize>(shape: [usize; R], columns: Self::Columns)
    -> Self::Components<R>;
}

/// The number of items that one core takes apart, or puts together.
const PART: usize = 1 << 14;

/// Copies a component of some items into a column.
fn column<S: Sync, T: Scalar>(
    site: u32,
    items: &[S],
    part: impl Fn(&S) -> T + Sync,
) -> Result<Buffer<T>> {
    let mut column = Memory::reserve(site, items.len())?;
    fill(&mut column, items.len(), &|first, places| {
        // Without indices, which would be checked, this vectorises.
        for (place, item) in places.iter_mut().zip(&items[first..]) {
            place.write(part(item));
        }
    });
    Ok(Buffer::from(column))
}

/// Fills an empty vector that has room for so many items, on all cores. `write` writes to all places that it
/// gets, the first of which has this number. `write` is not known when this function is compiled, once for
/// each type: structs have dozens of fields.
fn fill<T: Send>(
    vec: &mut Vec<T>,
    count: usize,
    write: &(dyn Fn(usize, &mut [MaybeUninit<T>]) + Sync),
) {
    let places = &mut vec.spare_capacity_mut()[..count];
    if count < 2 * PART {
        write(0, places);
    } else {
        for_pieces(places, PART, &|number, places| write(number * PART, places));
    }
    // SAFETY: something has been written to each of these places.
    unsafe { vec.set_len(count) };
}

macro_rules! scalars {
    ($($t:ident)*) => { $(
        // SAFETY: there is one column.
        unsafe impl Element for $t {
            type Columns = Buffer<$t>;
            type Views<'a> = View<'a, $t>;

            const COLUMNS: usize = 1;

            fn columns_of_items<S: Sync>(
                _: Proven,
                site: u32,
                items: &[S],
                used: Used,
                part: impl Fn(&S) -> $t + Copy + Sync,
            ) -> Result<Buffer<$t>> {
                match used.first() {
                    true => column(site, items, part),
                    false => Ok(Buffer::from_vec(Vec::new())),
                }
            }

            fn columns_of(_: Proven, _: u32, slice: &[$t], _: Used) -> Result<Input<'_, $t>> {
                let view = View::new(slice);
                view.guest();
                Ok(Input::Borrowed(view))
            }

            fn columns_from(_: Proven, _: u32, vec: Vec<$t>) -> Result<Buffer<$t>> {
                Ok(Buffer::from_vec(vec))
            }

            fn into_vec(columns: Buffer<$t>) -> Vec<$t> {
                columns.into_vec()
            }

            fn views(columns: &Buffer<$t>) -> View<'_, $t> {
                columns.here().view()
            }

            fn device_view(columns: &Buffer<$t>) -> Result<View<'_, $t>> {
                columns.device_view()
            }

            fn device_mut(columns: &mut Buffer<$t>) -> Result<()> {
                columns.device_mut()
            }

            fn hold(columns: &Buffer<$t>, count: usize) -> bool {
                columns.len() == count
            }

            fn length(views: View<'_, $t>) -> usize {
                views.len()
            }

            #[inline(always)]
            fn get(views: View<'_, $t>, position: usize) -> $t {
                views.at(position)
            }

            fn copies(site: u32, views: View<'_, $t>) -> Result<Buffer<$t>> {
                Buffer::copy_of(site, views.sync_host()?)
            }

            fn reborrow<'short, 'long: 'short>(views: View<'long, $t>) -> View<'short, $t> {
                views
            }
        }

        // SAFETY: numbers have no padding, and are as large as a device has them.
        unsafe impl Scalar for $t {}
    )* };
}

scalars!(bool i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64);

macro_rules! tuples {
    ($(($($t:ident $position:tt),*);)*) => { $(
        // SAFETY: the columns are those of the parts, with which the same is done.
        unsafe impl<$($t: Element),*> Element for ($($t,)*) {
            type Columns = ($($t::Columns,)*);
            type Views<'a> = ($($t::Views<'a>,)*);

            const COLUMNS: usize = 0 $(+ $t::COLUMNS)*;

            fn columns_of_items<S: Sync>(
                proven: Proven,
                site: u32,
                items: &[S],
                mut used: Used,
                part: impl Fn(&S) -> Self + Copy + Sync,
            ) -> Result<Self::Columns> {
                Ok(($($t::columns_of_items(
                    proven,
                    site,
                    items,
                    used.next($t::COLUMNS),
                    move |item| part(item).$position,
                )?,)*))
            }

            fn views(columns: &Self::Columns) -> Self::Views<'_> {
                ($($t::views(&columns.$position),)*)
            }

            fn device_view(columns: &Self::Columns) -> Result<Self::Views<'_>> {
                Ok(($($t::device_view(&columns.$position)?,)*))
            }

            fn device_mut(columns: &mut Self::Columns) -> Result<()> {
                $($t::device_mut(&mut columns.$position)?;)*
                Ok(())
            }

            fn hold(columns: &Self::Columns, count: usize) -> bool {
                $($t::hold(&columns.$position, count))&&*
            }

            fn length(views: Self::Views<'_>) -> usize {
                A::length(views.0)
            }

            #[inline(always)]
            fn get(views: Self::Views<'_>, position: usize) -> Self {
                ($($t::get(views.$position, position),)*)
            }

            fn copies(site: u32, views: Self::Views<'_>) -> Result<Self::Columns> {
                Ok(($($t::copies(site, views.$position)?,)*))
            }

            fn reborrow<'short, 'long: 'short>(
                views: Self::Views<'long>,
            ) -> Self::Views<'short> {
                ($($t::reborrow(views.$position),)*)
            }
        }

        impl<$($t: Element),*> Product for ($($t,)*) {
            type Components<const R: usize> = ($(crate::Array<$t, R>,)*);

            fn components<const R: usize>(
                shape: [usize; R],
                columns: Self::Columns,
            ) -> Self::Components<R> {
                ($(crate::Array::from_columns(shape, columns.$position),)*)
            }
        }
    )* };
}

for_tuples!(tuples);
