//! Arrays through serde.

#![allow(missing_docs)]

use accel::{Array, ArrayView};
use serde_json::{from_str, to_string};

#[test]
fn nested_sequences_and_back() {
    let m = Array::from([[1, 2, 3], [4, 5, 6]]);
    assert_eq!(to_string(&m).unwrap(), "[[1,2,3],[4,5,6]]");
    assert_eq!(from_str::<Array<i32, 2>>("[[1,2,3],[4,5,6]]").unwrap(), m);
    let pairs = Array::from([(1, true), (2, false)]);
    assert_eq!(to_string(&pairs).unwrap(), "[[1,true],[2,false]]");
    assert_eq!(from_str::<Array<(i32, bool), 1>>("[[1,true],[2,false]]").unwrap(), pairs);
    let cube = from_str::<Array<f64, 3>>("[[[1.5],[2]],[[3],[4]]]").unwrap();
    assert_eq!(cube, [[[1.5], [2.0]], [[3.0], [4.0]]]);
    assert_eq!(to_string(&Array::full([], 7)).unwrap(), "7");
    let view = ArrayView::from_slice([2, 1], &[1u8, 2]);
    assert_eq!(to_string(&view).unwrap(), "[[1],[2]]");
}

#[test]
fn sizes_of_what_is_empty() {
    for (shape, text) in [([2, 0], "[[],[]]"), ([0, 0], "[]")] {
        let empty = Array::<f32, 2>::zeros(shape);
        assert_eq!(to_string(&empty).unwrap(), text);
        assert_eq!(from_str::<Array<f32, 2>>(text).unwrap().shape(), shape);
    }
}

#[test]
fn lists_that_are_no_arrays() {
    let error = |text| from_str::<Array<i32, 2>>(text).unwrap_err().to_string();
    assert!(error("[[1,2],[3]]").starts_with("row 1 has length 1, those before it 2"));
    assert!(error("[1,2]").contains("expected sequences for 1 dimension(s)"), "{}", error("[1,2]"));
    assert!(error("7").contains("expected sequences for 2 dimension(s)"));
    assert!(error("[[true]]").contains("expected i32"));
}
