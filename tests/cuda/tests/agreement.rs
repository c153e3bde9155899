//! Each function gives the same on a CUDA device as on the CPU, and its kernels run there.
//!
//! The tests that need a device are ignored; one that is not runs them all under the emulator.

mod common;

use accel::{Device, Error, ErrorKind};
use accel_cuda_tests::*;
use common::{both, integers_of, near, numbers, same};

#[test]
fn under_the_emulator() {
    common::run_under_the_emulator();
}

fn singles(count: usize) -> Vec<f32> {
    numbers(count).into_iter().map(|x| x as f32).collect()
}

const COUNT: usize = 10_000;

#[test]
#[ignore = "run by under_the_emulator"]
fn kernels_take_time() {
    let device = Device::cuda(0).expect("the driver has a device");
    let ys = numbers(COUNT);
    let (result, time) = device.run_timed(|| shifted(&ys, 2.0)).expect("nothing fails");
    assert_eq!(result[0], ys[0] + 2.0);
    assert!(!time.is_zero());
    // Work that is measured inside takes no part outside.
    let (inner, outer) = device.run_timed(|| device.run_timed(|| shifted(&ys, 2.0))).unwrap();
    assert!(!inner.unwrap().1.is_zero() && outer.is_zero());
    let (_, time) = device.run_timed(|| Device::cpu().run(|| shifted(&ys, 2.0))).unwrap();
    assert!(time.is_zero());
}

