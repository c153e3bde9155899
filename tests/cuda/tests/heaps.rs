//! Arrays of lanes that lie in the heap of their kernel.
//!
//! The tests that need a device are ignored; one that is not runs them all under the emulator.

mod common;

use accel::{Array, Device, ErrorKind};
use accel_cuda_tests::*;
use common::{integers_of, same};

#[test]
fn under_the_emulator() {
    common::run_under_the_emulator();
}

fn rows(count: usize) -> Vec<Vec<i32>> {
    (0..count).map(|i| integers_of(i * 7 % 23)).collect()
}

fn unsigned_rows(count: usize) -> Vec<Vec<u32>> {
    let unsigned = |row: Vec<i32>| row.into_iter().map(|x| x.unsigned_abs()).collect();
    rows(count).into_iter().map(unsigned).collect()
}

#[test]
#[ignore = "run by under_the_emulator"]
fn sizes_that_the_run_tells() {
    for count in [1, 40, 300] {
        let (rows, unsigned) = (rows(count), unsigned_rows(count));
        same(1, || digits_in_bins(&unsigned).to_vec());
        same(1, || medians(&rows));
        same(1, || shrinking(&unsigned));
        same(1, || pieces(&unsigned));
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn large_sizes() {
    let limits: Vec<usize> = (0..70).map(|i| i * 37).collect();
    same(1, || sieves(&limits));
}

/// The first heap has room for a few of these lanes: the call is made again, on the device.
#[test]
#[ignore = "run by under_the_emulator"]
fn heaps_grow() {
    let counts: Vec<usize> = (0..300).collect();
    for size in [3, 1000, 3000] {
        same(1, || tables(&counts, size));
    }
    // Now that it is known, once is enough.
    same(1, || {
        let before = Device::launches();
        let result = tables(&counts, 3000);
        assert!(Device::launches() - before <= 1);
        result
    });
}

#[test]
#[ignore = "run by under_the_emulator"]
fn calls_that_cannot_be_made_again() {
    let xs: Vec<u32> = (0..500).map(|i| i * 91 % 1000).collect();
    for size in [4, 2000, 9000] {
        same(1, || replaced(Array::from(xs.clone()), size));
    }
    let fails = || try_replaced(Array::from(vec![3, 1_000_000]), 5).unwrap_err();
    let (there, here) = common::both(1, fails);
    assert_eq!((there.kind(), there.to_string()), (here.kind(), here.to_string()));
    assert_eq!(here.kind(), ErrorKind::Assertion);
}

#[test]
fn plans_tell_of_them() {
    let plan = medians::plan();
    assert!(plan.to_string().ends_with("cuda medians.1: accel_medians_1, with a heap\n"), "{plan}");
}
