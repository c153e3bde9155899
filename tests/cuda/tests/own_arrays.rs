//! Small arrays of lanes on a CUDA device.
//!
//! The tests that need a device are ignored; one that is not runs them all under the emulator.

mod common;

use accel::{Array, ErrorKind};
use accel_cuda_tests::*;
use common::{both, integers_of, same};

#[test]
fn under_the_emulator() {
    common::run_under_the_emulator();
}

const COUNTS: [usize; 4] = [1, 33, 257, 1000];

fn unsigned_of(count: usize) -> Vec<u32> {
    integers_of(count).iter().map(|x| *x as u32).collect()
}

#[test]
#[ignore = "run by under_the_emulator"]
fn arrays_are_chosen() {
    for count in COUNTS {
        let m = Array::from_vec([count, 3], integers_of(3 * count));
        same(1, || chosen_rows(&m, 5));
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn loops_carry_arrays() {
    for count in COUNTS {
        let turns: Vec<usize> = (0..count).map(|i| i * 7 % 12).collect();
        let xs = integers_of(4 * count).iter().map(|x| i64::from(x % 5)).collect();
        let xs = Array::from_vec([count, 2, 2], xs);
        same(1, || matrix_powers(&xs, &turns));
        let xs: Vec<u64> = unsigned_of(count).iter().map(|x| u64::from(*x)).collect();
        for turns in [0, 1, 2, 9] {
            same(1, || exchanged(&xs, turns));
        }
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn few_are_sorted() {
    for count in COUNTS {
        let ys: Vec<f32> = integers_of(count).iter().map(|x| (*x >> 20) as f32 / 8.0).collect();
        same(1, || sorted_few(&integers_of(count), &ys));
        same(1, || inserted(&unsigned_of(count)));
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn arrays_are_changed() {
    for count in COUNTS {
        same(1, || digits(&unsigned_of(count)));
        same(1, || scattered_few(&(0..count).collect::<Vec<_>>()));
        let xs: Vec<usize> = (0..count).map(|i| i % 3).collect();
        same(1, || placed(&xs));
    }
    let (there, here) = both(1, || try_placed(&[0, 3, 1]));
    let (there, here) = (there.expect_err("it fails"), here.expect_err("it fails"));
    assert_eq!((there.kind(), there.to_string()), (ErrorKind::IndexOutOfBounds, here.to_string()));
}
