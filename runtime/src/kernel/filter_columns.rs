//! The values that the lanes of a compaction keep: groups, each kept or not on its own.
//!
//! There is no branch on the flag that says if a value is kept, which no processor could predict: every value
//! is written, and the next one over it if it was not to be kept; or several are packed (`pack`).

use super::block_outputs::{BlockOutputs, Columns};
use super::growable_column::BlockSlot;
use super::lane_value::LaneValue;
use super::sizes::TILE;
use crate::failure::Result;
use crate::isa::Level;
use crate::proven::Proven;

/// A value, and whether it is kept.
#[derive(Clone, Copy)]
pub struct Filtered<S>(pub bool, pub S);

/// The values of a group that a block keeps.
pub struct Counted<C> {
    count: usize,
    columns: C,
    /// The number of values that the columns have room for.
    room: usize,
}

impl<C: Columns> BlockOutputs for Counted<C> {
    type Whole = (usize, C);
    type Growable = C::Growable;
    type Lengths = (usize, C::Lengths);

    fn empty(proven: Proven) -> Self {
        Counted { count: 0, columns: C::empty(proven), room: 0 }
    }

    fn clear(&mut self) {
        self.count = 0;
        self.columns.clear();
    }

    fn none() -> Self::Lengths {
        (0, C::none())
    }

    fn after(&self, (count, lengths): Self::Lengths) -> Self::Lengths {
        (count + self.count, self.columns.after(lengths))
    }

    fn growable(proven: Proven, site: u32, lanes: usize) -> Result<Self::Growable> {
        C::growable(proven, site, lanes)
    }

    unsafe fn copy(
        &self,
        growable: &Self::Growable,
        (_, lengths): Self::Lengths,
        slot: &BlockSlot,
    ) -> Result<()> {
        // SAFETY: the caller promises it.
        unsafe { self.columns.copy(growable, lengths, slot) }
    }

    unsafe fn whole(growable: Self::Growable, (count, lengths): Self::Lengths) -> Self::Whole {
        // SAFETY: the caller promises it.
        (count, unsafe { C::whole(growable, lengths) })
    }

    fn join(&mut self, site: u32, later: Self) -> Result<()> {
        self.count += later.count;
        self.columns.join(site, later.columns)
    }

    fn alone(self, site: u32) -> Result<Self::Whole> {
        Ok((self.count, self.columns.alone(site)?))
    }
}

/// One or more groups of values.
pub trait FilterColumns: Copy + Send {
    /// The columns of all groups.
    type Buffers: Send;
    /// The values that a block keeps.
    type BlockOutput: BlockOutputs<Whole = Self::Buffers>;
    /// The addresses of their columns.
    type ColumnPtrs: Copy + Send + Sync;
    /// The number of values of each group.
    type Counts: Copy + Send;
    /// The values of a tile, and which of them are kept.
    type Tile;
    /// Room for values of each group at the end of columns.
    type SpareCapacity<'a>;
    /// The number of groups.
    const GROUPS: usize;

