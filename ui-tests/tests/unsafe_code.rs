//! What the runtime makes public is sound: safe code reaches nothing through it that uses memory unchecked.
//!
//! Views, buffers and the like are read and written unchecked, so each function that gives one asks for the
//! token that only `unsafe` makes, or for something that was made with it; and so does each function with an
//! `unsafe` block, unless the block is right whoever calls the function. The few of these are listed, with
//! why. A new function that is neither fails here.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::visit::{self, Visit};

/// The token.
const TOKEN: &str = "Proven";

/// Types that are made with the token alone, types that are made of those, and names for types that they
/// are the parts of. Whoever has a value of one may use it unchecked.
const GATED: &[&str] = &[
    // Memory.
    "Buffer",
    "View",
    "Local",
    "Either",
    "NewRow",
    "SpareCapacity",
    "FilterWriter",
    "Saved",
    "Input",
    "RaggedInput",
    "Memory",
    // The parts of arrays.
    "Columns",
    "Views",
    // The operands of sorts, which are made of views.
    "Column",
    // The destinations of lanes, and what drivers make of them.
    "Rows",
    "RowWriter",
    "ColumnWriter",
    "SegmentWriter",
    "Target",
    "Counted",
    "Whole",
    "Buffers",
    "BlockOutput",
    "Reduced",
    "Appended",
    "Compacted",
    "Scanned",
    "Order",
    // Code for devices.
    "DeviceCode",
    "DeviceKernel",
    // Names for results with some of these.
    "ReadColumns",
    "OwnedColumns",
    "ReadRows",
];

/// Functions that give a gated value to whoever calls them, which others cannot, or have made it themselves.
const GIVES: &[(&str, &str)] = &[
    ("argument.rs: Array::read", READABLE),
    ("argument.rs: Readable::read", READABLE),
    ("argument.rs: [T]::read", READABLE),
    ("argument.rs: [[T ; M]]::read", READABLE),
    ("argument.rs: [[[T ; M] ; N]]::read", READABLE),
    ("array/view.rs: ArrayView::read", READABLE),
    ("kernel/base.rs: Kernel::offsets", KERNEL),
    (
        "kernel/block_outputs.rs: BlockOutputs::alone",
        "parts are made with the token, and this takes them over",
    ),
    ("kernel/scan.rs: Scan::before", KERNEL),
    ("memory.rs: Memory::default", MEMORY),
    ("memory.rs: Memory::from", MEMORY),
    ("memory.rs: Memory::reserve", MEMORY),
    ("ragged/agreeing.rs: Ragged::read", READABLE),
    ("ragged/agreeing.rs: RaggedView::read", READABLE),
    ("ragged/agreeing.rs: [& [T]]::read", READABLE),
    ("ragged/agreeing.rs: [Vec < T >]::read", READABLE),
    ("ragged/argument.rs: Ragged::read", READABLE),
    ("ragged/argument.rs: RaggedReadable::read", READABLE),
    ("ragged/argument.rs: RaggedView::read", READABLE),
    ("ragged/argument.rs: [X]::read", READABLE),
    ("ragged/offsets.rs: Offsets::input", "nobody else has `Offsets`, which have been checked"),
];

const READABLE: &str =
    "the trait has no name outside of the runtime, nor is it implied by one that has";
const KERNEL: &str = "a kernel gives what it has";
const MEMORY: &str = "the type has no name outside of the runtime, and a buffer is no way to it";

/// Functions with an `unsafe` block that is right whoever calls them.
const HOLDS_UNSAFE: &[(&str, &str)] = &[
    (
        "cuda/driver.rs: Event::destroy",
        "events are made by the driver, and nobody keeps a destroyed one",
    ),
    ("cuda/driver.rs: Event::record", "events and streams are made by the driver"),
    ("cuda/driver.rs: Event::synchronize", "events are made by the driver"),
    ("cuda/driver.rs: Event::until", "events are made by the driver"),
    ("cuda/driver.rs: Stream::new", "it asks the driver for a stream"),
    ("cuda/driver.rs: Stream::wait", "events and streams are made by the driver"),
    ("failure.rs: Failure::drop", "the details belong to the failure alone"),
    ("failure.rs: Failure::new", "the memory that it asks for is that of the details alone"),
    ("launch.rs: Arguments::scalar", "a `Scalar` has no padding, and fits"),
];

/// Traits that safe code may implement, as nothing trusts what it says, or cannot.
const SAFE_TRAITS: &[(&str, &str)] = &[
    ("cpu/scalar.rs: Float", SCALAR),
    ("cpu/scalar.rs: Integer", SCALAR),
    ("cpu/scalar.rs: Rank", SCALAR),
    ("cpu/scalar.rs: Unsigned", SCALAR),
    ("element.rs: Product", ELEMENT),
    ("kernel/append.rs: Append", RUN),
    ("kernel/base.rs: Combines", RUN),
    ("kernel/base.rs: Kernel", RUN),
    ("kernel/combine.rs: Combine", RUN),
    ("kernel/compact.rs: Compact", RUN),
    ("kernel/map.rs: Map", RUN),
    ("kernel/reduce.rs: Reduce", RUN),
    ("kernel/scan.rs: Scan", RUN),
    (
        "ragged/offsets.rs: Offset",
        "it is for numbers that have a trait without a name outside of the runtime",
    ),
    ("ragged/raw_parts.rs: RaggedValues", "what it gives is a `Ragged`, which has been checked"),
    ("ragged/row.rs: RowElement", ELEMENT),
];

