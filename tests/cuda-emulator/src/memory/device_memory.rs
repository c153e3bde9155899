//! All allocations of a device, and messages about an address that is in none of them.
//!
//! Addresses are never given out twice, and there is a gap behind each allocation, so that an access
//! past an end or after a free is always noticed.

use super::FIRST_ADDRESS;
use super::allocation::{Allocation, Kind};
use std::collections::BTreeMap;

/// Allocations begin at multiples of this, as those of the hardware's driver do.
const ALIGNMENT: u64 = 512;

/// The least distance between allocations.
const RED_ZONE: u64 = 4096;

/// The memory of a device.
pub struct DeviceMemory {
    live: BTreeMap<u64, usize>,
    slots: Vec<Option<Allocation>>,
    freed: BTreeMap<u64, u64>,
    next: u64,
    allocations: u64,
    used: u64,
    capacity: u64,
}

/// The facts about a live allocation that are visible from outside.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Its first address.
    pub base: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Its number in the order of all allocations, from 1.
    pub number: u64,
    /// The kind of the allocation.
    pub kind: Kind,
}

impl DeviceMemory {
    /// An empty memory of this many bytes, of the device of this number: no two devices share
    /// addresses.
    pub fn new(capacity: u64, device: u64) -> Self {
        Self {
            live: BTreeMap::new(),
            slots: Vec::new(),
            freed: BTreeMap::new(),
            next: FIRST_ADDRESS * (device + 1),
            allocations: 0,
            used: 0,
            capacity,
        }
    }

    /// Bytes that are free, and all bytes.
    pub fn available(&self) -> (u64, u64) {
        (self.capacity - self.used, self.capacity)
    }

    /// Allocates device memory; nothing if there is not enough.
    pub fn allocate(&mut self, size: u64, kind: Kind, context: u64) -> Option<u64> {
        if size > self.capacity - self.used {
            return None;
        }
        let base = self.next;
        self.next = (base + size + RED_ZONE).next_multiple_of(ALIGNMENT);
        self.used += size;
        self.allocations += 1;
        self.insert(Allocation::device(base, size, kind, context, self.allocations));
        Some(base)
    }

    /// Makes memory of the host known; the device uses it at the host's address.
    ///
    /// # Safety
    ///
    /// The memory must stay readable and writable until it is removed.
    pub unsafe fn register(&mut self, pointer: *mut u8, size: u64, kind: Kind, context: u64) {
        self.allocations += 1;
        // SAFETY: the caller keeps the promises that `host` asks for.
        let allocation =
            unsafe { Allocation::host(pointer, size, kind, context, self.allocations) };
        self.insert(allocation);
    }

    fn insert(&mut self, allocation: Allocation) {
        self.freed.remove(&allocation.base);
        self.live.insert(allocation.base, self.slots.len());
        self.slots.push(Some(allocation));
    }

    /// Removes the allocation that begins at an address, if its kind is one of these.
    pub fn remove(&mut self, base: u64, kinds: &[Kind]) -> Option<Snapshot> {
        let slot = *self.live.get(&base)?;
        let allocation = self.slots[slot].take_if(|found| kinds.contains(&found.kind))?;
        self.live.remove(&base);
        self.freed.insert(base, allocation.size);
        if allocation.kind == Kind::Device || matches!(allocation.kind, Kind::Variable(_)) {
            self.used -= allocation.size;
        }
        Some(snapshot(&allocation))
    }

    /// The slot of the allocation that an address lies in or directly behind.
    pub fn find(&self, address: u64) -> Option<usize> {
        let (_, slot) = self.live.range(..=address).next_back()?;
        self.slots[*slot].as_ref().filter(|found| found.contains(address, 0)).map(|_| *slot)
    }

    /// The allocation in a slot.
    pub fn slot(&mut self, slot: usize) -> Option<&mut Allocation> {
        self.slots.get_mut(slot)?.as_mut()
    }

