//! The values that a lane stores: a scalar or several, each into a column of its own.

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

use super::block_outputs::Columns;
use super::pack::{Flags, pack};
use super::sizes::TILE;
use crate::buffer::{Buffer, FilterWriter};
use crate::failure::Result;
use crate::isa::Level;
use crate::proven::Proven;
use crate::send_ptr::SendPtr;

/// A scalar, a tuple of scalars, or `()` for nothing.
pub trait LaneValue: Copy + Send + 'static {
    /// Columns that belong to the host.
    type Buffers: Columns;
    /// The addresses of the columns.
    type ColumnPtrs: Copy + Send + Sync;
    /// The values of a tile.
    type Tile;
    /// Room at the end of columns.
    type SpareCapacity<'a>;
    /// The number of columns.
    const COLUMNS: usize;

    /// Empty columns with room for `count` values.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn reserve(proven: Proven, site: u32, count: usize) -> Result<Self::Buffers>;
    /// Returns the addresses of the room of empty columns.
    fn spare(buffers: &mut Self::Buffers) -> Self::ColumnPtrs;
    /// Returns the addresses of the values of columns.
    fn raw(buffers: &mut Self::Buffers) -> Self::ColumnPtrs;
    /// Calls `each` with where each column lies, and the size of its values.
    fn columns(raw: Self::ColumnPtrs, each: &mut dyn FnMut(*mut u8, usize));
    /// Says that all `count` values are written.
    ///
    /// # Safety
    /// So many values are written, through [`LaneValue::spare`].
    unsafe fn filled(buffers: &mut Self::Buffers, count: usize);
    /// Lets kernels of the device of this call fill empty columns with so many values.
    fn lend(buffers: &mut Self::Buffers, count: usize);
    /// Gives back room that is not needed.
    fn shrink(buffers: &mut Self::Buffers);
    /// Writes a value.
    ///
    /// # Safety
    /// The position is inside the columns, and no other thread looks at it.
    unsafe fn write(self, raw: Self::ColumnPtrs, position: usize);
    /// Writes a value column by column where other threads may write, too.
    ///
    /// # Safety
    /// The position is inside the columns, and whoever looks at it does so through this.
    unsafe fn publish(self, raw: Self::ColumnPtrs, position: usize);
    /// The value at a position.
    ///
    /// # Safety
    /// The position is inside the columns, and no other thread writes it.
    unsafe fn read(raw: Self::ColumnPtrs, position: usize) -> Self;
    /// Returns the addresses of the room for `count` values.
    ///
    /// # Panics
    /// If there is less.
    fn room(room: &mut Self::SpareCapacity<'_>, count: usize) -> Self::ColumnPtrs;
    /// Says how many values have been written into the room.
    ///
    /// # Safety
    /// So many values have been written.
    unsafe fn written(room: Self::SpareCapacity<'_>, count: usize);
    /// An empty tile.
    fn tile() -> Self::Tile;
    /// Puts a value into a tile.
    fn put(self, tile: &mut Self::Tile, lane: usize);
    /// The value that was put into a tile.
    ///
    /// # Safety
    /// A value was put at that lane.
    unsafe fn take(tile: &Self::Tile, lane: usize) -> Self;
    /// Writes the first values of a tile.
    ///
    /// # Safety
    /// The positions are inside the columns, and no other thread looks at them; so many values
    /// were put into the tile.
    unsafe fn flush(tile: &Self::Tile, raw: Self::ColumnPtrs, position: usize, count: usize);
    /// Writes the kept ones of some values of a tile, one behind the other; says how many they are.
    ///
    /// # Safety
    /// There is room for as many as there are flags at the position, and no other thread looks at it; so
    /// many values were put into the tile; the machine has the instructions of the level.
    unsafe fn keep(
        flags: &Flags,
        tile: &Self::Tile,
        first: usize,
        raw: Self::ColumnPtrs,
        position: usize,
        level: Level,
    ) -> usize;
}

macro_rules! scalars {
    ($($t:ident $atomic:ident $bits:expr;)*) => { $(
        impl LaneValue for $t {
            type Buffers = Buffer<$t>;
            type ColumnPtrs = SendPtr<$t>;
            type Tile = [MaybeUninit<$t>; TILE];
            type SpareCapacity<'a> = FilterWriter<'a, $t>;
            const COLUMNS: usize = 1;

            fn reserve(proven: Proven, site: u32, count: usize) -> Result<Buffer<$t>> {
                Buffer::with_capacity(proven, site, count)
            }

            fn spare(buffer: &mut Buffer<$t>) -> SendPtr<$t> {
                SendPtr::new(buffer.spare().as_mut_ptr().cast())
            }

            fn raw(buffer: &mut Buffer<$t>) -> SendPtr<$t> {
                SendPtr::new(buffer.place())
            }

            fn columns(raw: SendPtr<$t>, each: &mut dyn FnMut(*mut u8, usize)) {
                each(raw.get().cast(), size_of::<$t>());
            }

            unsafe fn filled(buffer: &mut Buffer<$t>, count: usize) {
                // SAFETY: the caller wrote them.
                unsafe { buffer.filled(count) }
            }

            fn lend(buffer: &mut Buffer<$t>, count: usize) {
                buffer.track_spare(count);
            }

            fn shrink(buffer: &mut Buffer<$t>) {
                buffer.shrink();
            }

            #[inline(always)]
            unsafe fn write(self, raw: SendPtr<$t>, position: usize) {
                // SAFETY: the caller keeps to the column.
                unsafe { raw.get().add(position).write(self) }
            }

            #[inline(always)]
            unsafe fn publish(self, raw: SendPtr<$t>, position: usize) {
                let bits: fn($t) -> _ = $bits;
                // SAFETY: the caller keeps to the column, where everyone writes atomically; the
                // atomic type has the size and alignment of the scalar.
                let place = unsafe { $atomic::from_ptr(raw.get().add(position).cast()) };
                place.store(bits(self), Ordering::Relaxed);
            }

            #[inline(always)]
            unsafe fn read(raw: SendPtr<$t>, position: usize) -> $t {
                // SAFETY: the caller keeps to the column.
                unsafe { raw.get().add(position).read() }
            }

            #[inline(always)]
            fn room(room: &mut FilterWriter<'_, $t>, count: usize) -> SendPtr<$t> {
                SendPtr::new(room.room(count).as_mut_ptr().cast())
            }

            #[inline(always)]
            unsafe fn written(room: FilterWriter<'_, $t>, count: usize) {
                // SAFETY: the caller wrote them.
                unsafe { room.written(count) }
            }

            #[inline(always)]
            fn tile() -> Self::Tile {
                [MaybeUninit::uninit(); TILE]
            }

            #[inline(always)]
            fn put(self, tile: &mut Self::Tile, lane: usize) {
                tile[lane] = MaybeUninit::new(self);
            }

            #[inline(always)]
            unsafe fn take(tile: &Self::Tile, lane: usize) -> $t {
                // SAFETY: the caller put a value there.
                unsafe { tile[lane].assume_init() }
            }

            #[inline(always)]
            unsafe fn flush(tile: &Self::Tile, raw: SendPtr<$t>, position: usize, count: usize) {
                // SAFETY: the caller keeps to the column; a tile lies nowhere else.
                unsafe {
                    let place = raw.get().add(position).cast::<MaybeUninit<$t>>();
                    place.copy_from_nonoverlapping(tile.as_ptr(), count);
                }
            }

            #[inline(always)]
            unsafe fn keep(
                flags: &Flags,
                tile: &Self::Tile,
                first: usize,
                raw: SendPtr<$t>,
                position: usize,
                level: Level,
            ) -> usize {
                // SAFETY: the caller keeps to the column, the tile and the level.
                unsafe { pack(flags, &tile[first..], raw.get().add(position), level) }
            }
        }
    )* };
}

scalars! {
    bool AtomicU8 |value| value as u8;
    i8 AtomicU8 |value| value as u8;
    u8 AtomicU8 |value| value;
    i16 AtomicU16 |value| value as u16;
    u16 AtomicU16 |value| value;
    i32 AtomicU32 |value| value as u32;
    u32 AtomicU32 |value| value;
    f32 AtomicU32 |value| value.to_bits();
    i64 AtomicU64 |value| value as u64;
    u64 AtomicU64 |value| value;
    isize AtomicU64 |value| value as u64;
    usize AtomicU64 |value| value as u64;
    f64 AtomicU64 |value| value.to_bits();
}

macro_rules! tuples {
    ($(($($t:ident $p:tt),*);)*) => { $(
        // The tuple of nothing is the unit.
        #[allow(clippy::unused_unit)]
        impl<$($t: LaneValue),*> LaneValue for ($($t,)*) {
            type Buffers = ($($t::Buffers,)*);
            type ColumnPtrs = ($($t::ColumnPtrs,)*);
            type Tile = ($($t::Tile,)*);
            type SpareCapacity<'a> = ($($t::SpareCapacity<'a>,)*);
            const COLUMNS: usize = 0 $(+ $t::COLUMNS)*;

            fn reserve(_proven: Proven, _site: u32, _count: usize) -> Result<Self::Buffers> {
                Ok(($($t::reserve(_proven, _site, _count)?,)*))
            }

            fn spare(_buffers: &mut Self::Buffers) -> Self::ColumnPtrs {
                ($($t::spare(&mut _buffers.$p),)*)
            }

            fn raw(_buffers: &mut Self::Buffers) -> Self::ColumnPtrs {
                ($($t::raw(&mut _buffers.$p),)*)
            }

            fn columns(_raw: Self::ColumnPtrs, _each: &mut dyn FnMut(*mut u8, usize)) {
                $($t::columns(_raw.$p, _each);)*
            }

            unsafe fn filled(_buffers: &mut Self::Buffers, _count: usize) {
                // SAFETY: the caller wrote them.
                $(unsafe { $t::filled(&mut _buffers.$p, _count) })*
            }

            fn lend(_buffers: &mut Self::Buffers, _count: usize) {
                $($t::lend(&mut _buffers.$p, _count);)*
            }

            fn shrink(_buffers: &mut Self::Buffers) {
                $($t::shrink(&mut _buffers.$p);)*
            }

            #[inline(always)]
            unsafe fn write(self, _raw: Self::ColumnPtrs, _position: usize) {
                // SAFETY: the caller keeps to the columns.
                $(unsafe { self.$p.write(_raw.$p, _position) })*
            }

            #[inline(always)]
            unsafe fn publish(self, _raw: Self::ColumnPtrs, _position: usize) {
                // SAFETY: the caller keeps to the columns.
                $(unsafe { self.$p.publish(_raw.$p, _position) })*
            }

            #[inline(always)]
            unsafe fn read(_raw: Self::ColumnPtrs, _position: usize) -> Self {
                // SAFETY: the caller keeps to the columns.
                ($(unsafe { $t::read(_raw.$p, _position) },)*)
            }

            #[inline(always)]
            fn room(_room: &mut Self::SpareCapacity<'_>, _count: usize) -> Self::ColumnPtrs {
                ($($t::room(&mut _room.$p, _count),)*)
            }

            #[inline(always)]
            unsafe fn written(_room: Self::SpareCapacity<'_>, _count: usize) {
                // SAFETY: the caller wrote them.
                $(unsafe { $t::written(_room.$p, _count) })*
            }

            #[inline(always)]
            fn tile() -> Self::Tile {
                ($($t::tile(),)*)
            }

            #[inline(always)]
            fn put(self, _tile: &mut Self::Tile, _lane: usize) {
                $(self.$p.put(&mut _tile.$p, _lane);)*
            }

            #[inline(always)]
            unsafe fn take(_tile: &Self::Tile, _lane: usize) -> Self {
                // SAFETY: the caller put values there.
                ($(unsafe { $t::take(&_tile.$p, _lane) },)*)
            }

            #[inline(always)]
            unsafe fn flush(
                _tile: &Self::Tile,
                _raw: Self::ColumnPtrs,
                _position: usize,
                _count: usize,
            ) {
                // SAFETY: the caller keeps to the columns.
                $(unsafe { $t::flush(&_tile.$p, _raw.$p, _position, _count) })*
            }

            #[inline(always)]
            unsafe fn keep(
                flags: &Flags,
                _tile: &Self::Tile,
                _first: usize,
                _raw: Self::ColumnPtrs,
                _position: usize,
                _level: Level,
            ) -> usize {
                // SAFETY: the caller keeps to the columns, the tile and the level.
                let kept: &[usize] = &[$(unsafe {
                    $t::keep(flags, &_tile.$p, _first, _raw.$p, _position, _level)
                }),*];
                match kept.first() {
                    Some(kept) => *kept,
                    None => flags.iter().filter(|flag| **flag).count(),
                }
            }
        }
    )* };
}

tuples! { (); }
for_tuples!(tuples);
