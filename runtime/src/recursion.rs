//! How deep a recursion may go.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::{Failure, Result, Values};

/// How many bytes of the stack a recursion may use: half of what Rust gives a thread.
const STACK: usize = 1 << 20;

/// How deep a recursion does things at the same time.
const PARALLEL: usize = 24;

/// How many elements there are in what a function is called with by host code, so that it pays to
/// run as host code.
pub const LARGE: usize = 1 << 11;

/// A recursion: where on the stack it began, and how deep it is.
#[derive(Clone, Copy)]
pub struct Recursion {
    beginning: usize,
    depth: usize,
}

impl Recursion {
    /// A recursion that begins here.
    #[inline(never)]
    pub fn start() -> Recursion {
        Recursion { beginning: stack(), depth: 0 }
    }

    /// The next level.
    ///
    /// # Errors
    /// If the stack is used up.
    pub fn deeper(self, site: u32) -> Result<Recursion> {
        // It began in this thread, or has come to it since.
        if self.beginning.abs_diff(stack()) > STACK {
            return Err(Failure::new(site, Values::Depth(self.depth)));
        }
        Ok(Recursion { depth: self.depth + 1, ..self })
    }

    /// Does two things that may go deeper, at the same time where that pays: not far down, where
    /// there is enough to do at the same time already.
    ///
    /// # Errors
    /// The failure of the first one, or else of the second.
    pub fn both<A: Send, B: Send>(
        self,
        first: impl FnOnce(Recursion) -> Result<A> + Send,
        second: impl FnOnce(Recursion) -> Result<B> + Send,
    ) -> Result<(A, B)> {
        if self.depth >= PARALLEL {
            return Ok((first(self)?, second(self)?));
        }
        // Another thread has a stack of its own.
        let here = |migrated| match migrated {
            true => Recursion { beginning: stack(), ..self },
            false => self,
        };
        // A recursion that never ends would otherwise fail in every branch.
        let failed = AtomicBool::new(false);
        let (a, b) = rayon::join_context(
            |context| {
                let result = first(here(context.migrated()));
                failed.store(result.is_err(), Ordering::Relaxed);
                result
            },
            |context| {
                let skipped = failed.load(Ordering::Relaxed);
                (!skipped).then(|| second(here(context.migrated())))
            },
        );
        let a = a?;
        let Some(b) = b else { unreachable!("the second is left out only where the first fails") };
        Ok((a, b?))
    }
}

/// About where the stack is.
#[inline(always)]
fn stack() -> usize {
    let here = 0u8;
    std::ptr::from_ref(&here).addr()
}
