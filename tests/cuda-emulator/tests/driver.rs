//! The driver API apart from the computations of kernels: handles, memory, limits, modules, streams, events.

mod common;
use accel_cuda_emulator::driver::*;
use common::*;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::null;

const INVALID_VALUE: u32 = 1;
const INVALID_CONTEXT: u32 = 201;
const INVALID_HANDLE: u32 = 400;
const NOT_FOUND: u32 = 500;
const LAUNCH_FAILED: u32 = 719;

const MAP: &str = include_str!("kernels/nvcc/map.ptx");
const CONTROL: &str = include_str!("kernels/nvcc/control.ptx");
const ATOMICS: &str = include_str!("kernels/nvcc/atomics.ptx");

#[test]
fn errors_have_names() {
    let (mut name, mut text) = (null(), null());
    ok!(cuGetErrorName(700, &mut name));
    ok!(cuGetErrorString(700, &mut text));
    // SAFETY: both are texts that live as long as the program.
    let (name, text) = unsafe { (CStr::from_ptr(name), CStr::from_ptr(text)) };
    assert_eq!(name, c"CUDA_ERROR_ILLEGAL_ADDRESS");
    assert_eq!(text, c"an illegal memory access was encountered");
    let mut none = null();
    assert_eq!(status!(cuGetErrorName(12345, &mut none)), INVALID_VALUE);
}

#[test]
fn devices_describe_themselves() {
    assert_eq!(cuInit(0), 0);
    assert_eq!(cuInit(1), INVALID_VALUE);
    let (mut device, mut count) = (9, 0);
    ok!(cuDeviceGetCount(&mut count));
    assert_eq!(count, 1);
    ok!(cuDeviceGet(&mut device, 0));
    assert_eq!(device, 0);
    assert_eq!(status!(cuDeviceGet(&mut device, 1)), 101);
    let mut name = [0; 64];
    ok!(cuDeviceGetName(name.as_mut_ptr(), 64, 0));
    // SAFETY: the name ends with a zero.
    assert_eq!(unsafe { CStr::from_ptr(name.as_ptr()) }, c"accel emulator");
    let attribute = |number| {
        let mut value = -1;
        let status = status!(cuDeviceGetAttribute(&mut value, number, 0));
        (status, value)
    };
    assert_eq!(attribute(10), (0, 32));
    assert_eq!((attribute(75), attribute(76)), ((0, 7), (0, 5)));
    assert_eq!(attribute(97), (0, 64 << 10));
    assert_eq!(attribute(95), (0, 0));
    assert_eq!(attribute(100_000).0, INVALID_VALUE);
    let mut bytes = 0;
    ok!(cuDeviceTotalMem_v2(&mut bytes, 0));
    assert_eq!(bytes, 4 << 30);
}

#[test]
fn contexts_form_a_stack() {
    let first = Context::new();
    let current = || {
        let mut context = 0;
        ok!(cuCtxGetCurrent(&mut context));
        context
    };
    assert_eq!(current(), first.handle());
    {
        let second = Context::new();
        assert_eq!(current(), second.handle());
    }
    assert_eq!(current(), first.handle());
    let mut popped = 0;
    ok!(cuCtxPopCurrent_v2(&mut popped));
    assert_eq!((popped, current()), (first.handle(), 0));
    assert_eq!(status!(cuCtxSynchronize()), INVALID_CONTEXT);
    assert_eq!(status!(cuCtxPopCurrent_v2(&mut popped)), INVALID_CONTEXT);
    ok!(cuCtxSetCurrent(first.handle()));
    let mut limit = 0;
    ok!(cuCtxSetLimit(0, 4096));
    ok!(cuCtxGetLimit(&mut limit, 0));
    assert_eq!(limit, 4096);
    assert_eq!(status!(cuCtxSetCurrent(12)), INVALID_CONTEXT);
    let gone = first.handle();
    drop(first);
    assert_eq!(status!(cuCtxDestroy_v2(gone)), INVALID_CONTEXT);
}

