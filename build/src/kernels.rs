//! The kernels of a package: those that its blocks become.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::blocks::blocks;
use crate::files::{folders, rust_files};
use crate::parallel::parallel;
use crate::settings::Settings;
use crate::{Emit, Unit};

/// A unit, and the first block that it belongs to.
pub struct Kernel {
    pub unit: Unit,
    /// Relative to the package, where the file lies in it.
    pub file: PathBuf,
    pub line: usize,
}

impl Kernel {
    /// `src/lib.rs:12`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.file.display(), self.line)
    }
}

/// All kernels of the package in the order of their names, each once.
///
/// # Errors
/// If two kernels that differ have one name.
pub fn kernels(settings: &Settings, emit: Emit) -> Result<Vec<Kernel>, String> {
    let mut files: Vec<PathBuf> =
        folders(&settings.root).iter().flat_map(|folder| rust_files(folder)).collect();
    // The files that the build script wrote for `include!` before it came here count, too.
    files.extend(rust_files(&settings.out));
    let found = parallel(settings.jobs, &files, |file| kernels_of(&settings.root, file, emit));

    let mut list: BTreeMap<String, Kernel> = BTreeMap::new();
    for kernel in found.into_iter().flatten() {
        if let Some(other) = list.get(&kernel.unit.name) {
            if other.unit.source != kernel.unit.source {
                return Err(format!(
                    "the blocks at {} and {} have different kernels of the same name `{}`; please \
                     report this bug of accel",
                    other.place(),
                    kernel.place(),
                    kernel.unit.name
                ));
            }
            continue;
        }
        list.insert(kernel.unit.name.clone(), kernel);
    }
    Ok(list.into_values().collect())
}

fn kernels_of(root: &Path, file: &Path, emit: Emit) -> Vec<Kernel> {
    // A file that cannot be read as text cannot be read by rustc either, which reports it.
    let Ok(text) = std::fs::read_to_string(file) else { return Vec::new() };
    // Most files have no block, and are not worth cutting into tokens.
    if !text.contains("accel") && !text.contains("module") {
        return Vec::new();
    }
    let name = file.strip_prefix(root).unwrap_or(file);
    let kernels = blocks(&text).into_iter().flat_map(|block| {
        let (line, file) = (block.line, name.to_owned());
        let units = emit(block.input).into_iter();
        units.map(move |unit| Kernel { unit, file: file.clone(), line })
    });
    kernels.collect()
}
