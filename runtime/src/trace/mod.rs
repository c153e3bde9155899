//! The report by `ACCEL_TRACE` at the end of the process: what has run on cores and on devices, and how long it took.

mod summary;

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use summary::Summary;

/// The formats of the report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// A table.
    Summary,
    /// A line of JSON.
    Json,
}

/// Returns the format that `ACCEL_TRACE` asks for, read once.
#[inline]
fn asked() -> &'static Result<Option<Form>, String> {
    static ASKED: OnceLock<Result<Option<Form>, String>> = OnceLock::new();
    ASKED.get_or_init(|| {
        let form = match std::env::var("ACCEL_TRACE") {
            Err(std::env::VarError::NotPresent) => Ok(None),
            Err(std::env::VarError::NotUnicode(_)) => form(None),
            Ok(value) => form(Some(&value)),
        };
        if let Ok(Some(_)) = form {
            at_exit();
        }
        form
    })
}

fn form(value: Option<&str>) -> Result<Option<Form>, String> {
    match value {
        Some("") => Ok(None),
        Some("summary") => Ok(Some(Form::Summary)),
        Some("json") => Ok(Some(Form::Json)),
        _ => {
            let found = value.map_or("not Unicode".to_owned(), |value| format!("`{value}`"));
            Err(format!("ACCEL_TRACE is {found}, expected `summary` or `json`"))
        }
    }
}

/// Checks that the value of `ACCEL_TRACE` is known.
///
/// # Errors
/// The message for users, if it is not.
#[inline]
pub(crate) fn check() -> Result<(), &'static str> {
    match asked() {
        Ok(_) => Ok(()),
        Err(message) => Err(message),
    }
}

/// Returns true if there will be a report.
#[inline]
pub(crate) fn is_on() -> bool {
    matches!(asked(), Ok(Some(_)))
}

/// Changes the report.
pub(crate) fn summary(change: impl FnOnce(&mut Summary)) {
    static SUMMARY: Mutex<Option<Summary>> = Mutex::new(None);
    let mut summary = SUMMARY.lock().unwrap_or_else(PoisonError::into_inner);
    change(summary.get_or_insert_default());
}

/// A kernel that runs on cores, and is part of the report.
pub(crate) struct Running {
    begin: Instant,
    threads: Option<Duration>,
}

impl Running {
    /// Begins to measure, if there will be a report.
    #[inline]
    pub(crate) fn begin() -> Option<Running> {
        is_on().then(|| Running { begin: Instant::now(), threads: time_of_threads() })
    }

    /// Counts a call with so many lanes, by the name of the type of its kernel.
    #[cold]
    pub(crate) fn end(self, kernel: &str, lanes: usize) {
        let time = self.begin.elapsed();
        let threads = time_of_threads().zip(self.threads).map(|(end, begin)| end - begin);
        summary(|summary| {
            let kernel = summary.on_cores.entry(plan_name(kernel)).or_default();
            kernel.calls += 1;
            kernel.time += time;
            kernel.of_threads += threads.unwrap_or_default();
            kernel.lanes += lanes as u64;
        });
    }
}

/// The name of a kernel in plans, behind the path of its function: `statistics::dot.1` of the type
/// `statistics::dot::Dot1`.
fn plan_name(kernel: &str) -> String {
    let path = kernel.split('<').next().unwrap_or(kernel);
    let number = path.len() - path.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    match path.rsplit_once("::") {
        Some((function, _)) if number > 0 => {
            format!("{function}.{}", &path[path.len() - number..])
        }
        _ => kernel.to_owned(),
    }
}

/// The time for which all threads of the process have run, where the system tells it.
#[cfg(unix)]
fn time_of_threads() -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the function writes to the place that it is given, and to nothing else.
    let result = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let nanoseconds = u32::try_from(time.tv_nsec).ok()?;
    (result == 0).then(|| Duration::new(seconds, nanoseconds))
}

#[cfg(not(unix))]
fn time_of_threads() -> Option<Duration> {
    None
}

/// Has the report written when the process ends.
#[cfg(any(unix, windows))]
fn at_exit() {
    unsafe extern "C" {
        fn atexit(function: extern "C" fn()) -> std::ffi::c_int;
    }
    // SAFETY: the function is the C library's, and the function that it is given does not unwind.
    unsafe { atexit(report_at_exit) };
}

#[cfg(not(any(unix, windows)))]
fn at_exit() {}

extern "C" fn report_at_exit() {
    summary(|summary| match asked() {
        Ok(Some(Form::Summary)) => eprint!("{}", summary.table()),
        Ok(Some(Form::Json)) => eprintln!("{}", summary.json()),
        _ => {}
    });
}

#[cfg(test)]
mod tests {
    use super::{Form, form, plan_name};

    #[test]
    fn values_of_the_variable() {
        assert_eq!(form(Some("summary")), Ok(Some(Form::Summary)));
        assert_eq!(form(Some("json")), Ok(Some(Form::Json)));
        assert_eq!(form(Some("")), Ok(None));
        let expected = "ACCEL_TRACE is `all`, expected `summary` or `json`";
        assert_eq!(form(Some("all")), Err(expected.to_owned()));
    }

    #[test]
    fn kernels_have_the_names_of_plans() {
        let names = [
            ("statistics::dot::Dot1", "statistics::dot.1"),
            ("a::b::heavy::Heavy12<f64>", "a::b::heavy.12"),
            ("Lonely1", "Lonely1"),
        ];
        for (kernel, name) in names {
            assert_eq!(plan_name(kernel), name);
        }
    }
}
