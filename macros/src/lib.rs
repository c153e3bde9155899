//! The `accel!` macro. The compiler is [`accel_ir`]; here its tokens go in and out.

use std::collections::BTreeSet;
use std::path::Path;

use proc_macro::TokenStream;
use quote::quote;
use syn::spanned::Spanned;

use accel_ir::diagnostic::Code;
use accel_ir::{DeviceCode, Input, compile_with, nests_too_deeply};

/// Compiles what a block holds, with the PTX that the crate's build script has made of it.
fn compile(input: Input) -> proc_macro2::TokenStream {
    // Cargo sets it where there is a build script.
    let Some(folder) = std::env::var_os("OUT_DIR") else { return accel_ir::compile(input) };
    let folder = Path::new(&folder).join("accel");
    let files = std::fs::read_dir(&folder).into_iter().flatten();
    let files = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    let files: BTreeSet<String> = files.collect();
    compile_with(input, Some(&|unit| compiled(&files, unit)))
}

/// What the build script has made of a unit of kernels, of all these files: PTX, and machine code where
/// that was asked for.
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
    compile(Input::Block(tokens.into())).into()
}

/// Compiles the items of a module: see `accel::module` of the package `accel-array`.
#[proc_macro_attribute]
pub fn module(arguments: TokenStream, tokens: TokenStream) -> TokenStream {
    // Before anything walks it: parsers recurse.
    if nests_too_deeply(tokens.clone().into()) {
        return compile(Input::Block(tokens.into())).into();
    }
    let needed = "`#[accel::module]` needs a module with its items in braces";
    let mut module = match syn::parse::<syn::Item>(tokens) {
        Ok(syn::Item::Mod(module)) => module,
        Ok(other) => return refuse(Code::E002, other.span().unwrap(), needed),
        Err(error) => return refuse(Code::E001, error.span().unwrap(), &error.to_string()),
    };
    let Some((_, items)) = module.content else {
        return refuse(Code::E002, module.ident.span().unwrap(), needed);
    };
    // What stands inside, such as `//!`, goes outside.
    module.attrs.iter_mut().for_each(|attribute| attribute.style = syn::AttrStyle::Outer);
    let (attributes, visibility, name) = (&module.attrs, &module.vis, &module.ident);
    let code = compile(Input::Module { arguments: arguments.into(), items });
    quote!(#(#attributes)* #visibility mod #name { #code }).into()
}

/// An error about the macro itself.
fn refuse(code: Code, place: proc_macro::Span, message: &str) -> TokenStream {
    let message = format!("accel[{}]: {message}", code.name());
    syn::Error::new(place.into(), message).into_compile_error().into()
}
