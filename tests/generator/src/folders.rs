//! The program files.

use std::path::{Path, PathBuf};

/// The files and folders in a folder, in the order of names.
///
/// # Panics
/// If the folder cannot be read.
pub fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut list: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    list.sort();
    list
}

/// The program files in the folders of a folder, in the order of their paths.
///
/// # Panics
/// If the folder cannot be read.
pub fn program_files(folder: &Path) -> Vec<PathBuf> {
    let folders = list(folder).into_iter().filter(|path| path.is_dir());
    let mut files: Vec<PathBuf> = folders.flat_map(|folder| list(&folder)).collect();
    files.sort();
    files
}
