//! The folder that the macro reads: `accel` in `OUT_DIR`.
//!
//! Beside the files stands a list of the sources that each of them was made from, so that nothing is made
//! twice. Files appear whole or not at all, and the list is written after them: whatever interrupts a build,
//! the next one makes the missing files.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

const LIST: &str = "made-from";

/// The folder, and the changes to it in this build.
pub struct Store {
    folder: PathBuf,
    /// By the names of the files, the hash of the sources that they were made from when the build began.
    before: BTreeMap<String, String>,
    /// The same hashes of the files that belong to this build.
    now: Mutex<BTreeMap<String, String>>,
}

impl Store {
    /// # Errors
    /// If the folder cannot be made.
    pub fn open(folder: PathBuf) -> Result<Store, String> {
        std::fs::create_dir_all(&folder).map_err(|error| cannot("make", &folder, &error))?;
        // Without a list, or with one that is broken, everything is made again.
        let list = std::fs::read_to_string(folder.join(LIST)).unwrap_or_default();
        let entries = list.lines().filter_map(|line| line.split_once(' '));
        let before = entries.map(|(key, name)| (name.to_owned(), key.to_owned())).collect();
        Ok(Store { folder, before, now: Mutex::default() })
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Returns true if the file is there and was made from these sources. If so, it belongs to this build.
    pub fn has(&self, name: &str, made_from: &[&[u8]]) -> bool {
        let key = hash(made_from);
        let has = self.before.get(name) == Some(&key) && self.path(name).is_file();
        if has {
            self.remember(name, key);
        }
        has
    }

    /// Returns true if the file belongs to this build.
    pub fn belongs(&self, name: &str) -> bool {
        self.now.lock().expect("nothing panics while it is locked").contains_key(name)
    }

    /// Puts a file there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put(&self, name: &str, made_from: &[&[u8]], content: &[u8]) -> Result<(), String> {
        write_whole(&self.path(name), content)?;
        self.remember(name, hash(made_from));
        Ok(())
    }

    fn remember(&self, name: &str, key: String) {
        let mut now = self.now.lock().expect("nothing panics while it is locked");
        now.insert(name.to_owned(), key);
    }

    /// Removes the files that belong to no kernel any more, and writes the list.
    ///
    /// # Errors
    /// If a file cannot be removed or written.
    pub fn close(self) -> Result<(), String> {
        let now = self.now.into_inner().expect("nothing panics while it is locked");
        let names: BTreeSet<&str> = now.keys().map(String::as_str).chain([LIST]).collect();
        remove_others(&self.folder, |name| names.contains(name))?;
        let list: String = now.iter().map(|(name, key)| format!("{key} {name}\n")).collect();
        write_if_changed(&self.folder.join(LIST), list.as_bytes())
    }
}

/// A hash of the parts, in hexadecimal digits.
pub fn hash(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        // With their lengths, so that no two lists of parts are the same bytes.
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Removes the files of a folder that are not to be kept.
///
/// # Errors
/// If the folder cannot be read, or a file cannot be removed.
pub fn remove_others(folder: &Path, keep: impl Fn(&str) -> bool) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|error| cannot("read", folder, &error))?;
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && !name.to_str().is_some_and(&keep) {
            let path = entry.path();
            std::fs::remove_file(&path).map_err(|error| cannot("remove", &path, &error))?;
        }
    }
    Ok(())
}

/// Writes a file unless it is so already: cargo looks at times.
///
/// # Errors
/// If it cannot be written.
pub fn write_if_changed(path: &Path, content: &[u8]) -> Result<(), String> {
    if std::fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    write_whole(path, content)
}

/// Writes a file under another name first, so that nobody sees half of it.
fn write_whole(path: &Path, content: &[u8]) -> Result<(), String> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let write = || {
        let mut file = NamedTempFile::new_in(folder)?;
        file.write_all(content)?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(|error| cannot("write", path, &error))
}

/// A message that says why something could not be done with a path.
pub fn cannot(what: &str, path: &Path, error: &std::io::Error) -> String {
    format!("cannot {what} `{}`: {error}", path.display())
}
