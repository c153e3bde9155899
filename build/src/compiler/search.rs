//! Looks for nvcc, clang, ptxas and libdevice on this machine.
//!
//! A toolkit is a folder with `bin/nvcc`, `bin/ptxas` and `nvvm/libdevice` in it. Each of these can
//! be missing: NVIDIA's Python packages put nvcc, ptxas and libdevice into such a folder, those for
//! CUDA 12 only the last two.

use std::cell::OnceCell;
use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};

use super::{Assembler, Compiler, Kind, WITHOUT, run};
use crate::environment::Environment;
use crate::settings::Choice;

/// The oldest clang whose PTX is known to work.
const OLDEST_CLANG: u32 = 14;

/// The names of clang on the path, the best first.
const CLANGS: [&str; 9] = [
    "clang", "clang-21", "clang-20", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15",
    "clang-14",
];

/// The variables from which nvcc takes arguments, before and behind those of its command line.
const FLAGS_OF_NVCC: [&str; 2] = ["NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"];

/// The result of looking for a compiler.
pub enum Searched {
    Found(Compiler),
    /// There is none; the places where nvcc and clang were looked for and the faults there.
    Nowhere(Vec<String>),
}

/// A search in an environment.
pub struct Search<'a> {
    environment: &'a Environment,
    python: OnceCell<Vec<PathBuf>>,
}

