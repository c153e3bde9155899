//! Shortest routes between all pairs.

use rayon::prelude::*;

use super::Matrix;

/// The length of the shortest route between any two places, and the first stop on it.
pub fn shortest(direct: &Matrix<f32>) -> (Matrix<f32>, Matrix<u32>) {
    let n = direct.width;
    let mut length = direct.clone();
    let mut first = Matrix {
        width: n,
        height: n,
        values: (0..n * n).map(|place| (place % n) as u32).collect(),
    };
    for k in 0..n {
        let onward = length.row(k).to_vec();
        let rows = length.values.par_chunks_mut(n).zip(first.values.par_chunks_mut(n));
        rows.for_each(|(length, first)| {
            let (there, towards) = (length[k], first[k]);
            for ((known, first), onward) in length.iter_mut().zip(first).zip(&onward) {
                if there + onward < *known {
                    *known = there + onward;
                    *first = towards;
                }
            }
        });
    }
    (length, first)
}
