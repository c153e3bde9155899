//! Compactions: the values of the lanes that are kept, in order.
//!
//! There is no branch on what is kept, which no processor could predict: every value is written,
//! and the next one over it if it was not to be kept.

use std::ops::Range;

use super::blocks::block_size;
use super::chain::{self, Chain};
use super::level;
use super::stored::Stored;
use crate::failure::Result;
use crate::launch::{Arguments, DeviceKernel};

/// A kernel whose lanes store, keep values or not, and give values that are combined.
pub trait Compact: Copy + Sync {
    /// What a lane stores at its own place.
    type Stored: Stored;
    /// What a lane may keep: groups, each kept or not on its own.
    type Groups: Groups;
    /// What a lane gives to be reduced.
    type Value: Stored;
    /// What a lane costs, in additions.
    fn cost(self) -> usize;

    /// Its code for devices, if it has some.
    const DEVICE: Option<DeviceKernel> = None;

    /// What that code gets; the columns that the lanes store come after it, then those of what they
    /// keep.
    fn arguments(self, _arguments: &mut Arguments) {}

    /// Computes a lane.
    ///
    /// # Errors
    /// If the user's program fails there.
    fn lane(self, at: usize) -> Result<Lane<Self>>;
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

/// What a lane of a compaction stores, may keep and gives.
pub type Lane<K> = (<K as Compact>::Stored, <K as Compact>::Groups, <K as Compact>::Value);

/// A value, and whether it is kept.
#[derive(Clone, Copy)]
pub struct Keep<S>(pub bool, pub S);

/// One or more groups of values.
pub trait Groups: Copy {
    /// The columns of all groups.
    type Buffers: Send;
    /// Where they lie.
    type Raw: Copy + Send + Sync;
    /// How many values of each group there are.
    type Counts: Copy + Send;
    /// How many groups there are.
    const GROUPS: usize;

    /// No values.
    fn none() -> Self::Counts;
    /// Room for `count` values of each group.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn reserve(site: u32, count: usize) -> Result<Self::Buffers>;
    /// Where the room lies.
    fn spare(buffers: &mut Self::Buffers) -> Self::Raw;
    /// Calls `each` with where each column lies, and the size of its values, group by group.
    fn columns(raw: Self::Raw, each: &mut dyn FnMut(*mut u8, usize));
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
    /// They are.
    unsafe fn filled(buffers: &mut Self::Buffers, counts: Self::Counts);
    /// Writes the values behind those that are kept so far, and counts them if they are to be kept.
    ///
    /// # Safety
    /// There is room for another value in each group, and no other thread looks at it.
    unsafe fn push(self, raw: Self::Raw, counts: &mut Self::Counts);
    /// The counts of two parts together.
    fn add(a: Self::Counts, b: Self::Counts) -> Self::Counts;
    /// Copies values behind those that are there before.
    ///
    /// # Safety
    /// They are at `from`, there is room for them elsewhere at `to`, and no other thread looks
    /// at either.
    unsafe fn append(from: Self::Raw, counts: Self::Counts, to: Self::Raw, before: Self::Counts);
}

impl<S: Stored> Groups for Keep<S> {
    type Buffers = (usize, S::Buffers);
    type Raw = S::Raw;
    type Counts = usize;
    const GROUPS: usize = 1;

    fn none() -> usize {
        0
    }

    fn reserve(site: u32, count: usize) -> Result<(usize, S::Buffers)> {
        Ok((0, S::reserve(site, count)?))
    }

    fn spare(buffers: &mut (usize, S::Buffers)) -> S::Raw {
        S::spare(&mut buffers.1)
    }

