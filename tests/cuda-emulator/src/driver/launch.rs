//! Launching kernels, and their attributes.

use super::device::{SHARED_PER_BLOCK, capability};
use super::pointers::Input;
use super::state::{Driver, complain, set_last_counts};
use super::{Handle, Status, driver_functions};
use crate::machine::{self, Fault, FaultKind, LaunchShape};
use crate::program::bytecode::Kernel;
use std::ffi::c_void;
use std::sync::Arc;

/// The most threads of a block.
const THREADS_PER_BLOCK: u32 = 1024;

/// The end of a list of extra launch options, and the options that there are.
const EXTRA_END: usize = 0;
const EXTRA_BUFFER: usize = 1;
const EXTRA_BUFFER_SIZE: usize = 2;

/// The shared memory that a block can have, in bytes.
pub(super) fn shared_limit(compute: (u32, u32), asked_for_more: bool) -> u32 {
    if asked_for_more { capability(compute).shared_per_block << 10 } else { SHARED_PER_BLOCK }
}

/// The registers of a thread. The number is an estimate: the registers that the hardware's assembler would
/// need are not known, and it can always do with these.
pub(super) fn registers_per_thread(kernel: &Kernel) -> u32 {
    kernel.registers.next_multiple_of(8).clamp(16, 64)
}

/// The most threads that a block of this kernel can have.
pub(super) fn maximum_threads(kernel: &Kernel) -> u32 {
    kernel.maximum_threads.unwrap_or(THREADS_PER_BLOCK).min(THREADS_PER_BLOCK)
}

fn check_shape(kernel: &Kernel, shape: &LaunchShape, shared_limit: u32) -> Result<(), Status> {
    let [x, y, z] = shape.block;
    let threads = u64::from(x) * u64::from(y) * u64::from(z);
    let grid_fits =
        shape.grid[0] <= i32::MAX as u32 && shape.grid[1] <= 65535 && shape.grid[2] <= 65535;
    let fits = x <= 1024
        && y <= 1024
        && z <= 64
        && (1..=u64::from(maximum_threads(kernel))).contains(&threads)
        && grid_fits
        && shape.grid.iter().all(|size| *size > 0)
        && kernel.required_threads.is_none_or(|required| required == shape.block)
        && shape.dynamic_shared <= shared_limit;
    if fits { Ok(()) } else { Err(Status::INVALID_VALUE) }
}

/// The parameter buffer from pointers to each parameter, or from a buffer given whole.
fn parameters(
    kernel: &Kernel,
    each: Input<Input<u8>>,
    extra: Input<usize>,
) -> Result<Vec<u8>, Status> {
    let mut buffer = vec![0; kernel.parameter_size() as usize];
    if kernel.parameters.is_empty() {
        return Ok(buffer);
    }
    if !each.is_null() {
        for (index, slot) in kernel.parameters.iter().enumerate() {
            let bytes = each.get(index)?.bytes(slot.size as usize)?;
            buffer[slot.offset as usize..][..bytes.len()].copy_from_slice(bytes);
        }
        return Ok(buffer);
    }
    let (mut whole, mut size, mut at) = (None, None, 0);
    loop {
        match extra.get(at)? {
            EXTRA_END => break,
            EXTRA_BUFFER => whole = Some(extra.cast::<Input<u8>>().get(at + 1)?),
            EXTRA_BUFFER_SIZE => size = Some(extra.cast::<Input<usize>>().get(at + 1)?.get(0)?),
            _ => return Err(Status::INVALID_VALUE),
        }
        at += 2;
    }
    let (Some(whole), Some(size)) = (whole, size) else {
        return Err(Status::INVALID_VALUE);
    };
    if size < buffer.len() {
        return Err(Status::INVALID_VALUE);
    }
    whole.bytes(buffer.len()).map(<[u8]>::to_vec)
}

fn status_of(kind: FaultKind) -> Status {
    match kind {
        FaultKind::IllegalAddress => Status::ILLEGAL_ADDRESS,
        FaultKind::Misaligned => Status::MISALIGNED_ADDRESS,
        FaultKind::Trap => Status::ILLEGAL_INSTRUCTION,
        FaultKind::Assertion => Status::ASSERT,
        FaultKind::Timeout => Status::LAUNCH_TIMEOUT,
        FaultKind::Uninitialised | FaultKind::Race | FaultKind::Synchronisation => {
            Status::LAUNCH_FAILED
        }
    }
}

/// Describes a fault, and its place, in words.
fn describe(kernel: &Kernel, text: &str, fault: &Fault) -> String {
    let line = fault.at.map_or(0, |at| kernel.instructions[at as usize].line);
    let written = text.lines().nth((line as usize).saturating_sub(1)).unwrap_or("").trim();
    let (block, thread) = fault.thread.unwrap_or_default();
    let [bx, by, bz] = block;
    let [tx, ty, tz] = thread;
    format!(
        "kernel `{}`, PTX line {line} `{written}`, block ({bx}, {by}, {bz}), thread ({tx}, {ty}, \
         {tz}): {}",
        kernel.name, fault.message
    )
}

