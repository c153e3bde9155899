//! Attributes: `#[sequential]` is ours, doc comments and the like pass through.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Attribute;

use super::Reader;
use crate::diagnostic::Code;

/// Attributes of a function or constant that go to the generated item as they are.
const PASSED_THROUGH: &[&str] = &[
    "doc",
    "allow",
    "warn",
    "deny",
    "forbid",
    "expect",
    "deprecated",
    "must_use",
    "cfg",
    "inline",
    "cold",
    "track_caller",
];

/// The attributes of a public item that the generated item takes over; reports the others.
pub(super) fn passed_through(reader: &mut Reader, attributes: Vec<Attribute>) -> Vec<Attribute> {
    let mut kept = Vec::new();
    for attribute in attributes {
        let path = attribute.path();
        if PASSED_THROUGH.iter().any(|name| path.is_ident(name)) || path.segments.len() > 1 {
            kept.push(attribute);
        } else if path.is_ident("export") {
            reader.not_yet(&attribute, "`#[export]` is");
        } else if !path.is_ident("sequential") {
            let what = format!("the attribute `{}` on this item", path_text(path));
            let known = "functions take doc comments, `#[sequential]` and lint attributes";
            reader.unsupported(Code::E006, &attribute, &what, known);
        }
    }
    kept
}

/// The attributes inside of a block: comments may say what it is about.
pub(super) fn of_block(reader: &mut Reader, attributes: &[Attribute]) {
    for attribute in attributes.iter().filter(|attribute| !attribute.path().is_ident("doc")) {
        let what = format!("the attribute `{}` on a block", path_text(attribute.path()));
        reader.unsupported(Code::E006, attribute, &what, "put it on the functions");
    }
}

/// The attributes of an expression: only `#[sequential]`, on a closure. Says whether it is there.
pub(super) fn sequential(reader: &mut Reader, attributes: &[Attribute], closure: bool) -> bool {
    let mut sequential = false;
    for attribute in attributes {
        if closure && attribute.path().is_ident("sequential") {
            sequential = true;
        } else if !attribute.path().is_ident("allow") && !attribute.path().is_ident("expect") {
            let what = format!("the attribute `{}` here", path_text(attribute.path()));
            reader.unsupported(Code::E006, attribute, &what, "");
        }
    }
    sequential
}

fn path_text(path: &syn::Path) -> String {
    let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
    names.join("::")
}

/// Reports conditions (`#[cfg(…)]`), except on public functions as a whole, which keep them: all else
/// is compiled together, whatever the conditions say.
pub(super) fn forbid_conditions(reader: &mut Reader, item: &syn::Item) {
    let outside = match item {
        syn::Item::Fn(function) => !matches!(function.vis, syn::Visibility::Inherited),
        _ => false,
    };
    conditions_within(reader, item.to_token_stream(), outside);
}

fn conditions_within(reader: &mut Reader, tokens: TokenStream, allowed: bool) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match (token, tokens.peek()) {
            (TokenTree::Punct(mark), Some(TokenTree::Group(group))) if mark.as_char() == '#' => {
                let name = group.stream().into_iter().next().map(|name| name.to_string());
                if !allowed && matches!(name.as_deref(), Some("cfg" | "cfg_attr")) {
                    let instead = "a condition stands on a whole `pub fn`, or on the whole block";
                    reader.unsupported(Code::E006, group, "conditions (`cfg`) here", instead);
                }
                tokens.next();
            }
            (TokenTree::Group(group), _) => conditions_within(reader, group.stream(), false),
            _ => {}
        }
    }
}
