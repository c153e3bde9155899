//! The state of the driver: devices, contexts, and everything that was made in them.

use super::faults::Faults;
use super::settings::Settings;
use super::{DevicePointer, Handle, Status};
use crate::machine::{Checks, Counts};
use crate::memory::{DeviceMemory, Kind};
use crate::program::bytecode::Kernel;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The driver of the process.
pub struct Driver {
    /// The environment's settings, or a message about their faults.
    pub settings: Result<Settings, String>,
    /// The faults that are still to come.
    pub faults: Faults,
    /// True if the device has disappeared.
    pub lost: bool,
    /// True if `cuInit` has succeeded.
    pub initialised: bool,
    pub devices: Vec<Device>,
    pub contexts: HashMap<Handle, Context>,
    pub modules: HashMap<Handle, Module>,
    pub functions: HashMap<Handle, Function>,
    pub streams: HashMap<Handle, Stream>,
    pub events: HashMap<Handle, Event>,
    pub links: HashMap<Handle, Vec<u8>>,
    pub order: super::order::Order,
    /// The memory of the host that was allocated here.
    pub host_memory: HashMap<usize, std::alloc::Layout>,
    /// The counts of all launches.
    pub counts: Counts,
    next_handle: Handle,
}

/// A device.
pub struct Device {
    pub memory: DeviceMemory,
    /// The primary context and how often it is retained.
    pub primary: Option<(Handle, u32)>,
    pub primary_flags: u32,
}

/// A context.
pub struct Context {
    pub device: usize,
    pub flags: u32,
    /// The reason why nothing works in it any more.
    pub failed: Option<Status>,
    pub checks: Checks,
    pub limits: HashMap<u32, usize>,
    pub cache_config: u32,
    pub shared_config: u32,
}

/// A loaded module.
pub struct Module {
    pub context: Handle,
    pub kernels: Vec<Arc<Kernel>>,
    /// The PTX, for messages.
    pub text: Arc<str>,
    /// The variables with their addresses and sizes.
    pub variables: HashMap<String, (DevicePointer, u64)>,
    /// The handles of the kernels that were asked for.
    pub functions: HashMap<String, Handle>,
    /// 10 · major + minor of the `.version`.
    pub ptx_version: u32,
}

/// A kernel of a module.
pub struct Function {
    pub module: Handle,
    pub kernel: Arc<Kernel>,
    /// The dynamic shared memory that a launch may have.
    pub dynamic_shared_limit: u32,
}

/// A stream.
pub struct Stream {
    pub context: Handle,
    pub flags: u32,
    pub priority: i32,
}

/// An event.
pub struct Event {
    pub context: Handle,
    pub flags: u32,
    pub recorded: Option<Instant>,
}

static DRIVER: LazyLock<Mutex<Driver>> = LazyLock::new(|| {
    let settings = Settings::read(|name| std::env::var(name).ok());
    let known = settings.clone().unwrap_or_default();
    let memory = |index: usize| DeviceMemory::new(known.memory, index as u64);
    let device = |index| Device { memory: memory(index), primary: None, primary_flags: 0 };
    Mutex::new(Driver {
        faults: known.faults.clone(),
        devices: (0..known.devices).map(device).collect(),
        settings,
        lost: false,
        initialised: false,
        contexts: HashMap::new(),
        modules: HashMap::new(),
        functions: HashMap::new(),
        streams: HashMap::new(),
        events: HashMap::new(),
        links: HashMap::new(),
        order: super::order::Order::default(),
        host_memory: HashMap::new(),
        counts: Counts::default(),
        next_handle: 0x1000,
    })
});

/// The driver, for this thread alone. A panic of another thread leaves it as it was.
pub fn lock() -> MutexGuard<'static, Driver> {
    DRIVER.lock().unwrap_or_else(PoisonError::into_inner)
}

thread_local! {
    /// The contexts that are current on this thread, innermost last.
    static CURRENT: RefCell<Vec<Handle>> = const { RefCell::new(Vec::new()) };
    /// The message of the last check that failed on this thread.
    static LAST_MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
    /// The counts of the last launch on this thread.
    static LAST_COUNTS: RefCell<Counts> = RefCell::new(Counts::default());
}

/// Works on the stack of current contexts of this thread.
pub fn with_stack<T>(f: impl FnOnce(&mut Vec<Handle>) -> T) -> T {
    CURRENT.with_borrow_mut(f)
}

/// Prints a fault to stderr, and keeps it for [`last_message`].
pub fn complain(message: &str) {
    eprintln!("accel emulator: {message}");
    LAST_MESSAGE.with_borrow_mut(|last| *last = message.to_string());
}

