//! Every allocation of a call on a device can fail, of the host and of the device: the call gives the right
//! result or the error `OutOfMemory`, leaks nothing, and the next call works.
//!
//! Of the host, the allocations of the thread that calls count, after two calls that load kernels and make
//! everything that a device has once: its context, streams and buffers. The allocations of the driver are its
//! own: the emulator, which stands in for it, is a library with an allocator of its own.
//!
//! The test that needs a device is ignored; one that is not runs it under the emulator, without a pool
//! that would keep memory.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fmt::Debug;
use std::ptr::null_mut;

use accel::{Array, Device, Error, ErrorKind, Ragged};
use accel_cuda_tests::*;
use common::{integers_of, live_memory, numbers, set_faults};

#[test]
fn under_the_emulator() {
    common::run_under_the_emulator_with(&[("ACCEL_CUDA_POOL", "none")]);
}

/// The system's allocator, but for one allocation that fails.
struct Failing;

thread_local! {
    /// The number of allocations of this thread that succeed before one fails; negative if none does.
    static LEFT: Cell<i64> = const { Cell::new(-1) };
    /// The number of bytes that it has allocated and not given back.
    static LIVE: Cell<i64> = const { Cell::new(0) };
    /// True if the last call had more allocations than were to succeed.
    static REACHED: Cell<bool> = const { Cell::new(false) };
}

/// Returns true if the next allocation is to fail.
fn fails() -> bool {
    let left = LEFT.get();
    LEFT.set(left - i64::from(left >= 0));
    left == 0
}

fn count_bytes(bytes: usize, sign: i64) {
    LIVE.set(LIVE.get() + sign * bytes as i64);
}

#[expect(unsafe_code, reason = "allocators are")]
// SAFETY: allocations that succeed are the system allocator's.
unsafe impl GlobalAlloc for Failing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if fails() {
            return null_mut();
        }
        count_bytes(layout.size(), 1);
        // SAFETY: the caller's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count_bytes(layout.size(), -1);
        // SAFETY: the caller's.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Less memory can always be had.
        if size > layout.size() && fails() {
            return null_mut();
        }
        count_bytes(size, 1);
        count_bytes(layout.size(), -1);
        // SAFETY: the caller's.
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Failing = Failing;

/// The result of a call, in a form that can be compared; it has come home, and no allocation fails then.
type Outcome = Result<String, Error>;

fn shown<T: Debug>(result: Result<T, Error>) -> Outcome {
    REACHED.set(LEFT.replace(-1) < 0);
    result.map(|value| format!("{value:?}"))
}

/// The side on which the `n`-th allocation fails, from the first on.
#[derive(Clone, Copy, Debug)]
enum Side {
    Host,
    Device,
}

impl Side {
    fn fail(self, number: i64) {
        match self {
            Side::Host => LEFT.set(number),
            Side::Device => set_faults(&format!("allocation:{}", number + 1)),
        }
    }
}

/// Fails each allocation of a call on a device, one after the other; more often than there are any, on the
/// device, whose allocations are not counted here. Says how often the call failed.
fn each_allocation(name: &str, side: Side, call: &dyn Fn() -> Outcome) -> usize {
    const ON_DEVICE: i64 = 24;
    let device = Device::cuda(0).expect("the driver has a device");
    let launches = Device::launches();
    let expected = device.run(call).expect("nothing fails");
    assert!(Device::launches() > launches, "{name}: nothing ran on the device");
    assert_eq!(device.run(call).as_ref(), Ok(&expected), "{name}");
    let mut refused = 0;
    for number in 0.. {
        let (there, _) = live_memory();
        accel::host::give_back_all();
        let here = LIVE.get();
        side.fail(number);
        let outcome = device.run(call);
        // `shown` has ended the failures of the host.
        set_faults("");
        let ends = match side {
            Side::Host => !REACHED.get(),
            Side::Device => number == ON_DEVICE,
        };
        match outcome {
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::OutOfMemory, "{name}, {number}: {error}");
                refused += 1;
            }
            // It could do without.
            Ok(found) => assert_eq!(found, expected, "{name}, {number}"),
        }
        accel::host::give_back_all();
        assert_eq!(LIVE.get(), here, "{name}, {number}: bytes of the host are lost");
        // Arrays that nobody uses may have given up their place there.
        let (left, which) = live_memory();
        assert!(left <= there, "{name}, {number}: memory of the device is lost: {which}");
        assert_eq!(device.run(call).as_ref(), Ok(&expected), "{name}, after {number}");
        if ends {
            break;
        }
    }
    refused
}

#[test]
#[ignore = "run by under_the_emulator"]
fn each_allocation_fails() {
    const COUNT: usize = 3000;
    let xs = numbers(COUNT);
    let array = Array::from(xs.clone());
    let integers = integers_of(COUNT);
    let at: Vec<usize> = (0..COUNT).map(|i| (7 * i) % COUNT).collect();
    let lengths = vec![3; COUNT / 3];
    let rows = Ragged::from_lengths(&lengths, &xs);
    let rows_of_integers = Ragged::from_lengths(&lengths, &integers);
    for side in [Side::Host, Side::Device] {
        let mut refused = 0;
        macro_rules! fail {
            ($($name:ident($($argument:expr),*);)*) => { $(
                let often = each_allocation(stringify!($name), side, &|| shown($name($($argument),*)));
                println!("{side:?}: {} failed {often} times", stringify!($name));
                refused += often;
            )* };
        }
        fail! {
            try_shifted(&xs, 1.0);
            try_shifted(&array, 1.0);
            try_dot(&xs, &xs);
            try_several(&xs);
            try_kept(&integers);
            try_running_sums(&integers);
            try_running_float_sums(&array);
            try_permuted(&integers, &at);
            try_counted(&at, COUNT);
            try_sorted_between(&integers);
            try_doubled_rows(&rows);
            try_kept_of_rows(&rows_of_integers, 5);
            try_repeated(&at);
            try_numbered(&rows);
            try_changed_between(&[3; 500], 2);
        }
        assert!(refused > 0, "{side:?}");
    }
}
