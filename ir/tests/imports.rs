//! Stages import earlier stages alone, code that looks at programs does not import code that rewrites them,
//! and files do not import each other in circles.
//!
//! The test reads the paths that begin with `crate`, `super` or the name of a child module in the tokens of
//! every file of `src`, and follows re-exports to the file that has the item. Unit tests and quoted code
//! do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The stages, earlier ones first. Stages of one line do not import each other.
const ORDER: &[&[&str]] = &[
    &["source", "stack"],
    &["tokens", "diagnostic"],
    &["core", "syntax", "limits", "version"],
    &["analysis", "interp"],
    &["types"],
    &["passes"],
    &["plan"],
    &["pipeline"],
    &["emit"],
    &["options"],
    &["planned", "interface"],
    &["front", "compile"],
    &["units"],
    &["lib"],
];

/// Files that import a later stage, and which: a list that only gets shorter.
const LEAKS: &[(&str, &str)] = &[("source.rs", "tokens.rs")];

/// Files that import each other, directly or not. The list only gets shorter: take a file off it when it is
/// in no circle any more.
const CIRCLES: &[&str] = &[
    "core/program.rs",
    "core/table.rs",
    "core/types.rs",
    "core/variables.rs",
    "core/visit.rs",
    "interface/boundary.rs",
    "interface/entering.rs",
    "interface/functions.rs",
    "interface/generic.rs",
    "interface/mod.rs",
    "interface/plans.rs",
    "interp/run/limits.rs",
    "interp/run/mod.rs",
    "interp/run/soac.rs",
    "interp/run/view.rs",
    "passes/collapse/mod.rs",
    "passes/collapse/ragged.rs",
    "passes/descriptor_arguments/callers.rs",
    "passes/descriptor_arguments/follow.rs",
    "passes/descriptor_arguments/mod.rs",
    "passes/fuse/uses.rs",
    "passes/fuse/mod.rs",
    "passes/fuse/nests.rs",
    "passes/fuse/order.rs",
    "passes/program/lift/calls.rs",
    "passes/program/lift/calling_convention.rs",
    "passes/program/lift/lanes.rs",
    "passes/program/lift/mod.rs",
    "passes/program/lift/task.rs",
    "passes/range_checks/affine.rs",
    "passes/range_checks/guards.rs",
    "passes/range_checks/mod.rs",
    "passes/segments/known_lengths.rs",
    "passes/segments/form.rs",
    "passes/segments/mod.rs",
    "passes/segments/store.rs",
    "source.rs",
    "syntax/attributes.rs",
    "syntax/depth.rs",
    "syntax/expressions.rs",
    "syntax/items.rs",
    "syntax/mod.rs",
    "tokens.rs",
    "types/context/extent.rs",
    "types/context/mod.rs",
    "types/infer/mod.rs",
    "types/infer/unify.rs",
    "types/lower/call.rs",
    "types/lower/certain.rs",
    "types/lower/control.rs",
    "types/lower/declared.rs",
    "types/lower/empty.rs",
    "types/lower/expression.rs",
    "types/lower/limits.rs",
    "types/lower/loops.rs",
    "types/lower/mod.rs",
    "types/lower/regularity.rs",
    "types/lower/signature.rs",
    "types/lower/stencil.rs",
    "types/ownership/mod.rs",
    "types/ownership/moves.rs",
];

/// A path in a file; and if it only makes a name visible to others under that of the file.
struct Import {
    path: Vec<String>,
    is_exported: bool,
}

/// A file as a module.
struct Module {
    file: String,
    imports: Vec<Import>,
}

/// The modules of `src` by their paths.
fn modules() -> BTreeMap<Vec<String>, Module> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut modules, mut open) = (BTreeMap::new(), vec![root.clone()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder can be read") {
            let path = entry.expect("a folder can be read").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let within = path.strip_prefix(&root).expect("it lies in the folder");
                let file = within.to_string_lossy().replace('\\', "/");
                let parts = file.trim_end_matches(".rs").split('/').map(str::to_owned);
                let mut module: Vec<String> = parts.collect();
                if module.last().is_some_and(|last| last == "mod" || last == "lib") {
                    module.pop();
                }
                let text = fs::read_to_string(&path).expect("a file can be read");
                let tokens: TokenStream = text.parse().expect("a file is made of tokens");
                let mut reader = Reader { children: children(&tokens), imports: Vec::new() };
                reader.tokens(tokens, &module);
                modules.insert(module, Module { file, imports: reader.imports });
            }
        }
    }
    modules
}

