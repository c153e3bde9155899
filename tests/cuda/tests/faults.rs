//! Devices that fail: errors name the cause, arrays that have a home are not lost, and later calls
//! work.
//!
//! The tests that need a device are ignored; those that are not run them under the emulator, which
//! fails when it is asked to.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};

use accel::{Array, Device, Error, ErrorKind};
use accel_cuda_tests::*;
use common::{numbers, set_faults};

#[test]
fn under_the_emulator() {
    common::run_under_the_emulator();
}

/// PTX begins with 6.4, which came with CUDA 10.1.
#[test]
fn under_an_old_driver() {
    common::run_under_the_emulator_with(&[("ACCEL_EMULATOR_FAULTS", "driver:10.0")]);
}

/// Returns true if the tests run under the old driver, for the one test that wants it.
fn is_old() -> bool {
    std::env::var("ACCEL_EMULATOR_FAULTS").is_ok()
}

const COUNT: usize = 1000;

fn on_device<T>(call: impl FnOnce() -> T) -> T {
    Device::cuda(0).expect("the driver has a device").run(call)
}

/// A pipeline of three calls, the result of which is looked at by a call on the CPU.
fn pipeline(input: &Array<f64, 1>) -> Result<Vec<f64>, Error> {
    let last = Device::cuda(0)?.run(|| {
        let ys = try_shifted(input, 1.0)?;
        try_shifted(&try_shares(&ys)?, 2.0)
    })?;
    Device::cpu().run(|| try_shifted(&last, 0.0)).map(|xs| xs.to_vec())
}

/// Runs the pipeline with the `n`-th call of a kind failing, for each `n` until there is none. Each
/// time it fails with an error of this kind that mentions this, or does not notice.
fn each_fails(kind: &str, expected: ErrorKind, mentioned: &str) {
    if is_old() {
        return;
    }
    let input = Array::from(numbers(COUNT));
    let result = pipeline(&input).expect("nothing fails");
    let mut failures = 0;
    for n in 1..=40 {
        set_faults(&format!("{kind}:{n}"));
        match pipeline(&input) {
            Ok(given) => assert_eq!(given, result),
            Err(error) => {
                assert_eq!(error.kind(), expected, "{kind}:{n}: {error}");
                assert!(error.message().contains(mentioned), "{kind}:{n}: {error}");
                failures += 1;
            }
        }
        set_faults("");
        assert_eq!(pipeline(&input), Ok(result.clone()), "after {kind}:{n}");
        assert_eq!(input, numbers(COUNT));
    }
    assert!(failures > 0, "{kind}");
}

#[test]
#[ignore = "run by the others"]
fn launches_that_do_not_begin() {
    each_fails("launch", ErrorKind::Device, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES");
}

#[test]
#[ignore = "run by the others"]
fn copies_that_fail() {
    each_fails("copy", ErrorKind::Device, "CUDA_ERROR_OPERATING_SYSTEM");
}

#[test]
#[ignore = "run by the others"]
fn kernels_that_crash() {
    each_fails("crash", ErrorKind::Device, "CUDA_ERROR_LAUNCH_FAILED");
}

#[test]
#[ignore = "run by the others"]
fn a_device_that_disappears() {
    each_fails("lost", ErrorKind::Device, "");
}

#[test]
#[ignore = "run by the others"]
fn allocations_that_fail() {
    if is_old() {
        return;
    }
    // Sizes that no test had before, so that nothing is there to be used again.
    let mut failures = 0;
    for n in 1..=8 {
        let input = Array::from(numbers(7000 + 1000 * n));
        set_faults(&format!("allocation:{n}"));
        let given = pipeline(&input);
        set_faults("");
        let result = Device::cpu().run(|| shifted(&shares(&shifted(&input, 1.0)), 2.0));
        match given {
            Ok(given) => common::near(&given, &result),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::OutOfMemory, "{error}");
                failures += 1;
            }
        }
        common::near(&pipeline(&input).expect("nothing fails"), &result);
    }
    // Most are tried again when unused memory has been given back.
    assert!(failures <= 2, "{failures}");
}

/// Without page-locked memory the driver copies by itself.
#[test]
#[ignore = "run by the others"]
fn page_locked_memory_that_cannot_be_had() {
    if is_old() {
        return;
    }
    let input = Array::from(numbers(COUNT));
    let result = pipeline(&input);
    // The call after this makes another context, and asks for such memory again.
    set_faults("crash:1");
    pipeline(&input).unwrap_err();
    set_faults("host:1");
    assert_eq!(pipeline(&input), result);
    set_faults("");
    assert_eq!(pipeline(&input), result);
}

#[test]
#[ignore = "run by the others"]
fn arrays_that_do_not_come_home() {
    if is_old() {
        return;
    }
    let xs = numbers(COUNT);
    let made = on_device(|| shifted(&xs, 1.0));
    set_faults("copy:1");
    let panic = catch_unwind(AssertUnwindSafe(|| made[0])).expect_err("it cannot be read");
    let text = panic.downcast_ref::<String>().expect("a text");
    assert!(text.contains("cannot be copied from the CUDA device"), "{text}");
    // The next time it works.
    assert_eq!(made, shifted(&xs, 1.0));

    let away = on_device(|| shifted(&xs, 1.0));
    set_faults("crash:1");
    on_device(|| try_shifted(&xs, 1.0)).and_then(|ys| try_shifted(&ys, 1.0)).unwrap_err();
    on_device(|| shifted(&xs, 1.0));
    for error in [try_shifted(&away, 1.0), on_device(|| try_shifted(&away, 1.0))] {
        let error = error.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Device);
        assert!(error.message().contains("CUDA_ERROR_CONTEXT_IS_DESTROYED"), "{error}");
    }
    // Elements that had come home are there, on the host and again on the device.
    assert_eq!(on_device(|| shifted(&made, 1.0)), shifted(&made, 1.0));
}

#[test]
#[ignore = "run by the others"]
fn ptx_that_an_old_driver_refuses() {
    if !is_old() {
        return;
    }
    let error = on_device(|| try_shifted(&[1.0], 1.0)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Device);
    assert!(error.message().contains("CUDA_ERROR_UNSUPPORTED_PTX_VERSION"), "{error}");
    assert_eq!(try_shifted(&[1.0], 1.0).unwrap(), [2.0]);
}
