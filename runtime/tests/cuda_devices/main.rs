//! CUDA devices on machines of all kinds: without a driver, with a file that is none, with drivers
//! that have no device, or two, or are broken. Each is a child process of its own, since a process
//! loads its driver once.
#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::Command;

use accel::{Device, accel};

accel! {
    /// The sum.
    pub fn total(xs: &[u64]) -> u64 { xs.sum() }
}

/// Runs a child process: it prints the state of devices, one line for each.
#[test]
#[ignore = "it is the child process of the other tests"]
fn child() {
    let tell = |device: Result<Device, accel::Error>| match device {
        Err(error) => println!("! {}", error.message()),
        Ok(device) => match device.run(|| try_total(&[1, 2, 3])) {
            Ok(total) => println!("! {device} {total}"),
            Err(error) => println!("! {device} {}", error.message()),
        },
    };
    tell(Device::current());
    tell(Device::cuda(0));
    tell(Device::cuda(1));
    tell(Device::cuda(2));
    tell(Device::cuda(0));
}

/// Returns the lines that a child prints with this driver and this `ACCEL_DEVICE`.
fn tells(driver: Option<&Path>, device: &str) -> Vec<String> {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", "child", "--ignored", "--nocapture"]).env("ACCEL_DEVICE", device);
    match driver {
        Some(path) => command.env("ACCEL_CUDA_DRIVER", path),
        None => command.env_remove("ACCEL_CUDA_DRIVER"),
    };
    let output = command.output().expect("the child runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    // The harness writes the name of the test before the first line.
    let lines = text.lines().filter_map(|line| line.split_once("! "));
    let lines: Vec<String> = lines.map(|(_, line)| line.to_owned()).collect();
    assert_eq!(lines.len(), 5, "{text}");
    lines
}

/// A driver of our own, compiled from `driver.c`.
fn driver(name: &str, definitions: &[&str]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let library = folder.join(format!("lib{name}.so"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cuda_devices/driver.c");
    let output = Command::new("cc")
        .args(["-shared", "-fPIC"])
        .args(definitions.iter().map(|definition| format!("-D{definition}")))
        .arg("-o")
        .arg(&library)
        .arg(source)
        .output()
        .expect("there is a C compiler");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    library
}

#[test]
fn no_driver_where_one_is_named() {
    let path = Path::new("/nowhere/libcuda.so.1");
    for (device, first) in [("cpu", "cpu 6"), ("auto", "cpu 6"), ("", "cpu 6")] {
        let lines = tells(Some(path), device);
        assert_eq!(lines[0], first);
        let starts = "there is no CUDA device 0: there is no CUDA driver where ACCEL_CUDA_DRIVER \
                      says: `/nowhere/libcuda.so.1`: cannot open shared object file";
        assert!(lines[1].starts_with(starts), "{}", lines[1]);
    }
    let lines = tells(Some(path), "cuda:2");
    assert!(lines[0].starts_with("there is no CUDA device 2: "), "{}", lines[0]);
}

/// With a driver on this machine or without one, the program starts, and `auto` computes.
#[test]
fn this_machine() {
    let lines = tells(None, "auto");
    let has_device = lines[1] == "cuda:0 6";
    assert_eq!(lines[0], if has_device { "cuda:0 6" } else { "cpu 6" });
    let explains = ["`libcuda.so.1`: ", "`libcuda.so`: ", "`/usr/lib/wsl/lib/libcuda.so.1`: "];
    let names_all = explains.iter().all(|name| lines[1].contains(name));
    let finds_none = lines[1].ends_with("finds no device") || lines[1].contains("does not start");
    assert!(has_device || names_all || finds_none, "{}", lines[1]);
}

#[test]
fn a_driver_that_is_none() {
    let text = Path::new(env!("CARGO_TARGET_TMPDIR")).join("text.so");
    std::fs::write(&text, "no library").expect("the file can be written");
    let lines = tells(Some(&text), "auto");
    assert_eq!(lines[0], "cpu 6");
    assert!(lines[1].ends_with("text.so`: file too short"), "{}", lines[1]);

    // A library, but not of CUDA.
    let lines = tells(Some(Path::new("libc.so.6")), "auto");
    assert_eq!(lines[0], "cpu 6");
    assert!(lines[1].ends_with("`libc.so.6`: it has no function `cuInit`"), "{}", lines[1]);
}

#[test]
fn a_driver_without_devices() {
    for (name, definitions) in
        [("none", ["DEVICES=0", "START=0"]), ("no_device", ["DEVICES=0", "START=100"])]
    {
        let path = driver(name, &definitions);
        let lines = tells(Some(&path), "auto");
        let path = path.display();
        assert_eq!(lines[0], "cpu 6");
        let expected =
            format!("there is no CUDA device 0: the CUDA driver `{path}` finds no device");
        assert_eq!(lines[1], expected);
    }
}

#[test]
fn a_driver_with_devices() {
    let two = driver("two", &["DEVICES=2", "START=0"]);
    for (device, first) in [
        ("auto", "cuda:0 6"),
        ("cuda", "cuda:0 6"),
        ("cuda:1", "cuda:1 6"),
        ("cpu", "cpu 6"),
        ("cuda:9", "there is no CUDA device 9: there are 2 devices"),
    ] {
        let lines = tells(Some(&two), device);
        let missing = "there is no CUDA device 2: there are 2 devices";
        assert_eq!(lines, [first, "cuda:0 6", "cuda:1 6", missing, "cuda:0 6"]);
    }
    let one = driver("one", &["DEVICES=1", "START=0"]);
    let lines = tells(Some(&one), "cpu");
    assert_eq!(lines[2], "there is no CUDA device 1: there is 1 device");
}

#[test]
fn a_driver_that_does_not_start() {
    let known = driver("broken", &["DEVICES=2", "START=3"]);
    let lines = tells(Some(&known), "auto");
    assert_eq!(lines[0], "cpu 6");
    let ends = "does not start: NotInitialized, \"some words\"";
    assert!(lines[1].ends_with(ends), "{}", lines[1]);
    // A result that is younger than the bindings.
    let unknown = driver("young", &["DEVICES=2", "START=12345"]);
    let lines = tells(Some(&unknown), "auto");
    assert!(lines[1].contains("does not start: UnknownError"), "{}", lines[1]);
}

#[test]
fn a_driver_that_lacks_functions() {
    let path = driver("old", &["DEVICES=1", "START=0", "WITHOUT_CONTEXTS"]);
    let lines = tells(Some(&path), "cpu");
    let expected = "cuda:0 CUDA device 0 fails: NotFound, \"some words\", the driver lacks \
                    cuDevicePrimaryCtxRetain";
    assert_eq!(lines[1], expected);
    assert_eq!(lines[0], "cpu 6");
}

#[test]
fn a_context_that_fails_once() {
    let path = driver("failing", &["DEVICES=2", "START=0", "FAILING_CONTEXTS"]);
    let lines = tells(Some(&path), "cpu");
    assert_eq!(lines[1], "cuda:0 CUDA device 0 fails: OutOfMemory, \"no memory is left\"");
    assert_eq!((lines[2].as_str(), lines[4].as_str()), ("cuda:1 6", "cuda:0 6"));
}
