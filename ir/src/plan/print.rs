//! The textual forms of a plan: the whole, which [`parse_plan`](super::parse_plan) reads back,
//! and a summary for people.

use std::fmt::Write;

use super::allocations;
use super::schedule;
use super::schedule::cpu::{CpuLanes, LongRows, TileWidth};
use super::stored;
use super::{Choice, HostSort, Launched, Pattern, Plan, RepeatForm, Step, Steps, Version};
use crate::core::print::Printer;
use crate::core::{Atom, Expression, Operation, Output, VarMap};
use crate::source::{Location, SourceMap};
use crate::types::{Label, ValueRegularity};

/// A plan as text, with every kernel's body.
pub fn print_plan(plan: &Plan) -> String {
    print(plan, Printer::new(&plan.variables))
}

/// The same text, with the places of all things in the source and the marks of variables: it reads back as a
/// plan that back ends write the same code of.
pub fn print_exact_plan(plan: &Plan) -> String {
    print(plan, Printer::new(&plan.variables).exact())
}

fn print(plan: &Plan, mut printer: Printer) -> String {
    let parameters = printer.typed_list(&plan.parameters);
    let results = printer.typed_list(&plan.results);
    let _ = write!(printer.text, "plan {}({parameters}) -> ({results}) ", plan.name);
    printer.target(plan.target);
    steps(plan, &plan.body, &mut printer);
    let arrays = plan.in_place.arrays.iter();
    let mut arrays: Vec<String> = arrays
        .map(|(array, came_in)| format!("{} of {}", printer.name(*array), printer.name(*came_in)))
        .collect();
    // Variables have other numbers when the text is read back, but the same names.
    arrays.sort();
    if !arrays.is_empty() {
        let _ = write!(printer.text, " in_place ({})", arrays.join(", "));
    }
    printer.text.push('\n');
    printer.text
}

fn steps(plan: &Plan, list: &Steps, printer: &mut Printer) {
    printer.text.push('{');
    printer.deeper();
    for step in &list.steps {
        printer.line();
        one(plan, step, printer);
    }
    printer.line();
    let results = printer.atoms(&list.results);
    let _ = write!(printer.text, "({results})");
    printer.shallower();
    printer.line();
    printer.text.push('}');
}

fn one(plan: &Plan, step: &Step, printer: &mut Printer) {
    match step {
        Step::Compute(statement) => printer.statement(statement),
        Step::Launch(launch) => {
            let kernel = &plan.kernels[launch.kernel];
            let binds = printer.typed_list(&launch.binds);
            let _ = write!(printer.text, "{binds} = launch {} ", kernel.name);
            printer.soac(&kernel.soac);
            printer.place(launch.span);
            printer.deeper();
            schedule::print(&kernel.schedule, printer);
            printer.shallower();
        }
        Step::Branch { choice, condition, then, otherwise, binds } => {
            let binds = printer.typed_list(binds);
            let condition = printer.atom(*condition);
            match choice {
                Choice::Program => {
                    let _ = write!(printer.text, "{binds} = branch {condition} ");
                    steps(plan, then, printer);
                    printer.text.push_str(" else ");
                    steps(plan, otherwise, printer);
                }
                Choice::Sizes | Choice::Columns | Choice::Sharing | Choice::EqualRows => {
                    let _ = write!(printer.text, "{binds} = versions ");
                    steps(plan, otherwise, printer);
                    let word = match choice {
                        Choice::Sharing => "sharing",
                        Choice::EqualRows => "equal",
                        Choice::Columns => "columns",
                        _ => "for",
                    };
                    let _ = write!(printer.text, " {word} {condition} ");
                    steps(plan, then, printer);
                }
            }
        }
        Step::Repeat { form, carried, body, binds } => {
            let binds = printer.typed_list(binds);
            let carried = printer.carried(carried);
            let _ = write!(printer.text, "{binds} = repeat ({carried}) ");
            match form {
                RepeatForm::For(index, count) => {
                    let count = printer.atom(*count);
                    let index = printer.name(*index);
                    let _ = write!(printer.text, "for {index} < {count} ");
                }
                RepeatForm::While(condition) => {
                    printer.text.push_str("while ");
                    steps(plan, condition, printer);
                    printer.text.push(' ');
                }
            }
            steps(plan, body, printer);
        }
    }
}

