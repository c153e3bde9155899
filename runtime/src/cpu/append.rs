//! Rows of lengths of their own, one after the other.
//!
//! How long the rows are is known when they are there. So each block of lanes puts its rows
//! behind each other in memory of its worker, waits for how much the blocks before it have, and
//! copies them where they belong: into columns that grow (`growing`).

use std::ops::Range;

use super::blocks::block_size;
use super::chain::{self, Chain};
use super::growing::{Growing, Share};
use super::level;
use super::stored::{Raw, Stored};
use crate::buffer::Buffer;
use crate::failure::Result;
use crate::launch::{Arguments, DeviceKernel};

/// A kernel whose lanes store, append rows, and give values that are combined.
pub trait Append: Copy + Sync {
    /// What a lane stores at its own place.
    type Stored: Stored;
    /// The rows that lanes append: one group, or several.
    type Groups: Groups;
    /// What a lane gives to be reduced.
    type Value: Stored;
    /// What a lane costs, in additions.
    fn cost(self) -> usize;

    /// Whether a lane may do parallel work of its own.
    const NESTED: bool = false;

    /// Its code for devices, if it has some.
    const DEVICE: Option<DeviceKernel> = None;

    /// What that code gets; the columns that the lanes store come after it, then the offsets of all
    /// groups, then the columns of their rows.
    fn arguments(self, _arguments: &mut Arguments) {}

    /// Computes a lane, and appends its rows.
    ///
    /// # Errors
    /// If the user's program fails there.
    fn lane(self, at: usize, groups: &mut Self::Groups) -> Result<(Self::Stored, Self::Value)>;
    /// Combines what lanes give to be reduced, the left one first.
    ///
    /// # Errors
    /// If the user's operator fails.
    fn combine(self, a: Self::Value, b: Self::Value) -> Result<Self::Value>;
    /// Combines what a reduction begins with and what its lanes gave.
    ///
    /// # Errors
    /// If the user's operator fails.
    #[inline(always)]
    fn start(self, initial: Self::Value, value: Self::Value) -> Result<Self::Value> {
        self.combine(initial, value)
    }
}

/// Copies rows that lie elsewhere, group by group.
pub struct Copied<'a> {
    /// How many elements the next group has.
    pub next: &'a mut dyn FnMut() -> usize,
    /// Copies the offsets of the group.
    pub offsets: &'a mut dyn FnMut(*mut u8, usize) -> Result<()>,
    /// Copies its next column: where to, and how many bytes.
    pub column: &'a mut dyn FnMut(*mut u8, usize) -> Result<()>,
}

/// What the lanes of a block have appended so far: rows, or columns of them, or several of those.
pub trait Parts: Send + Sized {
    /// What all blocks give together: for rows, counts, offsets and columns.
    type Whole;
    /// That while it is being filled.
    type Growing: Sync;
    /// How much a block has appended.
    type Lengths: Copy + Send;
    /// Nothing yet.
    fn empty() -> Self;
    /// Forgets what has been appended, but not its memory.
    fn clear(&mut self);
    /// How much nothing is.
    fn none() -> Self::Lengths;
    /// How much there is with this behind what was there before.
    fn after(&self, before: Self::Lengths) -> Self::Lengths;
    /// Room for what so many lanes append.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn growing(site: u32, lanes: usize) -> Result<Self::Growing>;
    /// Copies what has been appended where it belongs.
    ///
    /// # Errors
    /// If there is not enough memory.
    ///
    /// # Safety
    /// The lanes that `share` says appended it, behind so much; nothing else is copied for them.
    unsafe fn copy(
        &self,
        growing: &Self::Growing,
        before: Self::Lengths,
        share: &Share,
    ) -> Result<()>;
    /// What all blocks gave.
    ///
    /// # Safety
    /// It has been copied.
    unsafe fn whole(growing: Self::Growing, lengths: Self::Lengths) -> Self::Whole;
    /// What a single block appended.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn alone(self, site: u32) -> Result<Self::Whole>;
    /// What lies elsewhere: rows of so many lanes, or columns of so many elements.
    ///
    /// # Errors
    /// If there is not enough memory, or copying fails.
    ///
    /// # Safety
    /// `copied` fills what it is given.
    unsafe fn copied(site: u32, count: usize, copied: &mut Copied) -> Result<Self::Whole>;
}

