//! Arguments of functions for ragged parameters.

use std::rc::Rc;
use std::sync::Arc;

use crate::element::{Element, Input};
use crate::failure::{Result, extents_agree};
use crate::proven::Proven;
use crate::ragged::from_rows::gathered_list;
use crate::ragged::{Ragged, RaggedRow, RaggedView};
use crate::view::View;

/// An argument for a parameter `&[[T]]`, `&[[[T]]]`, `&[[[T; k]]]`, … of an accel function.
///
/// `L` is the number of ragged levels below the outermost, `R` the rank of the elements, as for [`Ragged`].
/// Anything ragged is a `&Ragged`, a [`RaggedView`], or a list (`&[Row]`, `&Vec<Row>`, `&[Row; N]`) of rows,
/// which may be `Vec`s, slices or arrays (see [`RaggedRow`]); rows of tuples may also be a tuple of ragged
/// arrays, whose rows agree in their lengths. A pointer to one of these is one, too (`&&`, `&mut`, and
/// references to a `Box`, an `Rc` or an `Arc`). Lists are copied on the way in, because their rows lie apart;
/// all others are not. Rows that have one length are those of an [`Array`](crate::Array), too.
///
/// ```
/// use accel::{Array, Ragged, RaggedArgument, RaggedView};
///
/// fn takes<'a, A: RaggedArgument<'a, (u32, f64), 1, 0>>(_: A) {}
///
/// takes(&[vec![(1, 0.5), (2, 1.5)], vec![]]);
/// takes(&vec![[(1, 0.5)], [(2, 1.5)]]);
/// takes(&Ragged::from_rows(&[vec![(1, 0.5)]]));
/// takes(Ragged::from_csr(&[0, 2, 2], (&[1, 2], &[0.5, 1.5])));
/// takes((&[vec![1, 2], vec![]], &[vec![0.5, 1.5], vec![]]));
/// takes(&Array::from_vec([1, 2], vec![(1, 0.5), (2, 1.5)]));
/// ```
///
/// The method of this trait is for generated code. Implement it for no type of your own: write a function
/// that makes one of these.
///
/// # Safety
/// Offsets ascend from 0, those of each level up to the number of rows of the next one, and all columns have
/// as many elements as the last offset and the extents say.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed as accel rows of `{T}` ({L} ragged level(s) below the \
               outermost, elements of rank {R})",
    note = "rows of different lengths are `&Ragged<T>`, `RaggedView<T>`, `&[Vec<T>]` or `&Vec<Vec<T>>`",
    note = "rows of rows are `&Ragged<T, 2>` or `&Vec<Vec<Vec<T>>>`",
    note = "rows of arrays are `&Ragged<T, 1, 1>` or `&Vec<Vec<[T; K]>>`"
)]
pub unsafe trait RaggedArgument<'a, T: Element, const L: usize, const R: usize> {
    /// The offsets and the columns.
    ///
    /// # Errors
    /// If the rows of the parts of a product have different lengths, or memory does not suffice.
    #[doc(hidden)]
    fn ragged(self, proven: Proven, site: u32) -> Result<RaggedInput<'a, T, L, R>>;
}

/// An argument for a parameter `[[T]]`, `[[[T]]]`, …, which the function takes over: a [`Ragged`], an
/// [`Array`](crate::Array) of more dimensions, or a `Vec` or array of rows, by value. A `Ragged` and an
/// `Array` are not copied, and may become the result.
///
/// ```
/// use accel::{OwnedRaggedArgument, Ragged};
///
/// fn takes<A: OwnedRaggedArgument<f64, 1, 0>>(_: A) {}
///
/// takes(Ragged::from_rows(&[vec![0.5], vec![]]));
/// takes(vec![vec![0.5], vec![]]);
/// takes([vec![0.5], vec![]]);
/// ```
///
/// The method of this trait is for generated code.
///
/// # Safety
/// The call may change the columns: they are given to it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed by value as accel rows of `{T}` ({L} ragged level(s) below \
               the outermost, elements of rank {R})",
    note = "the function takes the rows over: pass a `Ragged<T, {L}, {R}>` or a `Vec` of rows"
)]
pub unsafe trait OwnedRaggedArgument<T: Element, const L: usize, const R: usize> {
    /// The array.
    ///
    /// # Errors
    /// If there is not enough memory to gather the rows.
    #[doc(hidden)]
    fn ragged_columns(self, site: u32) -> Result<Ragged<T, L, R>>;
}

/// A ragged array that is borrowed from the caller or, in parts, had to be made.
#[doc(hidden)]
pub struct RaggedInput<'a, T: Element, const L: usize, const R: usize> {
    offsets: [Input<'a, usize>; L],
    extents: [usize; R],
    columns: Input<'a, T>,
}

