//! Makes rustc warn of the code of a block, at its places.
//!
//! rustc's lints see the Rust that a block becomes, and not the block. So each finding about a function becomes a
//! few lines of Rust that never run, in which a lint of rustc finds the same, written with the user's tokens as
//! their places. The attributes of the function stand before them, so that rustc has the levels that its user wants.

mod order_dependent;
mod unused_names;
mod unused_results;
mod written;

use proc_macro2::TokenStream;
use quote::quote;

use super::{Interface, attributes_of_lints, located};
use crate::syntax::tree::Item;
use crate::types::lints::{findings, findings_of_constant};

impl Interface<'_> {
    /// The code that makes rustc warn of a function.
    pub(super) fn lints(&self, position: usize) -> TokenStream {
        let mut tokens = self.order_dependent(position);
        tokens.extend(self.unused_results(position));
        tokens.extend(self.unused_names(position));
        let function = self.checked.context.functions[position].function;
        for finding in findings(self.checked, position) {
            tokens.extend(self.written(&finding, &function.attributes));
        }
        tokens
    }

    /// The code that makes rustc warn of the values of constants, and of constants and aliases that nothing mentions.
    /// Structs it finds itself.
    pub(super) fn lints_of_items(&self) -> TokenStream {
        let mut tokens = TokenStream::new();
        for (position, constant) in self.checked.context.constants.iter().enumerate() {
            for finding in findings_of_constant(self.checked, position) {
                tokens.extend(self.written(&finding, &constant.item.attributes));
            }
        }
        for item in &self.unused {
            let (name, attributes) = match item {
                Item::Const(constant) => (&constant.name, &constant.attributes),
                Item::Alias(alias) => (&alias.name, &alias.attributes),
                Item::Function(_) | Item::Struct(_) => continue,
            };
            let attributes = attributes_of_lints(attributes);
            let name = self.ident(name);
            let declared = match item {
                Item::Const(_) => quote!(const #name: () = ();),
                _ => quote!(type #name = ();),
            };
            let declared = located(declared, name.span());
            tokens.extend(quote!(#(#attributes)* const _: () = { #declared };));
        }
        tokens
    }
}
