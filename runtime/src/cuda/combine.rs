//! Launches of combinations into arrays.

use super::launch::{Launch, blocks_of, planned};
use crate::cpu::combine::Combine;
use crate::cpu::stored::Stored;
use crate::failure::Result;
use crate::launch::Arguments;

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
    K::Value::columns(columns, &mut |data, size| arguments.changed(data, size * length));
    let mut launch = Launch::new(site, &arguments)?;
    let structure = launch.structure(&arguments);
    let (lanes, failed) = ((count as u64).to_ne_bytes(), launch.failed());
    launch.spread(code, "", blocks_of(count), &[&structure, &lanes, &failed])?;
    launch.finish(&arguments)
}
