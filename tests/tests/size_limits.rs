//! Lengths at the limits of every integer type: a range of `b - a + 1` numbers has so many elements, or
//! fails where that is one more than can be counted. Rows of nothing, of which there can be
//! `usize::MAX`.

#![allow(missing_docs)]

use std::fmt::Debug;

use accel::{Array, ErrorKind, accel};

accel! {
    <T: i8 | i16 | i32 | i64 | isize | u8 | u16 | u32 | u64 | usize>
    pub fn closed(a: T, b: T) -> usize { (a..=b).len() }
    pub fn half_open(a: T, b: T) -> usize { (a..b).len() }
    pub fn closed_in_lanes(xs: &[T], ys: &[T]) -> [usize] { zip(xs, ys).map(|(a, b)| (a..=b).len()) }
    pub fn closed_below(xs: &[T], end: T) -> [usize] { xs.map(|a| (a..=end).len()) }
    pub fn windows_of_closed(a: T, b: T, k: usize) -> usize { (a..=b).windows(k).len() }
    pub fn is_empty_after_loop(a: T, b: T) -> bool {
        let mut empty = true;
        let mut rest = 3;
        for _ in a..=b {
            // Some turns are enough to see that there are some.
            empty = false;
            rest -= 1;
            assert!(rest > 0, "there are some");
        }
        empty
    }
    pub fn first_of(a: T, b: T) -> [T] { let all = a..=b; [all.first(), all.last()] }
}

accel! {
    pub fn found(from: u64, to: u64, what: u64) -> bool { (from..=to).any(|x| x == what) }
    pub fn joined(n: usize, m: usize) -> usize { concat(0..n, 0..m).len() }
    pub fn three_joined(n: usize, m: usize, k: usize) -> usize { concat(0..n, 0..m, 0..k).len() }
    pub fn table(n: usize, m: usize) -> usize { generate((n, m), |(i, j)| i + j).flatten().len() }
    pub fn tables_of(ns: &[usize], ms: &[usize]) -> [usize] {
        zip(ns, ms).map(|(n, m)| [[0u8; m]; n].flatten().len())
    }
    pub fn rows(xs: &[f64], a: usize, b: usize) -> [[f64]] { xs.reshape((a, b)).map(|r| r.map(|x| x + 1.0)) }
    pub fn kept(xs: &[f64], a: usize, b: usize) -> [[f64]] { xs.reshape((a, b)).map(|r| r.filter(|x| x > 1.0)) }
    pub fn counts(xs: &[f64], a: usize, b: usize) -> [usize] { xs.reshape((a, b)).map(|r| r.filter(|x| x > 1.0)).lengths() }
    pub fn same(xs: &[f64], a: usize, b: usize) -> [[f64]] { xs.reshape((a, b)) }
    pub fn as_matrix(xs: &[f64], a: usize, b: usize) -> [[f64; b]; a] { xs.reshape((a, b)) }
    pub fn planes(xs: &[f64], a: usize, b: usize) -> [[[f64]]] {
        xs.reshape((a, a, b)).map(|p| p.map(|r| r.filter(|x| x > 1.0)))
    }
    pub fn empty_rows(n: usize) -> [[f64]] { (0..n).map(|_| [0.0; 0]) }
    pub fn empty_parts(m: &[[f64; k]; n]) -> [[f64]] { m.map(|r| r.filter(|x| x > 1.0)) }
    pub fn twice(m: &[[f64; k]; n]) -> [[f64; k]; _] { concat(m, m) }
    pub fn flat(m: &[[[f64; k]; l]; n]) -> usize { m.flatten().len() }
}

/// The right length, or the error that there are too many.
#[track_caller]
fn same_length(found: Result<usize, accel::Error>, expected: i128, what: impl Debug) {
    match usize::try_from(expected) {
        Ok(length) => assert_eq!(found.expect("it can be counted"), length, "{what:?}"),
        Err(_) => {
            let error = found.expect_err("it cannot be counted");
            assert_eq!(error.kind(), ErrorKind::Size, "{what:?}: {error}");
            assert!(error.line() > 0, "{error:?}");
        }
    }
}

