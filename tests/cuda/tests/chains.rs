//! Scans and filters on a CUDA device, over tiles of lanes that wait for each other.
//!
//! The tests that need a device are ignored; one that is not runs them all under the emulator.

mod common;

use accel::{Device, ErrorKind};
use accel_cuda_tests::*;
use common::{both, integers_of, near, numbers, same};

#[test]
fn under_the_emulator() {
    common::run_under_the_emulator();
}

/// Nothing, around warps and blocks, around the tiles of narrow and of wide values, and many tiles.
const COUNTS: [usize; 15] =
    [1, 2, 31, 32, 33, 255, 256, 257, 1000, 1279, 1281, 2816, 3840, 3841, 100_000];

#[test]
#[ignore = "run by under_the_emulator"]
fn scans() {
    same(0, || running_sums(&[]));
    for count in COUNTS {
        let ints = integers_of(count);
        same(1, || running_sums(&ints));
        let bytes: Vec<u8> = ints.iter().map(|x| (*x >> 7) as u8).collect();
        same(1, || scanned_bytes(&bytes));
        let (there, here) = both(1, || running_float_sums(&numbers(count)));
        near(there.as_slice(), here.as_slice());
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn scans_of_products() {
    for count in COUNTS.into_iter().filter(|count| *count < 10_000) {
        let ints = integers_of(count);
        let maps: Vec<(u64, u64)> = ints.iter().map(|i| (*i as u64 | 1, *i as u64 >> 7)).collect();
        same(1, || compositions(&maps));
        let readings_of: Vec<Reading> = ints
            .iter()
            .map(|x| Reading { flag: x % 3 == 0, value: f64::from(*x), count: *x as u16 })
            .collect();
        same(1, || readings(&readings_of));
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn scans_beside_reductions() {
    for count in [1, 300, 2816, 2817, 9000] {
        let moves: Vec<i64> = integers_of(count).iter().map(|x| i64::from(*x)).collect();
        same(1, || balances(&moves, 0));
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn filters() {
    same(0, || kept(&[]));
    for count in COUNTS.into_iter().chain([2047, 2048, 2049]) {
        let ints = integers_of(count);
        same(1, || kept(&ints));
        same(1, || kept(&vec![-1; count]));
        same(1, || kept(&vec![1; count]));
    }
    let rows: Vec<[i32; 9]> = integers_of(900).as_chunks::<9>().0.to_vec();
    same(1, || positions(&rows));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn filters_beside_other_outputs() {
    for count in [1, 31, 256, 1000, 2048, 5000] {
        let ints = integers_of(count);
        let longs: Vec<i64> = ints.iter().map(|x| i64::from(*x) << 11).collect();
        same(1, || parted(&longs, 0));
        same(1, || parted(&longs, i64::MIN));
        let maps: Vec<(u64, u64)> = ints.iter().map(|i| (*i as u64 | 1, *i as u64 >> 7)).collect();
        same(1, || odd_and_composed(&maps));
        let list: Vec<Reading> = ints
            .iter()
            .map(|x| Reading { flag: x % 3 == 0, value: f64::from(*x), count: *x as u16 })
            .collect();
        same(1, || kept_readings(&list));
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn floats_have_the_same_bits_in_every_run() {
    let xs = numbers(200_000);
    let bits = || -> Vec<u64> {
        let sums = Device::cuda(0).unwrap().run(|| running_float_sums(&xs));
        sums.iter().map(|x| x.to_bits()).collect()
    };
    assert_eq!(bits(), bits());
}

#[test]
#[ignore = "run by under_the_emulator"]
fn checks_that_fail() {
    let (xs, mut ys) = (integers_of(10_000), vec![7; 10_000]);
    same(1, || quotients_so_far(&xs, &ys));
    ys[4000] = 0;
    let (there, here) = both(1, || try_quotients_so_far(&xs, &ys));
    let (there, here) = (there.expect_err("it fails"), here.expect_err("it fails"));
    assert_eq!((there.kind(), there.to_string()), (ErrorKind::DivisionByZero, here.to_string()));
    // After the combination.
    let (there, here) = both(1, || try_looked_up_so_far(&[1; 3000], &[0.5; 2999]));
    let (there, here) = (there.expect_err("it fails"), here.expect_err("it fails"));
    assert_eq!((there.kind(), there.to_string()), (ErrorKind::IndexOutOfBounds, here.to_string()));
    same(1, || looked_up_so_far(&[1; 2998], &[0.5; 2999]));
    let (there, here) = both(1, || try_small_quotients(&xs, &ys));
    let (there, here) = (there.expect_err("it fails"), here.expect_err("it fails"));
    assert_eq!((there.kind(), there.to_string()), (ErrorKind::DivisionByZero, here.to_string()));
}
