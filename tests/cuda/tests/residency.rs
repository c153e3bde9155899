//! Arrays stay on the device between kernels and between calls, and come home when they are looked
//! at.
//!
//! The tests that need a device are ignored; one that is not runs them all under the emulator.

mod common;

use accel::{Array, Device, Ragged, Traffic};
use accel_cuda_tests::*;
use common::{integers_of, numbers, same};

#[test]
fn under_the_emulator() {
    common::run_under_the_emulator();
}

const COUNT: usize = 3000;
const BYTES: u64 = 8 * COUNT as u64;

/// Returns the result of a call on the device, and the bytes that it moves there and back.
fn moved<T>(call: impl FnOnce() -> T) -> (T, [u64; 2]) {
    let before = Device::traffic();
    let given = Device::cuda(0).expect("the driver has a device").run(call);
    let Traffic { bytes_to_devices, bytes_to_host, .. } = Device::traffic();
    (given, [bytes_to_devices - before.bytes_to_devices, bytes_to_host - before.bytes_to_host])
}

#[test]
#[ignore = "run by under_the_emulator"]
fn a_pipeline_moves_its_input_once_and_its_result_once() {
    let input = Array::from(numbers(COUNT));
    let (result, bytes) = moved(|| (0..5).fold(shifted(&input, 1.0), |xs, _| shifted(&xs, 2.0)));
    assert_eq!(bytes, [BYTES, 0]);
    let expected: Vec<f64> = input.iter().map(|x| (0..5).fold(x + 1.0, |x, _| x + 2.0)).collect();
    // Outside of the device's call, and as often as one likes.
    assert_eq!(moved(|| assert_eq!(result, expected)).1, [0, BYTES]);
    assert_eq!(moved(|| assert_eq!(result[7], expected[7])).1, [0, 0]);
    // Both arrays are on the device still.
    assert_eq!(moved(|| (shifted(&input, 1.0), shifted(&result, 1.0))).1, [0, 0]);
}

#[test]
#[ignore = "run by under_the_emulator"]
fn results_are_looked_at_in_every_way() {
    let xs = Array::from(numbers(COUNT));
    let expected = Device::cpu().run(|| shifted(&xs, 0.5));
    let made = || moved(|| shifted(&xs, 0.5)).0;
    assert_eq!(made()[1..3], expected[1..3]);
    assert_eq!(made()[[5]], expected[5]);
    assert_eq!(made().clone(), expected);
    assert_eq!(made().into_vec(), expected.to_vec());
    assert_eq!(made().iter().sum::<f64>(), expected.iter().sum::<f64>());
    assert_eq!(made().as_slice(), expected.as_slice());
    assert_eq!(format!("{:?}", made()), format!("{expected:?}"));
    assert_eq!((&made()).into_iter().count(), COUNT);
    assert_eq!(made(), expected);
    // Calls on the CPU, and calls that take a slice.
    assert_eq!(Device::cpu().run(|| shifted(&made(), 1.0)), shifted(&expected, 1.0));
    assert_eq!(moved(|| shifted(&made()[..], 1.0)).0, shifted(&expected, 1.0));
    assert_eq!(moved(|| halves(&made())).0, halves(&expected));
    // Results that nobody looks at do not come home.
    assert_eq!(moved(|| drop(made())).1, [0, 0]);
}

