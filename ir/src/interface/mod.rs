//! The Rust items that a block becomes: functions that take and give Rust values, structs that
//! arrays can hold, constants, aliases.
//!
//! Each public function `f` becomes `f`, `try_f` and a module `f`, which holds `plan()` and the
//! code of the back ends. A function with errors keeps its signature, so that its callers are not
//! reported too.

mod boundary;
mod constants;
mod documentation;
mod entering;
mod functions;
mod generic;
mod helpers;
mod lanes;
mod lints;
mod plans;
mod rust_types;
mod structs;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::quote;
use rustc_hash::FxHashSet;
use syn::Attribute;

use crate::diagnostic::Diagnostics;
use crate::emit::cpu::{LaneReport, Sites};
use crate::emit::cuda::Entry;
use crate::plan::{Plan, Reason};
use crate::source::{SourceMap, Span};
use crate::syntax::tree::{Item, Name};
use crate::types::check::Checked;
use crate::types::infer::Instance;
use crate::types::lints::unused_items;

pub use constants::constants;

/// A function under one of its instances.
pub struct Compiled {
    /// The types that the type parameters stand for.
    pub instance: Instance,
    /// The plan.
    pub plan: Plan,
    /// The code of the back ends: `fn on_cpu` and the items it needs.
    pub code: TokenStream,
    /// The entries of its kernels for CUDA devices, in their order, if devices go through its plan and
    /// some have been compiled.
    pub entries: Option<Entries>,
    /// The plans of the recursive functions that it may call, and of its variant for devices, with the
    /// entries of each.
    pub others: Vec<(Plan, Option<Entries>)>,
    /// The findings about the lanes of all functions as they were written.
    pub lanes: LaneReport,
}

impl Compiled {
    /// Returns true if any part of it has been compiled for devices.
    fn is_for_devices(&self) -> bool {
        self.entries.is_some() || self.others.iter().any(|(_, entries)| entries.is_some())
    }
}

/// The device entries of a plan, for CUDA devices.
#[derive(Clone)]
pub struct Entries {
    /// The entries of its kernels, in their order.
    pub kernels: Vec<Result<Entry, Reason>>,
    /// True if the sorts of its host code run on the device.
    pub sorts: bool,
}

/// The items of a block. `functions` holds the compiled code of each function under each instance; nothing
/// for functions with errors and for those that are not public.
pub fn items(
    checked: &Checked,
    functions: &[Vec<Compiled>],
    source: &SourceMap,
    errors: &mut Diagnostics,
) -> TokenStream {
    let mut tokens = TokenStream::new();
    let unused = unused_items(checked.context.module);
    let interface = Interface { checked, source, reachable: checked.reachable(), unused };
    tokens.extend(interface.helpers_alone());
    let mut position = 0;
    // Of several with one name, which is an error, the first stands for all.
    let mut types = FxHashSet::default();
    let mut values = FxHashSet::default();
    for (index, item) in checked.context.structs.iter().enumerate() {
        if types.insert(&*item.name.text) {
            tokens.extend(interface.structure(index, item));
        }
    }
    for item in &checked.context.module.items {
        match item {
            Item::Function(function) => {
                let is_companion = checked.context.whose_companion(function).is_some();
                if values.insert(&*function.name.text) && !is_companion {
                    tokens.extend(interface.function(position, &functions[position]));
                    // Errors come before everything else.
                    if errors.is_empty() {
                        tokens.extend(interface.lints(position));
                    }
                }
                position += 1;
            }
            Item::Alias(alias) => tokens.extend(interface.alias(alias)),
            Item::Const(_) | Item::Struct(_) => {}
        }
    }
    tokens.extend(constants(&interface, errors));
    if errors.is_empty() {
        tokens.extend(interface.lints_of_items());
    }
    tokens
}

/// The sites of the checks that are made at a function's boundary: they come first in its table,
/// in the order of the parameters.
pub fn boundary_sites(checked: &Checked, function: usize, sites: &mut Sites) {
    for parameter in &checked.context.functions[function].function.parameters {
        sites.parameter(&parameter.name.text, parameter.name.span);
    }
}

/// The state of writing items.
pub struct Interface<'a> {
    checked: &'a Checked<'a>,
    source: &'a SourceMap,
    /// The functions that are public, or called by public ones.
    reachable: FxHashSet<usize>,
    /// The private items other than functions that nothing in the block mentions.
    unused: Vec<&'a Item>,
}

impl Interface<'_> {
    fn span(&self, span: Span) -> proc_macro2::Span {
        self.source.tokens(span).0
    }

    /// A name of the user's, at its place.
    fn ident(&self, name: &Name) -> Ident {
        identifier(&name.text, self.span(name.span))
    }
}

/// The attributes of an item that decide if it exists, and which lints it wants.
fn attributes_of_lints(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    let names = ["cfg", "allow", "warn", "deny", "forbid"];
    attributes
        .iter()
        .filter(move |attribute| names.iter().any(|name| attribute.path().is_ident(name)))
}

/// Tokens that stand at the user's: lints about an item underline up to its last token.
fn located(tokens: TokenStream, span: proc_macro2::Span) -> TokenStream {
    let place = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            let mut inner = Group::new(group.delimiter(), located(group.stream(), span));
            inner.set_span(span);
            return TokenTree::Group(inner);
        }
        token.set_span(span);
        token
    };
    tokens.into_iter().map(place).collect()
}

/// An identifier, raw if it has to be: `gen` has to in some editions.
fn identifier(text: &str, span: proc_macro2::Span) -> Ident {
    match syn::parse_str::<Ident>(text) {
        Ok(_) if text != "gen" => Ident::new(text, span),
        Err(_) if text == "_" => Ident::new(text, span),
        _ => Ident::new_raw(text, span),
    }
}

/// A statement or item that lets these names be bound in the block where it stands. A pattern that
/// is a name would be a constant, a static or a struct of the surrounding Rust if there is one of
/// that name; functions, as which the names are imported here, give way to variables.
fn bindable(names: &[Ident]) -> TokenStream {
    if names.is_empty() {
        return TokenStream::new();
    }
    quote! {
        #[allow(unused_imports)]
        use ::accel::host::{#(name as #names),*};
    }
}

/// `a, b` in parentheses, as a tuple of any length; a single item is a tuple too.
fn tuple(items: &[TokenStream]) -> TokenStream {
    match items {
        [one] => quote!((#one,)),
        _ => quote!((#(#items),*)),
    }
}