const RUN: &str = "who runs a kernel shows the token for it";
const SCALAR: &str = "its functions give numbers, which nobody trusts";
const ELEMENT: &str = "it is for an `Element`, which only unsafe code makes of a type";

/// A function that other crates can call.
struct Open {
    /// Its file and name: `buffer.rs: Buffer::literal`.
    name: String,
    /// True if it asks for the token, or for a value that is made with it.
    asks: bool,
    /// True if it gives a value that is made with it.
    gives: bool,
    /// True if it has an `unsafe` block.
    has_unsafe: bool,
}

/// The items that other crates can name.
struct Known {
    /// The names that the root of the runtime hands on.
    handed_on: BTreeSet<String>,
    /// Files whose functions are in modules that are `pub`.
    files: BTreeSet<String>,
}

/// Files of modules that the root hands on as a whole.
const HANDED_ON: &[&str] = &["cpu/elementary/mod.rs", "cpu/scalar.rs"];

/// Finds such functions in a file.
struct Functions<'k> {
    known: &'k Known,
    file: String,
    /// Its types that are not `pub`.
    private: BTreeSet<String>,
    open: Vec<Open>,
    /// The type whose methods are looked at.
    of: Option<String>,
}

/// The words in some tokens.
fn words(tokens: &impl ToTokens) -> BTreeSet<String> {
    // A part of `Self` is not `Self`.
    let text = tokens.to_token_stream().to_string().replace("Self ::", "");
    text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect()
}

fn is_gated(tokens: &impl ToTokens) -> bool {
    let words = words(tokens);
    GATED.iter().any(|name| words.contains(*name))
}

/// Returns true if there is an `unsafe` block.
fn has_unsafe(block: &syn::Block) -> bool {
    struct Unsafe(bool);
    impl<'ast> Visit<'ast> for Unsafe {
        fn visit_expr_unsafe(&mut self, _: &'ast syn::ExprUnsafe) {
            self.0 = true;
        }
    }
    let mut found = Unsafe(false);
    found.visit_block(block);
    found.0
}

impl Functions<'_> {
    /// Looks at a function that other crates can call.
    fn look(&mut self, signature: &syn::Signature, block: Option<&syn::Block>) {
        if matches!(signature.safety, syn::Safety::Unsafe(_)) {
            return;
        }
        let of_gated = self.of.as_ref().is_some_and(|name| GATED.contains(&name.as_str()));
        let asks = signature.inputs.iter().any(|input| match input {
            // `self` of a gated type; a method of a trait has any.
            syn::FnArg::Receiver(_) => of_gated,
            syn::FnArg::Typed(input) => words(&input.ty).contains(TOKEN) || is_gated(&input.ty),
        });
        let gives = match &signature.output {
            syn::ReturnType::Default => false,
            syn::ReturnType::Type(_, ty) => is_gated(ty) || of_gated && words(ty).contains("Self"),
        };
        let of = self.of.as_ref().map_or(String::new(), |of| format!("{of}::"));
        let name = format!("{}: {of}{}", self.file, signature.ident);
        let has_unsafe = block.is_some_and(has_unsafe);
        self.open.push(Open { name, asks, gives, has_unsafe });
    }
}

fn is_public(visibility: &syn::Visibility) -> bool {
    matches!(visibility, syn::Visibility::Public(_))
}

/// Returns true if an item is there for tests only.
fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && words(&attribute.meta).contains("test")
    })
}

impl<'ast> Visit<'ast> for Functions<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_for_tests(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        let name = function.sig.ident.to_string();
        let is_known =
            self.known.files.contains(&self.file) || self.known.handed_on.contains(&name);
        if is_known && is_public(&function.vis) {
            self.look(&function.sig, Some(&function.block));
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let name = match &*item.self_ty {
            syn::Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            other => Some(other.to_token_stream().to_string()),
        };
        // A type that is not `pub` has no methods for others.
        if name.as_ref().is_some_and(|name| self.private.contains(name)) {
            return;
        }
        let around = std::mem::replace(&mut self.of, name);
        for part in &item.items {
            if let syn::ImplItem::Fn(function) = part
                && (item.trait_.is_some() || is_public(&function.vis))
            {
                self.look(&function.sig, Some(&function.block));
            }
        }
        self.of = around;
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        if !is_public(&item.vis) {
            return;
        }
        let around = self.of.replace(item.ident.to_string());
        for part in &item.items {
            if let syn::TraitItem::Fn(function) = part {
                self.look(&function.sig, function.default.as_ref());
            }
        }
        self.of = around;
    }
}

fn sources(folder: &Path, list: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the runtime") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            sources(&path, list);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            list.push(path);
        }
    }
}