impl<'a, T: Element, const L: usize, const R: usize> RaggedInput<'a, T, L, R> {
    /// An input of these parts, which fit each other.
    pub(super) fn new(
        offsets: [Input<'a, usize>; L],
        extents: [usize; R],
        columns: Input<'a, T>,
    ) -> Self {
        RaggedInput { offsets, extents, columns }
    }

    /// The offsets of each level, the outermost first; each begins with 0 and has one more than there
    /// are rows.
    pub fn offsets(&self) -> [View<'_, usize>; L] {
        self.offsets.each_ref().map(Input::views)
    }

    /// The sizes of each element.
    pub fn extents(&self) -> [usize; R] {
        self.extents
    }

    /// The columns as kernels read them.
    pub fn views(&self) -> T::Views<'_> {
        self.columns.views()
    }

    /// An array that belongs to the function.
    ///
    /// # Errors
    /// If there is not enough memory for a copy.
    pub fn into_ragged(self, site: u32) -> Result<Ragged<T, L, R>> {
        let mut offsets = self.offsets.map(Some);
        let offsets = each(|level| match offsets[level].take() {
            Some(level) => level.into_columns(site),
            None => unreachable!("each level is asked for once"),
        })?;
        Ok(Ragged::from_parts(offsets, self.extents, self.columns.into_columns(site)?))
    }
}

/// Calls a function for each level, until it fails; returns its results.
pub(super) fn each<V, const L: usize>(mut of: impl FnMut(usize) -> Result<V>) -> Result<[V; L]> {
    let mut made = [const { None }; L];
    for (level, place) in made.iter_mut().enumerate() {
        *place = Some(of(level)?);
    }
    Ok(made.map(|level| match level {
        Some(level) => level,
        None => unreachable!("each level is made"),
    }))
}

type ReadRows<'a, T, const L: usize, const R: usize> = Result<RaggedInput<'a, T, L, R>>;

/// A type that is read as a ragged array if a reference to it is an argument.
///
/// # Safety
/// As for [`RaggedArgument`].
#[doc(hidden)]
pub unsafe trait RaggedReadable<T: Element, const L: usize, const R: usize> {
    /// The offsets and the columns.
    ///
    /// # Errors
    /// If memory does not suffice, or a device that has the newest elements fails.
    fn read(&self, site: u32) -> ReadRows<'_, T, L, R>;
}

