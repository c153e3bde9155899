//! The whole build: from the files of a package to PTX.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::Emit;
use crate::compiler::{Assembler, Compiler, Headers, Kind, Search, Searched, WITHOUT};
use crate::environment::Environment;
use crate::files::folders;
use crate::kept;
use crate::kernels::{Kernel, kernels};
use crate::parallel::parallel;
use crate::ptx;
use crate::settings::{Choice, Settings, WATCHED};
use crate::store::{Store, cannot, remove_others, write_if_changed};

/// The folder of a package for PTX that is kept with its source.
const KEPT: &str = "ptx";

/// Functions that the driver itself gives to kernels.
const OF_THE_DRIVER: [&str; 4] = ["vprintf", "malloc", "free", "__assertfail"];

/// The number of failing kernels that are shown with the messages of the compiler.
const SHOWN: usize = 5;

/// The files that are made depend on the version of this package, too.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The lines that are printed for cargo.
#[derive(Default)]
pub struct Outcome {
    /// Files and folders to watch.
    pub watched: Vec<PathBuf>,
    pub warnings: Vec<String>,
    /// If there is one, the build fails.
    pub errors: Vec<String>,
}

/// Cargo reads lines, so the lines of a message become messages.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for name in WATCHED {
            writeln!(f, "cargo::rerun-if-env-changed={name}")?;
        }
        for path in &self.watched {
            writeln!(f, "cargo::rerun-if-changed={}", path.display())?;
        }
        for line in self.warnings.iter().flat_map(|text| text.lines()) {
            writeln!(f, "cargo::warning={line}")?;
        }
        for line in self.errors.iter().flat_map(|text| text.lines()) {
            writeln!(f, "cargo::error={line}")?;
        }
        Ok(())
    }
}

/// Compiles all kernels of the package that the environment tells of.
pub fn precompile(environment: &Environment, emit: Emit) -> Outcome {
    let mut outcome = Outcome::default();
    match Settings::read(environment) {
        Err(errors) => outcome.errors = errors,
        Ok(settings) => {
            outcome.watched.push(settings.root.join("build.rs"));
            outcome.watched.push(settings.root.join("Cargo.toml"));
            outcome.watched.extend(folders(&settings.root));
            outcome.watched.push(settings.root.join(KEPT));
            outcome.watched.retain(|path| path.exists());
            let mut build = Build { settings, outcome: &mut outcome };
            if let Err(error) = build.run(environment, emit) {
                outcome.errors.push(error);
            }
        }
    }
    outcome
}

struct Build<'a> {
    settings: Settings,
    outcome: &'a mut Outcome,
}

