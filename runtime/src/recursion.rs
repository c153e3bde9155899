//! How deep a recursion may go.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cuda;
use crate::failure::{Failure, Result, Values};
use crate::threads::join_context;

/// How many bytes of the stack a recursion may use: half of what Rust gives a thread. Of larger
/// stacks, such as that of the main thread, it may use half as well.
const STACK: usize = 1 << 20;

/// How many bytes it may use at most: a stack may be as large as the memory.
const MOST: usize = 1 << 26;

/// How many bytes at the end of a thread's stack a recursion leaves alone: one level of it may begin
/// kernels, and code without optimisation has large frames. Half of smaller stacks.
const RESERVE: usize = 1 << 17;

/// How deep a recursion does things at the same time.
const PARALLEL: usize = 24;

/// How many elements there are in what a function is called with by host code, so that it pays to
/// run as host code.
pub const LARGE: usize = 1 << 11;

/// How many lanes of a device may be live at one level. Where each makes several calls and none comes to
/// an end, their number grows faster than the stack.
const MOST_LANES: usize = 1 << 28;

/// A recursion: how far down the stack of this thread it may go (stacks grow downwards wherever
/// Rust's threads run), and how deep it is.
#[derive(Clone, Copy)]
pub struct Recursion {
    lowest: usize,
    depth: usize,
}

impl Recursion {
    /// A recursion that begins here.
    #[inline(never)]
    pub fn start() -> Recursion {
        Recursion { lowest: lowest(), depth: 0 }
    }

    /// The next level.
    ///
    /// # Errors
    /// If the stack is used up.
    pub fn deeper(self, site: u32) -> Result<Recursion> {
        if stack() < self.lowest {
            return Err(Failure::new(site, Values::Depth(self.depth)));
        }
        Ok(Recursion { depth: self.depth + 1, ..self })
    }

    /// The next level, for so many lanes at the same time.
    ///
    /// # Errors
    /// If the stack is used up, or there are more lanes than any device has memory for.
    pub fn level(self, lanes: usize, site: u32) -> Result<Recursion> {
        if lanes > MOST_LANES {
            return Err(Failure::new(site, Values::Depth(self.depth)));
        }
        self.deeper(site)
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
        if self.depth >= PARALLEL || cuda::entered().is_some() {
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

/// What of the stack of a thread recursions may use.
#[derive(Clone, Copy)]
struct Share {
    /// Down to where.
    end: usize,
    /// How many bytes.
    size: usize,
}

/// How far down a recursion may go that begins here. Most begin with most of their stack before them;
/// threads with small stacks, and those that do something for others while they wait, have less.
fn lowest() -> usize {
    thread_local! { static SHARE: Cell<Option<Share>> = const { Cell::new(None) }; }
    let Share { end, size } = SHARE.get().unwrap_or_else(|| {
        let share = share_of_stack();
        SHARE.set(Some(share));
        share
    });
    end.max(stack().saturating_sub(size))
}

#[cfg(all(any(target_os = "linux", target_os = "macos"), not(miri)))]
fn share_of_stack() -> Share {
    match extent_of_stack() {
        Some((start, size)) => {
            Share { end: start + RESERVE.min(size / 2), size: (size / 2).clamp(STACK, MOST) }
        }
        None => Share { end: 0, size: STACK },
    }
}

/// Where it is not known, it is the size that Rust gives a thread.
#[cfg(any(not(any(target_os = "linux", target_os = "macos")), miri))]
fn share_of_stack() -> Share {
    let _ = RESERVE;
    Share { end: 0, size: STACK }
}

/// The lowest address of the stack of this thread, and how many bytes it has.
#[cfg(all(target_os = "linux", not(miri)))]
fn extent_of_stack() -> Option<(usize, usize)> {
    let mut attributes = std::mem::MaybeUninit::uninit();
    // SAFETY: the first call initialises the attributes unless it says otherwise; the second reads
    // them, and the third, which is their last use, frees what belongs to them.
    unsafe {
        if libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) != 0 {
            return None;
        }
        let (mut start, mut size) = (std::ptr::null_mut(), 0);
        let found = libc::pthread_attr_getstack(attributes.as_ptr(), &mut start, &mut size);
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        (found == 0).then_some((start.addr(), size))
    }
}

/// The lowest address of the stack of this thread, and how many bytes it has.
#[cfg(all(target_os = "macos", not(miri)))]
fn extent_of_stack() -> Option<(usize, usize)> {
    // SAFETY: the handle is that of the thread that asks, which is alive.
    let (end, size) = unsafe {
        let thread = libc::pthread_self();
        (libc::pthread_get_stackaddr_np(thread).addr(), libc::pthread_get_stacksize_np(thread))
    };
    Some((end.checked_sub(size)?, size))
}

/// About where the stack is.
#[inline(always)]
fn stack() -> usize {
    let here = 0u8;
    std::ptr::from_ref(&here).addr()
}
