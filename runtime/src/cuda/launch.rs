//! Launches: what a kernel reads is copied to the device, the kernel runs, and what it has written
//! is copied back.
//!
//! A kernel whose check fails leaves nothing behind: the driver then runs it on the CPU, which tells
//! what was wrong and where.

use std::collections::BTreeMap;
use std::ffi::{CString, c_void};
use std::sync::{Mutex, PoisonError};

use cust::sys;

use crate::cpu::lanes::{Map, Reduce, Reduced};
use crate::cpu::stored::Stored;
use crate::failure::{Failure, Result, Values};
use crate::launch::{Arguments, DeviceKernel, Field};

/// How many threads a block has: that of the entries.
const THREADS: usize = 256;

/// How many blocks a reduction has at most, and how many lanes each of them at least.
const BLOCKS: usize = 1024;
const LANES_OF_BLOCK: usize = 8 * THREADS;

/// How many blocks a map has at most; its threads take several lanes then.
const MOST_BLOCKS: usize = 1 << 16;

/// Runs a map on the device of this thread; nothing if there is none, if the kernel has no code
/// for it, or if a check failed.
///
/// # Errors
/// If the device fails, or memory is short.
pub fn map<const R: usize, K: Map<R>>(
    site: u32,
    space: [usize; R],
    kernel: K,
) -> Result<Option<<K::Stored as Stored>::Buffers>> {
    let Some((code, count)) = planned(site, K::DEVICE, &space)? else { return Ok(None) };
    let mut arguments = Arguments::default();
    kernel.arguments(&mut arguments);
    let mut buffers = room::<K::Stored>(site, count, &mut arguments)?;
    let ran = Launch::new(site, &arguments).and_then(|mut launch| {
        let structure = launch.structure(&arguments);
        let (lanes, failed) = (count as u64, launch.failed());
        launch.claim(code, count, &structure)?;
        launch.run(code, "", blocks_of(count), &[&structure, &lanes.to_ne_bytes(), &failed])?;
        launch.finish(&arguments)
    })?;
    if !ran {
        return Ok(None);
    }
    // SAFETY: the kernel has written all columns, and they have been copied back.
    unsafe { K::Stored::filled(&mut buffers, count) };
    Ok(Some(buffers))
}

/// Runs a reduction on the device of this thread, as [`map`] does.
///
/// # Errors
/// If the device fails, memory is short, or the user's operator fails.
pub fn reduce<const R: usize, K: Reduce<R>>(
    site: u32,
    space: [usize; R],
    initial: K::Value,
    kernel: K,
) -> Result<Option<Reduced<R, K>>> {
    let Some((code, count)) = planned(site, K::DEVICE, &space)? else { return Ok(None) };
    let mut arguments = Arguments::default();
    kernel.arguments(&mut arguments);
    let mut buffers = room::<K::Stored>(site, count, &mut arguments)?;
    let lanes_of_block = lanes_of_block(count);
    let blocks = count.div_ceil(lanes_of_block);
    let mut results = Arguments::default();
    let mut values = room::<K::Value>(site, 1, &mut results)?;
    let ran = Launch::new(site, &arguments).and_then(|mut launch| {
        let structure = launch.structure(&arguments);
        let first = launch.pointers.len();
        launch.arrays(&results)?;
        let pointers: Vec<u8> =
            launch.pointers[first..].iter().flat_map(|pointer| pointer.to_ne_bytes()).collect();
        // A value and its flag take no more than this, however they are aligned. What lies between
        // them is read with them, in wider loads.
        let room = vec![0; blocks * 8 * (K::Value::COLUMNS + 1)];
        let partials = launch.memory(room.len())?;
        launch.upload(partials, &room)?;
        let partials = partials.to_ne_bytes();
        let (lanes, failed) = ((count as u64).to_ne_bytes(), launch.failed());
        let own = (lanes_of_block as u64).to_ne_bytes();
        launch.claim(code, count, &structure)?;
        launch.run(code, "", blocks, &[&structure, &lanes, &own, &partials, &failed])?;
        let blocks = (blocks as u64).to_ne_bytes();
        launch.run(code, "_partials", 1, &[&structure, &blocks, &partials, &pointers])?;
        let ran = launch.finish(&arguments)?;
        if ran {
            launch.download(first, &results)?;
        }
        Ok(ran)
    })?;
    if !ran {
        return Ok(None);
    }
    // SAFETY: the kernel has written all columns and the value, and they have been copied back.
    let value = unsafe {
        K::Stored::filled(&mut buffers, count);
        K::Value::read(K::Value::spare(&mut values), 0)
    };
    Ok(Some((buffers, kernel.start(initial, value)?)))
}

