//! The `accel!` macro.

use proc_macro::TokenStream;

/// accel
#[proc_macro]
pub fn accel(tokens: TokenStream) -> TokenStream {
    tokens
}

/// module
#[proc_macro_attribute]
pub fn module(_: TokenStream, tokens: TokenStream) -> TokenStream {
    tokens
}
