//! Functions whose results go to others.

use accel::accel;

accel! {
    pub fn shifted(xs: &[f64; n], by: f64) -> [f64; n] { xs.map(|x| x + by) }
    pub fn taken_over(mut xs: [f64; n], i: usize) -> [f64; n] {
        xs[i] = 100.0;
        xs.map(|x| x / 2.0)
    }
    /// Nothing for a kernel to do.
    pub fn with_other_end(mut xs: [f64; n], end: f64) -> [f64; n] {
        xs[n - 1] = end;
        xs
    }
    pub fn with_other_end_of_rows(mut rows: [[f64]], end: f64) -> [[f64]] {
        let last = rows.len() - 1;
        rows[last][0] = end;
        rows
    }
    pub fn changed_between(xs: &[i64; n], steps: usize) -> [i64; n] {
        let mut ys = xs.map(|x| x + 1);
        let mut step = 0;
        while step < steps {
            ys[step] = ys[step] * 10 + ys[0];
            ys = ys.map(|y| 3 * y);
            step += 1;
        }
        ys
    }
    pub fn sorted_between(xs: &[i32; n]) -> ([i32; n], i32) {
        let ys = xs.map(|x| x.wrapping_mul(7)).sort();
        (ys.map(|y| y ^ 1), ys[0])
    }
    /// After a loop, the ends of an array and a part of it.
    pub fn parts(xs: &[f64; n], steps: usize) -> (f64, f64, [f64]) {
        let mut ys = xs.map(|x| x - 1.0);
        for _ in 0..steps { ys = ys.map(|y| y * 0.5); }
        (ys[0], ys[n - 1], ys[n / 4..n / 2].map(|y| y * y))
    }
    pub fn above(xs: &[f64], least: f64) -> [f64] { xs.filter(|x| x > least) }
    /// Changes an array in place twice.
    pub fn counted_twice(at: &[usize], others: &[usize], bins: usize) -> [u32] {
        (0..bins).map(|_| 0u32)
            .scatter_with(|a, b| a + b, at, at.map(|_| 1))
            .scatter_with(|a, b| a + b, others, others.map(|_| 10))
    }
    pub fn shares(xs: &[f64; n]) -> [f64; n] {
        let total = xs.map(|x| x * x).sum();
        xs.map(|x| x / total)
    }
    pub fn doubled_rows(rows: &[[f64]]) -> [[f64]] { rows.map(|row| row.map(|x| 2.0 * x)) }
    pub fn split(xs: &[(i32, f64); n]) -> [(f64, i32); n] { xs.map(|(a, b)| (b * 2.0, a - 1)) }
    pub fn found(xs: &[f64], at: &[usize; n], steps: usize) -> [f64; n] {
        let mut places = at.map(|i| i + 1);
        for _ in 0..steps { places = places.map(|i| i + 1); }
        places.map(|i| xs[i])
    }
    /// A function that calls itself, on parts of an array of the caller.
    pub fn halves(xs: &[f64]) -> f64 {
        if xs.len() < 2 { xs.sum() } else { halves(&xs[..xs.len() / 2]) + halves(&xs[xs.len() / 2..]) }
    }
    /// An operator that calls a recursive function, behind a sum.
    pub fn common_divisor(xs: &[u32]) -> u32 { let total = xs.sum(); xs.reduce(total, gcd) }
    fn gcd(a: u32, b: u32) -> u32 { if b == 0 { a } else { gcd(b, a % b) } }
}
