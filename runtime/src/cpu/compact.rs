//! Compactions: the values of the lanes that are kept, in order.

use std::ops::Range;

use super::level::{self, Level};
use super::pack::PACK;
use super::stored::Stored;
use super::{chain, parts};
use crate::failure::Result;
use crate::launch::{Arguments, DeviceKernel};
use crate::view::View;

pub use super::groups::{Groups, Keep};

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

    /// Where the row begins that each lane goes through, and behind them where the last one ends, if the
    /// rows follow each other.
    #[inline(always)]
    fn offsets(&self) -> Option<View<'_, usize>> {
        None
    }

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
    let raw = K::Stored::spare(&mut stored);
    let cost = kernel.cost() + 4;
    let (kept, values) =
        parts::collect(site, count, cost, kernel.offsets(), &|lanes: Range<usize>, part| {
            let kept = K::Groups::room_of(part, site, lanes.len())?;
            let (counts, value) = level::run(Collect { kernel, stored: raw, kept, lanes })?;
            // SAFETY: the block has written them.
            unsafe { K::Groups::collected(part, counts) };
            Ok(value)
        })?;
    let total = chain::total(
        initial,
        &values,
        |initial, value| kernel.start(initial, value),
        |a, b| kernel.combine(a, b),
    )?;
    // SAFETY: every lane has stored at its own place.
    unsafe { K::Stored::filled(&mut stored, count) };
    Ok((stored, kept, total))
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
    fn run(self, level: Level) -> Self::Output {
        let Collect { kernel, stored: raw, kept, lanes } = self;
        let mut counts = K::Groups::none();
        let mut total = None;
        let packs = if level == Level::Baseline { 0 } else { lanes.len() / PACK };
        for first in (0..packs).map(|number| lanes.start + number * PACK) {
            let mut pack = K::Groups::pack();
            for lane in 0..PACK {
                let (stored, groups, value) = attempt!(kernel.lane(first + lane));
                // SAFETY: a block writes at its own lanes only.
                unsafe { stored.write(raw, first + lane) };
                groups.put(&mut pack, lane);
                total = Some(attempt!(added(kernel, total, value)));
            }
            // SAFETY: a block has room for a value of every lane; the level is the machine's.
            unsafe { K::Groups::keep(&pack, kept, &mut counts, level) };
        }
        for at in lanes.start + packs * PACK..lanes.end {
            let (stored, groups, value) = attempt!(kernel.lane(at));
            // SAFETY: as above.
            unsafe {
                stored.write(raw, at);
                groups.push(kept, &mut counts);
            }
            total = Some(attempt!(added(kernel, total, value)));
        }
        match total {
            Some(total) => Ok((counts, total)),
            None => unreachable!("a block has lanes"),
        }
    }
}

/// What lanes give, with what the next one gives.
#[inline(always)]
fn added<K: Compact>(kernel: K, total: Option<K::Value>, value: K::Value) -> Result<K::Value> {
    match total {
        None => Ok(value),
        Some(total) => kernel.combine(total, value),
    }
}

#[cfg(test)]
mod tests {
    use super::level::Task;
    use super::*;
    use crate::failure::{Failure, Values};

    /// Stores, keeps in two groups, sums, and fails at a lane.
    #[derive(Clone, Copy)]
    struct Kernel {
        failing: usize,
    }

    impl Compact for Kernel {
        type Stored = u32;
        type Groups = (Keep<u64>, Keep<(u32, bool)>);
        type Value = u64;

        fn cost(self) -> usize {
            1
        }

        #[inline(always)]
        fn lane(self, at: usize) -> Result<Lane<Self>> {
            if at == self.failing {
                return Err(Failure::new(at as u32, Values::Depth(at)));
            }
            let x = (at as u32).wrapping_mul(0x9e37_79b1) >> 5;
            Ok((x, (Keep(x % 3 < 2, x.into()), Keep(x % 2 < 1, (x, x % 5 > 3))), x.into()))
        }

        #[inline(always)]
        fn combine(self, a: u64, b: u64) -> Result<u64> {
            Ok(a.wrapping_mul(31).wrapping_add(b))
        }
    }

    type Columns = (Vec<u32>, Vec<u64>, Vec<u32>, Vec<bool>, u64);

    fn collected(lanes: Range<usize>, level: Level) -> Option<Columns> {
        let (Ok(mut stored), Ok(mut room)) =
            (u32::reserve(0, lanes.end), <Kernel as Compact>::Groups::reserve(0, lanes.len()))
        else {
            unreachable!("there is memory for so few")
        };
        (0..lanes.end).for_each(|_| stored.push(0));
        let raw = u32::raw(&mut stored);
        let kept = <Kernel as Compact>::Groups::spare(&mut room);
        let block = Collect { kernel: Kernel { failing: 300 }, stored: raw, kept, lanes };
        let (counts, total) = block.run(level).ok()?;
        // SAFETY: the block has written them.
        unsafe { <Kernel as Compact>::Groups::filled(&mut room, counts) };
        let ((_, a), (_, (b, c))) = room;
        Some((stored.into_vec(), a.into_vec(), b.into_vec(), c.into_vec(), total))
    }

    #[test]
    fn levels_collect_the_same() {
        for lanes in [0..1, 5..21, 0..32, 7..100, 50..299, 200..301, 299..340] {
            let wanted = collected(lanes.clone(), Level::Baseline);
            assert_eq!(wanted.is_none(), lanes.contains(&300));
            for level in [Level::Avx2, Level::Avx512] {
                if level <= level::detected() {
                    assert_eq!(collected(lanes.clone(), level), wanted, "{lanes:?}, {level:?}");
                }
            }
        }
    }
}
