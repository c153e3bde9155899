//! The barriers of a block.

use super::Checks;
use super::block::{Block, BlockState};
use super::fault::{Fault, FaultKind, Result, lanes_in_words};
use super::grid::Launch;
use super::warp::{Fragment, Waiting, Warp};
use crate::alu::{Mask, WARP_SIZE, lanes_of};
use crate::program::bytecode::{Barrier, BarrierReduction, Operation, uniform};

/// The number of barriers of a block.
pub const BARRIERS: usize = 16;

/// The threads that have arrived at a barrier so far.
#[derive(Clone, Copy, Default)]
pub struct Arrivals {
    /// The number of threads that have come.
    count: u32,
    /// The number of threads the barrier was told to wait for; zero for all of the block.
    expected: u32,
    /// The number of these threads that have the predicate of the reduction.
    holding: u32,
    /// The number of threads that take part in the reduction.
    reducing: u32,
}

impl Arrivals {
    /// Returns true if all threads have come.
    fn complete(&self, block: &BlockState, checks: Checks) -> bool {
        // Hardware does not wait for threads that have ended; that they have is an error.
        let all = if checks == Checks::All { block.threads } else { block.threads - block.exited };
        let expected = if self.expected == 0 { all } else { self.expected };
        self.count > 0 && self.count >= expected
    }
}

/// Notes that lanes have arrived; gives the number of the barrier.
pub fn arrive(
    launch: &Launch<'_>,
    block: &mut BlockState,
    warp: &Warp,
    barrier: &Barrier,
    lanes: Mask,
) -> Result<u32> {
    let first = lanes.trailing_zeros() as usize;
    let value = |source| warp.source(launch.kernel, source)[first];
    let index = value(barrier.index);
    let Some(arrivals) = block.barriers.get_mut(index as usize) else {
        let message = format!("there is no barrier {index}");
        return Err(Fault::new(FaultKind::Synchronisation, first, message));
    };
    arrivals.count += lanes.count_ones();
    if let Some(threads) = barrier.threads {
        arrivals.expected = value(threads) as u32;
    }
    if let Some(reduction) = &barrier.reduction {
        let (BarrierReduction::Count(_, predicate)
        | BarrierReduction::And(_, predicate)
        | BarrierReduction::Or(_, predicate)) = *reduction;
        arrivals.holding += (warp.predicate(predicate) & lanes).count_ones();
        arrivals.reducing += lanes.count_ones();
    }
    Ok(index as u32)
}

/// Opens the barriers at which all have arrived; says whether there were any.
pub fn open(launch: &Launch<'_>, block: &mut Block) -> Result<bool> {
    let mut opened = false;
    for number in 0..BARRIERS {
        let arrivals = block.state.barriers[number];
        if !arrivals.complete(&block.state, launch.checks) {
            continue;
        }
        opened = true;
        block.state.barriers[number] = Arrivals::default();
        block.state.shared.pass_barrier();
        for warp in &mut block.warps {
            release(launch, warp, number as u32, &arrivals)
                .map_err(|fault| launch.place(fault, &block.state, warp))?;
        }
    }
    Ok(opened)
}