#[test]
fn the_primary_context_counts_its_users() {
    assert_eq!(cuInit(0), 0);
    let (mut first, mut second) = (0, 0);
    ok!(cuDevicePrimaryCtxRetain(&mut first, 0));
    ok!(cuDevicePrimaryCtxRetain(&mut second, 0));
    assert_eq!(first, second);
    let active = || {
        let (mut flags, mut active) = (0, -1);
        ok!(cuDevicePrimaryCtxGetState(0, &mut flags, &mut active));
        active
    };
    ok!(cuDevicePrimaryCtxRelease_v2(0));
    assert_eq!(active(), 1);
    ok!(cuDevicePrimaryCtxRelease_v2(0));
    assert_eq!(active(), 0);
    assert_eq!(status!(cuDevicePrimaryCtxRelease_v2(0)), INVALID_CONTEXT);
}

#[test]
fn device_memory() {
    let context = Context::new();
    let mut pointer = 0;
    assert_eq!(status!(cuMemAlloc_v2(&mut pointer, 0)), INVALID_VALUE);
    assert_eq!(status!(cuMemAlloc_v2(std::ptr::null_mut(), 8)), INVALID_VALUE);
    assert_eq!(status!(cuMemAlloc_v2(&mut pointer, 5 << 30)), 2);
    let memory = context.upload(&[1_u32, 2, 3, 4]);
    let (mut base, mut size) = (0, 0);
    ok!(cuMemGetAddressRange_v2(&mut base, &mut size, memory.0 + 7));
    assert_eq!((base, size), (memory.0, 16));
    ok!(cuMemsetD16_v2(memory.0 + 2, 0xabcd, 3));
    ok!(cuMemsetD32_v2(memory.0 + 12, 7, 1));
    assert_eq!(context.download::<u32>(&memory, 4), [0xabcd_0001, 0xabcd_abcd, 3, 7]);
    assert_eq!(status!(cuMemsetD32_v2(memory.0 + 1, 7, 1)), INVALID_VALUE);
    let copy = context.allocate(16);
    ok!(cuMemcpy(copy.0, memory.0 + 8, 8));
    assert_eq!(context.download::<u32>(&copy, 2), [3, 7]);
    // Overlapping copies are as if through a buffer.
    ok!(cuMemcpyDtoD_v2(memory.0 + 4, memory.0, 8));
    assert_eq!(context.download::<u32>(&memory, 4), [0xabcd_0001, 0xabcd_0001, 0xabcd_abcd, 7]);
    let mut host = [0_u8; 32];
    assert_eq!(status!(cuMemcpyDtoH_v2(host.as_mut_ptr(), memory.0, 17)), INVALID_VALUE);
    assert!(last_message().contains("copy to the host of 17 bytes"), "{}", last_message());
    assert_eq!(status!(cuMemFree_v2(memory.0 + 4)), INVALID_VALUE);
    ok!(cuMemFree_v2(memory.0));
    assert_eq!(status!(cuMemFree_v2(memory.0)), INVALID_VALUE);
    assert!(last_message().contains("which was freed"));
    assert_eq!(status!(cuMemcpyDtoH_v2(host.as_mut_ptr(), memory.0, 4)), INVALID_VALUE);
    ok!(cuMemFree_v2(0));
    ok!(cuMemFree_v2(copy.0));
}

#[test]
fn host_memory_is_seen_by_kernels() {
    let context = Context::new();
    let module = context.module(MAP);
    let (mut input, mut managed) = (0_usize, 0);
    ok!(cuMemHostAlloc(&mut input, 128, 2));
    ok!(cuMemAllocManaged(&mut managed, 128, 1));
    let mut registered = [0.0_f32; 32];
    let address = registered.as_mut_ptr();
    ok!(cuMemHostRegister_v2(address.cast(), 128, 0));
    assert_eq!(status!(cuMemHostRegister_v2(address.cast(), 128, 0)), 712);
    for i in 0..32 {
        // SAFETY: both have room for 32 values.
        unsafe {
            (input as *mut f32).add(i).write(i as f32);
            (managed as *mut f32).add(i).write(0.5);
        }
    }
    let mut there = 0;
    ok!(cuMemHostGetDevicePointer_v2(&mut there, input, 0));
    let parameters = parameters![address as u64, there, managed, 2.0_f32, 32_u32];
    module.launch("scale_add", 1, 32, parameters);
    ok!(cuMemHostUnregister(address as usize));
    assert_eq!(registered[31], 62.5);
    assert_eq!(status!(cuMemHostUnregister(address as usize)), 713);
    let attribute = |number: u32, pointer: u64| {
        let mut value = 99_u32;
        let status =
            status!(cuPointerGetAttribute((&raw mut value).cast::<c_void>(), number, pointer));
        (status, value)
    };
    assert_eq!(attribute(2, there), (0, 1));
    assert_eq!(attribute(2, managed), (0, 2));
    assert_eq!(attribute(8, managed), (0, 1));
    assert_eq!(attribute(2, 0x1234).0, INVALID_VALUE);
    ok!(cuMemFreeHost(input));
    ok!(cuMemFree_v2(managed));
    assert_eq!(status!(cuMemFreeHost(input)), INVALID_VALUE);
}

