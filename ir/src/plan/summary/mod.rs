//! Plans in words: what runs, in order, and what is stored for it ([`overview`]), and all that can be said of
//! schedules and values ([`technical`]).

mod overview;
mod technical;
mod tests_of_sizes;

use super::{HostSort, Launched, Pattern, Plan, Version};
use crate::core::print::Printer;
use crate::core::{Atom, Output, Var};

pub use overview::overview;
pub use technical::technical;

fn has_version(plan: &Plan, version: Version) -> bool {
    plan.kernels.iter().any(|kernel| kernel.version == version)
}

/// A number of things: `1 array`, `2 arrays`.
fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// The version of a nest that a launch belongs to.
fn version_of(plan: &Plan, launched: &Launched) -> Version {
    match launched {
        Launched::Kernel(number) => plan.kernels[*number].version,
        Launched::Sort(sort) => sort.version,
    }
}

/// A launch in a line: its name, the lanes, the source operations.
fn line(plan: &Plan, launched: &Launched, printer: &mut Printer) -> String {
    match launched {
        Launched::Kernel(number) => {
            let kernel = &plan.kernels[*number];
            let space = kernel.soac.space.iter();
            let space: Vec<String> = space.map(|lane| show_size(lane.extent, printer)).collect();
            let stays = kernel.soac.is_sequential_inside();
            format!(
                "{} {} over [{}]{}: {}",
                kernel.name,
                pattern(kernel.pattern, &kernel.soac.outputs),
                space.join(", "),
                if stays { ", sequential lanes" } else { "" },
                plan.fused(*number).join(", ")
            )
        }
        Launched::Sort(HostSort { name, origin, length, .. }) => {
            let length = show_size(*length, printer);
            format!("{name} sort over [{length}]: {}", origin.operation)
        }
    }
}

/// A printer that gives variables the names that they have in the summary. The extents of a parameter `xs` for
/// which the user has no names are `xs.len`, `xs.row.len` and so on.
pub(crate) fn summary_printer(plan: &Plan) -> Printer<'_> {
    let mut printer = Printer::new(&plan.variables);
    let mut called: Vec<Var> = Vec::new();
    for array in &plan.parameters {
        let Some(name) = plan.variables.name(*array) else { continue };
        for (axis, extent) in plan.variables.ty(*array).extents().iter().enumerate() {
            let size = extent.size().and_then(|size| size.var());
            let has_no_name =
                |size: &Var| plan.variables.name(*size).is_none() && !called.contains(size);
            if let Some(size) = size.filter(has_no_name) {
                printer.call(size, format!("{name}{}.len", ".row".repeat(axis)));
                called.push(size);
            }
        }
    }
    for var in &plan.parameters {
        printer.name(*var);
    }
    for launched in plan.launched() {
        match launched {
            Launched::Kernel(number) => {
                for lane in &plan.kernels[number].soac.space {
                    show_size(lane.extent, &mut printer);
                }
            }
            Launched::Sort(sort) => {
                show_size(sort.length, &mut printer);
            }
        }
    }
    printer
}

/// Returns the word with which the line of a kernel begins.
fn head(version: Version) -> &'static str {
    match version {
        Version::Usual => "kernel",
        Version::LongLanes => "long rows:",
        Version::LongColumns => "long columns:",
        Version::SharedRows => "shared rows:",
        Version::EqualRows => "equal rows:",
    }
}

pub(crate) fn show_size(size: Atom, printer: &mut Printer) -> String {
    match size {
        Atom::Constant(constant) => constant.size().to_string(),
        Atom::Var(_) => printer.atom(size),
    }
}

fn pattern(pattern: Pattern, outputs: &[Output]) -> String {
    let scatters = outputs.iter().any(|output| matches!(output, Output::Scatter { .. }));
    let name = if outputs.is_empty() { "check" } else { pattern.name() };
    if scatters { format!("{name} and scatter") } else { name.to_string() }
}
