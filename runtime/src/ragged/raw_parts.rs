//! Ragged arrays made of the values of their rows and the lengths of these, and taken apart into the same.
//! Neither copies values that are taken over: they already lie as a ragged array has them.

use crate::array::Array;
use crate::buffer::Buffer;
use crate::element::Element;
use crate::error::Error;
use crate::failure::{Check, Failure};
use crate::memory::vector;
use crate::proven::Proven;
use crate::ragged::csr;
use crate::ragged::values::Values;
use crate::ragged::{Offset, Ragged, RaggedView};

/// The values of the rows of a [`Ragged`], one after the other: for `L` = 1 elements, which are those of a
/// `Vec`, an array or an [`Array`](crate::Array), or a tuple of these for tuples; for more levels, rows of
/// one level less, which are those of a `Ragged`. Values that are given by value are not copied; borrowed
/// ones are: a slice, or a reference to one of these.
///
/// ```
/// use accel::{Array, Ragged, RaggedValues};
///
/// fn in_pairs<V: RaggedValues<f64, 2, 0>>(rows: V) -> Ragged<f64, 2> {
///     Ragged::from_lengths(&[2, 2], rows)
/// }
///
/// let rows = Ragged::from_lengths(&[1, 0, 2, 1], vec![0.5, 1.5, 2.5, 3.5]);
/// assert_eq!(in_pairs(rows), [[vec![0.5], vec![]], [vec![1.5, 2.5], vec![3.5]]]);
///
/// let edges = Ragged::from_lengths(&[2, 1], (vec![1, 2, 3], vec![0.5, 1.5, 2.5]));
/// assert_eq!(edges, [vec![(1, 0.5), (2, 1.5)], vec![(3, 2.5)]]);
///
/// let points = Array::from_vec([3, 2], vec![0, 1, 2, 3, 4, 5]);
/// assert_eq!(Ragged::from_lengths(&[1, 2], &points), [vec![[0, 1]], vec![[2, 3], [4, 5]]]);
/// assert_eq!(Ragged::from_lengths(&[1, 2], points), [vec![[0, 1]], vec![[2, 3], [4, 5]]]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the values of ragged rows",
    note = "values are those of a `Vec<T>`, a `&[T]` or an `Array<T, 1>`, of tuples also those of a tuple \
            of these",
    note = "elements that are arrays are those of a `Vec<[T; K]>`, a `&[[T; K]]` or an `Array<T, 2>`, rows \
            those of a `Ragged`"
)]
pub trait RaggedValues<T: Element, const L: usize, const R: usize> {
    /// The word for the values in messages.
    #[doc(hidden)]
    const NAME: &'static str;
    /// Returns one row that holds all values.
    ///
    /// # Errors
    /// If the parts of a product have different lengths, or memory does not suffice.
    #[doc(hidden)]
    fn in_one_row(self) -> Result<Ragged<T, L, R>, Error>;
}

impl<T: Element, const L: usize, const R: usize> Ragged<T, L, R> {
    /// An array of rows of these lengths, which hold these values one after the other: a `Vec` or an
    /// [`Array`](crate::Array), or a tuple of them. Scalars are not copied, unless they are borrowed: a
    /// slice or a reference to one of these. The lengths are integers of any type.
    ///
    /// ```
    /// # use accel::Ragged;
    /// let xss = Ragged::from_lengths(&[2, 0, 1], vec![1, 2, 3]);
    /// assert_eq!(xss, [vec![1, 2], vec![], vec![3]]);
    ///
    /// let (ends, weights) = (vec![1, 2, 3], [0.5, 1.5, 2.5]);
    /// let edges = Ragged::from_lengths(&[2, 1], (&ends, &weights[..]));
    /// assert_eq!(edges, [vec![(1, 0.5), (2, 1.5)], vec![(3, 2.5)]]);
    /// ```
    ///
    /// Rows that are held by rows are a `Ragged`, which is not copied; elements that are arrays are
    /// those of an [`Array`](crate::Array) of more dimensions, or a `Vec` of them:
    ///
    /// ```
    /// # use accel::Ragged;
    /// let cells: Ragged<i32, 2> =
    ///     Ragged::from_lengths(&[2, 1], Ragged::from_lengths(&[2, 0, 1], vec![1, 2, 3]));
    /// assert_eq!(cells, [vec![vec![1, 2], vec![]], vec![vec![3]]]);
    ///
    /// let corners: Ragged<i32, 1, 1> = Ragged::from_lengths(&[0, 2], vec![[0, 1], [2, 3]]);
    /// assert_eq!(corners, [vec![], vec![[0, 1], [2, 3]]]);
    /// ```
    ///
    /// # Panics
    /// If [`Ragged::try_from_lengths`] gives an error.
    #[track_caller]
    pub fn from_lengths<I: Offset, V: RaggedValues<T, L, R>>(
        lengths: &[I],
        values: V,
    ) -> Ragged<T, L, R> {
        match Ragged::try_from_lengths(lengths, values) {
            Ok(ragged) => ragged,
            Err(error) => panic!("{error}"),
        }
    }

