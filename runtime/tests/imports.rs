//! Checks the imports between files of the runtime: `cpu/` and `cuda/` do not know each other, nobody below
//! knows the drivers, and files do not name each other in circles.
//!
//! A file names another one by a path that begins with `crate` or `super`, in a `use` or elsewhere. A path
//! leads to the file of the longest module on it; the name of a module that is imported or declared stands
//! for its path. Tests inside of files may name what they like.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Files that name each other in a circle, and why. The list only shrinks.
const CIRCLES: &[(&[&str], &str)] = &[
    (
        &[
            "argument.rs",
            "array/mod.rs",
            "element.rs",
            "ragged/argument.rs",
            "ragged/csr.rs",
            "ragged/debug.rs",
            "ragged/from_rows.rs",
            "ragged/mod.rs",
            "ragged/offsets.rs",
            "ragged/raw_parts.rs",
            "ragged/row.rs",
            "ragged/rows.rs",
            "ragged/values.rs",
            "ragged/view.rs",
        ],
        "what users see refers to each other: an `Element` has rows of ragged arrays, which have elements",
    ),
    (
        &["failure.rs", "memory.rs"],
        "a failure copies shapes that disagree into memory, which may fail to be had",
    ),
];

/// Folders whose module has another name.
const RENAMED: &[(&str, &str)] = &[("cores", "cpu")];

/// The source files, by their path below `src`, with their text up to the tests.
fn sources() -> BTreeMap<String, String> {
    fn collect(folder: &Path, root: &Path, into: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path: PathBuf = entry.expect("a file").path();
            if path.is_dir() {
                collect(&path, root, into);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("text");
                let text = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default().to_owned();
                let name = path.strip_prefix(root).expect("a file of the runtime");
                into.insert(name.to_str().expect("a name").to_owned(), text);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = BTreeMap::new();
    collect(&root, &root, &mut files);
    files.retain(|name, _| !name.ends_with("tests.rs"));
    files
}

/// Text without comments and literals of text, in tokens: names, `::`, `{`, `}`, `,`, `;` and others.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default();
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let end = if first.is_alphanumeric() || first == '_' {
                rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
            } else if rest.starts_with("::") {
                2
            } else if first == '"' {
                rest[1..].find('"').map_or(rest.len(), |end| end + 2)
            } else {
                first.len_utf8()
            };
            let (token, behind) = rest.split_at(end);
            if !token.trim().is_empty() && first != '"' {
                tokens.push(token.to_owned());
            }
            rest = behind;
        }
    }
    tokens
}

/// The paths that begin at a token, one for each name in braces, with the name that it is bound to.
fn paths_at(
    tokens: &[String],
    mut at: usize,
    mut path: Vec<String>,
    all: &mut Vec<(Vec<String>, String)>,
) -> usize {
    let is = |at: usize, what: &str| tokens.get(at).is_some_and(|token| token == what);
    loop {
        if is(at, "{") {
            at += 1;
            while at < tokens.len() && !is(at, "}") {
                at = paths_at(tokens, at, path.clone(), all);
                at += usize::from(is(at, ","));
            }
            return at + 1;
        }
        let Some(name) = tokens.get(at) else { return at };
        if name != "self" || path.is_empty() {
            path.push(name.clone());
        }
        at += 1;
        if !is(at, "::") {
            let renamed = is(at, "as").then(|| tokens[at + 1].clone());
            at += if renamed.is_some() { 2 } else { 0 };
            let bound = renamed.or_else(|| path.last().cloned()).unwrap_or_default();
            all.push((path, bound));
            return at;
        }
        at += 1;
    }
}

