//! Attributes: `#[sequential]` is ours, doc comments and the like pass through.

use proc_macro2::{Group, TokenStream, TokenTree};
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

/// Checks the attributes inside of a block: comments may say what the block is about.
pub(super) fn of_block(reader: &mut Reader, attributes: &[Attribute]) {
    for attribute in attributes.iter().filter(|attribute| !attribute.path().is_ident("doc")) {
        let what = format!("the attribute `{}` on a block", path_text(attribute.path()));
        reader.unsupported(Code::E006, attribute, &what, "put it on the functions");
    }
}

/// Returns true if `#[sequential]` stands on a closure.
pub(super) fn sequential(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("sequential"))
}

fn path_text(path: &syn::Path) -> String {
    let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
    names.join("::")
}

/// Attributes that may stand anywhere in a function, and that say nothing to us.
const ANYWHERE: &[&str] = &["doc", "allow", "warn", "deny", "forbid", "expect"];

/// Reports attributes inside of an item that would be ignored, and conditions (`#[cfg(…)]`) on anything but
/// a public function as a whole: all else is compiled together, whatever the conditions say.
pub(super) fn inside_item(reader: &mut Reader, item: &syn::Item) {
    let conditional = match item {
        syn::Item::Fn(function) => !matches!(function.vis, syn::Visibility::Inherited),
        _ => false,
    };
    // Attributes of fields go to the generated struct.
    let passed_through = matches!(item, syn::Item::Struct(_));
    let own = Judged { conditions: !conditional, others: false };
    let inner = Judged { conditions: true, others: !passed_through };
    attributes_within(reader, item.to_token_stream(), own, inner);
}

/// The kinds of attributes that are reported.
#[derive(Clone, Copy)]
struct Judged {
    conditions: bool,
    others: bool,
}

fn attributes_within(reader: &mut Reader, tokens: TokenStream, here: Judged, inner: Judged) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                if let Some(TokenTree::Group(group)) = tokens.peek().cloned() {
                    tokens.next();
                    attribute(reader, &group, tokens.peek(), here);
                }
            }
            TokenTree::Group(group) => attributes_within(reader, group.stream(), inner, inner),
            _ => {}
        }
    }
}

/// Reports an attribute that must not stand before the `next` token.
fn attribute(reader: &mut Reader, group: &Group, next: Option<&TokenTree>, judged: Judged) {
    let mut path = group.stream().into_iter();
    let Some(name) = path.next().map(|name| name.to_string()) else { return };
    if matches!(&*name, "cfg" | "cfg_attr") {
        if judged.conditions {
            let instead = "a condition stands on a whole `pub fn`, or on the whole block";
            reader.unsupported(Code::E006, group, "conditions (`cfg`) here", instead);
        }
        return;
    }
    let of_a_tool = matches!(path.next(), Some(TokenTree::Punct(mark)) if mark.as_char() == ':');
    if !judged.others || of_a_tool || ANYWHERE.contains(&&*name) {
        return;
    }
    let on_closure = next.is_some_and(|next| matches!(&*next.to_string(), "|" | "#" | "move"));
    let instead = match &*name {
        "sequential" if on_closure => return,
        "sequential" => "it stands on functions and on closures",
        _ => "",
    };
    reader.unsupported(Code::E006, group, &format!("the attribute `{name}` here"), instead);
}