    /// The allocation that all of a range lies in.
    pub fn allocation(&self, address: u64, length: u64) -> Option<&Allocation> {
        let slot = self.find(address)?;
        self.slots[slot].as_ref().filter(|found| found.contains(address, length))
    }

    /// The live allocations of a context, or of all.
    pub fn live(&self, context: Option<u64>) -> Vec<Snapshot> {
        let of_context =
            |found: &&Allocation| context.is_none_or(|context| context == found.context);
        self.slots.iter().flatten().filter(of_context).map(snapshot).collect()
    }

    /// Writes bytes; says whether the range lies inside one allocation.
    pub fn write(&mut self, address: u64, data: &[u8]) -> bool {
        self.fill(address, data.len() as u64, |bytes| bytes.copy_from_slice(data))
    }

    /// Writes a range by a function; says whether it lies inside one allocation.
    pub fn fill(&mut self, address: u64, length: u64, write: impl FnOnce(&mut [u8])) -> bool {
        let Some(slot) = self.find(address) else { return length == 0 };
        let Some(allocation) = self.slots[slot].as_mut() else { return false };
        if !allocation.contains(address, length) {
            return false;
        }
        let at = (address - allocation.base) as usize;
        let range = at..at + length as usize;
        let parts = allocation.parts();
        write(&mut parts.bytes[range.clone()]);
        if let Some(written) = parts.written.get_mut(range) {
            written.fill(1);
        }
        true
    }

    /// Copies from one place to another, and with the bytes whether they have been written; says
    /// whether both ranges lie inside allocations.
    pub fn copy(&mut self, to: u64, from: u64, length: u64) -> bool {
        let Some(source) = self.allocation(from, length) else { return length == 0 };
        let at = (from - source.base) as usize;
        let range = at..at + length as usize;
        let bytes = source.bytes()[range.clone()].to_vec();
        let written = source.written().get(range).map(<[u8]>::to_vec);
        if !self.write(to, &bytes) {
            return false;
        }
        if let (Some(written), Some(slot)) = (written, self.find(to))
            && let Some(allocation) = self.slots[slot].as_mut()
        {
            let at = (to - allocation.base) as usize;
            if let Some(target) = allocation.parts().written.get_mut(at..at + length as usize) {
                target.copy_from_slice(&written);
            }
        }
        true
    }

    /// Describes, in words, the place of an address in relation to the nearest allocation.
    pub fn describe(&self, address: u64) -> String {
        if let Some((base, size)) = self.freed.range(..=address).next_back()
            && address - base < (*size).max(1)
        {
            return format!("inside the allocation of {size} bytes at {base:#x}, which was freed");
        }
        let before = self.live.range(..=address).next_back();
        let after = self.live.range(address..).next();
        let allocation = |slot: &usize| self.slots[*slot].as_ref();
        let before = before.and_then(|(_, slot)| allocation(slot));
        let after = after.and_then(|(_, slot)| allocation(slot));
        let past = before.map(|found| (address - found.base).saturating_sub(found.size));
        let short = after.map(|found| found.base - address);
        match (before, after) {
            (Some(found), _) if past <= Some(short.unwrap_or(u64::MAX)) => {
                let inside = address - found.base < found.size;
                let place = match past {
                    _ if inside => format!("{} bytes into", address - found.base),
                    Some(0) => "at the end of".to_string(),
                    past => format!("{} bytes past the end of", past.unwrap_or(0)),
                };
                format!("{place} the {}", name(found))
            }
            (_, Some(found)) => {
                format!("{} bytes before the {}", found.base - address, name(found))
            }
            _ => "and there is no allocation".to_string(),
        }
    }
}

fn snapshot(allocation: &Allocation) -> Snapshot {
    let Allocation { base, size, number, .. } = *allocation;
    Snapshot { base, size, number, kind: allocation.kind.clone() }
}

fn name(allocation: &Allocation) -> String {
    let Allocation { base, size, number, kind, .. } = allocation;
    format!("{kind} of {size} bytes at {base:#x} (number {number})")
}
