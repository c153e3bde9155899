//! Tracks where arrays lie: in memory of the host, on a device, or on both.
//!
//! The host memory of an array is where its elements lie outside of devices. While a call runs on a device, an
//! array that it lends to kernels is entered in a table by its address there. A kernel that reads the array has
//! it copied to the device first, unless it is there already; elements that a kernel writes stay on the device,
//! and the host memory waits for them. Code that looks at an array on the host, or changes it, copies it there
//! first.
//!
//! If the device's memory is short, the arrays that have not been used for the longest time give up their
//! place there, those that are newer there after they have been copied to the host.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cust::sys::CUresult;

use super::call;
use super::copies::{Copies, Moment};
use super::driver::{self, Driven};
use super::pool::{Block, Pool};
use super::table::Table;
use super::trace;
use crate::failure::{Failure, Result};
use crate::memory::vector;
use crate::send_ptr::SendPtr;
use crate::text::text;

/// The handle of an array for its copy on a device: its place in the table, or null.
///
/// Lanes make and drop arrays of their own, which have none: dropping one looks at the pointer without
/// a word to other threads, so that the compiler sees that it is null.
#[derive(Default)]
pub struct Residence(AtomicPtr<Place>);

/// The place of the newest elements of an array. It belongs to the table, where the array has an entry until
/// it forgets its place.
struct Place {
    /// The address of its host memory.
    address: usize,
    /// True if they are on a device alone.
    device_dirty: AtomicBool,
}

impl Drop for Residence {
    #[inline(always)]
    fn drop(&mut self) {
        if !self.0.get_mut().is_null() {
            self.forget();
        }
    }
}

impl Residence {
    /// The place in the table, if there is one.
    #[inline(always)]
    fn place(&self) -> Option<&Place> {
        // SAFETY: the pointer is null, or one that `track` got of the table, where the place lives until
        // `forget`.
        unsafe { self.0.load(Ordering::Acquire).as_ref() }
    }

    /// Takes the array out of the table.
    #[cold]
    fn forget(&mut self) {
        let address = self.place().map(|place| place.address);
        *self.0.get_mut() = std::ptr::null_mut();
        address.into_iter().for_each(|address| memory().forget((0, address)));
    }

    /// Returns true if the newest elements are on a device alone.
    #[inline(always)]
    pub fn is_device_dirty(&self) -> bool {
        self.place().is_some_and(|place| place.device_dirty.load(Ordering::Acquire))
    }

    /// Returns true if devices may have copies.
    #[inline(always)]
    pub fn is_tracked(&self) -> bool {
        self.place().is_some()
    }

    /// Lets kernels of the device of this thread find the array, or copies it to the host if there is none. If there
    /// is no memory to enter it in the table, kernels copy it.
    ///
    /// # Errors
    /// If the device fails.
    pub fn track(&self, host: *mut u8, bytes: usize) -> Result<()> {
        if call::entered().is_none() {
            return self.sync_host();
        }
        let mut memory = memory();
        // Another thread may have done it meanwhile.
        if bytes > 0 && self.place().is_none() {
            let place = memory.register(host, bytes);
            self.0.store(place.unwrap_or(std::ptr::null_mut()), Ordering::Release);
        }
        Ok(())
    }

    /// Lets kernels of the device of this thread change the array, or has it on the host alone if there is
    /// none.
    ///
    /// # Errors
    /// If the device fails.
    pub fn device_mut(&mut self, host: *mut u8, bytes: usize) -> Result<()> {
        match call::entered() {
            Some(_) => self.track(host, bytes),
            None => self.make_host_exclusive(),
        }
    }

    /// Has the newest elements on the host.
    ///
    /// # Errors
    /// If the device fails.
    #[inline(always)]
    pub fn sync_host(&self) -> Result<()> {
        #[cold]
        fn brought(address: usize) -> Result<()> {
            memory().sync_host((0, address)).map_err(lost)
        }
        match self.place() {
            Some(place) if place.device_dirty.load(Ordering::Acquire) => brought(place.address),
            _ => Ok(()),
        }
    }

    /// Has the newest elements on the host alone, to be changed there.
    ///
    /// # Errors
    /// If the device fails.
    #[inline(always)]
    pub fn make_host_exclusive(&mut self) -> Result<()> {
        if !self.0.get_mut().is_null() {
            self.sync_host()?;
            self.forget();
        }
        Ok(())
    }
}

