//! Programs that ownership must not reject: every array here is used before it is taken over, or is a copy.

use accel::{Array, accel};

accel! {
    fn zeroed(mut xs: [f64; n], i: usize) -> [f64; n] {
        xs[i] = 0.0;
        xs
    }

    fn total(xs: &[f64]) -> f64 {
        xs.sum()
    }

    pub fn argument_computed_from_the_destination(a: [f64], is: &[usize]) -> [f64] {
        a.scatter(is, a.map(|x| 10.0 * x))
    }

    pub fn copy(xs: [f64]) -> f64 {
        let ys = xs.clone().update(0, 100.0);
        ys.sum() + xs.sum()
    }

    pub fn used_before(xs: [f64]) -> f64 {
        let tail = xs[1..].sum();
        let mut ys = xs;
        ys[0] = 0.0;
        ys.sum() + tail
    }

    pub fn name_used_again(mut xs: [f64; n]) -> [f64; n] {
        for i in 0..2 {
            xs = zeroed(xs, i);
        }
        xs
    }

    pub fn either_branch(xs: [f64; n], front: bool) -> [f64; n] {
        if front { xs.update(0, 0.0) } else { zeroed(xs, 1) }
    }

    pub fn rows_of_a_temporary(n: usize) -> [[usize; 2]; n] {
        generate(n, |i| [i, i]).map(|row| row.update(0, 7))
    }

    pub fn copies_of_rows(m: &[[f64; k]; n]) -> [[f64; k]; n] {
        m.map(|row| zeroed(row.clone(), 0))
    }

    pub fn array_of_the_closure(n: usize) -> [f64] {
        generate(n, |i| {
            let mut xs = [1.0; 3];
            xs[0] = i as f64;
            xs.sum()
        })
    }

    pub fn borrowed_many_times(xs: &[f64]) -> f64 {
        let ys = xs;
        total(xs) + total(&xs) + total(ys) + zip(xs, xs).map(|(a, b)| a * b).sum()
    }

    pub fn both_given_back(xs: [f64]) -> ([f64], f64) {
        let largest = xs.max();
        (xs, largest)
    }

    pub fn borrowed_given_back(xs: &[f64]) -> [f64] {
        xs
    }
}

pub fn main() {
    let xs = || vec![1.0, 2.0, 3.0];
    assert_eq!(
        argument_computed_from_the_destination(xs(), &[1, 0, 2]).to_vec(),
        [20.0, 10.0, 30.0]
    );
    assert_eq!(copy(xs()), 111.0);
    assert_eq!(used_before(xs()), 10.0);
    assert_eq!(name_used_again(xs()).to_vec(), [0.0, 0.0, 3.0]);
    assert_eq!(either_branch(xs(), true).to_vec(), [0.0, 2.0, 3.0]);
    assert_eq!(either_branch(xs(), false).to_vec(), [1.0, 0.0, 3.0]);
    assert_eq!(rows_of_a_temporary(2).to_vec(), [7, 0, 7, 1]);
    assert_eq!(copies_of_rows(&[[1.0, 2.0]]).to_vec(), [0.0, 2.0]);
    assert_eq!(array_of_the_closure(2).to_vec(), [2.0, 3.0]);
    assert_eq!(borrowed_many_times(&xs()), 32.0);
    let (same, largest): (Array<f64, 1>, f64) = both_given_back(xs());
    assert_eq!((same.to_vec(), largest), (xs(), 3.0));
    assert_eq!(borrowed_given_back(&xs()).to_vec(), xs());
}
