//! Loads, stores and atomic operations of a warp, in whichever memory their addresses lie.

use super::Checks;
use super::block::BlockState;
use super::fault::{Fault, FaultKind, Result};
use super::grid::Launch;
use super::shared::Visitor;
use super::traffic;
use super::warp::Warp;
use crate::alu::{Lanes, Mask, WARP_SIZE, lanes_of};
use crate::memory::{all_written, read_value, space_of, window_of, write_value};
use crate::program::bytecode::{Address, Atomic, Load, Ordering, Source, Store};
use crate::ptx::StateSpace;

/// The facts about an access besides its addresses.
struct Access {
    /// The index of the instruction, which remembers the allocation that it found.
    at: u32,
    /// Bytes that a lane accesses in all.
    bytes: usize,
    ordering: Ordering,
    /// The name of the access in messages.
    name: &'static str,
}

/// A memory and the lanes whose addresses lie in it.
type Part = (StateSpace, Mask);

/// Splits lanes by memory, and gives their addresses in it.
fn split(
    launch: &Launch<'_>,
    warp: &Warp,
    address: &Address,
    lanes: Mask,
    addresses: &mut Lanes,
) -> [Part; 4] {
    let base = warp.source(launch.kernel, address.base);
    for (sum, base) in addresses.iter_mut().zip(base) {
        *sum = base.wrapping_add_signed(address.offset);
    }
    let mut parts = [
        (StateSpace::Global, 0),
        (StateSpace::Shared, 0),
        (StateSpace::Local, 0),
        (StateSpace::Param, 0),
    ];
    let slot = |space| match space {
        StateSpace::Shared => 1,
        StateSpace::Local => 2,
        StateSpace::Param => 3,
        StateSpace::Generic | StateSpace::Global | StateSpace::Const => 0,
    };
    if address.space == StateSpace::Generic {
        for lane in lanes_of(lanes) {
            let space = space_of(addresses[lane]);
            addresses[lane] -= window_of(space);
            parts[slot(space)].1 |= 1 << lane;
        }
    } else {
        if address.space == StateSpace::Shared {
            // Shared memory has 32-bit addresses: a base may lie before it, and the sum in it.
            addresses.iter_mut().for_each(|sum| *sum = u64::from(*sum as u32));
        }
        parts[slot(address.space)].1 = lanes;
    }
    parts
}

fn check_alignment(addresses: &Lanes, lanes: Mask, access: &Access) -> Result<()> {
    let low_bits = access.bytes as u64 - 1;
    for lane in lanes_of(lanes) {
        if addresses[lane] & low_bits != 0 {
            let (name, bytes, address) = (access.name, access.bytes, addresses[lane]);
            let message = format!("misaligned {name} of {bytes} bytes at address {address:#x}");
            return Err(Fault::new(FaultKind::Misaligned, lane, message));
        }
    }
    Ok(())
}

/// Executes a load.
pub fn load(
    launch: &mut Launch<'_>,
    block: &mut BlockState,
    warp: &mut Warp,
    at: u32,
    load: &Load,
    lanes: Mask,
) -> Result<()> {
    let size = load.size as usize;
    let bytes = size * load.destinations.len();
    let access = Access { at, bytes, ordering: load.ordering, name: "load" };
    let mut addresses = [0; WARP_SIZE];
    let parts = split(launch, warp, &load.address, lanes, &mut addresses);
    check_alignment(&addresses, lanes, &access)?;
    for (space, lanes) in parts {
        if lanes == 0 {
            continue;
        }
        match space {
            StateSpace::Shared => load_shared(launch, block, warp, load, &addresses, lanes)?,
            StateSpace::Local => {
                let checked = launch.checks >= Checks::Memory && !load.is_copy;
                for lane in lanes_of(lanes) {
                    for (index, destination) in load.destinations.iter().enumerate() {
                        let address = addresses[lane] + (index * size) as u64;
                        let value = warp.local.load(lane, address, size, checked)?;
                        if let Some(register) = destination {
                            warp.register(*register)[lane] = value;
                        }
                    }
                }
            }
            StateSpace::Param => load_parameters(launch, warp, load, &addresses, lanes)?,
            _ => global(launch, block, &addresses, lanes, &access, |lane, place| {
                place.read(lane)?;
                for (index, destination) in load.destinations.iter().enumerate() {
                    if let Some(register) = destination {
                        let value = read_value(&place.bytes[index * size..(index + 1) * size]);
                        warp.register(*register)[lane] = value;
                    }
                }
                Ok(())
            })?,
        }
    }
    for function in [load.extension, load.truncation].into_iter().flatten() {
        for register in load.destinations.iter().flatten() {
            let sources = [Source::Register(*register); 4];
            warp.compute(launch.kernel, function, *register, &sources, lanes);
        }
    }
    Ok(())
}

