//! The same work on many things, several at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Stack for the compiler, which recurses along the nesting of programs and expects as much as
/// rustc gives to macros.
const STACK: usize = 64 << 20;

/// Calls a function on each item, on up to `jobs` threads, and gives the results in order.
///
/// # Panics
/// If a call panics.
pub fn parallel<T: Sync, R: Send>(
    jobs: usize,
    items: &[T],
    call: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut results = Vec::new();
        while let Some((at, item)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            items.get(at).map(|item| (at, item))
        } {
            results.push((at, call(item)));
        }
        results
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let start = || {
            let thread = thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, work).expect("the system starts threads")
        };
        let threads: Vec<_> = (0..jobs.min(items.len())).map(|_| start()).collect();
        let join = |thread: thread::ScopedJoinHandle<Vec<(usize, R)>>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().flat_map(join).collect()
    });
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}