/// The names of the modules that a file declares, but for tests.
fn children(tokens: &TokenStream) -> BTreeSet<String> {
    let list: Vec<String> = tokens.clone().into_iter().map(|token| token.to_string()).collect();
    let declared = list.windows(3).filter(|window| window[0] == "mod" && window[2] == ";");
    declared.map(|window| window[1].clone()).filter(|name| name != "tests").collect()
}

struct Reader {
    children: BTreeSet<String>,
    imports: Vec<Import>,
}

impl Reader {
    fn tokens(&mut self, tokens: TokenStream, module: &[String]) {
        let list: Vec<TokenTree> = tokens.into_iter().collect();
        let mut position = 0;
        while position < list.len() {
            if is_test(&list[position..]) {
                // Up to the end of the item.
                while !ends_item(&list[position]) {
                    position += 1;
                }
                position += 1;
                continue;
            }
            if is_quoted(&list[position..]) {
                position += 3;
                continue;
            }
            let begins = position == 0 || !is_colon(&list[position - 1]);
            match &list[position] {
                TokenTree::Ident(ident)
                    if begins && list.get(position + 1).is_some_and(is_colon) =>
                {
                    let name = ident.to_string();
                    let start = match name.as_str() {
                        "crate" => Some(Vec::new()),
                        "super" => Some(module[..module.len().saturating_sub(1)].to_vec()),
                        "self" => Some(module.to_vec()),
                        name if self.children.contains(name) => {
                            Some([module, &[name.to_owned()]].concat())
                        }
                        _ => None,
                    };
                    if let Some(start) = start {
                        let before = list[..position].iter().rev().map(ToString::to_string);
                        let is_exported = is_exported(before);
                        self.path(&list[position + 1..], start, is_exported);
                    }
                }
                TokenTree::Group(group) => self.tokens(group.stream(), module),
                _ => {}
            }
            position += 1;
        }
    }

    /// The rest of a path, which begins with colons if it goes on.
    fn path(&mut self, list: &[TokenTree], mut path: Vec<String>, is_exported: bool) {
        let mut position = 0;
        while list.get(position).is_some_and(is_colon) {
            match list.get(position + 2) {
                Some(TokenTree::Ident(ident)) if *ident == "super" => {
                    path.pop();
                }
                Some(TokenTree::Ident(ident)) => path.push(ident.to_string()),
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    for item in inner.split(|token| token.to_string() == ",") {
                        let Some(first) = item.first() else { continue };
                        let mut path = path.clone();
                        if first.to_string() != "self" {
                            path.push(first.to_string());
                        }
                        self.path(&item[1..], path, is_exported);
                    }
                    return;
                }
                _ => break,
            }
            position += 3;
        }
        self.imports.push(Import { path, is_exported });
    }
}

/// Returns true if the tokens before a path, backwards, make it a re-export.
fn is_exported(mut before: impl Iterator<Item = String>) -> bool {
    before.next().is_some_and(|token| token == "use")
        && before.next().is_some_and(|token| token == "pub" || token.starts_with('('))
}

fn is_colon(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':')
}

fn ends_item(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    }
}

/// Returns true if an item begins here that only tests have.
fn is_test(list: &[TokenTree]) -> bool {
    let [hash, attribute, ..] = list else { return false };
    hash.to_string() == "#" && attribute.to_string().replace(' ', "") == "[cfg(test)]"
}

/// Returns true if code of the generated program begins here.
fn is_quoted(list: &[TokenTree]) -> bool {
    let [name, bang, TokenTree::Group(_), ..] = list else { return false };
    name.to_string().starts_with("quote") && bang.to_string() == "!"
}

