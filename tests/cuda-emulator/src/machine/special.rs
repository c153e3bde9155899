//! The values of special registers.

use super::block::BlockState;
use super::grid::Launch;
use super::warp::Warp;
use crate::alu::{Lanes, WARP_SIZE};
use crate::program::bytecode::{SpecialRegister, uniform};

/// Returns the value of a special register in each lane of a warp.
pub fn value(
    launch: &Launch<'_>,
    block: &BlockState,
    warp: &Warp,
    which: SpecialRegister,
) -> Lanes {
    let lanes = |f: fn(u64) -> u64| std::array::from_fn(|lane| f(lane as u64));
    let size = launch.shape.block;
    uniform(match which {
        SpecialRegister::ThreadIndex(axis) => {
            return std::array::from_fn(|lane| {
                let thread = warp.index * WARP_SIZE as u32 + lane as u32;
                u64::from(thread_index(thread, size)[axis])
            });
        }
        SpecialRegister::Lane => return lanes(|lane| lane),
        SpecialRegister::LanesEqual => return lanes(|lane| 1 << lane),
        SpecialRegister::LanesLess => return lanes(|lane| (1 << lane) - 1),
        SpecialRegister::LanesLessEqual => return lanes(|lane| (2 << lane) - 1),
        SpecialRegister::LanesGreater => return lanes(|lane| 0xffff_ffff & !((2 << lane) - 1)),
        SpecialRegister::LanesGreaterEqual => {
            return lanes(|lane| 0xffff_ffff & !((1 << lane) - 1));
        }
        SpecialRegister::BlockSize(axis) => u64::from(size[axis]),
        SpecialRegister::BlockIndex(axis) => u64::from(block.index[axis]),
        SpecialRegister::GridSize(axis) => u64::from(launch.shape.grid[axis]),
        SpecialRegister::Warp => u64::from(warp.index),
        SpecialRegister::WarpsPerBlock => {
            u64::from(size.iter().product::<u32>()).div_ceil(WARP_SIZE as u64)
        }
        SpecialRegister::Multiprocessor => 0,
        SpecialRegister::Multiprocessors => 1,
        SpecialRegister::GridIdentity => u64::from(launch.number),
        // Time is counted in instructions, so that runs repeat exactly.
        SpecialRegister::Clock | SpecialRegister::GlobalTimer => launch.counts.warp_instructions,
        SpecialRegister::ClockHigh | SpecialRegister::GlobalTimerHigh => {
            launch.counts.warp_instructions >> 32
        }
        SpecialRegister::DynamicSharedSize => u64::from(launch.shape.dynamic_shared),
        SpecialRegister::TotalSharedSize => {
            u64::from(launch.kernel.dynamic_shared_offset + launch.shape.dynamic_shared)
        }
        SpecialRegister::Environment => 0,
    })
}

/// A thread's coordinates from its number in the block.
pub fn thread_index(thread: u32, size: [u32; 3]) -> [u32; 3] {
    [thread % size[0], thread / size[0] % size[1], thread / (size[0] * size[1])]
}
