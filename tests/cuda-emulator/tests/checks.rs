//! One mistake per test: each must be found, named, and reported as hardware would report it.

mod common;
use accel_cuda_emulator::driver::*;
use common::*;

const ILLEGAL_ADDRESS: u32 = 700;
const ASSERT: u32 = 710;
const ILLEGAL_INSTRUCTION: u32 = 715;
const MISALIGNED_ADDRESS: u32 = 716;
const LAUNCH_FAILED: u32 = 719;

/// Launches a kernel that must fail, as both compilers wrote it; gives the messages.
fn fails(
    name: &str,
    grid: u32,
    block: u32,
    expected: CUresult,
    prepare: impl Fn(&Context) -> Vec<Parameter>,
) -> Vec<String> {
    compiled!("mistakes")
        .into_iter()
        .map(|ptx| fails_in(ptx, name, grid, block, expected, &prepare))
        .collect()
}

fn fails_in(
    ptx: &str,
    name: &str,
    grid: u32,
    block: u32,
    expected: CUresult,
    prepare: impl Fn(&Context) -> Vec<Parameter>,
) -> String {
    let context = Context::new();
    let module = context.module(ptx);
    let parameters = prepare(&context);
    let status = module.try_launch(name, [grid, 1, 1], [block, 1, 1], 0, &parameters);
    let message = last_message();
    assert_eq!(status, expected, "{message}");
    assert!(message.contains(&format!("kernel `{name}`, PTX line ")), "{message}");
    // From then on, nothing works in the context.
    assert_eq!(status!(cuCtxSynchronize()), expected);
    let mut pointer = 0;
    assert_eq!(status!(cuMemAlloc_v2(&mut pointer, 16)), expected);
    message
}

fn all_contain(messages: &[String], parts: &[&str]) {
    for message in messages {
        for part in parts {
            assert!(message.contains(part), "{message:?} lacks {part:?}");
        }
    }
}

#[test]
fn writes_past_the_end() {
    let messages = fails("past_the_end", 2, 32, ILLEGAL_ADDRESS, |context| {
        vec![(&context.allocate(160)).into(), 0_u32.into()]
    });
    let parts = [
        "out-of-bounds store of 4 bytes",
        "at the end of the allocation of 160 bytes",
        "block (1, 0, 0), thread (8, 0, 0)",
        "st.global",
    ];
    all_contain(&messages, &parts);
}

#[test]
fn uses_after_free() {
    let messages = fails("past_the_end", 1, 32, ILLEGAL_ADDRESS, |context| {
        let memory = context.allocate(128);
        ok!(cuMemFree_v2(memory.0));
        vec![(&memory).into(), 0_u32.into()]
    });
    all_contain(&messages, &["allocation of 128 bytes", "which was freed", "thread (0, 0, 0)"]);
}

#[test]
fn null_pointers() {
    let messages =
        fails("past_the_end", 1, 1, ILLEGAL_ADDRESS, |_| vec![0_u64.into(), 0_u32.into()]);
    all_contain(&messages, &["at address 0x0"]);
}

#[test]
fn misaligned_addresses() {
    let messages = fails("misaligned", 1, 32, MISALIGNED_ADDRESS, |context| {
        vec![(&context.allocate(128)).into()]
    });
    all_contain(&messages, &["misaligned store of 4 bytes", "thread (1, 0, 0)"]);
}

#[test]
fn reads_of_unwritten_memory() {
    let messages = fails("copy", 1, 32, LAUNCH_FAILED, |context| {
        let input = context.allocate(128);
        ok!(cuMemsetD8_v2(input.0, 0, 40));
        vec![(&context.allocate(128)).into(), (&input).into()]
    });
    all_contain(&messages, &["read of 4 bytes", "never written", "thread (10, 0, 0)"]);
}

#[test]
fn copies_keep_what_is_unwritten() {
    let messages = fails("copy", 1, 32, LAUNCH_FAILED, |context| {
        let (first, second) = (context.allocate(128), context.zeros(128));
        ok!(cuMemsetD8_v2(first.0, 0, 64));
        ok!(cuMemcpyDtoD_v2(second.0, first.0, 128));
        // To the host they may go.
        context.download::<u8>(&second, 128);
        vec![(&context.allocate(128)).into(), (&second).into()]
    });
    all_contain(&messages, &["never written", "thread (16, 0, 0)"]);
}

#[test]
fn reads_of_unwritten_shared_memory() {
    let messages = fails("unwritten_shared", 1, 64, LAUNCH_FAILED, |context| {
        vec![(&context.allocate(256)).into()]
    });
    all_contain(&messages, &["shared memory", "never written", "thread (1, 0, 0)"]);
}

#[test]
fn reads_of_unwritten_local_memory() {
    let messages = fails("unwritten_local", 1, 1, LAUNCH_FAILED, |context| {
        let input = context.upload(&[1, 5, 1, 0]);
        vec![(&context.allocate(4)).into(), (&input).into()]
    });
    all_contain(&messages, &["local memory", "never written"]);
}

