//! Executes instructions of a warp.

use super::block::BlockState;
use super::fault::{Fault, FaultKind, Result};
use super::grid::Launch;
use super::warp::{Fragment, Waiting, Warp};
use super::{access, barrier, collective, special};
use crate::alu::{Mask, lanes_of};
use crate::memory::space_of;
use crate::program::bytecode::{
    Logic, Operation, Ordering, Predicate, PredicateRegister, Source, uniform,
};

/// The cost of an access, out of a warp's turn, if it may be part of a loop that waits.
const WAITING_COST: i64 = 128;

/// The next instruction of the fragment that runs.
pub enum Next {
    /// It goes on with the next instruction.
    Following,
    /// It goes elsewhere.
    At(u32),
    /// These of its lanes go elsewhere, the others on.
    Split(u32, Mask),
    /// It has ended, or waits.
    Gone,
}

/// Gives a warp its turn; says whether it executed anything.
pub fn run(
    launch: &mut Launch<'_>,
    block: &mut BlockState,
    warp: &mut Warp,
    mut turn: i64,
) -> Result<bool> {
    let mut progress = false;
    while turn > 0
        && let Some(mut fragment) = warp.take_next()
    {
        progress = true;
        let mut limit = warp.next_index();
        loop {
            if fragment.at >= limit || turn <= 0 {
                warp.fragments.push(fragment);
                break;
            }
            turn -= 1;
            let next =
                step(launch, block, warp, &mut fragment, &mut turn).map_err(|mut fault| {
                    fault.at.get_or_insert(fragment.at);
                    fault
                })?;
            match next {
                Next::Following => fragment.at += 1,
                Next::At(target) => fragment.at = target,
                Next::Split(target, taken) => {
                    let (low, high) = (fragment.at + 1, target);
                    let rest = fragment.lanes & !taken;
                    let (first, second) = if target < low {
                        ((target, taken), (low, rest))
                    } else {
                        ((low, rest), (high, taken))
                    };
                    let waiting = Waiting::No;
                    warp.fragments.push(Fragment { at: second.0, lanes: second.1, waiting });
                    fragment = Fragment { at: first.0, lanes: first.1, waiting };
                    limit = limit.min(second.0);
                }
                Next::Gone => break,
            }
        }
    }
    Ok(progress)
}

fn step(
    launch: &mut Launch<'_>,
    block: &mut BlockState,
    warp: &mut Warp,
    fragment: &mut Fragment,
    turn: &mut i64,
) -> Result<Next> {
    let kernel = launch.kernel;
    let at = fragment.at;
    let instruction = &kernel.instructions[at as usize];
    let lanes = match instruction.guard {
        None => fragment.lanes,
        Some(guard) => fragment.lanes & warp.predicate(guard),
    };
    launch.counts.warp_instructions += 1;
    if lanes == 0 {
        return Ok(Next::Following);
    }
    launch.counts.lane_instructions += u64::from(lanes.count_ones());
    match &instruction.operation {
        Operation::Alu { function, destination, sources } => {
            warp.compute(kernel, *function, *destination, sources, lanes);
        }
        Operation::Carry { function, destination, sources, reads, writes } => {
            let carry = if *reads { warp.carry } else { 0 };
            let sources = sources.map(|source| warp.source(kernel, source));
            let (result, carry) = function(&sources, carry, lanes);
            warp.write(*destination, lanes, &result);
            if *writes {
                warp.carry = (warp.carry & !lanes) | (carry & lanes);
            }
        }
        Operation::Compare { function, destination, opposite, sources, combine } => {
            let [a, b] = sources.map(|source| warp.source(kernel, source));
            let holds = function(&[a, b, b, b], lanes);
            write_comparison(warp, [*destination, *opposite], holds, *combine, lanes);
        }
        Operation::PredicateLogic { logic, destination, sources } => {
            let [a, b] = sources.map(|predicate| warp.predicate(predicate));
            warp.write_predicate(*destination, lanes, apply(*logic, a, b));
        }
        Operation::Select { destination, sources, predicate } => {
            let holds = warp.predicate(*predicate);
            let [a, b] = sources.map(|source| warp.source(kernel, source));
            let chosen =
                std::array::from_fn(|lane| if holds >> lane & 1 == 1 { a[lane] } else { b[lane] });
            warp.write(*destination, lanes, &chosen);
        }
        Operation::Special { destination, register } => {
            let value = special::value(launch, block, warp, *register);
            warp.write(*destination, lanes, &value);
        }
        Operation::ActiveMask { destination } => {
            warp.write(*destination, lanes, &uniform(u64::from(lanes)));
        }
        Operation::Load(load) => {
            *turn -= if load.ordering == Ordering::Weak { 0 } else { WAITING_COST };
            access::load(launch, block, warp, at, load, lanes)?;
        }
        Operation::Store(store) => access::store(launch, block, warp, at, store, lanes)?,
        Operation::Atomic(atomic) => {
            *turn -= if atomic.destination.is_some() { WAITING_COST } else { 0 };
            access::atomic(launch, block, warp, at, atomic, lanes)?;
        }
        Operation::IsInSpace { destination, address, space } => {
            let addresses = warp.source(kernel, *address);
            let inside = lanes_of(lanes)
                .filter(|lane| space_of(addresses[*lane]) == *space)
                .fold(0, |found, lane| found | 1 << lane);
            warp.write_predicate(*destination, lanes, inside);
        }
        Operation::Fence => launch.times.fence(block.number),
        Operation::Barrier(barrier) => {
            let number = barrier::arrive(launch, block, warp, barrier, lanes)?;
            if barrier.waits {
                wait_at_barrier(warp, fragment, number, lanes, turn);
                return Ok(Next::Gone);
            }
            // All may have come now: the block opens the barrier between turns.
            *turn = 0;
        }
        Operation::Collective(collective) => {
            return collective::meet(launch, warp, fragment, collective, lanes);
        }
        Operation::Yield => *turn = 0,
        Operation::Jump(target) => return Ok(Next::At(*target)),
        Operation::Branch { predicate, target } => {
            let taken = lanes & warp.predicate(*predicate);
            return Ok(match taken {
                0 => Next::Following,
                _ if taken == fragment.lanes => Next::At(*target),
                _ => Next::Split(*target, taken),
            });
        }
        Operation::Switch { index, targets } => {
            let indices = *warp.source(kernel, *index);
            return switch(warp, fragment, &indices, targets);
        }
        Operation::Exit => {
            warp.exited |= lanes;
            block.exited += lanes.count_ones();
            collective::look_again(warp);
            return Ok(Next::Gone);
        }
        Operation::Trap => {
            let lane = lanes.trailing_zeros() as usize;
            return Err(Fault::new(FaultKind::Trap, lane, "trap"));
        }
        Operation::AssertionFailure(sources) => {
            return Err(assertion_failure(launch, warp, sources, lanes));
        }
    }
    Ok(Next::Following)
}

