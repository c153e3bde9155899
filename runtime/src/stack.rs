//! The stack in use: how much of it is left, and other stacks on which a thread goes on.
//!
//! A thread on another stack is the same thread: its worker of the pool, its locals and its place on a device stay.

use std::cell::Cell;

thread_local! {
    /// The lowest address of the stack in use, once it is known.
    static LOWEST: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Returns the number of bytes that are left of the stack in use, if the system tells.
pub fn remaining() -> Option<usize> {
    let lowest = LOWEST.get().or_else(|| {
        let lowest = lowest_of_thread();
        LOWEST.set(lowest);
        lowest
    });
    Some(address().saturating_sub(lowest?))
}

/// Returns an address on the stack, near its end.
#[inline(always)]
pub fn address() -> usize {
    let here = 0u8;
    std::ptr::from_ref(&here).addr()
}

/// Runs something on another stack of so many bytes, and frees the stack. Nothing is run on machines whose stacks
/// cannot be changed, and if there is no memory for a stack.
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "x86",
    target_arch = "aarch64",
    target_arch = "arm",
    target_arch = "riscv64",
    target_arch = "loongarch64"
))]
pub fn on_another<R>(bytes: usize, run: impl FnOnce() -> R) -> Option<R> {
    use corosensei::stack::{DefaultStack, Stack};

    /// Remembers the lowest address of the stack before, also if `run` panics.
    struct Return(Option<usize>);

    impl Drop for Return {
        fn drop(&mut self) {
            LOWEST.set(self.0);
        }
    }

    let stack = DefaultStack::new(bytes).ok()?;
    let _return = Return(LOWEST.replace(Some(stack.limit().get())));
    Some(corosensei::on_stack(stack, run))
}

#[cfg(not(any(
    target_arch = "x86_64",
    target_arch = "x86",
    target_arch = "aarch64",
    target_arch = "arm",
    target_arch = "riscv64",
    target_arch = "loongarch64"
)))]
pub fn on_another<R>(_bytes: usize, _run: impl FnOnce() -> R) -> Option<R> {
    None
}

/// Returns the lowest address of the stack that the system has given this thread.
#[cfg(all(any(target_os = "linux", target_os = "android"), not(miri)))]
fn lowest_of_thread() -> Option<usize> {
    use std::mem::MaybeUninit;
    use std::ptr::null_mut;

    let mut attributes = MaybeUninit::<libc::pthread_attr_t>::uninit();
    // SAFETY: the attributes of the running thread are written, which is there.
    if unsafe { libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) } != 0 {
        return None;
    }
    let (mut lowest, mut size) = (null_mut(), 0);
    // SAFETY: the call above has made the attributes.
    let code = unsafe { libc::pthread_attr_getstack(attributes.as_ptr(), &mut lowest, &mut size) };
    // SAFETY: as before, and nothing mentions them any more.
    unsafe { libc::pthread_attr_destroy(attributes.as_mut_ptr()) };
    (code == 0).then(|| lowest.addr())
}

#[cfg(target_os = "macos")]
fn lowest_of_thread() -> Option<usize> {
    // SAFETY: both ask for what is known of the running thread.
    let (highest, size) = unsafe {
        let thread = libc::pthread_self();
        (libc::pthread_get_stackaddr_np(thread), libc::pthread_get_stacksize_np(thread))
    };
    highest.addr().checked_sub(size)
}

#[cfg(windows)]
fn lowest_of_thread() -> Option<usize> {
    let (mut lowest, mut highest) = (0, 0);
    // SAFETY: the call writes two numbers.
    unsafe {
        windows_sys::Win32::System::Threading::GetCurrentThreadStackLimits(
            &mut lowest,
            &mut highest,
        );
    }
    Some(lowest)
}

#[cfg(not(any(
    all(any(target_os = "linux", target_os = "android"), not(miri)),
    target_os = "macos",
    windows
)))]
fn lowest_of_thread() -> Option<usize> {
    None
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    const MEBIBYTE: usize = 1 << 20;

    #[test]
    fn another_stack_is_in_use_while_something_runs_on_it() {
        let before = address();
        let (inside, left) = on_another(MEBIBYTE, || (address(), remaining())).expect("a stack");
        assert!(before.abs_diff(inside) > MEBIBYTE / 2, "{before} and {inside}");
        assert!(
            left.is_some_and(|left| left > MEBIBYTE / 2 && left <= MEBIBYTE + (1 << 16)),
            "{left:?}"
        );
        assert!(address().abs_diff(before) < MEBIBYTE);
    }

    #[test]
    fn threads_know_the_size_of_their_stacks() {
        let thread = std::thread::Builder::new().stack_size(16 * MEBIBYTE);
        let left = thread.spawn(remaining).expect("a thread").join().expect("it ends");
        assert!(left.is_none_or(|left| left > 15 * MEBIBYTE && left < 17 * MEBIBYTE), "{left:?}");
    }

    #[test]
    fn panics_come_back_from_another_stack() {
        let before = remaining();
        let panic =
            std::panic::catch_unwind(|| on_another(MEBIBYTE, || panic!("on another stack")));
        assert!(panic.is_err());
        assert!(remaining().is_none() == before.is_none());
        assert_eq!(on_another(MEBIBYTE, || 42), Some(42));
    }

    #[test]
    fn stacks_that_are_larger_than_the_memory_are_none() {
        assert_eq!(on_another(1 << 60, || 42), None);
    }
}
