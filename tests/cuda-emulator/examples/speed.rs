//! Prints how many lane instructions a second the emulator executes, kernel by kernel.

#[path = "../tests/common/mod.rs"]
mod common;
use accel_cuda_emulator::driver::*;
use common::*;
use std::time::Instant;

const KERNELS: [(&str, &str, u32); 5] = [
    ("scale_add", include_str!("../tests/kernels/nvcc/map.ptx"), 1 << 18),
    ("collatz", include_str!("../tests/kernels/nvcc/control.ptx"), 1 << 14),
    ("multiply", include_str!("../tests/kernels/nvcc/matrix.ptx"), 1 << 8),
    ("sum", include_str!("../tests/kernels/nvcc/reduce.ptx"), 1 << 18),
    ("of_float", include_str!("../tests/kernels/nvcc/math.ptx"), 1 << 14),
];

fn main() {
    for checks in ["all", "memory", "none"] {
        for (name, ptx, n) in KERNELS {
            let context = Context::with_checks(checks);
            let module = context.module(ptx);
            let elements = (n as usize).max(1 << 16);
            let ones = vec![1.5_f32; elements];
            let (a, b) = (context.upload(&ones), context.upload(&ones));
            let wide: Vec<u64> = (1..=elements as u64).collect();
            let wide = context.upload(&wide);
            let out = context.zeros(64 * elements);
            let start = Instant::now();
            let grid = n / 256;
            let status = match name {
                "scale_add" => module.try_launch(
                    name,
                    [grid, 1, 1],
                    [256, 1, 1],
                    0,
                    parameters![&out, &a, &b, 2.0_f32, n],
                ),
                "collatz" => {
                    let parameters = parameters![&out, &wide, n];
                    module.try_launch(name, [grid, 1, 1], [256, 1, 1], 0, parameters)
                }
                "multiply" => {
                    let parameters = parameters![&out, &a, &b, n];
                    module.try_launch(name, [n / 16, n / 16, 1], [16, 16, 1], 0, parameters)
                }
                _ => {
                    let parameters = parameters![&out, &a, n];
                    module.try_launch(name, [grid, 1, 1], [256, 1, 1], 0, parameters)
                }
            };
            assert_eq!(status, 0, "{}", last_message());
            let seconds = start.elapsed().as_secs_f64();
            let millions = counts().lane_instructions as f64 / 1e6;
            let rate = millions / seconds;
            for memory in [a, b, wide, out] {
                ok!(cuMemFree_v2(memory.0));
            }
            println!("checks {checks:6} {name:10} {millions:7.1} million: {rate:6.0} million/s");
        }
    }
}
