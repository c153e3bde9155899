//! The one way to use memory without checks from outside of this crate: with a token that `unsafe` makes.
//!
//! Generated code reads and writes arrays at positions that nobody checks in release builds, since the
//! compiler has proven them. People who write such code by hand have to vouch for it. So nothing that leads
//! there can be had without a [`Proven`]: the views, buffers, kernels of devices and runs of drivers that
//! trust their callers are made of one, and values that are made from these need no other. The compiler
//! writes the `unsafe` that makes the token, with its reason beside it, once where a function is entered and
//! once where its kernels are.

/// Says that somebody vouches for the use of memory: it has no size, and costs nothing.
#[derive(Clone, Copy)]
pub struct Proven(());

impl Proven {
    /// The token for code that is sound for this reason.
    ///
    /// # Safety
    /// Of all values that are made with the token, and of those made from these:
    ///
    /// * positions are inside of the arrays that they are in, places inside of their rows, and no more
    ///   elements are offered than there is room for;
    /// * lanes of a kernel write to places of their own, and all of them together to all places;
    /// * lengths and shapes that are passed beside an array are its own, and offsets ascend from 0 to the
    ///   number of its elements;
    /// * code for a device does the work of the lanes of its kernel, and takes the arguments that these give.
    #[inline(always)]
    pub const unsafe fn that(_reason: &'static str) -> Proven {
        Proven(())
    }

    /// The token for code of this crate. The comment at each use says why the code there is sound, and nobody
    /// else gets the token from it.
    pub(crate) const HERE: Proven = Proven(());
}