    /// No values.
    fn none() -> Self::Counts;
    /// Room for `count` values of each group.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn reserve(proven: Proven, site: u32, count: usize) -> Result<Self::Buffers>;
    /// Returns the addresses of the spare room.
    fn spare(buffers: &mut Self::Buffers) -> Self::ColumnPtrs;
    /// Calls `each` with where each column lies, and the size of its values, group by group.
    fn columns(raw: Self::ColumnPtrs, each: &mut dyn FnMut(*mut u8, usize));
    /// Lets kernels of the device of this call fill the room with up to so many values of each group.
    fn lend(buffers: &mut Self::Buffers, count: usize);
    /// The counts that `next` gives for the groups, in their order, each of which has so many columns.
    ///
    /// # Errors
    /// If `next` fails.
    fn counts(next: &mut dyn FnMut(usize) -> Result<usize>) -> Result<Self::Counts>;
    /// Says how many values are written, and gives back the rest of the room.
    ///
    /// # Safety
    /// So many values are written.
    unsafe fn filled(buffers: &mut Self::Buffers, counts: Self::Counts);
    /// Writes the values behind those that are kept so far, and counts them if they are to be kept.
    ///
    /// # Safety
    /// There is room for another value in each group, and no other thread looks at it.
    unsafe fn push(self, raw: Self::ColumnPtrs, counts: &mut Self::Counts);
    /// Returns the addresses of the room for `count` values of each group.
    ///
    /// # Panics
    /// If there is less.
    fn room(room: &mut Self::SpareCapacity<'_>, count: usize) -> Self::ColumnPtrs;
    /// Says how many values have been written into the room.
    ///
    /// # Safety
    /// So many values have been written.
    unsafe fn written(room: Self::SpareCapacity<'_>, counts: Self::Counts);
    /// An empty tile.
    fn tile() -> Self::Tile;
    /// Puts values into a tile.
    fn put(self, tile: &mut Self::Tile, lane: usize);
    /// Writes the values that the lanes of a pack, which begins at a lane of the tile, keep behind those that
    /// are kept so far, and counts them.
    ///
    /// # Safety
    /// There is room for a pack in each group, and no other thread looks at it; the pack is full; the
    /// machine has the instructions of the level.
    unsafe fn keep(
        tile: &Self::Tile,
        first: usize,
        raw: Self::ColumnPtrs,
        counts: &mut Self::Counts,
        level: Level,
    );
    /// Returns the addresses of the room of an empty part for `count` values of each group.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn room_of(part: &mut Self::BlockOutput, site: u32, count: usize) -> Result<Self::ColumnPtrs>;
    /// Says how many values have been written into that room.
    ///
    /// # Safety
    /// So many values have been written.
    unsafe fn collected(part: &mut Self::BlockOutput, counts: Self::Counts);
}

impl<S: LaneValue> FilterColumns for Filtered<S> {
    type Buffers = (usize, S::Buffers);
    type BlockOutput = Counted<S::Buffers>;
    type ColumnPtrs = S::ColumnPtrs;
    type Counts = usize;
    type Tile = ([bool; TILE], S::Tile);
    type SpareCapacity<'a> = S::SpareCapacity<'a>;
    const GROUPS: usize = 1;

    fn none() -> usize {
        0
    }

    fn reserve(proven: Proven, site: u32, count: usize) -> Result<(usize, S::Buffers)> {
        Ok((0, S::reserve(proven, site, count)?))
    }

    fn spare(buffers: &mut (usize, S::Buffers)) -> S::ColumnPtrs {
        S::spare(&mut buffers.1)
    }

    fn columns(raw: S::ColumnPtrs, each: &mut dyn FnMut(*mut u8, usize)) {
        S::columns(raw, each);
    }

    fn lend(buffers: &mut (usize, S::Buffers), count: usize) {
        S::lend(&mut buffers.1, count);
    }

    fn counts(next: &mut dyn FnMut(usize) -> Result<usize>) -> Result<usize> {
        next(S::COLUMNS)
    }

    unsafe fn filled(buffers: &mut (usize, S::Buffers), count: usize) {
        buffers.0 = count;
        // SAFETY: the caller wrote them.
        unsafe { S::filled(&mut buffers.1, count) };
        S::shrink(&mut buffers.1);
    }

    #[inline(always)]
    unsafe fn push(self, raw: S::ColumnPtrs, count: &mut usize) {
        // SAFETY: the caller keeps to the room.
        unsafe { self.1.write(raw, *count) };
        *count += usize::from(self.0);
    }

    #[inline(always)]
    fn room(room: &mut S::SpareCapacity<'_>, count: usize) -> S::ColumnPtrs {
        S::room(room, count)
    }

    #[inline(always)]
    unsafe fn written(room: S::SpareCapacity<'_>, count: usize) {
        // SAFETY: the caller wrote them.
        unsafe { S::written(room, count) }
    }

    #[inline(always)]
    fn tile() -> Self::Tile {
        ([false; TILE], S::tile())
    }

    #[inline(always)]
    fn put(self, (flags, values): &mut Self::Tile, lane: usize) {
        flags[lane] = self.0;
        self.1.put(values, lane);
    }

    #[inline(always)]
    unsafe fn keep(
        (flags, values): &Self::Tile,
        first: usize,
        raw: S::ColumnPtrs,
        count: &mut usize,
        level: Level,
    ) {
        if let Some(flags) = flags[first..].first_chunk() {
            // SAFETY: the caller keeps to the room, the pack and the level.
            *count += unsafe { S::keep(flags, values, first, raw, *count, level) };
        }
    }

    fn room_of(part: &mut Self::BlockOutput, site: u32, count: usize) -> Result<S::ColumnPtrs> {
        if part.room < count {
            part.columns = S::reserve(Proven::HERE, site, count)?;
            part.room = count;
        }
        Ok(S::spare(&mut part.columns))
    }

    unsafe fn collected(part: &mut Self::BlockOutput, count: usize) {
        part.count = count;
        // SAFETY: the caller wrote them.
        unsafe { S::filled(&mut part.columns, count) }
    }
}

macro_rules! groups {
    ($(($($t:ident $p:tt),*);)*) => { $(
        impl<$($t: FilterColumns),*> FilterColumns for ($($t,)*) {
            type Buffers = ($($t::Buffers,)*);
            type BlockOutput = ($($t::BlockOutput,)*);
            type ColumnPtrs = ($($t::ColumnPtrs,)*);
            type Counts = ($($t::Counts,)*);
            type Tile = ($($t::Tile,)*);
            type SpareCapacity<'a> = ($($t::SpareCapacity<'a>,)*);
            const GROUPS: usize = 0 $(+ $t::GROUPS)*;

            fn none() -> Self::Counts {
                ($($t::none(),)*)
            }

            fn reserve(proven: Proven, site: u32, count: usize) -> Result<Self::Buffers> {
                Ok(($($t::reserve(proven, site, count)?,)*))
            }

            fn spare(buffers: &mut Self::Buffers) -> Self::ColumnPtrs {
                ($($t::spare(&mut buffers.$p),)*)
            }

            fn columns(raw: Self::ColumnPtrs, each: &mut dyn FnMut(*mut u8, usize)) {
                $($t::columns(raw.$p, each);)*
            }

            fn lend(buffers: &mut Self::Buffers, count: usize) {
                $($t::lend(&mut buffers.$p, count);)*
            }

            fn counts(next: &mut dyn FnMut(usize) -> Result<usize>) -> Result<Self::Counts> {
                Ok(($($t::counts(next)?,)*))
            }

            unsafe fn filled(buffers: &mut Self::Buffers, counts: Self::Counts) {
                // SAFETY: the caller wrote them.
                $(unsafe { $t::filled(&mut buffers.$p, counts.$p) };)*
            }

            #[inline(always)]
            unsafe fn push(self, raw: Self::ColumnPtrs, counts: &mut Self::Counts) {
                // SAFETY: the caller keeps to the room.
                $(unsafe { self.$p.push(raw.$p, &mut counts.$p) };)*
            }

            #[inline(always)]
            fn room(room: &mut Self::SpareCapacity<'_>, count: usize) -> Self::ColumnPtrs {
                ($($t::room(&mut room.$p, count),)*)
            }

            #[inline(always)]
            unsafe fn written(room: Self::SpareCapacity<'_>, counts: Self::Counts) {
                // SAFETY: the caller wrote them.
                $(unsafe { $t::written(room.$p, counts.$p) };)*
            }

            #[inline(always)]
            fn tile() -> Self::Tile {
                ($($t::tile(),)*)
            }

            #[inline(always)]
            fn put(self, tile: &mut Self::Tile, lane: usize) {
                $(self.$p.put(&mut tile.$p, lane);)*
            }

            #[inline(always)]
            unsafe fn keep(
                tile: &Self::Tile,
                first: usize,
                raw: Self::ColumnPtrs,
                counts: &mut Self::Counts,
                level: Level,
            ) {
                // SAFETY: the caller keeps to the room, the pack and the level.
                $(unsafe { $t::keep(&tile.$p, first, raw.$p, &mut counts.$p, level) };)*
            }

            fn room_of(part: &mut Self::BlockOutput, site: u32, count: usize) -> Result<Self::ColumnPtrs> {
                Ok(($($t::room_of(&mut part.$p, site, count)?,)*))
            }

            unsafe fn collected(part: &mut Self::BlockOutput, counts: Self::Counts) {
                // SAFETY: the caller wrote them.
                $(unsafe { $t::collected(&mut part.$p, counts.$p) };)*
            }
        }
    )* };
}

for_tuples!(groups);