/// The rows that lanes append.
pub trait Groups: Parts {
    /// Calls `each` with the sizes of the elements of all columns of each group.
    fn widths(each: &mut dyn FnMut(Vec<usize>));
}

/// Columns of rows.
pub trait Columns: Parts<Whole = Self> {
    /// The sizes of their elements.
    fn widths() -> Vec<usize>;
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

    /// How long all rows are together.
    #[inline(always)]
    fn total(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }
}

impl<C: Columns> Groups for Rows<C> {
    fn widths(each: &mut dyn FnMut(Vec<usize>)) {
        each(C::widths());
    }
}

impl<C: Columns> Parts for Rows<C> {
    type Whole = (usize, Buffer<usize>, C);
    /// The offsets, where they lie, for how many lanes, and the columns.
    type Growing = (Buffer<usize>, Raw<usize>, usize, C::Growing);
    type Lengths = (usize, C::Lengths);

    fn empty() -> Self {
        Rows { ends: Vec::new(), columns: C::empty() }
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

    fn growing(site: u32, lanes: usize) -> Result<Self::Growing> {
        let mut offsets = Buffer::with_capacity(site, lanes + 1)?;
        let raw = Raw::new(offsets.spare().as_mut_ptr().cast());
        Ok((offsets, raw, lanes, C::growing(site, lanes)?))
    }

    unsafe fn copy(
        &self,
        (_, offsets, _, columns): &Self::Growing,
        (total, lengths): Self::Lengths,
        share: &Share,
    ) -> Result<()> {
        debug_assert_eq!(self.ends.len(), share.lanes.len());
        for (lane, end) in share.lanes.clone().zip(&self.ends) {
            // SAFETY: there is an offset for each lane behind the first one.
            unsafe { offsets.get().add(lane + 1).write(total.saturating_add(*end)) };
        }
        // SAFETY: the caller promises it.
        unsafe { self.columns.copy(columns, lengths, share) }
    }

    unsafe fn whole(
        (mut offsets, raw, lanes, columns): Self::Growing,
        (total, lengths): Self::Lengths,
    ) -> Self::Whole {
        // SAFETY: the blocks have written the offsets behind the first one, and their columns.
        unsafe {
            raw.get().write(0);
            offsets.filled(lanes + 1);
            (total, offsets, C::whole(columns, lengths))
        }
    }

    fn alone(self, site: u32) -> Result<Self::Whole> {
        let mut offsets = Buffer::with_capacity(site, self.ends.len() + 1)?;
        offsets.push(0);
        offsets.extend(site, &self.ends)?;
        Ok((self.total(), offsets, self.columns))
    }

    unsafe fn copied(site: u32, lanes: usize, copied: &mut Copied) -> Result<Self::Whole> {
        let total = (copied.next)();
        let mut offsets = Buffer::with_capacity(site, lanes + 1)?;
        (copied.offsets)(offsets.spare().as_mut_ptr().cast(), (lanes + 1) * size_of::<usize>())?;
        // SAFETY: the caller promises that all offsets have been copied, and all columns will be.
        unsafe {
            offsets.filled(lanes + 1);
            Ok((total, offsets, C::copied(site, total, copied)?))
        }
    }
}

impl Columns for () {
    fn widths() -> Vec<usize> {
        Vec::new()
    }
}

impl Parts for () {
    type Whole = ();
    type Growing = ();
    type Lengths = ();

    fn empty() {}

    fn clear(&mut self) {}

    fn none() {}

    fn after(&self, (): ()) {}

    fn growing(_: u32, _: usize) -> Result<()> {
        Ok(())
    }

