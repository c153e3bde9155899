//! Recursion that is deep, which works however small the stack is of the thread that calls, and
//! recursion that never ends: an error, never an overflow of the stack. The next call works, and
//! inputs are as they were.

#![allow(missing_docs)]

use std::thread;

use accel::{Error, ErrorKind, Ragged, accel};
use rayon::ThreadPoolBuilder;

accel! {
    fn endless(n: u64) -> u64 { if n == u64::MAX { 0 } else { 1 + endless(n) } }
    fn growing(xs: &[i32]) -> i32 { if xs.len() == 1 { 1 } else { growing(concat(xs[..xs.len().min(9)], [1])) } }
    fn branching(n: u64) -> u64 { if n == u64::MAX { 0 } else { branching(n) + branching(n / 2) } }
    fn parts(xs: &[i32]) -> [i32] {
        if xs.len() == 1 { xs } else {
            let halves = [xs.filter(|x| x < 7), xs.filter(|x| x >= 7)].map(|part| parts(part));
            concat(halves[0], halves[1])
        }
    }
    fn ping(n: u64) -> u64 { if n == u64::MAX { 0 } else { pong(n) + 1 } }
    fn pong(n: u64) -> u64 { ping(n) * 3 }
    fn three(n: u64) -> u64 { if n == u64::MAX { 0 } else { four(n) } }
    fn four(n: u64) -> u64 { five(n / 2 * 2) }
    fn five(n: u64) -> u64 { three(n) + (0..n % 4).map(|i| three(i)).sum() }
    fn in_lanes_of_lanes(n: u64) -> u64 { if n == u64::MAX { 0 } else { (0..2).map(|i| in_lanes_of_lanes(n + i)).sum() } }
    fn many_values(x: f64, y: f64, xs: &[f64]) -> (f64, f64, [f64]) {
        if x.is_nan() { (x, y, xs) } else {
            let (a, b, rest) = many_values(x + 1.0, y - 1.0, xs.map(|z| z * x));
            let (c, d, more) = many_values(a, b, rest.map(|z| z + y));
            (a + c, b * d, zip(rest, more).map(|(p, q)| p * q))
        }
    }

    pub fn on_host(n: u64) -> u64 { endless(n) }
    pub fn on_host_with_arrays(xs: &[i32]) -> i32 { growing(xs) }
    pub fn on_host_twice(n: u64) -> u64 { branching(n) }
    pub fn on_host_by_parts(xs: &[i32]) -> [i32] { parts(xs) }
    pub fn on_host_mutually(n: u64) -> u64 { ping(n) }
    pub fn on_host_of_three(n: u64) -> u64 { three(n) }
    pub fn on_host_of_many_values(x: f64, xs: &[f64]) -> [f64] { many_values(x, 1.0, xs).2 }
    pub fn in_lanes(xs: &[u64]) -> [u64] { xs.map(|x| endless(x)) }
    pub fn in_lanes_mutually(xs: &[u64]) -> [u64] { xs.map(|x| pong(x)) }
    pub fn in_lanes_of_three(xs: &[u64]) -> u64 { xs.map(|x| four(x)).sum() }
    pub fn in_inner_lanes(rows: &[[u64]]) -> [[u64]] { rows.map(|row| row.map(|x| ping(x))) }
    pub fn in_rows(rows: &[[i32]]) -> [i32] { rows.map(|row| growing(row)) }
    pub fn in_rows_by_parts(rows: &[[i32]]) -> [[i32]] { rows.map(|row| parts(row)) }
    pub fn in_lanes_with_lanes(xs: &[u64]) -> [u64] { xs.map(|x| in_lanes_of_lanes(x)) }
    pub fn in_predicates(xs: &[u64]) -> [u64] { xs.filter(|x| endless(x) == 0) }
    pub fn in_operators(xs: &[u64]) -> u64 { xs.reduce(0, |a, b| a + b + ping(a)) }
    pub fn in_scans(xs: &[u64]) -> [u64] { xs.scan(0, |a, b| a + b + endless(b)) }
    pub fn in_loops(xs: &[u64]) -> [u64] { xs.map(|x| { let mut a = x; for i in 0..4 { a = ping(a) + i; } a }) }
}

accel! {
    fn depth(n: u32) -> u32 { if n == 0 { 0 } else { 1 + depth(n - 1) } }
    fn backwards(xs: &[u32]) -> [u32] { if xs.is_empty() { xs } else { concat(backwards(xs[1..]), [xs[0]]) } }
    fn pascal(n: usize) -> [u64] {
        if n == 0 { [1] } else {
            let above = pascal(n - 1);
            concat([1], (1..n).map(|i| (above[i - 1] + above[i]) % 1000003), [1])
        }
    }
    fn quicksort(xs: &[u32]) -> [u32] {
        if xs.len() < 2 { xs } else {
            let pivot = xs[0];
            concat(quicksort(xs.filter(|x| x < pivot)), xs.filter(|x| x == pivot), quicksort(xs.filter(|x| x > pivot)))
        }
    }
    fn from(n: u32, end: u32) -> u32 { if n == end { 0 } else { to(n + 1, end) + 1 } }
    fn to(n: u32, end: u32) -> u32 { if n == end { 0 } else { from(n + 1, end) + 1 } }

    pub fn depths(numbers: &[u32]) -> [u32] { numbers.map(|n| depth(n)) }
    pub fn reversed(xs: &[u32]) -> [u32] { backwards(xs) }
    pub fn binomials(n: usize) -> [u64] { pascal(n) }
    pub fn sorted(xs: &[u32]) -> [u32] { quicksort(xs) }
    pub fn all_sorted(rows: &[[u32]]) -> [[u32]] { rows.map(|row| quicksort(row)) }
    pub fn distances(ends: &[u32]) -> u32 { ends.map(|end| from(0, end)).sum() }
}

