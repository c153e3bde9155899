//! Chooses instructions: the drivers are compiled several times, and the best version that the machine can
//! run is picked at run time.

use std::sync::OnceLock;

/// A set of instructions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// The instructions that every machine of the target has.
    Baseline,
    /// AVX2 and FMA.
    Avx2,
    /// AVX-512 (F, VL, DQ, BW).
    Avx512,
}

/// The level to use: the best one of the machine, or a lower one named by `ACCEL_CPU`
/// (`baseline`, `avx2`, `avx512`). Builds with debug assertions use the baseline, which keeps
/// them quick to compile.
#[inline]
pub fn level() -> Level {
    if cfg!(debug_assertions) {
        return Level::Baseline;
    }
    static LEVEL: OnceLock<Level> = OnceLock::new();
    *LEVEL.get_or_init(|| detected().min(asked().as_ref().copied().unwrap_or(Level::Avx512)))
}

/// Checks that the value of `ACCEL_CPU` is known.
///
/// # Errors
/// The message for users, if it is not.
#[inline]
pub fn check() -> Result<(), &'static str> {
    match asked() {
        Ok(_) => Ok(()),
        Err(message) => Err(message),
    }
}

/// The best level that `ACCEL_CPU` allows, read once.
#[inline]
fn asked() -> &'static Result<Level, String> {
    static ASKED: OnceLock<Result<Level, String>> = OnceLock::new();
    ASKED.get_or_init(|| {
        let found = match std::env::var("ACCEL_CPU") {
            Err(std::env::VarError::NotPresent) => return Ok(Level::Avx512),
            Err(std::env::VarError::NotUnicode(_)) => "not Unicode".to_owned(),
            Ok(name) => match name.as_str() {
                "" | "avx512" => return Ok(Level::Avx512),
                "avx2" => return Ok(Level::Avx2),
                "baseline" => return Ok(Level::Baseline),
                _ => format!("`{name}`"),
            },
        };
        Err(format!("ACCEL_CPU is {found}, expected `baseline`, `avx2` or `avx512`"))
    })
}

/// The best level of the machine.
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(super) fn detected() -> Level {
    use std::arch::is_x86_feature_detected as has;
    if !(has!("avx2") && has!("fma") && has!("bmi1") && has!("bmi2") && has!("lzcnt")) {
        Level::Baseline
    } else if has!("avx512f") && has!("avx512vl") && has!("avx512dq") && has!("avx512bw") {
        Level::Avx512
    } else {
        Level::Avx2
    }
}

/// The best level of the machine. Miri knows few instructions of machines.
#[cfg(not(all(target_arch = "x86_64", not(miri))))]
pub(super) fn detected() -> Level {
    Level::Baseline
}

/// Something to run with the instructions of a level: its `run` is inlined into a function that
/// is compiled for them.
pub trait Task {
    /// The result of the task.
    type Output;
    /// Does it, with the instructions of a level that the machine has.
    fn run(self, level: Level) -> Self::Output;
}

/// The largest number of bytes of an array that stays in the second cache.
pub(crate) const CACHED: usize = 1 << 20;

/// Returns the level for lanes that do little but read scattered elements of arrays of `bytes` bytes.
///
/// AVX-512 makes gathers of such reads. On machines of AMD one costs more than reading element by
/// element, but it has more reads under way at once: it pays where each has to wait for memory.
#[inline]
pub fn for_gathers(bytes: usize) -> Level {
    let level = level();
    if 0 < bytes && bytes <= CACHED && gathers_slowly() { level.min(Level::Avx2) } else { level }
}

/// Returns true if this machine reads elements one by one faster than together.
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn gathers_slowly() -> bool {
    static SLOWLY: OnceLock<bool> = OnceLock::new();
    *SLOWLY.get_or_init(|| {
        // The name of the maker, in three parts.
        // SAFETY: every processor for 64 bits has the instruction. (Newer compilers know that.)
        #[allow(unused_unsafe)]
        let maker = unsafe { std::arch::x86_64::__cpuid(0) };
        [maker.ebx, maker.edx, maker.ecx].map(u32::to_le_bytes) == [*b"Auth", *b"enti", *b"cAMD"]
    })
}

/// Returns true if this machine reads elements one by one faster than together.
#[cfg(not(all(target_arch = "x86_64", not(miri))))]
fn gathers_slowly() -> bool {
    false
}

/// Runs a task at the level of the machine.
#[inline]
pub fn run<T: Task>(task: T) -> T::Output {
    run_at(level(), task)
}

/// Runs a task at a level, or at that of the machine if it is lower.
#[inline]
pub(super) fn run_at<T: Task>(level: Level, task: T) -> T::Output {
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    match level.min(self::level()) {
        // SAFETY: `self::level` found these instructions on this machine, and others are lower.
        Level::Avx512 => return unsafe { avx512(task) },
        // SAFETY: likewise.
        Level::Avx2 => return unsafe { avx2(task) },
        Level::Baseline => {}
    }
    let _ = level;
    #[cfg(debug_assertions)]
    return task.run(Level::Baseline);
    #[cfg(not(debug_assertions))]
    baseline(task)
}

#[cfg(not(debug_assertions))]
#[inline(never)]
fn baseline<T: Task>(task: T) -> T::Output {
    task.run(Level::Baseline)
}

#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn avx2<T: Task>(task: T) -> T::Output {
    task.run(Level::Avx2)
}

#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn avx512<T: Task>(task: T) -> T::Output {
    task.run(Level::Avx512)
}

#[cfg(test)]
mod tests {
    use super::{CACHED, Level, for_gathers, gathers_slowly, level};

    #[test]
    fn gathers_of_small_arrays_have_no_instructions_that_the_machine_lacks() {
        assert_eq!(for_gathers(0), level());
        assert_eq!(for_gathers(CACHED + 1), level());
        let slow = gathers_slowly() && level() == Level::Avx512;
        assert_eq!(for_gathers(CACHED), if slow { Level::Avx2 } else { level() });
    }
}
