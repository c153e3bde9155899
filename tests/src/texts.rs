//! The texts of the program files.

use std::path::{Path, PathBuf};

/// The text of each program file, in the order of their names.
///
/// # Panics
/// If one cannot be read.
pub fn texts() -> Vec<String> {
    let mut files: Vec<PathBuf> = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("programs"), &mut files);
    files.iter().map(|file| std::fs::read_to_string(file).expect("can be read")).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
