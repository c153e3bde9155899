//! Packages that are built in temporary folders, by compilers that are shell scripts where no real
//! one is needed, and by an emitter that makes a small kernel of every block.

mod compilers;
mod discovery;
mod headers;
mod instructions;
mod kept;
mod lowering;
mod rebuilding;
mod variables;

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use accel_ir::Input;
use quote::ToTokens;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::environment::Environment;
use crate::precompile::{Outcome, precompile};
use crate::{Unit, blocks};

/// The declarations that both compilers need to compile the kernels of [`emit`].
const HEADER: &str = r#"
#if defined(__clang__)
#define __global__ __attribute__((global))
#define THREAD __nvvm_read_ptx_sreg_tid_x()
extern "C" __attribute__((device)) float __nv_sinf(float);
#define SINE __nv_sinf
#else
#define THREAD threadIdx.x
#define SINE sinf
#endif
"#;

/// A kernel for every block that is not empty. The kernel is wrong where the block says `broken`, and calls a
/// function of libdevice where it says `sine`.
fn emit(input: Input) -> Vec<Unit> {
    let text = match input {
        Input::Block(tokens) => tokens.to_string(),
        Input::Module { items, .. } => {
            items.iter().map(|item| item.to_token_stream().to_string()).collect()
        }
    };
    if text.is_empty() {
        return Vec::new();
    }
    let value = match () {
        () if text.contains("broken") => "undeclared",
        () if text.contains("sine") => "SINE(xs[THREAD])",
        () => "xs[THREAD] * xs[THREAD] + 1.0f",
    };
    let source = format!(
        "// {text}\n{HEADER}\
         extern \"C\" __global__ void kernel(float* xs) {{ xs[THREAD] = {value}; }}\n"
    );
    let hash = Sha256::digest(&source);
    let name = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    vec![Unit { name, source }]
}

/// A package, and the environment of its build script.
struct Package {
    folder: TempDir,
    variables: HashMap<OsString, OsString>,
    usual_toolkits: Vec<PathBuf>,
}

impl Package {
    /// An empty package called `solver`, on a machine without any compiler.
    fn new() -> Package {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut package = Package { folder, variables: HashMap::new(), usual_toolkits: Vec::new() };
        for name in ["package", "out", "bin"] {
            std::fs::create_dir(package.path(name)).expect("a new folder");
        }
        package.set("CARGO_MANIFEST_DIR", package.path("package"));
        package.set("OUT_DIR", package.path("out"));
        package.set("PATH", package.path("bin"));
        package.set("CARGO_PKG_NAME", "solver");
        package.set("NUM_JOBS", "2");
        package
    }

    /// One with a block in `src/lib.rs`, on a machine with an nvcc that is a script.
    fn with_nvcc(block: &str) -> Package {
        let package = Package::new();
        package.write("src/lib.rs", format!("accel! {{ {block} }}"));
        package.program("bin/nvcc", FAKE_NVCC);
        package
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.variables.insert(name.into(), value.into());
    }

    /// Writes a file of the package.
    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path("package").join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, content).expect("a file");
    }

    /// Makes a shell script. Another process writes it: a program that this one has open cannot be run, and
    /// other tests may inherit the files that are open here.
    fn program(&self, name: &str, script: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        let mut shell = Command::new("sh")
            .args(["-c", "cat > \"$0\" && chmod +x \"$0\""])
            .arg(&path)
            .stdin(Stdio::piped())
            .spawn()
            .expect("a shell");
        let script = script.replace("FOLDER", &self.folder.path().display().to_string());
        let mut input = shell.stdin.take().expect("a pipe");
        input.write_all(script.as_bytes()).expect("the shell reads");
        drop(input);
        assert!(shell.wait().expect("the shell ends").success());
        path
    }

    fn build(&self) -> Outcome {
        let environment = Environment {
            variables: self.variables.clone(),
            usual_toolkits: self.usual_toolkits.clone(),
        };
        precompile(&environment, &emit)
    }

    /// A build that succeeds without a warning.
    #[track_caller]
    fn build_well(&self) -> Outcome {
        let outcome = self.build();
        assert_eq!(outcome.errors, [""; 0]);
        assert_eq!(outcome.warnings, [""; 0]);
        outcome
    }

    /// The names of the files that the macro finds, sorted, of one kind.
    fn outputs(&self, extension: &str) -> Vec<String> {
        names(&self.path("out/accel"), extension)
    }

    fn output(&self, name: &str) -> String {
        std::fs::read_to_string(self.path("out/accel").join(name)).expect("the file is there")
    }

    /// The arguments of all calls of programs that are scripts, but for `--version`.
    fn calls(&self) -> Vec<String> {
        let log = std::fs::read_to_string(self.path("log")).unwrap_or_default();
        log.lines().map(str::to_owned).collect()
    }
}

/// Names of files in a folder, sorted.
fn names(folder: &Path, extension: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string());
    let mut names: Vec<String> = names.map(|name| name.expect("a name")).collect();
    names.retain(|name| name.ends_with(extension));
    names.sort();
    names
}

/// Writes down how it was called, rejects sources that say `broken`, and writes PTX that names its
/// source.
const FAKE_NVCC: &str = r#"#!/bin/sh
if [ "$1" = --version ]; then echo "fake nvcc 13.0"; exit; fi
echo "$@" >> "FOLDER/log"
while [ $# -gt 1 ]; do [ "$1" = -o ] && out="$2"; shift; done
if grep -q undeclared "$1"; then echo "$1(3): error: undeclared"; exit 2; fi
{ echo "// $(head -n 1 "$1")"; echo .version 9.0; echo .target sm_75; echo .address_size 64; echo ".entry fake()"; } > "$out"
"#;