/// Writes the result of a comparison and its opposite, each combined with a predicate if there is one.
#[inline(always)]
fn write_comparison(
    warp: &mut Warp,
    registers: [Option<PredicateRegister>; 2],
    holds: Mask,
    combine: Option<(Logic, Predicate)>,
    lanes: Mask,
) {
    // Both are combined before either is written: a register may be the predicate's own.
    let values = [holds, !holds].map(|value| match combine {
        None => value,
        Some((logic, with)) => apply(logic, value, warp.predicate(with)),
    });
    for (register, value) in registers.into_iter().zip(values) {
        if let Some(register) = register {
            warp.write_predicate(register, lanes, value);
        }
    }
}

/// Lets lanes wait at a barrier. The other lanes of the fragment, which the guard excludes, go on.
fn wait_at_barrier(
    warp: &mut Warp,
    fragment: &Fragment,
    barrier: u32,
    lanes: Mask,
    turn: &mut i64,
) {
    let at = fragment.at;
    let rest = fragment.lanes & !lanes;
    warp.fragments.push(Fragment { at, lanes, waiting: Waiting::Barrier(barrier) });
    if rest != 0 {
        warp.fragments.push(Fragment { at: at + 1, lanes: rest, waiting: Waiting::No });
        *turn = 0;
    }
}

/// The fault of the first lane in which an assertion fails. The operands are its message, file, line and
/// function.
fn assertion_failure(
    launch: &Launch<'_>,
    warp: &Warp,
    operands: &[Source; 4],
    lanes: Mask,
) -> Box<Fault> {
    let lane = lanes.trailing_zeros() as usize;
    let [message, file, line, function] =
        operands.map(|operand| warp.source(launch.kernel, operand)[lane]);
    let text = |address| access::text_at(launch, address);
    let message =
        format!("{}:{line}: {}: assertion `{}` failed", text(file), text(function), text(message));
    Fault::new(FaultKind::Assertion, lane, message)
}

fn apply(logic: Logic, a: Mask, b: Mask) -> Mask {
    match logic {
        Logic::And => a & b,
        Logic::Or => a | b,
        Logic::Xor => a ^ b,
    }
}

/// Sends each lane to the place that its index picks.
fn switch(
    warp: &mut Warp,
    fragment: &Fragment,
    indices: &crate::alu::Lanes,
    targets: &[u32],
) -> Result<Next> {
    for lane in lanes_of(fragment.lanes) {
        let index = indices[lane] as u32;
        let Some(target) = targets.get(index as usize) else {
            let message = format!("index {index} of a jump table of {} entries", targets.len());
            return Err(Fault::new(FaultKind::IllegalAddress, lane, message));
        };
        warp.fragments.push(Fragment { at: *target, lanes: 1 << lane, waiting: Waiting::No });
    }
    Ok(Next::Gone)
}
