//! The textual form of a plan, which [`parse_plan`](super::parse_plan) reads back.

use std::fmt::Write;

use super::schedule;
use super::{Choice, Plan, RepeatForm, Step, Steps};
use crate::core::print::Printer;

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
        Step::Repeat { form, carried, body, binds, span } => {
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
            printer.place(*span);
        }
    }
}