/// Lets kernels of the device of this thread find memory that nobody changes until the call ends.
#[inline]
pub fn guest(host: *const u8, bytes: usize) {
    if call::entered().is_some() && bytes > 0 {
        memory().take_in(host, bytes);
    }
}

/// The memory that was a guest in a call is one no more.
pub fn end_of_call(call: u64) {
    let mut memory = memory();
    while let Some((key, _)) = memory.arrays.from((call, 0)).filter(|(key, _)| key.0 == call) {
        memory.forget(key);
    }
}

/// Has memory of an array on the host; nothing if it belongs to none that was lent.
///
/// # Errors
/// If the device fails.
pub fn sync_host(address: usize, bytes: usize) -> Result<()> {
    if !TRACKED.load(Ordering::Acquire) {
        return Ok(());
    }
    let mut memory = memory();
    match memory.find_array(address, bytes) {
        Some((key, _)) => memory.sync_host(key).map_err(lost),
        None => Ok(()),
    }
}

fn lost(error: CUresult) -> Failure {
    let words = driver::words(error);
    Failure::of_device(text!("an array cannot be copied from the CUDA device: {words}"))
}

/// True if an array was ever lent to a device.
static TRACKED: AtomicBool = AtomicBool::new(false);

/// The table. The lock is held while arrays are copied.
pub fn memory() -> MutexGuard<'static, Memory> {
    static MEMORY: Mutex<Memory> =
        Mutex::new(Memory { arrays: Table::new(), devices: BTreeMap::new(), clock: 0 });
    MEMORY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The call that an array is a guest in, 0 for those that stay; and the address of its host memory.
pub type Key = (u64, usize);

/// The memory of all devices, and the arrays in it.
pub struct Memory {
    arrays: Table<Key, Entry>,
    devices: BTreeMap<usize, OfDevice>,
    /// Counts uses of arrays.
    clock: u64,
}

/// The free memory of a device, and its copies.
#[derive(Default)]
struct OfDevice {
    pool: Pool,
    copies: Copies,
}

/// The ways in which a kernel uses an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// It only reads it.
    Read,
    /// It writes all of it.
    Write,
    /// It reads it, and writes some of it.
    Change,
}

/// An array that kernels may use.
struct Entry {
    host: SendPtr<u8>,
    bytes: usize,
    copy: Option<Copied>,
    /// The number of launches that use the copy just now.
    pins: usize,
    /// One, or none for guests, which are always on the host. The place does not move.
    place: Vec<Place>,
}

/// The copy of an array on a device.
#[derive(Clone, Copy)]
struct Copied {
    device: usize,
    block: Block,
    /// The time of its last use.
    used: u64,
}

impl Entry {
    fn new(host: *mut u8, bytes: usize, place: Vec<Place>) -> Entry {
        Entry { host: SendPtr::new(host), bytes, copy: None, pins: 0, place }
    }

    fn is_device_dirty(&self) -> bool {
        self.place.iter().any(|place| place.device_dirty.load(Ordering::Relaxed))
    }

    fn set_device_dirty(&self, dirty: bool) {
        self.place.iter().for_each(|place| place.device_dirty.store(dirty, Ordering::Release));
    }
}

impl Memory {
    /// Enters an array, if there is memory for that; gives its place.
    fn register(&mut self, host: *mut u8, bytes: usize) -> Option<*mut Place> {
        TRACKED.store(true, Ordering::Release);
        let address = host as usize;
        let mut place = vector(0, 1).ok()?;
        place.push(Place { address, device_dirty: AtomicBool::new(false) });
        let pointer = place.as_mut_ptr();
        self.arrays.insert((0, address), Entry::new(host, bytes, place)).then_some(pointer)
    }

    /// Makes memory a guest of this call, if there is memory to remember it.
    fn take_in(&mut self, host: *const u8, bytes: usize) {
        let key = (call::number(), host as usize);
        if self.find(host as usize, bytes).is_none() {
            self.forget(key);
            let _ = self.arrays.insert(key, Entry::new(host.cast_mut(), bytes, Vec::new()));
        }
    }

    fn forget(&mut self, key: Key) {
        if let Some(Entry { copy: Some(copy), .. }) = self.arrays.remove(key) {
            self.put(copy.device, copy.block);
        }
    }

