//! Faults that are asked for: each call fails as it should, and later ones work.

mod common;
use accel_cuda_emulator::driver::*;
use common::*;
use std::ffi::CString;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Faults belong to the process: tests take turns.
static TURN: Mutex<()> = Mutex::new(());

struct Faults(#[expect(dead_code, reason = "held until the test ends")] MutexGuard<'static, ()>);

impl Faults {
    fn take_turn() -> Self {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        Self::set("");
        Self(turn)
    }

    fn set(list: &str) {
        let list = CString::new(list).unwrap();
        ok!(accel_emulator_set_faults(list.as_ptr()));
    }
}

impl Drop for Faults {
    fn drop(&mut self) {
        Self::set("");
    }
}

const MAP: &str = include_str!("kernels/nvcc/map.ptx");

fn launch(context: &Context, out: &Device) -> CUresult {
    let input = context.zeros(128);
    let module = context.module(MAP);
    let parameters = parameters![out, &input, &input, 1.0_f32, 32_u32];
    module.try_launch("scale_add", [1, 1, 1], [32, 1, 1], 0, parameters)
}

#[test]
fn allocations_fail_once() {
    let _turn = Faults::take_turn();
    let _context = Context::new();
    Faults::set("allocation:2");
    let mut pointer = 0;
    let statuses = [(); 4].map(|()| status!(cuMemAlloc_v2(&mut pointer, 64)));
    assert_eq!(statuses, [0, 2, 0, 0]);
}

#[test]
fn host_allocations_fail_once() {
    let _turn = Faults::take_turn();
    let _context = Context::new();
    Faults::set("host:1");
    let mut pointer = 0;
    assert_eq!(status!(cuMemAllocHost_v2(&mut pointer, 64)), 2);
    ok!(cuMemAllocHost_v2(&mut pointer, 64));
    ok!(cuMemFreeHost(pointer));
}

#[test]
fn launches_fail_and_the_context_stays() {
    let _turn = Faults::take_turn();
    let context = Context::new();
    let out = context.upload(&[7.0_f32; 32]);
    Faults::set("launch:1");
    assert_eq!(launch(&context, &out), 701);
    assert_eq!(context.download::<f32>(&out, 32), [7.0; 32]);
    assert_eq!(launch(&context, &out), 0);
    assert_eq!(context.download::<f32>(&out, 32), [0.0; 32]);
}

#[test]
fn crashes_end_the_context_but_not_the_device() {
    let _turn = Faults::take_turn();
    let context = Context::new();
    let out = context.zeros(128);
    Faults::set("crash:1");
    assert_eq!(launch(&context, &out), 719);
    assert_eq!(status!(cuCtxSynchronize()), 719);
    assert_eq!(status!(cuMemFree_v2(out.0)), 719);
    drop(context);
    let context = Context::new();
    assert_eq!(launch(&context, &context.zeros(128)), 0);
}

#[test]
fn copies_fail_and_change_nothing() {
    let _turn = Faults::take_turn();
    let context = Context::new();
    let memory = context.upload(&[1_u32, 2]);
    Faults::set("copy:1");
    let bytes = [9_u8; 8];
    assert_eq!(status!(cuMemcpyHtoD_v2(memory.0, bytes.as_ptr(), 8)), 304);
    Faults::set("copy:2");
    assert_eq!(context.download::<u32>(&memory, 2), [1, 2]);
    assert_eq!(status!(cuMemsetD8_v2(memory.0, 0, 8)), 304);
    assert_eq!(context.download::<u32>(&memory, 2), [1, 2]);
}

#[test]
fn devices_disappear() {
    let _turn = Faults::take_turn();
    let context = Context::new();
    Faults::set("lost:2");
    ok!(cuCtxSynchronize());
    assert_eq!(status!(cuCtxSynchronize()), 46);
    let mut pointer = 0;
    assert_eq!(status!(cuMemAlloc_v2(&mut pointer, 64)), 46);
    let mut count = 0;
    assert_eq!(status!(cuDeviceGetCount(&mut count)), 46);
    assert_eq!(cuInit(0), 100);
    // Names of errors need no device.
    let mut name = std::ptr::null();
    ok!(cuGetErrorName(46, &mut name));
    Faults::set("");
    drop(context);
}

#[test]
fn old_drivers_refuse_new_ptx() {
    let _turn = Faults::take_turn();
    let context = Context::new();
    Faults::set("driver:10.0");
    let mut version = 0;
    ok!(cuDriverGetVersion(&mut version));
    assert_eq!(version, 10_000);
    let (status, log) = context.refuse(MAP);
    assert_eq!(status, 222);
    assert_eq!(log, "the PTX has version 6.4, but a driver of CUDA 10.0 takes 6.3 at most");
    Faults::set("");
    context.module(MAP);
}

#[test]
fn wrong_faults_are_refused() {
    let _turn = Faults::take_turn();
    let list = CString::new("meteorite:1").unwrap();
    assert_eq!(status!(accel_emulator_set_faults(list.as_ptr())), 1);
}
