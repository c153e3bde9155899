//! The programs that turn CUDA C++ into PTX, and PTX into machine code.

mod search;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub use search::{Search, Searched};

use crate::ptx;
use crate::target::Target;

/// Advice to users whose compiler is broken.
pub const WITHOUT: &str =
    "ACCEL_CUDA_COMPILER=nvcc, clang or none takes another compiler or goes without";

/// The kinds of compilers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Nvcc,
    Clang,
}

/// The headers that nvcc reads before a kernel. Clang always goes without headers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Headers {
    /// The headers of CUDA, which take longer than most kernels.
    Cuda,
    /// None: kernels declare the functions that they use, in the way of the versions of nvcc that we know.
    None,
}

/// A compiler that runs.
#[derive(Debug)]
pub struct Compiler {
    pub kind: Kind,
    pub path: PathBuf,
    /// The text that it prints about its version.
    pub version: String,
    /// The flags that it takes from its environment besides its arguments.
    pub flags: Vec<OsString>,
    /// NVIDIA's mathematical functions as bitcode, for clang; nvcc knows where they are.
    pub libdevice: Option<PathBuf>,
}

impl Compiler {
    /// Everything that its output depends on besides the source.
    pub fn identity(&self, target: Target) -> String {
        let (source, output) = (Path::new("in.cu"), Path::new("out.ptx"));
        let arguments = self.arguments(target, Headers::Cuda, source, output);
        format!("{}\n{}\n{:?}\n{arguments:?}", self.path.display(), self.version, self.flags)
    }

    /// Compiles a file to PTX.
    ///
    /// # Errors
    /// The command and its messages.
    pub fn compile(
        &self,
        target: Target,
        headers: Headers,
        source: &Path,
        output: &Path,
    ) -> Result<(), String> {
        let mut arguments = self.arguments(target, headers, source, output);
        match run(&self.path, &arguments) {
            Err(error) if self.kind == Kind::Clang && error.contains(CANNOT_SELECT) => {
                arguments.splice(0..0, ["-mllvm", "-disable-lsr"].map(OsString::from));
                run(&self.path, &arguments).map_err(|_| error)
            }
            compiled => compiled,
        }
        .map(|_| ())
    }

    /// Neither compiler may fuse a multiplication with an addition: Rust does not, and a program
    /// gives the same on every device.
    fn arguments(
        &self,
        target: Target,
        headers: Headers,
        source: &Path,
        output: &Path,
    ) -> Vec<OsString> {
        let mut list: Vec<OsString> = Vec::new();
        match self.kind {
            Kind::Nvcc => {
                let arch = format!("-arch={}", target.compute());
                // `-w`: functions of the device header that a kernel does not use hide its errors.
                let fixed = ["-ptx", "-w", &arch, "-O3", "--std=c++17", "--fmad=false"];
                list.extend(fixed.map(OsString::from));
                if headers == Headers::None {
                    // The header that nvcc includes by itself is empty where it seems included.
                    let defined = ["-D__CUDA_RUNTIME_H__", "-DACCEL_WITHOUT_CUDA_RUNTIME"];
                    list.extend(defined.map(OsString::from));
                }
            }
            Kind::Clang => {
                let arch = format!("--cuda-gpu-arch={}", target.sm());
                let features = format!("+ptx{}", ptx::version_for(target).number());
                let fixed = [
                    "-x",
                    "cuda",
                    "--cuda-device-only",
                    "-nocudainc",
                    "-nocudalib",
                    &arch,
                    "-Xclang",
                    "-target-feature",
                    "-Xclang",
                    &features,
                    "-S",
                    "-O3",
                    "-std=c++17",
                    "-ffp-contract=off",
                ];
                list.extend(fixed.map(OsString::from));
                if let Some(libdevice) = &self.libdevice {
                    let link = ["-Xclang", "-mlink-builtin-bitcode", "-Xclang"];
                    list.extend(link.map(OsString::from));
                    list.push(libdevice.into());
                }
            }
        }
        list.extend(["-o".into(), output.into(), source.into()]);
        list
    }
}

/// The message of LLVM's back end for PTX about an instruction that it does not have. Some versions have no
/// product of single bits, which a loop's strength reduction makes of `i * n % 2`.
const CANNOT_SELECT: &str = "Cannot select";

/// An assembler of PTX that runs.
#[derive(Debug)]
pub struct Assembler {
    pub path: PathBuf,
    /// The text that it prints about its version.
    pub version: String,
}

impl Assembler {
    /// Everything that its output depends on besides the PTX.
    pub fn identity(&self) -> String {
        format!("{}\n{}", self.path.display(), self.version)
    }

    /// Assembles PTX to machine code.
    ///
    /// # Errors
    /// The command and its messages.
    pub fn assemble(&self, target: Target, source: &Path, output: &Path) -> Result<(), String> {
        let arch = OsString::from(format!("-arch={}", target.sm()));
        let arguments = [arch, "-O3".into(), "-o".into(), output.into(), source.into()];
        run(&self.path, &arguments).map(|_| ())
    }
}

/// Runs a program, and returns its output.
///
/// # Errors
/// The command, and the program's messages or the reason why it could not be run.
fn run(program: &Path, arguments: &[OsString]) -> Result<String, String> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null());
    let line = || {
        let words = [program.as_os_str()].into_iter().chain(arguments.iter().map(OsString::as_ref));
        words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    };
    let output = command.output().map_err(|error| format!("`{}` fails: {error}", line()))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if output.status.success() {
        return Ok(text(&output.stdout));
    }
    let said = [text(&output.stderr), text(&output.stdout)];
    let said: Vec<&str> = said.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    Err(format!("`{}` fails ({}):\n{}", line(), output.status, said.join("\n")))
}