#[test]
fn races_between_warps() {
    let messages = fails("race_of_warps", 1, 64, LAUNCH_FAILED, |context| {
        vec![(&context.allocate(256)).into()]
    });
    all_contain(&messages, &["race: write of 4 bytes", "(warp 0) read with no barrier in between"]);
}

#[test]
fn races_within_a_warp() {
    let messages = fails("race_in_warp", 1, 32, LAUNCH_FAILED, |context| {
        vec![(&context.allocate(128)).into(), 0_u32.into()]
    });
    all_contain(&messages, &["race: read of 4 bytes", "(warp 0) wrote"]);
    for ptx in compiled!("mistakes") {
        let context = Context::new();
        let out = context.allocate(128);
        context.module(ptx).launch("race_in_warp", 1, 32, parameters![&out, 1_u32]);
        assert_eq!(context.download::<i32>(&out, 32), (0..32).rev().collect::<Vec<_>>());
    }
}

#[test]
fn races_between_blocks() {
    let messages =
        fails("race_of_blocks", 2, 32, LAUNCH_FAILED, |context| vec![(&context.zeros(4)).into()]);
    all_contain(&messages, &["race: write of 4 bytes", "block (1, 0, 0)", "block number 0"]);
    let messages = fails("read_of_other_block", 3, 32, LAUNCH_FAILED, |context| {
        vec![(&context.zeros(512)).into()]
    });
    all_contain(&messages, &["race: read of 4 bytes", "no fences in between"]);
}

#[test]
fn barriers_for_some_threads() {
    let messages = fails("barrier_for_some", 1, 64, LAUNCH_FAILED, |context| {
        vec![(&context.allocate(256)).into()]
    });
    all_contain(
        &messages,
        &["barrier 0 is reached by 32 of 64 threads; thread number 32 has ended"],
    );
    let messages = fails("barrier_after_return", 1, 64, LAUNCH_FAILED, |context| {
        vec![(&context.allocate(256)).into()]
    });
    all_contain(
        &messages,
        &["barrier 0 is reached by 40 of 64 threads; thread number 40 has ended"],
    );
}

#[test]
fn shuffles_with_lanes_that_have_ended() {
    let messages = fails("shuffle_after_return", 1, 32, LAUNCH_FAILED, |context| {
        vec![(&context.allocate(128)).into()]
    });
    all_contain(&messages, &["0xffffffff names lanes 20, 21", "which ended before"]);
}

#[test]
fn traps() {
    let messages = fails("trap_if", 1, 8, ILLEGAL_INSTRUCTION, |context| {
        vec![(&context.upload(&[0, 1, 2, 3, 3, 0, 0, 0])).into()]
    });
    all_contain(&messages, &["thread (3, 0, 0): trap"]);
}

#[test]
fn assertions() {
    let ptx = include_str!("kernels/nvcc/assertion.ptx");
    let message = fails_in(ptx, "check", 1, 4, ASSERT, |context| {
        vec![(&context.upload(&[3, 2, -1, -2])).into()]
    });
    all_contain(
        &[message],
        &["assertion `in[threadIdx.x] >= 0` failed", "assertion.cu:6", "thread (2, 0, 0)"],
    );
}

#[test]
fn fewer_checks_let_races_pass() {
    for ptx in compiled!("mistakes") {
        let context = Context::with_checks("memory");
        let module = context.module(ptx);
        let out = context.zeros(512);
        module.launch("race_of_warps", 1, 64, parameters![&out]);
        module.launch("race_of_blocks", 2, 32, parameters![&out]);
        module.launch("barrier_after_return", 1, 64, parameters![&out]);
        let unwritten = context.allocate(128);
        let launch = |module: &Module| {
            module.try_launch("copy", [1; 3], [32, 1, 1], 0, parameters![&out, &unwritten])
        };
        assert_eq!(launch(&module), LAUNCH_FAILED);
        drop(context);

        let context = Context::with_checks("none");
        let module = context.module(ptx);
        let (out, unwritten) = (context.allocate(128), context.allocate(128));
        module.launch("copy", 1, 32, parameters![&out, &unwritten]);
        // Memory that does not exist is noticed by the hardware, too.
        let status =
            module.try_launch("past_the_end", [2, 1, 1], [32, 1, 1], 0, parameters![&out, 0_u32]);
        assert_eq!(status, ILLEGAL_ADDRESS);
    }
}

#[test]
fn memory_that_is_not_freed() {
    let context = Context::new();
    let mut live = 0;
    let mut text = [0_u8; 256];
    ok!(accel_emulator_report(&mut live, text.as_mut_ptr().cast(), text.len()));
    assert_eq!(live, 0);
    let memory = context.allocate(100);
    context.allocate(28);
    ok!(accel_emulator_report(&mut live, text.as_mut_ptr().cast(), text.len()));
    assert_eq!(live, 2);
    assert!(
        String::from_utf8_lossy(&text).starts_with("memory is not freed: 2 allocations of 128")
    );
    ok!(cuMemFree_v2(memory.0));
    drop(context);
    assert!(last_message().contains("memory is not freed: 1 allocation of 28 bytes"));
}
