//! The outputs of blocks whose lengths are not known before, as rows and filters give them: the elements that
//! a block has collected, and the copying of them behind those of the blocks before it.

use super::growable_column::{BlockSlot, GrowableColumn};
use crate::buffer::Buffer;
use crate::failure::Result;
use crate::proven::Proven;

/// Copies rows that lie elsewhere, group by group.
pub struct Copied<'a> {
    /// Returns the number of elements of the next group.
    pub next: &'a mut dyn FnMut() -> usize,
    /// Copies the offsets of the group.
    pub offsets: &'a mut dyn FnMut(*mut u8, usize) -> Result<()>,
    /// Returns the number of scalars of each row of the group's next column.
    pub width: &'a mut dyn FnMut() -> usize,
    /// Copies that column: where to, and how many bytes.
    pub column: &'a mut dyn FnMut(*mut u8, usize) -> Result<()>,
}

/// The results of the lanes of a block so far: rows, columns, or several of those.
pub trait BlockOutputs: Send + Sized {
    /// The results of all blocks together: for rows, counts, offsets and columns.
    type Whole;
    /// The same results while they are being filled.
    type Growable: Sync;
    /// The sizes of a block's results.
    type Lengths: Copy + Send;
    /// Returns results of no lanes.
    fn empty(proven: Proven) -> Self;
    /// Forgets the elements, but not their memory.
    fn clear(&mut self);
    /// Returns the sizes of no results.
    fn none() -> Self::Lengths;
    /// Returns the sizes of these results and those before them, together.
    fn after(&self, before: Self::Lengths) -> Self::Lengths;
    /// Room for the elements of so many lanes.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn growable(proven: Proven, site: u32, lanes: usize) -> Result<Self::Growable>;
    /// Copies the elements to where they belong.
    ///
    /// # Errors
    /// If there is not enough memory.
    ///
    /// # Safety
    /// The lanes that `slot` says gave it, behind so much; nothing else is copied for them.
    unsafe fn copy(
        &self,
        growable: &Self::Growable,
        before: Self::Lengths,
        slot: &BlockSlot,
    ) -> Result<()>;
    /// Returns the results of all blocks.
    ///
    /// # Safety
    /// All parts have been copied.
    unsafe fn whole(growable: Self::Growable, lengths: Self::Lengths) -> Self::Whole;
    /// Puts the elements of later lanes behind these.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn join(&mut self, site: u32, later: Self) -> Result<()>;
    /// Returns the results of a single block.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn alone(self, site: u32) -> Result<Self::Whole>;
}

/// Results that devices give, too.
pub trait FromDevice: BlockOutputs {
    /// Copies results from a device: rows of `count` lanes, or columns of `count` elements.
    ///
    /// # Errors
    /// If there is not enough memory, or copying fails.
    ///
    /// # Safety
    /// `copied` fills the memory that it is given.
    unsafe fn copied(site: u32, count: usize, copied: &mut Copied) -> Result<Self::Whole>;
}

/// Columns of rows.
pub trait Columns: FromDevice<Whole = Self> {
    /// Calls `each` with the sizes of their elements.
    fn widths(each: &mut dyn FnMut(usize));
}

impl Columns for () {
    fn widths(_: &mut dyn FnMut(usize)) {}
}

impl BlockOutputs for () {
    type Whole = ();
    type Growable = ();
    type Lengths = ();

    fn empty(_: Proven) {}

    fn clear(&mut self) {}

    fn none() {}

    fn after(&self, (): ()) {}

    fn growable(_: Proven, _: u32, _: usize) -> Result<()> {
        Ok(())
    }

    unsafe fn copy(&self, (): &(), (): (), _: &BlockSlot) -> Result<()> {
        Ok(())
    }

    unsafe fn whole((): (), (): ()) {}

    fn join(&mut self, _: u32, (): ()) -> Result<()> {
        Ok(())
    }

    fn alone(self, _: u32) -> Result<()> {
        Ok(())
    }
}

impl FromDevice for () {
    unsafe fn copied(_: u32, _: usize, _: &mut Copied) -> Result<()> {
        Ok(())
    }
}

