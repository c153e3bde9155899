//! A kernel ends early where a lane fails: lanes behind that lane are not begun any more. The work before
//! that lane goes on, since the first lane that fails counts.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::failure::{Failure, Result, Values};

/// A function that runs a block of lanes. The drivers that share blocks have no type parameter for it: they
/// would be compiled anew for each kernel.
pub(super) type Run<'a, R> = &'a (dyn Fn(Range<usize>) -> Result<R> + Sync);

/// The lane at which the work of a kernel ends: behind the first lane that has failed so far.
pub(super) struct Ending(AtomicUsize);

impl Ending {
    /// No lane has failed.
    pub(super) fn new() -> Ending {
        Ending(AtomicUsize::new(usize::MAX))
    }

    /// Returns true if work that begins at `lane` lies behind a lane that failed.
    pub(super) fn is_before(&self, lane: usize) -> bool {
        self.0.load(Ordering::Relaxed) < lane
    }

    /// Returns true if a lane has failed.
    pub(super) fn has_come(&self) -> bool {
        self.0.load(Ordering::Relaxed) != usize::MAX
    }

    /// Some lanes, the first of which is this one, have failed.
    pub(super) fn fail(&self, lane: usize) {
        self.0.fetch_min(lane, Ordering::Relaxed);
    }

    /// Runs some lanes, unless there is a failure before them.
    ///
    /// # Errors
    /// The failure of the lanes; one that nobody sees if they are not run, as the failure before them counts.
    pub(super) fn run<R>(&self, lanes: Range<usize>, run: Run<'_, R>) -> Result<R> {
        let first = lanes.start;
        if self.is_before(first) {
            return Err(Failure::new(u32::MAX, Values::None));
        }
        let result = run(lanes);
        if result.is_err() {
            self.fail(first);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_behind_is_left_out() {
        let ending = Ending::new();
        let ran = AtomicUsize::new(0);
        let run = |lanes: Range<usize>| {
            ran.fetch_add(1, Ordering::Relaxed);
            match lanes.contains(&7) || lanes.contains(&25) {
                true => Err(Failure::new(0, Values::None)),
                false => Ok(()),
            }
        };
        let mut at = |start: usize| {
            let before = ran.load(Ordering::Relaxed);
            let failed = ending.run(start..start + 10, &run).is_err();
            (ran.load(Ordering::Relaxed) - before, failed)
        };
        assert_eq!(
            [30, 20, 30, 10, 0, 10].map(&mut at),
            [(1, false), (1, true), (0, true), (1, false), (1, true), (0, true)]
        );
        assert!(ending.has_come());
    }
}
