//! The list of names in `pass/names_of_the_surroundings.rs` holds every name that the expansion of
//! its blocks uses, but for keywords and those that are declared for the user there.
//! `ACCEL_WRITE_NAMES=1` writes the list.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use accel_ir::{Input, compile};
use proc_macro2::{TokenStream, TokenTree};

/// Finds the groups that follow `head` in the tokens.
fn groups_behind(tokens: TokenStream, head: &[&str], found: &mut Vec<TokenStream>) {
    let mut matched = 0;
    for token in tokens {
        match token {
            TokenTree::Group(group) if matched == head.len() => {
                found.push(group.stream());
                matched = 0;
            }
            TokenTree::Group(group) => {
                matched = 0;
                groups_behind(group.stream(), head, found);
            }
            other if matched < head.len() && other.to_string() == head[matched] => matched += 1,
            _ => matched = 0,
        }
    }
}

fn names(tokens: TokenStream, found: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => names(group.stream(), found),
            TokenTree::Ident(name) => {
                found.insert(name.to_string());
            }
            _ => {}
        }
    }
}

/// The names of the items that a block gives, and of its functions' parameters, which Rust lets have
/// the names of items around them.
fn declared(items: Vec<syn::Item>, found: &mut BTreeSet<String>) {
    for item in items {
        let name = match item {
            syn::Item::Fn(function) => {
                for parameter in &function.sig.inputs {
                    if let syn::FnArg::Typed(typed) = parameter
                        && let syn::Pat::Ident(name) = &*typed.pat
                    {
                        found.insert(name.ident.to_string());
                    }
                }
                function.sig.ident
            }
            syn::Item::Mod(module) => module.ident,
            syn::Item::Struct(structure) => structure.ident,
            syn::Item::Type(alias) => alias.ident,
            syn::Item::Const(constant) => constant.ident,
            _ => continue,
        };
        found.insert(name.to_string());
    }
}

#[test]
fn every_name_of_the_expansion_is_taken_around_it() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("pass/names_of_the_surroundings.rs");
    let text = fs::read_to_string(&path).expect("the program");
    let program: TokenStream = text.parse().expect("the program is tokens");
    let mut blocks = Vec::new();
    groups_behind(program.clone(), &["accel", ":", ":", "accel", "!"], &mut blocks);
    assert_eq!(blocks.len(), 2);
    let mut lists = Vec::new();
    groups_behind(program, &["names", "!"], &mut lists);
    let mut listed = BTreeSet::new();
    names(lists.pop().expect("the list"), &mut listed);
    let (mut used, mut own) = (BTreeSet::new(), BTreeSet::from(["_".to_string()]));
    own.insert("generic".to_string());
    for block in blocks {
        let expanded = compile(Input::Block(block));
        let file: syn::File = syn::parse2(expanded.clone()).expect("the expansion is Rust");
        declared(file.items, &mut own);
        names(expanded, &mut used);
    }
    let is_name = |name: &&String| syn::parse_str::<syn::Ident>(name).is_ok();
    let needed: BTreeSet<String> = used.difference(&own).filter(is_name).cloned().collect();
    assert!(!needed.contains("compile_error"), "the blocks have errors");
    if std::env::var_os("ACCEL_WRITE_NAMES").is_some() {
        let (before, _) = text.split_once("names! {\n").expect("the list");
        let (_, behind) = text.rsplit_once("\n}\n\npub fn main").expect("the list");
        let mut list = String::new();
        let mut line = String::from("   ");
        for name in &needed {
            if line.len() + 1 + name.len() > 100 {
                list += &format!("{line}\n");
                line = String::from("   ");
            }
            line += &format!(" {name}");
        }
        let text = format!("{before}names! {{\n{list}{line}\n}}\n\npub fn main{behind}");
        return fs::write(path, text).expect("the list");
    }
    let missing: Vec<&String> = needed.difference(&listed).collect();
    assert!(missing.is_empty(), "not in the list (ACCEL_WRITE_NAMES=1 writes it): {missing:?}");
    let taken: Vec<&String> = listed.intersection(&own).collect();
    assert!(taken.is_empty(), "the blocks give these themselves: {taken:?}");
}
