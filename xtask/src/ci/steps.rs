//! The table of the checks that must pass: lane, requirements, variables of the environment, command.
//!
//! Steps that build the same packages have the same variables, so that nothing is built twice.

use Needs::{Clang, Miri, NoClang, Nothing, Nvcc};
use Task::{AreAssembled, Assemble, Command, DeleteTested};

/// A row of the table.
pub struct Step {
    pub lane: &'static str,
    pub needs: Needs,
    pub environment: &'static [Variables],
    pub task: Task,
}

/// Variables of the environment and their values.
pub type Variables = &'static [(&'static str, &'static str)];

/// A compiler without which a step is left out; only nvcc has to be there.
#[derive(Clone, Copy, PartialEq)]
pub enum Needs {
    Nothing,
    Nvcc,
    Clang,
    /// For the step that replaces one with clang if there is no clang.
    NoClang,
    /// Miri needs a nightly compiler, which not every machine can get.
    Miri,
}

/// The work of a step.
pub enum Task {
    Command(&'static str),
    DeleteTested,
    /// Machine code lies beside all PTX of a package, which without ptxas only gives warnings.
    AreAssembled(&'static str),
    /// ptxas takes all PTX of a package, each unit for the oldest or the newest machine.
    Assemble(&'static str),
}

/// The lanes, in the order in which `.ci/run` runs them; it does not run the last one.
const LINT: &str = "lint";
const COMPILER: &str = "compiler";
const CPU: &str = "cpu";
const CUDA: &str = "cuda";
/// The heavier rounds, which are run by hand before a release, and after a change of the generator of
/// programs or of a schedule.
const RELEASE: &str = "release";

/// A step that builds the compiler gives this option if optimising takes longer than the program that
/// it runs.
macro_rules! quick {
    ($command:literal $(, $rest:literal)?) => {
        concat!($command, " --config profile.dev.package.accel-ir.opt-level=0" $(, $rest)?)
    };
}

/// The expansions of all programs look alike to clippy.
const FEW: Variables =
    &[("ACCEL_PROGRAM_FILES", "scanning writing"), ("ACCEL_COMPILED_PROGRAMS", "4")];
/// The examples and the program files are tested in the lane `cuda`, on the CPU and on a device by the
/// same build.
const SOME: Variables = &[("ACCEL_PROGRAM_FILES", "none"), ("ACCEL_COMPILED_PROGRAMS", "60")];
const RANDOM: Variables = &[("ACCEL_RANDOM_PROGRAMS", "2000")];
const DOCUMENTATION: Variables = &[("RUSTDOCFLAGS", "-D warnings")];
const BY_CLANG: Variables = &[("ACCEL_CUDA_COMPILER", "clang")];
/// A test assembles its kernels for all of [`MACHINES`]; the kernels of examples are assembled where they
/// are compiled.
const ASSEMBLED: Variables = &[("ACCEL_CUDA_ARCH", MACHINES)];
pub const MACHINES: &str = "75,80,90,100";
const EMULATED: Variables = &[
    ("ACCEL_DEVICE", "cuda"),
    ("ACCEL_CUDA_DRIVER", "{root}/target/debug/libaccel_cuda_emulator.so"),
];
/// Without a pool, the emulator sees reads of memory that was never written.
const NO_POOL: Variables = &[("ACCEL_CUDA_POOL", "none")];
const PROGRAMS: Variables = &[("ACCEL_COMPILED_PROGRAMS", "40")];
const MANY: Variables = &[("ACCEL_PROGRAM_FILES", "none"), ("ACCEL_COMPILED_PROGRAMS", "600")];
const MANY_RANDOM: Variables =
    &[("ACCEL_RANDOM_PROGRAMS", "100000"), ("ACCEL_PLANS_READ_BACK", "2000")];

#[rustfmt::skip]
pub const STEPS: &[Step] = &[
    step(LINT, Nothing, &[], Command("cargo fmt --all --check")),
    step(LINT, Nothing, &[], Command(".ci/deny")),
    step(LINT, Nvcc, &[FEW], Command(quick!("cargo clippy --locked --workspace --all-targets", " -- -D warnings"))),
    step(LINT, Nothing, &[DOCUMENTATION], Command(quick!("cargo doc --locked --no-deps -p accel-array \
        -p accel-macros -p accel-build -p accel-ir -p accel-abi -p accel-cuda-driver"))),
    step(LINT, Nothing, &[], Command(".ci/packages")),
    step(LINT, Nothing, &[], Command(".ci/oldest-rust")),
    step(LINT, Nvcc, &[], Command(quick!("cargo clippy --locked -p accel-array --features cuda --all-targets", " -- -D warnings"))),

    step(COMPILER, Nothing, &[], Command(quick!("cargo test --locked -p accel-ir --lib \
        --test architecture --test device_interface --test imports --test passes"))),
    step(COMPILER, Nothing, &[RANDOM], Command("cargo test --locked -p accel-ir --test compile_time \
        --test kernels_without_device_code --test lifted --test limits --test mutated_programs --test random_programs \
        --test scopes --test work")),

    step(CPU, Nothing, &[SOME, RANDOM], Command("cargo test --locked --workspace \
        --exclude examples --exclude accel-cuda-tests --exclude accel-cuda-benches --exclude accel-ir")),
    step(CPU, Miri, &[], Command(".ci/sanitizers miri")),
    step(CPU, Nothing, &[], DeleteTested),

    // The examples in the documentation are tested without devices.
    step(CUDA, Nvcc, &[], Command("cargo test --locked -p accel-array --features cuda --lib --tests")),
    step(CUDA, Clang, &[], Command("cargo test --locked -p accel-build --lib -- --ignored")),
    step(CUDA, NoClang, &[], Command("cargo test --locked -p accel-build --lib -- --ignored --skip clang_compiles")),
    step(CUDA, Nvcc, &[], Command("cargo test --locked -p accel-cuda-tests")),
    step(CUDA, Clang, &[BY_CLANG], Command("cargo test --locked -p accel-cuda-tests \
        --test chains --test rows --test teams")),
    step(CUDA, Nothing, &[], DeleteTested),
    step(CUDA, Nvcc, &[ASSEMBLED], Command("standalone/check")),
    step(CUDA, Nvcc, &[ASSEMBLED], Command("cargo test --locked -p examples --features cuda")),
    step(CUDA, Nothing, &[], AreAssembled("examples")),
    step(CUDA, Nvcc, &[ASSEMBLED, EMULATED, NO_POOL], Command("cargo test --locked -p examples --features cuda")),
    step(CUDA, Nothing, &[], DeleteTested),
    step(CUDA, Nvcc, &[PROGRAMS], Command("cargo test --locked -p accel-tests --features cuda \
        --test programs --test nested_programs --test lane_programs")),
    step(CUDA, Nvcc, &[], Assemble("accel-tests")),
    step(CUDA, Nvcc, &[EMULATED, PROGRAMS], Command("cargo test --locked -p accel-tests --features cuda \
        --test programs --test nested_programs --test lane_programs \
        --test compiled_random_programs_1 --test compiled_random_programs_2 --test compiled_random_programs_low \
        --test bad_input --test bad_rows --test invocation --test long_rows --test planes --test rust_side \
        --test scalar_methods --test versions")),

    step(RELEASE, Nvcc, &[SOME, DOCUMENTATION], Command("cargo doc --locked --workspace --no-deps")),
    step(RELEASE, Nothing, &[MANY_RANDOM], Command("cargo test --locked -p accel-ir --test lifted \
        --test mutated_programs --test random_programs --test scopes --test work")),
    step(RELEASE, Nothing, &[MANY, MANY_RANDOM], Command("cargo test --locked -p accel-tests \
        --test compiled_random_programs_1 --test compiled_random_programs_2 \
        --test compiled_random_programs_low --test plans_read_back")),
    step(RELEASE, Nothing, &[], Command("cargo build --locked -p accel-cuda-emulator")),
    step(RELEASE, Nvcc, &[EMULATED, MANY], Command("cargo test --locked -p accel-tests --features cuda \
        --test compiled_random_programs_1 --test compiled_random_programs_2 \
        --test compiled_random_programs_low")),
];

const fn step(
    lane: &'static str,
    needs: Needs,
    environment: &'static [Variables],
    task: Task,
) -> Step {
    Step { lane, needs, environment, task }
}
