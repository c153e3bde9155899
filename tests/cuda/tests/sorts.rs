//! Sorts on a CUDA device.
//!
//! The tests that need a device are ignored; one that is not runs them all under the emulator.

mod common;

use accel::{Array, Device};
use accel_cuda_tests::*;
use common::{both, integers_of, numbers, same};

#[test]
fn under_the_emulator() {
    common::run_under_the_emulator();
}

/// Around the sizes of warps, blocks, tiles and digits.
const SIZES: [usize; 14] = [0, 1, 2, 31, 32, 33, 255, 256, 257, 1000, 2047, 2048, 2049, 5000];

/// Three kernels for each digit, or none if there is nothing to sort.
fn launches(count: usize, digits: u64) -> u64 {
    if count == 0 { 0 } else { 3 * digits }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn integers_of_all_sizes() {
    for count in SIZES {
        let xs = integers_of(count);
        let of = |digits| launches(count, digits);
        same(of(1), || sorted_bools(&xs.iter().map(|x| x % 3 == 0).collect::<Vec<_>>()));
        same(of(1), || sorted_i8(&xs.iter().map(|x| *x as i8).collect::<Vec<_>>()));
        same(of(2), || sorted_u16(&xs.iter().map(|x| (*x >> 8) as u16).collect::<Vec<_>>()));
        same(of(4), || sorted_i32(&xs));
        same(of(4), || places_of(&xs));
        let wide = |x: &i32| (*x as u64) << 20 ^ *x as u64;
        same(of(8), || sorted_u64(&xs.iter().map(wide).collect::<Vec<_>>()));
        same(of(8), || sorted_isize(&xs.iter().map(|x| wide(x) as isize).collect::<Vec<_>>()));
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn special_inputs() {
    // A part of a tile, whole tiles, and one key more.
    for count in [3000, 4096, 4097] {
        let ascending: Vec<i32> = (0..count).map(|x| x - count / 2).collect();
        let descending: Vec<i32> = ascending.iter().rev().copied().collect();
        let equal = vec![-5; count as usize];
        let few: Vec<i32> = ascending.iter().map(|x| x % 2).collect();
        for xs in [ascending, descending, equal, few] {
            same(12, || sorted_i32(&xs));
            same(12, || places_of(&xs));
            let wide: Vec<u64> = xs.iter().map(|x| *x as u64).collect();
            same(24, || sorted_u64(&wide));
            let pairs: Vec<_> = xs.iter().map(|x| (*x, f64::from(*x % 3))).collect();
            same(36, || by_two(&pairs));
        }
    }
    let few = [i32::MAX, 0, i32::MIN, -1, 1, i32::MIN];
    same(12, || sorted_i32(&few));
    same(12, || places_of(&few));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn many_elements() {
    let xs = integers_of(100_000);
    same(12, || sorted_i32(&xs));
    same(12, || places_of(&xs.iter().map(|x| x >> 20).collect::<Vec<_>>()));
    // Blocks with several tiles, and more of them than threads add up at a time.
    let xs: Vec<i8> = integers_of(512 * 2048 + 5000).iter().map(|x| *x as i8).collect();
    same(3, || sorted_i8(&xs));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn floats_have_their_total_order() {
    let special =
        [f64::NAN, -f64::NAN, 0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, 5e-324, -5e-324];
    let payload = f64::from_bits(0x7ff8_0000_0000_1234);
    for count in [0, 7, 300, 2500] {
        let mut xs = numbers(count);
        for (at, x) in special.iter().cycle().take(count / 2).enumerate() {
            xs[(at * 7 + 3) % count] = *x;
        }
        xs.extend(special.iter().chain(&[
            payload,
            -payload,
            f64::MIN,
            f64::MAX,
            f64::MIN_POSITIVE,
        ]));
        let bits = |array: Array<f64, 1>| array.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        same(24, || bits(sorted_f64(&xs)));
        let narrow: Vec<f32> = xs.iter().map(|x| *x as f32).collect();
        let bits = |array: Array<f32, 1>| array.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        same(12, || bits(sorted_f32(&narrow)));
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn products_and_what_moves_along() {
    for count in SIZES {
        let xs = integers_of(count);
        let product = |x: &i32| {
            let x = *x as u32;
            (
                (x >> 30) as u8,
                i64::from(x >> 29) - 4,
                x.is_multiple_of(2),
                (x >> 24) as i16 - 128,
                -(x as f32),
            )
        };
        let products: Vec<_> = xs.iter().map(product).collect();
        same(launches(count, 16), || sorted_products(&products));
        let pairs: Vec<_> = xs.iter().map(|x| (*x as u8, f64::from(*x) / 3.0)).collect();
        same(launches(count, 1), || by_remainder(&xs, &pairs));
        let pairs: Vec<_> = xs.iter().map(|x| (*x >> 16, f64::from(*x % 5) - 2.0)).collect();
        same(launches(count, 12), || by_two(&pairs));
        for width in [0, 1, 3] {
            let rows: Vec<i16> = (0..count * width).map(|i| (i * i % 101) as i16).collect();
            let rows = Array::from_vec([count, width], rows);
            same(launches(count, 2), || rows_by_sum(&rows));
        }
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn the_host_and_kernels_around_sorts() {
    for count in [0, 1, 100, 3000] {
        let xs: Vec<u32> = integers_of(count).iter().map(|x| *x as u32).collect();
        for times in [0, 1, 4] {
            same(launches(count, 4), || sorted_again(&xs, times));
        }
    }
    same(13, || changed_when_sorted(&integers_of(500)));
    let (there, here) = both(0, || try_changed_when_sorted(&[1]).unwrap_err());
    assert_eq!(there, here);
}

#[test]
#[ignore = "run by under_the_emulator"]
fn sorted_arrays_stay_on_the_device() {
    let xs = Array::from(integers_of(3000));
    let expected = Device::cpu().run(|| sorted_i32(&sorted_i32(&xs)));
    let before = Device::traffic();
    let sorted =
        Device::cuda(0).expect("the driver has a device").run(|| sorted_i32(&sorted_i32(&xs)));
    let after = Device::traffic();
    assert_eq!(after.bytes_to_devices - before.bytes_to_devices, 12_000);
    assert_eq!(after.bytes_to_host, before.bytes_to_host);
    assert_eq!(sorted, expected);
}
