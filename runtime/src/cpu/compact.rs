//! Compactions: the values of the lanes that are kept, in order.

use std::ops::Range;

use super::chain::{self, Chain};
use super::level;
use super::stored::Stored;
use crate::failure::Failure;

/// A kernel whose lanes store, keep values or not, and give values that are combined.
pub trait Compact: Copy + Sync {
    /// What a lane stores at its own place.
    type Stored: Stored;
    /// What a lane may keep: groups, each kept or not on its own.
    type Groups: Groups;
    /// What a lane gives to be reduced.
    type Value: Copy + Send;
    /// What a lane costs, in additions.
    fn cost(self) -> usize;
    /// Computes a lane.
    ///
    /// # Errors
    /// If the user's program fails there.
    fn lane(self, at: usize) -> Result<Lane<Self>, Failure>;
    /// Combines what lanes give to be reduced, the left one first.
    ///
    /// # Errors
    /// If the user's operator fails.
    fn combine(self, a: Self::Value, b: Self::Value) -> Result<Self::Value, Failure>;
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
    /// The values of a block.
    type Columns: Send;
    /// How many values of each group there are.
    type Counts: Copy + Send;

    /// No values.
    fn none() -> Self::Counts;
    /// Room for as many values as there are lanes.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn reserve(site: u32, count: usize) -> Result<Self::Buffers, Failure>;
    /// Where the room lies.
    fn spare(buffers: &mut Self::Buffers) -> Self::Raw;
    /// Says how many values are written, and gives back the rest of the room.
    ///
    /// # Safety
    /// They are.
    unsafe fn filled(buffers: &mut Self::Buffers, counts: Self::Counts);
    /// No values yet.
    fn columns() -> Self::Columns;
    /// Forgets the values.
    fn clear(columns: &mut Self::Columns);
    /// Adds the values that are kept.
    fn push(self, columns: &mut Self::Columns, counts: &mut Self::Counts);
    /// The counts of two parts together.
    fn add(a: Self::Counts, b: Self::Counts) -> Self::Counts;
    /// Writes the values of a block behind those of the blocks before it.
    ///
    /// # Safety
    /// There is room for them, and no other thread looks at it.
    unsafe fn drain(columns: &Self::Columns, raw: Self::Raw, before: Self::Counts);
}

impl<S: Stored> Groups for Keep<S> {
    type Buffers = (usize, S::Buffers);
    type Raw = S::Raw;
    type Columns = S::Columns;
    type Counts = usize;

    fn none() -> usize {
        0
    }

    fn reserve(site: u32, count: usize) -> Result<(usize, S::Buffers), Failure> {
        Ok((0, S::reserve(site, count)?))
    }

    fn spare(buffers: &mut (usize, S::Buffers)) -> S::Raw {
        S::spare(&mut buffers.1)
    }

    unsafe fn filled(buffers: &mut (usize, S::Buffers), count: usize) {
        buffers.0 = count;
        // SAFETY: the caller wrote them.
        unsafe { S::filled(&mut buffers.1, count) };
        S::shrink(&mut buffers.1);
    }

    fn columns() -> S::Columns {
        S::columns()
    }

    fn clear(columns: &mut S::Columns) {
        S::clear(columns);
    }

    #[inline(always)]
    fn push(self, columns: &mut S::Columns, count: &mut usize) {
        if self.0 {
            self.1.push(columns);
            *count += 1;
        }
    }

    fn add(a: usize, b: usize) -> usize {
        a + b
    }

    unsafe fn drain(columns: &S::Columns, raw: S::Raw, before: usize) {
        // SAFETY: the caller keeps to the room.
        unsafe { S::drain(columns, raw, before) };
    }
}

macro_rules! groups {
    ($(($($t:ident $p:tt),*);)*) => { $(
        impl<$($t: Groups),*> Groups for ($($t,)*) {
            type Buffers = ($($t::Buffers,)*);
            type Raw = ($($t::Raw,)*);
            type Columns = ($($t::Columns,)*);
            type Counts = ($($t::Counts,)*);

            fn none() -> Self::Counts {
                ($($t::none(),)*)
            }

            fn reserve(site: u32, count: usize) -> Result<Self::Buffers, Failure> {
                Ok(($($t::reserve(site, count)?,)*))
            }

            fn spare(buffers: &mut Self::Buffers) -> Self::Raw {
                ($($t::spare(&mut buffers.$p),)*)
            }

            unsafe fn filled(buffers: &mut Self::Buffers, counts: Self::Counts) {
                // SAFETY: the caller wrote them.
                $(unsafe { $t::filled(&mut buffers.$p, counts.$p) };)*
            }

            fn columns() -> Self::Columns {
                ($($t::columns(),)*)
            }

            fn clear(columns: &mut Self::Columns) {
                $($t::clear(&mut columns.$p);)*
            }

            #[inline(always)]
            fn push(self, columns: &mut Self::Columns, counts: &mut Self::Counts) {
                $(self.$p.push(&mut columns.$p, &mut counts.$p);)*
            }

            fn add(a: Self::Counts, b: Self::Counts) -> Self::Counts {
                ($($t::add(a.$p, b.$p),)*)
            }

            unsafe fn drain(columns: &Self::Columns, raw: Self::Raw, before: Self::Counts) {
                // SAFETY: the caller keeps to the room.
                $(unsafe { $t::drain(&columns.$p, raw.$p, before.$p) };)*
            }
        }
    )* };
}

