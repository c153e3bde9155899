//! Lanes that read around their own place, on a CUDA device.
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
        "accel_blurred_1 ",
        "accel_blurred_1_stencil",
        "accel_generation_1_stencil",
        "accel_far_away_1_stencil",
        "accel_reacted_1_stencil",
        "accel_too_far_1 ",
    ] {
        assert!(trace.contains(entry), "{entry} has not run\n{trace}");
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn all_boundaries() {
    for [h, w] in [[1, 1], [2, 40], [16, 16], [17, 33], [64, 32], [45, 70]] {
        let xs = numbers(h * w);
        same(1, || blurred(&Array::from_vec([h, w], xs.iter().map(|x| *x as f32).collect())));
        same(1, || generation(&Array::from_vec([h, w], xs.iter().map(|x| *x > 0.0).collect())));
        let pairs: Vec<(i64, u8)> = xs.iter().map(|x| (*x as i64, (*x * 7.0) as u8)).collect();
        same(1, || far_away(&Array::from_vec([h, w], pairs.clone())));
        for n in [1, 3] {
            let (us, vs) = (numbers(n * h * w), integers_of(n * h * w));
            let vs: Vec<f64> = vs.iter().map(|x| f64::from(*x) / 1024.0).collect();
            let us = Array::from_vec([n, h, w], us);
            same(1, || reacted(&us, &Array::from_vec([n, h, w], vs.clone())));
        }
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn far_reads_and_checks() {
    let m = Array::from_vec([20, 50], (0..1000).map(|i| i * i % 31).collect());
    same(1, || too_far(&m, &[1, 2, 3, 4, 5, 6, 7]));
    let (there, here) = both(1, || try_too_far(&m, &[1, 2, 3]).unwrap_err());
    assert_eq!((there.kind(), there.to_string()), (ErrorKind::IndexOutOfBounds, here.to_string()));
}

/// The window of one array has columns that the other does not have.
#[test]
#[ignore = "run by under_the_emulator"]
fn an_array_that_ends_before_the_other() {
    for [h, w, more] in [[1, 1, 1], [5, 31, 2], [17, 40, 30], [33, 64, 65]] {
        let short = Array::from_vec([h, w], integers_of(h * w));
        let long = Array::from_vec([h, w + more], integers_of(h * (w + more)));
        same(1, || beside_longer_rows(&short, &long));
    }
}

/// The number of reads stands in for a time: each element is read once for a tile and those beside it.
#[test]
#[ignore = "run by under_the_emulator"]
fn elements_are_read_once() {
    let m = Array::from_vec([128, 96], vec![0.5f32; 128 * 96]);
    let Some(counts) = counts(|| blurred(&m)) else { return };
    // A row of a window lies in up to six sectors of eight elements; results take four.
    let (tiles, rows) = (4 * 3, 34);
    // Besides, each warp looks whether something has failed, and warps begin rows in the middle.
    let most = tiles * (6 * rows + 4 * 32) * 11 / 10;
    assert!(counts.global_transactions <= most, "{counts:?}, expected {most}");
}