    fn columns(raw: S::Raw, each: &mut dyn FnMut(*mut u8, usize)) {
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
    unsafe fn push(self, raw: S::Raw, count: &mut usize) {
        // SAFETY: the caller keeps to the room.
        unsafe { self.1.write(raw, *count) };
        *count += usize::from(self.0);
    }

    fn add(a: usize, b: usize) -> usize {
        a + b
    }

    #[inline(always)]
    unsafe fn append(from: S::Raw, count: usize, to: S::Raw, before: usize) {
        for position in 0..count {
            // SAFETY: the caller keeps to the values and to the room.
            unsafe { S::read(from, position).write(to, before + position) };
        }
    }
}

macro_rules! groups {
    ($(($($t:ident $p:tt),*);)*) => { $(
        impl<$($t: Groups),*> Groups for ($($t,)*) {
            type Buffers = ($($t::Buffers,)*);
            type Raw = ($($t::Raw,)*);
            type Counts = ($($t::Counts,)*);
            const GROUPS: usize = 0 $(+ $t::GROUPS)*;

            fn none() -> Self::Counts {
                ($($t::none(),)*)
            }

            fn reserve(site: u32, count: usize) -> Result<Self::Buffers> {
                Ok(($($t::reserve(site, count)?,)*))
            }

            fn spare(buffers: &mut Self::Buffers) -> Self::Raw {
                ($($t::spare(&mut buffers.$p),)*)
            }

            fn columns(raw: Self::Raw, each: &mut dyn FnMut(*mut u8, usize)) {
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
            unsafe fn push(self, raw: Self::Raw, counts: &mut Self::Counts) {
                // SAFETY: the caller keeps to the room.
                $(unsafe { self.$p.push(raw.$p, &mut counts.$p) };)*
            }

            fn add(a: Self::Counts, b: Self::Counts) -> Self::Counts {
                ($($t::add(a.$p, b.$p),)*)
            }

            #[inline(always)]
            unsafe fn append(
                from: Self::Raw,
                counts: Self::Counts,
                to: Self::Raw,
                before: Self::Counts,
            ) {
                // SAFETY: the caller keeps to the values and to the room.
                $(unsafe { $t::append(from.$p, counts.$p, to.$p, before.$p) };)*
            }
        }
    )* };
}

for_tuples!(groups);

type Buffers<S> = <S as Stored>::Buffers;

/// What a compaction gives: what the lanes stored, what they kept, what they gave combined.
pub type Compacted<K> = (
    Buffers<<K as Compact>::Stored>,
    <<K as Compact>::Groups as Groups>::Buffers,
    <K as Compact>::Value,
);

/// Runs a compaction over `count` lanes; what they give to be reduced is combined after an
/// initial value.
///
/// # Errors
/// If the user's program fails, or memory is short.
pub fn compact<K: Compact>(
    site: u32,
    count: usize,
    initial: K::Value,
    kernel: K,
) -> Result<Compacted<K>> {
    if let Some(compacted) = crate::cuda::compact::compact(site, count, initial, kernel)? {
        return Ok(compacted);
    }
    let mut stored = K::Stored::reserve(site, count)?;
    let mut kept = K::Groups::reserve(site, count)?;
    let (stored_raw, kept_raw) = (K::Stored::spare(&mut stored), K::Groups::spare(&mut kept));
    let cost = kernel.cost() + 4;
    let (counts, total) = if count == 0 {
        (K::Groups::none(), initial)
    } else if count <= block_size(count, cost) {
        // A single block writes where its values belong.
        let block = Collect { kernel, stored: stored_raw, kept: kept_raw, lanes: 0..count };
        let (counts, value) = level::run(block)?;
        (counts, kernel.start(initial, value)?)
    } else {
        let compacting = Compacting { site, kernel, stored: stored_raw, kept: kept_raw };
        let (counts, values) = chain::run(count, cost, K::Groups::none(), &compacting)?;
        let mut values = values.into_iter();
        let first = values.next().map_or(Ok(initial), |value| kernel.start(initial, value))?;
        (counts, values.try_fold(first, |total, value| kernel.combine(total, value))?)
    };
    // SAFETY: every lane has stored at its own place, and every block has written what it kept
    // behind what the blocks before it kept.
    unsafe {
        K::Stored::filled(&mut stored, count);
        K::Groups::filled(&mut kept, counts);
    }
    Ok((stored, kept, total))
}

/// A compaction as a chain: blocks collect what they keep, and wait for how much was kept before.
struct Compacting<K: Compact> {
    site: u32,
    kernel: K,
    stored: <K::Stored as Stored>::Raw,
    kept: <K::Groups as Groups>::Raw,
}

/// What a block kept and gave.
struct Collected<K: Compact> {
    /// What it kept; room for a block is made when a worker needs it.
    room: Option<<K::Groups as Groups>::Buffers>,
    counts: <K::Groups as Groups>::Counts,
    value: Option<K::Value>,
}

impl<K: Compact> Chain for Compacting<K> {
    type State = <K::Groups as Groups>::Counts;
    type Scratch = Collected<K>;
    type Output = K::Value;

    fn scratch(&self) -> Collected<K> {
        Collected { room: None, counts: K::Groups::none(), value: None }
    }

    fn begin(&self, lanes: Range<usize>, collected: &mut Collected<K>) -> Result<()> {
        // The last block alone is smaller than others, and nobody runs another one after it.
        let room = match &mut collected.room {
            Some(room) => room,
            none => none.insert(K::Groups::reserve(self.site, lanes.len())?),
        };
        let kept = K::Groups::spare(room);
        let block = Collect { kernel: self.kernel, stored: self.stored, kept, lanes };
        let (counts, value) = level::run(block)?;
        collected.counts = counts;
        collected.value = Some(value);
        Ok(())
    }

    fn pass(&self, before: Self::State, collected: &Collected<K>) -> Result<Self::State> {
        Ok(K::Groups::add(before, collected.counts))
    }

    fn finish(
        &self,
        _: Range<usize>,
        before: Self::State,
        collected: &mut Collected<K>,
    ) -> Result<K::Value> {
        let (Some(room), Some(value)) = (&mut collected.room, collected.value) else {
            unreachable!("a block is begun before it is finished");
        };
        // SAFETY: the block has written as much into its room; there is room for what all lanes
        // could keep, and the blocks before this one keep what `before` says.
        unsafe {
            K::Groups::append(K::Groups::spare(room), collected.counts, self.kept, before);
        }
        Ok(value)
    }
}

/// A block, which writes what it keeps from the beginning of some room on.
struct Collect<K: Compact> {
    kernel: K,
    stored: <K::Stored as Stored>::Raw,
    kept: <K::Groups as Groups>::Raw,
    lanes: Range<usize>,
}

impl<K: Compact> level::Task for Collect<K> {
    type Output = Result<(<K::Groups as Groups>::Counts, K::Value)>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Collect { kernel, stored: raw, kept, lanes } = self;
        let mut counts = K::Groups::none();
        let mut total = None;
        for at in lanes {
            let (stored, groups, value) = attempt!(kernel.lane(at));
            // SAFETY: a block writes at its own lanes only, and has room for a value of every
            // lane.
            unsafe {
                stored.write(raw, at);
                groups.push(kept, &mut counts);
            }
            total = Some(match total {
                None => value,
                Some(total) => attempt!(kernel.combine(total, value)),
            });
        }
        match total {
            Some(total) => Ok((counts, total)),
            None => unreachable!("a block has lanes"),
        }
    }
}