groups! {
    (A 0);
    (A 0, B 1);
    (A 0, B 1, C 2);
    (A 0, B 1, C 2, D 3);
    (A 0, B 1, C 2, D 3, E 4);
    (A 0, B 1, C 2, D 3, E 4, F 5);
}

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
) -> Result<Compacted<K>, Failure> {
    let mut stored = K::Stored::reserve(site, count)?;
    let mut kept = K::Groups::reserve(site, count)?;
    let compacting = Compacting {
        kernel,
        stored: K::Stored::spare(&mut stored),
        kept: K::Groups::spare(&mut kept),
    };
    let (counts, values) = chain::run(count, kernel.cost() + 4, K::Groups::none(), &compacting)?;
    // SAFETY: every lane has stored at its own place, and every block has written what it kept
    // behind what the blocks before it kept.
    unsafe {
        K::Stored::filled(&mut stored, count);
        K::Groups::filled(&mut kept, counts);
    }
    let total =
        values.into_iter().try_fold(initial, |total, value| kernel.combine(total, value))?;
    Ok((stored, kept, total))
}

/// A compaction as a chain: blocks collect what they keep, and wait for how much was kept before.
struct Compacting<K: Compact> {
    kernel: K,
    stored: <K::Stored as Stored>::Raw,
    kept: <K::Groups as Groups>::Raw,
}

/// What a block kept and gave.
struct Collected<K: Compact> {
    columns: <K::Groups as Groups>::Columns,
    counts: <K::Groups as Groups>::Counts,
    value: Option<K::Value>,
}

impl<K: Compact> Chain for Compacting<K> {
    type State = <K::Groups as Groups>::Counts;
    type Scratch = Collected<K>;
    type Output = K::Value;

    fn scratch(&self) -> Collected<K> {
        Collected { columns: K::Groups::columns(), counts: K::Groups::none(), value: None }
    }

    fn begin(&self, lanes: Range<usize>, collected: &mut Collected<K>) -> Result<(), Failure> {
        level::run(Collect { kernel: self.kernel, stored: self.stored, lanes, collected })
    }

    fn pass(&self, before: Self::State, collected: &Collected<K>) -> Result<Self::State, Failure> {
        Ok(K::Groups::add(before, collected.counts))
    }

    fn finish(
        &self,
        _: Range<usize>,
        before: Self::State,
        collected: &mut Collected<K>,
    ) -> Result<K::Value, Failure> {
        // SAFETY: there is room for what all lanes could keep, and the blocks before this one
        // keep what `before` says.
        unsafe { K::Groups::drain(&collected.columns, self.kept, before) };
        match collected.value {
            Some(value) => Ok(value),
            None => unreachable!("a block has lanes"),
        }
    }
}

struct Collect<'c, K: Compact> {
    kernel: K,
    stored: <K::Stored as Stored>::Raw,
    lanes: Range<usize>,
    collected: &'c mut Collected<K>,
}

impl<K: Compact> level::Task for Collect<'_, K> {
    type Output = Result<(), Failure>;

    #[inline(always)]
    fn run(self) -> Result<(), Failure> {
        let Collect { kernel, stored: raw, lanes, collected } = self;
        K::Groups::clear(&mut collected.columns);
        let mut counts = K::Groups::none();
        let mut total = None;
        for at in lanes {
            let (stored, groups, value) = kernel.lane(at)?;
            // SAFETY: a block writes at its own lanes only.
            unsafe { stored.write(raw, at) };
            groups.push(&mut collected.columns, &mut counts);
            total = Some(match total {
                None => value,
                Some(total) => kernel.combine(total, value)?,
            });
        }
        collected.counts = counts;
        collected.value = total;
        Ok(())
    }
}