/// The module of a file, as names from the root on.
fn module_of(file: &str) -> Vec<String> {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
    let path = if path == "lib" { "" } else { path };
    path.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// A path from the root on; none if it leads to nothing of this crate. `bound` are modules by the names that
/// they have in the file.
fn absolute(
    path: &[String],
    own: &[String],
    bound: &BTreeMap<String, Vec<String>>,
) -> Option<Vec<String>> {
    let mut module = own.to_vec();
    let mut names = path;
    match path.first()?.as_str() {
        "crate" | "super" | "self" => {}
        name => {
            module.clone_from(bound.get(name)?);
            names = &path[1..];
        }
    }
    while let Some((first, rest)) = names.split_first() {
        match first.as_str() {
            "crate" => module.clear(),
            "super" => drop(module.pop()),
            "self" => {}
            _ => break,
        }
        names = rest;
    }
    module.extend(names.iter().cloned());
    let folder = module.first().and_then(|first| RENAMED.iter().find(|(name, _)| first == name));
    if let Some((_, folder)) = folder {
        module[0] = (*folder).to_owned();
    }
    Some(module)
}

/// The files that a file names.
fn named(file: &str, text: &str, files: &BTreeMap<Vec<String>, String>) -> BTreeSet<String> {
    let tokens = tokens(text);
    let own = module_of(file);
    let child = |name: &String| own.iter().chain([name]).cloned().collect::<Vec<String>>();
    // The modules that the file declares, and those that it uses.
    let mut bound = BTreeMap::new();
    for pair in tokens.windows(3).filter(|three| three[0] == "mod" && three[2] == ";") {
        bound.insert(pair[1].clone(), child(&pair[1]));
    }
    let mut paths = Vec::new();
    for at in 0..tokens.len() {
        let before = at.checked_sub(1).map_or("", |before| tokens[before].as_str());
        let is_use = before == "use";
        // `pub(in crate::…)` says who sees something.
        if is_use
            || before != "::"
                && before != "in"
                && tokens.get(at + 1).is_some_and(|next| next == "::")
        {
            let mut found = Vec::new();
            paths_at(&tokens, at, Vec::new(), &mut found);
            for (path, name) in found {
                match absolute(&path, &own, &bound) {
                    Some(module) if is_use && files.contains_key(&module) => {
                        bound.insert(name, module);
                    }
                    _ => paths.push(path),
                }
            }
        }
    }
    let mut found = BTreeSet::new();
    for path in paths {
        let Some(mut module) = absolute(&path, &own, &bound) else { continue };
        while !module.is_empty() && !files.contains_key(&module) {
            module.pop();
        }
        // The root hands things on to users, and is nobody's in particular.
        if let Some(other) = files.get(&module).filter(|other| *other != file && *other != "lib.rs")
        {
            found.insert(other.clone());
        }
    }
    found
}

/// For each file, the files that it names.
fn graph() -> BTreeMap<String, BTreeSet<String>> {
    let sources = sources();
    let files = sources.keys().map(|file| (module_of(file), file.clone())).collect();
    sources.iter().map(|(file, text)| (file.clone(), named(file, text, &files))).collect()
}

/// The files that can be reached from a file.
fn reached(graph: &BTreeMap<String, BTreeSet<String>>, from: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(file) = open.pop() {
        for other in &graph[file] {
            if found.insert(other.clone()) {
                open.push(other);
            }
        }
    }
    found
}

#[test]
fn folders_know_only_what_lies_below_them() {
    let graph = graph();
    assert!(
        graph["drivers/kernels.rs"].contains("cpu/map.rs"),
        "{:?}",
        graph["drivers/kernels.rs"]
    );
    assert!(
        graph["drivers/kernels.rs"].contains("cuda/mod.rs")
            || graph["drivers/kernels.rs"].contains("cuda/lanes.rs")
    );
    let unknown: [(&str, &[&str]); 3] = [
        ("kernel/", &["cpu/", "cuda/", "drivers/"]),
        ("cpu/", &["cuda/", "drivers/"]),
        ("cuda/", &["cpu/", "drivers/"]),
    ];
    for (file, named) in &graph {
        for (folder, unknown) in unknown {
            let knows = |other: &&String| unknown.iter().any(|folder| other.starts_with(folder));
            let wrong: Vec<&String> = named.iter().filter(knows).collect();
            assert!(!file.starts_with(folder) || wrong.is_empty(), "{file} names {wrong:?}");
        }
    }
}

#[test]
fn no_files_name_each_other_in_a_circle() {
    let graph = graph();
    let all: BTreeMap<&String, BTreeSet<String>> =
        graph.keys().map(|file| (file, reached(&graph, file))).collect();
    let mut circles = BTreeSet::new();
    for (file, others) in &all {
        let circle: Vec<&str> =
            others.iter().filter(|other| all[other].contains(*file)).map(String::as_str).collect();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    let allowed: BTreeSet<Vec<&str>> = CIRCLES.iter().map(|(files, _)| files.to_vec()).collect();
    assert_eq!(
        circles, allowed,
        "{circles:#?}\nleft: the circles that there are; right: those that are allowed"
    );
}
