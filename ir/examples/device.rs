//! Prints the CUDA C++ of the kernels of program files, with the device header in front, and names
//! the kernels that have none: `cargo run -p accel-ir --example device -- FILE…`.

use accel_ir::emit::cuda;
use accel_ir::front::front;

fn main() {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        for lowered in front(&text).unwrap_or_else(|errors| panic!("{file}: {errors:?}")) {
            let planned = lowered.planned();
            for plan in planned.on_devices() {
                let unit = cuda::emit(plan);
                println!("{}", unit.source);
                for (kernel, written) in plan.kernels.iter().zip(unit.kernels) {
                    if let Err(reason) = written {
                        println!("// {} runs on the CPU: {}", kernel.name, reason.text());
                    }
                }
            }
        }
    }
}