    /// The array that some memory belongs to, and how far from its beginning.
    pub fn find(&self, address: usize, bytes: usize) -> Option<(Key, usize)> {
        self.find_array(address, bytes).or_else(|| self.find_of(call::number(), address, bytes))
    }

    fn find_array(&self, address: usize, bytes: usize) -> Option<(Key, usize)> {
        self.find_of(0, address, bytes)
    }

    fn find_of(&self, call: u64, address: usize, bytes: usize) -> Option<(Key, usize)> {
        let (key, entry) = self.arrays.up_to((call, address)).filter(|(key, _)| key.0 == call)?;
        let offset = address - key.1;
        (offset + bytes <= entry.bytes).then_some((key, offset))
    }

    /// Returns the device address of an array; it stays there until it is unpinned. Nothing if a kernel of
    /// another device is reading it: the host has the newest elements then.
    ///
    /// # Errors
    /// If memory is short, or the device fails.
    pub fn pin(&mut self, device: usize, key: Key, using: Use) -> Driven<Option<u64>> {
        let elsewhere = |copy: Copied| copy.device != device;
        if self.entry(key).copy.is_none_or(elsewhere) {
            self.sync_host(key)?;
            if self.entry(key).pins > 0 {
                return Ok(None);
            }
            self.drop_copy(key);
            let Entry { host, bytes, .. } = self.entry(key);
            let (host, bytes) = (host.get(), *bytes);
            let block = self.block(device, bytes)?;
            // SAFETY: the host memory of an array has so many bytes, and is borrowed by the launch; so has
            // the block, which ends with a whole word.
            let made = unsafe {
                match using {
                    Use::Write => driver::pad(block.pointer, bytes),
                    _ => self.copy_to_device(device, block, host, bytes),
                }
            };
            if let Err(error) = made {
                self.put(device, block);
                return Err(error);
            }
            self.entry(key).copy = Some(Copied { device, block, used: 0 });
        }
        self.clock += 1;
        let clock = self.clock;
        let entry = self.entry(key);
        entry.pins += 1;
        let Some(copy) = &mut entry.copy else { unreachable!("it was just made") };
        copy.used = clock;
        Ok(Some(copy.block.pointer))
    }

    /// A kernel does not use an array any more. Elements that it should have written, and has not, are lost;
    /// so is a copy that it may have changed while the array was on the host.
    pub fn unpin(&mut self, key: Key, using: Use, launch: Moment) {
        if let Some(entry) = self.arrays.get_mut(key) {
            entry.pins -= 1;
            if let Some(copy) = &mut entry.copy {
                copy.block = copy.block.used_by(launch);
            }
            if using != Use::Read && !entry.is_device_dirty() {
                self.drop_copy(key);
            }
        }
    }

    /// A kernel has written, or will have, all of an array.
    pub fn written(&mut self, device: usize, key: Key) {
        let launch = self.of_device(device).copies.next();
        let entry = self.entry(key);
        if let Some(copy) = &mut entry.copy {
            copy.block = copy.block.used_by(launch);
        }
        entry.set_device_dirty(true);
    }

    /// A launch of the device of this thread is to be made.
    ///
    /// # Errors
    /// If the device fails.
    pub fn settle(&mut self, device: usize) -> Driven<()> {
        self.of_device(device).copies.settle()
    }

    /// A launch has been made by the device of this thread. Gives its moment.
    pub fn launched(&mut self, device: usize) -> Moment {
        self.of_device(device).copies.launched()
    }

    fn of_device(&mut self, device: usize) -> &mut OfDevice {
        self.devices.entry(device).or_default()
    }

    /// Copies to a block of the device of this thread, up to the end of a word.
    ///
    /// # Errors
    /// If the device fails.
    ///
    /// # Safety
    /// So many bytes may be read, and written in the block.
    pub unsafe fn copy_to_device(
        &mut self,
        device: usize,
        block: Block,
        from: *const u8,
        bytes: usize,
    ) -> Driven<()> {
        let copies = &mut self.of_device(device).copies;
        // SAFETY: the caller sees to both sides.
        let copy = || unsafe { copies.upload(block.pointer, from, bytes, block.used) };
        trace::to_device(bytes, copy)?;
        // SAFETY: blocks end with whole words.
        unsafe { driver::pad(block.pointer, bytes) }
    }

