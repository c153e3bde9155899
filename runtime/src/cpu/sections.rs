//! Maps whose lanes choose by where they are, as those of `concat` do. Such maps run section by section: in
//! each, all lanes make the same choice, which is known where their loop is compiled.

use super::tiles::stretch;
use crate::failure::Result;
use crate::kernel::base::Kernel;
use crate::kernel::lane_value::LaneValue;
use crate::kernel::map::{Map, section_of};

/// A kernel, in one of its sections.
struct InSection<K, const SECTION: usize>(K);

impl<K: Copy, const SECTION: usize> Clone for InSection<K, SECTION> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Copy, const SECTION: usize> Copy for InSection<K, SECTION> {}

impl<const SECTION: usize, K: Kernel> Kernel for InSection<K, SECTION> {
    fn cost(self) -> usize {
        self.0.cost()
    }
}

impl<const R: usize, const SECTION: usize, K: Map<R>> Map<R> for InSection<K, SECTION> {
    type Stored = K::Stored;

    #[inline(always)]
    fn lane(self, at: [usize; R]) -> Result<Self::Stored> {
        self.0.lane_of(at, SECTION)
    }
}

/// Neighbouring lanes of a row, section by section.
#[inline(always)]
pub fn in_sections<const R: usize, K: Map<R>>(
    kernel: K,
    first: [usize; R],
    length: usize,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
    position: usize,
) -> Result<()> {
    let mut at = first;
    let mut done = 0;
    while done < length {
        at[R - 1] = first[R - 1] + done;
        let section = section_of(kernel, at);
        let end = if K::SECTION_AXIS == R - 1 && section < K::SECTION_CUTS {
            length.min(kernel.section_end(section) - first[R - 1])
        } else {
            length
        };
        let (count, place) = (end - done, position + done);
        match section {
            0 => stretch(InSection::<K, 0>(kernel), at, count, raw, place)?,
            1 => stretch(InSection::<K, 1>(kernel), at, count, raw, place)?,
            2 if const { K::SECTION_CUTS > 1 } => {
                stretch(InSection::<K, 2>(kernel), at, count, raw, place)?
            }
            3 if const { K::SECTION_CUTS > 2 } => {
                stretch(InSection::<K, 3>(kernel), at, count, raw, place)?
            }
            _ => unreachable!("a kernel has four sections or fewer"),
        }
        done = end;
    }
    Ok(())
}
