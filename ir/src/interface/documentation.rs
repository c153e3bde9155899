//! The documentation of a function begins with the signature that it has in the block. The types that Rust sees say
//! neither which lengths must agree nor, for type parameters, which instances there are.

use proc_macro2::TokenStream;
use quote::quote_spanned;

use super::Interface;
use crate::types::context::Signature;

impl Interface<'_> {
    /// The attributes that put the signature before the documentation that a function has: `fn f(x: T) -> T` for
    /// `T: f32 | f64`. For the lint `missing_docs`, a function without documentation has none with it either.
    pub(super) fn written_signature(&self, signature: &Signature) -> TokenStream {
        let function = signature.function;
        let mut text = format!(" `{}`", function.signature);
        for (number, position) in signature.generic.iter().enumerate() {
            let parameter = &self.checked.context.module.parameters[*position];
            let instances: Vec<&str> = parameter.instances.iter().map(|ty| &*ty.text).collect();
            text += if number == 0 { " for " } else { ", " };
            text += &format!("`{}: {}`", parameter.name.text, instances.join(" | "));
        }
        // Lints underline an item from its first token on, which may be this.
        let place = self.span(function.name.span);
        let is_documented = function.attributes.iter().any(|a| a.path().is_ident("doc"));
        match is_documented {
            true => quote_spanned!(place=> #[doc = #text] #[doc = ""]),
            false => quote_spanned!(place=> #[cfg_attr(doc, doc = #text)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, compile};

    fn code(block: &str) -> String {
        compile(Input::Block(block.parse().expect("tokens"))).to_string()
    }

    #[test]
    fn the_signature_stands_before_the_documentation() {
        let code = code(
            "<T: f32 | f64>
            /// The sum of all.
            pub fn total(xs: &[T; n]) -> T { xs.sum() }",
        );
        let signature = code.find(" `fn total(xs: &[T; n]) -> T` for `T: f32 | f64`");
        assert!(
            signature.expect("the signature") < code.find(" The sum of all.").expect("the text")
        );
    }

    #[test]
    fn without_documentation_rustdoc_alone_sees_the_signature() {
        let code = code("pub fn total(xs: &[f64]) -> f64 { xs.sum() }");
        let condition = code.find("cfg_attr (doc , doc =").expect("the attribute");
        assert!(condition < code.find("`fn total(xs: &[f64]) -> f64`").expect("the signature"));
    }
}
