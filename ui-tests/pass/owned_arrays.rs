//! Owned parameters are taken over and changed in place.

use accel::accel;

accel! {
    pub fn cleared(mut xs: [f64; n], k: usize) -> [f64; n] {
        for i in 0..k {
            xs[i] = 0.0;
        }
        xs
    }

    pub fn reversed(xs: [f64; n]) -> [f64; n] {
        let mut a = xs;
        for i in 0..n / 2 {
            a.swap(i, n - 1 - i);
        }
        a
    }

    pub fn counted(counts: [u32], keys: &[usize]) -> [u32] {
        counts.scatter_with(|a, b| a + b, keys, keys.map(|_| 1))
    }

    pub fn raised(m: [[i32; k]; n]) -> [[i32; k]; n] {
        let mut a = m;
        a[0][1] += 10;
        a[1] = [0; k];
        a
    }

    pub fn kept(xs: &[f64]) -> ([f64], f64) {
        let mut copy = xs.clone();
        copy[0] = 5.0;
        (copy, xs[0])
    }

    pub fn replaced(xs: [f64], i: usize, x: f64) -> [f64] {
        xs.update(i, x)
    }
}

pub fn main() {
    assert_eq!(cleared(vec![1.0, 2.0, 3.0], 2).to_vec(), [0.0, 0.0, 3.0]);
    assert_eq!(reversed(vec![1.0, 2.0, 3.0]).to_vec(), [3.0, 2.0, 1.0]);
    assert_eq!(counted(vec![0; 3], &[2, 0, 2]).to_vec(), [1, 0, 2]);
    let m = accel::Array::from_vec([2, 2], vec![1, 2, 3, 4]);
    assert_eq!(raised(m).to_vec(), [1, 12, 0, 0]);
    let xs = vec![1.0, 2.0];
    let (copy, first) = kept(&xs);
    assert_eq!((copy.to_vec(), first), (vec![5.0, 2.0], 1.0));
    assert_eq!(replaced(xs, 1, 7.0).to_vec(), [1.0, 7.0]);
}
