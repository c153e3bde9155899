//! The technical summary of a plan, which `{:#}` of `f::plan()` shows.

use std::fmt::Write;

use super::tests_of_sizes::tests_of_sizes_of_nests;
use super::{counted, has_version, head, line, summary_printer, version_of};
use crate::plan::schedule::cpu::{CpuLanes, LongRows, TileWidth};
use crate::plan::stored::{Storage, Stored};
use crate::plan::{Plan, Version};
use crate::source::{Location, SourceMap};
use crate::types::{Label, ValueRegularity};

/// All of a plan that can be said in a line: each kernel and each sort, their schedules, and the arrays and values
/// of the host around them.
///
/// ```text
/// plan norm
/// kernel norm.1 reduce over [n]: map, sum
/// host 0 intermediate arrays
/// value xs regular
/// value of map at 3:9 regular
/// ```
pub fn technical(plan: &Plan, storage: &Storage, source: &SourceMap) -> String {
    let mut printer = summary_printer(plan);
    let mut text = format!("plan {}\n", plan.name);
    for launched in plan.launched() {
        let _ = writeln!(
            text,
            "{} {}",
            head(version_of(plan, &launched)),
            line(plan, &launched, &mut printer)
        );
    }
    for kernel in &plan.kernels {
        if let Some(rows) = &kernel.schedule.cpu.long_rows {
            let LongRows { length, many_rows, few_lanes, .. } = rows;
            let _ = write!(text, "long rows in {} if {length} <= length", kernel.name);
            if rows.over_many_rows(&kernel.soac) {
                let _ = write!(text, ", or {many_rows} <= length and lanes < {few_lanes}");
            }
            if rows.over_rows_with_offsets(&kernel.soac, &plan.variables) {
                let _ = write!(text, ", or {length} <= elements of its rows");
            }
            text.push('\n');
        }
    }
    for kernel in &plan.kernels {
        if let Some(lanes) = lanes_of_tiles(&kernel.schedule.cpu.lanes) {
            let _ = writeln!(text, "tiles in {}: {lanes}", kernel.name);
        }
    }
    for (nest, test) in tests_of_sizes_of_nests(plan, &mut printer) {
        let _ = writeln!(text, "{nest} if {test}");
    }
    if has_version(plan, Version::SharedRows) {
        text.push_str("shared rows if lanes read their elements twice or more often\n");
    }
    if has_version(plan, Version::EqualRows) {
        text.push_str("equal rows if all of an array have one length\n");
    }
    let _ = writeln!(text, "host {}", counted(storage.intermediates, "intermediate array"));
    for Stored { name, made_by, reason, .. } in &storage.arrays {
        let _ = writeln!(text, "stored {name} of {made_by}: {reason}");
    }
    if storage.descriptors > 0 {
        let _ = writeln!(text, "host {}", counted(storage.descriptors, "segment descriptor"));
    }
    for ValueRegularity { value, regularity } in &plan.regularity {
        let regularity = format!("{regularity:?}").to_lowercase();
        let _ = match value {
            Label::Name(name) => writeln!(text, "value {name} {regularity}"),
            Label::Operation(operation, span) => {
                let Location { line, column } = source.location(*span);
                writeln!(text, "value of {operation} at {line}:{column} {regularity}")
            }
        };
    }
    text
}

/// The lanes of a tile in words, if lanes go in tiles.
fn lanes_of_tiles(lanes: &CpuLanes) -> Option<&'static str> {
    match lanes {
        CpuLanes::Tiles(TileWidth::Narrow) => {
            Some("a few neighbouring lanes go round their loops together")
        }
        CpuLanes::Tiles(TileWidth::Wide) => {
            Some("many neighbouring lanes go round their loops together")
        }
        CpuLanes::Stacks => {
            Some("neighbouring lanes of several rows go round their loops together")
        }
        CpuLanes::Guarded => Some("neighbouring lanes that a condition lets through go together"),
        CpuLanes::OneByOne | CpuLanes::Interior | CpuLanes::Sections(_) => None,
    }
}