fn load_shared(
    launch: &mut Launch<'_>,
    block: &mut BlockState,
    warp: &mut Warp,
    load: &Load,
    addresses: &Lanes,
    lanes: Mask,
) -> Result<()> {
    let bytes = u64::from(load.size) * load.destinations.len() as u64;
    launch.counts.shared_bank_conflicts += traffic::bank_conflicts(addresses, lanes, bytes);
    // A size that is known makes the loop over lanes fast.
    match load.size {
        4 => load_shared_values(launch, block, warp, load, addresses, lanes, 4),
        8 => load_shared_values(launch, block, warp, load, addresses, lanes, 8),
        size => load_shared_values(launch, block, warp, load, addresses, lanes, size as usize),
    }
}

#[inline(always)]
fn load_shared_values(
    launch: &Launch<'_>,
    block: &mut BlockState,
    warp: &mut Warp,
    load: &Load,
    addresses: &Lanes,
    lanes: Mask,
    size: usize,
) -> Result<()> {
    let checked = launch.checks >= Checks::Memory;
    for lane in lanes_of(lanes) {
        let by = visitor(launch, warp, load.ordering, lane);
        for (index, destination) in load.destinations.iter().enumerate() {
            let address = addresses[lane].wrapping_add((index * size) as u64);
            let value = block.shared.load(lane, address, size, checked, by)?;
            if let Some(register) = destination {
                warp.register(*register)[lane] = value;
            }
        }
    }
    Ok(())
}

/// Returns the visitor that makes a plain access; nobody in particular if it may race.
fn visitor(launch: &Launch<'_>, warp: &Warp, ordering: Ordering, lane: usize) -> Option<Visitor> {
    (launch.checks == Checks::All && ordering == Ordering::Weak).then(|| Visitor {
        thread: warp.index * WARP_SIZE as u32 + lane as u32,
        warp: warp.index,
        meetings: warp.meetings,
    })
}

fn load_parameters(
    launch: &Launch<'_>,
    warp: &mut Warp,
    load: &Load,
    addresses: &Lanes,
    lanes: Mask,
) -> Result<()> {
    let size = load.size as usize;
    for lane in lanes_of(lanes) {
        for (index, destination) in load.destinations.iter().enumerate() {
            let from = (addresses[lane] as usize).saturating_add(index * size);
            let Some(bytes) = launch.parameters.get(from..from.saturating_add(size)) else {
                let message = format!("load of {size} bytes at {from:#x} past the parameters");
                return Err(Fault::new(FaultKind::IllegalAddress, lane, message));
            };
            if let Some(register) = destination {
                warp.register(*register)[lane] = read_value(bytes);
            }
        }
    }
    Ok(())
}

