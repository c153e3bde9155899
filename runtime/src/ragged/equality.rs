//! Equality of ragged arrays, with each other and with nested `Vec`s, slices and arrays.

use crate::element::Element;
use crate::ragged::row::equal;
use crate::ragged::{Ragged, RaggedRow, RaggedView};

impl<'b, T: Element, const L: usize, const R: usize> PartialEq<RaggedView<'b, T, L, R>>
    for RaggedView<'_, T, L, R>
{
    /// Returns true if all lengths agree, and all elements.
    fn eq(&self, other: &RaggedView<'b, T, L, R>) -> bool {
        let (offsets, extents, views) = self.parts();
        let (other_offsets, other_extents, other_views) = other.parts();
        offsets.iter().zip(&other_offsets).all(|(a, b)| a.agree(*b))
            && extents == other_extents
            && equal::<T>(views, other_views)
    }
}

impl<T: Element, const L: usize, const R: usize> PartialEq for Ragged<T, L, R> {
    /// Returns true if all lengths agree, and all elements.
    fn eq(&self, other: &Self) -> bool {
        self.view() == other.view()
    }
}

impl<T: Element + Eq, const L: usize, const R: usize> Eq for Ragged<T, L, R> {}

impl<'b, T: Element, const L: usize, const R: usize> PartialEq<RaggedView<'b, T, L, R>>
    for Ragged<T, L, R>
{
    fn eq(&self, other: &RaggedView<'b, T, L, R>) -> bool {
        self.view() == *other
    }
}

impl<T: Element, const L: usize, const R: usize> PartialEq<Ragged<T, L, R>>
    for RaggedView<'_, T, L, R>
{
    fn eq(&self, other: &Ragged<T, L, R>) -> bool {
        *self == other.view()
    }
}

/// Equality with lists of types that can be rows.
macro_rules! with_lists {
    ($($(const $n:ident)? $list:ty;)*) => { $(
        impl<T: Element, X: RaggedRow<T, L, R>, const L: usize, const R: usize, $(const $n: usize)?>
            PartialEq<$list> for Ragged<T, L, R>
        {
            fn eq(&self, other: &$list) -> bool {
                self.view() == *other
            }
        }
    )* };
}

with_lists! {
    [X];
    &[X];
    Vec<X>;
    const N [X; N];
    const N &[X; N];
}

impl<T: Element, X: RaggedRow<T, L, R>, const L: usize, const R: usize> PartialEq<[X]>
    for RaggedView<'_, T, L, R>
{
    fn eq(&self, other: &[X]) -> bool {
        self.len() == other.len() && *self == Ragged::from_rows(other).view()
    }
}

/// Implements the comparisons of views.
macro_rules! views_with_lists {
    ($($(const $n:ident)? $list:ty;)*) => { $(
        impl<T: Element, X: RaggedRow<T, L, R>, const L: usize, const R: usize, $(const $n: usize)?>
            PartialEq<$list> for RaggedView<'_, T, L, R>
        {
            fn eq(&self, other: &$list) -> bool {
                *self == other[..]
            }
        }
    )* };
}

views_with_lists! {
    &[X];
    Vec<X>;
    const N [X; N];
    const N &[X; N];
}
