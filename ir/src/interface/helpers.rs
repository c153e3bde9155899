//! Helpers: the private functions of a block, which no Rust code can call.
//!
//! Each has a private function of its name in a module that nothing can reach. It takes part in no name resolution, so
//! a Rust function of the same name is not disturbed; but where rustc finds no function of the name, it says that this
//! one exists, and the name of the module says what to do:
//!
//! ```text
//! note: function `crate::total::a_helper_of_the_block_make_it_pub_fn::half` exists but is inaccessible
//! ```

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Interface, located};
use crate::syntax::tree::Function;

impl Interface<'_> {
    /// The module of the helpers, if it stands in the module of this function, the first public one of the block.
    pub(super) fn helpers_within(&self, position: usize) -> TokenStream {
        if self.first_public() == Some(position) {
            self.helpers(quote!(a_helper_of_the_block_make_it_pub_fn))
        } else {
            TokenStream::new()
        }
    }

    /// The module of the helpers, if the block has no public function, in whose module it could stand.
    ///
    /// A block whose functions are all private is not of use, so that a program hardly has two of them at one line.
    pub(super) fn helpers_alone(&self) -> TokenStream {
        let mut functions = self.checked.context.functions.iter();
        let Some(first) = functions.next().filter(|_| self.first_public().is_none()) else {
            return TokenStream::new();
        };
        let line = self.source.location(first.function.name.span).line;
        let name = format_ident!("a_helper_of_the_block_at_line_{line}_make_it_pub_fn");
        self.helpers(quote!(#name))
    }

    /// The position of the first function that Rust can call.
    fn first_public(&self) -> Option<usize> {
        let functions = &self.checked.context.functions;
        functions.iter().position(|signature| self.is_public(signature.function))
    }

    fn is_public(&self, function: &Function) -> bool {
        function.visibility.is_some() && self.checked.context.whose_companion(function).is_none()
    }

    /// The module of this name, which holds a function for each helper; nothing if there are no helpers.
    fn helpers(&self, module: TokenStream) -> TokenStream {
        let mut names = Vec::new();
        let functions = self.checked.context.functions.iter().map(|signature| signature.function);
        for function in functions.filter(|function| function.visibility.is_none()) {
            let name = self.ident(&function.name);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        if names.is_empty() {
            return TokenStream::new();
        }
        let functions = names.iter().map(|name| located(quote!(fn #name() {}), name.span()));
        quote! {
            #[doc(hidden)]
            #[allow(dead_code, non_snake_case, clippy::all, clippy::pedantic, clippy::nursery)]
            mod #module {
                #(#functions)*
            }
        }
    }
}
