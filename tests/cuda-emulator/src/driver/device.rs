//! Initialisation, and the devices that there are and their abilities.

use super::state::{self, Driver, complain};
use super::{CUresult, Handle, Status, driver_functions};
use std::ffi::c_char;

/// The limits that differ between compute capabilities.
#[derive(Clone, Copy)]
pub(super) struct Capability {
    /// Threads of a multiprocessor.
    pub threads: u32,
    /// Blocks of a multiprocessor.
    pub blocks: u32,
    /// Shared memory of a multiprocessor, in KiB.
    pub shared: u32,
    /// Shared memory that a block can ask for, in KiB.
    pub shared_per_block: u32,
}

const CAPABILITIES: [((u32, u32), Capability); 8] = {
    const fn of(threads: u32, blocks: u32, shared: u32, shared_per_block: u32) -> Capability {
        Capability { threads, blocks, shared, shared_per_block }
    }
    [
        ((7, 0), of(2048, 32, 96, 96)),
        ((7, 5), of(1024, 16, 64, 64)),
        ((8, 0), of(2048, 32, 164, 163)),
        ((8, 6), of(1536, 16, 100, 99)),
        ((8, 7), of(1536, 16, 164, 163)),
        ((8, 9), of(1536, 24, 100, 99)),
        ((9, 0), of(2048, 32, 228, 227)),
        ((10, 0), of(2048, 32, 228, 227)),
    ]
};

/// The limits of a compute capability: those of the newest that is not newer.
pub(super) fn capability(compute: (u32, u32)) -> Capability {
    let known = CAPABILITIES.iter().rev().find(|(known, _)| *known <= compute);
    known.unwrap_or(&CAPABILITIES[0]).1
}

/// Registers of a block and of a multiprocessor.
pub(super) const REGISTERS: u32 = 65536;

/// Shared memory of a block that does not ask for more, in bytes.
pub(super) const SHARED_PER_BLOCK: u32 = 48 << 10;

/// Multiprocessors. Together they hold no more blocks than the machine keeps resident.
pub(super) const MULTIPROCESSORS: u32 = 4;

/// The attributes that do not depend on the compute capability: number and value of each. The others are 0:
/// absent.
const ATTRIBUTES: [(i32, i32); 38] = [
    (1, 1024),       // threads per block
    (2, 1024),       // of a block: x
    (3, 1024),       // y
    (4, 64),         // z
    (5, i32::MAX),   // of a grid: x
    (6, 65535),      // y
    (7, 65535),      // z
    (8, 48 << 10),   // shared memory per block
    (9, 64 << 10),   // constant memory
    (10, 32),        // lanes of a warp
    (11, i32::MAX),  // pitch
    (12, 65536),     // registers per block
    (13, 1_500_000), // clock rate, kHz
    (14, 512),       // alignment of textures
    (15, 1),         // copies overlap with kernels
    (16, MULTIPROCESSORS as i32),
    (17, 0),         // run time limit
    (18, 0),         // integrated
    (19, 1),         // can map host memory
    (20, 0),         // compute mode: default
    (30, 512),       // alignment of surfaces
    (31, 1),         // concurrent kernels
    (36, 7_000_000), // memory clock rate, kHz
    (37, 256),       // memory bus width, bits
    (38, 4 << 20),   // second-level cache
    (40, 2),         // copy engines
    (41, 1),         // unified addressing
    (51, 32),        // alignment of pitched textures
    (78, 1),         // stream priorities
    (79, 1),         // first-level cache for global memory
    (80, 1),         // and for local memory
    (82, 65536),     // registers per multiprocessor
    (83, 1),         // managed memory
    (87, 32),        // single to double precision
    (89, 0),         // host access to managed memory while kernels run
    (91, 1),         // host pointers of registered memory
    (99, 1),         // registering host memory
    (115, 1),        // memory pools
];

fn attribute(compute: (u32, u32), device: i32, number: i32) -> Option<i32> {
    let capability = capability(compute);
    Some(match number {
        33 => device + 1,
        39 => capability.threads as i32,
        75 => compute.0 as i32,
        76 => compute.1 as i32,
        81 => (capability.shared << 10) as i32,
        97 => (capability.shared_per_block << 10) as i32,
        106 => capability.blocks as i32,
        1..=147 => ATTRIBUTES.iter().find(|(known, _)| *known == number).map_or(0, |(_, v)| *v),
        _ => return None,
    })
}

/// `cuInit` of the driver API. A device that is lost is not there.
#[unsafe(no_mangle)]
pub extern "C" fn cuInit(flags: u32) -> CUresult {
    initialise(&mut state::lock(), flags).map_or_else(|status| status.0, |()| 0)
}