#[diagnostic::do_not_recommend]
// SAFETY: the array it points to vouches for it.
unsafe impl<'a, T, A, const L: usize, const R: usize> RaggedArgument<'a, T, L, R> for &'a A
where
    T: Element,
    A: RaggedReadable<T, L, R> + ?Sized,
{
    fn ragged(self, _: Proven, site: u32) -> ReadRows<'a, T, L, R> {
        self.read(site)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: the array it points to vouches for it.
unsafe impl<'a, T, A, const L: usize, const R: usize> RaggedArgument<'a, T, L, R> for &'a mut A
where
    T: Element,
    A: RaggedReadable<T, L, R> + ?Sized,
{
    fn ragged(self, _: Proven, site: u32) -> ReadRows<'a, T, L, R> {
        (*self).read(site)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: such are the parts of a ragged array.
unsafe impl<'a, T: Element, const L: usize, const R: usize> RaggedArgument<'a, T, L, R>
    for RaggedView<'a, T, L, R>
{
    fn ragged(self, _: Proven, site: u32) -> ReadRows<'a, T, L, R> {
        self.input(site)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: such are the parts of a ragged array.
unsafe impl<T: Element, const L: usize, const R: usize> RaggedReadable<T, L, R>
    for RaggedView<'_, T, L, R>
{
    fn read(&self, site: u32) -> ReadRows<'_, T, L, R> {
        self.input(site)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: such are the parts of a ragged array.
unsafe impl<T: Element, const L: usize, const R: usize> RaggedReadable<T, L, R>
    for Ragged<T, L, R>
{
    fn read(&self, _: u32) -> ReadRows<'_, T, L, R> {
        let offsets =
            each(|level| Ok(Input::Borrowed(self.offsets[level].sync_host()?.device_view()?)))?;
        Ok(RaggedInput::new(offsets, self.extents, Input::Borrowed(T::device_view(&self.columns)?)))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: such are the parts of a ragged array, which is made of the rows.
unsafe impl<T: Element, X: RaggedRow<T, L, R>, const L: usize, const R: usize>
    RaggedReadable<T, L, R> for [X]
{
    fn read(&self, site: u32) -> ReadRows<'_, T, L, R> {
        let (offsets, extents, columns) = gathered_list(site, self)?.into_parts(Proven::HERE);
        Ok(RaggedInput::new(offsets.map(Input::Owned), extents, Input::Owned(columns)))
    }
}

/// Implements the traits for pointers: a type that derefs to something readable is readable.
macro_rules! through {
    ($($(const $n:ident)? $holder:ty: $target:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        // SAFETY: the type it derefs to vouches for it.
        unsafe impl<T: Element, X, const L: usize, const R: usize, $(const $n: usize)?>
            RaggedReadable<T, L, R> for $holder
        where
            $target: RaggedReadable<T, L, R>,
        {
            fn read(&self, site: u32) -> ReadRows<'_, T, L, R> {
                <$target>::read(self, site)
            }
        }
    )* };
    ($($pointer:ty),*) => { $(
        #[diagnostic::do_not_recommend]
        // SAFETY: the array it points to vouches for it.
        unsafe impl<T: Element, A: RaggedReadable<T, L, R> + ?Sized, const L: usize, const R: usize>
            RaggedReadable<T, L, R> for $pointer
        {
            fn read(&self, site: u32) -> ReadRows<'_, T, L, R> {
                (**self).read(site)
            }
        }
    )* };
}

through! {
    Vec<X>: [X];
    const N [X; N]: [X];
}

through!(&A, &mut A, Box<A>, Rc<A>, Arc<A>);

/// Ragged arrays for the components of a tuple; the small letters are the types of the arrays.
macro_rules! tuples {
    ($($($t:ident $x:ident $position:tt),*;)*) => { $(
        #[allow(non_camel_case_types)]
        #[diagnostic::do_not_recommend]
        // SAFETY: the parts have the same offsets, and vouch for their columns.
        unsafe impl<
            'a,
            $($t: Element, $x: RaggedArgument<'a, $t, L, R>,)*
            const L: usize,
            const R: usize,
        > RaggedArgument<'a, ($($t,)*), L, R> for ($($x,)*)
        {
            fn ragged(self, proven: Proven, site: u32) -> ReadRows<'a, ($($t,)*), L, R> {
                let parts = ($(self.$position.ragged(proven, site)?,)*);
                $(agree(site, &parts.0, &parts.$position)?;)*
                let columns = match ($(&parts.$position.columns,)*) {
                    ($(Input::Borrowed($x),)*) => Input::Borrowed(($(*$x,)*)),
                    _ => Input::Owned(($(parts.$position.columns.into_columns(site)?,)*)),
                };
                Ok(RaggedInput::new(parts.0.offsets, parts.0.extents, columns))
            }
        }
    )* };
}

for_tuples_of_lists!(tuples);

/// Checks that the rows of two arrays have the same lengths, at every level.
///
/// # Errors
/// If not, with the first lengths that differ.
fn agree<A: Element, B: Element, const L: usize, const R: usize>(
    site: u32,
    a: &RaggedInput<A, L, R>,
    b: &RaggedInput<B, L, R>,
) -> Result<()> {
    for (a, b) in a.offsets().into_iter().zip(b.offsets()) {
        offsets_agree(site, a.slice(), b.slice())?;
    }
    extents_agree(site, &a.extents, &b.extents)
}

/// Checks that rows with these offsets have the same lengths.
///
/// # Errors
/// If not, with the first lengths that differ.
#[doc(hidden)]
pub fn offsets_agree(site: u32, a: &[usize], b: &[usize]) -> Result<()> {
    extents_agree(site, &[a.len() - 1], &[b.len() - 1])?;
    // Rows before the first that ends elsewhere agree, so it begins at the same place in both.
    match (0..a.len()).find(|row| a[*row] != b[*row]) {
        Some(end) => extents_agree(site, &[a[end] - a[end - 1]], &[b[end] - b[end - 1]]),
        None => Ok(()),
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: such are the parts of a ragged array.
unsafe impl<T: Element, const L: usize, const R: usize> OwnedRaggedArgument<T, L, R>
    for Ragged<T, L, R>
{
    fn ragged_columns(mut self, _: u32) -> Result<Ragged<T, L, R>> {
        for level in &self.offsets {
            level.sync_host()?;
        }
        T::device_mut(&mut self.columns)?;
        Ok(self)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: such are the parts of a ragged array, which is made of the rows.
unsafe impl<T: Element, X: RaggedRow<T, L, R>, const L: usize, const R: usize>
    OwnedRaggedArgument<T, L, R> for Vec<X>
{
    fn ragged_columns(self, site: u32) -> Result<Ragged<T, L, R>> {
        gathered_list(site, &self)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: such are the parts of a ragged array, which is made of the rows.
unsafe impl<T: Element, X: RaggedRow<T, L, R>, const N: usize, const L: usize, const R: usize>
    OwnedRaggedArgument<T, L, R> for [X; N]
{
    fn ragged_columns(self, site: u32) -> Result<Ragged<T, L, R>> {
        gathered_list(site, &self)
    }
}
