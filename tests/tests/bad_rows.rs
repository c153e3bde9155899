//! Rows of different lengths that cannot be: lengths and offsets that do not fit, rows that must agree
//! and do not, totals beyond memory and beyond `usize`. Each is an `accel::Error`; inputs stay as they
//! were, and the next call works. And no rows, no lanes and empty rows are ordinary.

#![allow(missing_docs)]

use std::panic::RefUnwindSafe;

use accel::{Error, ErrorKind, Offset, Ragged, RaggedView, accel};
use accel_test_programs::block::front;

accel! {
    pub fn split(xs: &[i32], lengths: &[usize]) -> [[i32]] { xs.split_by(lengths) }
    pub fn split_sums(xs: &[i32], lengths: &[usize]) -> [i32] { xs.split_by(lengths).map(|row| row.sum()) }
    pub fn split_in_rows(rows: &[[i32]], lengths: &[usize]) -> [[i32]] { rows.map(|row| row.split_by(lengths).map(|part| part.sum())) }

    pub fn halves(n: usize) -> [[usize]] { (0..n).map(|i| i..usize::MAX / 2) }
    pub fn growing(n: usize) -> [[usize]] { (0..n).map(|i| 0..i * (usize::MAX / 8)) }
    pub fn repeated(xs: &[u8], n: usize) -> [[u8]] { xs.map(|x| [x; n]) }
    pub fn repeated_by_value(xs: &[usize]) -> [[usize]] { xs.map(|x| [x; x]) }
    pub fn deeper(xs: &[usize]) -> [[[usize]]] { xs.map(|x| (0..2).map(|i| 0..x * i)) }
    pub fn flat(xs: &[usize]) -> [usize] { xs.flat_map(|x| 0..x) }
    pub fn stored_in_lanes(xs: &[usize]) -> [usize] { xs.map(|x| { let a = (0..x).scan(0, |p, q| p + q); if x == 0 { 0 } else { a[0] + a.last() } }) }
    pub fn sorted_in_lanes(xs: &[usize]) -> [[usize]] { xs.map(|x| (0..x).sort()) }
    pub fn filtered_in_lanes(xs: &[usize]) -> [[usize]] { xs.map(|x| [x; x].filter(|y| y != 3)) }
    pub fn gathered(rows: &[[i32]], n: usize) -> [[i32]] { rows.gather((0..n).map(|i| i % rows.len())) }
    pub fn joined_often(rows: &[[i32]], n: usize) -> [i32] { (0..n).flat_map(|i| rows[i % rows.len()]) }
    pub fn without_descriptor(rows: &[[i32]], n: usize) -> usize { (0..n).map(|i| rows[i % rows.len()].len()).sum() }

    pub fn same_outer(a: &[[i32]; n], b: &[[i32]; n]) -> [usize; n] { zip(a, b).map(|(r, s)| r.len() + s.len()) }
    pub fn four(rows: &[[i32]; 4]) -> usize { rows.len() }
    pub fn zipped_rows(a: &[[i32]; n], b: &[[i32]; n]) -> [[i32]; n] { zip(a, b).map(|(r, s)| zip(r, s).map(|(x, y)| x + y)) }
    pub fn products(rows: &[[(u32, f64)]], x: &[f64]) -> [f64] { rows.map(|row| row.map(|(j, a)| a * x[j]).sum()) }
    pub fn of_pairs(rows: &[[[i32; 2]]]) -> [i32] { rows.map(|row| row.map(|pair| pair[0] * pair[1]).sum()) }
}

/// The error of a call, after a look at its kind and words.
#[track_caller]
fn failure<T>(result: Result<T, Error>, kind: ErrorKind, words: &[&str]) -> Error {
    let Err(error) = result else { panic!("the call succeeds") };
    assert_eq!(error.kind(), kind, "{error}");
    let text = error.to_string();
    words.iter().for_each(|word| assert!(text.contains(word), "{word:?} is not in {text:?}"));
    error
}

/// The same of an error in a function of this file.
#[track_caller]
fn located<T>(result: Result<T, Error>, kind: ErrorKind, words: &[&str]) {
    let error = failure(result, kind, words);
    assert!(error.file().ends_with("bad_rows.rs"), "{error:?}");
    assert!(error.line() > 0 && error.column() > 0, "{error:?}");
    println!("{error}");
}

const HUGE: usize = usize::MAX / 2;

#[test]
fn lengths_that_do_not_add_up() {
    for (lengths, words) in [
        (&[1usize, 1][..], "add up to 2"),
        (&[3, 1], "add up to 4"),
        (&[], "add up to 0"),
        (&[0, 0], "add up to 0"),
        (&[usize::MAX, 4], "add up to"),
        (&[HUGE, HUGE, 5], "add up to"),
    ] {
        located(try_split(&[1, 2, 3], lengths), ErrorKind::Size, &["split_by", words]);
        located(try_split_sums(&[1, 2, 3], lengths), ErrorKind::Size, &["split_by"]);
    }
    let rows = Ragged::from_rows(&[vec![1, 2, 3], vec![], vec![4, 5]]);
    located(try_split_in_rows(&rows, &[1, 2]), ErrorKind::Size, &["split_by", "3"]);
    located(try_split_in_rows(&rows, &[usize::MAX, 4]), ErrorKind::Size, &["split_by"]);
    assert_eq!(split(&[1, 2, 3], &[0, 2, 1, 0]), [vec![], vec![1, 2], vec![3], vec![]]);
    assert_eq!(split_sums(&[1, 2, 3], &[2, 1]), [3, 3]);
    assert_eq!(rows, [vec![1, 2, 3], vec![], vec![4, 5]]);
}

