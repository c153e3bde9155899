//! The libraries that a CUDA programmer would call instead: CUB, cuSPARSE and cuBLAS, in a library
//! that `rivals/build` makes and `ACCEL_CUDA_RIVALS` names. Without one, nothing stands beside accel.

// The functions are C's.
#![allow(unsafe_code)]

use std::ffi::{CString, c_char, c_void};
use std::time::Duration;

use libloading::{Library, Symbol};

/// The library.
pub struct Rivals(Library);

/// A rival of one function, with its inputs on the device.
pub struct Rival<'a> {
    rivals: &'a Rivals,
    own: *mut c_void,
}

impl Rivals {
    /// The library that the environment names, if it names one.
    ///
    /// # Errors
    /// Why it cannot be loaded.
    pub fn load() -> Result<Option<Rivals>, libloading::Error> {
        let Some(path) = std::env::var_os("ACCEL_CUDA_RIVALS") else { return Ok(None) };
        // SAFETY: the library is the one that `rivals/build` makes, which does nothing when loaded.
        let library = unsafe { Library::new(path) }?;
        Ok(Some(Rivals(library)))
    }

    /// The rival of a function, with these sizes and inputs; none if there is none.
    pub fn rival(&self, kernel: &str, sizes: &[usize], inputs: &[&[u8]]) -> Option<Rival<'_>> {
        type New =
            unsafe extern "C" fn(*const c_char, *const usize, *const *const u8) -> *mut c_void;
        let kernel = CString::new(kernel).ok()?;
        let inputs: Vec<*const u8> = inputs.iter().map(|input| input.as_ptr()).collect();
        // SAFETY: `rivals.cu` has this function; sizes and inputs are those that it expects.
        let own = unsafe {
            let new: Symbol<New> = self.0.get(b"rival_new").ok()?;
            new(kernel.as_ptr(), sizes.as_ptr(), inputs.as_ptr())
        };
        (!own.is_null()).then_some(Rival { rivals: self, own })
    }
}

impl Rival<'_> {
    /// The time that it takes on the device, if it does not fail.
    pub fn run(&self) -> Option<Duration> {
        // SAFETY: `rivals.cu` has this function, which made the rival.
        let milliseconds = unsafe {
            let run: Symbol<unsafe extern "C" fn(*mut c_void) -> f32> =
                self.rivals.0.get(b"rival_run").ok()?;
            run(self.own)
        };
        Duration::try_from_secs_f32(milliseconds / 1e3).ok()
    }

    /// The first elements of its result.
    pub fn output<T: bytemuck::Pod>(&self, count: usize) -> Option<Vec<T>> {
        let mut output = vec![T::zeroed(); count];
        let bytes = size_of_val(&output[..]);
        // SAFETY: `rivals.cu` has this function, which made the rival; there is room for its output.
        let done = unsafe {
            let copy: Symbol<unsafe extern "C" fn(*mut c_void, *mut T, usize) -> bool> =
                self.rivals.0.get(b"rival_output").ok()?;
            copy(self.own, output.as_mut_ptr(), bytes)
        };
        done.then_some(output)
    }
}

impl Drop for Rival<'_> {
    fn drop(&mut self) {
        // SAFETY: `rivals.cu` has this function, which made the rival; nobody uses it any more.
        unsafe {
            if let Ok(delete) =
                self.rivals.0.get::<unsafe extern "C" fn(*mut c_void)>(b"rival_delete")
            {
                delete(self.own);
            }
        }
    }
}
