//! The `accel!` macro. The compiler is [`accel_ir`]; here its tokens go in and out.

use proc_macro::TokenStream;
use quote::quote;

use accel_ir::{Input, compile, nests_too_deeply};

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