impl<T: Copy + Send + Sync + 'static> Columns for Buffer<T> {
    fn widths(each: &mut dyn FnMut(usize)) {
        each(size_of::<T>());
    }
}

impl<T: Copy + Send + Sync + 'static> BlockOutputs for Buffer<T> {
    type Whole = Self;
    type Growable = GrowableColumn<T>;
    type Lengths = usize;

    fn empty(_: Proven) -> Self {
        Buffer::from_vec(Vec::new())
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn none() -> usize {
        0
    }

    fn after(&self, before: usize) -> usize {
        before + self.len()
    }

    fn growable(_: Proven, site: u32, _: usize) -> Result<GrowableColumn<T>> {
        Ok(GrowableColumn::new(site))
    }

    unsafe fn copy(
        &self,
        growable: &GrowableColumn<T>,
        before: usize,
        slot: &BlockSlot,
    ) -> Result<()> {
        // SAFETY: the caller promises it.
        unsafe { growable.put(before, self.slice(), slot) }
    }

    unsafe fn whole(growable: GrowableColumn<T>, length: usize) -> Self {
        // SAFETY: the caller promises it.
        unsafe { growable.whole(length) }
    }

    fn join(&mut self, site: u32, later: Self) -> Result<()> {
        self.append(site, later)
    }

    fn alone(mut self, _: u32) -> Result<Self> {
        self.shrink();
        Ok(self)
    }
}

impl<T: Copy + Send + Sync + 'static> FromDevice for Buffer<T> {
    unsafe fn copied(site: u32, count: usize, copied: &mut Copied) -> Result<Self> {
        let count = count.saturating_mul((copied.width)());
        let mut column = Buffer::with_capacity(Proven::HERE, site, count)?;
        (copied.column)(column.spare().as_mut_ptr().cast(), count * size_of::<T>())?;
        // SAFETY: the caller promises that all elements have been copied.
        unsafe { column.filled(count) };
        Ok(column)
    }
}

macro_rules! tuples {
    ($(($($t:ident $p:tt),*);)*) => { $(
        impl<$($t: Columns),*> Columns for ($($t,)*) {
            fn widths(each: &mut dyn FnMut(usize)) {
                $($t::widths(each);)*
            }
        }

        impl<$($t: BlockOutputs),*> BlockOutputs for ($($t,)*) {
            type Whole = ($($t::Whole,)*);
            type Growable = ($($t::Growable,)*);
            type Lengths = ($($t::Lengths,)*);

            fn empty(proven: Proven) -> Self {
                ($($t::empty(proven),)*)
            }

            fn clear(&mut self) {
                $(self.$p.clear();)*
            }

            fn none() -> Self::Lengths {
                ($($t::none(),)*)
            }

            fn after(&self, before: Self::Lengths) -> Self::Lengths {
                ($(self.$p.after(before.$p),)*)
            }

            fn growable(proven: Proven, site: u32, lanes: usize) -> Result<Self::Growable> {
                Ok(($($t::growable(proven, site, lanes)?,)*))
            }

            unsafe fn copy(
                &self,
                growable: &Self::Growable,
                before: Self::Lengths,
                slot: &BlockSlot,
            ) -> Result<()> {
                // SAFETY: the caller promises it.
                $(unsafe { self.$p.copy(&growable.$p, before.$p, slot) }?;)*
                Ok(())
            }

            unsafe fn whole(growable: Self::Growable, lengths: Self::Lengths) -> Self::Whole {
                // SAFETY: the caller promises it.
                ($(unsafe { $t::whole(growable.$p, lengths.$p) },)*)
            }

            fn join(&mut self, site: u32, later: Self) -> Result<()> {
                $(self.$p.join(site, later.$p)?;)*
                Ok(())
            }

            fn alone(self, site: u32) -> Result<Self::Whole> {
                Ok(($(self.$p.alone(site)?,)*))
            }
        }

        impl<$($t: FromDevice),*> FromDevice for ($($t,)*) {
            unsafe fn copied(site: u32, count: usize, copied: &mut Copied) -> Result<Self::Whole> {
                // SAFETY: the caller promises it.
                Ok(($(unsafe { $t::copied(site, count, copied) }?,)*))
            }
        }
    )* };
}

for_tuples!(tuples);
