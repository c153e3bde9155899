//! Arrays of the ndarray crate as arguments, and conversions.

#![allow(missing_docs)]

use accel::{Array, ErrorKind, Ragged, accel};
use ndarray::{Array1, Array2, Array3, Array4, ArrayD, ArrayView2, arr1, arr2, s};

accel! {
    pub fn doubled(xs: &[f64]) -> [f64] { xs.map(|x| 2.0 * x) }
    pub fn row_sums(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| row.sum()) }
    pub fn transposed(m: &[[i32; k]; n]) -> [[i32; n]; k] { m.transpose() }
    pub fn flat3(a: &[[[u8; k]; m]; n]) -> [u8] { a.flatten().flatten() }
    pub fn flat4(a: &[[[[u8; j]; k]; m]; n]) -> [u8] { a.flatten().flatten().flatten() }
    pub fn products(pairs: &[(f64, i32)]) -> [f64] { pairs.map(|(x, n)| x * n as f64) }
    pub fn with_zero(mut xs: [f64], i: usize) -> [f64] { xs[i] = 0.0; xs }
    pub fn sorted_rows(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.sort()) }
    pub fn counts(cells: &[[[i32]]]) -> [[usize]] { cells.map(|rows| rows.lengths()) }
    pub fn firsts(rows: &[[[i32; 2]]]) -> [[i32]] { rows.map(|row| row.map(|pair| pair[0])) }
    pub fn without(mut rows: [[i32]], i: usize) -> [[i32]] { rows[i] = []; rows }
    pub fn with_corner(mut m: [[i32; k]; n], x: i32) -> [[i32; k]; n] { m[0][0] = x; m }
}

fn matrix() -> Array2<i32> {
    arr2(&[[1, 2, 3], [4, 5, 6]])
}

#[test]
#[allow(clippy::needless_borrows_for_generic_args, reason = "both are arguments")]
fn arguments_of_standard_layout() {
    let xs = arr1(&[1.0, 2.0, 3.0]);
    assert_eq!(doubled(&xs), [2.0, 4.0, 6.0]);
    assert_eq!(doubled(xs.view()), [2.0, 4.0, 6.0]);
    assert_eq!(doubled(&xs.view()), [2.0, 4.0, 6.0]);
    assert_eq!(doubled(xs.slice(s![1..])), [4.0, 6.0]);
    assert_eq!(doubled(&xs.to_shared()), [2.0, 4.0, 6.0]);
    assert_eq!(doubled(&*xs), [2.0, 4.0, 6.0]);
    assert_eq!(row_sums(&matrix()), [6, 15]);
    assert_eq!(row_sums(ArrayView2::from(&[[1, 2], [3, 4]])), [3, 7]);
    let cube = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| (12 * i + 4 * j + k) as u8);
    assert_eq!(flat3(&cube), (0..24).collect::<Vec<u8>>());
    let four = Array4::from_shape_fn((2, 1, 3, 4), |(i, _, j, k)| (12 * i + 4 * j + k) as u8);
    assert_eq!(flat4(&four), (0..24).collect::<Vec<u8>>());
    assert_eq!(products((&arr1(&[0.5, 1.5]), &arr1(&[2, 4]))), [1.0, 6.0]);
}

#[test]
fn arguments_of_other_layouts() {
    let xs = arr1(&[1.0, 2.0, 3.0, 4.0, 5.0]);
    assert_eq!(doubled(xs.slice(s![..;2])), [2.0, 6.0, 10.0]);
    assert_eq!(doubled(xs.slice(s![..;-1])), [10.0, 8.0, 6.0, 4.0, 2.0]);
    let m = matrix();
    assert_eq!(row_sums(m.t()), [5, 7, 9]);
    assert_eq!(row_sums(m.slice(s![.., 1..])), [5, 11]);
    let columns_first = m.t().to_owned().reversed_axes();
    assert_eq!(row_sums(&columns_first), [6, 15]);
    assert_eq!(transposed(m.t()).to_vec(), [1, 2, 3, 4, 5, 6]);
}

