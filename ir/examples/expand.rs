//! Prints the code of a block: `cargo run -p accel-ir --example expand -- FILE`; with `--device` before
//! the file, as if its kernels had been compiled for CUDA devices.

use accel_ir::{CodeOfUnits, DeviceCode, Input, compile_with};

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let device = arguments.next_if(|argument| argument == "--device").is_some();
    let path = arguments.next().expect("a file with the items of a block");
    let text = std::fs::read_to_string(&path).expect("the file can be read");
    let tokens = text.parse().expect("the file holds tokens");
    let compiled =
        |unit: &str| Some(DeviceCode { ptx: quote::quote!(PTX_OF[#unit]), machine: Vec::new() });
    let units: CodeOfUnits = if device { Some(&compiled) } else { None };
    let code = compile_with(Input::Block(tokens), units).to_string();
    match syn::parse_file(&code) {
        Ok(file) => print!("{}", prettyplease::unparse(&file)),
        Err(error) => println!("{error}\n{code}"),
    }
}
