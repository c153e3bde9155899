//! The tests of sizes that choose versions of nests, as the user would write them.

use super::show_size;
use crate::core::print::Printer;
use crate::core::{Atom, Expression, Operation, VarMap};
use crate::plan::{Choice, Plan, Step, Steps};

/// The tests of sizes that choose the versions for kinds of nests, each with its kind.
pub(super) fn tests_of_sizes_of_nests(
    plan: &Plan,
    printer: &mut Printer,
) -> Vec<(&'static str, String)> {
    let mut tests = Vec::new();
    for (choice, nest) in [(Choice::Sizes, "long rows"), (Choice::Columns, "long columns")] {
        let of_kind = tests_of_sizes(plan, choice, printer);
        tests.extend(of_kind.into_iter().map(|test| (nest, test)));
    }
    tests
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
