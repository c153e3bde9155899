//! The texts of errors at run time name what the program names, and show numbers as they were meant.

use accel::accel;

accel! {
    pub fn last(xs: &[f64]) -> f64 {
        xs[xs.len() - 1]
    }

    pub fn but_last(xs: &[f64]) -> [f64] {
        xs[..xs.len() - 2]
    }

    pub fn at(xs: &[f64], i: i64) -> f64 {
        xs[i]
    }

    pub fn products(xs: &[f64], ys: &[f64], zs: &[f64]) -> [f64] {
        zip(xs, ys, zs).map(|(x, y, z)| x * y * z)
    }

    pub fn by_method(xs: &[f64], ys: &[f64]) -> [f64] {
        xs.zip(ys).map(|(x, y)| x * y)
    }

    pub fn of_parts(xs: &[f64], ys: &[f64]) -> [f64] {
        zip(xs[1..], ys).map(|(x, y)| x * y)
    }
}

fn text<T>(result: Result<T, accel::Error>) -> String {
    result.map(|_| ()).expect_err("the call fails").message().to_owned()
}

pub fn main() {
    let outside = "index out of bounds: the length is 0 but the index is 18446744073709551615 (-1 as `usize`)";
    assert_eq!(text(try_last(&[])), outside);
    let end = "range end index 18446744073709551615 (-1 as `usize`) out of range for array of length 1";
    assert_eq!(text(try_but_last(&[1.0])), end);
    let negative = "index out of bounds: the length is 1 but the index is -1";
    assert_eq!(text(try_at(&[1.0], -1)), negative);
    let disagreeing = text(try_products(&[1.0], &[1.0], &[1.0, 2.0]));
    assert_eq!(disagreeing, "`zip` of `xs` and `zs`: expected length 1, found length 2");
    let disagreeing = text(try_by_method(&[1.0], &[]));
    assert_eq!(disagreeing, "`zip` of `xs` and `ys`: expected length 1, found length 0");
    let disagreeing = text(try_of_parts(&[1.0], &[1.0]));
    assert_eq!(disagreeing, "`zip`: expected length 0, found length 1");
}
