//! The `accel!` macro. The compiler is [`accel_ir`]; here its tokens go in and out.

use proc_macro::TokenStream;
use quote::quote;

use accel_ir::{Input, compile};

/// Compiles a block of array functions to fused, multi-threaded Rust.
///
/// ```ignore
/// accel! {
///     /// The scalar product.
///     pub fn dot(xs: &[f32; n], ys: &[f32; n]) -> f32 {
///         zip(xs, ys).map(|(x, y)| x * y).sum()
///     }
/// }
/// ```
///
/// Each `pub fn f` becomes a function `f`, which panics on a run-time error, a function `try_f`,
/// which returns it, and `f::plan()`, which tells what the compiler made of it.
///
/// `accel! { <T: f32 | f64> … }` makes the functions that mention `T` generic over exactly these
/// types.
#[proc_macro]
pub fn accel(tokens: TokenStream) -> TokenStream {
    compile(Input::Block(tokens.into())).into()
}

/// Compiles the items of a module as [`accel!`] does those of a block.
///
/// ```ignore
/// #[accel::module]
/// mod statistics {
///     pub fn mean(xs: &[f64]) -> f64 {
///         xs.sum() / xs.len() as f64
///     }
/// }
/// ```
#[proc_macro_attribute]
pub fn module(_: TokenStream, tokens: TokenStream) -> TokenStream {
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
