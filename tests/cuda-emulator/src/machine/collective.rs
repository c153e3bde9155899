//! Instructions of several lanes of a warp: shuffles, votes, matches, reductions, warp barriers.
//!
//! Each lane names the lanes that take part. A fragment waits until all of them have come to the
//! same instruction; for warp barriers, to any warp barrier.

use super::Checks;
use super::fault::{Fault, FaultKind, Result, lanes_in_words};
use super::grid::Launch;
use super::step::Next;
use super::warp::{Fragment, Waiting, Warp};
use crate::alu::{Lanes, Mask, ReadModifyWrite, WARP_SIZE, lanes_of};
use crate::program::bytecode::{
    Collective, CollectiveKind, Kernel, Operation, Place, ShuffleMode, VoteMode,
};

/// Executes the instruction if all lanes are there; otherwise the fragment waits.
pub fn meet(
    launch: &Launch<'_>,
    warp: &mut Warp,
    fragment: &mut Fragment,
    collective: &Collective,
    lanes: Mask,
) -> Result<Next> {
    let kernel = launch.kernel;
    let at = fragment.at;
    let rest = fragment.lanes & !lanes;
    let is_barrier = matches!(collective.kind, CollectiveKind::Barrier);
    let waiting = |warp: &Warp, counts: &dyn Fn(&Fragment) -> bool| {
        let found = warp.fragments.iter().filter(|other| other.waiting == Waiting::Members);
        found.filter(|other| counts(other)).fold(0, |lanes, other| lanes | other.lanes)
    };
    let together = lanes | waiting(warp, &|other| other.at == at);
    let present = together
        | if is_barrier { waiting(warp, &|other| is_warp_barrier(kernel, other.at)) } else { 0 };
    let members = named(launch, warp, collective, together)?;
    if lanes_of(together).any(|lane| members[lane] & !u64::from(present) != 0) {
        warp.fragments.push(Fragment { at, lanes, waiting: Waiting::Members });
        if rest != 0 {
            warp.fragments.push(Fragment { at: at + 1, lanes: rest, waiting: Waiting::No });
        }
        return Ok(Next::Gone);
    }
    warp.fragments.retain(|other| other.waiting != Waiting::Members || other.at != at);
    warp.meetings += 1;
    fragment.lanes = together | rest;
    compute(kernel, warp, &collective.kind, &members, together);
    if present == together {
        return Ok(Next::Following);
    }
    // Lanes at other warp barriers go on as well, and may be the ones to run next.
    for other in &mut warp.fragments {
        if other.waiting == Waiting::Members && is_warp_barrier(kernel, other.at) {
            other.at += 1;
            other.waiting = Waiting::No;
        }
    }
    warp.fragments.push(Fragment { at: at + 1, lanes: fragment.lanes, waiting: Waiting::No });
    Ok(Next::Gone)
}

/// Lets fragments that wait find out that lanes have ended.
pub fn look_again(warp: &mut Warp) {
    for fragment in &mut warp.fragments {
        if fragment.waiting == Waiting::Members {
            fragment.waiting = Waiting::No;
        }
    }
}

fn is_warp_barrier(kernel: &Kernel, at: u32) -> bool {
    match &kernel.instructions[at as usize].operation {
        Operation::Collective(collective) => matches!(collective.kind, CollectiveKind::Barrier),
        _ => false,
    }
}

/// The lanes that each lane names, without those that the block does not have.
fn named(launch: &Launch<'_>, warp: &Warp, collective: &Collective, lanes: Mask) -> Result<Lanes> {
    let mut members = *warp.source(launch.kernel, collective.members);
    for lane in lanes_of(lanes) {
        let all = members[lane] as Mask & warp.present;
        let fault = |message: String| Err(Fault::new(FaultKind::Synchronisation, lane, message));
        if all >> lane & 1 == 0 {
            return fault(format!("the member mask {all:#x} does not name lane {lane} itself"));
        }
        if all & warp.exited != 0 && launch.checks == Checks::All {
            let ended = lanes_in_words(all & warp.exited);
            return fault(format!("the member mask {all:#x} names {ended}, which ended before"));
        }
        members[lane] = u64::from(all & !warp.exited);
    }
    Ok(members)
}

