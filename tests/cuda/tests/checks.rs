//! Checks of kernels on a CUDA device: the host looks whether one has failed where it waits anyway, and
//! reports then the same failure as the CPU.
//!
//! The tests that need a device are ignored; one that is not runs them all under the emulator.

mod common;

use std::fmt::Debug;

use accel::{Array, Device, Error, ErrorKind};
use accel_cuda_tests::*;
use common::same;

const N: usize = 5000;

#[test]
fn under_the_emulator() {
    common::run_under_the_emulator();
}

#[test]
fn under_the_emulator_where_memory_is_given_back() {
    common::run_under_the_emulator_with(&[("ACCEL_CUDA_POOL", "none")]);
}

fn next() -> Vec<usize> {
    (0..N).map(|i| i * 7 / 8).collect()
}

fn all() -> Vec<usize> {
    (0..N).collect()
}

/// A call fails on the device as it does on the CPU, and the next one does not.
#[track_caller]
fn fails<T: Debug>(kind: ErrorKind, call: impl Fn() -> Result<T, Error>) {
    let there = Device::cuda(0).unwrap().run(&call).expect_err("a check fails");
    let here = Device::cpu().run(&call).expect_err("a check fails");
    assert_eq!((there.kind(), there.to_string()), (here.kind(), here.to_string()));
    assert_eq!(there.kind(), kind, "{there}");
    same(4, || walked(&next(), &all(), &vec![1.5; N]).to_vec());
}

/// Returns the result of a call that runs on the device, and the number of copies to the host meanwhile.
fn copies_to_host<T>(call: impl Fn() -> T) -> (T, u64) {
    let before = Device::traffic();
    let given = Device::cuda(0).unwrap().run(call);
    (given, Device::traffic().copies_to_host - before.copies_to_host)
}

#[test]
#[ignore = "run by under_the_emulator"]
fn the_host_looks_once_in_a_call() {
    let (next, weights) = (next(), vec![0.5; N]);
    let (given, copies) = copies_to_host(|| walked(&next, &all(), &weights));
    assert_eq!(copies, 1, "four kernels have checks");
    assert_eq!(given.to_vec(), vec![1.0; N]);
    // Twice for each turn: the values that the filter keeps have a length.
    same(3, || in_turns(&next, &all(), 3));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn kernels_behind_the_one_that_failed_do_nothing() {
    let outside = |i: usize| {
        let mut list = next();
        list[i] = N + i;
        list
    };
    for i in [0, 17, N - 1] {
        fails(ErrorKind::IndexOutOfBounds, || try_walked(&outside(i), &all(), &[0.0; N]));
        fails(ErrorKind::IndexOutOfBounds, || try_in_turns(&outside(i), &all(), 5));
    }
    fails(ErrorKind::IndexOutOfBounds, || try_walked(&next(), &all(), &[0.0; 10]));
    let xs: Vec<u32> = (0..100).collect();
    fails(ErrorKind::IndexOutOfBounds, || try_went_on(&xs, &all()));
    fails(ErrorKind::IndexOutOfBounds, || try_unfolded(&[1, 2, 3], &all()));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn the_first_check_that_fails_is_told() {
    let xs = [1, 2, 3];
    let valid: Vec<usize> = (0..N).map(|i| i % 3).collect();
    let wrong: Vec<usize> = (0..N).map(|i| i % 3 + i / 4000 * 9).collect();
    let message = |is: &[usize]| {
        fails(ErrorKind::IndexOutOfBounds, || try_kernel_first(&xs, is, 4));
        let error = Device::cuda(0).unwrap().run(|| try_kernel_first(&xs, is, 4));
        error.unwrap_err().to_string()
    };
    assert!(message(&wrong).contains("the index is 10"), "{}", message(&wrong));
    assert!(message(&valid).contains("the index is 3"), "{}", message(&valid));
    same(4, || kernel_first(&xs, &valid, 3));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn arguments_stay_as_they_were() {
    let device = Device::cuda(0).unwrap();
    let xs: Array<u32, 1> = Array::from(vec![3; N]);
    let doubled = device.run(|| went_on(&xs, &all())).0;
    // The array is on the device alone, and is looked at by the CPU when the call is made again.
    let error = device.run(|| try_went_on(&doubled, &[1, N])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::IndexOutOfBounds);
    assert_eq!(doubled.to_vec(), vec![3; N]);
    let own: Vec<i32> = (0..N as i32).collect();
    same(2, || changed(own.clone(), &all()));
    fails(ErrorKind::IndexOutOfBounds, || try_changed(own.clone(), &[1, N]));
}
