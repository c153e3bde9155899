//! Prints the CUDA C++ of the kernels of program files, with the device header in front, and names
//! the kernels that have none: `cargo run -p accel-ir --example device -- FILE…`.

#[path = "../../tests/src/block.rs"]
#[allow(dead_code)]
mod block;

use accel_ir::emit::cuda;

fn main() {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        for lowered in block::front(&text).unwrap_or_else(|errors| panic!("{file}: {errors:?}")) {
            let (plan, _) = lowered.plan();
            let unit = cuda::emit(&plan);
            println!("{}", unit.source);
            for (kernel, written) in plan.kernels.iter().zip(unit.kernels) {
                if let Err(reason) = written {
                    println!("// {} runs on the CPU: {}", kernel.name, reason.text());
                }
            }
        }
    }
}