#[test]
#[ignore = "run by under_the_emulator"]
fn maps() {
    let (x, y) = (singles(COUNT), integers_of(COUNT).iter().map(|i| *i as f32).collect::<Vec<_>>());
    same(1, || saxpy(2.5, &x, &y));
    same(0, || saxpy(2.5, &[], &[]));
    same(1, || saxpy(2.5, &[1.0], &[2.0]));
    same(1, || steps(&(0..1000).collect::<Vec<u64>>()));
    let bodies: Vec<Body> = numbers(500)
        .into_iter()
        .map(|x| Body { place: (x, 2.0 * x), mass: x + 1.5, fixed: x > 0.5 })
        .collect();
    same(1, || moved(&bodies, 0.25));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn reductions() {
    for count in [1, 31, 256, 2049, COUNT, 300_000] {
        let ints = integers_of(count);
        same(1, || extremes(&ints));
        same(1, || of_some(&ints));
        let pairs: Vec<(u64, u64)> = ints.iter().map(|i| (*i as u64 | 1, *i as u64 >> 7)).collect();
        same(1, || composed(&pairs));
        same(1, || some_composed(&pairs, 3));
        same(1, || some_composed(&pairs, u64::MAX));
        let (x, y) = (numbers(count), numbers(count + 5)[5..].to_vec());
        let (there, here) = both(1, || dot(&x, &y));
        near(&[there], &[here]);
        assert_eq!(Device::cuda(0).unwrap().run(|| dot(&x, &y)).to_bits(), there.to_bits());
    }
    same(0, || composed(&[]));
    let xs = numbers(COUNT);
    let ((a, b, c), (d, e, f)) = both(2, || several(&xs));
    near(a.as_slice(), d.as_slice());
    near(&[b, c], &[e, f]);
}

#[test]
#[ignore = "run by under_the_emulator"]
fn matrices() {
    let a: Vec<[f32; 7]> = singles(33 * 7).as_chunks::<7>().0.to_vec();
    let b: Vec<[f32; 45]> = singles(45 * 7).as_chunks::<45>().0.to_vec();
    let (there, here) = both(1, || product(&a, &b));
    let wide = |m: &accel::Array<f32, 2>| m.as_slice().iter().map(|x| f64::from(*x)).collect();
    let (there, here): (Vec<f64>, Vec<f64>) = (wide(&there), wide(&here));
    assert!(there.iter().zip(&here).all(|(a, b)| (a - b).abs() < 1e-5), "{there:?} {here:?}");
    let m: Vec<[i32; 45]> = integers_of(45 * 30).as_chunks::<45>().0.to_vec();
    same(1, || turned(&m));
    same(1, || smoothed(&b));
    same(1, || powers(&[0, 1, -3, i64::MAX, 12]));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn ragged_rows() {
    let rows: Vec<Vec<(u32, f64)>> = (0..300usize)
        .map(|i| numbers(i * i % 37).into_iter().map(|x| ((i as u32 * 7) % 90, x)).collect())
        .collect();
    let x = numbers(90);
    let (there, here) = both(1, || sparse_product(&rows, &x));
    near(there.as_slice(), here.as_slice());
    let rows: Vec<Vec<f64>> = (0..200usize).map(|i| numbers(i * i % 41)).collect();
    same(1, || scaled_rows(&rows));
    same(0, || scaled_rows(&[vec![], vec![]]));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn scalars() {
    let special =
        [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e-310, 3.5, -2.5];
    let xs: Vec<f64> =
        special.into_iter().chain(numbers(200).into_iter().map(|x| x * 300.0)).collect();
    let text = |call: &dyn Fn() -> String| same(1, call);
    text(&|| format!("{:?}", casts(&xs)));
    let (there, here) = both(1, || functions(&xs));
    for (there, here) in there.iter().zip(here.iter()) {
        near(&[there.0, there.1, there.2, there.3], &[here.0, here.1, here.2, here.3]);
    }
    let mut xs = integers_of(500);
    let mut ys: Vec<i32> = integers_of(530)[30..].iter().map(|y| y >> 20).collect();
    xs.extend([0, -1, i32::MIN, i32::MAX, 1]);
    ys.extend([i32::MIN, -1, -1, i32::MAX, 0]);
    same(1, || integers(&xs, &ys));
    let (bytes_of, shorts): (Vec<u8>, Vec<i16>) =
        xs.iter().map(|x| (*x as u8, (*x >> 9) as i16)).unzip();
    same(1, || bytes(&bytes_of, &shorts));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn names() {
    let xs: Vec<u32> = integers_of(COUNT).iter().map(|x| *x as u32 >> 12).collect();
    same(1, || borrowed_names(&xs, &[5], 3, 7));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn flags() {
    for count in [1, 300, COUNT] {
        let flags: Vec<bool> = integers_of(count).iter().map(|x| x % 3 == 0).collect();
        same(1, || extremes_of_flags(&flags));
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn what_has_no_code_runs_on_the_cpu() {
    let next: Vec<usize> = (0..100).map(|i| i * 7 % 100).collect();
    same(0, || looked_up(&next, &next));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn checks_that_fail() {
    let failing = |call: &dyn Fn() -> Result<(), Error>, kind| {
        let (there, here) = both(1, call);
        let (there, here) = (there.expect_err("it fails"), here.expect_err("it fails"));
        assert_eq!(there.kind(), kind);
        assert_eq!(there.to_string(), here.to_string());
    };
    let xs = singles(100);
    let mut at: Vec<i32> = (0..COUNT as i32).map(|i| i % 100).collect();
    at[777] = 100;
    at[5555] = -3;
    failing(&|| try_chosen(&xs, &at).map(drop), ErrorKind::IndexOutOfBounds);
    let (numerators, mut divisors) = (integers_of(COUNT), vec![3; COUNT]);
    divisors[8000] = 0;
    failing(&|| try_divided(&numerators, &divisors).map(drop), ErrorKind::DivisionByZero);
    let rows: Vec<[i32; 9]> = integers_of(90).as_chunks::<9>().0.to_vec();
    failing(&|| try_shifted_rows(&rows, &[1; 8]).map(drop), ErrorKind::Size);
    same(1, || shifted_rows(&rows, &[1, 2, 3, 4, 5, 6, 7, 8, 9]));
    // The failed call leaves nothing behind.
    divisors[8000] = -1;
    same(1, || divided(&numerators, &divisors));
}
