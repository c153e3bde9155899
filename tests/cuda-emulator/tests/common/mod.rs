//! Helpers that the tests share: a context with memory, modules and launches as a host program makes them.
#![allow(dead_code, unused_imports, unused_macros, reason = "each test file uses a part")]

use accel_cuda_emulator::Counts;
use accel_cuda_emulator::driver::*;
use std::ffi::{CString, c_char, c_void};

/// An argument of a launch: bytes of a parameter.
pub struct Parameter(Vec<u8>);

/// A plain value without padding.
pub trait Plain: Copy {
    /// Its bytes.
    fn to_bytes(self) -> Vec<u8>;
    /// The value of bytes.
    fn from_bytes(bytes: &[u8]) -> Self;
}

macro_rules! plain {
    ($($name:ident)+) => {$(
        impl Plain for $name {
            fn to_bytes(self) -> Vec<u8> {
                self.to_le_bytes().to_vec()
            }
            fn from_bytes(bytes: &[u8]) -> Self {
                Self::from_le_bytes(bytes.try_into().unwrap())
            }
        }
    )+};
}
plain!(u8 i8 u16 i16 u32 i32 u64 i64 f32 f64);

impl<T: Plain> From<T> for Parameter {
    fn from(value: T) -> Self {
        Self(value.to_bytes())
    }
}

impl From<&Device> for Parameter {
    fn from(memory: &Device) -> Self {
        memory.0.into()
    }
}

/// Device memory.
pub struct Device(pub DevicePointer);

/// A context that is current on this thread until it is dropped.
pub struct Context(Handle);

/// Calls a driver function and expects it to succeed.
macro_rules! ok {
    ($function:ident($($argument:expr),* $(,)?)) => {{
        // SAFETY: the arguments are valid for the function.
        let status = unsafe { $function($($argument),*) };
        assert_eq!(status, 0, "{}: {}", stringify!($function), error_name(status));
    }};
}
pub(crate) use ok;

/// Calls a driver function and gives its status.
macro_rules! status {
    ($function:ident($($argument:expr),* $(,)?)) => {{
        // SAFETY: the arguments are valid for the function.
        unsafe { $function($($argument),*) }
    }};
}
pub(crate) use status;

impl Context {
    pub fn new() -> Self {
        assert_eq!(cuInit(0), 0);
        let mut context = 0;
        ok!(cuCtxCreate_v2(&mut context, 0, 0));
        Self(context)
    }

    pub fn with_checks(checks: &str) -> Self {
        let context = Self::new();
        let checks = CString::new(checks).unwrap();
        ok!(accel_emulator_set_checks(checks.as_ptr()));
        context
    }

    pub fn handle(&self) -> Handle {
        self.0
    }

    pub fn allocate(&self, bytes: usize) -> Device {
        let mut pointer = 0;
        ok!(cuMemAlloc_v2(&mut pointer, bytes));
        Device(pointer)
    }

    pub fn upload<T: Plain>(&self, values: &[T]) -> Device {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_bytes()).collect();
        let memory = self.allocate(bytes.len());
        ok!(cuMemcpyHtoD_v2(memory.0, bytes.as_ptr(), bytes.len()));
        memory
    }

    pub fn zeros(&self, bytes: usize) -> Device {
        let memory = self.allocate(bytes);
        ok!(cuMemsetD8_v2(memory.0, 0, bytes));
        memory
    }

    pub fn download<T: Plain>(&self, memory: &Device, count: usize) -> Vec<T> {
        let size = size_of::<T>();
        let mut bytes = vec![0; count * size];
        ok!(cuMemcpyDtoH_v2(bytes.as_mut_ptr(), memory.0, bytes.len()));
        bytes.chunks(size).map(T::from_bytes).collect()
    }

    pub fn module(&self, ptx: &str) -> Module {
        let text = CString::new(ptx).unwrap();
        let mut module = 0;
        ok!(cuModuleLoadData(&mut module, text.as_ptr().cast()));
        Module(module)
    }

    /// Loads a module that is wrong: returns the status, and the message.
    pub fn refuse(&self, ptx: &str) -> (CUresult, String) {
        let text = CString::new(ptx).unwrap();
        let mut log = [0_u8; 512];
        let mut options = [5, 6];
        let mut values: [*mut c_void; 2] = [log.as_mut_ptr().cast(), 512 as *mut c_void];
        let mut module = 0;
        let status = status!(cuModuleLoadDataEx(
            &mut module,
            text.as_ptr().cast(),
            2,
            options.as_mut_ptr(),
            values.as_mut_ptr()
        ));
        let end = log.iter().position(|byte| *byte == 0).unwrap();
        (status, String::from_utf8(log[..end].to_vec()).unwrap())
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // A test that fails destroys its context as well.
        let _ = status!(cuCtxDestroy_v2(self.0));
    }
}

/// A loaded module.
pub struct Module(pub Handle);

impl Module {
    pub fn function(&self, name: &str) -> Handle {
        let name = CString::new(name).unwrap();
        let mut function = 0;
        ok!(cuModuleGetFunction(&mut function, self.0, name.as_ptr()));
        function
    }

    /// Launches a kernel and gives the status.
    pub fn try_launch(
        &self,
        name: &str,
        grid: [u32; 3],
        block: [u32; 3],
        shared: u32,
        parameters: &[Parameter],
    ) -> CUresult {
        let pointers: Vec<*const c_void> =
            parameters.iter().map(|parameter| parameter.0.as_ptr().cast()).collect();
        let function = self.function(name);
        status!(cuLaunchKernel(
            function,
            grid[0],
            grid[1],
            grid[2],
            block[0],
            block[1],
            block[2],
            shared,
            0,
            pointers.as_ptr(),
            std::ptr::null()
        ))
    }

    /// Launches a kernel of one dimension and expects it to succeed.
    pub fn launch(&self, name: &str, grid: u32, block: u32, parameters: &[Parameter]) {
        let status = self.try_launch(name, [grid, 1, 1], [block, 1, 1], 0, parameters);
        assert_eq!(status, 0, "{name}: {}", last_message());
    }
}

/// Parameters of a launch.
macro_rules! parameters {
    ($($value:expr),* $(,)?) => { &[$($value.into()),*] };
}
pub(crate) use parameters;

/// Returns the message of the last failed check on this thread.
pub fn last_message() -> String {
    let mut buffer = [0_u8; 1024];
    // SAFETY: the buffer is of this size.
    let length =
        unsafe { accel_emulator_last_message(buffer.as_mut_ptr().cast::<c_char>(), buffer.len()) };
    String::from_utf8(buffer[..length.min(buffer.len() - 1)].to_vec()).unwrap()
}

/// The counts of the last launch on this thread.
pub fn counts() -> Counts {
    let mut counts = Counts::default();
    // SAFETY: the place is valid.
    unsafe { accel_emulator_counts(&mut counts, std::ptr::null_mut()) };
    counts
}

/// The kernels of a file as both compilers wrote them.
macro_rules! compiled {
    ($name:literal) => {
        [
            include_str!(concat!("kernels/nvcc/", $name, ".ptx")),
            include_str!(concat!("kernels/clang/", $name, ".ptx")),
        ]
    };
}
pub(crate) use compiled;
