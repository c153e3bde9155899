//! Searches on a CUDA device, which end when something is found.
//!
//! The tests that need a device are ignored; one that is not runs them all under the emulator.

mod common;

use accel::Ragged;
use accel_cuda_tests::*;
use common::{counts, integers_of, same};

#[test]
fn under_the_emulator() {
    common::run_under_the_emulator();
}

#[test]
#[ignore = "needs a CUDA device"]
fn searches_that_would_never_end() {
    same(1, || is_in_all(7));
    same(1, || all_below(i64::MIN + 5));
    same(1, || are_in_all(7, 9));
    same(1, || are_in_all(90_000, 3));
}

#[test]
#[ignore = "needs a CUDA device"]
fn what_is_found_anywhere_or_nowhere() {
    let xs = integers_of(300_000);
    for place in [0, 1, 255, 256, 4095, 150_000, 299_999] {
        same(1, || finds(&xs, xs[place]));
        same(1, || contains(&xs, xs[place]));
    }
    for (one, other) in [(0, 299_999), (299_999, 0), (150_000, 150_000)] {
        same(1, || find_both(&xs, xs[one], xs[other]));
    }
    same(1, || find_both(&xs, 3, xs[1000]));
    same(1, || finds(&xs, 3));
    same(0, || contains(&[], 3));
}

/// Rows for one thread, for eights, for warps, for blocks and for several of these.
#[test]
#[ignore = "needs a CUDA device"]
fn rows_of_all_lengths() {
    for (count, most) in [(3000, 5), (2000, 60), (500, 700), (20, 9000), (2, 200_000)] {
        let lengths: Vec<usize> = (0..count).map(|row| (row * 7919) % (most + 1)).collect();
        let xs = integers_of(lengths.iter().sum()).into_iter().map(|x| x % 1000);
        let xs: Vec<i32> = xs.collect();
        let first = xs[0];
        let rows = Ragged::from_lengths(&lengths, xs);
        for x in [first, 999, 1000] {
            same(1, || rows_find(&rows, x));
            same(1, || rows_below(&rows, x));
            same(1, || rows_contain(&rows, x));
            same(1, || rows_find_both(&rows, x, 500));
            same(1, || rows_find_both(&rows, 500, x));
        }
        same(1, || any_above(&rows, 700));
    }
}

#[test]
#[ignore = "needs a CUDA device"]
fn primes() {
    let numbers: Vec<u64> = (0..2000).collect();
    same(1, || are_prime(&numbers));
    same(1, || are_prime(&[4_294_967_291, 4_294_967_295, 1_000_000_007 * 3]));
}

/// A search that finds something at the beginning costs a small part of one that finds nothing, in all
/// elements and in rows that a block looks at.
#[test]
#[ignore = "needs a CUDA device"]
fn a_search_ends_when_it_is_decided() {
    let xs: Vec<i32> = (0..1 << 22).collect();
    let rows = Ragged::from_rows(vec![&xs[..16_000]; 60]);
    let instructions = |call: &dyn Fn()| counts(call).map(|counts| counts.lane_instructions);
    let in_all = |x| {
        instructions(&|| {
            finds(&xs, x);
        })
    };
    let in_rows = |x| {
        instructions(&|| {
            rows_find(&rows, x);
        })
    };
    let both_in_all = |x| {
        instructions(&|| {
            find_both(&xs, 3, x);
        })
    };
    let both_in_rows = |x| {
        instructions(&|| {
            rows_find_both(&rows, 3, x);
        })
    };
    for (found, not_found) in [
        (in_all(3), in_all(-1)),
        (in_rows(3), in_rows(-1)),
        (both_in_all(5), both_in_all(-1)),
        (both_in_rows(5), both_in_rows(-1)),
    ] {
        let (Some(found), Some(not_found)) = (found, not_found) else { return };
        assert!(found < not_found / 2, "{found} instructions where {not_found} find nothing");
    }
}
