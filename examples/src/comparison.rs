//! The same work done by accel and with rayon, timed in turns.

use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

use accel::Plan;
use anyhow::{Result, ensure};

/// The time for which each side of a comparison is repeated.
const PATIENCE: Duration = Duration::from_millis(400);
/// The difference that results may have, on average, relative to their size: sums of floating-point
/// numbers depend on the order of the summands.
const TOLERANCE: f64 = 1e-3;

/// The times of a comparison.
pub struct Comparison {
    /// The name of the work.
    pub name: String,
    /// The kernels that accel made of it.
    pub kernels: usize,
    /// The median time of accel.
    pub accel: Duration,
    /// The median time of the same with rayon.
    pub rayon: Duration,
}

/// A result as numbers, to be compared with another.
pub type Numbers<'a> = Box<dyn Iterator<Item = f64> + 'a>;

/// Does the same work in two ways, at most so many times, and gives accel's result and the times.
///
/// # Errors
/// If the results differ, or either has numbers that the other has not.
pub fn compare<A, B>(
    name: &str,
    plan: &Plan,
    repeats: usize,
    accel: impl Fn() -> A,
    rayon: impl Fn() -> B,
    numbers: impl for<'a> Fn(&'a A, &'a B) -> (Numbers<'a>, Numbers<'a>),
) -> Result<(A, Comparison)> {
    let (ours, theirs) = (accel(), rayon());
    let (mut left, mut right) = numbers(&ours, &theirs);
    let (mut count, mut total) = (0.0, 0.0);
    loop {
        match (left.next(), right.next()) {
            (Some(x), Some(y)) if x == y => count += 1.0,
            (Some(x), Some(y)) => {
                total += (x - y).abs() / (1.0 + y.abs());
                count += 1.0;
            }
            (None, None) => break,
            _ => anyhow::bail!("{name}: the results of accel and rayon differ in length"),
        }
    }
    let apart = total / f64::max(count, 1.0);
    ensure!(apart <= TOLERANCE, "{name}: the results of accel and rayon differ by {apart:.1e}");
    drop((left, right));

    let (mut ours_taken, mut theirs_taken) = (Vec::new(), Vec::new());
    let begin = Instant::now();
    while ours_taken.len() < repeats && (ours_taken.is_empty() || begin.elapsed() < 2 * PATIENCE) {
        ours_taken.push(time(&accel));
        theirs_taken.push(time(&rayon));
    }
    let comparison = Comparison {
        name: name.to_string(),
        kernels: plan.kernels().len(),
        accel: median(ours_taken),
        rayon: median(theirs_taken),
    };
    Ok((ours, comparison))
}

/// Does the same work in two ways, prints accel's plan without its lines on single values, and both
/// times, and gives accel's result.
///
/// # Errors
/// The errors of [`compare`].
pub fn beside<A, B>(
    name: &str,
    plan: &Plan,
    accel: impl Fn() -> A,
    rayon: impl Fn() -> B,
    numbers: impl for<'a> Fn(&'a A, &'a B) -> (Numbers<'a>, Numbers<'a>),
) -> Result<A> {
    let (result, comparison) = compare(name, plan, 9, accel, rayon, numbers)?;
    println!("\nThe plan of {name}:");
    for line in plan.to_string().lines().filter(|line| !line.starts_with("value ")) {
        println!("    {line}");
    }
    println!("{}\n{comparison}", heading());
    Ok(result)
}

fn time<T>(work: impl Fn() -> T) -> Duration {
    let begin = Instant::now();
    black_box(work());
    begin.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

impl fmt::Display for Comparison {
    /// A line of a table; see [`heading`].
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let milliseconds = |time: Duration| 1e3 * time.as_secs_f64();
        write!(
            f,
            "{:<36}{:>8}{:>12.3}{:>12.3}{:>10.2}×",
            self.name,
            self.kernels,
            milliseconds(self.accel),
            milliseconds(self.rayon),
            self.rayon.as_secs_f64() / self.accel.as_secs_f64(),
        )
    }
}

/// The heading of the table that comparisons are the lines of.
pub fn heading() -> String {
    format!("{:<36}{:>8}{:>12}{:>12}{:>11}", "", "kernels", "accel, ms", "rayon, ms", "speed-up")
}