/// Offsets that are refused before a function is called, with the message of each error.
#[test]
fn offsets_that_do_not_fit() {
    fn refused<O: Offset + RefUnwindSafe>(offsets: &[O], words: &[&str]) {
        let (columns, values) = ([0u32, 1, 0], [1.0, 2.0, 3.0]);
        failure(RaggedView::try_from_csr(offsets, (&columns, &values)), ErrorKind::Size, words);
        let panic = std::panic::catch_unwind(|| {
            let (columns, values) = ([0u32, 1, 0], [1.0, 2.0, 3.0]);
            products(Ragged::from_csr(offsets, (&columns, &values)), &[1.0, 2.0])
        });
        let panic = panic.expect_err("the offsets do not fit");
        let text = panic.downcast_ref::<String>().expect("a text");
        words.iter().for_each(|word| assert!(text.contains(word), "{word:?} is not in {text:?}"));
    }
    refused::<usize>(&[], &["no offsets"]);
    refused::<i8>(&[], &["no offsets"]);
    refused(&[1usize, 3], &["the first offset is 1"]);
    refused(&[-1i64, 3], &["the first offset is -1"]);
    refused(&[i64::MIN, 3], &["the first offset is -9223372036854775808"]);
    refused(&[0i32, -1, 3], &["offset 1 is negative: -1"]);
    refused(&[0i8, 1, i8::MIN], &["offset 2 is negative: -128"]);
    refused(&[0i64, 3, i64::MIN], &["offset 2 is negative"]);
    refused(&[0isize, 2, 1, 3], &["row 1 ends before it begins", "2 and 1"]);
    refused(&[0u16, 2, 1, 3], &["row 1 ends before it begins", "2 and 1"]);
    refused(&[0u64, u64::MAX, 3], &["row 1 ends before it begins"]);
    refused(&[0u32, 2, 4], &["the last offset is 4", "3 values"]);
    refused(&[0u32, 2], &["the last offset is 2", "3 values"]);
    refused(&[0u64, 3, u64::MAX], &["the last offset is 18446744073709551615"]);
    let matrix = RaggedView::from_csr(&[0i64, 2, 2, 3], (&[0u32, 1, 0], &[1.0, 2.0, 3.0]));
    assert_eq!(products(matrix, &[1.0, 10.0]), [21.0, 0.0, 3.0]);
    let nothing = RaggedView::from_csr(&[0u8], (&[] as &[u32], &[] as &[f64]));
    assert_eq!(products(nothing, &[]).len(), 0);
}

#[test]
fn lengths_from_rust_that_do_not_add_up() {
    let error = |lengths: &[i64]| Ragged::try_from_lengths(lengths, vec![1, 2, 3]).map(drop);
    failure(error(&[1, 1]), ErrorKind::Size, &["add up to 2", "3 values"]);
    failure(error(&[4, -1]), ErrorKind::Size, &["row 1", "negative", "-1"]);
    failure(error(&[i64::MIN]), ErrorKind::Size, &["row 0", "negative"]);
    failure(error(&[i64::MAX, i64::MAX, 5]), ErrorKind::Size, &["add up to"]);
    failure(error(&[]), ErrorKind::Size, &["add up to 0"]);
    assert!(error(&[0, 3, 0]).is_ok());
}

#[test]
fn rows_beyond_memory() {
    located(try_halves(1), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_repeated(&[1], HUGE), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_repeated(&[1], 1 << 50), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_repeated(&[1, 2, 3], usize::MAX / 3), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_repeated_by_value(&[1, 1 << 50]), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_deeper(&[1 << 50]), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_flat(&[3, 1 << 50, 2]), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_sorted_in_lanes(&[2, 1 << 50]), ErrorKind::OutOfMemory, &["allocate"]);
    let rows = Ragged::from_rows(&[vec![1, 2], vec![]]);
    assert_eq!(rows, [vec![1, 2], vec![]]);
    assert_eq!(repeated(&[1, 2], 2), [[1, 1], [2, 2]]);
    assert_eq!(gathered(&rows, 3), [vec![1, 2], vec![], vec![1, 2]]);
}

#[test]
fn rows_whose_total_exceeds_any_size() {
    located(try_halves(3), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_halves(5), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_growing(12), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_repeated(&[1; 5], HUGE), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_repeated(&[1; 2], 1 << 63), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_repeated_by_value(&[HUGE, 1, HUGE, 3]), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_repeated_by_value(&[1 << 63; 2]), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_deeper(&[HUGE, HUGE, 7]), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_deeper(&[1 << 63, 1 << 63]), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_flat(&[HUGE, HUGE, 4]), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_flat(&[1 << 63, 1 << 63]), ErrorKind::OutOfMemory, &["allocate"]);
    assert_eq!(flat(&[2, 0, 1]), [0, 1, 0]);
    assert_eq!(growing(1), [[0; 0]]);
    assert_eq!(deeper(&[1]), [[vec![], vec![0]]]);
}

