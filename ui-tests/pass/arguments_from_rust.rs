//! The values that a Rust caller may pass for `&[T]`, `[T]` and matrices.

use accel::{Array, accel};

accel! {
    pub fn total(xs: &[f32]) -> f32 {
        xs.sum()
    }

    pub fn sums(m: &[[f32; k]; n]) -> [f32; n] {
        m.map(|row| row.sum())
    }

    pub fn sorted(xs: [i32]) -> [i32] {
        xs.sort()
    }

    pub fn weights(pairs: &[(u32, f32)]) -> f32 {
        pairs.map(|(count, weight)| count as f32 * weight).sum()
    }
}

pub fn main() {
    let vector = vec![1.0, 2.0];
    let array = Array::from_vec([2], vec![1.0, 2.0]);
    assert_eq!(total(&vector), 3.0);
    assert_eq!(total(&vector[..]), 3.0);
    assert_eq!(total(&[1.0, 2.0]), 3.0);
    assert_eq!(total(&array), 3.0);

    let rows = vec![[1.0, 2.0], [3.0, 4.0]];
    let matrix = Array::from_vec([2, 2], vec![1.0, 2.0, 3.0, 4.0]);
    for result in [sums(&rows), sums(&rows[..]), sums(&[[1.0, 2.0], [3.0, 4.0]]), sums(&matrix)] {
        assert_eq!(result.to_vec(), [3.0, 7.0]);
    }

    assert_eq!(sorted(vec![3, 1]).to_vec(), [1, 3]);
    assert_eq!(sorted(Array::from_vec([2], vec![3, 1])).to_vec(), [1, 3]);

    let pairs = vec![(2, 1.5), (1, 4.0)];
    assert_eq!(weights(&pairs), 7.0);
    assert_eq!(weights((&[2, 1], &[1.5, 4.0])), 7.0);
}