/// Recursions of many more levels than a stack has room for.
fn check_deep() {
    let up: Vec<u32> = (0..1500).collect();
    let down: Vec<u32> = up.iter().rev().copied().collect();
    assert_eq!(depths(&[3, 30_000, 0, 20_000]), [3, 30_000, 0, 20_000]);
    assert_eq!(reversed(&up), down);
    assert_eq!(binomials(1500)[..3], [1, 1500, 1500 * 1499 / 2 % 1000003]);
    assert_eq!(sorted(&up), up);
    assert_eq!(sorted(&down), up);
    assert_eq!(all_sorted(&[vec![], down, vec![3, 2]]), [vec![], up, vec![2, 3]]);
    assert_eq!(distances(&[20_000, 10_001]), 30_001);
}

/// All calls that never end, each followed by one that does.
fn calls() -> Vec<(&'static str, Result<(), Error>)> {
    let rows = Ragged::from_rows(&[vec![], vec![1, 2], vec![3, 4, 5]]);
    let before = rows.clone();
    let numbers = Ragged::from_rows(&[vec![], vec![1, 2], vec![u64::MAX]]);
    let found = vec![
        ("on_host", try_on_host(1).map(drop)),
        ("on_host_with_arrays", try_on_host_with_arrays(&[1, 2]).map(drop)),
        ("on_host_twice", try_on_host_twice(1).map(drop)),
        ("on_host_by_parts", try_on_host_by_parts(&[1, 2]).map(drop)),
        ("on_host_mutually", try_on_host_mutually(1).map(drop)),
        ("on_host_of_three", try_on_host_of_three(3).map(drop)),
        ("on_host_of_many_values", try_on_host_of_many_values(1.0, &[1.0; 40]).map(drop)),
        ("in_lanes", try_in_lanes(&[u64::MAX, 2]).map(drop)),
        ("in_lanes_mutually", try_in_lanes_mutually(&[3, 4]).map(drop)),
        ("in_lanes_of_three", try_in_lanes_of_three(&[3, 4]).map(drop)),
        ("in_inner_lanes", try_in_inner_lanes(&numbers).map(drop)),
        ("in_rows", try_in_rows(&rows).map(drop)),
        ("in_rows_by_parts", try_in_rows_by_parts(&rows).map(drop)),
        ("in_lanes_with_lanes", try_in_lanes_with_lanes(&[1]).map(drop)),
        ("in_predicates", try_in_predicates(&[1, 2]).map(drop)),
        ("in_operators", try_in_operators(&[1, 2]).map(drop)),
        ("in_scans", try_in_scans(&[1, 2]).map(drop)),
        ("in_loops", try_in_loops(&[1, 2]).map(drop)),
    ];
    assert_eq!(rows, before);
    assert_eq!(on_host(u64::MAX), 0);
    assert_eq!(on_host_with_arrays(&[4]), 1);
    assert_eq!(in_lanes(&[u64::MAX; 2]), [0, 0]);
    assert_eq!(in_rows_by_parts(&[vec![1], vec![8]]), [vec![1], vec![8]]);
    found
}

/// Makes the calls that never end and looks at their errors.
fn check_endless() {
    for (name, result) in calls() {
        let Err(error) = result else { panic!("{name} succeeds") };
        assert_eq!(error.kind(), ErrorKind::Recursion, "{name}: {error}");
        assert!(error.line() > 0 && error.column() > 0, "{name}: {error}");
        assert!(error.message().ends_with("calls itself too deeply"), "{name}: {error}");
    }
}

fn check() {
    check_deep();
    check_endless();
    check_deep();
}

#[test]
fn on_this_thread() {
    check();
}

#[test]
fn on_threads_with_small_and_large_stacks() {
    for kibibytes in [256, 512, 1 << 10, 2 << 10, 16 << 10] {
        let thread = thread::Builder::new().stack_size(kibibytes << 10).spawn(check);
        let result = thread.expect("the thread starts").join();
        assert!(result.is_ok(), "with {kibibytes} KiB");
    }
}

#[test]
fn far_down_the_stack() {
    /// Calls itself until some bytes of the stack are used up.
    #[inline(never)]
    fn down(beginning: usize, bytes: usize) -> u8 {
        let here = std::hint::black_box([0u8; 1 << 10]);
        if beginning.abs_diff(here.as_ptr().addr()) > bytes {
            check();
        } else {
            down(beginning, bytes);
        }
        std::hint::black_box(here)[0]
    }
    let size = 2 << 20;
    for left in [200 << 10, 300 << 10, 1 << 20] {
        let thread = thread::Builder::new().stack_size(size).spawn(move || {
            let here = 0u8;
            down((&raw const here).addr(), size - left)
        });
        assert!(thread.expect("the thread starts").join().is_ok(), "{left} bytes are left");
    }
}

#[test]
fn on_threads_of_pools() {
    for (threads, kibibytes) in [(1, 512), (2, 2 << 10), (3, 512), (7, 256)] {
        let builder = ThreadPoolBuilder::new().num_threads(threads).stack_size(kibibytes << 10);
        let pool = builder.build().expect("the pool starts");
        pool.install(check);
        pool.broadcast(|_| check());
    }
}

#[test]
fn many_calls_at_the_same_time() {
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(check);
        }
    });
}
