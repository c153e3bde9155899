//! The Rust files of a package, and the paths that cargo has to watch.

use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

/// The folders in which a package keeps its targets.
const FOLDERS: [&str; 4] = ["src", "examples", "tests", "benches"];

/// The folders of the package that exist, as cargo is to watch them. A path that does not exist
/// must not be among them: cargo would run the build script every time.
pub fn folders(root: &Path) -> Vec<PathBuf> {
    FOLDERS.iter().map(|name| root.join(name)).filter(|folder| folder.is_dir()).collect()
}

/// The Rust files under a folder, sorted by path. Links are followed; a link back to a folder
/// around it is not. A folder with a `Cargo.toml` of its own is another package's.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let is_other_package = |entry: &DirEntry| {
        entry.depth() > 0 && entry.file_type().is_dir() && entry.path().join("Cargo.toml").exists()
    };
    let entries = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter();
    // An entry that cannot be read belongs to a file that rustc cannot read either, and reports.
    let entries = entries.filter_entry(|entry| !is_other_package(entry)).filter_map(Result::ok);
    let is_rust = |entry: &DirEntry| {
        entry.file_type().is_file() && entry.path().extension().is_some_and(|name| name == "rs")
    };
    entries.filter(is_rust).map(DirEntry::into_path).collect()
}