    /// As [`Ragged::from_lengths`], but gives the error back.
    ///
    /// ```
    /// # use accel::{ErrorKind, Ragged};
    /// let error = Ragged::try_from_lengths(&[2, 2], vec![1, 2, 3]).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Size);
    /// assert_eq!(error.message(), "the lengths add up to 4, but there are 3 values");
    /// ```
    ///
    /// # Errors
    /// If the lengths do not add up to the number of values, or one of them is negative; or if the parts of a
    /// product have different lengths ([`ErrorKind::Size`](crate::ErrorKind::Size)). If there is not enough
    /// memory for the offsets, or for a copy of the values
    /// ([`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory)).
    pub fn try_from_lengths<I: Offset, V: RaggedValues<T, L, R>>(
        lengths: &[I],
        values: V,
    ) -> Result<Ragged<T, L, R>, Error> {
        let mut ragged = values.in_one_row()?;
        let offsets = csr::from_lengths(lengths, ragged.size_below(), V::NAME)?;
        ragged.offsets[0] = Buffer::from_vec(offsets);
        Ok(ragged)
    }

    /// An array of rows that begin and end at these offsets: row `i` has the values from `offsets[i]` to
    /// before `offsets[i + 1]`. For the types of the values see [`Ragged::from_lengths`];
    /// [`Ragged::from_csr`] borrows both instead, and [`into_csr`](Ragged::into_csr) gives them back.
    ///
    /// Offsets of the type `usize` are not copied, nor are scalars and rows. Offsets may be integers of
    /// any type.
    ///
    /// ```
    /// # use accel::Ragged;
    /// let matrix = Ragged::from_offsets(vec![0, 2, 2, 3], (vec![0, 3, 1], vec![1.5, 2.5, 3.5]));
    /// assert_eq!(matrix, [vec![(0, 1.5), (3, 2.5)], vec![], vec![(1, 3.5)]]);
    ///
    /// let cells: Ragged<i32, 2> =
    ///     Ragged::from_offsets(vec![0, 2, 3], Ragged::from_offsets(vec![0, 2, 2, 3], vec![1, 2, 3]));
    /// assert_eq!(cells, [vec![vec![1, 2], vec![]], vec![vec![3]]]);
    /// ```
    ///
    /// # Panics
    /// If [`Ragged::try_from_offsets`] gives an error.
    #[track_caller]
    pub fn from_offsets<O: Offset, V: RaggedValues<T, L, R>>(
        offsets: Vec<O>,
        values: V,
    ) -> Ragged<T, L, R> {
        match Ragged::try_from_offsets(offsets, values) {
            Ok(ragged) => ragged,
            Err(error) => panic!("{error}"),
        }
    }

    /// As [`Ragged::from_offsets`], but gives the error back.
    ///
    /// ```
    /// # use accel::{ErrorKind, Ragged};
    /// let error = Ragged::try_from_offsets(vec![0, 2, 5], vec![1, 2, 3]).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Size);
    /// assert_eq!(error.message(), "the last offset is 5, but there are 3 values");
    /// ```
    ///
    /// # Errors
    /// If there are no offsets, the first is not 0, one is less than the one before it, or the last is not
    /// the number of values; or if the parts of a product have different lengths
    /// ([`ErrorKind::Size`](crate::ErrorKind::Size)). If there is not enough memory for the copies
    /// ([`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory)).
    pub fn try_from_offsets<O: Offset, V: RaggedValues<T, L, R>>(
        offsets: Vec<O>,
        values: V,
    ) -> Result<Ragged<T, L, R>, Error> {
        let mut ragged = values.in_one_row()?;
        csr::checked(&offsets, ragged.size_below(), V::NAME)?;
        let wide = size_of::<O>() == size_of::<usize>();
        let numbers = offsets.into_iter().map(O::narrow);
        ragged.offsets[0] = Buffer::from_vec(match wide {
            // In the memory where they are.
            true => numbers.collect(),
            false => {
                let copy = vector(0, numbers.len());
                let mut copy = copy.map_err(Failure::for_memory_of("offsets"))?;
                copy.extend(numbers);
                copy
            }
        });
        Ok(ragged)
    }

    /// Returns the number of elements, or rows of the next level, of all rows together.
    fn size_below(&self) -> usize {
        self.offsets().last().copied().unwrap_or(0)
    }
}

/// The offsets of one row of so many elements.
///
/// # Errors
/// If there is not enough memory.
fn one_row(count: usize) -> Result<Buffer<usize>, Error> {
    let offsets = Buffer::literal(Proven::HERE, 0, &[0, count]);
    offsets.map_err(Failure::for_memory_of("offsets"))
}

