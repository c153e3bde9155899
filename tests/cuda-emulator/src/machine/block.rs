//! A block that is resident: its shared memory, barriers and warps.

use super::Checks;
use super::barrier::{self, Arrivals, BARRIERS};
use super::fault::{Fault, FaultKind, Result};
use super::grid::Launch;
use super::shared::SharedMemory;
use super::step;
use super::warp::Warp;
use crate::alu::WARP_SIZE;

/// The number of warp instructions that a warp executes before the next has its turn. Accesses that wait for
/// other threads cost more ([`step`]), so that loops around them end a turn soon.
const TURN: i64 = 4096;

/// The state that the warps of a block share.
pub struct BlockState {
    /// Its coordinates in the grid.
    pub index: [u32; 3],
    /// Its number in the grid.
    pub number: u32,
    /// Its threads.
    pub threads: u32,
    /// The number of threads that have ended.
    pub exited: u32,
    /// Its shared memory.
    pub shared: SharedMemory,
    /// Its barriers.
    pub barriers: [Arrivals; BARRIERS],
}

/// A resident block.
pub struct Block {
    /// The state that the warps share.
    pub state: BlockState,
    /// The warps.
    pub warps: Vec<Warp>,
}

impl Block {
    /// A block of a launch.
    pub fn new(launch: &Launch<'_>) -> Self {
        let threads: u32 = launch.shape.block.iter().product();
        let shared = launch.kernel.dynamic_shared_offset + launch.shape.dynamic_shared;
        let shared = shared.max(launch.kernel.shared_size);
        let warps = (0..threads.div_ceil(WARP_SIZE as u32))
            .map(|index| {
                let lanes = (threads - index * WARP_SIZE as u32).min(WARP_SIZE as u32);
                let present = ((1_u64 << lanes) - 1) as u32;
                Warp::new(launch.kernel, index, present)
            })
            .collect();
        let state = BlockState {
            index: [0; 3],
            number: 0,
            threads,
            exited: 0,
            shared: SharedMemory::new(shared as usize, launch.checks == Checks::All),
            barriers: [Arrivals::default(); BARRIERS],
        };
        Self { state, warps }
    }

    /// Makes it the block of this number.
    pub fn restart(&mut self, number: u32, grid: [u32; 3]) {
        self.state.number = number;
        self.state.index = super::special::thread_index(number, grid);
        self.state.exited = 0;
        self.state.shared.forget();
        self.state.barriers = [Arrivals::default(); BARRIERS];
        self.warps.iter_mut().for_each(Warp::restart);
    }

    /// Gives every warp a turn; says whether the block has ended.
    pub fn run(&mut self, launch: &mut Launch<'_>) -> Result<bool> {
        let mut progress = false;
        let mut alive = false;
        for index in 0..self.warps.len() {
            let warp = &mut self.warps[index];
            if warp.fragments.is_empty() {
                continue;
            }
            alive = true;
            progress |= step::run(launch, &mut self.state, warp, TURN)
                .map_err(|fault| launch.place(fault, &self.state, &self.warps[index]))?;
            progress |= barrier::open(launch, self)?;
            if launch.counts.warp_instructions > launch.instructions {
                return Err(timeout(launch, &self.state, &self.warps[index]));
            }
        }
        if alive && !progress {
            return Err(barrier::deadlock(launch, self));
        }
        Ok(!alive)
    }
}

/// The fault of a launch that does not end.
fn timeout(launch: &Launch<'_>, block: &BlockState, warp: &Warp) -> Box<Fault> {
    let most = launch.instructions;
    let message = format!("the launch executes more than {most} warp instructions");
    let fragment = warp.fragments.first();
    let lane = fragment.map_or(0, |fragment| fragment.lanes.trailing_zeros() as usize);
    let mut fault = Fault::new(FaultKind::Timeout, lane, message);
    fault.at = fragment.map(|fragment| fragment.at);
    launch.place(fault, block, warp)
}
