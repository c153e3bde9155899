//! Rows that are long, of a lane of a kernel.

use crate::cores::nested::outside_of_chains;
use crate::cuda;
use crate::failure::Result;

/// Runs what a lane does with a row that is long, on this machine. Few are, so that it stays out of the
/// way of the lanes' loops.
///
/// # Errors
/// The failure of `run`; and one in a block of a chain, which is begun anew outside of the chain.
#[cold]
#[inline(never)]
pub fn long_row<T>(run: impl FnOnce() -> Result<T>) -> Result<T> {
    /// Ends what runs here, even if it panics.
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
