//! The `accel!` macro. The compiler is [`accel_ir`]; here its tokens go in and out.

use std::path::Path;

use proc_macro::TokenStream;
use quote::quote;

use accel_ir::{Input, compile_with, nests_too_deeply};

/// Compiles what a block holds, with the PTX that the crate's build script has made of it.
fn compile(input: Input) -> proc_macro2::TokenStream {
    // Cargo sets it where there is a build script.
    let Some(folder) = std::env::var_os("OUT_DIR") else { return accel_ir::compile(input) };
    let folder = Path::new(&folder).join("accel");
    let ptx = |unit: &str| {
        let file = format!("{unit}.ptx");
        let path = format!("/accel/{file}");
        let embedded =
            quote!(::core::include_bytes!(::core::concat!(::core::env!("OUT_DIR"), #path)));
        folder.join(&file).is_file().then_some(embedded)
    };
    compile_with(input, Some(&ptx))
}

/// Compiles a block of array functions: see `accel::accel` of the package `accel-array`.
#[proc_macro]
pub fn accel(tokens: TokenStream) -> TokenStream {
    compile(Input::Block(tokens.into())).into()
}

/// Compiles the items of a module: see `accel::module` of the package `accel-array`.
#[proc_macro_attribute]
pub fn module(_: TokenStream, tokens: TokenStream) -> TokenStream {
    // Before anything walks it: parsers recurse.
    if nests_too_deeply(tokens.clone().into()) {
        return compile(Input::Block(tokens.into())).into();
    }
    let module = match syn::parse::<syn::ItemMod>(tokens) {
        Ok(module) => module,
        Err(error) => return error.into_compile_error().into(),
    };
    let Some((_, items)) = module.content else {
        let message = "`#[accel::module]` needs a module with its items in braces";
        return syn::Error::new(module.ident.span(), message).into_compile_error().into();
    };
    let (attributes, visibility, name) = (&module.attrs, &module.vis, &module.ident);
    let code = compile(Input::Module(items));
    quote!(#(#attributes)* #visibility mod #name { #code }).into()
}
