//! Launches: the arrays that a kernel reads are copied to the device unless they are there, and the kernel
//! runs. The elements that it has written stay there until the host looks at them.
//!
//! A kernel whose check fails leaves nothing behind: the driver then runs it on the CPU, which finds the
//! reason and the place; or else all of the call runs there ([`checks`]).

use std::ffi::c_void;

use accel_abi::EntryKind;
use accel_abi::constants::THREADS;
use cust::sys;

use super::call;
use super::checks;
use super::driver::{self, Driven, done};
use super::heap::{self, Word};
use super::modules;
use super::pool::Block;
use super::residency::{Key, Use, memory};
use super::trace;
use crate::failure::{Failure, Result, Values};
use crate::kernel::lane_value::LaneValue;
use crate::launch::{Arguments, DeviceKernel, Field};
use crate::memory::{reserve, vector};
use crate::proven::Proven;
use crate::text::text;

/// The largest number of blocks of a reduction, and the least number of lanes of each block.
const BLOCKS: usize = 1024;
const LANES_OF_BLOCK: usize = 8 * THREADS;

/// The number of blocks that a multiprocessor has room for.
pub(super) const BLOCKS_OF_MULTIPROCESSOR: usize = 8;

/// The largest number of blocks of a map; its threads take several lanes beyond that.
pub(super) const MOST_BLOCKS: usize = 1 << 16;

/// A launch has so many times more blocks than a device runs at once: blocks with less to do even out those
/// with more.
const WAVES: usize = 16;

/// Returns the number of lanes that a block reduces. The size alone says how they are cut, and so the bits of
/// the result.
pub(super) fn lanes_of_block(count: usize) -> usize {
    count.div_ceil(BLOCKS).next_multiple_of(THREADS).max(LANES_OF_BLOCK)
}

/// Returns the number of blocks for lanes that each work by themselves.
pub(super) fn blocks_of(count: usize) -> usize {
    count.div_ceil(THREADS).min(MOST_BLOCKS)
}

/// The code of a kernel and how many lanes it has; nothing if it runs on the CPU.
#[inline]
pub(super) fn planned(
    site: u32,
    kernel: Option<DeviceKernel>,
    space: &[usize],
) -> Result<Option<(DeviceKernel, usize)>> {
    let Some(code) = kernel.filter(|_| call::entered().is_some()) else { return Ok(None) };
    let count = crate::buffer::count(site, space)?;
    Ok((count > 0).then_some((code, count)))
}

/// Columns with room for `count` values each, which the kernel fills. The columns stay on the device until
/// the host looks at them.
pub(super) fn room<S: LaneValue>(
    site: u32,
    count: usize,
    arguments: &mut Arguments,
) -> Result<S::Buffers> {
    let mut buffers = columns::<S>(site, count, arguments)?;
    S::lend(&mut buffers, count);
    Ok(buffers)
}

/// Columns with room for `count` values each, which the kernel fills, and which are copied back.
pub(super) fn columns<S: LaneValue>(
    site: u32,
    count: usize,
    arguments: &mut Arguments,
) -> Result<S::Buffers> {
    let mut buffers = S::reserve(Proven::HERE, site, count)?;
    S::columns(S::spare(&mut buffers), &mut |data, size| arguments.output(data, size * count));
    Ok(buffers)
}

/// A launch in the making: memory of the device, which is given back in the end.
pub(super) struct Launch {
    pub(super) site: u32,
    device: usize,
    /// The device addresses of the arrays of the arguments, in their order.
    pub(super) pointers: Vec<u64>,
    /// The bytes of these arrays.
    bytes: usize,
    /// The arrays among them that the table knows.
    pinned: Vec<Pinned>,
    /// The word that says whether a check has failed.
    failed: u64,
    /// True if the kernel has checks.
    checked: bool,
    /// Memory for this launch alone.
    owned: Vec<Block>,
}

/// An array of a launch that the table knows.
struct Pinned {
    key: Key,
    /// The position of its own among the pointers.
    position: usize,
    using: Use,
}

