//! Shows what becomes of a block: `cargo run -p accel-ir --example scratch file.rs`.
use accel_ir::*;
fn main() {
    let path = std::env::args().nth(1).expect("a file");
    let text = std::fs::read_to_string(&path).expect("readable");
    let mut source = source::SourceMap::default();
    let mut errors = diagnostic::Diagnostics::default();
    let tokens: proc_macro2::TokenStream = text.parse().expect("tokens");
    let module = syntax::parse_block(tokens, &mut source, &mut errors);
    let context = types::context::Context::new(&module, &mut errors);
    let checked = types::check::check(context, &mut errors);
    for index in 0..checked.context.functions.len() {
        if checked.broken.contains(&index)
            || checked.context.functions[index].function.visibility.is_none()
        {
            continue;
        }
        for instance in types::check::instances(&checked.context, index) {
            let lowered = types::lower(&checked, index, &instance, &mut errors);
            print!("{}", core::print_program(&lowered.program));
            println!("{:?}", lowered.names);
            match core::verify_program(&lowered.program) {
                Ok(()) => println!("verified"),
                Err(e) => println!("VERIFY: {e}"),
            }
            let again = core::parse_program(&core::print_program(&lowered.program));
            match again {
                Ok(p) => {
                    if core::print_program(&p) != core::print_program(&lowered.program) {
                        println!("REPRINT DIFFERS\n{}", core::print_program(&p));
                    }
                }
                Err(e) => println!("REPARSE: {e}"),
            }
        }
    }
    for d in errors.into_sorted(&source) {
        println!("{:?} {}", source.location(d.span), d.text());
        for l in &d.labels {
            println!("   {:?} {}", source.location(l.0), l.1);
        }
    }
}