#[test]
fn modules_have_functions_and_variables() {
    let context = Context::new();
    let module = context.module(CONTROL);
    let mut function = 0;
    assert_eq!(
        status!(cuModuleGetFunction(&mut function, module.0, c"nothing".as_ptr())),
        NOT_FOUND
    );
    assert_eq!(module.function("collatz"), module.function("collatz"));
    let (mut pointer, mut size) = (0, 0);
    ok!(cuModuleGetGlobal_v2(&mut pointer, &mut size, module.0, c"calls".as_ptr()));
    assert_eq!(size, 4);
    assert_eq!(context.download::<i32>(&Device(pointer), 1), [40]);
    ok!(cuModuleGetGlobal_v2(&mut pointer, &mut size, module.0, c"primes".as_ptr()));
    assert_eq!(context.download::<u32>(&Device(pointer), 8), [2, 3, 5, 7, 11, 13, 17, 19]);
    let collatz = module.function("collatz");
    ok!(cuModuleUnload(module.0));
    assert_eq!(status!(cuModuleUnload(module.0)), INVALID_HANDLE);
    let launch = status!(cuLaunchKernel(collatz, 1, 1, 1, 1, 1, 1, 0, 0, null(), null()));
    assert_eq!(launch, INVALID_HANDLE);
    assert_eq!(context.refuse("\x7fELF machine code").0, 209);
}

#[test]
fn linking_passes_ptx_through() {
    let _context = Context::new();
    let text = CString::new(MAP).unwrap();
    let (mut link, mut module, mut size, mut image) = (0, 0, 0, null());
    ok!(cuLinkCreate_v2(0, null(), null(), &mut link));
    assert_eq!(status!(cuLinkComplete(link, &mut image, &mut size)), 200);
    let bytes = text.as_bytes_with_nul();
    ok!(cuLinkAddData_v2(link, 1, bytes.as_ptr(), bytes.len(), c"map".as_ptr(), 0, null(), null()));
    ok!(cuLinkComplete(link, &mut image, &mut size));
    ok!(cuModuleLoadData(&mut module, image));
    ok!(cuLinkDestroy(link));
    assert!(Module(module).function("scale_add") != 0);
}

#[test]
fn fat_binaries_hold_ptx() {
    let context = Context::new();
    let mut payload = MAP.as_bytes().to_vec();
    payload.resize((payload.len() + 1).next_multiple_of(8), 0);
    let mut entry = vec![0_u8; 64];
    entry[0] = 1;
    entry[4] = 64;
    entry[8..16].copy_from_slice(&(payload.len() as u64).to_le_bytes());
    let mut image = Vec::new();
    image.extend(0xba55_ed50_u32.to_le_bytes());
    image.extend([1, 0, 16, 0]);
    image.extend(((entry.len() + payload.len()) as u64).to_le_bytes());
    image.extend(entry);
    image.extend(payload);
    let mut module = 0;
    ok!(cuModuleLoadFatBinary(&mut module, image.as_ptr()));
    assert!(Module(module).function("grid_stride") != 0);
    drop(context);
}