impl Drop for Launch {
    fn drop(&mut self) {
        let mut memory = memory();
        let used = memory.launched(self.device);
        self.pinned.iter().for_each(|pinned| memory.unpin(pinned.key, pinned.using, used));
        // A launch that gets the block next uses it after this kernel.
        self.owned.iter().for_each(|block| memory.put(self.device, block.used_by(used)));
    }
}

impl Launch {
    /// Has the arrays that a kernel reads on the device, and room for those that it writes.
    pub(super) fn new(site: u32, arguments: &Arguments) -> Result<Launch> {
        let Some(device) = call::entered() else { unreachable!("kernels are launched in calls") };
        let (pointers, pinned, owned) = Default::default();
        let (bytes, failed, checked) = (0, 0, false);
        let mut launch = Launch { site, device, pointers, bytes, pinned, failed, checked, owned };
        let settled = memory().settle(device);
        launch.check(settled)?;
        launch.failed = match checks::word().map_err(|error| launch.shortage(error, Word::BYTES))? {
            Some(word) => word,
            None => launch.zeros(Word::BYTES)?,
        };
        launch.arrays(arguments)?;
        Ok(launch)
    }

    /// Memory for the arrays of arguments, with the elements that the kernel reads in it.
    pub(super) fn arrays(&mut self, arguments: &Arguments) -> Result<()> {
        arguments.complete(self.site)?;
        reserve(&mut self.pointers, self.site, arguments.fields.len())?;
        for field in &arguments.fields {
            let (data, bytes, using) = match *field {
                Field::Scalar(..) => continue,
                Field::Zeros(bytes) => {
                    let pointer = self.zeros(bytes)?;
                    self.pointers.push(pointer);
                    continue;
                }
                Field::Input(data, bytes) => (data, bytes, Use::Read),
                Field::Changed(data, bytes) => (data.cast_const(), bytes, Use::Change),
                Field::Output(data, bytes) => (data.cast_const(), bytes, Use::Write),
            };
            let pointer = match self.resident(data as usize, bytes, using)? {
                Some(pointer) => pointer,
                None => self.copied(data, bytes, using)?,
            };
            self.pointers.push(pointer);
            self.bytes += bytes;
        }
        Ok(())
    }

    /// Memory for an array of this launch alone, with the elements that the kernel reads in it.
    fn copied(&mut self, data: *const u8, bytes: usize, using: Use) -> Result<u64> {
        let pointer = self.memory(bytes)?;
        let block = self.owned.last().filter(|_| using != Use::Write && bytes > 0);
        if let Some(block) = block {
            // SAFETY: the memory is that of a view or a target, which lives as long as the kernel; the
            // block has room for so many bytes.
            let copied = unsafe { memory().copy_to_device(self.device, *block, data, bytes) };
            self.check(copied)?;
        }
        Ok(pointer)
    }

    /// Returns the device address of an array, if the table knows it.
    fn resident(&mut self, address: usize, bytes: usize, using: Use) -> Result<Option<u64>> {
        // Room for the entry by which the array is unpinned again.
        reserve(&mut self.pinned, self.site, 1)?;
        let mut memory = memory();
        let Some((key, offset)) = memory.find(address, bytes).filter(|_| bytes > 0) else {
            return Ok(None);
        };
        let pinned = memory.pin(self.device, key, using);
        let pointer = pinned.map_err(|error| self.shortage(error, bytes))?;
        if pointer.is_some() {
            self.pinned.push(Pinned { key, position: self.pointers.len(), using });
        }
        Ok(pointer.map(|pointer| pointer + offset as u64))
    }

    /// The struct of the kernel: its fields, each aligned to its size.
    pub(super) fn structure(&self, arguments: &Arguments) -> Result<Vec<u8>> {
        // A field has eight bytes at most, and some before it. There is room for one more.
        let mut bytes = vector(self.site, 16 * arguments.fields.len() + 16)?;
        let mut pointers = self.pointers.iter();
        let mut add = |field: &[u8]| {
            bytes.resize(bytes.len().next_multiple_of(field.len()), 0);
            bytes.extend_from_slice(field);
        };
        for field in &arguments.fields {
            match field {
                Field::Scalar(value, size) => add(&value[..*size]),
                _ => add(&pointers.next().copied().unwrap_or(0).to_ne_bytes()),
            }
        }
        // More fields may follow.
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        Ok(bytes)
    }

