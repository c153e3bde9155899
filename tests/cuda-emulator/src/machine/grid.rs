//! Runs the blocks of a launch.

use super::Checks;
use super::block::{Block, BlockState};
use super::counts::Counts;
use super::fault::{Fault, Result};
use super::warp::Warp;
use crate::alu::WARP_SIZE;
use crate::memory::{BlockTimes, DeviceMemory};
use crate::program::bytecode::Kernel;
use std::collections::BTreeSet;

/// The number of blocks that take turns. A block that waits for a later one than that never ends, as on
/// hardware with as few multiprocessors.
const RESIDENT_BLOCKS: usize = 128;

/// The sizes of a launch.
#[derive(Clone, Copy, Debug)]
pub struct LaunchShape {
    /// Blocks along each axis.
    pub grid: [u32; 3],
    /// Threads along each axis of a block.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u32,
}

/// A launch that is running.
pub struct Launch<'a> {
    /// The kernel that runs.
    pub kernel: &'a Kernel,
    /// The sizes.
    pub shape: LaunchShape,
    /// The parameter buffer.
    pub parameters: &'a [u8],
    /// The memory of the device.
    pub memory: &'a mut DeviceMemory,
    /// The checks that are made.
    pub checks: Checks,
    /// The most warp instructions that it may execute.
    pub instructions: u64,
    /// True if races between blocks are looked for.
    pub tracks_races: bool,
    /// The costs of the launch so far.
    pub counts: Counts,
    /// The times at which blocks executed fences.
    pub times: BlockTimes,
    /// For each instruction, the slot of the allocation that it last accessed.
    pub found: Vec<usize>,
    /// The slots of all allocations that it accessed, and whether it changed something there.
    pub touched: BTreeSet<(usize, bool)>,
    /// The launch's number.
    pub number: u32,
}

impl Launch<'_> {
    /// Adds to a fault where it happened.
    pub fn place(&self, mut fault: Box<Fault>, block: &BlockState, warp: &Warp) -> Box<Fault> {
        if fault.thread.is_none() {
            let lane = fault.lane.unwrap_or(0) as u32;
            let thread = warp.index * WARP_SIZE as u32 + lane;
            let thread = super::special::thread_index(thread, self.shape.block);
            fault.thread = Some((block.index, thread));
        }
        fault
    }
}

/// Runs a kernel over a grid. Returns its costs, also if it faults, and the slots of the allocations that it
/// accessed, with whether it changed them.
pub fn launch(
    kernel: &Kernel,
    shape: LaunchShape,
    parameters: &[u8],
    memory: &mut DeviceMemory,
    checks: Checks,
    instructions: u64,
    number: u32,
) -> (Counts, BTreeSet<(usize, bool)>, Result<()>) {
    let blocks = shape.grid.iter().map(|size| *size as usize).product();
    let tracked = checks == Checks::All && blocks > 1;
    let mut launch = Launch {
        kernel,
        shape,
        parameters,
        memory,
        checks,
        instructions,
        tracks_races: tracked,
        counts: Counts { launches: 1, ..Counts::default() },
        times: BlockTimes::new(number, if tracked { blocks } else { 0 }),
        found: vec![usize::MAX; kernel.instructions.len()],
        touched: BTreeSet::new(),
        number,
    };
    let result = run(&mut launch, blocks);
    (launch.counts, launch.touched, result)
}

fn run(launch: &mut Launch<'_>, blocks: usize) -> Result<()> {
    let mut resident: Vec<Block> = Vec::new();
    let mut idle: Vec<Block> = Vec::new();
    let mut started = 0;
    while started < blocks || !resident.is_empty() {
        // A block that ends in its first turns needs no company.
        if started < blocks && resident.len() < RESIDENT_BLOCKS {
            let mut block = idle.pop().unwrap_or_else(|| Block::new(launch));
            block.restart(started as u32, launch.shape.grid);
            started += 1;
            resident.push(block);
        }
        let mut index = 0;
        while index < resident.len() {
            if resident[index].run(launch)? {
                idle.push(resident.remove(index));
            } else {
                index += 1;
            }
        }
    }
    Ok(())
}