#[test]
fn limits_of_launches() {
    let context = Context::new();
    let module = context.module(ATOMICS);
    let (result, input) = (context.zeros(400), context.zeros(16));
    let launch = |grid: [u32; 3], block: [u32; 3], shared: u32| {
        let parameters = parameters![&result, &input, 100_u32, 0_u32];
        module.try_launch("histogram", grid, block, shared, parameters)
    };
    assert_eq!(launch([1, 1, 1], [128, 1, 1], 400), 0);
    for (grid, block, shared) in [
        ([0, 1, 1], [32, 1, 1], 400),
        ([1, 65536, 1], [32, 1, 1], 400),
        ([1, 1, 1], [1025, 1, 1], 400),
        ([1, 1, 1], [32, 33, 1], 400),
        ([1, 1, 1], [1, 1, 65], 400),
        ([1, 1, 1], [0, 1, 1], 400),
        ([1, 1, 1], [32, 1, 1], 49_153),
    ] {
        assert_eq!(launch(grid, block, shared), INVALID_VALUE, "{grid:?} {block:?} {shared}");
    }
    let function = module.function("histogram");
    assert_eq!(status!(cuFuncSetAttribute(function, 8, 65_537)), INVALID_VALUE);
    ok!(cuFuncSetAttribute(function, 8, 65_536));
    assert_eq!(launch([1, 1, 1], [32, 1, 1], 65_536), 0);
    let mut value = 0;
    ok!(cuFuncGetAttribute(&mut value, 0, function));
    assert_eq!(value, 1024);
    ok!(cuFuncGetAttribute(&mut value, 8, function));
    assert_eq!(value, 65_536);
}

#[test]
fn parameters_as_one_buffer() {
    let context = Context::new();
    let module = context.module(MAP);
    let (out, input) = (context.allocate(80), context.upload(&[3_u32; 10]));
    let mut buffer = Vec::new();
    for value in [out.0, input.0, 10] {
        buffer.extend(value.to_le_bytes());
    }
    let size = buffer.len();
    let extra: [*const c_void; 5] =
        [1 as _, buffer.as_ptr().cast(), 2 as _, (&raw const size).cast(), null()];
    let function = module.function("grid_stride");
    ok!(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, 0, null(), extra.as_ptr()));
    assert_eq!(context.download::<u64>(&out, 10), (9..19).collect::<Vec<_>>());
}

#[test]
fn occupancy() {
    let context = Context::new();
    let module = context.module(MAP);
    let function = module.function("scale_add");
    let blocks = |threads, shared| {
        let mut count = -1;
        ok!(cuOccupancyMaxActiveBlocksPerMultiprocessor(&mut count, function, threads, shared));
        count
    };
    assert_eq!(blocks(256, 0), 4);
    assert_eq!(blocks(32, 0), 16);
    assert_eq!(blocks(32, 20_000), 3);
    assert_eq!(blocks(2000, 0), 0);
    let (mut grid, mut block) = (0, 0);
    ok!(cuOccupancyMaxPotentialBlockSize(&mut grid, &mut block, function, None, 0, 128));
    assert_eq!((grid, block), (32, 128));
}

extern "C" fn count_up(_: Handle, status: CUresult, data: *mut c_void) {
    assert_eq!(status, 0);
    let mut current = 0;
    // The driver's lock is free: a callback may ask the driver.
    ok!(cuCtxGetCurrent(&mut current));
    // SAFETY: the test passes a pointer to a number.
    unsafe { *data.cast::<u32>() += 1 };
}

#[test]
fn streams_and_events() {
    let context = Context::new();
    let (mut stream, mut flags, mut priority) = (0, 0, 9);
    ok!(cuStreamCreateWithPriority(&mut stream, 1, -3));
    ok!(cuStreamGetFlags(stream, &mut flags));
    ok!(cuStreamGetPriority(stream, &mut priority));
    assert_eq!((flags, priority), (1, -3));
    let mut of_stream = 0;
    ok!(cuStreamGetCtx(stream, &mut of_stream));
    assert_eq!(of_stream, context.handle());
    let mut calls = 0_u32;
    ok!(cuStreamAddCallback(stream, Some(count_up), (&raw mut calls).cast(), 0));
    assert_eq!(calls, 1);
    let (mut start, mut end, mut milliseconds) = (0, 0, -1.0);
    ok!(cuEventCreate(&mut start, 0));
    ok!(cuEventCreate(&mut end, 0));
    ok!(cuEventRecord(start, stream));
    assert_eq!(status!(cuEventElapsedTime(&mut milliseconds, start, end)), INVALID_HANDLE);
    ok!(cuEventRecord(end, stream));
    ok!(cuStreamWaitEvent(stream, end, 0));
    ok!(cuEventSynchronize(end));
    ok!(cuEventElapsedTime(&mut milliseconds, start, end));
    assert!(milliseconds >= 0.0);
    ok!(cuEventDestroy_v2(start));
    assert_eq!(status!(cuEventQuery(start)), INVALID_HANDLE);
    ok!(cuStreamSynchronize(stream));
    ok!(cuStreamDestroy_v2(stream));
    assert_eq!(status!(cuStreamQuery(stream)), INVALID_HANDLE);
    ok!(cuStreamQuery(0));
}

