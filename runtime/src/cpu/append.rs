//! Rows of lengths of their own, one after the other.
//!
//! How long the rows are is known when they are there. So each block of lanes puts its rows
//! behind each other in memory of its own; when all have, their places are known, and blocks are
//! copied there.

use std::ops::Range;

use rayon::prelude::*;

use super::blocks::for_blocks;
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

/// The rows that the lanes of a block have appended so far.
pub trait Groups: Send + Sized {
    /// What all blocks give together: counts, offsets, columns.
    type Whole;
    /// No rows yet.
    fn empty() -> Self;
    /// All rows of these blocks, in order.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn together(site: u32, blocks: Vec<Self>) -> Result<Self::Whole>;
    /// Calls `each` with the sizes of the elements of all columns of each group.
    fn widths(each: &mut dyn FnMut(Vec<usize>));
    /// The rows of so many lanes that lie elsewhere.
    ///
    /// # Errors
    /// If there is not enough memory, or copying fails.
    ///
    /// # Safety
    /// `copied` fills what it is given.
    unsafe fn copied(site: u32, lanes: usize, copied: &mut Copied) -> Result<Self::Whole>;
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
        let before = self.ends.last().copied().unwrap_or(0);
        self.ends.push(before.saturating_add(length));
    }
}

impl<C: Columns> Groups for Rows<C> {
    type Whole = (usize, Buffer<usize>, C);

    fn empty() -> Self {
        Rows { ends: Vec::new(), columns: C::empty() }
    }

    fn together(site: u32, blocks: Vec<Self>) -> Result<Self::Whole> {
        let lanes = blocks.iter().map(|block| block.ends.len()).sum::<usize>();
        let mut offsets = Buffer::with_capacity(site, lanes + 1)?;
        offsets.push(0);
        let mut starts = Vec::with_capacity(blocks.len());
        let mut total = 0usize;
        let mut columns = Vec::with_capacity(blocks.len());
        for Rows { ends, columns: own } in blocks {
            starts.push(total);
            ends.iter().for_each(|end| offsets.push(total.saturating_add(*end)));
            total = total.saturating_add(ends.last().copied().unwrap_or(0));
            columns.push(own);
        }
        Ok((total, offsets, C::together(site, columns)?))
    }

