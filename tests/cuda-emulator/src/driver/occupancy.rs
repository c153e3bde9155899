//! The number of blocks of a kernel that a multiprocessor holds.

use super::device::{MULTIPROCESSORS, REGISTERS, capability};
use super::launch::{maximum_threads, registers_per_thread};
use super::state::Driver;
use super::{Handle, Status, driver_functions};
use crate::program::bytecode::Kernel;

/// Shared memory is given out in pieces of this many bytes.
const SHARED_UNIT: u32 = 256;

fn blocks(compute: (u32, u32), kernel: &Kernel, threads: u32, dynamic: usize) -> u32 {
    let limits = capability(compute);
    let warps = threads.div_ceil(32) * 32;
    let shared = u64::from(kernel.shared_size).saturating_add(dynamic as u64);
    let shared = shared.next_multiple_of(u64::from(SHARED_UNIT));
    if threads == 0 || threads > maximum_threads(kernel) {
        return 0;
    }
    let by_shared = match shared {
        0 => u64::from(limits.blocks),
        shared => u64::from(limits.shared << 10) / shared,
    };
    let by_threads = limits.threads / warps;
    let by_registers = REGISTERS / (warps * registers_per_thread(kernel));
    limits.blocks.min(by_threads).min(by_registers).min(by_shared as u32)
}

fn kernel_of(driver: &mut Driver, function: Handle) -> Result<((u32, u32), &Kernel), Status> {
    driver.current()?;
    let compute = driver.settings()?.compute;
    let found = driver.functions.get(&function).ok_or(Status::INVALID_HANDLE)?;
    Ok((compute, &found.kernel))
}

/// The dynamic shared memory that a block of a size needs, as the host says.
type SharedOfBlock = Option<unsafe extern "C" fn(i32) -> usize>;

/// The block that keeps most threads resident, and the blocks that fill the device.
fn best(
    driver: &mut Driver,
    function: Handle,
    shared_of_block: SharedOfBlock,
    dynamic: usize,
    limit: i32,
) -> Result<(i32, i32), Status> {
    let (compute, kernel) = kernel_of(driver, function)?;
    let most = maximum_threads(kernel);
    let most = if limit > 0 { most.min(limit as u32) } else { most };
    let candidates = (1..=most / 32).map(|warps| warps * 32).chain((most < 32).then_some(most));
    let resident = |threads: u32| {
        // SAFETY: the host's function takes the number of threads, as the API says.
        let dynamic = shared_of_block.map_or(dynamic, |of| unsafe { of(threads as i32) });
        let blocks = blocks(compute, kernel, threads, dynamic);
        (blocks * threads, threads, blocks)
    };
    let (_, threads, blocks) = candidates.map(resident).max().unwrap_or_default();
    Ok(((blocks * MULTIPROCESSORS) as i32, threads as i32))
}

fn multiprocessor(
    driver: &mut Driver,
    function: Handle,
    threads: i32,
    dynamic: usize,
) -> Result<i32, Status> {
    let (compute, kernel) = kernel_of(driver, function)?;
    let threads = u32::try_from(threads).map_err(|_| Status::INVALID_VALUE)?;
    Ok(blocks(compute, kernel, threads, dynamic) as i32)
}

driver_functions! {
    fn cuOccupancyMaxActiveBlocksPerMultiprocessor(
        out count: i32, value function: Handle, value threads: i32, value dynamic: usize,
    ) |driver| {
        count.set(multiprocessor(driver, function, threads, dynamic)?)
    }

    fn cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        out count: i32, value function: Handle, value threads: i32, value dynamic: usize,
        value _flags: u32,
    ) |driver| {
        count.set(multiprocessor(driver, function, threads, dynamic)?)
    }

    fn cuOccupancyMaxPotentialBlockSize(
        out grid: i32, out block: i32, value function: Handle, value shared_of_block: SharedOfBlock,
        value dynamic: usize, value limit: i32,
    ) |driver| {
        let (blocks, threads) = best(driver, function, shared_of_block, dynamic, limit)?;
        grid.set(blocks)?;
        block.set(threads)
    }

    fn cuOccupancyMaxPotentialBlockSizeWithFlags(
        out grid: i32, out block: i32, value function: Handle, value shared_of_block: SharedOfBlock,
        value dynamic: usize, value limit: i32, value _flags: u32,
    ) |driver| {
        let (blocks, threads) = best(driver, function, shared_of_block, dynamic, limit)?;
        grid.set(blocks)?;
        block.set(threads)
    }

    fn cuOccupancyAvailableDynamicSMemPerBlock(
        out bytes: usize, value function: Handle, value blocks: i32, value threads: i32,
    ) |driver| {
        let (compute, kernel) = kernel_of(driver, function)?;
        if blocks <= 0 || threads <= 0 {
            return Err(Status::INVALID_VALUE);
        }
        let limits = capability(compute);
        let each = (limits.shared << 10) / blocks as u32 / SHARED_UNIT * SHARED_UNIT;
        let each = each.min(limits.shared_per_block << 10);
        bytes.set(each.saturating_sub(kernel.shared_size) as usize)
    }
}