    unsafe fn copy(&self, (): &(), (): (), _: &Share) -> Result<()> {
        Ok(())
    }

    unsafe fn whole((): (), (): ()) {}

    fn alone(self, _: u32) -> Result<()> {
        Ok(())
    }

    unsafe fn copied(_: u32, _: usize, _: &mut Copied) -> Result<()> {
        Ok(())
    }
}

impl<T: Copy + Send + Sync + 'static> Columns for Buffer<T> {
    fn widths() -> Vec<usize> {
        vec![size_of::<T>()]
    }
}

impl<T: Copy + Send + Sync + 'static> Parts for Buffer<T> {
    type Whole = Self;
    type Growing = Growing<T>;
    type Lengths = usize;

    fn empty() -> Self {
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

    fn growing(site: u32, _: usize) -> Result<Growing<T>> {
        Ok(Growing::new(site))
    }

    unsafe fn copy(&self, growing: &Growing<T>, before: usize, share: &Share) -> Result<()> {
        // SAFETY: the caller promises it.
        unsafe { growing.put(before, self.slice(), share) }
    }

    unsafe fn whole(growing: Growing<T>, length: usize) -> Self {
        // SAFETY: the caller promises it.
        unsafe { growing.whole(length) }
    }

    fn alone(self, _: u32) -> Result<Self> {
        Ok(self)
    }

    unsafe fn copied(site: u32, count: usize, copied: &mut Copied) -> Result<Self> {
        let mut column = Buffer::with_capacity(site, count)?;
        (copied.column)(column.spare().as_mut_ptr().cast(), count * size_of::<T>())?;
        // SAFETY: the caller promises that all elements have been copied.
        unsafe { column.filled(count) };
        Ok(column)
    }
}

macro_rules! tuples {
    ($(($($t:ident $p:tt),*);)*) => { $(
        impl<$($t: Columns),*> Columns for ($($t,)*) {
            fn widths() -> Vec<usize> {
                let mut all = Vec::new();
                $(all.extend($t::widths());)*
                all
            }
        }

        impl<$($t: Groups),*> Groups for ($($t,)*) {
            fn widths(each: &mut dyn FnMut(Vec<usize>)) {
                $($t::widths(each);)*
            }
        }

        impl<$($t: Parts),*> Parts for ($($t,)*) {
            type Whole = ($($t::Whole,)*);
            type Growing = ($($t::Growing,)*);
            type Lengths = ($($t::Lengths,)*);

            fn empty() -> Self {
                ($($t::empty(),)*)
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

            fn growing(site: u32, lanes: usize) -> Result<Self::Growing> {
                Ok(($($t::growing(site, lanes)?,)*))
            }

            unsafe fn copy(
                &self,
                growing: &Self::Growing,
                before: Self::Lengths,
                share: &Share,
            ) -> Result<()> {
                // SAFETY: the caller promises it.
                $(unsafe { self.$p.copy(&growing.$p, before.$p, share) }?;)*
                Ok(())
            }

            unsafe fn whole(growing: Self::Growing, lengths: Self::Lengths) -> Self::Whole {
                // SAFETY: the caller promises it.
                ($(unsafe { $t::whole(growing.$p, lengths.$p) },)*)
            }

            fn alone(self, site: u32) -> Result<Self::Whole> {
                Ok(($(self.$p.alone(site)?,)*))
            }

            unsafe fn copied(site: u32, count: usize, copied: &mut Copied) -> Result<Self::Whole> {
                // SAFETY: the caller promises it.
                Ok(($(unsafe { $t::copied(site, count, copied) }?,)*))
            }
        }
    )* };
}

for_tuples!(tuples);

/// What the lanes stored, the rows that they appended, and what they gave, combined.
pub type Appended<K> = (
    <<K as Append>::Stored as Stored>::Buffers,
    <<K as Append>::Groups as Parts>::Whole,
    <K as Append>::Value,
);

/// Runs `count` lanes that append rows; what they give to be reduced is combined after an initial
/// value.
///
/// # Errors
/// If the user's program fails, or memory is short.
pub fn append<K: Append>(
    site: u32,
    count: usize,
    initial: K::Value,
    kernel: K,
) -> Result<Appended<K>> {
    if let Some(appended) = crate::cuda::append::append(site, count, initial, kernel)? {
        return Ok(appended);
    }
    let mut stored = K::Stored::reserve(site, count)?;
    let raw = K::Stored::spare(&mut stored);
    let cost = kernel.cost() + 8;
    let (whole, total) = if count <= block_size(count, cost) {
        let mut groups = K::Groups::empty();
        let total = if count == 0 {
            initial
        } else {
            let block = Collect { kernel, stored: raw, groups: &mut groups, lanes: 0..count };
            kernel.start(initial, level::run(block)?)?
        };
        (groups.alone(site)?, total)
    } else {
        let growing = K::Groups::growing(site, count)?;
        let appending = Appending { kernel, count, stored: raw, growing: &growing };
        let (lengths, values) = chain::run(count, cost, K::Groups::none(), &appending)?;
        let total = chain::total(
            initial,
            values,
            |initial, value| kernel.start(initial, value),
            |a, b| kernel.combine(a, b),
        )?;
        // SAFETY: all blocks have copied their rows.
        (unsafe { K::Groups::whole(growing, lengths) }, total)
    };
    // SAFETY: every lane has stored at its own place.
    unsafe { K::Stored::filled(&mut stored, count) };
    Ok((stored, whole, total))
}

/// Lanes that append rows as a chain: blocks wait for how much the blocks before them appended.
struct Appending<'a, K: Append> {
    kernel: K,
    count: usize,
    stored: <K::Stored as Stored>::Raw,
    growing: &'a <K::Groups as Parts>::Growing,
}

