//! How deep a recursion may go.

use crate::failure::{Failure, Result, Values};

/// How many bytes of the stack a recursion may use: half of what Rust gives a thread.
const STACK: usize = 1 << 20;

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
        // A recursion stays in the thread in which it began.
        if self.beginning.abs_diff(stack()) > STACK {
            return Err(Failure::new(site, Values::Depth(self.depth)));
        }
        Ok(Recursion { depth: self.depth + 1, ..self })
    }
}

/// About where the stack is.
#[inline(always)]
fn stack() -> usize {
    let here = 0u8;
    std::ptr::from_ref(&here).addr()
}