fn release(launch: &Launch<'_>, warp: &mut Warp, number: u32, arrivals: &Arrivals) -> Result<()> {
    let waiting = |fragment: &Fragment| fragment.waiting == Waiting::Barrier(number);
    let mut places: Vec<Fragment> = Vec::new();
    for index in 0..warp.fragments.len() {
        if !waiting(&warp.fragments[index]) {
            continue;
        }
        let fragment = warp.fragments[index];
        places.push(fragment);
        let instruction = &launch.kernel.instructions[fragment.at as usize];
        if let Operation::Barrier(Barrier { reduction: Some(reduction), .. }) =
            instruction.operation
        {
            finish_reduction(warp, reduction, fragment.lanes, arrivals);
        }
        warp.fragments[index].at += 1;
        warp.fragments[index].waiting = Waiting::No;
    }
    let aligned = |fragment: &Fragment| {
        let instruction = &launch.kernel.instructions[fragment.at as usize];
        matches!(instruction.operation, Operation::Barrier(Barrier { aligned: true, .. }))
    };
    if let Some((first, rest)) = places.split_first()
        && let Some(other) = rest.iter().find(|other| other.at != first.at)
        && launch.checks == Checks::All
        && (aligned(first) || aligned(other))
    {
        let line = |fragment: &Fragment| launch.kernel.instructions[fragment.at as usize].line;
        let message = format!(
            "lanes of one warp wait at different barrier instructions: {} at line {}, {} at line {}",
            lanes_in_words(first.lanes),
            line(first),
            lanes_in_words(other.lanes),
            line(other),
        );
        let mut fault =
            Fault::new(FaultKind::Synchronisation, first.lanes.trailing_zeros() as usize, message);
        fault.at = Some(first.at);
        return Err(fault);
    }
    Ok(())
}

fn finish_reduction(
    warp: &mut Warp,
    reduction: BarrierReduction,
    lanes: Mask,
    arrivals: &Arrivals,
) {
    let all = |holds: bool| if holds { Mask::MAX } else { 0 };
    match reduction {
        BarrierReduction::Count(register, _) => {
            warp.write(register, lanes, &uniform(u64::from(arrivals.holding)));
        }
        BarrierReduction::And(register, _) => {
            warp.write_predicate(register, lanes, all(arrivals.holding == arrivals.reducing));
        }
        BarrierReduction::Or(register, _) => {
            warp.write_predicate(register, lanes, all(arrivals.holding > 0));
        }
    }
}

/// The fault of a block in which no warp can go on.
pub fn deadlock(launch: &Launch<'_>, block: &Block) -> Box<Fault> {
    let waiting = block
        .warps
        .iter()
        .flat_map(|warp| warp.fragments.iter().map(move |fragment| (warp, fragment)))
        // Lanes that wait for each other explain more than the barrier that they keep others at.
        .max_by_key(|(_, fragment)| fragment.waiting == Waiting::Members);
    let Some((warp, fragment)) = waiting else {
        return Fault::new(FaultKind::Synchronisation, 0, "no thread can go on");
    };
    let message = match fragment.waiting {
        Waiting::Barrier(number) => {
            let Arrivals { count, expected, .. } = block.state.barriers[number as usize];
            let threads = if expected == 0 { block.state.threads } else { expected };
            let absent = absent_from(block, number);
            format!("barrier {number} is reached by {count} of {threads} threads{absent}")
        }
        _ => {
            let missing = warp.present & !fragment.lanes;
            format!(
                "{} wait in a warp-wide instruction for other lanes that it names; {} cannot come: \
                 they {}",
                lanes_in_words(fragment.lanes),
                lanes_in_words(missing),
                if missing & !warp.exited == 0 { "have ended" } else { "wait elsewhere" },
            )
        }
    };
    let mut fault =
        Fault::new(FaultKind::Synchronisation, fragment.lanes.trailing_zeros() as usize, message);
    fault.at = Some(fragment.at);
    launch.place(fault, &block.state, warp)
}

/// One thread that does not wait at a barrier, in words.
fn absent_from(block: &Block, number: u32) -> String {
    for warp in &block.warps {
        let at_barrier = warp
            .fragments
            .iter()
            .filter(|fragment| fragment.waiting == Waiting::Barrier(number))
            .fold(0, |lanes, fragment| lanes | fragment.lanes);
        let absent = warp.present & !at_barrier;
        if let Some(lane) = lanes_of(absent).next() {
            let thread = warp.index as usize * WARP_SIZE + lane;
            let why = if warp.exited >> lane & 1 == 1 { "has ended" } else { "waits elsewhere" };
            return format!("; thread number {thread} {why}");
        }
    }
    String::new()
}
