//! Prints what a block becomes: `cargo run -p accel-ir --example expand file.rs`.
fn main() {
    let path = std::env::args().nth(1).expect("a file with the items of a block");
    let text = std::fs::read_to_string(&path).expect("the file can be read");
    let tokens = text.parse().expect("the file holds tokens");
    let code = accel_ir::compile(accel_ir::Input::Block(tokens)).to_string();
    match syn::parse_file(&code) {
        Ok(file) => print!("{}", prettyplease::unparse(&file)),
        Err(error) => println!("{error}\n{code}"),
    }
}