    /// Returns the bytes of the arrays of the arguments.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the address of the word that says if a check has failed.
    pub(super) fn failed(&self) -> [u8; 8] {
        self.failed.to_ne_bytes()
    }

    /// Memory of the device; none for nothing.
    pub(super) fn memory(&mut self, bytes: usize) -> Result<u64> {
        let short =
            |launch: &Launch| launch.shortage(sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY, bytes);
        self.memory_if_any(bytes)?.ok_or_else(|| short(self))
    }

    /// Memory of the device that a launch can do without; nothing if it is short.
    pub(super) fn memory_if_any(&mut self, bytes: usize) -> Result<Option<u64>> {
        if bytes == 0 {
            return Ok(Some(0));
        }
        // Room for the entry by which the memory is given back.
        reserve(&mut self.owned, self.site, 1)?;
        let block = memory().block(self.device, bytes);
        let block = match block {
            Err(sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY) => return Ok(None),
            block => self.check(block)?,
        };
        self.owned.push(block);
        Ok(Some(block.pointer))
    }

    /// The heap of the kernel that is launched next.
    fn heap(&mut self) -> Result<()> {
        let bytes = heap::bytes();
        let Some(heap) = self.memory_if_any(bytes)? else {
            heap::is_missing();
            return Err(self.shortage(sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY, bytes));
        };
        // SAFETY: the word is that of this launch or of its call, and the heap has just been made.
        self.check(unsafe { heap::begin(self.failed, heap, bytes) })
    }

    /// Memory of the device that holds zeros.
    pub(super) fn zeros(&mut self, bytes: usize) -> Result<u64> {
        let pointer = self.memory(bytes)?;
        if bytes > 0 {
            // SAFETY: the memory has room for so many bytes.
            self.check(unsafe { driver::clear(pointer, bytes) })?;
        }
        Ok(pointer)
    }

    /// Launches an entry of a kernel with these parameters. The blocks take work as long as there is some, so
    /// there are no more of them than keep the device busy.
    pub(super) fn spread(
        &mut self,
        kernel: DeviceKernel,
        kind: EntryKind,
        most: usize,
        parameters: &[&[u8]],
    ) -> Result<()> {
        let found = modules::entry(self.device, kernel, kind);
        let entry = found.map_err(|error| self.fails(error))?;
        self.run(kernel, kind, most.min(WAVES * entry.resident), parameters)
    }

    /// Launches an entry of a kernel with so many blocks and these parameters.
    pub(super) fn run(
        &mut self,
        kernel: DeviceKernel,
        kind: EntryKind,
        blocks: usize,
        parameters: &[&[u8]],
    ) -> Result<()> {
        self.run_with_shared(kernel, kind, (blocks, 0), parameters)
    }

    /// The same with so many bytes of shared memory besides for each block.
    pub(super) fn run_with_shared(
        &mut self,
        kernel: DeviceKernel,
        kind: EntryKind,
        (blocks, shared): (usize, usize),
        parameters: &[&[u8]],
    ) -> Result<()> {
        if kernel.form.heap {
            self.heap()?;
        }
        let found = modules::entry(self.device, kernel, kind);
        let function = found.map_err(|error| self.fails(error))?.function();
        // The driver reads words, which have to be aligned. A struct has some size in C++, also
        // without fields.
        let words_of = |bytes: &[u8]| bytes.len().div_ceil(8).max(1);
        let mut words: Vec<u64> = vector(self.site, parameters.iter().map(|p| words_of(p)).sum())?;
        let mut addresses: Vec<*mut c_void> = vector(self.site, parameters.len())?;
        for bytes in parameters {
            let end = words.len() + words_of(bytes);
            words.extend(bytes.chunks(8).map(|bytes| {
                let mut word = [0; 8];
                word[..bytes.len()].copy_from_slice(bytes);
                u64::from_ne_bytes(word)
            }));
            words.resize(end, 0);
        }
        let mut first = words.as_mut_ptr();
        for bytes in parameters {
            addresses.push(first.cast());
            first = first.wrapping_add(words_of(bytes));
        }
        let (blocks, threads, shared) = (blocks as u32, THREADS as u32, shared as u32);
        // SAFETY: the entry has these parameters; generated code and this file agree on them.
        let launch = || unsafe {
            done(sys::cuLaunchKernel(
                function,
                blocks,
                1,
                1,
                threads,
                1,
                1,
                shared,
                std::ptr::null_mut(),
                addresses.as_mut_ptr(),
                std::ptr::null_mut(),
            ))
        };
        self.check(trace::kernel((kernel.symbol, kind), self.bytes, launch))?;
        self.checked |= kernel.form.checked;
        call::count_launch();
        Ok(())
    }

