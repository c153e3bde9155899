//! A stack of our own: the compiler recurses over programs, and users build it without optimisation.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread::{Builder, scope};

/// Address space for the stack of a compilation. Only the part that a program needs becomes memory. The
/// deepest programs that are not refused need a quarter of it, with a compiler that is not optimised. If
/// the system has less room, usual programs are compiled all the same.
const STACKS: [usize; 3] = [1 << 30, 1 << 27, 1 << 23];

/// Runs a function on a thread with enough stack for every program that is not refused, and returns its
/// result. Meanwhile `beside` runs on the present thread.
///
/// # Panics
///
/// If `run` does, or if the system starts no threads.
///
/// ```
/// assert_eq!(accel_ir::on_own_stack(|| 6 * 7, || {}), 42);
/// ```
pub fn on_own_stack<T: Send>(run: impl FnOnce() -> T + Send, beside: impl FnOnce()) -> T {
    // A thread that does not start leaves it to the next one.
    let run = Mutex::new(Some(run));
    let run = || run.lock().ok()?.take().map(|run| run());
    scope(|threads| {
        let start = |size: &usize| Builder::new().stack_size(*size).spawn_scoped(threads, run).ok();
        let thread = STACKS.iter().find_map(start).expect("the system starts threads");
        beside();
        match thread.join() {
            Ok(result) => result.expect("one thread has started"),
            Err(panic) => resume_unwind(panic),
        }
    })
}
