//! Rows that are long, of a lane of a kernel.

use crate::cores::nested::outside_of_chains;
use crate::cuda;
use crate::failure::Result;

/// Runs the work of a lane on a long row, on this machine. Few rows are long, so this function stays out of the
/// way of the lanes' loops.
///
/// # Errors
/// The failure of `run`. In a block of a chain, a failure that nobody sees: the chain runs the block again, outside
/// of the chain.
#[cold]
#[inline(never)]
pub fn long_row<T>(run: impl FnOnce() -> Result<T>) -> Result<T> {
    /// Ends the call, even if `run` panics.
    struct End(cuda::Call);

    impl Drop for End {
        fn drop(&mut self) {
            cuda::end(self.0);
        }
    }

    outside_of_chains()?;
    let _end = End(cuda::begin(None));
    run()
}