impl<K: Append> Chain for Appending<'_, K> {
    type State = <K::Groups as Parts>::Lengths;
    /// The rows of a block, and what its lanes gave.
    type Scratch = (K::Groups, Option<K::Value>);
    type Output = K::Value;
    const NESTED: bool = K::NESTED;

    fn scratch(&self) -> Self::Scratch {
        (K::Groups::empty(), None)
    }

    fn begin(&self, lanes: Range<usize>, (groups, value): &mut Self::Scratch) -> Result<()> {
        groups.clear();
        let block = Collect { kernel: self.kernel, stored: self.stored, groups, lanes };
        *value = Some(level::run(block)?);
        Ok(())
    }

    fn pass(&self, before: Self::State, (groups, _): &Self::Scratch) -> Result<Self::State> {
        Ok(groups.after(before))
    }

    fn finish(
        &self,
        lanes: Range<usize>,
        before: Self::State,
        (groups, value): &mut Self::Scratch,
    ) -> Result<K::Value> {
        let share = Share { lanes, count: self.count };
        // SAFETY: these are the rows of the lanes of this block.
        unsafe { groups.copy(self.growing, before, &share) }?;
        match value {
            Some(value) => Ok(*value),
            None => unreachable!("a block is begun before it is finished"),
        }
    }
}

/// A block, which appends its rows to those that are there.
struct Collect<'a, K: Append> {
    kernel: K,
    stored: <K::Stored as Stored>::Raw,
    groups: &'a mut K::Groups,
    lanes: Range<usize>,
}

impl<K: Append> level::Task for Collect<'_, K> {
    type Output = Result<K::Value>;

    #[inline(always)]
    fn run(self, _: level::Level) -> Self::Output {
        let Collect { kernel, stored: raw, groups, lanes } = self;
        let mut total = None;
        for at in lanes {
            let (stored, value) = attempt!(kernel.lane(at, groups));
            // SAFETY: a block writes at its own lanes only.
            unsafe { stored.write(raw, at) };
            total = Some(match total {
                None => value,
                Some(total) => attempt!(kernel.combine(total, value)),
            });
        }
        match total {
            Some(total) => Ok(total),
            None => unreachable!("a block has lanes"),
        }
    }
}
