//! Lanes of which only the run tells how long they take: their results, and the lane that is reported if
//! several fail.

#![allow(missing_docs)]

use accel::{ErrorKind, accel};

accel! {
    pub fn counted(n: usize, rounds: usize) -> [f64] {
        (0..n).map(|i| { let mut x = 0.3 + i as f64 * 1e-4; for _ in 0..rounds { x = 3.7 * x * (1.0 - x); } x })
    }
    pub fn whiled(n: usize, end: f64) -> [f64] {
        (0..n).map(|i| { let mut x = 0.3 + i as f64 * 1e-4; let mut t = 0.0; while t < end { x = 3.7 * x * (1.0 - x); t += 1.0; } x })
    }
    pub fn frames(xs: &[f64], starts: &[u32; n], ends: &[u32; n]) -> [f64; n] {
        zip(starts, ends).map(|(a, b)| xs[a..b].fold(0.0, |t, x| 0.5 * t + x))
    }
    pub fn triangle(n: usize, k: usize) -> [f64] {
        (0..n).map(|i| { let mut x = 0.3; for _ in 0..i * k { x = 3.7 * x * (1.0 - x); } x })
    }
    pub fn recursive(n: u32, k: u32) -> [u64] { (0..n).map(|_| fib(k)) }
    fn fib(n: u32) -> u64 { if n < 2 { n as u64 } else { fib(n - 1) + fib(n - 2) } }

    #[allow(unconditional_recursion)]
    fn forever(n: u64) -> u64 { 1 + forever(n + 1) }
    pub fn forever_lanes(xs: &[u64]) -> [u64] { xs.map(|x| forever(x)) }
    pub fn forever_rows(rows: &[[u64]]) -> [[u64]] { rows.map(|row| row.map(|x| forever(x))) }
    pub fn forever_sorted(xs: &[u64]) -> [u64] { xs.sort_by_key(|x| forever(x)) }

    /// A lane's element, after as many rounds as it finds fit.
    fn found(xs: &[u64], i: usize) -> u64 {
        let mut x = xs[i];
        while x % 1000 != 0 { x += 1; }
        x
    }
    pub fn mapped(xs: &[u64], is: &[usize]) -> [u64] { is.map(|i| found(xs, i)) }
    pub fn summed(xs: &[u64], is: &[usize]) -> u64 { is.map(|i| found(xs, i)).sum() }
    pub fn scanned(xs: &[u64], is: &[usize]) -> [u64] { is.map(|i| found(xs, i)).scan(0, |a, b| a + b) }
    pub fn after_a_scan(xs: &[u64], is: &[usize]) -> [u64] { is.scan(0, |_, i| i).map(|i| found(xs, i)) }
    pub fn kept(xs: &[u64], is: &[usize]) -> [u64] { is.map(|i| found(xs, i)).filter(|x| x > 5000) }
    pub fn appended(xs: &[u64], is: &[usize]) -> [[u64]] { is.map(|i| (0..i % 5).map(|j| found(xs, i) + j as u64)) }
    pub fn binned(xs: &[u64], is: &[usize]) -> [u64; 3] {
        [0; 3].scatter_with(|a, b| a + b, is.map(|i| i % 3), is.map(|i| found(xs, i)))
    }
    pub fn scattered(xs: &[u64], is: &[usize]) -> [u64; 3] {
        [0; 3].scatter(is.map(|i| i % 3), is.map(|i| found(xs, i)))
    }
    pub fn sorted(xs: &[u64], is: &[usize]) -> [usize] { is.sort_by_key(|i| found(xs, i)) }
    pub fn in_rows(xs: &[u64], rows: &[[usize]]) -> [u64] { rows.map(|row| row.map(|i| found(xs, i)).sum()) }
    pub fn in_a_loop(xs: &[u64], is: &[usize]) -> [u64] {
        let mut ys = xs.clone();
        for _ in 0..3 { ys = is.map(|i| found(ys, i)); }
        ys
    }
}

/// The same on 1, 2, 3 and 7 threads.
fn on_threads(test: impl Fn() + Sync) {
    for threads in [1, 2, 3, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads start").install(&test);
    }
}

