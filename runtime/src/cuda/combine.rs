//! Launches of combinations into arrays.

use super::driver;
use super::launch::{BLOCKS_OF_MULTIPROCESSOR, Launch, THREADS, blocks_of, planned};
use crate::cpu::combine::Combine;
use crate::cpu::stored::Stored;
use crate::failure::Result;
use crate::launch::Arguments;

/// How many bytes of shared memory a block has at least, on every device.
const MOST_BYTES_OF_BINS: usize = 48 << 10;

/// How many lanes there are at least for each bin of a block: every block combines all of its bins in
/// the end.
const LANES_OF_BIN: usize = 4;

/// Combines into columns of this length on the device of this thread. Says whether it did: not if
/// there is none, if the kernel has no code for it, or if a check failed.
///
/// # Errors
/// If the device fails, or memory is short.
pub fn combine<K: Combine>(
    site: u32,
    count: usize,
    columns: <K::Value as Stored>::Raw,
    length: usize,
    kernel: K,
) -> Result<bool> {
    let Some((code, count)) = planned(site, K::DEVICE, &[count])? else { return Ok(false) };
    let mut arguments = Arguments::default();
    kernel.arguments(&mut arguments);
    let mut width = 0;
    K::Value::columns(columns, &mut |data, size| {
        arguments.changed(data, size * length);
        width += size;
    });
    let mut launch = Launch::new(site, &arguments)?;
    let structure = launch.structure(&arguments);
    let (lanes, failed) = ((count as u64).to_ne_bytes(), launch.failed());
    let bins = length * width;
    if code.bins && bins <= MOST_BYTES_OF_BINS && count >= LANES_OF_BIN * length {
        let most = BLOCKS_OF_MULTIPROCESSOR * launch.check(driver::multiprocessors())?;
        let blocks = (count / (LANES_OF_BIN * length).max(THREADS)).clamp(1, most);
        let places = (length as u64).to_ne_bytes();
        let parameters: [&[u8]; 4] = [&structure, &lanes, &places, &failed];
        launch.run_with_shared(code, "_bins", (blocks, bins), &parameters)?;
    } else {
        launch.spread(code, "", blocks_of(count), &[&structure, &lanes, &failed])?;
    }
    launch.finish(&arguments)
}
