//! The texts of the program files.

use std::path::{Path, PathBuf};

/// The text of each program file, in the order of their names.
///
/// # Panics
/// If one cannot be read.
pub fn texts() -> Vec<String> {
    named_texts().into_iter().map(|(_, text)| text).collect()
}

/// The name of each program file, with its folder, and its text, in the order of their names.
///
/// # Panics
/// If one cannot be read.
pub fn named_texts() -> Vec<(String, String)> {
    let mut files: Vec<PathBuf> = Vec::new();
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("programs");
    collect(&programs, &mut files);
    let named = |file: PathBuf| {
        let name = file.strip_prefix(&programs).expect("it lies there").with_extension("");
        (name.display().to_string(), std::fs::read_to_string(&file).expect("can be read"))
    };
    files.into_iter().map(named).collect()
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