#[test]
#[allow(clippy::needless_borrows_for_generic_args, reason = "both are arguments")]
fn arguments_where_rows_may_differ() {
    let m = arr2(&[[3, 1, 2], [6, 5, 4]]);
    let sorted = [[1, 2, 3], [4, 5, 6]];
    assert_eq!(sorted_rows(&m), sorted);
    assert_eq!(sorted_rows(m.view()), sorted);
    assert_eq!(sorted_rows(&m.view()), sorted);
    assert_eq!(sorted_rows(&m.to_shared()), sorted);
    assert_eq!(sorted_rows(&*m), sorted);
    assert_eq!(sorted_rows(m.t()), [[3, 6], [1, 5], [2, 4]]);
    assert_eq!(sorted_rows(&Array2::zeros((2, 0))), [[0; 0]; 2]);
    assert_eq!(without(m, 0), [vec![], vec![6, 5, 4]]);
    let cube = Array3::from_shape_fn((2, 3, 2), |(i, j, k)| (6 * i + 2 * j + k) as i32);
    assert_eq!(counts(&cube), [[2, 2, 2], [2, 2, 2]]);
    assert_eq!(firsts(&cube), [[0, 2, 4], [6, 8, 10]]);
    assert_eq!(firsts(cube.slice(s![1.., .., ..])), [[6, 8, 10]]);
    assert_eq!(row_sums(Ragged::from_csr(&[0, 2, 4], &[1, 2, 3, 4])), [3, 7]);
}

#[test]
fn arguments_without_elements() {
    assert!(doubled(&Array1::zeros(0)).is_empty());
    assert_eq!(row_sums(&Array2::zeros((3, 0))), [0, 0, 0]);
    assert_eq!(transposed(&Array2::zeros((3, 0))).shape(), [0, 3]);
}

#[test]
fn owned_arguments() {
    let xs = arr1(&[1.0, 2.0, 3.0]);
    let place = xs.as_ptr();
    let ys = with_zero(xs, 1);
    assert_eq!((ys.to_vec(), ys.as_ptr()), (vec![1.0, 0.0, 3.0], place));
    assert_eq!(with_zero(arr1(&[1.0, 2.0, 3.0, 4.0]).slice_move(s![1..3]), 1), [2.0, 0.0]);
    assert_eq!(with_zero(arr1(&[1.0, 2.0, 3.0]).slice_move(s![..;-1]), 0), [0.0, 2.0, 1.0]);
    assert_eq!(with_corner(matrix(), 9).to_vec(), [9, 2, 3, 4, 5, 6]);
    assert_eq!(with_corner(matrix().reversed_axes(), 9).to_vec(), [9, 4, 2, 5, 3, 6]);
}

#[test]
fn conversions() {
    let m: Array<i32, 2> = matrix().into();
    assert_eq!((m.shape(), m.to_vec()), ([2, 3], vec![1, 2, 3, 4, 5, 6]));
    let turned: Array<i32, 2> = matrix().reversed_axes().into();
    assert_eq!((turned.shape(), turned.to_vec()), ([3, 2], vec![1, 4, 2, 5, 3, 6]));
    assert_eq!(Array::from(matrix().slice(s![.., ..;2])).to_vec(), [1, 3, 4, 6]);
    assert_eq!(ArrayView2::from(&m), matrix());
    assert_eq!(Array2::from(m), matrix());

    let place = matrix();
    let address = place.as_ptr();
    let there_and_back = Array2::from(Array::<i32, 2>::from(place));
    assert_eq!(there_and_back.as_ptr(), address);

    let dynamic = ArrayD::from_shape_vec(vec![2, 2], vec![1, 2, 3, 4]).unwrap();
    assert_eq!(Array::<i32, 2>::try_from(dynamic.clone()).unwrap()[[1, 0]], 3);
    let error = Array::<i32, 3>::try_from(dynamic).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Size);
    assert_eq!(error.message(), "expected 3 dimension(s), found shape [2, 2]");
}