/// How many lanes a block reduces. The size alone says how they are cut, and so the bits of the
/// result.
pub(super) fn lanes_of_block(count: usize) -> usize {
    count.div_ceil(BLOCKS).next_multiple_of(THREADS).max(LANES_OF_BLOCK)
}

/// How many blocks lanes have that each work by themselves.
pub(super) fn blocks_of(count: usize) -> usize {
    count.div_ceil(THREADS).min(MOST_BLOCKS)
}

/// The code of a kernel and how many lanes it has; nothing if it runs on the CPU.
pub(super) fn planned(
    site: u32,
    kernel: Option<DeviceKernel>,
    space: &[usize],
) -> Result<Option<(DeviceKernel, usize)>> {
    let Some(code) = kernel.filter(|_| super::entered().is_some()) else { return Ok(None) };
    let count = crate::buffer::count(site, space)?;
    Ok((count > 0).then_some((code, count)))
}

/// Columns with room for `count` values each, which the kernel fills.
pub(super) fn room<S: Stored>(
    site: u32,
    count: usize,
    arguments: &mut Arguments,
) -> Result<S::Buffers> {
    let mut buffers = S::reserve(site, count)?;
    S::columns(S::spare(&mut buffers), &mut |data, size| arguments.output(data, size * count));
    Ok(buffers)
}

/// A launch in the making: memory of the device, which is given back in the end.
pub(super) struct Launch {
    pub(super) site: u32,
    /// Where the arrays of the arguments lie, in their order.
    pub(super) pointers: Vec<u64>,
    /// The word that says whether a check has failed.
    failed: u64,
    /// Everything that was allocated.
    owned: Vec<u64>,
}

impl Drop for Launch {
    fn drop(&mut self) {
        for pointer in &self.owned {
            // An error of a kernel comes up again with the next call that is not a drop.
            // SAFETY: the memory was allocated for this launch, and nothing uses it any more.
            let _ = unsafe { sys::cuMemFree_v2(*pointer) };
        }
    }
}

impl Launch {
    /// Copies what a kernel reads to the device, and makes room for what it writes.
    pub(super) fn new(site: u32, arguments: &Arguments) -> Result<Launch> {
        let mut launch = Launch { site, pointers: Vec::new(), failed: 0, owned: Vec::new() };
        launch.failed = launch.memory(4)?;
        launch.upload(launch.failed, &[0; 4])?;
        launch.arrays(arguments)?;
        Ok(launch)
    }

    /// Memory for the arrays of arguments, with what the kernel reads in it.
    pub(super) fn arrays(&mut self, arguments: &Arguments) -> Result<()> {
        for field in &arguments.fields {
            let pointer = match *field {
                Field::Scalar(..) => continue,
                Field::Input(data, bytes) => {
                    let pointer = self.memory(bytes)?;
                    // SAFETY: the memory is that of a view, which lives as long as the kernel.
                    self.upload(pointer, unsafe { std::slice::from_raw_parts(data, bytes) })?;
                    pointer
                }
                Field::Changed(data, bytes) => {
                    // What is narrower than a word is changed as a part of one.
                    let pointer = self.zeros(bytes.next_multiple_of(4))?;
                    // SAFETY: the memory is that of a buffer, which no one else looks at.
                    self.upload(pointer, unsafe { std::slice::from_raw_parts(data, bytes) })?;
                    pointer
                }
                Field::Zeros(bytes) => self.zeros(bytes)?,
                Field::Output(_, bytes) | Field::Room(bytes) => self.memory(bytes)?,
            };
            self.pointers.push(pointer);
        }
        Ok(())
    }