#[test]
#[ignore = "run by under_the_emulator"]
fn slices_of_the_caller_may_change_between_calls() {
    let mut xs = numbers(COUNT);
    for step in 0..3 {
        xs[step] = 1000.0;
        let (ys, bytes) = moved(|| shifted(&xs, 1.0));
        assert_eq!(bytes, [BYTES, 0]);
        assert_eq!(ys.to_vec(), xs.iter().map(|x| x + 1.0).collect::<Vec<f64>>());
    }
    // Within a call they do not change.
    let before = Device::launches();
    let ((), bytes) = moved(|| drop(shares(&xs)));
    assert_eq!((bytes, Device::launches() - before), ([BYTES, 8], 3));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn the_host_changes_arrays_between_kernels() {
    let xs: Vec<i64> = (0..COUNT as i64).collect();
    for steps in [0, 1, 5] {
        same(1 + steps as u64, || changed_between(&xs, steps));
    }
    same(2, || sorted_between(&integers_of(COUNT)));
    same(5, || parts(&numbers(COUNT), 3));
    let made = Array::from(numbers(COUNT));
    let expected = taken_over(made.clone(), 9);
    let ys = moved(|| taken_over(shifted(&made, 0.0), 9)).0;
    assert_eq!(ys, expected);
    assert_eq!(made, numbers(COUNT));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn elements_are_changed_on_the_host() {
    let xs = numbers(COUNT);
    let mut ys = moved(|| shifted(&xs, 1.0)).0;
    let mut expected = Device::cpu().run(|| shifted(&xs, 1.0));
    for change in [
        |ys: &mut Array<f64, 1>| ys[7] = -3.0,
        |ys: &mut Array<f64, 1>| ys[[8]] = 5.0,
        |ys: &mut Array<f64, 1>| ys[9..].fill(0.5),
        |ys: &mut Array<f64, 1>| ys.iter_mut().for_each(|y| *y *= 2.0),
        |ys: &mut Array<f64, 1>| ys.as_mut_slice()[0] = 1.5,
        |ys: &mut Array<f64, 1>| ys.reverse(),
    ] {
        // Inside of calls and outside, and each time the device gets the new ones.
        change(&mut ys);
        change(&mut expected);
        let (shifted_there, bytes) = moved(|| shifted(&ys, 2.0));
        assert_eq!(bytes, [BYTES, 0]);
        assert_eq!(shifted_there, Device::cpu().run(|| shifted(&expected, 2.0)));
        assert_eq!(ys, expected);
        let there = moved(|| change(&mut ys)).1;
        assert_eq!(there, [0, 0]);
        change(&mut expected);
    }
    assert_eq!(moved(|| shifted(&ys, 1.0)).0, Device::cpu().run(|| shifted(&expected, 1.0)));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn views_and_other_shapes_stay() {
    let xs = numbers(COUNT);
    let ys = moved(|| shifted(&xs, 1.0)).0;
    let expected = Device::cpu().run(|| shifted(&xs, 1.0));
    let flat = |m: &Array<f64, 2>| moved(|| shifted(m.view().reshape([COUNT]), 2.0));
    let mut m = ys.reshape([3, COUNT / 3]);
    assert_eq!(flat(&m).1, [0, 0]);
    let (firsts, bytes) = moved(|| m.rows().map(|row| row[0]).collect::<Vec<_>>());
    assert_eq!((firsts[1], bytes), (expected[COUNT / 3], [0, BYTES]));
    for change in [
        |m: &mut Array<f64, 2>| m[1][2] = 5.0,
        |m: &mut Array<f64, 2>| m.row_mut(0).fill(0.5),
        |m: &mut Array<f64, 2>| m.rows_mut().for_each(|row| row.reverse()),
        |m: &mut Array<f64, 2>| *m.get_mut([2, 1]).expect("an element") = 2.0,
        |m: &mut Array<f64, 2>| m.as_mut()[7] = 1.0,
    ] {
        change(&mut m);
        let (shifted_there, bytes) = flat(&m);
        assert_eq!(bytes, [BYTES, 0]);
        assert_eq!(shifted_there, Device::cpu().run(|| shifted(m.as_slice(), 2.0)));
    }
    let mut zs = m.reshape([COUNT]);
    zs.extend([3.0]);
    let there = moved(|| shifted((&zs, [COUNT + 1]), 1.0)).0;
    assert_eq!(there, Device::cpu().run(|| shifted(&zs, 1.0)));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn functions_without_kernels_take_over_what_a_device_has() {
    let xs = numbers(COUNT);
    let changed = || with_other_end(shifted(&xs, 1.0), 7.0);
    same(2, || shifted(&changed(), 2.0));
    let rows = Ragged::from_lengths(&[COUNT - 1, 1], xs.clone());
    same(2, || doubled_rows(&with_other_end_of_rows(doubled_rows(&rows), 7.0)));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn ragged_arrays_and_products_stay() {
    let rows: Vec<Vec<f64>> = (0..200usize).map(|i| numbers(i * i % 41)).collect();
    let rows = Ragged::from_rows(&rows);
    let first = moved(|| doubled_rows(&rows)).0;
    let (second, bytes) = moved(|| doubled_rows(&doubled_rows(&rows)));
    assert_eq!(bytes[1], 0);
    assert_eq!(second, doubled_rows(&first));
    assert_eq!(first, doubled_rows(&rows));
    let pairs: Vec<(i32, f64)> = integers_of(COUNT).into_iter().zip(numbers(COUNT)).collect();
    let pairs = Array::from(pairs);
    let ((), bytes) = moved(|| drop((split(&pairs), split(&pairs))));
    assert_eq!(bytes, [12 * COUNT as u64, 0]);
    let (floats, integers) = moved(|| split(&pairs)).0.into_components();
    assert_eq!(moved(|| shifted(&floats, 1.0)).1, [0, 0]);
    let here = split(&pairs).into_components();
    assert_eq!((floats, integers), here);
}

#[test]
#[ignore = "run by under_the_emulator"]
fn what_a_filter_keeps_stays() {
    let xs = Array::from(numbers(COUNT));
    let expected = above(&xs, 0.25);
    let count = |bytes: [u64; 2]| bytes[1];
    // The number of elements kept comes to the host.
    let (kept, bytes) = moved(|| above(&above(&above(&xs, -0.5), 0.0), 0.25));
    assert_eq!(count(bytes), 3 * 8);
    assert_eq!(kept.len(), expected.len());
    let ((), bytes) = moved(|| assert_eq!(kept, expected));
    assert_eq!(count(bytes), 8 * expected.len() as u64);
    assert_eq!(moved(|| shifted(&kept, 1.0)).0, shifted(&expected, 1.0));
    let (nothing, bytes) = moved(|| above(&xs, 1.0));
    assert_eq!((count(bytes), nothing.to_vec()), (8, vec![]));
    assert_eq!(moved(|| above(&nothing, 0.0)).0.into_vec(), []);
}

#[test]
#[ignore = "run by under_the_emulator"]
fn arrays_are_changed_on_the_device() {
    let at = Array::from((0..COUNT).map(|i| i * i % 64).collect::<Vec<usize>>());
    let others = Array::from((0..COUNT).map(|i| i % 50).collect::<Vec<usize>>());
    let expected = counted_twice(&at, &others, 64);
    let before = Device::traffic();
    let (counts, bytes) = moved(|| counted_twice(&at, &others, 64));
    // Besides the indices, no array moves; the host looks once whether the checks of two kernels failed.
    assert_eq!(bytes, [2 * BYTES, 4]);
    assert_eq!(Device::traffic().copies_to_host - before.copies_to_host, 1);
    assert_eq!(counts, expected);
    let there = moved(|| try_counted_twice(&at, &others, 40).unwrap_err()).0;
    assert_eq!(there, try_counted_twice(&at, &others, 40).unwrap_err());
    // The contents of an argument that is taken over stay on the device, too.
    let xs = Array::from(integers_of(COUNT));
    let to: Vec<usize> = (0..COUNT).rev().collect();
    let expected = permuted(&permuted(&xs, &to), &to);
    assert_eq!(moved(|| permuted(&permuted(&xs, &to), &to)).0, expected);
}

#[test]
#[ignore = "run by under_the_emulator"]
fn checks_that_fail_bring_home_what_they_read() {
    let xs = numbers(100);
    let mut at: Vec<usize> = (0..97).collect();
    same(4, || found(&xs, &at, 2));
    at[50] = 97;
    let there = moved(|| try_found(&xs, &at, 2).unwrap_err()).0;
    assert_eq!(there, try_found(&xs, &at, 2).unwrap_err());
    assert_eq!(there.message(), "index out of bounds: the length is 100 but the index is 100");
}

#[test]
#[ignore = "run by under_the_emulator"]
fn threads_share_arrays() {
    let xs = Array::from(numbers(COUNT));
    let made = moved(|| shifted(&xs, 1.0)).0;
    let expected = shifted(&shifted(&xs, 1.0), 2.0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..5 {
                    assert_eq!(moved(|| shifted(&made, 2.0)).0, expected);
                    assert_eq!(made[3], expected[3] - 2.0);
                }
            });
        }
    });
}

#[test]
#[ignore = "run by under_the_emulator"]
fn memory_is_used_again() {
    let xs = Array::from(numbers(COUNT));
    let warm = moved(|| shifted(&shifted(&xs, 1.0), 1.0)).0;
    drop(warm);
    let before = Device::traffic().allocations;
    for _ in 0..10 {
        moved(|| shifted(&shifted(&xs, 1.0), 1.0));
    }
    assert_eq!(Device::traffic().allocations, before);
}

/// More than the buffers that copies go through hold at once.
#[test]
#[ignore = "run by under_the_emulator"]
fn large_arrays_are_copied_in_parts() {
    let device = Device::cuda(0).expect("the driver has a device");
    let xs = numbers(900_001);
    let there = device.run(|| shifted(&xs, 1.0));
    assert_eq!(there, shifted(&xs, 1.0));
}
