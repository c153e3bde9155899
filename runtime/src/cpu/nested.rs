//! Parallel work that a lane does: over a row that is long, and where it sorts many elements.
//!
//! A thread that waits for such work takes up other work meanwhile. In a chain (`chain`) that could
//! be a later block, which would wait for the one below it, for ever. So in a block of a chain
//! nothing of the kind is done: the lane gives up, and the chain begins the block anew where it may
//! take its time.

use std::cell::Cell;

use crate::failure::{Failure, Result, Values};

thread_local! {
    /// The kind of work that this thread runs.
    static RUNS: Cell<Runs> = const { Cell::new(Runs::Other) };
}

/// The kind of work that a thread runs.
#[derive(Clone, Copy, PartialEq)]
enum Runs {
    /// A block of a chain.
    Block,
    /// A block of a chain, a lane of which has given up.
    Nested,
    /// Something else.
    Other,
}

/// Lets a lane give up if it is one of a block of a chain.
///
/// # Errors
/// If the thread is in a block of a chain.
pub(crate) fn outside_of_chains() -> Result<()> {
    if RUNS.get() == Runs::Other {
        return Ok(());
    }
    RUNS.set(Runs::Nested);
    Err(Failure::new(u32::MAX, Values::None))
}

/// Runs lanes of a block of a chain; gives nothing if one of them has parallel work to do.
pub(super) fn in_chain<T>(run: impl FnOnce() -> Result<T>) -> Option<Result<T>> {
    /// The kind of work that the thread goes back to, even if the lanes panic.
    struct Afterwards(Runs);

    impl Drop for Afterwards {
        fn drop(&mut self) {
            RUNS.set(self.0);
        }
    }

    let _afterwards = Afterwards(RUNS.replace(Runs::Block));
    let result = run();
    (RUNS.get() != Runs::Nested).then_some(result)
}
