//! Memory of a device is given back, also by calls that fail.
//!
//! The tests that need a device are ignored; one that is not runs them all under the emulator, without
//! a pool that would keep memory.

mod common;

use accel::{Array, Device, Ragged};
use accel_cuda_tests::*;
use common::{integers_of, live_memory, numbers};

#[test]
fn under_the_emulator() {
    common::run_under_the_emulator_with(&[("ACCEL_CUDA_POOL", "none")]);
}

const COUNT: usize = 3000;

/// Checks that a call leaves nothing on the device when all of its results are gone. The first call loads
/// kernels, and makes everything that the device keeps.
#[track_caller]
fn leaves_nothing<T>(call: impl Fn() -> T) {
    let device = Device::cuda(0).expect("the driver has a device");
    let launches = Device::launches();
    drop(device.run(&call));
    assert!(Device::launches() > launches, "nothing ran on the device");
    let (before, _) = live_memory();
    (0..3).for_each(|_| drop(device.run(&call)));
    let (after, which) = live_memory();
    assert!(after <= before, "{before} allocations became {after}: {which}");
}

#[test]
#[ignore = "run by under_the_emulator"]
fn maps_reductions_and_sorts() {
    let xs = Array::from(numbers(COUNT));
    leaves_nothing(|| shifted(&shifted(&xs, 1.0), 2.0));
    leaves_nothing(|| halves(&xs));
    leaves_nothing(|| taken_over(shifted(&xs, 1.0), 7));
    leaves_nothing(|| sorted_between(&integers_of(COUNT)));
    leaves_nothing(|| parts(&xs, 3));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn rows_searches_and_what_is_kept() {
    let lengths: Vec<usize> = (0..COUNT).map(|row| row % 7).collect();
    let xs = numbers(lengths.iter().sum());
    let rows = Ragged::from_lengths(&lengths, xs);
    leaves_nothing(|| doubled_rows(&rows));
    leaves_nothing(|| sums_so_far(&rows));
    leaves_nothing(|| parts_of_sums(&rows));
    leaves_nothing(|| finds(&integers_of(COUNT), 3));
    leaves_nothing(|| are_prime(&(0..2000).collect::<Vec<u64>>()));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn calls_that_fail() {
    leaves_nothing(|| {
        let kept = Array::from(integers_of(COUNT));
        let kept = sorted_between(&kept).0;
        assert!(try_changed(kept.clone(), &[3, COUNT]).is_err());
        kept
    });
}
