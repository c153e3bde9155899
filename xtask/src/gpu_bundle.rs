//! A folder for a machine with a GPU and no Rust: tests, benchmark and example as programs, and a
//! script that runs them all and writes a report.
//!
//! The programs are for this machine's kind of processor, and have the PTX of their kernels inside:
//! nvcc or clang must be here (see `accel-build`), and a driver there.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

type Done<T> = Result<T, Box<dyn Error>>;

/// How large a bundle may be, so that it is carried easily.
const MOST_BYTES: u64 = 60 << 20;

/// What is built: the arguments of cargo, and the programs that are taken. (The program files make
/// a program of 150 MiB, and take too long to optimise.)
const BUILDS: [(&[&str], &[&str]); 3] = [
    (&["test", "--no-run", "-p", "accel-cuda-tests"], &TESTS),
    (&["build", "-p", "accel-cuda-benches"], &["accel-cuda-benches"]),
    (&["build", "--manifest-path", "standalone/Cargo.toml"], &["heated-plate"]),
];

/// The tests that need no settings of the emulator.
const TESTS: [&str; 6] = ["agreement", "chains", "rows", "scatters", "sorts", "teams"];

/// Makes the folder, which must not be there yet.
///
/// # Errors
/// If something cannot be built or written, or the bundle is too large.
pub fn make(folder: &Path) -> Done<()> {
    std::fs::create_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut bytes = 0;
    for (arguments, names) in BUILDS {
        let programs = build(arguments)?;
        for name in names {
            let found = programs.iter().find(|(target, _)| target == name);
            let (_, path) = found.ok_or_else(|| format!("cargo built no `{name}`"))?;
            bytes += stripped(path, &folder.join(name))?;
        }
    }
    let script = folder.join("run");
    std::fs::copy(repository().join("xtask/gpu-bundle-run"), &script)?;
    if bytes > MOST_BYTES {
        return Err(format!("the programs have {bytes} bytes, more than {MOST_BYTES}").into());
    }
    println!("{}: {} MiB; `run` there writes `report.md`", folder.display(), bytes >> 20);
    Ok(())
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("")
}

/// Copies a program without its symbols; gives its size.
fn stripped(from: &Path, to: &Path) -> Done<u64> {
    let run = Command::new("strip").arg("-o").arg(to).arg(from).status()?;
    if !run.success() {
        return Err(format!("`strip` cannot copy {}", from.display()).into());
    }
    Ok(to.metadata()?.len())
}

/// Has cargo build something, optimised; gives the names and paths of the programs.
fn build(arguments: &[&str]) -> Done<Vec<(String, PathBuf)>> {
    let run = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(arguments)
        .args(["--release", "--message-format=json-render-diagnostics"])
        .current_dir(repository())
        .stderr(std::process::Stdio::inherit())
        .output()?;
    if !run.status.success() {
        return Err(format!("`cargo {}` failed", arguments.join(" ")).into());
    }
    let mut programs = Vec::new();
    for line in String::from_utf8(run.stdout)?.lines() {
        let message: Value = serde_json::from_str(line)?;
        if let (Some(program), Some(name)) =
            (message["executable"].as_str(), message["target"]["name"].as_str())
        {
            programs.push((name.to_owned(), program.into()));
        }
    }
    Ok(programs)
}
