//! Kernels whose lanes append rows of lengths of their own, and the rows that they append to.

use super::base::Combines;
use super::block_outputs::{BlockOutputs, Columns, Copied, FromDevice};
use super::growable_column::BlockSlot;
use super::lane_value::LaneValue;
use crate::buffer::Buffer;
use crate::failure::{Failure, Result, Values};
use crate::memory::reserve;
use crate::proven::Proven;
use crate::send_ptr::SendPtr;

/// A kernel whose lanes store, append rows, and give values that are combined.
pub trait Append: Combines {
    /// The values that a lane stores at its own place.
    type Stored: LaneValue;
    /// The rows that lanes append: one group, or several.
    type Rows: AppendColumns;

    /// Computes a lane, and appends its rows.
    ///
    /// # Errors
    /// If the user's program fails there.
    fn lane(self, at: usize, groups: &mut Self::Rows) -> Result<(Self::Stored, Self::Value)>;
}

/// The rows that lanes append.
pub trait AppendColumns: FromDevice {
    /// Makes room for the ends of the rows of so many lanes.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn reserve(&mut self, site: u32, lanes: usize) -> Result<()>;
    /// Calls `each` for all columns, with the number of their group and the sizes of their elements. This
    /// is the number of the first group; gives that behind the last one.
    fn widths(group: usize, each: &mut dyn FnMut(usize, usize)) -> usize;
}

/// Rows of one length in each lane: where each row ends, and the columns.
pub struct Rows<C> {
    ends: Vec<usize>,
    /// The columns of the rows.
    pub columns: C,
}

impl<C> Rows<C> {
    /// Says that the rows of a lane have been appended, and how long they are.
    #[inline(always)]
    pub fn end(&mut self, length: usize) {
        // Rows of nothing can have any lengths: their ends must not run backwards all the same.
        self.ends.push(self.total().saturating_add(length));
    }

    /// Returns the length of all rows together.
    #[inline(always)]
    fn total(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }
}

impl<C: Columns> AppendColumns for Rows<C> {
    fn reserve(&mut self, site: u32, lanes: usize) -> Result<()> {
        reserve(&mut self.ends, site, lanes)
    }

    fn widths(group: usize, each: &mut dyn FnMut(usize, usize)) -> usize {
        C::widths(&mut |bytes| each(group, bytes));
        group + 1
    }
}

impl<C: Columns> BlockOutputs for Rows<C> {
    type Whole = (usize, Buffer<usize>, C);
    /// The offsets, where they lie, for how many lanes, and the columns.
    type Growable = (Buffer<usize>, SendPtr<usize>, usize, C::Growable);
    type Lengths = (usize, C::Lengths);

    fn empty(proven: Proven) -> Self {
        Rows { ends: Vec::new(), columns: C::empty(proven) }
    }

    fn clear(&mut self) {
        self.ends.clear();
        self.columns.clear();
    }

    fn none() -> Self::Lengths {
        (0, C::none())
    }

    fn after(&self, (total, columns): Self::Lengths) -> Self::Lengths {
        (total.saturating_add(self.total()), self.columns.after(columns))
    }

    fn growable(proven: Proven, site: u32, lanes: usize) -> Result<Self::Growable> {
        let mut offsets = Buffer::with_capacity(proven, site, lanes + 1)?;
        let raw = SendPtr::new(offsets.spare().as_mut_ptr().cast());
        Ok((offsets, raw, lanes, C::growable(proven, site, lanes)?))
    }

    unsafe fn copy(
        &self,
        (_, offsets, _, columns): &Self::Growable,
        (total, lengths): Self::Lengths,
        slot: &BlockSlot,
    ) -> Result<()> {
        debug_assert_eq!(self.ends.len(), slot.lanes.len());
        for (lane, end) in slot.lanes.clone().zip(&self.ends) {
            // SAFETY: there is an offset for each lane behind the first one.
            unsafe { offsets.get().add(lane + 1).write(total.saturating_add(*end)) };
        }
        // SAFETY: the caller promises it.
        unsafe { self.columns.copy(columns, lengths, slot) }
    }

    unsafe fn whole(
        (mut offsets, raw, lanes, columns): Self::Growable,
        (total, lengths): Self::Lengths,
    ) -> Self::Whole {
        // SAFETY: the blocks have written the offsets behind the first one, and their columns.
        unsafe {
            raw.get().write(0);
            offsets.filled(lanes + 1);
            (total, offsets, C::whole(columns, lengths))
        }
    }

    fn join(&mut self, site: u32, later: Self) -> Result<()> {
        let before = self.total();
        self.ends.try_reserve(later.ends.len()).map_err(|_| {
            Failure::new(site, Values::Bytes((later.ends.len() * size_of::<usize>()) as u128))
        })?;
        self.ends.extend(later.ends.iter().map(|end| before.saturating_add(*end)));
        self.columns.join(site, later.columns)
    }

    fn alone(self, site: u32) -> Result<Self::Whole> {
        let mut offsets = Buffer::with_capacity(Proven::HERE, site, self.ends.len() + 1)?;
        offsets.push(0);
        offsets.extend(site, &self.ends)?;
        Ok((self.total(), offsets, self.columns.alone(site)?))
    }
}

impl<C: Columns> FromDevice for Rows<C> {
    unsafe fn copied(site: u32, lanes: usize, copied: &mut Copied) -> Result<Self::Whole> {
        let total = (copied.next)();
        let mut offsets = Buffer::with_capacity(Proven::HERE, site, lanes + 1)?;
        (copied.offsets)(offsets.spare().as_mut_ptr().cast(), (lanes + 1) * size_of::<usize>())?;
        // SAFETY: the caller promises that all offsets have been copied, and all columns will be.
        unsafe {
            offsets.filled(lanes + 1);
            Ok((total, offsets, C::copied(site, total, copied)?))
        }
    }
}

macro_rules! tuples {
    ($(($($t:ident $p:tt),*);)*) => { $(
        impl<$($t: AppendColumns),*> AppendColumns for ($($t,)*) {
            fn reserve(&mut self, site: u32, lanes: usize) -> Result<()> {
                $(self.$p.reserve(site, lanes)?;)*
                Ok(())
            }

            fn widths(group: usize, each: &mut dyn FnMut(usize, usize)) -> usize {
                $(let group = $t::widths(group, each);)*
                group
            }
        }
    )* };
}

for_tuples!(tuples);

/// The result of an append: the values that the lanes stored, the rows that they appended, and their values
/// combined.
pub type Appended<K> = (
    <<K as Append>::Stored as LaneValue>::Buffers,
    <<K as Append>::Rows as BlockOutputs>::Whole,
    <K as Combines>::Value,
);
