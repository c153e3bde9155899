//! Programs that need more memory than the device has.
//!
//! The tests that need a device are ignored; one that is not runs them all under the emulator, which
//! has little memory then.

mod common;

use accel::{Array, Device, ErrorKind, Ragged};
use accel_cuda_tests::*;
use common::{both, integers_of, numbers};

#[test]
fn under_the_emulator() {
    common::run_under_the_emulator_with(&[("ACCEL_EMULATOR_MEMORY", "1MiB")]);
}

/// The number of elements of arrays, of which 32 fill the device, and the number of arrays.
const COUNT: usize = 4096;
const ARRAYS: usize = 320;

#[test]
#[ignore = "run by under_the_emulator"]
fn ten_times_what_the_device_has() {
    let device = Device::cuda(0).expect("the driver has a device");
    let before = Device::traffic();
    let first = Array::from(numbers(COUNT));
    let arrays: Vec<Array<f64, 1>> =
        device.run(|| (0..ARRAYS).map(|i| shifted(&first, i as f64)).collect());
    let again: Vec<Array<f64, 1>> =
        device.run(|| arrays.iter().map(|xs| shifted(xs, 0.5)).collect());
    for (i, (xs, ys)) in arrays.iter().zip(&again).enumerate() {
        assert!((0..COUNT).all(|at| xs[at] == first[at] + i as f64 && ys[at] == xs[at] + 0.5));
    }
    let traffic = Device::traffic();
    // All arrays but those that fit have left the device.
    let fits = 32;
    assert!(traffic.evictions - before.evictions >= 2 * (ARRAYS - fits) as u64, "{traffic:?}");
    // No result came home twice, and the first array was always in use.
    assert_eq!(traffic.bytes_to_host - before.bytes_to_host, (2 * ARRAYS * COUNT * 8) as u64);
    let there = traffic.bytes_to_devices - before.bytes_to_devices;
    assert!(there <= ((1 + ARRAYS) * COUNT * 8) as u64, "{traffic:?}");
}

#[test]
#[ignore = "run by under_the_emulator"]
fn too_much_at_once() {
    let device = Device::cuda(0).expect("the driver has a device");
    let xs = numbers(50_000);
    let large = [&xs[..], &xs[..]].concat();
    let error = device.run(|| try_shifted(&large, 1.0)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    assert_eq!(error.message(), "cannot allocate 800000 bytes");
    // Everything else that was on the device can give way.
    assert_eq!(device.run(|| shifted(&xs, 1.0)), shifted(&xs, 1.0));
    assert_eq!(Device::cpu().run(|| shifted(&large, 1.0))[0], xs[0] + 1.0);
}

/// Kernels do without rows that teams would precompute for them, if there is no room for these.
#[test]
#[ignore = "run by under_the_emulator"]
fn no_room_for_precomputed_rows() {
    let rows = |count: usize| {
        let lengths: Vec<usize> =
            (0..count).map(|row| if row == 77 { 69_999 } else { usize::from(row == 99) }).collect();
        Ragged::from_lengths(&lengths, integers_of(70_000))
    };
    let launches = |count: usize| {
        let (rows, before) = (rows(count), Device::launches());
        let (there, here) = both(1, || largest_total(&rows));
        assert_eq!(there, here);
        Device::launches() - before
    };
    // The kernel, and the one that combines the values of its blocks; one that precomputes rows, and one
    // for those that it postpones.
    assert_eq!((launches(1000), launches(60_000)), (4, 2));
}
