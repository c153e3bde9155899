//! `Debug` of ragged arrays: as `Vec`s are shown.

use std::fmt;
use std::ops::Range;

use crate::element::Element;
use crate::ragged::offsets::Offsets;
use crate::ragged::{Ragged, RaggedView};

/// A list of rows, or of elements where no level is left.
pub(super) struct Nested<'a, T: Element> {
    /// The ragged levels below the list.
    pub offsets: &'a [Offsets<'a>],
    /// The regular levels below these.
    pub extents: &'a [usize],
    /// The elements.
    pub views: T::Views<'a>,
    /// The rows, or elements, to show.
    pub range: Range<usize>,
}

impl<T: Element> fmt::Debug for Nested<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Nested { offsets, extents, views, range } = self;
        let mut list = f.debug_list();
        for index in range.clone() {
            if let Some((level, offsets)) = offsets.split_first() {
                let (start, end) = level.row(index);
                // The levels below begin at the first offset of the first row.
                let range = start - level.first()..end - level.first();
                list.entry(&Nested::<T> { offsets, extents, views: *views, range });
            } else if let Some((extent, extents)) = extents.split_first() {
                let range = index * extent..(index + 1) * extent;
                list.entry(&Nested::<T> { offsets, extents, views: *views, range });
            } else {
                list.entry(&T::get(*views, index));
            }
        }
        list.finish()
    }
}

impl<T: Element, const L: usize, const R: usize> fmt::Debug for RaggedView<'_, T, L, R> {
    /// As `Vec`s are shown.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (offsets, extents, views) = self.parts();
        let (offsets, extents, range) = (&offsets, &extents, 0..self.len());
        Nested::<T> { offsets, extents, views: T::reborrow(views), range }.fmt(f)
    }
}

impl<T: Element, const L: usize, const R: usize> fmt::Debug for Ragged<T, L, R> {
    /// As `Vec`s are shown.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.view().fmt(f)
    }
}
