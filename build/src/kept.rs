//! PTX that is kept with the source of a package, in files that name their kernels.
//!
//! A file is found by the name of its kernel, which tells nothing of its content: it may have been cut
//! short, merged, or renamed. So the first line is a hash of the name and of the PTX behind it:
//!
//! ```text
//! // accel SHA-256 9f86d081884c7d65…
//! .version 7.0
//! …
//! ```

use std::path::Path;

use crate::store::{cannot, hash};

/// The beginning of the first line, to PTX a comment.
const MARK: &str = "// accel SHA-256 ";

/// The content of the file that keeps the PTX of a kernel.
pub fn sealed(name: &str, ptx: &str) -> String {
    format!("{MARK}{}\n{ptx}", seal(name, ptx))
}

/// The PTX in the file of a kernel.
///
/// # Errors
/// If it cannot be read, or is not the text that was saved under this name.
pub fn read(path: &Path, name: &str) -> Result<String, String> {
    let content = std::fs::read(path).map_err(|error| cannot("read", path, &error))?;
    let refused =
        |why: &str| format!("`{}` is not PTX that accel-build has saved: {why}", path.display());
    let content = String::from_utf8(content).map_err(|_| refused("it is not text"))?;
    // Version control may write other line ends than it was given.
    let content = content.replace("\r\n", "\n");
    let (first, ptx) = content.split_once('\n').unwrap_or((&content, ""));
    let Some(found) = first.strip_prefix(MARK) else {
        return Err(refused("its first line does not tell the hash of its content"));
    };
    if found != seal(name, ptx) {
        return Err(refused(
            "its content does not have the hash in its first line, so it was changed, cut short, or \
             belongs to another kernel",
        ));
    }
    Ok(ptx.to_owned())
}

fn seal(name: &str, ptx: &str) -> String {
    hash(&[name.as_bytes(), ptx.as_bytes()])
}
