//! Every allocation of a call can fail: for each program and each `n`, the `n`-th allocation does. The call
//! gives the error `OutOfMemory`, leaks nothing, leaves its borrowed arguments as they were, and the next
//! call works.
//!
//! Memory that has been allocated before the first call is not of a call: the threads of the pool, the
//! memory that rayon and the standard library keep for a thread, and the facts that the runtime asks the
//! machine for once. Two calls come before those that fail. From the allocation that fails on, others
//! succeed: the error has to be told.
//!
//! All of that is done in pools of one, two and three threads. The `n`-th allocation of the whole call fails,
//! whichever thread makes it; since threads come and go as they like, it is another one each time. Nobody can
//! handle a failure of the allocations that rayon makes itself, for the work that it hands from thread to
//! thread. The backtrace shows which these are: if the innermost function that is not of the standard library
//! is one of rayon, or of the queues that it uses, the allocation succeeds, and none fails in this run.

#![allow(missing_docs)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::backtrace::Backtrace;
use std::cell::Cell;
use std::fmt::Debug;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicUsize, Ordering::SeqCst};

use accel::host::give_back_all;
use accel::{Array, Error, ErrorKind, Ragged, accel};

/// The system's allocator, but for one allocation that fails.
struct Failing;

/// The number of allocations that succeed before one fails; negative if none does.
static LEFT: AtomicIsize = AtomicIsize::new(-1);

/// The number of bytes that are allocated.
static LIVE: AtomicIsize = AtomicIsize::new(0);

/// True if the allocation that was to fail was one of rayon.
static SPARED: AtomicBool = AtomicBool::new(false);

/// The number of allocations that have failed on other threads than the one that calls.
static FAILED_ELSEWHERE: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// True while this thread finds out who allocates: memory for the answer does not count.
    static ASKED: Cell<bool> = const { Cell::new(false) };
    /// True if this thread calls.
    static CALLS: Cell<bool> = const { Cell::new(false) };
}

/// Returns true if the next allocation is to fail.
fn fails() -> bool {
    if ASKED.get() || LEFT.load(SeqCst) < 0 || LEFT.fetch_sub(1, SeqCst) != 0 {
        return false;
    }
    ASKED.set(true);
    let spared = is_of_rayon(&Backtrace::force_capture().to_string());
    ASKED.set(false);
    SPARED.store(spared, SeqCst);
    if !spared && !CALLS.get() {
        FAILED_ELSEWHERE.fetch_add(1, SeqCst);
    }
    !spared
}

/// Returns true if the function that asks this file's allocator is one of rayon, but for those of the
/// standard library in between.
fn is_of_rayon(backtrace: &str) -> bool {
    let functions = backtrace.lines().filter_map(|line| line.trim_start().split_once(": "));
    let mut crates = functions
        .skip_while(|(_, name)| !name.contains("GlobalAlloc>"))
        .skip(1)
        .map(|(_, name)| name.trim_start_matches(['<', '&']).split([':', '[']).next());
    let library = [Some("__rustc"), Some("alloc"), Some("core"), Some("std")];
    let asks = crates.find(|name| !library.contains(name)).flatten().expect("it is called");
    asks.starts_with("rayon") || asks.starts_with("crossbeam")
}

/// Counts the bytes that are allocated and not given back yet.
fn count_bytes(bytes: isize) {
    if !ASKED.get() {
        LIVE.fetch_add(bytes, SeqCst);
    }
}

#[expect(unsafe_code, reason = "allocators are")]
// SAFETY: an allocation that succeeds is the system allocator's.
unsafe impl GlobalAlloc for Failing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if fails() {
            return null_mut();
        }
        count_bytes(layout.size() as isize);
        // SAFETY: the caller's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count_bytes(-(layout.size() as isize));
        // SAFETY: the caller's.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Less memory can always be had.
        if size > layout.size() && fails() {
            return null_mut();
        }
        count_bytes(size as isize - layout.size() as isize);
        // SAFETY: the caller's.
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Failing = Failing;

