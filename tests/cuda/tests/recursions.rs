//! Functions that call themselves on a CUDA device: all lanes that are live at a level run together.
//!
//! The tests that need a device are ignored; one that is not runs them all under the emulator.

mod common;

use accel::{Device, ErrorKind};
use accel_cuda_tests::*;
use common::{integers_of, same};

#[test]
fn under_the_emulator() {
    common::run_under_the_emulator();
}

#[test]
#[ignore = "run by under_the_emulator"]
fn divide_and_conquer() {
    // Below some thousand elements, host code does the work of lanes.
    same(0, || quick_sorted(&integers_of(500)));
    for count in [5000, 20_000] {
        let xs: Vec<i32> = integers_of(count).iter().map(|x| x % 10_000).collect();
        same(6, || quick_sorted(&xs));
        let longs: Vec<u64> = xs.iter().map(|x| u64::from(x.unsigned_abs())).collect();
        same(3, || halved(&longs));
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn functions_that_call_each_other() {
    let xs = integers_of(9000);
    same(0, || in_turn(&xs, 0));
    for depth in [1, 2, 7, 8] {
        same(2, || between(&xs, depth));
        same(2, || in_turn(&xs, depth as usize));
    }
    same(10, || {
        let unsigned: Vec<u32> = xs.iter().map(|x| x.unsigned_abs()).collect();
        collected(&unsigned, 4)
    });
}

#[test]
#[ignore = "run by under_the_emulator"]
fn lanes_with_long_lists() {
    for lengths in [vec![3, 140_000, 0, 20], vec![132_000]] {
        let lists: Vec<Vec<i32>> = lengths.into_iter().map(integers_of).collect();
        same(1, || lists_sorted(&lists).to_vec());
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn failures_on_the_way() {
    let xs: Vec<i32> = (0..4000).map(|i| i % 100).collect();
    same(3, || checked(&xs, 2));
    for depth in [4, 5] {
        let fails = || try_checked(&xs, depth).expect_err("numbers grow too large");
        let there = Device::cuda(0).unwrap().run(fails);
        let here = Device::cpu().run(fails);
        assert_eq!((there.kind(), there.to_string()), (here.kind(), here.to_string()));
    }
    let there = Device::cuda(0).unwrap().run(|| try_endless(&xs[..2048])).unwrap_err();
    assert_eq!(there.kind(), ErrorKind::Recursion, "{there}");
    same(3, || checked(&xs, 2));
}

/// Each level of a recursion launches the same kernels, however many lanes are live.
#[test]
#[ignore = "run by under_the_emulator"]
fn a_level_is_a_few_kernels() {
    let launched = |call: &dyn Fn()| {
        let before = Device::launches();
        Device::cuda(0).unwrap().run(call);
        Device::launches() - before
    };
    // As many levels as the length has bits.
    let of = |count: usize| {
        let xs: Vec<u64> = (0..count as u64).collect();
        launched(&|| _ = halved(&xs))
    };
    let first = of(256) - of(128);
    assert!(0 < first && first < 20, "{first}");
    for count in [256, 512, 4096] {
        assert_eq!(of(2 * count) - of(count), first, "for {count}");
    }
    let of = |count: usize| {
        let lists: Vec<Vec<i32>> = (0..count).map(|i| integers_of(i % 9)).collect();
        launched(&|| _ = lists_sorted(&lists))
    };
    // The total is in all numbers, on which it depends how many levels there are.
    let (few, many) = (of(90), of(900));
    assert!(few > 0 && many < 2 * few, "{few} {many}");
}
