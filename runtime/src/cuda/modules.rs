//! The code of kernels on devices: loaded once for each device and found once for each entry, with
//! how many blocks of it the device runs at once, which the driver's occupancy calculator tells.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::sync::{Mutex, PoisonError};

use cust::sys;

use super::driver::{self, Driven, done};
use super::launch::THREADS;
use crate::launch::DeviceKernel;

/// An entry of a kernel on a device.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The driver's handle, as a number.
    function: usize,
    /// How many blocks the device runs at once; one at least.
    pub resident: usize,
}

impl Entry {
    /// What is launched.
    pub fn function(self) -> sys::CUfunction {
        self.function as sys::CUfunction
    }
}

/// What a device has loaded, by the addresses of the code.
#[derive(Default)]
struct Loaded {
    modules: BTreeMap<usize, usize>,
    /// Also by the address of the name, and by what is behind it, of which there are few.
    entries: BTreeMap<(usize, usize), Vec<(String, Entry)>>,
}

static LOADED: Mutex<BTreeMap<usize, Loaded>> = Mutex::new(BTreeMap::new());

/// The modules of a device are gone with its context.
pub fn forget(device: usize) {
    LOADED.lock().unwrap_or_else(PoisonError::into_inner).remove(&device);
}

/// An entry of a kernel on the device of this thread; its module stays loaded.
///
/// # Errors
/// If the driver refuses the module, or the module lacks the entry.
pub fn entry(device: usize, kernel: DeviceKernel, suffix: &str) -> Driven<Entry> {
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    let Loaded { modules, entries } = loaded.entry(device).or_default();
    let code = kernel.code.as_ptr() as usize;
    let entries = entries.entry((code, kernel.entry.as_ptr() as usize)).or_default();
    if let Some((_, entry)) = entries.iter().find(|(known, _)| known == suffix) {
        return Ok(*entry);
    }
    let module = match modules.get(&code) {
        Some(module) => *module as sys::CUmodule,
        None => {
            let module = load(kernel.code)?;
            modules.insert(code, module as usize);
            module
        }
    };
    let entry = find(module, &format!("{}{suffix}", kernel.entry))?;
    entries.push((suffix.to_owned(), entry));
    Ok(entry)
}

fn load(code: &[u8]) -> Driven<sys::CUmodule> {
    let text = terminated(code);
    let mut module = std::ptr::null_mut();
    // SAFETY: the text ends with a zero.
    done(unsafe { sys::cuModuleLoadData(&mut module, text.as_ptr().cast()) })?;
    Ok(module)
}

fn find(module: sys::CUmodule, name: &str) -> Driven<Entry> {
    let name = terminated(name.as_bytes());
    let (mut function, mut blocks) = (std::ptr::null_mut(), 0);
    // SAFETY: the name ends with a zero; the module stays loaded, so the function stays there.
    unsafe {
        done(sys::cuModuleGetFunction(&mut function, module, name.as_ptr()))?;
        let threads = THREADS as i32;
        done(sys::cuOccupancyMaxActiveBlocksPerMultiprocessor(&mut blocks, function, threads, 0))?;
    }
    let resident = blocks.max(1) as usize * driver::multiprocessors()?;
    Ok(Entry { function: function as usize, resident })
}

/// Text as C wants it; PTX and names have no zeros inside.
fn terminated(text: &[u8]) -> CString {
    CString::new(text).unwrap_or_default()
}