accel! {
    pub struct Point { x: f64, y: f64, n: u32 }
    pub fn add(xs: &[f64]) -> [f64] { xs.map(|x| x + 1.0) }
    pub fn same(xs: &[u64]) -> [u64] { xs }
    pub fn total(xs: &[u64]) -> u64 { xs.sum() }
    pub fn literal(x: u64) -> [u64] { [x, x + 1, x + 2] }
    pub fn sort(xs: &[u64]) -> [u64] { xs.sort() }
    pub fn sort_bytes(xs: &[u8]) -> [u8] { xs.sort() }
    pub fn sort_owned(xs: [u64]) -> [u64] { xs.sort() }
    pub fn argsort(xs: &[u64]) -> [usize] { xs.argsort() }
    pub fn sort_by_key(xs: &[u64]) -> [u64] { xs.sort_by_key(|x| x % 100) }
    pub fn sort_floats(xs: &[f64]) -> [f64] { xs.sort() }
    pub fn sort_pairs(xs: &[u64]) -> [(u64, u64)] { xs.map(|x| (x % 10, x)).sort() }
    pub fn sort_rows(xss: &[[u64]]) -> [[u64]] { xss.map(|r| r.sort()) }
    pub fn filter(xs: &[u64]) -> [u64] { xs.filter(|x| x % 2 == 0) }
    pub fn parted(xs: &[u64]) -> ([u64], [u64]) { xs.partition(|x| x % 2 == 0) }
    pub fn flat(xs: &[u64]) -> [u64] { xs.flat_map(|x| [x, x + 1, x + 2]) }
    pub fn flat_filtered(xs: &[u64]) -> [u64] { xs.flat_map(|x| (0..x % 7).filter(|i| i % 2 == 0)) }
    pub fn rows_filtered(xs: &[u64]) -> [[u64]] { xs.map(|x| (0..x % 7).filter(|i| i % 2 == 0)) }
    pub fn scan(xs: &[u64]) -> [u64] { xs.scan(0, |a, b| a + b) }
    pub fn scan_kept(xs: &[f64]) -> [f64] { xs.map(|x| x.sin().exp().ln().cos().tan()).scan(0.0, |a, b| a + b) }
    pub fn pairs(xs: &[(u64, u64)]) -> [u64] { xs.map(|(a, b)| a + b) }
    pub fn pairs_back(xs: &[(u64, u64)]) -> [(u64, u64)] { xs }
    pub fn mixed(xs: &[(u64, (u64, u64))]) -> u64 { xs.map(|(a, (b, c))| a + b + c).sum() }
    pub fn owned_pairs(xs: [(u64, u64)]) -> u64 { xs.map(|(a, b)| a + b).sum() }
    pub fn points(xs: &[Point]) -> [Point] { xs.map(|p| Point { n: p.n + 1, ..p }) }
    pub fn owned_points(xs: [Point]) -> f64 { xs.map(|p| p.x + p.y).sum() }
    pub fn nested(xss: &[[u64]]) -> u64 { xss.map(|r| r.sum()).sum() }
    pub fn nested_back(xss: &[[u64]]) -> [[u64]] { xss.map(|r| r.map(|x| x + 1)) }
    pub fn planes(xsss: &[[[u64]]]) -> u64 { xsss.map(|p| p.map(|r| r.sum()).sum()).sum() }
    pub fn pairs_in_rows(xss: &[[(u64, f64)]]) -> [[(u64, f64)]] { xss.map(|r| r.map(|(a, b)| (a + 1, b))) }
    pub fn owned_rows(mut xss: [[u64]]) -> [[u64]] { if xss.len() > 0 { xss[0] = [7, 8, 9]; } xss }
    pub fn matrix(m: &[[u64; k]; n]) -> u64 { m.flatten().sum() }
    pub fn owned_matrix(m: [[u64; k]; n]) -> [[u64; k]; n] { m.map(|r| r.map(|x| x + 1)) }
    pub fn histogram(xs: &[u64], n: usize) -> [u64] { [0; n].scatter_with(|a, b| a + b, xs.map(|x| x % n as u64), xs) }
    pub fn greatest(xs: &[u64], n: usize) -> [f64] { [0.0; n].scatter_with(|a, b| a.max(b), xs.map(|x| x % n as u64), xs.map(|x| x as f64)) }
    pub fn scatter(xs: &[u64]) -> [u64] { xs.clone().scatter(xs.enumerate().map(|(i, _)| i), xs.map(|x| x + 1)) }
    pub fn concat3(xs: &[u64]) -> [u64] { concat(xs, xs, xs) }
    pub fn transpose(m: &[[u64; k]; n]) -> [[u64; n]; k] { m.transpose() }
    pub fn local(xs: &[u64], n: usize) -> [u64] { xs.map(|x| { let mut a = [x; n]; for i in 1..n { a[i] = a[i - 1] + 1; } a[n - 1] }) }
    pub fn local_sort(xs: &[u64], n: usize) -> [u64] { xs.map(|x| generate(n, |i| x * i as u64 % 77).sort()[n / 2]) }
    pub fn local_filter(xs: &[u64], n: usize) -> [u64] { xs.map(|x| { let k = generate(n, |i| x + i as u64).filter(|y| y % 2 == 0); k[k.len() / 2] }) }
    pub fn columns(m: &[[u64; k]; n]) -> [u64] { m.reduce([0; k], |a, b| zip(a, b).map(|(x, y)| x + y)) }
    pub fn scan_rows(m: &[[u64; k]; n]) -> [[u64; k]; n] { m.scan([0; k], |a, b| zip(a, b).map(|(x, y)| x + y)) }
    pub fn stencil(xs: &[f64]) -> [f64] { xs.stencil(Clamp, |at| at(-1) + at(0) + at(1)) }
    pub fn quicksort(xs: [u64]) -> [u64] {
        if xs.len() <= 1 { xs } else {
            let p = xs[xs.len() / 2];
            let (lo, hi) = (xs.filter(|x| x < p), xs.filter(|x| x > p));
            let eq = xs.filter(|x| x == p);
            let parts = [lo, hi].map(|s| quicksort(s));
            concat(parts[0], eq, parts[1])
        }
    }
    pub fn growing(n: usize) -> [u64] { let mut a = [0u64; 1]; let mut i = 0; while i < n { a = concat(a, a); i += 1; } a }
    pub fn lengths(xss: &[[u8]]) -> [usize] { xss.map(|r| r.len()) }
    pub fn kept_below(xss: &[[u64]]) -> [[u64]] { xss.map(|r| { let s = r.sum() / 2; r.filter(|x| x < s) }) }
    pub fn chosen_rows(xss: &[[u64]]) -> [[u64]] { xss.filter(|r| r.len() > 1) }
    pub fn sorted_rows_by_sum(xss: &[[u64]]) -> [[u64]] { xss.sort_by_key(|r| r.sum()) }
    pub fn split(xs: &[u64], ls: &[usize]) -> [[u64]] { xs.split_by(ls) }
    pub fn collatz(xs: &[u64]) -> [[u64]] { xs.map(|x| { let mut path = [x; 1]; while path.last() > 1 { let y = path.last(); path = concat(path, [if y % 2 == 0 { y / 2 } else { 3 * y + 1 }]); } path }) }
    pub fn steps(xs: &[u64]) -> [u64] { xs.map(|x| { let (mut y, mut n) = (x % 300 + 1, 0); while y > 1 { y = if y % 2 == 0 { y / 2 } else { 3 * y + 1 }; n += 1; } n }) }
    pub fn steps_in_all(xs: &[u64]) -> u64 { xs.map(|x| { let (mut y, mut n) = (x % 300 + 1, 0); while y > 1 { y = if y % 2 == 0 { y / 2 } else { 3 * y + 1 }; n += 1; } n }).sum() }
    pub fn steps_so_far(xs: &[u64]) -> [u64] { xs.map(|x| { let (mut y, mut n) = (x % 300 + 1, 0); while y > 1 { y = if y % 2 == 0 { y / 2 } else { 3 * y + 1 }; n += 1; } n }).scan(0, |a, b| a + b) }
    pub fn of_many_steps(xs: &[u64]) -> [u64] { xs.filter(|x| { let (mut y, mut n) = (x % 300 + 1, 0); while y > 1 { y = if y % 2 == 0 { y / 2 } else { 3 * y + 1 }; n += 1; } n > 50 }) }
    pub fn evens_below(xs: &[u64]) -> [[u64]] { xs.map(|x| { let mut n = 0; while n * n < x % 300 { n += 1; } (0..n).filter(|i| i % 2 == 0) }) }
    pub fn uneven_steps(n: usize) -> [u64] { generate(n, |i| { let (mut y, end) = (0, if i % 64 < 48 { 10 } else { 3000 }); while y < end { y += 1; } y }) }
    pub fn picked(xs: &[u64], is: &[u64]) -> [u64] { is.map(|i| xs[i]) }
    pub fn added_rows(m: &[[u64; k]; n], v: &[u64; k]) -> [[u64; k]; n] { m.map(|r| zip(r, v).map(|(x, y)| x + y)) }
    pub fn positive(x: u64) -> u64 { assert!(x > 0, "it is positive"); x }
    pub fn updated(mut xs: [u64]) -> [u64] { for i in 0..xs.len() { xs[i] += i as u64; } xs }
}