fn initialise(driver: &mut Driver, flags: u32) -> Result<(), Status> {
    if flags != 0 {
        return Err(Status::INVALID_VALUE);
    }
    if let Err(message) = &driver.settings {
        complain(message);
        return Err(Status::INVALID_VALUE);
    }
    if driver.devices.is_empty() || !driver.count_call() {
        return Err(Status::NO_DEVICE);
    }
    driver.initialised = true;
    super::control::print_counts_at_exit(driver);
    Ok(())
}

driver_functions! {
    fn cuDriverGetVersion(out version: i32) |driver| {
        let (major, minor) = driver.settings.as_ref().map_or((0, 0), |settings| settings.driver);
        let (major, minor) = driver.faults.driver.unwrap_or((major, minor));
        version.set((major * 1000 + minor * 10) as i32)
    }

    fn cuDeviceGetCount(out count: i32) |driver| {
        driver.settings()?;
        count.set(driver.devices.len() as i32)
    }

    fn cuDeviceGet(out device: i32, value ordinal: i32) |driver| {
        driver.device(ordinal)?;
        device.set(ordinal)
    }

    fn cuDeviceGetName(buffer name: c_char, value length: i32, value device: i32) |driver| {
        driver.device(device)?;
        let length = usize::try_from(length).map_err(|_| Status::INVALID_VALUE)?;
        match name.write_text("accel emulator", length) {
            0 => Err(Status::INVALID_VALUE),
            _ => Ok(()),
        }
    }

    fn cuDeviceGetUuid(out uuid: [u8; 16], value device: i32) |driver| {
        driver.device(device)?;
        let mut bytes = *b"accel emulator  ";
        bytes[15] = device as u8;
        uuid.set(bytes)
    }

    fn cuDeviceGetUuid_v2(out uuid: [u8; 16], value device: i32) |driver| {
        driver.device(device)?;
        let mut bytes = *b"accel emulator  ";
        bytes[15] = device as u8;
        uuid.set(bytes)
    }

    fn cuDeviceTotalMem_v2(out bytes: usize, value device: i32) |driver| {
        let (_, total) = driver.device(device)?.memory.available();
        bytes.set(total as usize)
    }

    fn cuDeviceGetAttribute(out result: i32, value number: i32, value device: i32) |driver| {
        driver.device(device)?;
        let compute = driver.settings()?.compute;
        result.set(attribute(compute, device, number).ok_or(Status::INVALID_VALUE)?)
    }

    fn cuDeviceComputeCapability(out major: i32, out minor: i32, value device: i32) |driver| {
        driver.device(device)?;
        let compute = driver.settings()?.compute;
        major.set(compute.0 as i32)?;
        minor.set(compute.1 as i32)
    }

    fn cuDeviceGetPCIBusId(buffer text: c_char, value length: i32, value device: i32) |driver| {
        driver.device(device)?;
        let length = usize::try_from(length).map_err(|_| Status::INVALID_VALUE)?;
        text.write_text(&format!("0000:{:02x}:00.0", device + 1), length);
        Ok(())
    }

    fn cuDevicePrimaryCtxRetain(out context: Handle, value device: i32) |driver| {
        let found = driver.device(device)?;
        let flags = found.primary_flags;
        let (handle, count) = match found.primary {
            Some(primary) => primary,
            None => (driver.create_context(device as usize, flags)?, 0),
        };
        driver.device(device)?.primary = Some((handle, count + 1));
        context.set(handle)
    }

    fn cuDevicePrimaryCtxRelease_v2(value device: i32) |driver| {
        let found = driver.device(device)?;
        let (handle, count) = found.primary.ok_or(Status::INVALID_CONTEXT)?;
        found.primary = (count > 1).then_some((handle, count - 1));
        if count == 1 {
            driver.destroy_context(handle);
        }
        Ok(())
    }

    fn cuDevicePrimaryCtxReset_v2(value device: i32) |driver| {
        if let Some((handle, _)) = driver.device(device)?.primary.take() {
            driver.destroy_context(handle);
        }
        Ok(())
    }

    fn cuDevicePrimaryCtxGetState(value device: i32, out flags: u32, out active: i32) |driver| {
        let found = driver.device(device)?;
        flags.set_if_wanted(found.primary_flags);
        active.set(i32::from(found.primary.is_some()))
    }

    fn cuDevicePrimaryCtxSetFlags_v2(value device: i32, value flags: u32) |driver| {
        driver.device(device)?.primary_flags = flags;
        Ok(())
    }
}