    /// Has the lanes of a kernel claim the places that they write to, if they have to.
    pub(super) fn claim(
        &mut self,
        code: DeviceKernel,
        count: usize,
        structure: &[u8],
    ) -> Result<()> {
        if !code.form.claims {
            return Ok(());
        }
        let (lanes, failed) = ((count as u64).to_ne_bytes(), self.failed());
        self.spread(code, EntryKind::Claims, blocks_of(count), &[structure, &lanes, &failed])
    }

    /// As [`Launch::sound`]; gives arguments the elements that the kernel wrote.
    pub(super) fn finish(&self, arguments: &Arguments) -> Result<bool> {
        let sound = self.sound()?;
        if sound {
            self.download(0, arguments)?;
        }
        Ok(sound)
    }

    /// Waits for the kernel if it has checks that the word of the call does not tell of. Says whether none
    /// failed; otherwise the arrays that it has read are on the host, for the CPU to run it.
    pub(super) fn sound(&self) -> Result<bool> {
        let mut word = Word::default();
        if self.checked && !checks::launched() {
            checks::before_looking()?;
            // SAFETY: the word lies there.
            let copy = || unsafe { Word::read(self.failed) }.map(|found| word = found);
            self.check(trace::to_host(Word::LOOKED_AT, copy))?;
        }
        if word.is_sound() {
            return Ok(true);
        }
        // The CPU runs this one, the next one has a larger heap.
        word.wants_more();
        let mut memory = memory();
        for pinned in &self.pinned {
            self.check(memory.sync_host(pinned.key))?;
        }
        Ok(false)
    }

    /// Gives arguments the elements that a kernel wrote: the arrays that the table knows stay on the device,
    /// the others are copied. The pointers of these arguments begin at a place.
    pub(super) fn download(&self, first: usize, arguments: &Arguments) -> Result<()> {
        let arrays = arguments.fields.iter().filter(|field| !matches!(field, Field::Scalar(..)));
        for (position, field) in arrays.enumerate() {
            let (Field::Output(data, bytes) | Field::Changed(data, bytes)) = *field else {
                continue;
            };
            let position = first + position;
            match self.pinned.iter().find(|pinned| pinned.position == position) {
                Some(pinned) => memory().written(self.device, pinned.key),
                None => self.copy_back(data, self.pointers[position], bytes)?,
            }
        }
        Ok(())
    }

    pub(super) fn copy_back(&self, to: *mut u8, from: u64, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        checks::before_looking()?;
        // SAFETY: there is room for so many bytes in the memory of the host, which no one else
        // looks at, and there are as many on the device.
        let copy = || unsafe { driver::download(to, from, bytes) };
        self.check(trace::to_host(bytes, copy))
    }

    pub(super) fn check<T>(&self, result: Driven<T>) -> Result<T> {
        result.map_err(|error| self.fails(error))
    }

    fn fails(&self, error: sys::CUresult) -> Failure {
        let message = text!("the CUDA device fails: {}", driver::words(error));
        Failure::new(self.site, Values::Device(message))
    }

    /// Of an array that the kernel wrote, only so many bytes count.
    pub(super) fn shorten(&self, position: usize, bytes: usize) {
        if let Some(pinned) = self.pinned.iter().find(|pinned| pinned.position == position) {
            memory().shorten(pinned.key, bytes);
        }
    }

    /// Returns the failure for memory of the device that cannot be had.
    fn shortage(&self, error: sys::CUresult, bytes: usize) -> Failure {
        match error {
            sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY => {
                Failure::new(self.site, Values::Bytes(bytes as u128))
            }
            error => self.fails(error),
        }
    }
}