/// Fills memory in one stream and copies from it in another, with something in between.
fn filled_and_copied(
    streams: [Handle; 2],
    between: impl Fn(Handle, [Handle; 2]) -> CUresult,
) -> CUresult {
    let (mut pointer, mut event, mut host) = (0, 0, [0_u8; 16]);
    ok!(cuMemAlloc_v2(&mut pointer, 16));
    ok!(cuEventCreate(&mut event, 2));
    ok!(cuMemsetD8Async(pointer, 7, 16, streams[0]));
    assert_eq!(between(event, streams), 0);
    let status = status!(cuMemcpyDtoHAsync_v2(host.as_mut_ptr(), pointer, 16, streams[1]));
    if status == 0 {
        assert_eq!(host, [7; 16]);
        ok!(cuMemFree_v2(pointer));
    }
    status
}

#[test]
fn work_of_streams_needs_an_order() {
    let new_stream = |flags| {
        let mut stream = 0;
        ok!(cuStreamCreate(&mut stream, flags));
        stream
    };
    let nothing = |_, _: [Handle; 2]| 0;
    let _context = Context::new();
    let (one, other, blocking) = (new_stream(1), new_stream(1), new_stream(0));
    let event = |event, streams: [Handle; 2]| {
        ok!(cuEventRecord(event, streams[0]));
        status!(cuStreamWaitEvent(streams[1], event, 0))
    };
    let host = |_, streams: [Handle; 2]| status!(cuStreamSynchronize(streams[0]));
    for streams in [[one, other], [one, 0], [0, one], [blocking, one]] {
        assert_eq!(filled_and_copied(streams, event), 0);
        assert_eq!(filled_and_copied(streams, host), 0);
    }
    for streams in [[one, one], [blocking, 0], [0, blocking]] {
        assert_eq!(filled_and_copied(streams, nothing), 0);
    }
    for flags in [[Some(1), Some(1)], [Some(1), None], [None, Some(1)], [Some(0), Some(0)]] {
        let _context = Context::new();
        let streams = flags.map(|flags| flags.map_or(0, new_stream));
        assert_eq!(filled_and_copied(streams, nothing), LAUNCH_FAILED);
        assert!(last_message().contains("which work of another stream uses"), "{}", last_message());
    }
}

#[test]
fn counts_add_up() {
    let context = Context::new();
    let module = context.module(MAP);
    let memory = context.zeros(4096);
    module.launch("scale_add", 4, 256, parameters![&memory, &memory, &memory, 1.0_f32, 1000_u32]);
    let launch = counts();
    assert_eq!(launch.launches, 1);
    assert_eq!(launch.global_bytes, 12_000);
    // A thousand values are 125 sectors, and three accesses go to each.
    assert_eq!(launch.global_transactions, 375);
    assert_eq!(launch.global_transactions_written, 125);
    assert!(launch.lane_instructions > 10 * 1000 && launch.warp_instructions > 10 * 32);
    let mut total = accel_cuda_emulator::Counts::default();
    // SAFETY: the place is valid.
    unsafe { accel_emulator_counts(std::ptr::null_mut(), &mut total) };
    assert!(total.lane_instructions >= launch.lane_instructions);
    let mut text = [0 as c_char; 8];
    let mut live = 0;
    ok!(accel_emulator_report(&mut live, text.as_mut_ptr(), 8));
    assert_eq!(live, 1);
    ok!(cuMemFree_v2(memory.0));
}
