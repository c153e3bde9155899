//! Kernels with checks, in calls that go on before anybody knows whether one has failed.

use accel::accel;

accel! {
    /// Four kernels, each of which has checks.
    pub fn walked(next: &[usize], start: &[usize], weights: &[f32]) -> [f32] {
        let mut at = start.map(|i| next[i]);
        for _ in 0..2 {
            at = at.map(|i| next[i]);
        }
        at.map(|i| weights[i] * 2.0)
    }

    /// A result of a kernel with checks decides about the next one.
    pub fn in_turns(next: &[usize], start: &[usize], most: usize) -> ([usize], usize) {
        let mut at = start.map(|i| next[i]);
        let mut turns = 0;
        while turns < most && at.filter(|i| i != 0).len() > 0 {
            at = at.map(|i| next[i]);
            turns += 1;
        }
        (at, turns)
    }

    /// A check of the host behind those of a kernel.
    pub fn kernel_first(xs: &[i32], is: &[usize], turns: usize) -> [i32] {
        let mut found = is.map(|i| xs[i]);
        for turn in 0..turns {
            let by = xs[turn];
            found = found.map(|x| x + by);
        }
        found
    }

    /// The results of the kernels of the device are sorted, scanned and scattered.
    pub fn went_on(xs: &[u32], is: &[usize]) -> ([u32], [u32], [u32]) {
        let found = is.map(|i| xs[i]);
        let sums = found.scan(0, |a, b| a + b);
        let counts = [0; 8].scatter_with(|a, b| a + b, found.map(|x| x % 8), found.map(|_| 1));
        (found.sort(), sums, counts)
    }

    /// Rows whose lengths a kernel with checks finds.
    pub fn unfolded(lengths: &[usize], is: &[usize]) -> [usize] {
        is.map(|i| lengths[i]).flat_map(|n| 0..n)
    }

    /// An array of the caller's that is changed in place: the call cannot be made again.
    pub fn changed(xs: [i32], is: &[usize]) -> [i32] {
        let values = is.map(|i| xs[i] + 1);
        xs.scatter(is, values)
    }
}