fn compute(kernel: &Kernel, warp: &mut Warp, kind: &CollectiveKind, members: &Lanes, lanes: Mask) {
    match kind {
        CollectiveKind::Barrier => {}
        CollectiveKind::Shuffle { mode, destination, in_range, sources } => {
            let [value, by, clamp] = sources.map(|source| warp.source(kernel, source));
            let (result, valid) = shuffle(*mode, value, by, clamp, lanes);
            if let Some(register) = destination {
                warp.write(*register, lanes, &result);
            }
            if let Some(register) = in_range {
                warp.write_predicate(*register, lanes, valid);
            }
        }
        CollectiveKind::Vote { mode, destination, predicate } => {
            let holding = u64::from(warp.predicate(*predicate) & lanes);
            let mut result = [0; WARP_SIZE];
            for lane in lanes_of(lanes) {
                let (all, yes) = (members[lane], holding & members[lane]);
                result[lane] = match mode {
                    VoteMode::All => u64::from(yes == all),
                    VoteMode::Any => u64::from(yes != 0),
                    VoteMode::Uniform => u64::from(yes == all || yes == 0),
                    VoteMode::Ballot => yes,
                };
            }
            match destination {
                Place::Register(register) => warp.write(*register, lanes, &result),
                Place::Predicate(register) => {
                    let holds = (0..WARP_SIZE)
                        .fold(0, |found, lane| found | Mask::from(result[lane] != 0) << lane);
                    warp.write_predicate(*register, lanes, holds);
                }
            }
        }
        CollectiveKind::Match { all, destination, agreed, source } => {
            let values = warp.source(kernel, *source);
            let mut result = [0; WARP_SIZE];
            let mut agree = 0;
            for lane in lanes_of(lanes) {
                let same = lanes_of(members[lane] as Mask)
                    .filter(|other| values[*other] == values[lane])
                    .fold(0, |found, other| found | 1 << other);
                let complete = same == members[lane];
                agree |= Mask::from(complete) << lane;
                result[lane] = if *all && !complete { 0 } else { same };
            }
            if let Some(register) = destination {
                warp.write(*register, lanes, &result);
            }
            if let Some(register) = agreed {
                warp.write_predicate(*register, lanes, agree);
            }
        }
        CollectiveKind::Reduce { function, destination, source } => {
            let result = reduce(*function, warp.source(kernel, *source), members, lanes);
            warp.write(*destination, lanes, &result);
        }
    }
}

fn reduce(function: ReadModifyWrite, values: &Lanes, members: &Lanes, lanes: Mask) -> Lanes {
    let mut result = [0; WARP_SIZE];
    for lane in lanes_of(lanes) {
        let all = lanes_of(members[lane] as Mask).map(|member| values[member]);
        result[lane] = all.reduce(|sum, value| function(sum, value, 0)).unwrap_or(0);
    }
    result
}

/// Returns the value that each lane reads, and the lanes that read within their segment; the others read
/// themselves.
fn shuffle(
    mode: ShuffleMode,
    value: &Lanes,
    by: &Lanes,
    clamp: &Lanes,
    lanes: Mask,
) -> (Lanes, Mask) {
    let mut result = [0; WARP_SIZE];
    let mut valid = 0;
    for lane in lanes_of(lanes) {
        let here = lane as i32;
        let by = (by[lane] & 31) as i32;
        let bound = (clamp[lane] & 31) as i32;
        let segment = (clamp[lane] >> 8 & 31) as i32;
        let first = here & segment;
        let last = first | (bound & !segment);
        let (from, in_range) = match mode {
            // For `up`, the clamp is the lowest lane.
            ShuffleMode::Up => (here - by, here - by >= last),
            ShuffleMode::Down => (here + by, here + by <= last),
            ShuffleMode::Butterfly => (here ^ by, (here ^ by) <= last),
            ShuffleMode::Index => (first | (by & !segment), (first | (by & !segment)) <= last),
        };
        valid |= Mask::from(in_range) << lane;
        result[lane] = value[if in_range { from as usize } else { lane }];
    }
    (result, valid)
}
