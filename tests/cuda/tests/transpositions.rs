//! Lanes that read across the order in which they lie, on a CUDA device.
//!
//! The tests that need a device are ignored; one that is not runs them all under the emulator.

mod common;

use accel::{Array, ErrorKind};
use accel_cuda_tests::*;
use common::{both, counts, integers_of, numbers, same};

#[test]
fn under_the_emulator() {
    let trace = common::run_under_the_emulator_with(&[("ACCEL_TRACE", "summary")]);
    for entry in [
        "accel_turned_1 ",
        "accel_turned_1_transposed",
        "accel_planes_turned_1_transposed",
        "accel_turned_around_1_transposed",
        "accel_symmetric_1_transposed",
        "accel_chosen_columns_1_transposed",
    ] {
        assert!(trace.contains(entry), "{entry} has not run\n{trace}");
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn matrices() {
    for [n, k] in [[1, 1], [3, 100], [16, 16], [32, 64], [33, 31], [70, 45]] {
        same(1, || turned(&Array::from_vec([n, k], integers_of(n * k))));
        same(1, || symmetric(&Array::from_vec([n, n], numbers(n * n))));
        for batches in [1, 3] {
            let planes = integers_of(batches * n * k);
            same(1, || planes_turned(&Array::from_vec([batches, n, k], planes.clone())));
            let planes: Vec<i64> = planes.iter().map(|x| i64::from(*x)).collect();
            same(1, || turned_around(&Array::from_vec([batches, n, k], planes.clone())));
            same(1, || turned_around(&Array::from_vec([n, batches, k], planes.clone())));
            same(1, || turned_around(&Array::from_vec([n, k, batches], planes.clone())));
        }
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn checks_while_reading() {
    let pairs: Vec<(u8, f64)> = numbers(40 * 50).iter().map(|x| (*x as u8, *x)).collect();
    let m = Array::from_vec([40, 50], pairs);
    let mut rows: Vec<usize> = (0..35).map(|i| i * 11 % 40).collect();
    same(1, || chosen_columns(&m, &rows));
    rows[20] = 40;
    let (there, here) = both(1, || try_chosen_columns(&m, &rows));
    let (there, here) = (there.expect_err("40 is outside"), here.expect_err("40 is outside"));
    assert_eq!((there.kind(), there.to_string()), (ErrorKind::IndexOutOfBounds, here.to_string()));
}

/// The number of sectors stands in for a time: all elements that are read and written lie side by side.
#[test]
#[ignore = "run by under_the_emulator"]
fn sectors_are_whole() {
    let m = Array::from_vec([128, 96], integers_of(128 * 96));
    let Some(counts) = counts(|| turned(&m)) else { return };
    let sectors = 2 * 4 * (128 * 96) / 32;
    // Besides, each warp looks whether something has failed.
    assert!(counts.global_transactions < sectors + sectors / 20, "{counts:?}");
}
