//! Arrays are values: a view taken before an update in place keeps what it showed.

use accel::accel;

accel! {
    pub fn view_before_update(xs: [f64]) -> (f64, f64) {
        let mut a = xs;
        let front = a[..2];
        a[0] = 100.0;
        (front.sum(), a[..2].sum())
    }

    pub fn row_before_update(m: [[i32; 2]; 2]) -> ([i32], [[i32; 2]; 2]) {
        let mut a = m;
        let top = a[0];
        a[0] = a[1];
        a[1] = top;
        (top, a)
    }

    pub fn swapped_elements(xs: [i32; n]) -> [i32; n] {
        let mut a = xs;
        let first = a[0];
        a[0] = a[1];
        a[1] = first;
        a
    }

    pub fn shifted(xs: [i32; n]) -> [i32; n] {
        let mut a = xs;
        let old = a.clone();
        for i in 1..n {
            a[i] = old[i - 1];
        }
        a
    }
}

pub fn main() {
    assert_eq!(view_before_update(vec![1.0, 2.0, 3.0]), (3.0, 102.0));
    let m = accel::Array::from_vec([2, 2], vec![1, 2, 3, 4]);
    let (top, a) = row_before_update(m);
    assert_eq!((top.to_vec(), a.to_vec()), (vec![1, 2], vec![3, 4, 1, 2]));
    assert_eq!(swapped_elements(vec![1, 2]).to_vec(), [2, 1]);
    assert_eq!(shifted(vec![1, 2, 3]).to_vec(), [1, 1, 2]);
}