impl Build<'_> {
    fn run(&mut self, environment: &Environment, emit: Emit) -> Result<(), String> {
        let kernels = kernels(&self.settings, emit)?;
        let store = Store::open(self.settings.out.join("accel"))?;
        for kernel in &kernels {
            write_source(&store, kernel)?;
        }
        let (mut missing, mut refused) = (Vec::new(), Vec::new());
        for kernel in &kernels {
            match self.take_kept(&store, kernel) {
                Ok(true) => {}
                Ok(false) => missing.push(kernel),
                Err(error) => refused.push(error),
            }
        }
        if !refused.is_empty() {
            refused.push(format!(
                "ACCEL_SAVE_PTX={} writes the folder anew, with a compiler; without these files, \
                 their kernels are compiled, or run on the CPU",
                self.settings.package
            ));
            return Err(refused.join("\n"));
        }

        let search = Search::new(environment);
        let compiler = if missing.is_empty() { None } else { self.compiler(&search, &missing)? };
        if let Some(compiler) = &compiler {
            self.outcome.watched.push(compiler.path.clone());
            let compile = |kernel: &&Kernel| compile(&self.settings, compiler, &store, kernel);
            let results = parallel(self.settings.jobs, &missing, compile);
            if results.iter().any(Result::is_err) {
                compiles_at_all(&self.settings, compiler, &store)?;
            }
            self.report(results);
        }
        if self.outcome.errors.is_empty() {
            self.assemble(&search, compiler.as_ref(), &store, &kernels)?;
            if self.settings.save {
                self.keep(&store, &kernels)?;
            }
        }
        store.close()
    }

    /// Takes the PTX of a kernel from the folder in the package, if it is there and not to be written
    /// anew.
    fn take_kept(&self, store: &Store, kernel: &Kernel) -> Result<bool, String> {
        let name = ptx_name(kernel);
        let path = self.settings.root.join(KEPT).join(&name);
        if self.settings.save || !path.is_file() {
            return Ok(false);
        }
        let text = kept::read(&path, &name)?;
        let made_from = [b"kept", text.as_bytes()];
        if !store.has(&name, &made_from) {
            store.put(&name, &made_from, text.as_bytes())?;
        }
        Ok(true)
    }

    fn compiler(
        &mut self,
        search: &Search,
        missing: &[&Kernel],
    ) -> Result<Option<Compiler>, String> {
        let looked = match self.settings.choice {
            Choice::None => vec!["ACCEL_CUDA_COMPILER is `none`".to_owned()],
            choice => match search.compiler(choice)? {
                Searched::Found(compiler) => return Ok(Some(compiler)),
                Searched::Nowhere(looked) => looked,
            },
        };
        if self.settings.save {
            let looked = looked.join("\n  ");
            return Err(format!("ACCEL_SAVE_PTX needs a CUDA compiler:\n  {looked}"));
        }
        if self.settings.choice != Choice::None {
            self.outcome.warnings.push(format!(
                "accel found no CUDA compiler, so {} of this crate will run on the CPU ({}; \
                 ACCEL_CUDA_COMPILER=none says that this is meant)",
                counted(missing.len(), "kernel"),
                looked.join("; ")
            ));
        }
        Ok(None)
    }

    fn report(&mut self, results: Vec<Result<Compiled, String>>) {
        let (mut lacking, mut failed) = (Vec::new(), Vec::new());
        for result in results {
            match result {
                Ok(Compiled::Ptx) => {}
                Ok(Compiled::Lacks { place, function }) => lacking.push((place, function)),
                Err(error) => failed.push(error),
            }
        }
        let left_out = failed.len().saturating_sub(SHOWN);
        failed.truncate(SHOWN);
        self.outcome.errors.extend(failed);
        if left_out > 0 {
            let text = format!("{} more fail, too", counted(left_out, "CUDA kernel"));
            self.outcome.errors.push(text);
        }
        if let Some((place, function)) = lacking.first() {
            // The kernels that are saved must be complete.
            let messages = match self.settings.save {
                true => &mut self.outcome.errors,
                false => &mut self.outcome.warnings,
            };
            messages.push(format!(
                "accel found no libdevice.10.bc for clang, so {} of this crate will run on the CPU, \
                 such as that of {place}, which calls `{function}` (looked for `nvvm/libdevice` in \
                 CUDA_PATH, CUDA_HOME, the usual folders and the packages of Python)",
                counted(lacking.len(), "kernel")
            ));
        }
    }

    /// Assembles machine code beside the PTX for each GPU that was named.
    fn assemble(
        &mut self,
        search: &Search,
        compiler: Option<&Compiler>,
        store: &Store,
        kernels: &[Kernel],
    ) -> Result<(), String> {
        let with_ptx = |kernel: &&Kernel| store.belongs(&ptx_name(kernel));
        let kernels: Vec<&Kernel> = kernels.iter().filter(with_ptx).collect();
        if self.settings.cubins.is_empty() || kernels.is_empty() {
            return Ok(());
        }
        let Some(assembler) = search.assembler(compiler)? else {
            self.outcome.warnings.push(
                "accel found no ptxas for the machine code that ACCEL_CUDA_ARCH asks for, so the \
                 driver compiles the PTX when the program runs"
                    .to_owned(),
            );
            return Ok(());
        };
        let assemble = |kernel: &&Kernel| assemble(&self.settings, &assembler, store, kernel);
        let results = parallel(self.settings.jobs, &kernels, assemble);
        self.outcome.errors.extend(results.into_iter().filter_map(Result::err));
        Ok(())
    }

    /// Writes the PTX of all kernels into the package, and removes the files of no kernel.
    fn keep(&self, store: &Store, kernels: &[Kernel]) -> Result<(), String> {
        let folder = self.settings.root.join(KEPT);
        std::fs::create_dir_all(&folder).map_err(|error| cannot("make", &folder, &error))?;
        let names: Vec<String> = kernels.iter().map(ptx_name).collect();
        remove_others(&folder, |name| {
            !name.ends_with(".ptx") || names.iter().any(|own| own == name)
        })?;
        for name in &names {
            let path = store.path(name);
            let ptx =
                std::fs::read_to_string(&path).map_err(|error| cannot("read", &path, &error))?;
            write_if_changed(&folder.join(name), kept::sealed(name, &ptx).as_bytes())?;
        }
        Ok(())
    }
}

fn ptx_name(kernel: &Kernel) -> String {
    format!("{}.ptx", kernel.unit.name)
}

fn source_name(kernel: &Kernel) -> String {
    format!("{}.cu", kernel.unit.name)
}

fn write_source(store: &Store, kernel: &Kernel) -> Result<(), String> {
    let (name, source) = (source_name(kernel), kernel.unit.source.as_bytes());
    if store.has(&name, &[source]) { Ok(()) } else { store.put(&name, &[source], source) }
}

/// The result for a kernel that its compiler took.
enum Compiled {
    Ptx,
    /// Nothing that runs: it calls a function that no file on this machine has.
    Lacks {
        place: String,
        function: String,
    },
}