fn try_pairs_by_lengths(
    lengths: &[usize],
    pairs: &[(u64, u64)],
) -> Result<Ragged<(u64, u64)>, Error> {
    Ragged::try_from_lengths(lengths, pairs)
}

fn try_rows_by_offsets(offsets: Vec<u32>, rows: &Ragged<u64>) -> Result<Ragged<u64, 2>, Error> {
    Ragged::try_from_offsets(offsets, rows)
}

fn try_array(pairs: Vec<(u64, u64)>) -> Result<Array<(u64, u64), 1>, Error> {
    Array::try_from_vec([pairs.len()], pairs)
}

/// The outcome of a call, in a form that can be compared.
type Outcome = Result<String, Error>;

fn shown<T: Debug>(result: Result<T, Error>) -> Outcome {
    let left = LEFT.swap(-1, SeqCst);
    let text = result.map(|value| format!("{value:?}"));
    LEFT.store(left, SeqCst);
    text
}

/// Runs a call in which the allocation of this number fails. Also returns true if the call came to that one.
fn with_failure(number: isize, call: &dyn Fn() -> Outcome) -> (Outcome, bool) {
    SPARED.store(false, SeqCst);
    CALLS.set(true);
    LEFT.store(number, SeqCst);
    let outcome = call();
    CALLS.set(false);
    let left = LEFT.swap(-1, SeqCst);
    (outcome, left < 0)
}

