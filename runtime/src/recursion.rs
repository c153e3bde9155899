//! Limits the depth of recursions.

#[cfg(target_os = "linux")]
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cuda;
use crate::failure::{Failure, Result, Values};
use crate::stack;
use crate::threads::join_context;

/// The bytes that a recursion counts on that a stack has left: as many as Rust gives a thread. It uses half
/// of them, as threads do something for others while they wait. On another stack, of this size, it goes on
/// when the one before is used up.
const STACK: usize = 1 << 21;

/// The least number of bytes of a stack that it leaves alone: one level may begin kernels, and code without
/// optimisation has large frames.
const RESERVE: usize = 1 << 17;

/// The largest number of other stacks on which a recursion may go on.
const MOST_STACKS: u64 = 48;

/// The depth up to which a recursion does things at the same time.
const PARALLEL: usize = 24;

/// The number of elements of the arguments, in a call from host code, from which on it pays to run a function
/// as host code.
pub const LARGE: usize = 1 << 11;

/// The largest number of lanes of a device that may be live at one level. If each makes several calls and
/// none comes to an end, their number grows faster than the stack.
const MOST_LANES: usize = 1 << 28;

/// A recursion: how far down the stack of this thread it may go (stacks grow downwards wherever Rust's
/// threads run), and the levels that lie behind it. Two numbers, as functions get these in registers.
#[derive(Clone, Copy)]
pub struct Recursion {
    lowest: usize,
    /// The number of levels, plus `ANOTHER_STACK` times the number of other stacks.
    behind: u64,
}

/// More levels than any stack has room for.
const ANOTHER_STACK: u64 = 1 << 48;

impl Recursion {
    /// A recursion that begins here.
    #[inline(never)]
    pub fn start() -> Recursion {
        Recursion { lowest: lowest(), behind: 0 }
    }

    fn depth(self) -> usize {
        (self.behind % ANOTHER_STACK) as usize
    }

    /// Goes on with the next level, on another stack if this one is used up.
    ///
    /// # Errors
    /// The failure of the level, or one that says that the recursion may not go on with another stack.
    #[inline(always)]
    pub fn deeper<R>(self, site: u32, level: impl FnOnce(Recursion) -> Result<R>) -> Result<R> {
        if stack::address() < self.lowest {
            return self.on_another_stack(site, level);
        }
        level(Recursion { behind: self.behind + 1, ..self })
    }

    /// Goes on with the next level, for so many lanes at the same time.
    ///
    /// # Errors
    /// The failure of the level, or one that says that the recursion may not go on with another stack, or
    /// that there are more lanes than any device has memory for.
    pub fn level<R>(
        self,
        lanes: usize,
        site: u32,
        level: impl FnOnce(Recursion) -> Result<R>,
    ) -> Result<R> {
        if lanes > MOST_LANES {
            return Err(Failure::new(site, Values::Depth(self.depth())));
        }
        self.deeper(site, level)
    }

    #[cold]
    #[inline(never)]
    fn on_another_stack<R>(
        self,
        site: u32,
        level: impl FnOnce(Recursion) -> Result<R>,
    ) -> Result<R> {
        let too_deep = || Failure::new(site, Values::Depth(self.depth()));
        // To ask takes as long as many levels, and lanes may come here one after the other.
        let stacks = self.behind / ANOTHER_STACK;
        if stacks == MOST_STACKS || stacks > 0 && has_much_memory() {
            return Err(too_deep());
        }
        let deeper =
            || level(Recursion { lowest: lowest(), behind: self.behind + ANOTHER_STACK + 1 });
        stack::on_another(STACK, deeper).unwrap_or_else(|| Err(too_deep()))
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
        // Kernels of a device run one after the other, on the thread that has entered it.
        if self.depth() >= PARALLEL || cuda::entered().is_some() {
            return Ok((first(self)?, second(self)?));
        }
        // Another thread has a stack of its own.
        let here = |migrated| match migrated {
            true => Recursion { lowest: lowest(), ..self },
            false => self,
        };
        // A recursion that never ends would otherwise fail in every branch.
        let failed = AtomicBool::new(false);
        let (a, b) = join_context(
            |migrated| {
                let result = first(here(migrated));
                failed.store(result.is_err(), Ordering::Relaxed);
                result
            },
            |migrated| {
                let skipped = failed.load(Ordering::Relaxed);
                (!skipped).then(|| second(here(migrated)))
            },
        );
        let a = a?;
        let Some(b) = b else { unreachable!("the second is left out only where the first fails") };
        Ok((a, b?))
    }
}

/// Returns the lowest address of the stack to which a recursion may go that begins here.
fn lowest() -> usize {
    // Miri has no stack in memory: its locals lie anywhere.
    if cfg!(miri) {
        return 0;
    }
    let left = stack::remaining().map_or(STACK, |left| left.min(STACK));
    (stack::address() + RESERVE.max(left / 2)).saturating_sub(left)
}

/// Returns true if the process has much of the machine's memory. A recursion that never ends keeps arrays of
/// every level, of which thousands fit on a stack; it should come to an end before the memory does.
#[cfg(target_os = "linux")]
fn has_much_memory() -> bool {
    static ALL: LazyLock<Option<u64>> = LazyLock::new(|| kibibytes("/proc/meminfo", "MemTotal:"));
    let own = kibibytes("/proc/self/status", "VmRSS:");
    matches!((own, *ALL), (Some(own), Some(all)) if own > all / 4)
}

#[cfg(not(target_os = "linux"))]
fn has_much_memory() -> bool {
    false
}

/// The number behind a name in a file of the system.
#[cfg(target_os = "linux")]
fn kibibytes(file: &str, name: &str) -> Option<u64> {
    let lines = std::fs::read_to_string(file).ok()?;
    let line = lines.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}
