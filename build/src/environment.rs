//! The environment variables of the build script, as a value: tests set them without touching
//! their own process.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;

/// Environment variables, and the folders of the machine where toolkits are installed.
pub struct Environment {
    pub variables: HashMap<OsString, OsString>,
    /// The folders in which installers put CUDA toolkits when nobody tells them otherwise.
    pub usual_toolkits: Vec<PathBuf>,
}

impl Environment {
    /// Returns the environment in which cargo started this build script.
    pub fn of_process() -> Environment {
        Environment { variables: std::env::vars_os().collect(), usual_toolkits: usual_toolkits() }
    }

    /// The value of a variable; an empty one counts as unset.
    pub fn text(&self, name: &str) -> Result<Option<String>, String> {
        match self.path(name).map(|value| value.into_os_string().into_string()) {
            None => Ok(None),
            Some(Ok(text)) => Ok(Some(text)),
            Some(Err(value)) => Err(format!("{name} is not Unicode: {value:?}")),
        }
    }

    /// The same, of a variable that is a path.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        let value = self.variables.get(&OsString::from(name))?;
        (!value.is_empty()).then(|| PathBuf::from(value))
    }
}

/// `/usr/local/cuda`, then `/usr/local/cuda-*` from the newest to the oldest, then those of
/// distributions.
fn usual_toolkits() -> Vec<PathBuf> {
    let mut numbered: Vec<(Vec<u32>, PathBuf)> = Vec::new();
    for entry in std::fs::read_dir("/usr/local").into_iter().flatten().flatten() {
        let name = entry.file_name();
        if let Some(number) = name.to_str().and_then(|name| name.strip_prefix("cuda-")) {
            let parts = number.split('.').map(|part| part.parse().unwrap_or(0)).collect();
            numbered.push((parts, entry.path()));
        }
    }
    numbered.sort_by(|a, b| b.0.cmp(&a.0));
    let mut list = vec![PathBuf::from("/usr/local/cuda")];
    list.extend(numbered.into_iter().map(|(_, path)| path));
    list.extend(["/opt/cuda", "/usr/lib/cuda"].map(PathBuf::from));
    list
}
