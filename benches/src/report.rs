//! The table, and the rows of it that miss the goals.

use std::fmt::Write;

use crate::measure::{Row, Size, Work};

/// The rows as a Markdown table: the time of each rival, the speed of accel in units of work, and
/// accel's time divided by each rival's.
///
/// If a kernel has other rivals besides, a last column names them, their time and the same ratio.
pub fn table(rows: &[Row]) -> String {
    let others = rows.iter().any(|row| !row.others.is_empty());
    let mut text = String::from(
        "| kernel | size | accel | | rayon | expert | loop | accel:rayon | accel:expert | accel:loop |",
    );
    text += if others { " others |\n" } else { "\n" };
    text += "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|";
    text += if others { "---|\n" } else { "\n" };
    for row in rows {
        let [accel, rayon, expert, plain] = row.seconds;
        let _ = write!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {:.2} | {:.2} | {:.2} |",
            row.kernel,
            row.extent,
            time(accel),
            speed(row.work, accel),
            time(rayon),
            time(expert),
            time(plain),
            accel / rayon,
            accel / expert,
            accel / plain,
        );
        if others {
            let named = |(name, seconds): &(&str, f64)| {
                format!("{name} {} ({:.2})", time(*seconds), accel / seconds)
            };
            let named: Vec<String> = row.others.iter().map(named).collect();
            let _ = write!(text, " {} |", named.join(", "));
        }
        text.push('\n');
    }
    text
}

/// For kernels that do the same work on data that is cut in different ways: the time of each rival, divided
/// by its time for the cut that suits it best. Even is 1 everywhere. Empty if there are no such kernels.
pub fn evenness(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows.iter().filter(|row| row.series) {
        let same = |other: &&Row| other.kernel == row.kernel && other.size == row.size;
        let ratios: [String; 4] = std::array::from_fn(|rival| {
            let best = rows.iter().filter(same).map(|row| row.seconds[rival]);
            format!("{:.2}", row.seconds[rival] / best.fold(f64::INFINITY, f64::min))
        });
        let _ = writeln!(text, "| {} | {} | {} |", row.kernel, row.extent, ratios.join(" | "));
    }
    if text.is_empty() {
        return text;
    }
    format!("| kernel | size | accel | rayon | expert | loop |\n|---|---|--:|--:|--:|--:|\n{text}")
}

/// The rows that miss the goals: out of cache nothing is slower than rayon; a small call takes at
/// most 1.5 times as long as a plain loop.
pub fn missed(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        let [accel, rayon, _, plain] = row.seconds;
        let (rival, ratio, limit) = match row.size {
            Size::Small => ("a plain loop", accel / plain, 1.5),
            Size::Large => ("rayon", accel / rayon, 1.0),
            Size::Middle => continue,
        };
        if ratio > limit {
            let _ = writeln!(
                text,
                "* {}, {}: {ratio:.2} times the time of {rival}, the goal is {limit}",
                row.kernel, row.extent
            );
        }
    }
    text
}

/// Seconds with a unit that fits.
fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.0} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.2} µs", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

fn speed(work: Work, seconds: f64) -> String {
    match work {
        Work::Bytes(bytes) => format!("{:.1} GB/s", bytes as f64 / seconds / 1e9),
        Work::Operations(count) => format!("{:.1} GFLOP/s", count as f64 / seconds / 1e9),
    }
}
