//! The code of kernels on devices: loaded once for each device and found once for each entry, with
//! how many blocks of it the device runs at once, which the driver's occupancy calculator tells.
//!
//! Machine code for the device is taken where there is some; all else is PTX, which the driver compiles.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::sync::{Mutex, PoisonError};

use accel_abi::EntryKind;
use accel_abi::constants::THREADS;
use cust::sys;

use super::driver::{self, Driven, done};
use crate::launch::{DeviceCode, DeviceKernel};

/// An entry of a kernel on a device.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The driver's handle, as a number.
    function: usize,
    /// The number of blocks that the device runs at once; one at least.
    pub resident: usize,
}

impl Entry {
    /// Returns the function to launch.
    pub fn function(self) -> sys::CUfunction {
        self.function as sys::CUfunction
    }
}

/// The code that a device has loaded, by the addresses of the code.
#[derive(Default)]
struct Loaded {
    modules: BTreeMap<usize, usize>,
    /// The entries by the address of the kernel's symbol, and by their kind, of which there are few.
    entries: BTreeMap<(usize, usize), Vec<(EntryKind, Entry)>>,
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
pub fn entry(device: usize, kernel: DeviceKernel, kind: EntryKind) -> Driven<Entry> {
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    let Loaded { modules, entries } = loaded.entry(device).or_default();
    let code = std::ptr::from_ref(kernel.code) as usize;
    let entries = entries.entry((code, kernel.symbol.as_ptr() as usize)).or_default();
    if let Some((_, entry)) = entries.iter().find(|(known, _)| *known == kind) {
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
    let entry = find(module, &kind.name(kernel.symbol))?;
    entries.push((kind, entry));
    Ok(entry)
}

fn load(code: &DeviceCode) -> Driven<sys::CUmodule> {
    let capability = driver::compute_capability()?;
    let fits = |(name, machine): &(&str, &'static [u8])| Some((suits(name, capability)?, *machine));
    if let Some((_, machine)) = code.machine.iter().filter_map(fits).max_by_key(|(at, _)| *at)
        // If the driver does not take machine code, for whatever reason, it can compile the PTX itself.
        && let Ok(module) = load_image(machine)
    {
        return Ok(module);
    }
    load_image(terminated(code.ptx).as_bytes_with_nul())
}

/// Loads text with a zero at its end, or machine code, which says how long it is.
fn load_image(image: &[u8]) -> Driven<sys::CUmodule> {
    let mut module = std::ptr::null_mut();
    // SAFETY: the image tells the driver where it ends.
    done(unsafe { sys::cuModuleLoadData(&mut module, image.as_ptr().cast()) })?;
    Ok(module)
}

/// Says if machine code for a kind of GPU, such as `sm_80`, runs on a device: if it is of the same generation
/// and not older; of variants, `sm_90a` or `sm_100f`, only those that are just so. Gives its own number.
fn suits(name: &str, capability: (u32, u32)) -> Option<u32> {
    let name = name.strip_prefix("sm_")?;
    let number = name.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let wanted: u32 = number.parse().ok()?;
    let (major, minor) = (wanted / 10, wanted % 10);
    let exact = number.len() < name.len();
    let same = major == capability.0;
    (same && if exact { minor == capability.1 } else { minor <= capability.1 }).then_some(wanted)
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

#[cfg(test)]
mod tests {
    use super::suits;

    #[test]
    fn machine_code_runs_on_its_generation_from_its_number_on() {
        assert_eq!(suits("sm_80", (8, 0)), Some(80));
        assert_eq!(suits("sm_80", (8, 6)), Some(80));
        assert_eq!(suits("sm_86", (8, 0)), None);
        assert_eq!(suits("sm_75", (8, 0)), None);
        assert_eq!(suits("sm_100", (10, 3)), Some(100));
        assert_eq!(suits("sm_90a", (9, 0)), Some(90));
        assert_eq!(suits("sm_100f", (10, 3)), None);
        assert_eq!(suits("compute_80", (8, 0)), None);
    }
}