fn iterated(x: f64, rounds: usize) -> f64 {
    (0..rounds).fold(x, |x, _| 3.7 * x * (1.0 - x))
}

#[test]
fn long_lanes() {
    let start = |i: usize| 0.3 + i as f64 * 1e-4;
    let expected: Vec<f64> = (0..64).map(|i| iterated(start(i), 2000)).collect();
    let triangular: Vec<f64> = (0..200).map(|i| iterated(0.3, i * 20)).collect();
    let xs: Vec<f64> = (0..40_000).map(f64::from).collect();
    let starts: Vec<u32> = (0..400).map(|i| i * 100).collect();
    let ends: Vec<u32> = starts.iter().map(|start| start + 100).collect();
    let folded = |(start, end): (&u32, &u32)| {
        xs[*start as usize..*end as usize].iter().fold(0.0, |t, x| 0.5 * t + x)
    };
    let of_frames: Vec<f64> = starts.iter().zip(&ends).map(folded).collect();
    on_threads(|| {
        assert_eq!(counted(64, 2000), expected);
        assert_eq!(whiled(64, 2000.0), expected);
        assert_eq!(frames(&xs, &starts, &ends), of_frames);
        assert_eq!(triangle(200, 20), triangular);
        assert_eq!(recursive(16, 15), [610; 16]);
        assert_eq!(recursive(2, 15), [610; 2]);
    });
}

#[test]
fn a_recursion_that_never_ends_in_many_lanes() {
    for lanes in [1, 10, 1000] {
        let xs = vec![1; lanes];
        let rows = accel::Ragged::from_lengths(&[0, lanes], xs.clone());
        let errors = [
            try_forever_lanes(&xs).map(|_| ()),
            try_forever_rows(&rows).map(|_| ()),
            try_forever_sorted(&xs).map(|_| ()),
        ];
        for error in errors {
            assert_eq!(error.expect_err("it never ends").kind(), ErrorKind::Recursion);
        }
    }
}

#[test]
fn the_first_lane_that_fails_is_reported() {
    const COUNT: usize = 4000;
    let xs: Vec<u64> = (0..COUNT as u64).map(|x| x * 7919 % 9000).collect();
    on_threads(|| {
        for count in [1, 2, 20, 300, COUNT] {
            for first in [0, 1, count / 2, count - 1] {
                let first = first.min(count - 1);
                // From the first one on, every third lane fails, each with a value of its own.
                let fails = |at: usize| at >= first && (at - first).is_multiple_of(3);
                let is = |at: usize| if fails(at) { COUNT + at } else { at };
                let is: Vec<usize> = (0..count).map(is).collect();
                let rows = accel::Ragged::from_lengths(&[count / 3, count - count / 3], is.clone());
                let results = [
                    try_mapped(&xs, &is).map(|_| ()),
                    try_summed(&xs, &is).map(|_| ()),
                    try_scanned(&xs, &is).map(|_| ()),
                    try_after_a_scan(&xs, &is).map(|_| ()),
                    try_kept(&xs, &is).map(|_| ()),
                    try_binned(&xs, &is).map(|_| ()),
                    try_scattered(&xs, &is).map(|_| ()),
                    try_sorted(&xs, &is).map(|_| ()),
                    try_in_rows(&xs, &rows).map(|_| ()),
                    try_in_a_loop(&xs, &is).map(|_| ()),
                ];
                let expected = format!(
                    "index out of bounds: the length is {COUNT} but the index is {}",
                    COUNT + first
                );
                for (number, result) in results.into_iter().enumerate() {
                    let error = result.expect_err("a lane fails");
                    assert_eq!(error.message(), expected, "function {number}, {count} lanes");
                }
            }
        }
    });
}

#[test]
fn rows_of_lanes_that_do_not_fail() {
    let xs: Vec<u64> = (0..900).collect();
    let is: Vec<usize> = (0..700).map(|i| i * 31 % 900).collect();
    let found = |i: usize| xs[i].next_multiple_of(1000);
    let row = |i: &usize| (0..*i as u64 % 5).map(|j| found(*i) + j).collect::<Vec<u64>>();
    let expected: Vec<Vec<u64>> = is.iter().map(row).collect();
    on_threads(|| assert_eq!(appended(&xs, &is).to_vec(), expected));
}