macro_rules! rows_of_elements {
    ($($rank:literal, $dimensions:literal, $name:literal: $($extent:ident)*;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<T: Element, V: Values<T, $dimensions>> RaggedValues<T, 1, $rank> for V {
            const NAME: &'static str = $name;

            fn in_one_row(self) -> Result<Ragged<T, 1, $rank>, Error> {
                let (columns, [count, $($extent),*]) = self
                    .values(Proven::HERE)
                    .map_err(|failure| failure.without_place(&Check::Parameter("values")))?;
                Ok(Ragged { offsets: [one_row(count)?], extents: [$($extent),*], columns })
            }
        }

        impl<T: Element> Ragged<T, 1, $rank> {
            /// Returns the offsets of the rows and their elements, one after the other: the arguments of
            /// [`Ragged::from_offsets`]. Copies nothing.
            ///
            /// ```
            /// # use accel::Ragged;
            /// let (offsets, values) = Ragged::from_rows(&[vec![1, 2], vec![], vec![3]]).into_csr();
            /// assert_eq!((offsets, values.into_vec()), (vec![0, 2, 2, 3], vec![1, 2, 3]));
            ///
            /// let (offsets, values) = Ragged::from_rows(&[vec![(0, 1.5), (3, 2.5)]]).into_csr();
            /// let (columns, entries) = values.into_components();
            /// assert_eq!((columns.into_vec(), entries.into_vec()), (vec![0, 3], vec![1.5, 2.5]));
            ///
            /// let (offsets, corners) = Ragged::from_rows(&[vec![[0, 1], [2, 3]], vec![]]).into_csr();
            /// assert_eq!((offsets, corners.shape()), (vec![0, 2, 2], [2, 2]));
            /// ```
            pub fn into_csr(self) -> (Vec<usize>, Array<T, $dimensions>) {
                let ([offsets], [$($extent),*]) = (self.offsets, self.extents);
                let count = offsets.here().slice().last().copied().unwrap_or(0);
                (offsets.into_vec(), Array::from_columns([count, $($extent),*], self.columns))
            }
        }
    )* };
}

rows_of_elements! {
    0, 1, "values":;
    1, 2, "arrays": a;
    2, 3, "arrays": a b;
}

macro_rules! rows_of_rows {
    ($($levels:literal of $fewer:literal: $($below:ident)*;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<T: Element, const R: usize> RaggedValues<T, $levels, R> for Ragged<T, $fewer, R> {
            const NAME: &'static str = "rows";

            fn in_one_row(self) -> Result<Ragged<T, $levels, R>, Error> {
                let all = one_row(self.len())?;
                let [$($below),*] = self.offsets;
                let offsets = [all, $($below),*];
                Ok(Ragged { offsets, extents: self.extents, columns: self.columns })
            }
        }

        /// Copies the rows.
        #[diagnostic::do_not_recommend]
        impl<T: Element, const R: usize> RaggedValues<T, $levels, R> for &Ragged<T, $fewer, R> {
            const NAME: &'static str = "rows";

            fn in_one_row(self) -> Result<Ragged<T, $levels, R>, Error> {
                self.view().in_one_row()
            }
        }

        /// Copies the rows.
        #[diagnostic::do_not_recommend]
        impl<T: Element, const R: usize> RaggedValues<T, $levels, R>
            for RaggedView<'_, T, $fewer, R>
        {
            const NAME: &'static str = "rows";

            fn in_one_row(self) -> Result<Ragged<T, $levels, R>, Error> {
                self.copied().map_err(Failure::for_memory_of("rows"))?.in_one_row()
            }
        }

        impl<T: Element, const R: usize> Ragged<T, $levels, R> {
            /// Returns the offsets of the rows and the rows that they hold, one after the other: the
            /// arguments of [`Ragged::from_offsets`]. Copies nothing.
            ///
            /// ```
            /// # use accel::Ragged;
            /// let cells = Ragged::from_rows(&[vec![vec![1], vec![2, 3]], vec![]]);
            /// let (offsets, rows): (Vec<usize>, Ragged<i32>) = cells.into_csr();
            /// assert_eq!((offsets, rows.to_vec()), (vec![0, 2, 2], vec![vec![1], vec![2, 3]]));
            /// ```
            pub fn into_csr(self) -> (Vec<usize>, Ragged<T, $fewer, R>) {
                let [offsets, $($below),*] = self.offsets;
                let below = [$($below),*];
                let rows = Ragged { offsets: below, extents: self.extents, columns: self.columns };
                (offsets.into_vec(), rows)
            }
        }
    )* };
}

rows_of_rows! {
    2 of 1: a;
    3 of 2: a b;
    4 of 3: a b c;
}
