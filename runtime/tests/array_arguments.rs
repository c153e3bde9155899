//! Flat slices with a shape, and rows that lie apart, wherever an array of that rank goes.

#![allow(missing_docs)]
#![allow(
    clippy::needless_borrows_for_generic_args,
    reason = "references to arguments are arguments"
)]

use accel::{Array, ArrayView, ErrorKind, Ragged, accel};

accel! {
    pub struct Pixel { pub red: u8, pub green: u8 }

    pub fn row_sums(m: &[[f64; k]; n]) -> [f64; n] { m.map(|row| row.sum()) }
    pub fn plane_sums(cube: &[[[i32; k]; m]; n]) -> [i32; n] { cube.map(|plane| plane.flatten().sum()) }
    pub fn doubled(m: [[f64; k]; n]) -> [[f64; k]; n] { m.map(|row| row.map(|x| x * 2.0)) }
    pub fn ragged_sums(xss: &[[f64]]) -> [f64] { xss.map(|row| row.sum()) }
    pub fn reds(image: &[[Pixel; w]; h]) -> [[u8; w]; h] { image.map(|row| row.map(|p| p.red)) }
    pub fn products(m: &[[(f64, f64); k]; n]) -> [f64; n] { m.map(|row| row.map(|(x, y)| x * y).sum()) }
    pub fn first_pair(pairs: &[(u64, usize)]) -> usize { pairs[0].1 }
}

const FLAT: [f64; 6] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];

#[test]
fn flat_slices_as_matrices() {
    let sums = [6.0, 15.0];
    let (vec, array) = (FLAT.to_vec(), Array::from(FLAT));
    let view = ArrayView::from_slice([2, 3], &FLAT);
    assert_eq!(row_sums(view), sums);
    assert_eq!(row_sums(&view), sums);
    assert_eq!(row_sums(array.view().reshape([2, 3])), sums);
    assert_eq!(row_sums((&FLAT, [2, 3])), sums);
    assert_eq!(row_sums((&FLAT[..], [2, 3])), sums);
    assert_eq!(row_sums((&vec, [2, 3])), sums);
    assert_eq!(row_sums((&array, [2, 3])), sums);
    assert_eq!(plane_sums((&[1, 2, 3, 4], [2, 1, 2])), [3, 7]);
    assert_eq!(doubled((vec, [3, 2])), [[2.0, 4.0], [6.0, 8.0], [10.0, 12.0]]);
}

#[test]
fn flat_slices_of_other_shapes() {
    let error = try_row_sums((&FLAT, [2, 2])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Size);
    assert_eq!(error.message(), "`m`: 6 elements cannot take the shape [2, 2]");
    assert!(error.line() > 0);
    let error = try_row_sums((&FLAT, [usize::MAX, 2])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Size);
    assert_eq!(try_doubled((FLAT, [7, 1])).unwrap_err().kind(), ErrorKind::Size);
}

#[test]
fn slices_of_products() {
    let pixels = [Pixel { red: 1, green: 2 }, Pixel { red: 3, green: 4 }];
    assert_eq!(reds(ArrayView::from_slice([2, 1], &pixels)), [[1], [3]]);
    let array = Array::from(pixels);
    assert_eq!(reds(array.view().reshape([1, 2])), [[1, 3]]);
    for Pixel { red, green } in &array {
        assert_eq!(red + 1, green);
    }
    // The parts of an array of pairs, each with its shape.
    let (xs, ys) = ((&FLAT, [3, 2]), ArrayView::from_slice([3, 2], &FLAT));
    assert_eq!(products((xs, ys)), [5.0, 25.0, 61.0]);
    // Two arrays are still an array of pairs.
    assert_eq!(first_pair((&[7], &[8])), 8);
}

#[test]
fn rows_that_lie_apart() {
    let rows = [&FLAT[..3], &FLAT[3..]];
    assert_eq!(row_sums(&rows), [6.0, 15.0]);
    assert_eq!(row_sums(&rows[..]), [6.0, 15.0]);
    assert_eq!(row_sums(&rows.to_vec()), [6.0, 15.0]);
    let error = try_row_sums(&[&FLAT[..3], &FLAT[..2]]).unwrap_err();
    assert_eq!(error.message(), "the rows of `m` differ: row 1 has length 2, those before it 3");
}

#[test]
fn views_as_rows() {
    let view = ArrayView::from_slice([2, 3], &FLAT);
    assert_eq!(ragged_sums(view), [6.0, 15.0]);
    assert_eq!(ragged_sums(&view), [6.0, 15.0]);
    let polygons = Ragged::from_csr(&[0, 1, 3], ArrayView::from_slice([3, 2], &FLAT));
    assert_eq!(polygons.row(1).get(0), Some(&FLAT[2..4]));
}

#[test]
fn results_as_people_use_them() {
    let mut m = doubled(Array::from([[1.0, 2.0], [3.0, 4.0]]));
    assert_eq!(m, [[2.0, 4.0], [6.0, 8.0]]);
    m[1][0] = 0.5;
    assert_eq!(row_sums(&m), [6.0, 8.5]);
    assert_eq!(m.to_string(), "[[2, 4],\n [0.5, 8]]");
}
