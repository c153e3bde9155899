//! The shared library, loaded by path as a runtime loads the driver, and the environment variables,
//! each in a process of its own.

use std::ffi::{CString, c_void};
use std::path::PathBuf;
use std::process::{Command, Output};

/// Returns the path at which cargo puts the library when it builds the tests: beside them.
fn library() -> PathBuf {
    std::env::current_exe().unwrap().with_file_name("libaccel_cuda_emulator.so")
}

type Init = unsafe extern "C" fn(u32) -> u32;
type Number = unsafe extern "C" fn(*mut i32) -> u32;
type Attribute = unsafe extern "C" fn(*mut i32, i32, i32) -> u32;
type CreateContext = unsafe extern "C" fn(*mut usize, u32, i32) -> u32;
type LoadModule = unsafe extern "C" fn(*mut usize, *const c_void) -> u32;
type GetFunction = unsafe extern "C" fn(*mut usize, usize, *const i8) -> u32;
type Allocate = unsafe extern "C" fn(*mut u64, usize) -> u32;
type ToHost = unsafe extern "C" fn(*mut c_void, u64, usize) -> u32;
type Launch = unsafe extern "C" fn(
    usize,
    u32,
    u32,
    u32,
    u32,
    u32,
    u32,
    u32,
    usize,
    *const *const c_void,
    *const *const c_void,
) -> u32;

#[test]
fn runs_a_kernel() {
    // SAFETY: the library's initialisers do nothing; the types of the functions are those of the
    // driver API, and all pointers are valid.
    unsafe {
        let library = libloading::Library::new(library()).unwrap();
        let init = library.get::<Init>(b"cuInit").unwrap();
        assert_eq!(init(0), 0);
        let (mut context, mut module, mut function, mut memory) = (0, 0, 0, 0);
        assert_eq!(library.get::<CreateContext>(b"cuCtxCreate_v2").unwrap()(&mut context, 0, 0), 0);
        let ptx = CString::new(include_str!("kernels/clang/mistakes.ptx")).unwrap();
        let load = library.get::<LoadModule>(b"cuModuleLoadData").unwrap();
        assert_eq!(load(&mut module, ptx.as_ptr().cast()), 0);
        let get = library.get::<GetFunction>(b"cuModuleGetFunction").unwrap();
        assert_eq!(get(&mut function, module, c"past_the_end".as_ptr().cast()), 0);
        let allocate = library.get::<Allocate>(b"cuMemAlloc_v2").unwrap();
        assert_eq!(allocate(&mut memory, 256), 0);
        let n = 0_u32;
        let parameters: [*const c_void; 2] = [(&raw const memory).cast(), (&raw const n).cast()];
        let launch = library.get::<Launch>(b"cuLaunchKernel").unwrap();
        let none = std::ptr::null();
        assert_eq!(launch(function, 2, 1, 1, 32, 1, 1, 0, 0, parameters.as_ptr(), none), 0);
        let mut result = [0_u32; 64];
        let to_host = library.get::<ToHost>(b"cuMemcpyDtoH_v2").unwrap();
        assert_eq!(to_host(result.as_mut_ptr().cast(), memory, 256), 0);
        assert_eq!(result.to_vec(), (0..64).collect::<Vec<_>>());
    }
}

/// The names that the `cust` crate and a runtime look up.
const NAMES: &str = include_str!("driver_functions.txt");

#[test]
fn all_functions_are_there() {
    // SAFETY: the library's initialisers do nothing, and the functions are not called.
    let library = unsafe { libloading::Library::new(library()) }.unwrap();
    for name in NAMES.split_whitespace() {
        // SAFETY: as above.
        let found = unsafe { library.get::<Init>(name.as_bytes()) };
        assert!(found.is_ok(), "{name} is missing");
    }
}

/// Runs this test again in a process with an environment variable.
fn with_variable(name: &str, value: &str) -> Output {
    let test = std::env::current_exe().unwrap();
    let arguments = ["--exact", "in_a_process_of_its_own", "--ignored", "--nocapture"];
    Command::new(test).args(arguments).env(name, value).output().unwrap()
}

fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

/// Prints the answers of the library.
#[test]
#[ignore = "the tests of environment variables run it"]
fn in_a_process_of_its_own() {
    // SAFETY: as in `runs_a_kernel`.
    unsafe {
        let library = libloading::Library::new(library()).unwrap();
        println!("cuInit {}", library.get::<Init>(b"cuInit").unwrap()(0));
        let (mut version, mut count) = (0, 0);
        library.get::<Number>(b"cuDriverGetVersion").unwrap()(&mut version);
        library.get::<Number>(b"cuDeviceGetCount").unwrap()(&mut count);
        println!("version {version}, {count} devices");
        let attribute = library.get::<Attribute>(b"cuDeviceGetAttribute").unwrap();
        let (mut major, mut minor) = (0, 0);
        attribute(&mut major, 75, 0);
        attribute(&mut minor, 76, 0);
        println!("compute capability {major}.{minor}");
        let mut memory = 0;
        let mut context = 0;
        library.get::<CreateContext>(b"cuCtxCreate_v2").unwrap()(&mut context, 0, 0);
        let allocate = library.get::<Allocate>(b"cuMemAlloc_v2").unwrap();
        println!("a mebibyte {}", allocate(&mut memory, 1 << 20));
        let (mut module, mut function) = (0, 0);
        let ptx = CString::new(include_str!("kernels/clang/mistakes.ptx")).unwrap();
        let load = library.get::<LoadModule>(b"cuModuleLoadData").unwrap();
        load(&mut module, ptx.as_ptr().cast());
        let get = library.get::<GetFunction>(b"cuModuleGetFunction").unwrap();
        get(&mut function, module, c"past_the_end".as_ptr().cast());
        let n = 0_u32;
        let parameters: [*const c_void; 2] = [(&raw const memory).cast(), (&raw const n).cast()];
        let launch = library.get::<Launch>(b"cuLaunchKernel").unwrap();
        let none = std::ptr::null();
        let status = launch(function, 1, 1, 1, 32, 1, 1, 0, 0, parameters.as_ptr(), none);
        println!("launch {status}");
    }
}

#[test]
fn the_environment_describes_the_device() {
    let output = said(&with_variable("ACCEL_EMULATOR_DRIVER", "11.4"));
    assert!(
        output.contains("cuInit 0\nversion 11040, 1 devices\ncompute capability 7.5\na mebibyte 0"),
        "{output}"
    );
    let output = said(&with_variable("ACCEL_EMULATOR_DEVICES", "3"));
    assert!(output.contains("version 12080, 3 devices"), "{output}");
    let output = said(&with_variable("ACCEL_EMULATOR_COMPUTE", "8.6"));
    assert!(output.contains("compute capability 8.6"), "{output}");
    let output = said(&with_variable("ACCEL_EMULATOR_DEVICES", "0"));
    assert!(output.contains("cuInit 100"), "{output}");
    let output = said(&with_variable("ACCEL_EMULATOR_MEMORY", "512KiB"));
    assert!(output.contains("a mebibyte 2"), "{output}");
    let output = said(&with_variable("ACCEL_EMULATOR_FAULTS", "allocation:1"));
    assert!(output.contains("a mebibyte 2"), "{output}");
    let output = said(&with_variable("ACCEL_EMULATOR_COUNTS", "1"));
    let counts = "4 global transactions (4 written), 128 global bytes, 0 shared bank conflicts";
    assert!(output.contains("accel emulator: 1 launches, ") && output.contains(counts), "{output}");
    let output = said(&with_variable("ACCEL_EMULATOR_INSTRUCTIONS", "5"));
    assert!(output.contains("launch 702"), "{output}");
    assert!(output.contains("the launch executes more than 5 warp instructions"), "{output}");
}

#[test]
fn a_wrong_environment_is_named() {
    let output = said(&with_variable("ACCEL_EMULATOR_CHECKS", "some"));
    let expected = "ACCEL_EMULATOR_CHECKS=some: expected `all`, `memory` or `none`";
    assert!(output.contains(expected) && output.contains("cuInit 1\n"), "{output}");
}