#[test]
fn lanes_that_need_too_much() {
    located(try_stored_in_lanes(&[3, 0, 1 << 50]), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_stored_in_lanes(&[usize::MAX]), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_stored_in_lanes(&[HUGE; 4]), ErrorKind::OutOfMemory, &["allocate"]);
    located(try_sorted_in_lanes(&[HUGE; 5]), ErrorKind::OutOfMemory, &["allocate"]);
    assert_eq!(stored_in_lanes(&[3, 0, 1]), [3, 0, 0]);
    assert_eq!(filtered_in_lanes(&[3, 0, 1]), [vec![], vec![], vec![1]]);
}

#[test]
fn what_needs_no_memory_is_computed() {
    let rows = Ragged::from_rows(&[vec![1, 2], vec![]]);
    assert_eq!(without_descriptor(&rows, 1 << 20), 1 << 20);
}

#[test]
fn lengths_that_must_agree() {
    let (two, three) =
        (Ragged::from_rows(&[vec![1], vec![2, 3]]), Ragged::from_rows(&[vec![], vec![1], vec![2]]));
    located(try_same_outer(&two, &three), ErrorKind::Size, &["`b`", "2", "3"]);
    located(try_four(&two), ErrorKind::Size, &["`rows`", "4", "2"]);
    located(
        try_zipped_rows(&two, &two.clone()).and_then(|_| try_zipped_rows(&two, &three)),
        ErrorKind::Size,
        &["`b`"],
    );
    let turned = Ragged::from_rows(&[vec![2, 3], vec![1]]);
    located(try_zipped_rows(&two, &turned), ErrorKind::Size, &["1", "2"]);
    assert_eq!((two.len(), three.len(), turned.lengths()), (2, 3, vec![2, 1]));
    assert_eq!(same_outer(&two, &turned), [3, 3]);
    assert_eq!(zipped_rows(&two, &two), [vec![2], vec![4, 6]]);
}

#[test]
fn no_rows_and_no_lanes() {
    let none: Ragged<i32> = Ragged::from_rows(Vec::<Vec<i32>>::new());
    assert_eq!(split(&[], &[]), none);
    assert_eq!(split_sums(&[], &[0, 0]), [0, 0]);
    assert_eq!(split_in_rows(&none, &[1]), none);
    assert_eq!(halves(0).len(), 0);
    assert_eq!(repeated(&[], usize::MAX).len(), 0);
    assert_eq!(repeated(&[1, 2], 0), [vec![], vec![]]);
    assert_eq!(deeper(&[]).len(), 0);
    assert_eq!(deeper(&[0, 0]), [vec![vec![], vec![]], vec![vec![], vec![]]]);
    assert_eq!(flat(&[]).len() + flat(&[0; 9]).len(), 0);
    assert_eq!(stored_in_lanes(&[]).len(), 0);
    assert_eq!(gathered(&none, 0).len(), 0);
    located(try_gathered(&none, 1), ErrorKind::DivisionByZero, &["zero"]);
    assert_eq!(joined_often(&none, 0).len(), 0);
    assert_eq!(same_outer(&none, &none).len(), 0);
    assert_eq!(zipped_rows(&none, &none).len(), 0);
    assert_eq!(of_pairs(&[vec![[1, 2], [3, 4]], vec![]]), [14, 0]);
    assert_eq!(of_pairs(&Vec::<Vec<[i32; 2]>>::new()).len(), 0);
}

/// If rows must agree, rows that may differ are compile errors.
#[test]
fn ragged_rows_where_rows_must_agree() {
    for text in [
        "pub fn f(rows: &[[i32]]) -> [[i32]] { rows.transpose() }",
        "pub fn f(xs: &[[[i32]]]) -> [[[i32]]] { xs.map(|rows| rows.transpose()) }",
        "pub fn f(rows: &[[i32]]) -> i32 { let m: [[i32; 2]; _] = rows; m[0][0] }",
        "pub fn f(rows: &[[i32]; n], k: usize) -> [[i32; k]; n] { rows }",
        "pub fn f(rows: &[[i32]]) -> [[i32; 3]; 2] { rows.reshape((2, 3)) }",
        "pub fn f(rows: &[[i32]]) -> [[i32]] { rows.stencil(Clamp, |at| at(0, 0)) }",
        "pub fn f(rows: &[[i32]]) -> (usize, usize) { rows.shape() }",
        "pub fn f(rows: &[[i32]]) -> [[i32; _]] { rows.map(|row| row.filter(|x| x > 0)) }",
    ] {
        let errors = front(text).err().unwrap_or_else(|| panic!("compiles: {text}"));
        let about = |error: &String| error.contains("[E042]") && error.contains("length");
        assert!(errors.iter().all(about), "{text}: {errors:#?}");
    }
}