/// Gives back the blocks that all threads keep to be used again: they are not lost.
fn give_back() {
    rayon::broadcast(|_| give_back_all());
}

/// The number of times that an allocation was to fail, and that one of rayon was spared.
#[derive(Default)]
struct Count {
    all: usize,
    spared: usize,
}

/// Fails each allocation of a call, one after the other.
fn each_allocation(name: &str, call: &dyn Fn() -> Outcome) -> Count {
    let expected = call();
    assert_eq!(call(), expected, "{name}");
    let mut refused = false;
    let mut count = Count::default();
    for number in 0.. {
        give_back();
        let live = LIVE.load(SeqCst);
        let (outcome, reached) = with_failure(number, call);
        if !reached {
            assert_eq!(outcome, expected, "{name}");
            break;
        }
        let spared = SPARED.load(SeqCst);
        count.all += 1;
        count.spared += usize::from(spared);
        let kind = |outcome: &Outcome| outcome.as_ref().err().map(Error::kind);
        match kind(&outcome) {
            Some(ErrorKind::OutOfMemory) => {
                assert!(!spared, "{name}, {number}: it is another one that failed");
                refused = true;
            }
            // The error is about the array whose memory could not be had.
            Some(other) if outcome != expected => {
                assert_eq!(kind(&expected), Some(other), "{name}, {number}: {outcome:?}");
                refused = true;
            }
            // It could do without, or rayon got it.
            _ => assert_eq!(outcome, expected, "{name}, {number}"),
        }
        drop(outcome);
        give_back();
        assert_eq!(LIVE.load(SeqCst), live, "{name}, {number}: bytes are lost");
        assert_eq!(call(), expected, "{name}, after {number}");
    }
    assert!(count.all == count.spared || refused, "{name}: no failure was told");
    count
}

fn numbers(count: usize) -> Vec<u64> {
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        state >> 33
    };
    (0..count).map(|_| next()).collect()
}

fn main() {
    let pools = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.expect("it has threads");
        // They have all begun, and none ends, while bytes are counted.
        pool.broadcast(|_| give_back_all());
        pool
    });
    for pool in &pools {
        // Work that comes from outside of the pool goes through a queue that rayon allocates.
        pool.install(|| all(pool.current_num_threads()));
    }
}