impl<'a> Search<'a> {
    pub fn new(environment: &'a Environment) -> Search<'a> {
        Search { environment, python: OnceCell::new() }
    }

    /// The compiler that was asked for, or the first that is there.
    ///
    /// # Errors
    /// If one that was asked for is not there, or one that is there does not run.
    pub fn compiler(&self, choice: Choice) -> Result<Searched, String> {
        let mut looked = Vec::new();
        if matches!(choice, Choice::Any | Choice::Nvcc)
            && let Some(nvcc) = self.nvcc(&mut looked)?
        {
            return Ok(Searched::Found(nvcc));
        }
        if matches!(choice, Choice::Any | Choice::Clang)
            && let Some(clang) = self.clang(&mut looked)?
        {
            return Ok(Searched::Found(clang));
        }
        let asked = match choice {
            Choice::Any | Choice::None => return Ok(Searched::Nowhere(looked)),
            Choice::Nvcc => "nvcc",
            Choice::Clang => "clang",
        };
        let looked = looked.join("\n  ");
        Err(format!("ACCEL_CUDA_COMPILER is `{asked}`, but there is none:\n  {looked}"))
    }

    /// The assembler: beside the compiler that was found, or in any toolkit.
    ///
    /// # Errors
    /// If one is there and does not run.
    pub fn assembler(&self, compiler: Option<&Compiler>) -> Result<Option<Assembler>, String> {
        let beside = compiler.and_then(|compiler| compiler.path.parent());
        let beside = beside.map(|folder| folder.join(format!("ptxas{EXE_SUFFIX}")));
        let found = beside.filter(|path| path.is_file()).or_else(|| self.tool("ptxas"));
        let Some(path) = found else { return Ok(None) };
        let version = version(&path)?;
        Ok(Some(Assembler { path, version }))
    }

    fn nvcc(&self, looked: &mut Vec<String>) -> Result<Option<Compiler>, String> {
        let path = match self.environment.path("ACCEL_NVCC") {
            Some(path) if path.is_file() => Some(path),
            Some(path) => return Err(no_file("ACCEL_NVCC", &path)),
            None => self.tool("nvcc"),
        };
        let Some(path) = path else {
            looked.push(format!("no nvcc: {}", self.places()));
            return Ok(None);
        };
        let version = version(&path).map_err(|error| format!("{error}\n{WITHOUT}"))?;
        let flags = FLAGS_OF_NVCC.iter().filter_map(|name| self.environment.path(name));
        let flags = flags.map(PathBuf::into_os_string).collect();
        Ok(Some(Compiler { kind: Kind::Nvcc, path, version, flags, libdevice: None }))
    }

    fn clang(&self, looked: &mut Vec<String>) -> Result<Option<Compiler>, String> {
        if let Some(path) = self.environment.path("ACCEL_CLANG") {
            if !path.is_file() {
                return Err(no_file("ACCEL_CLANG", &path));
            }
            return match self.usable_clang(&path) {
                Ok(clang) => Ok(Some(clang)),
                Err(error) => Err(format!("ACCEL_CLANG: {error}")),
            };
        }
        let mut found = false;
        for name in CLANGS {
            let Some(path) = self.on_path(name) else { continue };
            found = true;
            match self.usable_clang(&path) {
                Ok(clang) => return Ok(Some(clang)),
                Err(error) => looked.push(error),
            }
        }
        if !found {
            looked.push(format!(
                "no clang: looked for ACCEL_CLANG, and for clang and clang-{OLDEST_CLANG} to \
                 {} on PATH",
                CLANGS[1]
            ));
        }
        Ok(None)
    }

    fn usable_clang(&self, path: &Path) -> Result<Compiler, String> {
        let version = version(path)?;
        let number = version.split_once("clang version ").and_then(|(_, rest)| {
            rest.split(|character: char| !character.is_ascii_digit()).next()?.parse::<u32>().ok()
        });
        if number.is_none_or(|number| number < OLDEST_CLANG) {
            let first = version.lines().next().unwrap_or_default();
            return Err(format!(
                "{} is older than clang {OLDEST_CLANG}, or not clang: `{first}`",
                path.display()
            ));
        }
        if !run(path, &["--print-targets".into()])?.contains("nvptx64") {
            return Err(format!("{} has no NVPTX target", path.display()));
        }
        let libdevice = self.in_toolkits("nvvm/libdevice/libdevice.10.bc");
        let (path, flags) = (path.to_owned(), Vec::new());
        Ok(Compiler { kind: Kind::Clang, path, version, flags, libdevice })
    }

    /// A program of the toolkit: `CUDA_PATH` and `CUDA_HOME` first, then the path.
    fn tool(&self, name: &str) -> Option<PathBuf> {
        let in_toolkit = Path::new("bin").join(format!("{name}{EXE_SUFFIX}"));
        first_file(self.named_toolkits(), &in_toolkit)
            .or_else(|| self.on_path(name))
            .or_else(|| first_file(self.environment.usual_toolkits.clone(), &in_toolkit))
            .or_else(|| first_file(self.python_toolkits().to_vec(), &in_toolkit))
    }

    fn in_toolkits(&self, file: &str) -> Option<PathBuf> {
        let mut list = self.named_toolkits();
        list.extend(self.on_path("nvcc").and_then(|path| toolkit_of(&path)));
        list.extend_from_slice(&self.environment.usual_toolkits);
        first_file(list, Path::new(file))
            .or_else(|| first_file(self.python_toolkits().to_vec(), Path::new(file)))
    }

    /// Returns the toolkits that `ACCEL_NVCC`, `CUDA_PATH` and `CUDA_HOME` name.
    fn named_toolkits(&self) -> Vec<PathBuf> {
        let nvcc = self.environment.path("ACCEL_NVCC");
        let of_nvcc = nvcc.and_then(|path| toolkit_of(&path));
        let named = ["CUDA_PATH", "CUDA_HOME"].map(|name| self.environment.path(name));
        of_nvcc.into_iter().chain(named.into_iter().flatten()).collect()
    }

    /// Finds `nvidia/cu13`, `nvidia/cuda_nvcc` and the like in the folders that Python imports from; the
    /// newest first. Python is asked once, and only if nothing else has the program that is looked for.
    fn python_toolkits(&self) -> &[PathBuf] {
        self.python.get_or_init(|| {
            let python = self.on_path("python3").or_else(|| self.on_path("python"));
            let Some(python) = python else { return Vec::new() };
            let script = "import sys; print('\\n'.join(sys.path))";
            let Ok(folders) = run(&python, &["-c".into(), script.into()]) else {
                return Vec::new();
            };
            let mut list = Vec::new();
            for folder in folders.lines().filter(|line| !line.trim().is_empty()) {
                let entries = std::fs::read_dir(Path::new(folder.trim()).join("nvidia"));
                let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
                let mut own: Vec<PathBuf> = paths.filter(|path| is_toolkit(path)).collect();
                own.sort_by(|a, b| b.cmp(a));
                // `cu14` and `cu13` have all in one folder.
                own.sort_by_key(|path| !named(path, |name| !name.starts_with("cuda_")));
                list.extend(own);
            }
            list
        })
    }

    fn on_path(&self, name: &str) -> Option<PathBuf> {
        which::which_in_global(name, self.environment.path("PATH")).ok()?.next()
    }

    fn places(&self) -> String {
        let usual = &self.environment.usual_toolkits;
        let usual: Vec<String> = usual.iter().map(|path| path.display().to_string()).collect();
        format!(
            "looked for ACCEL_NVCC, in CUDA_PATH, CUDA_HOME, PATH, {}, and in the packages of \
             Python",
            usual.join(", ")
        )
    }
}

/// The folder that a program belongs to, behind links: nvcc lies in its `bin`.
fn toolkit_of(program: &Path) -> Option<PathBuf> {
    Some(program.canonicalize().ok()?.parent()?.parent()?.to_owned())
}

fn is_toolkit(folder: &Path) -> bool {
    named(folder, |name| {
        name == "cuda_nvcc"
            || name.strip_prefix("cu").is_some_and(|number| number.parse::<u32>().is_ok())
    })
}

fn named(folder: &Path, test: impl Fn(&str) -> bool) -> bool {
    folder.file_name().and_then(|name| name.to_str()).is_some_and(test)
}

fn first_file(folders: Vec<PathBuf>, file: &Path) -> Option<PathBuf> {
    folders.iter().map(|folder| folder.join(file)).find(|path| path.is_file())
}

fn no_file(variable: &str, path: &Path) -> String {
    format!("{variable} is `{}`, which is not a file", path.display())
}

fn version(program: &Path) -> Result<String, String> {
    run(program, &["--version".into()])
}
