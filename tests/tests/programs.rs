//! The program files: the results of each, the numbers of its plan, and that the interpreter, every pass,
//! the plan and the compiled code agree on random inputs. The files of the folders `nested` and `lanes` are
//! in `nested_programs.rs` and `lane_programs.rs`, so that rustc compiles several at a time.

use accel::{Device, accel};

mod language {
    include!(concat!(env!("OUT_DIR"), "/language.rs"));
}

mod fusion {
    include!(concat!(env!("OUT_DIR"), "/fusion.rs"));
}

mod expressions {
    include!(concat!(env!("OUT_DIR"), "/expressions.rs"));
}

accel! { pub(crate) fn total(xs: &[i32]) -> i32 { xs.sum() } }

/// With the feature `cuda`, and `ACCEL_DEVICE`, the tests here run on a device.
#[test]
fn kernels_run_on_the_device_that_is_chosen() {
    let device = Device::current().expect("ACCEL_DEVICE names a device that is there");
    let before = Device::launches();
    assert_eq!(total(&[1, 2, 3]), 6);
    let launched = Device::launches() > before;
    assert_eq!(launched, device != Device::cpu(), "on {device}");
}
