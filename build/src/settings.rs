//! The settings of a build, from the environment.

use std::path::PathBuf;

use crate::environment::Environment;
use crate::target::{self, Target};

/// The variables that change the output of a build; cargo runs the build script again when one changes.
/// `PATH` is not among them: it differs between a terminal and an editor, and both would build everything
/// again in turns.
pub const WATCHED: [&str; 9] = [
    "ACCEL_CUDA_ARCH",
    "ACCEL_CUDA_COMPILER",
    "ACCEL_CLANG",
    "ACCEL_NVCC",
    "ACCEL_SAVE_PTX",
    "CUDA_HOME",
    "CUDA_PATH",
    "NVCC_APPEND_FLAGS",
    "NVCC_PREPEND_FLAGS",
];

/// The value of `ACCEL_CUDA_COMPILER`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// nvcc, else clang, else none.
    Any,
    Nvcc,
    Clang,
    /// No kernel is compiled.
    None,
}

/// The settings of a build, from the environment.
pub struct Settings {
    /// The folder of the package.
    pub root: PathBuf,
    /// The folder that build scripts write to.
    pub out: PathBuf,
    /// The number of things that may be done at a time.
    pub jobs: usize,
    pub choice: Choice,
    /// The target that PTX is compiled for.
    pub target: Target,
    /// The targets that machine code is assembled for, besides.
    pub cubins: Vec<Target>,
    /// True if the PTX is to be kept in the package.
    pub save: bool,
    /// The name of the package.
    pub package: String,
}

impl Settings {
    /// # Errors
    /// The name of each variable whose value is wrong, and the values that were expected.
    pub fn read(environment: &Environment) -> Result<Settings, Vec<String>> {
        let mut errors = Vec::new();
        let mut text = |name: &str| {
            environment.text(name).unwrap_or_else(|error| {
                errors.push(error);
                None
            })
        };
        let choice = text("ACCEL_CUDA_COMPILER");
        let targets = text("ACCEL_CUDA_ARCH");
        let save = text("ACCEL_SAVE_PTX");
        let package = text("CARGO_PKG_NAME");
        let jobs = text("NUM_JOBS");

        let choice = choice.map_or(Ok(Choice::Any), |name| choice_named(&name));
        let cubins = targets.map_or(Ok(Vec::new()), |list| listed(&list));
        errors.extend(choice.as_ref().err().cloned());
        errors.extend(cubins.as_ref().err().cloned());
        let mut folder = |name: &str| {
            environment.path(name).unwrap_or_else(|| {
                errors.push(format!("{name} is not set; cargo sets it for build scripts"));
                PathBuf::new()
            })
        };
        let (root, out) = (folder("CARGO_MANIFEST_DIR"), folder("OUT_DIR"));
        let (Ok(choice), Ok(cubins), true) = (choice, cubins, errors.is_empty()) else {
            return Err(errors);
        };
        let available = || std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Settings {
            root,
            out,
            jobs: jobs.and_then(|jobs| jobs.parse().ok()).unwrap_or_else(available).max(1),
            choice,
            target: cubins.iter().min().map_or(target::DEFAULT, |lowest| lowest.plain()),
            cubins,
            save: save.is_some() && save == package,
            package: package.unwrap_or_default(),
        })
    }
}

fn choice_named(name: &str) -> Result<Choice, String> {
    match name {
        "nvcc" => Ok(Choice::Nvcc),
        "clang" => Ok(Choice::Clang),
        "none" => Ok(Choice::None),
        _ => Err(format!(
            "ACCEL_CUDA_COMPILER is `{name}`, expected `nvcc`, `clang` or `none`; without it, \
             whichever is found is used"
        )),
    }
}

fn listed(list: &str) -> Result<Vec<Target>, String> {
    let mut targets = Vec::new();
    for name in list.split(',') {
        let target = name.trim().parse().map_err(|()| {
            format!(
                "ACCEL_CUDA_ARCH is `{list}`, expected compute capabilities from {} on, divided \
                 by commas, as in `75,80,90a`; `{name}` is none",
                target::OLDEST
            )
        })?;
        targets.push(target);
    }
    targets.sort();
    targets.dedup();
    Ok(targets)
}
