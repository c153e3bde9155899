//! The memory that calls allocate: that of the result, and none for arrays that fusion removed. One test,
//! since the counter sees the whole process.

#![allow(missing_docs)]
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use accel::accel;

accel! {
    pub fn dot(xs: &[f64; n], ys: &[f64; n]) -> f64 { zip(xs, ys).map(|(x, y)| x * y).map(|x| x + 1.0).sum() }
    pub fn chain(xs: &[f64]) -> [f64] { xs.map(|x| x + 1.0).map(|x| x * 2.0).map(|x| x - 3.0).map(|x| x * x) }
    pub fn filtered_sum(xs: &[f64]) -> f64 { xs.filter(|x| x > 0.5).map(|x| x * x).sum() }
    pub fn statistics(xs: &[f64]) -> (f64, f64, f64, f64) { (xs.sum(), xs.map(|x| x * x).sum(), xs.min(), xs.max()) }
    pub fn running(xs: &[f64]) -> [f64] { xs.map(|x| x + 1.0).scan(0.0, |a, b| a + b).map(|x| x * 0.5) }
    pub fn matmul(a: &[[f64; m]; n], b: &[[f64; p]; m]) -> [[f64; p]; n] {
        a.map(|row| b.transpose().map(|column| zip(row, column).map(|(x, y)| x * y).sum()))
    }
    pub fn views(xs: &[f64]) -> f64 { xs.rev()[1..].rotate_left(5).windows(3).map(|w| w[0] * w[2]).sum() }
    pub fn in_place(xs: [f64; n]) -> [f64; n] { let mut a = xs; for i in 1..n { a[i] += a[i - 1]; } a }
    pub fn scattered(xs: [f64; n], is: &[u32], vs: &[f64]) -> [f64; n] { xs.scatter(is, vs) }
    pub fn rebuilt(xs: &[f64]) -> f64 { let mut p = [1.0, 0.0]; for x in xs { p = [p[1] + x, p[0]]; } p[0] }
    pub fn chosen_rows(m: &[[f64; k]; n]) -> [[f64; k]; n] {
        m.enumerate().map(|(i, row)| if i < n / 2 { row } else { row.map(|x| x * 2.0) })
    }
    pub fn filtered_rows(m: &[[f64; k]; n]) -> [f64; n] { m.map(|row| row.filter(|x| x > 0.5).sum()) }
}

/// The allocator of the system, counting bytes.
struct Counting;

static BYTES: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is handed on to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BYTES.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's duties are those of the allocator of the system.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        BYTES.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        BYTES.fetch_add(size, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The number of bytes that a call allocates, after a first call that starts threads and fills caches.
fn bytes<R>(call: impl Fn() -> R) -> usize {
    drop(call());
    let before = BYTES.load(Ordering::SeqCst);
    let result = call();
    let after = BYTES.load(Ordering::SeqCst);
    drop(result);
    after - before
}

/// The bytes that blocks of work may need besides, whatever the size of the arrays is.
const SLACK: usize = 256 << 10;

/// A lock for each test, so that no test counts the bytes of another.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn fused_programs_allocate_their_results_only() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    // So large that the memory is given back, and not used again.
    let n: usize = (1 << 23) + 1;
    let xs: Vec<f64> = (0..n).map(|i| (i % 1000) as f64 / 1000.0).collect();
    let size = n * size_of::<f64>();
    let matrix = accel::Array::from_vec([1 << 8, 1 << 8], xs[..1 << 16].to_vec());
    let (rows, width) = (1 << 11, (1 << 12) + 1);
    let large = accel::Array::from_vec([rows, width], vec![0.5; rows * width]);
    let expectations = [
        ("dot", bytes(|| dot(&xs, &xs)), 0),
        ("chain", bytes(|| chain(&xs)), size),
        ("filtered_sum", bytes(|| filtered_sum(&xs)), 0),
        ("statistics", bytes(|| statistics(&xs)), 0),
        ("running", bytes(|| running(&xs)), size),
        // The memory of the first result is used again.
        ("matmul", bytes(|| matmul(&matrix, &matrix)), 0),
        ("views", bytes(|| views(&xs)), 0),
        // Arms write their rows where they belong.
        ("chosen_rows", bytes(|| chosen_rows(&large)), rows * width * size_of::<f64>()),
        ("filtered_rows", bytes(|| filtered_rows(&matrix)), 0),
        // The copy that is handed over, and nothing else.
        ("in_place", bytes(|| in_place(xs.clone())), size),
        ("scattered", bytes(|| scattered(xs.clone(), &[1, 2], &[0.5, 0.5])), size),
    ];
    for (name, found, expected) in expectations {
        assert!(
            (expected..expected + SLACK).contains(&found),
            "{name} allocates {found} bytes, expected {expected}"
        );
    }
}

#[test]
fn small_calls_allocate_their_results_only() {
    let xs = [0.5; 100];
    let more = [0.5; 2000];
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    // Other threads may allocate meanwhile: the smallest of many measurements counts.
    let least = |call: &dyn Fn()| (0..1000).map(|_| bytes(call)).min();
    assert_eq!(least(&|| assert_eq!(dot(&xs, &xs), 125.0)), Some(0));
    assert_eq!(least(&|| assert_eq!(filtered_sum(&xs), 0.0)), Some(0));
    assert_eq!(least(&|| drop(chain(&more))), Some(size_of_val(&more)));
    // Arrays that a loop builds at each turn need no memory then, only those that it begins with and gives.
    assert_eq!(
        least(&|| assert_eq!(rebuilt(&more), 501.0)),
        least(&|| assert_eq!(rebuilt(&[0.5, 0.5]), 1.5))
    );
    // Small blocks are used again.
    assert_eq!(least(&|| drop(chain(&xs))), Some(0));
}
