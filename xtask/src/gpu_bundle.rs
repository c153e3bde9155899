//! A folder for a machine with a GPU and no Rust, which is packed, too: tests, benchmark and example as
//! programs, and a script that runs them all and writes a report.
//!
//! The programs are for this machine's kind of processor, and have the PTX of their kernels inside:
//! nvcc or clang must be here (see `accel-build`), and a driver there.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

type Done<T> = Result<T, Box<dyn Error>>;

/// The largest size of a packed bundle, so that it is carried easily.
const MOST_BYTES: u64 = 60 << 20;

/// The builds: the arguments of cargo, and the programs that are taken. (The program files make programs of
/// 150 MiB, and take too long to optimise.)
const BUILDS: [(&[&str], &[&str]); 4] = [
    (&["test", "--no-run", "-p", "accel-cuda-tests"], &TESTS),
    (&["test", "--no-run", "-p", "accel-tests", "--features", "cuda"], &TESTS_OF_DEVICES),
    (&["build", "-p", "accel-cuda-benches"], &["accel-cuda-benches"]),
    (&["build", "--manifest-path", "standalone/Cargo.toml"], &["heated-plate"]),
];

/// The tests that compare a device with the CPU and need no settings of the emulator.
const TESTS: [&str; 15] = [
    "agreement",
    "chains",
    "checks",
    "decisions",
    "heaps",
    "nests",
    "own_arrays",
    "recursions",
    "residency",
    "rows",
    "scatters",
    "sorts",
    "stencils",
    "teams",
    "transpositions",
];

/// The tests that run on the device which the environment names.
const TESTS_OF_DEVICES: [&str; 8] = [
    "bad_input",
    "bad_rows",
    "compiled_random_programs_1",
    "invocation",
    "long_rows",
    "planes",
    "rust_side",
    "scalar_methods",
];

/// The settings of the builds: a few random programs, and no program files.
const SETTINGS: [(&str, &str); 2] =
    [("ACCEL_COMPILED_PROGRAMS", "60"), ("ACCEL_PROGRAM_FILES", "none")];

/// Makes the folder, which must not be there yet.
///
/// # Errors
/// If something cannot be built or written, or the packed bundle is too large.
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
    let script = repository().join("xtask/gpu-bundle-run");
    std::fs::copy(script, folder.join("run"))?;
    for (list, names) in [("tests", &TESTS[..]), ("tests-of-devices", &TESTS_OF_DEVICES)] {
        std::fs::write(folder.join(list), names.join("\n") + "\n")?;
    }
    println!("{}: {} MiB; `run` there writes `report.md`", folder.display(), bytes >> 20);
    let (archive, bytes) = packed(folder)?;
    println!("{}: {} MiB", archive.display(), bytes >> 20);
    if bytes > MOST_BYTES {
        return Err(format!("that is more than {} MiB", MOST_BYTES >> 20).into());
    }
    Ok(())
}

/// Packs the folder beside itself; gives the archive's place and size.
fn packed(folder: &Path) -> Done<(PathBuf, u64)> {
    let folder = folder.canonicalize()?;
    let archive = folder.with_added_extension("tar.gz");
    let name = folder.file_name().ok_or("the folder has no name")?;
    let (parent, mut tar) = (folder.join(".."), Command::new("tar"));
    tar.arg("-czf").arg(&archive).arg("-C").arg(parent).arg(name);
    if !tar.status()?.success() {
        return Err(format!("`tar` cannot pack {}", folder.display()).into());
    }
    let bytes = archive.metadata()?.len();
    Ok((archive, bytes))
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
        .args(["--locked", "--release", "--message-format=json-render-diagnostics"])
        .envs(SETTINGS)
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
