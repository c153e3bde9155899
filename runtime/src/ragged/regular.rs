//! Arrays whose rows have one length, where rows may differ: where each of them begins is counted out.

use std::array;

use crate::argument::{Argument, OwnedArgument, Readable};
use crate::array::Array;
use crate::array::view::ArrayView;
use crate::buffer::{Buffer, count};
use crate::element::{Element, Input, Used};
use crate::failure::Result;
use crate::proven::Proven;
use crate::ragged::{OwnedRaggedArgument, Ragged, RaggedArgument, RaggedInput, RaggedReadable};

/// The dimensions of an array, and into how many ragged levels and dimensions of elements these come
/// apart below the outermost.
macro_rules! arrays {
    ($($dimensions:literal: $levels:literal $rank:literal;)*) => { $(
        #[diagnostic::do_not_recommend]
        // SAFETY: where rows of one length begin is counted out.
        unsafe impl<T: Element> RaggedReadable<T, $levels, $rank> for Array<T, $dimensions> {
            fn read(&self, site: u32) -> Result<RaggedInput<'_, T, $levels, $rank>> {
                borrowed(site, Readable::read(self, site, Used::ALL)?)
            }
        }

        #[diagnostic::do_not_recommend]
        // SAFETY: where rows of one length begin is counted out.
        unsafe impl<'a, T: Element> RaggedArgument<'a, T, $levels, $rank>
            for ArrayView<'a, T, $dimensions>
        {
            fn ragged(
                self,
                proven: Proven,
                site: u32,
            ) -> Result<RaggedInput<'a, T, $levels, $rank>> {
                borrowed(site, Argument::input(self, proven, site)?)
            }
        }

        #[diagnostic::do_not_recommend]
        // SAFETY: where rows of one length begin is counted out.
        unsafe impl<T: Element> RaggedReadable<T, $levels, $rank>
            for ArrayView<'_, T, $dimensions>
        {
            fn read(&self, site: u32) -> Result<RaggedInput<'_, T, $levels, $rank>> {
                borrowed(site, Readable::read(self, site, Used::ALL)?)
            }
        }

        #[diagnostic::do_not_recommend]
        // SAFETY: where rows of one length begin is counted out.
        unsafe impl<T: Element> OwnedRaggedArgument<T, $levels, $rank> for Array<T, $dimensions> {
            fn ragged_columns(self, site: u32) -> Result<Ragged<T, $levels, $rank>> {
                owned(site, self.columns(Proven::HERE, site)?)
            }
        }
    )* };
}

arrays! {
    2: 1 0;
    3: 1 1;
    3: 2 0;
    4: 1 2;
    4: 2 1;
    4: 3 0;
    5: 2 2;
    5: 3 1;
    5: 4 0;
    6: 3 2;
    6: 4 1;
}

/// The rows of an array of `D` = 1 + `L` + `R` dimensions.
///
/// # Errors
/// If there is not enough memory for where they begin.
pub(crate) fn borrowed<'a, T: Element, const D: usize, const L: usize, const R: usize>(
    site: u32,
    (columns, shape): (Input<'a, T>, [usize; D]),
) -> Result<RaggedInput<'a, T, L, R>> {
    let (offsets, extents) = levels(site, shape)?;
    Ok(RaggedInput::new(offsets.map(Input::Owned), extents, columns))
}

/// As [`borrowed`], of an array that is taken over.
///
/// # Errors
/// If there is not enough memory for where the rows begin.
pub(crate) fn owned<T: Element, const D: usize, const L: usize, const R: usize>(
    site: u32,
    (columns, shape): (T::Columns, [usize; D]),
) -> Result<Ragged<T, L, R>> {
    let (offsets, extents) = levels(site, shape)?;
    Ok(Ragged { offsets, extents, columns })
}

/// Returns the offsets of the rows of each level, and the sizes of each element.
fn levels<const D: usize, const L: usize, const R: usize>(
    site: u32,
    shape: [usize; D],
) -> Result<([Buffer<usize>; L], [usize; R])> {
    const { assert!(D == 1 + L + R, "each dimension is a level or one of the elements'") };
    let mut offsets = [const { None }; L];
    let mut rows = shape[0];
    for (level, length) in offsets.iter_mut().zip(&shape[1..]) {
        let all = count(site, &[rows, *length])?;
        let mut ends = Buffer::with_capacity(Proven::HERE, site, rows.saturating_add(1))?;
        (0..=rows).for_each(|row| ends.push(row * length));
        *level = Some(ends);
        rows = all;
    }
    let offsets = offsets.map(|level| level.expect("there are more dimensions than levels"));
    Ok((offsets, array::from_fn(|dimension| shape[1 + L + dimension])))
}
