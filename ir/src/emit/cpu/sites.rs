//! The places in the user's source at which something is checked.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::lane_report::LaneReport;
use crate::core::{Condition, SliceBound};
use crate::source::{SourceMap, Span};

/// The table of a function's sites.
pub struct Sites<'s> {
    source: &'s SourceMap,
    keys: Vec<Key>,
    entries: Vec<TokenStream>,
    /// The facts about lanes that are found on the way.
    pub lanes: LaneReport,
}

/// The facts that distinguish a site from another.
struct Key {
    check: &'static str,
    of: Option<String>,
    span: Span,
}

impl<'s> Sites<'s> {
    /// An empty table.
    pub fn new(source: &'s SourceMap) -> Sites<'s> {
        Sites { source, keys: Vec::new(), entries: Vec::new(), lanes: LaneReport::default() }
    }

    /// The number of a site: a variant of `Check`, and its operand.
    fn site(&mut self, check: &'static str, of: Option<&str>, span: Span) -> TokenStream {
        let same = |key: &Key| key.check == check && key.of.as_deref() == of && key.span == span;
        let number = self.keys.iter().position(same).unwrap_or_else(|| {
            let place = self.source.location(span);
            let (line, column) =
                (Literal::u32_unsuffixed(place.line), Literal::u32_unsuffixed(place.column));
            let variant = super::names::ident(check);
            let of_tokens = of.map(|of| quote!((#of)));
            self.entries.push(quote! {
                host::Site::new(host::Check::#variant #of_tokens, ::core::file!(), #line, #column)
            });
            self.keys.push(Key { check, of: of.map(str::to_string), span });
            self.keys.len() - 1
        });
        let number = Literal::usize_unsuffixed(number);
        quote!(#number)
    }

    /// A site at which a condition is checked.
    pub(super) fn condition(&mut self, condition: &Condition, span: Span) -> TokenStream {
        let (check, of) = match condition {
            Condition::Index(operation) => ("Index", Some(&**operation)),
            Condition::Slice(SliceBound::Start) => ("SliceStart", None),
            Condition::Slice(SliceBound::From) => ("SliceFrom", None),
            Condition::Slice(SliceBound::End) => ("SliceEnd", None),
            Condition::NotZero(operation) => ("NotZero", Some(&**operation)),
            Condition::Positive(operation) => ("Positive", Some(&**operation)),
            Condition::NotNegative(operation) => ("NotNegative", Some(&**operation)),
            Condition::Ordered(operation) => ("Ordered", Some(&**operation)),
            Condition::Divides => ("Divides", None),
            Condition::SameCount(operation) => ("SameCount", Some(&**operation)),
            Condition::Sum(operation) => ("Sum", Some(&**operation)),
            Condition::Product(operation) => ("Product", Some(&**operation)),
            Condition::Countable => ("Countable", None),
            Condition::Holds(text) => ("Holds", Some(&**text)),
        };
        self.site(check, of, span)
    }

    /// A site at which extents must agree.
    pub(super) fn extents(&mut self, label: &str, span: Span) -> TokenStream {
        self.site("Extents", Some(label), span)
    }

    /// A site at which a parameter is given.
    pub(crate) fn parameter(&mut self, name: &str, span: Span) -> TokenStream {
        self.site("Parameter", Some(name), span)
    }

    /// A site at which memory is needed.
    pub(super) fn memory(&mut self, operation: &str, span: Span) -> TokenStream {
        self.site("Memory", Some(operation), span)
    }

    /// A site at which a function calls itself.
    pub(super) fn recursion(&mut self, function: &str, span: Span) -> TokenStream {
        // Of a lifted function, that which the user wrote.
        let function = function.split('.').next();
        self.site("Recursion", function, span)
    }

    /// The table.
    pub(super) fn table(&self) -> TokenStream {
        let entries = &self.entries;
        quote!(pub(super) static SITES: &[host::Site] = &[#(#entries),*];)
    }
}