/// The module that has the item which a path names.
fn home<'m>(modules: &'m BTreeMap<Vec<String>, Module>, path: &[String]) -> Option<&'m [String]> {
    let mut path = path.to_vec();
    for _ in 0..8 {
        let length =
            (0..=path.len()).rev().find(|length| modules.contains_key(&path[..*length]))?;
        let (module, _) = modules.get_key_value(&path[..length])?;
        let Some(item) = path.get(length) else { return Some(module) };
        let exported = modules[module].imports.iter().find(|import| {
            import.is_exported && import.path.last() == Some(item) && import.path != path
        });
        match exported {
            Some(import) => path = [&import.path[..], &path[length + 1..]].concat(),
            None => return Some(module),
        }
    }
    None
}

/// The files that each file imports.
fn graph(modules: &BTreeMap<Vec<String>, Module>) -> BTreeMap<&str, BTreeSet<&str>> {
    let imported = |module: &Module| -> BTreeSet<&str> {
        let used = module.imports.iter().filter(|import| !import.is_exported);
        let homes = used.filter_map(|import| home(modules, &import.path));
        let files = homes.map(|home| modules[home].file.as_str());
        files.filter(|file| *file != module.file && *file != "lib.rs").collect()
    };
    modules.values().map(|module| (module.file.as_str(), imported(module))).collect()
}

fn stage(file: &str) -> &str {
    file.split(['/', '.']).next().unwrap_or_default()
}

#[test]
fn stages_import_earlier_stages() {
    let modules = modules();
    let order = |stage: &str| ORDER.iter().position(|line| line.contains(&stage));
    let mut leaks = Vec::new();
    for (file, imports) in graph(&modules) {
        let own = order(stage(file)).unwrap_or_else(|| panic!("{file} is in no stage"));
        for imported in imports {
            let other =
                order(stage(imported)).unwrap_or_else(|| panic!("{imported} is in no stage"));
            if stage(file) != stage(imported) && other >= own {
                leaks.push((file, imported));
            }
        }
    }
    let new: Vec<_> = leaks.iter().filter(|leak| !LEAKS.contains(leak)).collect();
    assert!(new.is_empty(), "files that import a stage that does not come before theirs: {new:#?}");
    let old: Vec<_> = LEAKS.iter().filter(|leak| !leaks.contains(leak)).collect();
    assert!(old.is_empty(), "files that do not import a later stage any more: {old:#?}");
}

/// Stages that emit, plan and interpret programs do not rewrite them, and `analysis` only looks.
#[test]
fn passes_are_imported_by_the_pipeline() {
    let modules = modules();
    for (file, imports) in graph(&modules) {
        let from = stage(file);
        for imported in imports {
            let rewrites = stage(imported) == "passes";
            let looks = ["emit", "plan", "interp"].contains(&from);
            assert!(!(looks && rewrites), "{file} imports {imported}");
            let is_core = ["analysis", "core", "source"].contains(&stage(imported));
            assert!(from != "analysis" || is_core, "{file} imports {imported}");
        }
    }
}

/// The files that a file imports, directly or not.
fn reached<'m>(graph: &BTreeMap<&'m str, BTreeSet<&'m str>>, from: &'m str) -> BTreeSet<&'m str> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(file) = open.pop() {
        open.extend(graph[file].iter().copied().filter(|imported| seen.insert(*imported)));
    }
    seen
}

#[test]
fn files_do_not_import_each_other_in_circles() {
    let modules = modules();
    let graph = graph(&modules);
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|file| (*file, reached(&graph, file))).collect();
    let mut circles: BTreeSet<Vec<&str>> = BTreeSet::new();
    for (file, others) in reached.iter().filter(|(file, others)| others.contains(*file)) {
        let back = others.iter().copied().filter(|other| reached[other].contains(file));
        circles.insert(back.collect());
    }
    let old: Vec<_> =
        CIRCLES.iter().filter(|file| !circles.iter().any(|circle| circle.contains(file))).collect();
    assert!(old.is_empty(), "files that are in no circle any more: {old:#?}");
    circles.retain(|circle| circle.iter().any(|file| !CIRCLES.contains(file)));
    assert!(circles.is_empty(), "files that import each other: {circles:#?}");
}