    /// Of an array that a kernel has written, only so many bytes count.
    pub fn shorten(&mut self, key: Key, bytes: usize) {
        let entry = self.entry(key);
        entry.bytes = bytes;
        // There is nothing to copy to the host.
        entry.set_device_dirty(bytes > 0);
    }

    /// Has an array on the host, and perhaps on a device.
    ///
    /// # Errors
    /// If the device fails.
    pub fn sync_host(&mut self, key: Key) -> Driven<()> {
        let Some(entry) = self.arrays.get(key) else { return Ok(()) };
        if !entry.is_device_dirty() {
            return Ok(());
        }
        // It was lost with the context.
        let Some(copy) = entry.copy else { return Err(CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED) };
        let (host, bytes, Block { pointer, used, .. }) =
            (entry.host.get(), entry.bytes, copy.block);
        let copies = &mut self.of_device(copy.device).copies;
        // SAFETY: the host memory of an array has so many bytes, at which nobody looks while the device has
        // newer elements; so has the block.
        let bring = || unsafe { copies.download(host, pointer, bytes, used) };
        call::on_device(copy.device, || trace::to_host(bytes, bring))?;
        self.entry(key).set_device_dirty(false);
        Ok(())
    }

    /// Has an array on the host alone; the elements on a device are not needed.
    pub fn drop_copy(&mut self, key: Key) {
        let entry = self.entry(key);
        entry.set_device_dirty(false);
        if let Some(copy) = entry.copy.take() {
            self.put(copy.device, copy.block);
        }
    }

    fn entry(&mut self, key: Key) -> &mut Entry {
        match self.arrays.get_mut(key) {
            Some(entry) => entry,
            None => unreachable!("arrays are borrowed while they are used"),
        }
    }

    /// Memory of the device of this thread.
    ///
    /// # Errors
    /// If there is not enough, though all else has been given back that may be.
    pub fn block(&mut self, device: usize, bytes: usize) -> Driven<Block> {
        let bytes = Pool::size(bytes);
        loop {
            let pool = &mut self.of_device(device).pool;
            if let Some(block) = pool.take(bytes) {
                return Ok(block);
            }
            match driver::allocate(bytes) {
                Ok(pointer) => {
                    trace::count(|traffic| traffic.allocations += 1);
                    return Ok(pool.block(pointer, bytes));
                }
                Err(CUresult::CUDA_ERROR_OUT_OF_MEMORY) => {}
                Err(error) => return Err(error),
            }
            let unused = pool.drain();
            if unused.is_empty() && !self.evict(device)? {
                return Err(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
            }
            unused.into_iter().for_each(|block| driver::free(block.pointer));
        }
    }

    /// All memory of a device is gone, and with it the arrays that were newer there.
    pub fn lose(&mut self, device: usize) {
        let of_device = self.of_device(device);
        of_device.pool.lose();
        of_device.copies = Copies::default();
        for entry in self.arrays.values_mut() {
            entry.copy.take_if(|copy| copy.device == device);
        }
    }

    /// Memory of a device is not used any more.
    pub fn put(&mut self, device: usize, block: Block) {
        if let Some(block) = self.of_device(device).pool.put(block) {
            let free = || {
                driver::free(block.pointer);
                Ok(())
            };
            // Without its context the memory is gone.
            let _ = call::on_device(device, free);
        }
    }

    /// Memory of a device is not used any more when the launches up to now are done.
    pub fn put_after_launches(&mut self, device: usize, block: Block) {
        let launch = self.of_device(device).copies.next();
        self.put(device, block.used_by(launch));
    }

    /// Takes the array from a device that has not been used for the longest time; says whether
    /// there was one.
    fn evict(&mut self, device: usize) -> Driven<bool> {
        let used = |entry: &Entry| {
            let copy = entry.copy.filter(|copy| copy.device == device && entry.pins == 0)?;
            Some(copy.used)
        };
        let oldest = self.arrays.iter().filter_map(|(key, entry)| Some((used(entry)?, key))).min();
        let Some((_, key)) = oldest else { return Ok(false) };
        self.sync_host(key)?;
        self.drop_copy(key);
        trace::count(|traffic| traffic.evictions += 1);
        Ok(true)
    }
}
