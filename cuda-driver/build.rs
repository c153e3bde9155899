//! Lets programs link without a CUDA driver: `cust_raw` asks the linker for `libcuda.so`, and this
//! puts one on its path that is an empty linker script. All functions that programs take from it
//! are defined in this package.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = std::env::var("CARGO_CFG_TARGET_OS").expect("cargo sets it");
    if target != "linux" {
        return;
    }
    let folder = std::env::var("OUT_DIR").expect("cargo sets it");
    let script = "/* Nothing: accel-cuda-driver defines what is needed. */\n";
    let library = Path::new(&folder).join("libcuda.so");
    std::fs::write(library, script).expect("the output can be written");
    println!("cargo::rustc-link-search=native={folder}");
}
