//! The places in the user's source at which something is checked.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::core::Condition;
use crate::source::{SourceMap, Span};

/// The table of a function's sites.
pub struct Sites<'s> {
    source: &'s SourceMap,
    keys: Vec<(String, Span)>,
    entries: Vec<TokenStream>,
}

impl<'s> Sites<'s> {
    /// An empty table.
    pub fn new(source: &'s SourceMap) -> Sites<'s> {
        Sites { source, keys: Vec::new(), entries: Vec::new() }
    }

    /// The number of a site.
    fn site(&mut self, check: TokenStream, span: Span) -> TokenStream {
        let key = (check.to_string(), span);
        let number = match self.keys.iter().position(|known| *known == key) {
            Some(number) => number,
            None => {
                let place = self.source.location(span);
                let line = Literal::u32_unsuffixed(place.line);
                let column = Literal::u32_unsuffixed(place.column);
                self.entries.push(quote! {
                    host::Site {
                        check: host::Check::#check,
                        file: ::core::file!(),
                        line: #line,
                        column: #column,
                    }
                });
                self.keys.push(key);
                self.keys.len() - 1
            }
        };
        let number = Literal::usize_unsuffixed(number);
        quote!(#number)
    }

    /// A site at which a condition is checked.
    pub(super) fn condition(&mut self, condition: &Condition, span: Span) -> TokenStream {
        let check = match condition {
            Condition::Index(operation) => quote!(Index(#operation)),
            Condition::SliceStart => quote!(SliceStart),
            Condition::SliceEnd => quote!(SliceEnd),
            Condition::NotZero(operation) => quote!(NotZero(#operation)),
            Condition::Positive(operation) => quote!(Positive(#operation)),
            Condition::NotNegative(operation) => quote!(NotNegative(#operation)),
            Condition::Ordered(operation) => quote!(Ordered(#operation)),
            Condition::Divides => quote!(Divides),
            Condition::SameCount(operation) => quote!(SameCount(#operation)),
            Condition::Holds(text) => quote!(Holds(#text)),
        };
        self.site(check, span)
    }

    /// A site at which extents must agree.
    pub(crate) fn extents(&mut self, label: &str, span: Span) -> TokenStream {
        self.site(quote!(Extents(#label)), span)
    }

    /// A site at which memory is needed.
    pub(super) fn memory(&mut self, operation: &str, span: Span) -> TokenStream {
        self.site(quote!(Memory(#operation)), span)
    }

    /// A site at which a function calls itself.
    pub(super) fn recursion(&mut self, function: &str, span: Span) -> TokenStream {
        self.site(quote!(Recursion(#function)), span)
    }

    /// The table.
    pub(super) fn table(&self) -> TokenStream {
        let entries = &self.entries;
        quote!(pub(super) static SITES: &[host::Site] = &[#(#entries),*];)
    }
}