fn all(threads: usize) {
    FAILED_ELSEWHERE.store(0, SeqCst);
    let wanted = std::env::args().nth(1).filter(|name| !name.starts_with('-'));
    let mut calls = 0;
    macro_rules! fail {
        ($($name:ident($($argument:expr),*);)*) => { $(
            let name = concat!(stringify!($name), "(" $(, stringify!($argument), ",")*, ")");
            if wanted.as_ref().is_none_or(|wanted| name.starts_with(&format!("{wanted}("))) {
                let count = each_allocation(name, &|| shown($name($($argument),*)));
                println!("{threads} threads, {name}: {} allocations, {} of rayon", count.all, count.spared);
                calls += 1;
            }
        )* };
    }
    // Makes an argument that a call takes over, before the call.
    fn before<T>(make: impl FnOnce() -> T) -> T {
        let left = LEFT.swap(-1, SeqCst);
        let made = make();
        LEFT.store(left, SeqCst);
        made
    }
    for count in [40, 30_000] {
        let us = numbers(count);
        let borrowed = us.clone();
        let fs: Vec<f64> = us.iter().map(|x| *x as f64).collect();
        let bytes: Vec<u8> = us.iter().map(|x| *x as u8).collect();
        let tuples: Vec<(u64, u64)> = us.iter().map(|x| (*x, x + 1)).collect();
        let points: Vec<Point> = fs.iter().map(|x| Point { x: *x, y: 1.0, n: 3 }).collect();
        let lengths = vec![4; count / 4];
        let rows = Ragged::<u64>::from_lengths(&lengths, us[..count / 4 * 4].to_vec());
        let lists: Vec<Vec<u64>> = us.chunks(5).map(<[u64]>::to_vec).collect();
        let lists_of_pairs: Vec<Vec<(u64, f64)>> =
            lists.iter().map(|list| list.iter().map(|x| (*x, 0.5)).collect()).collect();
        let deep: Vec<Vec<Vec<u64>>> = lists.chunks(3).map(<[Vec<u64>]>::to_vec).collect();
        let table: Vec<[u64; 2]> = us.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        let grid = Array::from_vec([count / 10, 10], us[..count / 10 * 10].to_vec());
        let offsets: Vec<u32> = vec![0; count];
        fail! {
            try_add(&fs);
            try_same(&us);
            try_total(&us);
            try_literal(us[0]);
            try_sort(&us);
            try_sort_bytes(&bytes);
            try_sort_owned(before(|| us.clone()));
            try_argsort(&us);
            try_sort_by_key(&us);
            try_sort_floats(&fs);
            try_sort_pairs(&us);
            try_sort_rows(&rows);
            try_filter(&us);
            try_parted(&us);
            try_flat(&us);
            try_flat_filtered(&us);
            try_rows_filtered(&us);
            try_scan(&us);
            try_scan_kept(&fs);
            try_pairs(&tuples);
            try_pairs((&us, &us));
            try_pairs_back(&tuples);
            try_mixed((&us, &tuples));
            try_owned_pairs(before(|| tuples.clone()));
            try_points(&points);
            try_owned_points(before(|| points.clone()));
            try_nested(&rows);
            try_nested(&lists);
            try_nested(&grid);
            try_nested_back(&lists);
            try_nested_back(&rows);
            try_owned_rows(before(|| rows.clone()));
            try_owned_rows(before(|| lists.clone()));
            try_planes(&deep);
            try_pairs_in_rows(&lists_of_pairs);
            try_matrix(&table);
            try_matrix(&grid);
            try_matrix(&lists);
            try_owned_matrix(before(|| grid.clone()));
            try_histogram(&us, 60);
            try_histogram(&us, 50_000);
            try_greatest(&us, 60);
            try_scatter(&us);
            try_concat3(&us);
            try_transpose(&grid);
            try_local(&us[..4], count / 10);
            try_local_sort(&us[..4], count / 10);
            try_local_filter(&us[..4], count / 10);
            try_columns(&grid);
            try_scan_rows(&grid);
            try_stencil(&fs);
            try_quicksort(before(|| us[..40].to_vec()));
            try_growing(count.ilog2() as usize);
            try_lengths(before(|| Ragged::<u8>::from_csr(&offsets, &[0u8; 0])));
            try_kept_below(&rows);
            try_kept_below(&lists);
            try_chosen_rows(&rows);
            try_sorted_rows_by_sum(&rows);
            try_split(&us[..count / 4 * 4], &lengths);
            try_collatz(&us[..3]);
            try_steps(&us[..count / 5]);
            try_steps_in_all(&us[..count / 5]);
            try_steps_so_far(&us[..count / 5]);
            try_of_many_steps(&us[..count / 5]);
            try_evens_below(&us[..count / 5]);
            try_uneven_steps(count / 10);
            try_picked(&us, &us[..count / 3]);
            try_added_rows(&grid, &us[..7]);
            try_positive(0);
            try_updated(before(|| us.clone()));
            try_pairs_by_lengths(&lengths, &tuples);
            try_rows_by_offsets(before(|| vec![0, 3, count as u32 / 4]), &rows);
            try_array(before(|| tuples.clone()));
        }
        assert_eq!(us, borrowed);
    }
    assert!(calls > 0, "there is no such call");
    println!(
        "{threads} threads: {} failed on others than the caller's",
        FAILED_ELSEWHERE.load(SeqCst)
    );
}