/// Executes a store.
pub fn store(
    launch: &mut Launch<'_>,
    block: &mut BlockState,
    warp: &mut Warp,
    at: u32,
    store: &Store,
    lanes: Mask,
) -> Result<()> {
    let size = store.size as usize;
    let bytes = size * store.sources.len();
    let access = Access { at, bytes, ordering: store.ordering, name: "store" };
    let mut addresses = [0; WARP_SIZE];
    let parts = split(launch, warp, &store.address, lanes, &mut addresses);
    check_alignment(&addresses, lanes, &access)?;
    let kernel = launch.kernel;
    for (space, lanes) in parts {
        if lanes == 0 {
            continue;
        }
        match space {
            StateSpace::Shared => {
                launch.counts.shared_bank_conflicts +=
                    traffic::bank_conflicts(&addresses, lanes, bytes as u64);
                for lane in lanes_of(lanes) {
                    let by = visitor(launch, warp, store.ordering, lane);
                    for (index, source) in store.sources.iter().enumerate() {
                        let value = warp.source(kernel, *source)[lane];
                        let address = addresses[lane].wrapping_add((index * size) as u64);
                        block.shared.store(lane, address, size, value, by)?;
                    }
                }
            }
            StateSpace::Local => {
                for lane in lanes_of(lanes) {
                    for (index, source) in store.sources.iter().enumerate() {
                        let value = warp.source(kernel, *source)[lane];
                        let address = addresses[lane].wrapping_add((index * size) as u64);
                        warp.local.store(lane, address, size, value)?;
                    }
                }
            }
            StateSpace::Param => {
                let lane = lanes.trailing_zeros() as usize;
                let message = "store to the parameters of the kernel";
                return Err(Fault::new(FaultKind::IllegalAddress, lane, message));
            }
            _ => global(launch, block, &addresses, lanes, &access, |lane, place| {
                let mut new = [0; 32];
                for (index, source) in store.sources.iter().enumerate() {
                    let value = warp.source(kernel, *source)[lane];
                    write_value(&mut new[index * size..(index + 1) * size], value);
                }
                place.write(lane, &new[..bytes])
            })?,
        }
    }
    Ok(())
}

/// Executes an atomic operation, lane after lane.
pub fn atomic(
    launch: &mut Launch<'_>,
    block: &mut BlockState,
    warp: &mut Warp,
    at: u32,
    atomic: &Atomic,
    lanes: Mask,
) -> Result<()> {
    let size = atomic.size as usize;
    let access = Access { at, bytes: size, ordering: atomic.ordering, name: "atomic operation" };
    let mut addresses = [0; WARP_SIZE];
    let parts = split(launch, warp, &atomic.address, lanes, &mut addresses);
    check_alignment(&addresses, lanes, &access)?;
    let kernel = launch.kernel;
    let checked = launch.checks >= Checks::Memory;
    let mut old = [0; WARP_SIZE];
    let new = |warp: &Warp, lane: usize, old: u64| {
        let [b, c] = atomic.sources.map(|source| warp.source(kernel, source)[lane]);
        (atomic.function)(old, b, c)
    };
    for (space, lanes) in parts {
        if lanes == 0 {
            continue;
        }
        match space {
            StateSpace::Shared => {
                for lane in lanes_of(lanes) {
                    let address = addresses[lane];
                    old[lane] = block.shared.load(lane, address, size, checked, None)?;
                    let value = new(warp, lane, old[lane]);
                    block.shared.store(lane, address, size, value, None)?;
                }
            }
            StateSpace::Local | StateSpace::Param => {
                let lane = lanes.trailing_zeros() as usize;
                let message = "atomic operation on local memory or parameters";
                return Err(Fault::new(FaultKind::IllegalAddress, lane, message));
            }
            _ => global(launch, block, &addresses, lanes, &access, |lane, place| {
                place.read(lane)?;
                old[lane] = read_value(place.bytes);
                let value = new(warp, lane, old[lane]).to_le_bytes();
                place.write(lane, &value[..size])
            })?,
        }
    }
    if let Some(register) = atomic.destination {
        warp.write(register, lanes, &old);
    }
    Ok(())
}

/// The bytes of global memory that a lane accesses.
struct Place<'a> {
    bytes: &'a mut [u8],
    written: &'a mut [u8],
    checked: bool,
    address: u64,
    race: Option<PossibleRace<'a>>,
}

/// The facts from which a race of a plain access is noticed.
struct PossibleRace<'a> {
    shadow: &'a mut crate::memory::RaceShadow,
    times: &'a crate::memory::BlockTimes,
    block: u32,
    at: usize,
}

