//! Lines of `f::plan()` on lanes: the work of a kernel, and the arrays that its lanes allocate.

use crate::Limits;
use crate::core::print::Printer;
use crate::core::{Atom, Extent};
use crate::emit::cpu::{Allocation, LaneReport, Lanes, Reason};
use crate::plan::schedule::cpu::{Cost, Shared};
use crate::plan::{HostSort, Launched, Plan, show_size, summary_printer};

/// The work of the launches of a plan, in the order of [`Plan::launched`]: of a kernel, in additions, all
/// lanes together; of a sort, the number of its elements.
pub fn work_of_launches(plan: &Plan, report: &LaneReport) -> Vec<String> {
    let mut printer = summary_printer(plan);
    let work = |launched: Launched| match launched {
        Launched::Sort(HostSort { length, .. }) => show_size(length, &mut printer),
        Launched::Kernel(number) => {
            let kernel = &plan.kernels[number];
            let cost = report.costs.iter().find(|(name, _)| *name == kernel.name);
            // Lanes whose cost only the run tells are handed out as they run.
            let Some((_, cost)) = cost.filter(|(_, cost)| !cost.guessed) else {
                return String::new();
            };
            let lanes = kernel.soac.space.iter().map(|lane| show_size(lane.extent, &mut printer));
            let lanes: Vec<String> = lanes.collect();
            product(lanes.into_iter().chain([show_cost(cost, &mut printer)]))
        }
    };
    plan.launched().into_iter().map(work).collect()
}

/// A line for each array that lanes of a plan's kernels allocate.
pub fn allocations(plan: &Plan, report: &LaneReport) -> String {
    let mut printer = summary_printer(plan);
    let of_plan = |name: &str| plan.kernels.iter().any(|kernel| *kernel.name == *name);
    let mut text = String::new();
    for Allocation { lanes, operation, extents, reason, .. } in &report.allocations {
        let Lanes::Of(name) = lanes else { continue };
        if !of_plan(name) {
            continue;
        }
        let size = |extent: &Extent| match extent {
            Extent::Size(size) => show_size(*size, &mut printer),
            Extent::Ragged => String::new(),
        };
        let shape = match reason {
            Reason::Length => String::new(),
            _ => format!(" [{}]", extents.iter().map(size).collect::<Vec<_>>().join(", ")),
        };
        text += &format!("lanes of {name} allocate{shape} for {operation}: {}\n", why(*reason));
    }
    text
}

/// A line for each array that functions allocate which lanes call.
pub fn allocations_of_calls(report: &LaneReport) -> String {
    let mut lines: Vec<String> = Vec::new();
    for Allocation { lanes, operation, reason, .. } in &report.allocations {
        if let Lanes::Calling(name) = lanes {
            let why = why(*reason);
            let line = format!("lanes that call {name} allocate for {operation}: {why}\n");
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    lines.concat()
}

fn why(reason: Reason) -> String {
    match reason {
        Reason::Length => "its length is known when it is complete".into(),
        Reason::Size => "its size is known when the program runs".into(),
        Reason::Large => {
            format!("it has more than {} elements", Limits::MEASURED.cpu.elements_of_local)
        }
        Reason::Whole => "it is handed on as a whole".into(),
    }
}

fn show_cost(cost: &Cost, printer: &mut Printer) -> String {
    let Cost { fixed, repeated, shared, guessed: _ } = cost;
    let mut terms = vec![(*fixed).max(1).to_string()];
    for (count, inner) in repeated {
        let count = show_size(*count, printer);
        terms.push(product([count, show_cost(inner, printer)]));
    }
    for Shared { total, among, cost } in shared {
        let total = show_size(*total, printer);
        let lanes = among.iter().map(|lanes: &Atom| show_size(*lanes, printer));
        let lanes = product(lanes.collect::<Vec<_>>());
        let part = match among.len() {
            0 => total,
            1 => format!("{total} / {lanes}"),
            _ => format!("{total} / ({lanes})"),
        };
        terms.push(product([part, show_cost(cost, printer)]));
    }
    terms.join(" + ")
}

/// A product of terms; sums stand in parentheses.
fn product(factors: impl IntoIterator<Item = String>) -> String {
    let factors: Vec<String> = factors.into_iter().filter(|factor| factor != "1").collect();
    let factor = |factor: &String| match factor.contains(" + ") || factor.contains(" / ") {
        true => format!("({factor})"),
        false => factor.clone(),
    };
    let known: Option<Vec<usize>> = factors.iter().map(|factor| factor.parse().ok()).collect();
    if let Some(known) = known {
        return known.iter().fold(1, |a: usize, b| a.saturating_mul(*b)).to_string();
    }
    match &factors[..] {
        [one] => one.clone(),
        several => several.iter().map(factor).collect::<Vec<_>>().join(" * "),
    }
}
