//! `cargo xtask ci LANE`: the checks that must pass, in lanes that run alone. [`steps`] has the table;
//! here its rows are run, one after the other, up to the first that fails.

mod kernels;
mod steps;

use std::cell::OnceCell;
use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use steps::{Needs, STEPS, Step, Task};

type Done<T> = Result<T, Box<dyn Error>>;

/// The place in a table for the folder of the repository.
const ROOT: &str = "{root}";

/// Nothing is built twice here and nothing debugged, and the files kept for either would fill a small
/// disk.
const BUILDS: [(&str, &str); 2] = [("CARGO_INCREMENTAL", "0"), ("CARGO_PROFILE_DEV_DEBUG", "none")];

/// Has nightly's Miri answer, or installs it where that can be done.
const FIND_MIRI: &str = "timeout 300 .ci/sanitizers compiler";

/// Runs the steps of a lane.
///
/// # Errors
/// If there is no such lane, something that it needs is not there, or a step fails.
pub fn run(lane: &str) -> Done<()> {
    let steps: Vec<&Step> = STEPS.iter().filter(|step| step.lane == lane).collect();
    if steps.is_empty() {
        let mut lanes: Vec<&str> = STEPS.iter().map(|step| step.lane).collect();
        lanes.dedup();
        return Err(format!("there is no lane `{lane}`, but {}", lanes.join(", ")).into());
    }
    if steps.iter().any(|step| step.needs != Needs::Nothing && step.needs != Needs::Miri) {
        nvcc()?;
    }
    let (tools, started) = (Tools::default(), Instant::now());
    let mut times = Vec::new();
    for step in steps {
        if !tools.has(step.needs)? {
            println!("\n== left out, as its compiler is not here: {step}");
            continue;
        }
        println!("\n== {lane}, after {} s: {step}", started.elapsed().as_secs());
        let (begun, before) = (Instant::now(), cpu_seconds());
        step.run().map_err(|error| format!("{step}\n{error}"))?;
        times.push((begun.elapsed().as_secs(), cpu_seconds() - before, step));
    }
    println!(
        "\n== {lane}: passed, after {} s, in {} CPU s",
        started.elapsed().as_secs(),
        cpu_seconds()
    );
    for (seconds, of_cpus, step) in times {
        println!("{seconds:6} s {of_cpus:6} CPU s  {step}");
    }
    Ok(())
}

/// The compilers that steps look for, each at the first step that does.
#[derive(Default)]
struct Tools {
    clang: OnceCell<bool>,
    miri: OnceCell<bool>,
}

impl Tools {
    fn has(&self, needs: Needs) -> Done<bool> {
        let clang = || *self.clang.get_or_init(|| answers("clang --version"));
        Ok(match needs {
            Needs::Nothing | Needs::Nvcc => true,
            Needs::Clang => clang(),
            Needs::NoClang => !clang(),
            Needs::Miri => *self.miri.get_or_init(|| answers(FIND_MIRI)),
        })
    }
}

impl Step {
    fn run(&self) -> Done<()> {
        match self.task {
            Task::Command(text) => {
                let mut command = command(text);
                for (name, value) in self.variables() {
                    command.env(name, value);
                }
                match command.status()? {
                    status if status.success() => Ok(()),
                    status => Err(format!("has failed: {status}").into()),
                }
            }
            Task::DeleteTested => kernels::delete_tested(),
            Task::AreAssembled(package) => kernels::are_assembled(package, &machines()),
            Task::Assemble(package) => kernels::assemble(package, &nvcc()?, &machines()),
        }
    }

    /// The variables of the environment that the step sets.
    fn variables(&self) -> impl Iterator<Item = (&'static str, String)> {
        let root = repository().display().to_string();
        let all = self.environment.iter().copied().flatten();
        all.map(move |(name, value)| (*name, value.replace(ROOT, &root)))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.environment.iter().copied().flatten() {
            match value.contains(' ') {
                true => write!(f, "{name}=\"{value}\" ")?,
                false => write!(f, "{name}={value} ")?,
            }
        }
        match self.task {
            Task::Command(text) => f.write_str(text),
            Task::DeleteTested => f.write_str("delete the programs of tests that have run"),
            Task::AreAssembled(package) => {
                write!(f, "the PTX of {package} is assembled for {}", steps::MACHINES)
            }
            Task::Assemble(package) => write!(f, "ptxas takes all PTX of {package}"),
        }
    }
}

/// A command, whose words no quotes hold together, as a shell in the repository would run it: without
/// the variables that cargo has set for this program, which describe its package.
fn command(text: &str) -> Command {
    let mut words = text.split_whitespace();
    let mut command = Command::new(words.next().expect("a command has a name"));
    command.args(words).current_dir(repository()).envs(BUILDS);
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name == "CARGO" || name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
        {
            command.env_remove(&*name);
        }
    }
    command
}

/// Returns true if a command can be run and succeeds.
fn answers(text: &str) -> bool {
    command(text).status().is_ok_and(|status| status.success())
}

/// The CPU seconds of all commands that have ended, as Linux counts them; elsewhere none.
fn cpu_seconds() -> u64 {
    // Clock ticks of user and of system, a hundredth of a second each, behind the name in parentheses.
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(13).take(2);
    fields.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() / 100
}

/// The compiler of kernels, which all builds that have kernels must be told alike, so that none of them
/// is built again.
fn nvcc() -> Done<PathBuf> {
    let path = std::env::var_os("ACCEL_NVCC").map(PathBuf::from);
    path.filter(|path| path.exists()).ok_or_else(|| {
        "`ACCEL_NVCC` names no compiler: export ACCEL_NVCC=\"$(build/install-nvcc target/nvcc)\"".into()
    })
}

/// The machines that PTX is assembled for, from the oldest to the newest.
fn machines() -> Vec<&'static str> {
    steps::MACHINES.split(',').collect()
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in a folder")
}
