//! Scans: values combined from lane to lane.

use std::ops::Range;

use super::chain::{self, Chain};
use super::level;
use super::stored::Stored;
use crate::failure::Failure;

/// A kernel whose lanes give values that are combined from lane to lane, and then go on with
/// what has been combined up to them.
pub trait Scan: Copy + Sync {
    /// What is combined.
    type Value: Copy + Send;
    /// What a lane keeps for later.
    type Kept: Copy + Send;
    /// What a lane stores.
    type Stored: Stored;
    /// What lanes give to be reduced.
    type Reduced: Copy + Send;
    /// What a lane costs, in additions.
    fn cost(self) -> usize;
    /// Computes a lane up to its value.
    ///
    /// # Errors
    /// If the user's program fails there.
    fn before(self, at: usize) -> Result<(Self::Kept, Self::Value), Failure>;
    /// Combines two values, the left one first.
    ///
    /// # Errors
    /// If the user's operator fails.
    fn combine(self, a: Self::Value, b: Self::Value) -> Result<Self::Value, Failure>;
    /// Computes the rest of a lane, from what was combined before it and with it.
    ///
    /// # Errors
    /// If the user's program fails there.
    fn after(
        self,
        at: usize,
        kept: Self::Kept,
        before: Self::Value,
        with: Self::Value,
    ) -> Result<(Self::Stored, Self::Reduced), Failure>;
    /// Combines what lanes give to be reduced.
    ///
    /// # Errors
    /// If the user's operator fails.
    fn reduce(self, a: Self::Reduced, b: Self::Reduced) -> Result<Self::Reduced, Failure>;
}

/// What a scan gives: what its lanes stored, and what they gave to be reduced, combined.
pub type Scanned<K> = (<<K as Scan>::Stored as Stored>::Buffers, <K as Scan>::Reduced);

/// Runs a scan over `count` lanes, from an initial state: what the lanes store, and what they
/// give to be reduced, combined after an initial value.
///
/// # Errors
/// If the user's program fails, or memory is short.
pub fn scan<K: Scan>(
    site: u32,
    count: usize,
    state: K::Value,
    initial: K::Reduced,
    kernel: K,
) -> Result<Scanned<K>, Failure> {
    let mut buffers = K::Stored::reserve(site, count)?;
    let raw = K::Stored::spare(&mut buffers);
    let scanning = Scanning { kernel, raw };
    let (_, reduced) = chain::run(count, kernel.cost() + 4, state, &scanning)?;
    // SAFETY: every lane of every block has stored at its own place.
    unsafe { K::Stored::filled(&mut buffers, count) };
    let total =
        reduced.into_iter().try_fold(initial, |total, value| kernel.reduce(total, value))?;
    Ok((buffers, total))
}

/// A scan as a chain: blocks compute their values and what they combine to, wait for what comes
/// before them, and then run through their values once more.
struct Scanning<K: Scan> {
    kernel: K,
    raw: <K::Stored as Stored>::Raw,
}

/// The values of a block.
struct Values<K: Scan> {
    lanes: Vec<(K::Kept, K::Value)>,
    total: Option<K::Value>,
}

impl<K: Scan> Chain for Scanning<K> {
    type State = K::Value;
    type Scratch = Values<K>;
    type Output = K::Reduced;

    fn scratch(&self) -> Values<K> {
        Values { lanes: Vec::new(), total: None }
    }

    fn begin(&self, lanes: Range<usize>, values: &mut Values<K>) -> Result<(), Failure> {
        level::run(Begin { kernel: self.kernel, lanes, values })
    }

    fn pass(&self, state: K::Value, values: &Values<K>) -> Result<K::Value, Failure> {
        match values.total {
            Some(total) => self.kernel.combine(state, total),
            None => Ok(state),
        }
    }

    fn finish(
        &self,
        lanes: Range<usize>,
        state: K::Value,
        values: &mut Values<K>,
    ) -> Result<K::Reduced, Failure> {
        let Scanning { kernel, raw } = *self;
        level::run(Finish { kernel, raw, lanes, state, values })
    }
}

/// The first part of a block.
struct Begin<'v, K: Scan> {
    kernel: K,
    lanes: Range<usize>,
    values: &'v mut Values<K>,
}

impl<K: Scan> level::Task for Begin<'_, K> {
    type Output = Result<(), Failure>;

    #[inline(always)]
    fn run(self) -> Result<(), Failure> {
        let Begin { kernel, lanes, values } = self;
        values.lanes.clear();
        values.lanes.reserve(lanes.len());
        let mut total = None;
        for at in lanes {
            let (kept, value) = kernel.before(at)?;
            values.lanes.push((kept, value));
            total = Some(match total {
                None => value,
                Some(total) => kernel.combine(total, value)?,
            });
        }
        values.total = total;
        Ok(())
    }
}

/// The second part of a block.
struct Finish<'v, K: Scan> {
    kernel: K,
    raw: <K::Stored as Stored>::Raw,
    lanes: Range<usize>,
    state: K::Value,
    values: &'v Values<K>,
}

impl<K: Scan> level::Task for Finish<'_, K> {
    type Output = Result<K::Reduced, Failure>;

    #[inline(always)]
    fn run(self) -> Result<K::Reduced, Failure> {
        let Finish { kernel, raw, lanes, mut state, values } = self;
        let mut reduced = None;
        for (at, (kept, value)) in lanes.zip(&values.lanes) {
            let with = kernel.combine(state, *value)?;
            let (stored, given) = kernel.after(at, *kept, state, with)?;
            state = with;
            // SAFETY: a block writes at its own lanes only.
            unsafe { stored.write(raw, at) };
            reduced = Some(match reduced {
                None => given,
                Some(reduced) => kernel.reduce(reduced, given)?,
            });
        }
        match reduced {
            Some(reduced) => Ok(reduced),
            None => unreachable!("a block has lanes"),
        }
    }
}
