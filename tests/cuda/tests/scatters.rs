//! Lanes that write to arrays anywhere on a CUDA device.
//!
//! The tests that need a device are ignored; one that is not runs them all under the emulator.

mod common;

use accel::{Device, ErrorKind};
use accel_cuda_tests::*;
use common::{both, counts, integers_of, same};

#[test]
fn under_the_emulator() {
    let trace = common::run_under_the_emulator_with(&[("ACCEL_TRACE", "summary")]);
    for entry in [
        "accel_counted_2 ",
        "accel_counted_2_bins",
        "accel_combined_2_bins",
        "accel_combined_4_bins",
        "accel_weighed_2_places",
        "accel_sort_moves_4",
        "accel_weighed_2_ends",
        "accel_best_2_ends",
    ] {
        assert!(trace.contains(entry), "{entry} has not run\n{trace}");
    }
}

fn places(count: usize, bins: usize) -> Vec<usize> {
    integers_of(count).iter().map(|x| (*x as u32 >> 8) as usize % bins).collect()
}

#[test]
#[ignore = "run by under_the_emulator"]
fn scatters_to_different_places() {
    for count in [1, 31, 257, 1000, 9973] {
        let to: Vec<usize> = (0..count).map(|i| i * 7 % count).collect();
        same(1, || permuted(&integers_of(count), &to));
        same(1, || scattered_sums(&integers_of(count), &to));
        let at: Vec<i64> = (0..count as i64).collect();
        same(1, || marked(&at, count));
    }
    same(0, || permuted(&[], &[]));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn one_value_wins_whole() {
    let at: Vec<u32> = places(5000, 13).iter().map(|i| *i as u32).collect();
    // The value of the last lane, on the device.
    let (there, here) = both(2, || paired(&at, 20));
    for (place, (there, here)) in there.iter().zip(here.iter()).enumerate() {
        let last = at.iter().rposition(|own| *own as usize == place);
        let value = |i: usize| (i as u32, i as u64 * 5, i as u8);
        assert_eq!(there, last.map_or((0, 0, 0), value));
        let some = here == (0, 0, 0) || here == value(here.0 as usize);
        assert!(some && (last.is_some() || here == (0, 0, 0)));
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn combinations_do_not_depend_on_the_order() {
    for (count, bins) in [(1, 1), (100, 1), (1000, 7), (10_000, 300), (500, 100_000)] {
        let at = places(count, bins);
        same(1, || counted(&at, bins));
        same(1, || counted_bytes(&at, bins));
        same(2, || flags_of(&at, bins));
        let xs: Vec<i64> = integers_of(count).iter().map(|x| i64::from(*x) << 9).collect();
        same(3, || combined(&at, &xs, bins));
    }
}

/// The number of sectors stands in for a time: lanes read where they combine, and bins take the rest.
#[test]
#[ignore = "run by under_the_emulator"]
fn few_places_are_bins() {
    let at = places(20_000, 16);
    let Some(counts) = counts(|| counted(&at, 16)) else { return };
    let sectors = 8 * at.len() as u64 / 32;
    assert!(counts.global_transactions < sectors + sectors / 10, "{counts:?}");
}

/// 32 lanes for each part, with the ends of parts in several launches.
const COUNTS_AND_BINS: [(usize, usize); 8] =
    [(1, 1), (32, 1), (33, 40), (1000, 1), (1000, 255), (1000, 256), (2000, 70_000), (5000, 7)];

#[test]
#[ignore = "run by under_the_emulator"]
fn floats_are_combined_in_order() {
    for (count, bins) in COUNTS_AND_BINS {
        let at = places(count, bins);
        let (there, here) = both(4, || weighed(&at, bins));
        common::near(there.as_slice(), here.as_slice());
        let again = Device::cuda(0).unwrap().run(|| weighed(&at, bins));
        let bits = |sums: &accel::Array<f64, 1>| -> Vec<u64> {
            sums.iter().map(|x| x.to_bits()).collect()
        };
        assert_eq!(bits(&there), bits(&again));
        // Sums that are exact in any order.
        let xs: Vec<f32> = (0..count).map(|i| (i % 16) as f32 / 16.0).collect();
        same(3, || weighed_some(&at, &xs, bins));
        // Nowhere at all.
        same(3, || weighed_some(&at, &vec![0.0; count], bins));
    }
    same(0, || weighed(&[], 3));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn products_are_combined_whole() {
    for (count, bins) in COUNTS_AND_BINS {
        let xs: Vec<i64> = integers_of(count).iter().map(|x| i64::from(*x >> 24)).collect();
        same(3, || best(&places(count, bins), &xs, bins));
        let at: Vec<u8> = places(count, 7).iter().map(|i| *i as u8).collect();
        let xs: Vec<f32> = (0..count).map(|i| (i % 8) as f32).collect();
        same(3, || averages(&at, &xs));
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn checks_that_fail() {
    let mut at = places(5000, 10);
    at[4321] = 10;
    let (there, here) = both(1, || try_counted(&at, 10));
    let (there, here) = (there.expect_err("it fails"), here.expect_err("it fails"));
    assert_eq!((there.kind(), there.to_string()), (ErrorKind::IndexOutOfBounds, here.to_string()));
    let (there, here) = both(1, || try_weighed(&at, 10));
    let (there, here) = (there.expect_err("it fails"), here.expect_err("it fails"));
    assert_eq!((there.kind(), there.to_string()), (ErrorKind::IndexOutOfBounds, here.to_string()));
    let (there, here) = both(1, || try_permuted(&[1, 2], &[0, 2]));
    let (there, here) = (there.expect_err("it fails"), here.expect_err("it fails"));
    assert_eq!((there.kind(), there.to_string()), (ErrorKind::IndexOutOfBounds, here.to_string()));
    // The destination is left as it was.
    let destination = accel::Array::from(vec![3, 4]);
    let (there, here) = both(1, || try_permuted(&destination, &[0, 7]).is_err());
    assert!(there && here && destination.as_slice() == [3, 4]);
    assert_eq!(Device::cuda(0).unwrap().run(|| permuted(&[5], &[0])).as_slice(), [15]);
}