    fn widths(each: &mut dyn FnMut(Vec<usize>)) {
        each(C::widths());
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

/// Columns of rows.
pub trait Columns: Send + Sized {
    /// The sizes of their elements.
    fn widths() -> Vec<usize>;
    /// Columns of so many elements that lie elsewhere.
    ///
    /// # Errors
    /// If there is not enough memory, or copying fails.
    ///
    /// # Safety
    /// `copied` fills what it is given.
    unsafe fn copied(site: u32, count: usize, copied: &mut Copied) -> Result<Self>;
    /// No rows yet.
    fn empty() -> Self;
    /// The columns of these blocks, in order.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn together(site: u32, blocks: Vec<Self>) -> Result<Self>;
}

impl Columns for () {
    fn widths() -> Vec<usize> {
        Vec::new()
    }

    unsafe fn copied(_: u32, _: usize, _: &mut Copied) -> Result<()> {
        Ok(())
    }

    fn empty() {}

    fn together(_: u32, _: Vec<()>) -> Result<()> {
        Ok(())
    }
}

impl<T: Copy + Send + Sync + 'static> Columns for Buffer<T> {
    fn widths() -> Vec<usize> {
        vec![size_of::<T>()]
    }

    unsafe fn copied(site: u32, count: usize, copied: &mut Copied) -> Result<Self> {
        let mut column = Buffer::with_capacity(site, count)?;
        (copied.column)(column.spare().as_mut_ptr().cast(), count * size_of::<T>())?;
        // SAFETY: the caller promises that all elements have been copied.
        unsafe { column.filled(count) };
        Ok(column)
    }

    fn empty() -> Self {
        Buffer::from_vec(Vec::new())
    }

    fn together(site: u32, mut blocks: Vec<Self>) -> Result<Self> {
        if blocks.len() <= 1 {
            return Ok(blocks.pop().unwrap_or_else(Self::empty));
        }
        let mut starts = Vec::with_capacity(blocks.len());
        let mut total = 0;
        for block in &blocks {
            starts.push(total);
            total += block.len();
        }
        let mut whole = Buffer::with_capacity(site, total)?;
        let raw = Raw::new(whole.spare().as_mut_ptr().cast::<T>());
        blocks.par_iter().zip(&starts).for_each(|(block, start)| {
            // SAFETY: the blocks follow each other and fill the room, and do not lie in it.
            unsafe {
                raw.get().add(*start).copy_from_nonoverlapping(block.slice().as_ptr(), block.len());
            }
        });
        // SAFETY: every block has been copied.
        unsafe { whole.filled(total) };
        Ok(whole)
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

            unsafe fn copied(site: u32, count: usize, copied: &mut Copied) -> Result<Self> {
                // SAFETY: the caller promises it.
                Ok(($(unsafe { $t::copied(site, count, copied) }?,)*))
            }

            fn empty() -> Self {
                ($($t::empty(),)*)
            }

            fn together(site: u32, blocks: Vec<Self>) -> Result<Self> {
                tuples!(@apart blocks $($t $p),*);
                Ok(($($t::together(site, $t)?,)*))
            }
        }

        impl<$($t: Groups),*> Groups for ($($t,)*) {
            type Whole = ($($t::Whole,)*);

            fn widths(each: &mut dyn FnMut(Vec<usize>)) {
                $($t::widths(each);)*
            }

            unsafe fn copied(site: u32, lanes: usize, copied: &mut Copied) -> Result<Self::Whole> {
                // SAFETY: the caller promises it.
                Ok(($(unsafe { $t::copied(site, lanes, copied) }?,)*))
            }

            fn empty() -> Self {
                ($($t::empty(),)*)
            }

            fn together(site: u32, blocks: Vec<Self>) -> Result<Self::Whole> {
                tuples!(@apart blocks $($t $p),*);
                Ok(($($t::together(site, $t)?,)*))
            }
        }
    )* };
    (@apart $blocks:ident $($t:ident $p:tt),*) => {
        $(#[allow(non_snake_case)]
        let mut $t = Vec::with_capacity($blocks.len());)*
        for block in $blocks {
            $($t.push(block.$p);)*
        }
    };
}

for_tuples!(tuples);

/// What the lanes stored, the rows that they appended, and what they gave, combined.
pub type Appended<K> = (
    <<K as Append>::Stored as Stored>::Buffers,
    <<K as Append>::Groups as Groups>::Whole,
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
    let run = |lanes: Range<usize>| {
        let (groups, value) = level::run(Collect { kernel, stored: raw, lanes })?;
        Ok((vec![groups], value))
    };
    let join = |mut a: (Vec<K::Groups>, K::Value), b: (Vec<K::Groups>, K::Value)| {
        a.0.extend(b.0);
        Ok((a.0, kernel.combine(a.1, b.1)?))
    };
    let (blocks, total) = match for_blocks(count, kernel.cost() + 8, &run, &join)? {
        Some((blocks, value)) => (blocks, kernel.start(initial, value)?),
        None => (Vec::new(), initial),
    };
    // SAFETY: every lane has stored at its own place.
    unsafe { K::Stored::filled(&mut stored, count) };
    Ok((stored, K::Groups::together(site, blocks)?, total))
}

/// A block, which appends its rows in memory of its own.
struct Collect<K: Append> {
    kernel: K,
    stored: <K::Stored as Stored>::Raw,
    lanes: Range<usize>,
}

impl<K: Append> level::Task for Collect<K> {
    type Output = Result<(K::Groups, K::Value)>;

    #[inline(always)]
    fn run(self, _: level::Level) -> Self::Output {
        let Collect { kernel, stored: raw, lanes } = self;
        let mut groups = K::Groups::empty();
        let mut total = None;
        for at in lanes {
            let (stored, value) = attempt!(kernel.lane(at, &mut groups));
            // SAFETY: a block writes at its own lanes only.
            unsafe { stored.write(raw, at) };
            total = Some(match total {
                None => value,
                Some(total) => attempt!(kernel.combine(total, value)),
            });
        }
        match total {
            Some(total) => Ok((groups, total)),
            None => unreachable!("a block has lanes"),
        }
    }
}
