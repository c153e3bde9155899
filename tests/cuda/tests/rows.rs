//! Rows of unknown lengths on a CUDA device.
//!
//! The tests that need a device are ignored; one that is not runs them all under the emulator.

mod common;

use accel::ErrorKind;
use accel_cuda_tests::*;
use common::{both, integers_of, numbers, same};

#[test]
fn under_the_emulator() {
    common::run_under_the_emulator();
}

fn rows_of(count: usize) -> Vec<Vec<i32>> {
    (0..count).map(|i| integers_of(i * i % 23)).collect()
}

#[test]
#[ignore = "run by under_the_emulator"]
fn rows_are_appended() {
    for count in [1, 2, 31, 32, 33, 256, 300, 2817, 6000] {
        let rows = rows_of(count);
        same(2, || kept_of_rows(&rows, 0));
        same(2, || kept_of_rows(&rows, i32::MAX));
        same(2, || repeated(&(0..count).collect::<Vec<usize>>()));
        let xs: Vec<u32> = (0..count as u32).map(|i| i % 40).collect();
        same(2, || divisors(&xs));
    }
    same(0, || kept_of_rows(&rows_of(0), 0));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn rows_beside_other_outputs() {
    for count in [1, 31, 500, 3000] {
        let rows: Vec<Vec<f64>> = (0..count).map(|i| numbers(i * i % 19)).collect();
        same(2, || numbered(&rows));
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn rows_in_the_memory_of_a_lane() {
    let rows: Vec<[i32; 8]> =
        integers_of(800).iter().map(|x| x >> 20).collect::<Vec<_>>().as_chunks::<8>().0.to_vec();
    same(1, || small_rows(&rows));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn checks_that_fail() {
    let rows = rows_of(100);
    same(2, || quotients_of_rows(&rows, 5));
    let (there, here) = both(0, || try_quotients_of_rows(&rows, 0));
    let (there, here) = (there.expect_err("it fails"), here.expect_err("it fails"));
    assert_eq!((there.kind(), there.to_string()), (ErrorKind::DivisionByZero, here.to_string()));
    let mut nested: Vec<Vec<Vec<i32>>> = (1..40).map(|i| rows_of(i % 5 + 1)).collect();
    same(2, || longest_of_each(&nested));
    nested.push(Vec::new());
    let (there, here) = both(1, || try_longest_of_each(&nested));
    let (there, here) = (there.expect_err("it fails"), here.expect_err("it fails"));
    assert_eq!((there.kind(), there.to_string()), (ErrorKind::Empty, here.to_string()));
}