/// The names that are known, of files with their text taken apart.
fn known(files: &[(String, syn::File)]) -> Known {
    let mut known = Known { handed_on: BTreeSet::new(), files: BTreeSet::new() };
    let syntax = |file: &str| files.iter().find(|(name, _)| name == file).map(|(_, syntax)| syntax);
    // From the root down, through modules that are `pub`, and from modules that the root hands on.
    let mut open = vec!["lib.rs".to_owned()];
    open.extend(HANDED_ON.iter().map(|file| (*file).to_owned()));
    while let Some(file) = open.pop() {
        let folder = match file.strip_suffix("mod.rs").or(file.strip_suffix("lib.rs")) {
            Some(folder) => folder.to_owned(),
            None => file.replace(".rs", "/"),
        };
        for item in &syntax(&file).expect("a module has a file").items {
            if let syn::Item::Mod(module) = item
                && is_public(&module.vis)
                && module.content.is_none()
            {
                let names = [
                    format!("{folder}{}.rs", module.ident),
                    format!("{folder}{}/mod.rs", module.ident),
                ];
                open.extend(names.into_iter().filter(|name| syntax(name).is_some()));
            }
        }
        known.files.insert(file);
    }
    struct HandedOn<'k>(&'k mut BTreeSet<String>);
    impl<'ast> Visit<'ast> for HandedOn<'_> {
        fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
            if is_public(&item.vis) {
                visit::visit_item_use(self, item);
            }
        }

        // The names themselves, not those of the modules on their paths.
        fn visit_use_name(&mut self, name: &'ast syn::UseName) {
            self.0.insert(name.ident.to_string());
        }

        fn visit_use_rename(&mut self, name: &'ast syn::UseRename) {
            self.0.extend([name.ident.to_string(), name.rename.to_string()]);
        }
    }
    HandedOn(&mut known.handed_on).visit_file(syntax("lib.rs").expect("the root"));
    known
}

/// The types of a file that are not `pub`. (Of those that are, values can be had even where their module is
/// private.)
fn private_types(syntax: &syn::File) -> BTreeSet<String> {
    let types = syntax.items.iter().filter_map(|item| match item {
        syn::Item::Struct(item) => Some((&item.vis, &item.ident)),
        syn::Item::Enum(item) => Some((&item.vis, &item.ident)),
        _ => None,
    });
    types
        .filter(|(visibility, _)| !is_public(visibility))
        .map(|(_, name)| name.to_string())
        .collect()
}

fn files() -> Vec<(String, syn::File)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/src");
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    paths.sort();
    let parsed = paths.into_iter().map(|path| {
        let text = fs::read_to_string(&path).expect("a file");
        let name = path.strip_prefix(&root).expect("a file of the runtime").display().to_string();
        (name, syn::parse_file(&text).expect("Rust"))
    });
    parsed.collect()
}

fn open_functions() -> Vec<Open> {
    let files = files();
    let known = known(&files);
    let mut open = Vec::new();
    for (file, syntax) in &files {
        let private = private_types(syntax);
        let (open_here, of) = (Vec::new(), None);
        let mut functions =
            Functions { known: &known, file: file.clone(), private, open: open_here, of };
        functions.visit_file(syntax);
        open.extend(functions.open);
    }
    open
}

/// That functions of a kind are those of a list.
#[track_caller]
fn are_listed(found: impl Iterator<Item = String>, list: &[(&str, &str)]) {
    let found: BTreeSet<String> = found.collect();
    let listed: BTreeSet<String> = list.iter().map(|(name, _)| (*name).to_owned()).collect();
    let new: Vec<&String> = found.difference(&listed).collect();
    let gone: Vec<&String> = listed.difference(&found).collect();
    assert!(new.is_empty() && gone.is_empty(), "not listed: {new:#?}\nno longer there: {gone:#?}");
}

#[test]
fn nothing_that_is_used_unchecked_is_given_without_the_token() {
    let open = open_functions();
    assert!(open.iter().filter(|function| function.gives && function.asks).count() > 100);
    let free = open.into_iter().filter(|function| function.gives && !function.asks);
    are_listed(free.map(|function| function.name), GIVES);
}

#[test]
fn nothing_public_holds_unsafe_code_without_the_token_or_a_reason() {
    let open = open_functions();
    assert!(open.iter().filter(|function| function.has_unsafe && function.asks).count() > 10);
    let free = open.into_iter().filter(|function| function.has_unsafe && !function.asks);
    are_listed(free.map(|function| function.name), HOLDS_UNSAFE);
}

#[test]
fn traits_that_safe_code_may_implement_are_trusted_by_nobody() {
    let files = files();
    let known = known(&files);
    let mut safe = Vec::new();
    for (file, syntax) in &files {
        for item in &syntax.items {
            if let syn::Item::Trait(item) = item
                && item.unsafety.is_none()
                && is_public(&item.vis)
                && (known.files.contains(file) || known.handed_on.contains(&item.ident.to_string()))
            {
                safe.push(format!("{file}: {}", item.ident));
            }
        }
    }
    are_listed(safe.into_iter(), SAFE_TRAITS);
}