/// Returns the last message of [`complain`] on this thread.
pub fn last_message() -> String {
    LAST_MESSAGE.with_borrow(String::clone)
}

/// Keeps the counts of a launch.
pub fn set_last_counts(counts: Counts) {
    LAST_COUNTS.with_borrow_mut(|last| *last = counts);
}

/// The counts of the last launch on this thread.
pub fn last_counts() -> Counts {
    LAST_COUNTS.with_borrow(|counts| *counts)
}

impl Driver {
    /// Counts a call of any kind; says whether the device is still there.
    pub fn count_call(&mut self) -> bool {
        self.lost |= self.faults.lost.strikes();
        !self.lost
    }

    /// A fresh handle.
    pub fn handle(&mut self) -> Handle {
        self.next_handle += 0x10;
        self.next_handle
    }

    /// The settings, if they are right.
    pub fn settings(&self) -> Result<&Settings, Status> {
        if self.initialised {
            self.settings.as_ref().map_err(|_| Status::NOT_INITIALIZED)
        } else {
            Err(Status::NOT_INITIALIZED)
        }
    }

    /// The device of this number.
    pub fn device(&mut self, number: i32) -> Result<&mut Device, Status> {
        self.settings()?;
        let found = usize::try_from(number).ok().and_then(|index| self.devices.get_mut(index));
        found.ok_or(Status::INVALID_DEVICE)
    }

    /// The context that is current on this thread; an error if it has failed.
    pub fn current(&mut self) -> Result<(Handle, &mut Context), Status> {
        self.settings()?;
        let handle = with_stack(|stack| stack.last().copied()).filter(|handle| *handle != 0);
        let handle = handle.ok_or(Status::INVALID_CONTEXT)?;
        let context = self.contexts.get_mut(&handle).ok_or(Status::CONTEXT_IS_DESTROYED)?;
        match context.failed {
            Some(status) => Err(status),
            None => Ok((handle, context)),
        }
    }

    /// The memory of the current context's device, and the context.
    pub fn current_memory(&mut self) -> Result<(Handle, &mut DeviceMemory), Status> {
        let (handle, context) = self.current()?;
        let device = context.device;
        let found = self.devices.get_mut(device).ok_or(Status::INVALID_DEVICE)?;
        Ok((handle, &mut found.memory))
    }

    /// The memory in which an address is allocated.
    pub fn memory_of(&mut self, address: DevicePointer) -> Option<&mut DeviceMemory> {
        let memories = self.devices.iter_mut().map(|device| &mut device.memory);
        memories.into_iter().find(|memory| memory.find(address).is_some())
    }

    /// Makes a context.
    pub fn create_context(&mut self, device: usize, flags: u32) -> Result<Handle, Status> {
        let checks = self.settings()?.checks;
        let handle = self.handle();
        let context = Context {
            device,
            flags,
            failed: None,
            checks,
            limits: HashMap::from([(0, 1024), (1, 1 << 20), (2, 8 << 20)]),
            cache_config: 0,
            shared_config: 0,
        };
        self.contexts.insert(handle, context);
        Ok(handle)
    }

    /// Ends a context with everything in it; memory that is left is reported.
    pub fn destroy_context(&mut self, handle: Handle) {
        let Some(context) = self.contexts.remove(&handle) else { return };
        let report = leak_report(&self.devices[context.device].memory, Some(handle));
        if let Some((_, report)) = report
            && context.failed.is_none()
            && context.checks >= Checks::Memory
        {
            complain(&format!("the context is destroyed, and {report}"));
        }
        for device in &mut self.devices {
            for left in device.memory.live(Some(handle as u64)) {
                device.memory.remove(left.base, &[left.kind]);
            }
        }
        self.modules.retain(|_, module| module.context != handle);
        let modules = &self.modules;
        self.functions.retain(|_, function| modules.contains_key(&function.module));
        self.streams.retain(|_, stream| stream.context != handle);
        self.events.retain(|_, event| event.context != handle);
    }
}

/// Returns the number of allocations of a context, or of all, that have not been freed, and a report of them
/// in words.
pub fn leak_report(memory: &DeviceMemory, context: Option<Handle>) -> Option<(usize, String)> {
    let mut live = memory.live(context.map(|handle| handle as u64));
    live.retain(|found| !matches!(found.kind, Kind::Variable(_)));
    let bytes: u64 = live.iter().map(|found| found.size).sum();
    let first = live.first()?;
    let text = format!(
        "memory is not freed: {} of {bytes} bytes in all, the first of {} bytes (number {})",
        if live.len() == 1 {
            "1 allocation".to_string()
        } else {
            format!("{} allocations", live.len())
        },
        first.size,
        first.number
    );
    Some((live.len(), text))
}
