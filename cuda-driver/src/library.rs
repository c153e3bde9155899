//! The driver's library: found once, never unloaded.

use std::error::Error;
use std::ffi::OsString;
use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};

use cust_raw::CUresult;
use libloading::Library;

/// The names under which the driver is looked for: as the system finds libraries, and where WSL has it.
const USUAL: [&str; 3] = ["libcuda.so.1", "libcuda.so", "/usr/lib/wsl/lib/libcuda.so.1"];

/// There is no CUDA driver. As text: each library that was tried, and why it is none.
#[derive(Debug)]
pub struct Missing {
    tried: Vec<(OsString, String)>,
    /// True if `ACCEL_CUDA_DRIVER` names the only library that counts.
    is_named: bool,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("there is no CUDA driver")?;
        if self.is_named {
            f.write_str(" where ACCEL_CUDA_DRIVER says")?;
        }
        for (number, (name, reason)) in self.tried.iter().enumerate() {
            let mark = if number == 0 { ": " } else { "; " };
            write!(f, "{mark}`{}`: {reason}", name.display())?;
        }
        Ok(())
    }
}

impl Error for Missing {}

struct Driver {
    library: Library,
    name: String,
}

/// The path or the name under which the driver's library was loaded.
///
/// # Errors
/// If there is none.
pub fn library() -> Result<&'static str, &'static Missing> {
    driver().map(|driver| driver.name.as_str())
}

/// The functions that were called and that the driver does not have, in the order of their first
/// calls.
pub fn lacking() -> Vec<&'static str> {
    LACKING.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

static LACKING: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());

fn driver() -> Result<&'static Driver, &'static Missing> {
    static DRIVER: OnceLock<Result<Driver, Missing>> = OnceLock::new();
    DRIVER.get_or_init(load).as_ref()
}

fn load() -> Result<Driver, Missing> {
    let named = std::env::var_os("ACCEL_CUDA_DRIVER").filter(|name| !name.is_empty());
    let is_named = named.is_some();
    let names = match named {
        Some(name) => vec![name],
        None => USUAL.map(OsString::from).to_vec(),
    };
    let mut tried = Vec::new();
    for name in names {
        // SAFETY: the code that a library runs when it is loaded cannot be checked. The libraries are the
        // system's driver, or the ones that the user names in its place.
        match unsafe { Library::new(&name) } {
            Ok(library) => match address(&library, "cuInit") {
                Some(_) => {
                    return Ok(Driver { library, name: name.to_string_lossy().into_owned() });
                }
                None => tried.push((name, "it has no function `cuInit`".to_owned())),
            },
            Err(error) => {
                let reason = reason(&name.to_string_lossy(), &error);
                tried.push((name, reason));
            }
        }
    }
    Err(Missing { tried, is_named })
}

/// Returns the loader's message, without the name and without the words that `libloading` adds.
fn reason(name: &str, error: &libloading::Error) -> String {
    let said = error.source().map_or_else(|| error.to_string(), ToString::to_string);
    let reason = said.strip_prefix(name).and_then(|rest| rest.strip_prefix(": "));
    reason.unwrap_or(&said).to_owned()
}

/// A function of the driver under its address; the forwarder knows its type.
pub type Address = unsafe extern "C" fn();

fn address(library: &Library, name: &str) -> Option<Address> {
    // SAFETY: the symbol is a function, as all that the driver exports. The function is called only after it
    // got its type back.
    unsafe { library.get::<Address>(name).ok().map(|symbol| *symbol) }
}

/// The address of a driver's function, once it was asked for.
pub struct Function {
    name: &'static str,
    address: OnceLock<Result<Address, CUresult>>,
}

impl Function {
    pub const fn new(name: &'static str) -> Function {
        Function { name, address: OnceLock::new() }
    }

    /// # Errors
    /// The result for callers if the function is not there.
    pub fn address(&self) -> Result<Address, CUresult> {
        *self.address.get_or_init(|| {
            let driver = driver().map_err(|_| CUresult::CUDA_ERROR_NO_DEVICE)?;
            address(&driver.library, self.name).ok_or_else(|| {
                LACKING.lock().unwrap_or_else(PoisonError::into_inner).push(self.name);
                CUresult::CUDA_ERROR_NOT_FOUND
            })
        })
    }
}