impl Place<'_> {
    /// Checks that the bytes may be read.
    #[inline(always)]
    fn read(&mut self, lane: usize) -> Result<()> {
        let length = self.bytes.len();
        if self.checked && !all_written(self.written) {
            let address = self.address;
            let message =
                format!("read of {length} bytes at address {address:#x} that were never written");
            return Err(Fault::new(FaultKind::Uninitialised, lane, message));
        }
        if let Some(race) = &mut self.race
            && let Some(other) = race.shadow.read(race.times, race.block, race.at, length)
        {
            return Err(self.raced("read", other, lane));
        }
        Ok(())
    }

    /// Writes the bytes; a write that changes nothing races with nothing.
    #[inline(always)]
    fn write(&mut self, lane: usize, new: &[u8]) -> Result<()> {
        if let Some(race) = &mut self.race {
            let changes = *self.bytes != *new || !all_written(self.written);
            let PossibleRace { block, at, .. } = *race;
            if let Some(other) = race.shadow.write(race.times, block, at, new.len(), changes) {
                return Err(self.raced("write", other, lane));
            }
        }
        self.bytes.copy_from_slice(new);
        self.written.fill(1);
        Ok(())
    }

    fn raced(&self, access: &str, other: u32, lane: usize) -> Box<Fault> {
        let (length, address) = (self.bytes.len(), self.address);
        let message = format!(
            "race: {access} of {length} bytes at address {address:#x}, which block number {other} \
             accesses in the same launch with no fences in between"
        );
        Fault::new(FaultKind::Race, lane, message)
    }
}

/// Calls a function with the bytes of each lane, all of which must lie in one allocation.
fn global(
    launch: &mut Launch<'_>,
    block: &BlockState,
    addresses: &Lanes,
    lanes: Mask,
    access: &Access,
    mut f: impl FnMut(usize, &mut Place<'_>) -> Result<()>,
) -> Result<()> {
    let length = access.bytes as u64;
    let (sectors, writes) = (traffic::sectors(addresses, lanes, length), access.name != "load");
    launch.counts.global_transactions += sectors;
    launch.counts.global_transactions_written += if writes { sectors } else { 0 };
    launch.counts.global_bytes += length * u64::from(lanes.count_ones());
    if access.ordering == Ordering::Fenced {
        launch.times.fence(block.number);
    }
    let tracked = launch.tracks_races && access.ordering == Ordering::Weak;
    let mut left = lanes;
    while left != 0 {
        let first = left.trailing_zeros() as usize;
        let slot = find(launch, access, addresses[first], first)?;
        let last = std::mem::replace(&mut launch.found[access.at as usize], slot);
        if last != slot {
            launch.touched.insert((slot, writes));
        }
        let Some(allocation) = launch.memory.slot(slot) else { break };
        let (base, size) = (allocation.base, allocation.size);
        let parts = allocation.parts();
        let checked = launch.checks >= Checks::Memory && !parts.written.is_empty();
        for lane in lanes_of(left) {
            let address = addresses[lane];
            let from = address.wrapping_sub(base);
            // Another lane may be in another allocation.
            if from > size || length > size - from {
                break;
            }
            left &= !(1 << lane);
            let at = from as usize;
            let range = at..at + access.bytes;
            let written =
                if parts.written.is_empty() { &mut [] } else { &mut parts.written[range.clone()] };
            let race = PossibleRace {
                shadow: &mut *parts.races,
                times: &launch.times,
                block: block.number,
                at,
            };
            let bytes = &mut parts.bytes[range];
            let race = tracked.then_some(race);
            f(lane, &mut Place { bytes, written, checked, address, race })?;
        }
    }
    Ok(())
}

/// The slot of the allocation that a lane's access lies in.
fn find(launch: &mut Launch<'_>, access: &Access, address: u64, lane: usize) -> Result<usize> {
    let length = access.bytes as u64;
    let remembered = launch.found[access.at as usize];
    if launch.memory.slot(remembered).is_some_and(|found| found.contains(address, length)) {
        return Ok(remembered);
    }
    let found = launch.memory.find(address);
    let inside = |slot: &usize| {
        launch.memory.slot(*slot).is_some_and(|found| found.contains(address, length))
    };
    if let Some(slot) = found.filter(inside) {
        return Ok(slot);
    }
    let place = launch.memory.describe(address);
    let name = access.name;
    let message =
        format!("out-of-bounds {name} of {length} bytes at address {address:#x}, {place}");
    Err(Fault::new(FaultKind::IllegalAddress, lane, message))
}

/// The text at an address, up to a zero byte; bytes that cannot be read end it.
pub fn text_at(launch: &Launch<'_>, address: u64) -> String {
    let Some(allocation) = launch.memory.allocation(address, 1) else { return String::new() };
    let from = (address - allocation.base) as usize;
    let bytes = allocation.bytes()[from..].iter().take_while(|byte| **byte != 0);
    String::from_utf8_lossy(&bytes.copied().collect::<Vec<_>>()).into_owned()
}
