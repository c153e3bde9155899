//! Names of entries and numbers that kernels share with launches stand in the crate `accel-abi` alone: neither
//! the code that writes kernels nor the code that launches them spells one of its own.

use std::fs;
use std::path::Path;

use accel_abi::{EntryKind, SORT_SYMBOL, SortEntry, Team, Tile, constants};

/// The folders that take part in the interface, seen from this package.
const FOLDERS: &[&str] = &["src/emit", "src/plan/schedule/device", "../runtime/src/cuda"];

/// Every kind of entry but the first one, whose name is the symbol.
fn kinds() -> Vec<EntryKind> {
    let teams = [Team::Eight, Team::Warp, Team::Block, Team::Shares, Team::Postponed];
    let mut kinds: Vec<EntryKind> = teams.into_iter().map(EntryKind::Lanes).collect();
    kinds.extend([
        EntryKind::PrecomputedRows(Team::Thread),
        EntryKind::Partials,
        EntryKind::Lengths,
        EntryKind::Claims,
        EntryKind::Bins,
        EntryKind::Places,
        EntryKind::Ends,
        EntryKind::Tiles(Tile::Small),
        EntryKind::Tiles(Tile::Large),
        EntryKind::Transposed,
        EntryKind::Stencil,
        EntryKind::Sort(SortEntry::Sums),
    ]);
    for bytes in [1, 2, 4, 8] {
        kinds.extend(
            [SortEntry::Counts(bytes), SortEntry::Moves(bytes), SortEntry::Rows(bytes)]
                .map(EntryKind::Sort),
        );
    }
    kinds
}

fn files(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("the file can be read");
            found.push((path.display().to_string(), text));
        }
    }
}

#[test]
fn kinds_have_names_of_their_own() {
    let mut names: Vec<String> = kinds().into_iter().map(|kind| kind.name("k")).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count, "{names:?}");
}

#[test]
fn no_name_of_an_entry_is_spelled_elsewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    FOLDERS.iter().for_each(|folder| files(&root.join(folder), &mut found));
    assert!(found.len() > 60, "the folders are others than they were");
    let mut wrong = Vec::new();
    for (path, text) in &found {
        for kind in kinds() {
            let suffix = kind.name("");
            // As a literal of its own, or behind a placeholder.
            for spelled in [format!("\"{suffix}\""), format!("}}{suffix}(")] {
                if text.contains(&spelled) {
                    wrong.push(format!("{path}: {spelled}"));
                }
            }
        }
        if text.contains(SORT_SYMBOL) {
            wrong.push(format!("{path}: {SORT_SYMBOL}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The names under which a constant of the interface was once declared a second time.
const MIRRORED: &[&str] = &[
    "THREADS",
    "WARP",
    "SQUARE",
    "SMALL_TILE",
    "LARGE_TILE",
    "LENGTH_OF_PART",
    "SIZE_OF_PART",
    "ROUNDS",
    "VALUES",
    "VALUES_OF_BLOCK",
    "TOO_SMALL",
];

#[test]
fn no_shared_constant_is_declared_elsewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    FOLDERS.iter().for_each(|folder| files(&root.join(folder), &mut found));
    let declared = |text: &str, name: &str| text.contains(&format!("const {name}: "));
    let header = constants::device_header();
    let shared: Vec<String> = header
        .lines()
        .filter_map(|line| line.trim().strip_prefix("constexpr ")?.split(' ').nth(1))
        .map(str::to_uppercase)
        .collect();
    assert!(shared.iter().any(|name| name == "LENGTH_OF_PART"), "{shared:?}");
    let names = shared.iter().map(String::as_str).chain(MIRRORED.iter().copied());
    let names: Vec<&str> = names.collect();
    for (path, text) in &found {
        for name in &names {
            assert!(!declared(text, name), "{path} declares {name}, which is in `accel-abi`");
        }
    }
}