fn compile(
    settings: &Settings,
    compiler: &Compiler,
    store: &Store,
    kernel: &Kernel,
) -> Result<Compiled, String> {
    let name = ptx_name(kernel);
    let identity = compiler.identity(settings.target);
    let made_from = [VERSION, &identity, &kernel.unit.source].map(str::as_bytes);
    if store.has(&name, &made_from) {
        return Ok(Compiled::Ptx);
    }
    let failed = |error: String| {
        format!(
            "the CUDA kernel of the accel block at {} is not compiled; please report this bug of \
             accel, ACCEL_CUDA_COMPILER=none goes without kernels until then\n{error}",
            kernel.place()
        )
    };
    let with = |headers: Headers| -> Result<String, String> {
        let text = output_of(store, &name, |output| {
            let source = store.path(&source_name(kernel));
            compiler.compile(settings.target, headers, &source, output)
        });
        String::from_utf8(text?).map_err(|_| "the PTX is not text".to_owned())
    };
    let is_complete = |text: &String| lacking_function(text).is_none();
    let without_headers = match compiler.kind {
        Kind::Nvcc => with(Headers::None).ok().filter(is_complete),
        Kind::Clang => None,
    };
    let text = match without_headers {
        Some(text) => text,
        None => {
            let text = with(Headers::Cuda).map_err(failed)?;
            if let Some(function) = lacking_function(&text) {
                return Ok(Compiled::Lacks {
                    place: kernel.place(),
                    function: function.to_owned(),
                });
            }
            text
        }
    };
    let lowered = ptx::lower(&text).map_err(failed)?;
    store.put(&name, &made_from, lowered.as_bytes())?;
    Ok(Compiled::Ptx)
}

/// Compiles an empty kernel, to find out if kernels are wrong or the compiler is: nvcc without a C++ compiler
/// of the system, for example, compiles nothing.
fn compiles_at_all(settings: &Settings, compiler: &Compiler, store: &Store) -> Result<(), String> {
    let source = store.path("empty.cu");
    write_if_changed(&source, b"")?;
    let output = output_of(store, "empty.ptx", |output| {
        compiler.compile(settings.target, Headers::Cuda, &source, output)
    });
    output.map(|_| ()).map_err(|error| {
        format!("{} compiles not even an empty file; {WITHOUT}\n{error}", compiler.path.display())
    })
}

fn assemble(
    settings: &Settings,
    assembler: &Assembler,
    store: &Store,
    kernel: &Kernel,
) -> Result<(), String> {
    let source = store.path(&ptx_name(kernel));
    let text = std::fs::read_to_string(&source).map_err(|error| cannot("read", &source, &error))?;
    let identity = assembler.identity();
    for target in &settings.cubins {
        let name = format!("{}.{}.cubin", kernel.unit.name, target.sm());
        let made_from = [VERSION, &identity, &text].map(str::as_bytes);
        if store.has(&name, &made_from) {
            continue;
        }
        let code = output_of(store, &name, |output| assembler.assemble(*target, &source, output));
        let code = code.map_err(|error| {
            format!(
                "the CUDA kernel of the accel block at {} is not assembled for {}, which has the \
                 entries {}\n{error}",
                kernel.place(),
                target.sm(),
                entries(&text).join(", "),
            )
        })?;
        store.put(&name, &made_from, &code)?;
    }
    Ok(())
}

/// The names of the entries of PTX, which ptxas says with few errors only.
fn entries(ptx: &str) -> Vec<&str> {
    ptx.split(".entry ").skip(1).filter_map(|rest| rest.split('(').next()).collect()
}

/// Runs a program, and returns the contents of the file that it is told to write. The program may be killed
/// halfway, so the file has a name of its own, which belongs to no kernel.
fn output_of(
    store: &Store,
    name: &str,
    program: impl FnOnce(&Path) -> Result<(), String>,
) -> Result<Vec<u8>, String> {
    let output = store.path(&format!("{name}.part"));
    program(&output)?;
    let content = std::fs::read(&output).map_err(|error| cannot("read", &output, &error))?;
    std::fs::remove_file(&output).map_err(|error| cannot("remove", &output, &error))?;
    Ok(content)
}

/// A function that the PTX only declares, unless the driver has it.
fn lacking_function(ptx: &str) -> Option<&str> {
    let mut declarations = ptx.split(".extern .func").skip(1);
    declarations.find_map(|rest| {
        // `(.param .b32 result) name (…`, or without a result.
        let rest = rest.trim_start();
        let rest = match rest.strip_prefix('(') {
            Some(rest) => rest.split_once(')')?.1.trim_start(),
            None => rest,
        };
        let name = rest.split(|character: char| character.is_whitespace() || character == '(');
        name.into_iter().next().filter(|name| !OF_THE_DRIVER.contains(name))
    })
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("{count} {what}") } else { format!("{count} {what}s") }
}