/// A plan for people: a line for each kernel and each sort, and the work of the host around them.
///
/// ```text
/// plan norm
/// kernel norm.1 reduce over [n]: map, sum
/// host 0 intermediate arrays
/// value xs regular
/// value of map at 3:9 regular
/// ```
pub fn summary(plan: &Plan, source: &SourceMap) -> String {
    let mut printer = summary_printer(plan);
    let mut text = format!("plan {}\n", plan.name);
    for launched in plan.launched() {
        let _ = match launched {
            Launched::Kernel(number) => {
                let kernel = &plan.kernels[number];
                let space = kernel.soac.space.iter();
                let space: Vec<String> =
                    space.map(|lane| show_size(lane.extent, &mut printer)).collect();
                let stays = kernel.soac.is_sequential_inside();
                writeln!(
                    text,
                    "{} {} {} over [{}]{}: {}",
                    head(kernel.version),
                    kernel.name,
                    pattern(kernel.pattern, &kernel.soac.outputs),
                    space.join(", "),
                    if stays { ", sequential lanes" } else { "" },
                    plan.fused(number).join(", ")
                )
            }
            Launched::Sort(HostSort { name, origin, length, version, .. }) => {
                let length = show_size(length, &mut printer);
                writeln!(
                    text,
                    "{} {name} sort over [{length}]: {}",
                    head(version),
                    origin.operation
                )
            }
        };
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
    for (choice, what) in [(Choice::Sizes, "long rows"), (Choice::Columns, "long columns")] {
        for test in tests_of_sizes(plan, choice, &mut printer) {
            let _ = writeln!(text, "{what} if {test}");
        }
    }
    let has = |version| plan.kernels.iter().any(|kernel| kernel.version == version);
    if has(Version::SharedRows) {
        text.push_str("shared rows if lanes read their elements twice or more often\n");
    }
    if has(Version::EqualRows) {
        text.push_str("equal rows if all of an array have one length\n");
    }
    let intermediates = allocations::intermediates(plan);
    let count = intermediates.len();
    let plural = if count == 1 { "" } else { "s" };
    let _ = writeln!(text, "host {count} intermediate array{plural}");
    for line in stored::reasons(plan, &intermediates) {
        let _ = writeln!(text, "{line}");
    }
    let descriptors = plan.descriptors();
    if descriptors > 0 {
        let plural = if descriptors == 1 { "" } else { "s" };
        let _ = writeln!(text, "host {descriptors} segment descriptor{plural}");
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

/// A printer that gives variables the names that they have in the summary.
pub(crate) fn summary_printer(plan: &Plan) -> Printer<'_> {
    let mut printer = Printer::new(&plan.variables);
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

/// The tests of sizes that choose the versions of nests of a kind, in order.
fn tests_of_sizes(plan: &Plan, choice: Choice, printer: &mut Printer) -> Vec<String> {
    let mut made = VarMap::default();
    let mut conditions = Vec::new();
    collect_tests(&plan.body, choice, &mut made, &mut conditions);
    conditions.into_iter().map(|condition| show_test(condition, &made, printer)).collect()
}

fn collect_tests<'p>(
    steps: &'p Steps,
    wanted: Choice,
    made: &mut VarMap<(&'p Operation, &'p [Atom])>,
    conditions: &mut Vec<Atom>,
) {
    for step in &steps.steps {
        match step {
            Step::Compute(statement) => {
                if let Expression::Scalar(operation, operands) = &statement.expression {
                    made.insert(statement.binds[0], (operation, operands));
                }
            }
            Step::Branch { choice, condition, then, otherwise, .. } => {
                if *choice == wanted {
                    conditions.push(*condition);
                }
                collect_tests(then, wanted, made, conditions);
                collect_tests(otherwise, wanted, made, conditions);
            }
            Step::Repeat { body, .. } => collect_tests(body, wanted, made, conditions),
            Step::Launch(_) => {}
        }
    }
}

/// A test as the user would write it.
fn show_test(atom: Atom, made: &VarMap<(&Operation, &[Atom])>, printer: &mut Printer) -> String {
    let Some((operation, operands)) = atom.var().and_then(|var| made.get(&var)).copied() else {
        return show_size(atom, printer);
    };
    let sign = match operation {
        Operation::And => "&&",
        Operation::Less => "<",
        Operation::LessEqual => "<=",
        Operation::Multiply => "*",
        Operation::Add => "+",
        _ => return show_size(atom, printer),
    };
    let is_sum = |operand: &Atom| {
        let own = operand.var().and_then(|var| made.get(&var));
        own.is_some_and(|(operation, _)| **operation == Operation::Add)
    };
    let sides: Vec<String> = operands
        .iter()
        .map(|operand| match (show_test(*operand, made, printer), is_sum(operand)) {
            (side, true) if *operation == Operation::Multiply => format!("({side})"),
            (side, _) => side,
        })
        .collect();
    sides.join(&format!(" {sign} "))
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