macro_rules! ranges_of {
    ($($t:ident)*) => { $(
        #[test]
        fn $t() {
            let ends: Vec<$t> = [$t::MIN, $t::MIN + 1, $t::MIN / 2, $t::MAX / 2, $t::MAX - 1, $t::MAX]
                .into_iter()
                .chain((0..6).map(|x| ($t::MIN / 2).wrapping_add(x)))
                .collect();
            for a in ends.iter().copied() {
                for b in ends.iter().copied() {
                    let between = b as i128 - a as i128;
                    let what = (stringify!($t), a, b);
                    let length = (between + 1).max(0);
                    same_length(try_closed(a, b), length, what);
                    same_length(try_half_open(a, b), between.max(0), what);
                    same_length(try_closed_in_lanes(&[a], &[b]).map(|all| all[0]), length, what);
                    same_length(try_closed_below(&[b, a], b).map(|all| all[1]), length, what);
                    for k in [1, 2, 200, usize::MAX] {
                        let windows = match length > usize::MAX as i128 {
                            true => length,
                            false => (length - k as i128 + 1).max(0),
                        };
                        same_length(try_windows_of_closed(a, b, k), windows, (what, k));
                    }
                    match try_is_empty_after_loop(a, b) {
                        Ok(empty) => assert_eq!((empty, length < 3), (length == 0, true), "{what:?}"),
                        Err(error) if length > usize::MAX as i128 => assert_eq!(error.kind(), ErrorKind::Size),
                        Err(error) => assert_eq!((error.kind(), length >= 3), (ErrorKind::Assertion, true)),
                    }
                    match try_first_of(a, b) {
                        Ok(ends) => assert_eq!(ends, [a, b]),
                        Err(error) if length == 0 => assert_eq!(error.kind(), ErrorKind::Empty),
                        Err(error) => assert_eq!((error.kind(), length > usize::MAX as i128), (ErrorKind::Size, true)),
                    }
                }
            }
        }
    )* };
}

mod ranges {
    use super::*;
    ranges_of!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
}

const SIZES: [usize; 11] = [
    0,
    1,
    2,
    3,
    (1 << 32) - 1,
    1 << 32,
    (1 << 32) + 1,
    1 << 63,
    usize::MAX / 2,
    usize::MAX - 1,
    usize::MAX,
];

#[test]
fn sums_and_products_of_lengths_are_right_or_fail() {
    for n in SIZES {
        for m in SIZES {
            let (a, b) = (n as i128, m as i128);
            same_length(try_joined(n, m), a + b, (n, m));
            same_length(try_three_joined(n, m, 2), a + b + 2, (n, m));
            let product = a.checked_mul(b).unwrap_or(i128::MAX);
            same_length(try_table(n, m), product, (n, m));
            same_length(try_tables_of(&[n], &[m]).map(|all| all[0]), product, (n, m));
        }
    }
}

#[test]
fn a_range_over_everything_is_not_empty() {
    assert!(
        found(0, 1000, 3) && found(0, u64::MAX - 1, 3) && !found(0, 1000, 1001) && !found(5, 4, 5)
    );
    let error = try_found(0, u64::MAX, 3).expect_err("there are 2^64");
    assert_eq!(error.kind(), ErrorKind::Size);
    assert!(error.to_string().contains("0..=18446744073709551615"), "{error}");
}

/// Rows of nothing take no memory, or their number cannot be had.
#[track_caller]
fn has_rows<T>(found: Result<T, accel::Error>, length: impl Fn(&T) -> usize, expected: usize) {
    match found {
        Ok(rows) => assert_eq!(length(&rows), expected),
        Err(error) => {
            let kind = error.kind();
            assert!(matches!(kind, ErrorKind::Size | ErrorKind::OutOfMemory), "{error}");
            assert!(expected > 1 << 40, "{expected} rows of nothing can be had: {error}");
        }
    }
}

#[test]
fn rows_of_nothing_are_right_or_fail() {
    for n in [0, 1, 5, 1 << 60, (1 << 61) - 1, 1 << 61, 1 << 63, usize::MAX - 1, usize::MAX] {
        has_rows(try_rows(&[], n, 0), |rows| rows.len(), n);
        has_rows(try_kept(&[], n, 0), |rows| rows.len(), n);
        has_rows(try_counts(&[], n, 0), |counts| counts.len(), n);
        has_rows(try_same(&[], n, 0), |rows| rows.len(), n);
        has_rows(try_as_matrix(&[], n, 0), |rows| rows.shape()[0], n);
        has_rows(try_empty_rows(n), |rows| rows.len(), n);
        has_rows(try_planes(&[], n, 0), |planes| planes.len(), n);
        let nothing: Array<f64, 2> = Array::from_vec([n, 0], Vec::new());
        has_rows(try_empty_parts(&nothing), |rows| rows.len(), n);
        // Each row is gone through where there are not too many.
        if n <= 5 || n > usize::MAX / 2 {
            same_length(try_twice(&nothing).map(|rows| rows.shape()[0]), 2 * n as i128, n);
        }
        let planes: Array<f64, 3> = Array::from_vec([n, n, 0], Vec::new());
        let expected = (n as i128).checked_mul(n as i128).unwrap_or(i128::MAX);
        same_length(try_flat(&planes), expected, n);
    }
}