    /// Memory that is zero.
    pub(super) fn zeros(&mut self, bytes: usize) -> Result<u64> {
        let pointer = self.memory(bytes)?;
        if bytes > 0 {
            // SAFETY: the memory of the device has room for so many bytes.
            self.check(unsafe { sys::cuMemsetD8_v2(pointer, 0, bytes) })?;
        }
        Ok(pointer)
    }

    /// The struct of the kernel: its fields, each aligned to its size.
    pub(super) fn structure(&self, arguments: &Arguments) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut pointers = self.pointers.iter();
        let mut add = |field: &[u8]| {
            bytes.resize(bytes.len().next_multiple_of(field.len()), 0);
            bytes.extend_from_slice(field);
        };
        for field in &arguments.fields {
            match field {
                Field::Scalar(value, size) => add(&value[..*size]),
                _ => {
                    add(&pointers.next().copied().unwrap_or(0).to_ne_bytes());
                }
            }
        }
        // A struct has some size in C++, also without fields.
        bytes.resize(bytes.len().next_multiple_of(8).max(8), 0);
        bytes
    }

    /// Where the word lies that says whether a check has failed.
    pub(super) fn failed(&self) -> [u8; 8] {
        self.failed.to_ne_bytes()
    }

    /// Memory of the device; none for nothing.
    pub(super) fn memory(&mut self, bytes: usize) -> Result<u64> {
        let mut pointer = 0;
        if bytes == 0 {
            return Ok(pointer);
        }
        // SAFETY: the driver writes the address.
        let allocated = unsafe { sys::cuMemAlloc_v2(&mut pointer, bytes) };
        if allocated == sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY {
            return Err(Failure::new(self.site, Values::Bytes(bytes as u128)));
        }
        self.check(allocated)?;
        self.owned.push(pointer);
        Ok(pointer)
    }

    pub(super) fn upload(&self, to: u64, bytes: &[u8]) -> Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        // SAFETY: the memory of the device has room for so many bytes.
        let copied = unsafe { sys::cuMemcpyHtoD_v2(to, bytes.as_ptr().cast(), bytes.len()) };
        self.check(copied)
    }

    /// Launches an entry of a kernel with these parameters.
    pub(super) fn run(
        &mut self,
        kernel: DeviceKernel,
        suffix: &str,
        blocks: usize,
        parameters: &[&[u8]],
    ) -> Result<()> {
        let function = entry(kernel, suffix).map_err(|error| self.fails(error))?;
        // The driver reads words, which have to be aligned.
        let mut words: Vec<Vec<u64>> = parameters
            .iter()
            .map(|bytes| {
                let word = |bytes: &[u8]| {
                    let mut word = [0; 8];
                    word[..bytes.len()].copy_from_slice(bytes);
                    u64::from_ne_bytes(word)
                };
                bytes.chunks(8).map(word).collect()
            })
            .collect();
        let mut addresses: Vec<*mut c_void> =
            words.iter_mut().map(|words| words.as_mut_ptr().cast()).collect();
        let (blocks, threads) = (blocks as u32, THREADS as u32);
        // SAFETY: the entry has these parameters; generated code and this file agree on them.
        let launched = unsafe {
            sys::cuLaunchKernel(
                function,
                blocks,
                1,
                1,
                threads,
                1,
                1,
                0,
                std::ptr::null_mut(),
                addresses.as_mut_ptr(),
                std::ptr::null_mut(),
            )
        };
        self.check(launched)?;
        super::count_launch();
        Ok(())
    }

    /// Has the lanes of a kernel claim the places that they write to, if they have to.
    pub(super) fn claim(
        &mut self,
        code: DeviceKernel,
        count: usize,
        structure: &[u8],
    ) -> Result<()> {
        if !code.claims {
            return Ok(());
        }
        let (lanes, failed) = ((count as u64).to_ne_bytes(), self.failed());
        self.run(code, "_claim", blocks_of(count), &[structure, &lanes, &failed])
    }

    /// Waits for the kernel, and copies what it wrote. Says whether no check failed.
    pub(super) fn finish(&self, arguments: &Arguments) -> Result<bool> {
        let sound = self.sound()?;
        if sound {
            self.download(0, arguments)?;
        }
        Ok(sound)
    }

    /// Waits for the kernel. Says whether no check failed.
    pub(super) fn sound(&self) -> Result<bool> {
        let mut failed = 0u32;
        self.copy_back((&raw mut failed).cast(), self.failed, 4)?;
        Ok(failed == 0)
    }

    /// Copies what a kernel wrote; the pointers of these arguments begin at a place.
    pub(super) fn download(&self, first: usize, arguments: &Arguments) -> Result<()> {
        let mut pointers = self.pointers[first..].iter();
        for field in &arguments.fields {
            match *field {
                Field::Scalar(..) => {}
                Field::Input(..) | Field::Zeros(..) | Field::Room(..) => {
                    pointers.next();
                }
                Field::Output(data, bytes) | Field::Changed(data, bytes) => {
                    let from = pointers.next().copied().unwrap_or(0);
                    self.copy_back(data, from, bytes)?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn copy_back(&self, to: *mut u8, from: u64, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: there is room for so many bytes in the memory of the host, which no one else
        // looks at, and there are as many on the device.
        let copied = unsafe { sys::cuMemcpyDtoH_v2(to.cast(), from, bytes) };
        self.check(copied)
    }

    fn check(&self, result: sys::CUresult) -> Result<()> {
        done(result).map_err(|error| self.fails(error))
    }

    fn fails(&self, error: sys::CUresult) -> Failure {
        let message = format!("the CUDA device fails: {}", words(error));
        Failure::new(self.site, Values::Device(message))
    }
}

/// What the driver gives, as Rust says it.
type Driven<T> = std::result::Result<T, sys::CUresult>;

fn done(result: sys::CUresult) -> Driven<()> {
    match result {
        sys::CUresult::CUDA_SUCCESS => Ok(()),
        error => Err(error),
    }
}

/// An error of the driver: its name, and the driver's words if it has some.
fn words(error: sys::CUresult) -> String {
    let mut text = std::ptr::null();
    // SAFETY: the driver writes the address of a text that stays, or none.
    let known = unsafe { sys::cuGetErrorString(error, &mut text) };
    if done(known).is_err() || text.is_null() {
        return format!("{error:?}");
    }
    // SAFETY: the text ends with a zero.
    let text = unsafe { std::ffi::CStr::from_ptr(text) };
    format!("{error:?}, {}", text.to_string_lossy())
}

/// An entry of a kernel.
fn entry(kernel: DeviceKernel, suffix: &str) -> Driven<sys::CUfunction> {
    let module = module(kernel)?;
    let name = terminated(format!("{}{suffix}", kernel.entry).as_bytes());
    let mut function = std::ptr::null_mut();
    // SAFETY: the name ends with a zero; the module stays loaded, so the function stays there.
    done(unsafe { sys::cuModuleGetFunction(&mut function, module, name.as_ptr()) })?;
    Ok(function)
}

/// The module of a kernel, which is loaded once for each device, and stays.
fn module(kernel: DeviceKernel) -> Driven<sys::CUmodule> {
    static MODULES: Mutex<BTreeMap<(Option<usize>, usize), usize>> = Mutex::new(BTreeMap::new());
    let key = (super::entered(), kernel.code.as_ptr() as usize);
    let mut modules = MODULES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(module) = modules.get(&key) {
        return Ok(*module as sys::CUmodule);
    }
    let text = terminated(kernel.code);
    let mut module = std::ptr::null_mut();
    // SAFETY: the text ends with a zero.
    done(unsafe { sys::cuModuleLoadData(&mut module, text.as_ptr().cast()) })?;
    modules.insert(key, module as usize);
    Ok(module)
}

/// Text as C wants it; PTX and names have no zeros inside.
fn terminated(text: &[u8]) -> CString {
    CString::new(text).unwrap_or_default()
}