fn launch(
    driver: &mut Driver,
    function: Handle,
    shape: LaunchShape,
    stream: Handle,
    each: Input<Input<u8>>,
    extra: Input<usize>,
) -> Result<(), Status> {
    super::stream::check(driver, stream)?;
    let (_, context) = driver.current()?;
    let (checks, device) = (context.checks, context.device);
    let found = driver.functions.get(&function).ok_or(Status::INVALID_HANDLE)?;
    let kernel = Arc::clone(&found.kernel);
    let (module, shared_limit) = (found.module, found.dynamic_shared_limit);
    check_shape(&kernel, &shape, shared_limit)?;
    let parameters = parameters(&kernel, each, extra)?;
    if driver.faults.launch.strikes() {
        return Err(Status::LAUNCH_OUT_OF_RESOURCES);
    }
    if driver.faults.crash.strikes() {
        driver.current()?.1.failed = Some(Status::LAUNCH_FAILED);
        return Err(Status::LAUNCH_FAILED);
    }
    let number = driver.counts.launches as u32 + 1;
    let instructions = driver.settings()?.instructions;
    let memory = &mut driver.devices[device].memory;
    let (counts, touched, result) =
        machine::launch(&kernel, shape, &parameters, memory, checks, instructions, number);
    driver.counts += counts;
    set_last_counts(counts);
    driver.begin_work(stream);
    for (slot, writes) in touched {
        let found = driver.devices[device].memory.slot(slot).map(|found| found.base);
        found.map_or(Ok(()), |address| driver.accesses(address, writes))?;
    }
    result.map_err(|fault| {
        let text = driver.modules.get(&module).map_or("", |module| &module.text);
        complain(&describe(&kernel, text, &fault));
        let status = status_of(fault.kind);
        if let Ok((_, context)) = driver.current() {
            context.failed = Some(status);
        }
        status
    })
}

driver_functions! {
    fn cuLaunchKernel(
        value function: Handle, value grid_x: u32, value grid_y: u32, value grid_z: u32,
        value block_x: u32, value block_y: u32, value block_z: u32, value shared: u32,
        value stream: Handle, input parameters: *const c_void, input extra: *const c_void,
    ) |driver| {
        let shape = LaunchShape {
            grid: [grid_x, grid_y, grid_z],
            block: [block_x, block_y, block_z],
            dynamic_shared: shared,
        };
        launch(driver, function, shape, stream, parameters.cast(), extra.cast())
    }

    fn cuLaunchCooperativeKernel(
        value function: Handle, value grid_x: u32, value grid_y: u32, value grid_z: u32,
        value block_x: u32, value block_y: u32, value block_z: u32, value shared: u32,
        value stream: Handle, input parameters: *const c_void,
    ) |driver| {
        let shape = LaunchShape {
            grid: [grid_x, grid_y, grid_z],
            block: [block_x, block_y, block_z],
            dynamic_shared: shared,
        };
        // SAFETY: there is nothing at a null pointer.
        let none = unsafe { Input::new(std::ptr::null()) };
        launch(driver, function, shape, stream, parameters.cast(), none)
    }

    fn cuFuncGetAttribute(out value: i32, value attribute: u32, value function: Handle) |driver| {
        driver.current()?;
        let compute = driver.settings()?.compute;
        let found = driver.functions.get(&function).ok_or(Status::INVALID_HANDLE)?;
        let kernel = &found.kernel;
        let version = driver.modules.get(&found.module).map_or(0, |module| module.ptx_version);
        value.set(match attribute {
            0 => maximum_threads(kernel),
            1 => kernel.shared_size,
            2 => kernel.constant_size,
            3 => kernel.local_size,
            4 => registers_per_thread(kernel),
            5 => version,
            6 => compute.0 * 10 + compute.1,
            8 => found.dynamic_shared_limit,
            7 | 9..=15 => 0,
            _ => return Err(Status::INVALID_VALUE),
        } as i32)
    }

    fn cuFuncSetAttribute(value function: Handle, value attribute: u32, value value: i32) |driver| {
        driver.current()?;
        let compute = driver.settings()?.compute;
        let found = driver.functions.get_mut(&function).ok_or(Status::INVALID_HANDLE)?;
        match attribute {
            8 => {
                let most = shared_limit(compute, true).saturating_sub(found.kernel.shared_size);
                let asked = u32::try_from(value).map_err(|_| Status::INVALID_VALUE)?;
                if asked > most {
                    return Err(Status::INVALID_VALUE);
                }
                found.dynamic_shared_limit = asked;
                Ok(())
            }
            9 => Ok(()),
            _ => Err(Status::INVALID_VALUE),
        }
    }

    fn cuFuncSetCacheConfig(value function: Handle, value _config: u32) |driver| {
        driver.current()?;
        driver.functions.get(&function).map(|_| ()).ok_or(Status::INVALID_HANDLE)
    }

    fn cuFuncSetSharedMemConfig(value function: Handle, value _config: u32) |driver| {
        driver.current()?;
        driver.functions.get(&function).map(|_| ()).ok_or(Status::INVALID_HANDLE)
    }

    fn cuFuncGetModule(out module: Handle, value function: Handle) |driver| {
        driver.current()?;
        module.set(driver.functions.get(&function).ok_or(Status::INVALID_HANDLE)?.module)
    }
}
