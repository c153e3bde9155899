//! `for` and `while` over `let mut` variables that are scalars, products and arrays.

use accel::accel;

accel! {
    pub fn steps(start: u64) -> u32 {
        let mut n = start;
        let mut count = 0;
        while n != 1 {
            n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
            count += 1;
        }
        count
    }

    pub fn fibonacci(n: usize) -> [u64; n] {
        let mut list = [1; n];
        for i in 2..n {
            list[i] = list[i - 1] + list[i - 2];
        }
        list
    }

    pub fn extremes(xs: &[f64]) -> (f64, f64) {
        let mut found = (f64::INFINITY, f64::NEG_INFINITY);
        for x in xs {
            found.0 = found.0.min(x);
            found.1 = found.1.max(x);
        }
        found
    }

    pub fn smoothed(xs: &[f64; n], rounds: usize) -> [f64; n] {
        let mut ys = xs.clone();
        for _ in 0..rounds {
            ys = ys.stencil(Clamp, |at| (at(-1) + at(0) + at(1)) / 3.0);
        }
        ys
    }

    pub fn step_counts(starts: &[u64]) -> [u32] {
        starts.map(steps)
    }
}

pub fn main() {
    assert_eq!(steps(6), 8);
    assert_eq!(fibonacci(7).to_vec(), [1, 1, 2, 3, 5, 8, 13]);
    assert_eq!(extremes(&[2.0, -1.0, 5.0]), (-1.0, 5.0));
    assert_eq!(smoothed(&[0.0, 9.0, 0.0], 2).to_vec(), [3.0, 3.0, 3.0]);
    assert_eq!(step_counts(&[1, 6, 27]).to_vec(), [0, 8, 111]);
}
