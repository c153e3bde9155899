//! The `accel!` macro. The compiler is [`accel_ir`]; here its tokens go in and out.

mod surroundings;
mod tokens;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::mpsc::channel;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::spanned::Spanned;

use accel_ir::diagnostic::Code;
use accel_ir::{DeviceCode, Input, compile_with, nests_too_deeply, on_own_stack, tokens as plain};
use tokens::Places;

/// Expands a macro with these arguments, in a compiler on a stack of its own.
fn expand(
    arguments: TokenStream,
    tokens: TokenStream,
    compiled: fn(Tokens, Tokens) -> Tokens,
) -> TokenStream {
    // Nothing but `tokens` talks to rustc, which answers on the thread of the call only.
    proc_macro2::fallback::force();
    let (mut input, mut places) = (Vec::new(), Places::default());
    places.take(arguments, &mut input);
    let count = input.len();
    places.take(tokens, &mut input);
    let (ask, questions) = channel();
    let (answer, answers) = channel();
    let locate = Box::new(move |place| {
        let asked = ask.send(place).ok();
        asked.and_then(|()| answers.recv().ok()).unwrap_or_default()
    });
    let code = on_own_stack(
        move || plain::with_tokens(input, count, locate, compiled),
        || {
            // Until the compiler is done.
            for place in questions {
                answer.send(places.locate(place)).ok();
            }
        },
    );
    places.give(code)
}

/// Compiles the contents of a block, with the PTX that the crate's build script has made of it.
fn compile(input: Input) -> Tokens {
    // Cargo sets it where there is a build script.
    let Some(folder) = std::env::var_os("OUT_DIR") else { return accel_ir::compile(input) };
    let folder = Path::new(&folder).join("accel");
    let files = std::fs::read_dir(&folder).into_iter().flatten();
    let files = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    let files: BTreeSet<String> = files.collect();
    compile_with(input, Some(&|unit| compiled(&files, unit)))
}

/// Reads the code that the build script has made of a unit of kernels, from all these files: PTX, and machine
/// code if that was asked for.
fn compiled(files: &BTreeSet<String>, unit: &str) -> Option<DeviceCode> {
    let embedded = |file: &str| {
        let path = format!("/accel/{file}");
        quote!(::core::include_bytes!(::core::concat!(::core::env!("OUT_DIR"), #path)))
    };
    let ptx = files.get(&format!("{unit}.ptx"))?;
    let own = files.range(unit.to_owned()..).take_while(|file| file.starts_with(unit));
    let machine = own.filter_map(|file| {
        let target = file.strip_prefix(unit)?.strip_prefix('.')?.strip_suffix(".cubin")?;
        Some((target.to_owned(), embedded(file)))
    });
    Some(DeviceCode { ptx: embedded(ptx), machine: machine.collect() })
}

/// Compiles a block of array functions: see `accel::accel` of the package `accel-array`.
#[proc_macro]
pub fn accel(tokens: TokenStream) -> TokenStream {
    if let Some(item) = surroundings::around_call() {
        let article = if item == "impl" { "an" } else { "a" };
        let message = format!(
            "an accel block stands beside items, not in {article} `{item}`\n  = help: put it in front of the \
             `{item}`, and call its functions from the methods"
        );
        return refuse(Code::E002, proc_macro2::Span::call_site(), &message).into();
    }
    expand(TokenStream::new(), tokens, |_, tokens| compile(Input::Block(tokens)))
}

/// Compiles the items of a module: see `accel::module` of the package `accel-array`.
#[proc_macro_attribute]
pub fn module(arguments: TokenStream, tokens: TokenStream) -> TokenStream {
    expand(arguments, tokens, compile_module)
}

fn compile_module(arguments: Tokens, tokens: Tokens) -> Tokens {
    // Before anything walks it: parsers recurse.
    if nests_too_deeply(tokens.clone()) {
        return compile(Input::Block(tokens));
    }
    let needed = "`#[accel::module]` needs a module with its items in braces";
    let mut module = match syn::parse2::<syn::Item>(tokens) {
        Ok(syn::Item::Mod(module)) => module,
        Ok(other) => return refuse(Code::E002, other.span(), needed),
        Err(error) => return refuse(Code::E001, error.span(), &error.to_string()),
    };
    let Some((_, items)) = module.content else {
        return refuse(Code::E002, module.ident.span(), needed);
    };
    // Attributes that stand inside, such as `//!`, go outside.
    module.attrs.iter_mut().for_each(|attribute| attribute.style = syn::AttrStyle::Outer);
    let (attributes, visibility, name) = (&module.attrs, &module.vis, &module.ident);
    let code = compile(Input::Module { arguments, items });
    quote!(#(#attributes)* #visibility mod #name { #code })
}

/// An error about the macro itself.
fn refuse(code: Code, place: proc_macro2::Span, message: &str) -> Tokens {
    let message = format!("accel[{}]: {message}{}", code.name(), code.more());
    syn::Error::new(place, message).into_compile_error()
}
