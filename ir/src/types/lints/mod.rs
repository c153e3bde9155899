//! Finds out what rustc would warn of in the same Rust: its lints do not see the code of a block.
//!
//! Each file finds one kind of thing in a function whose types are known. [`findings`] is the list of them, which
//! `interface/lints` turns into Rust that makes rustc warn at the same places, by lints of its own wherever it has
//! them. So levels are obeyed, `#[allow(unused_mut)]` on a function among them.

mod assignments;
mod comparisons;
mod effects;
mod finding;
mod items;
mod overflow;
mod sizes;

pub use finding::{Effectless, Finding, Given, Overflow};
pub use items::unused_items;

use super::check::{Checked, instances};
use super::infer::Typed;
use super::walk::{Child, each_block_child, each_child};
use crate::syntax::tree::{Block, Expression, Function};

/// A function whose types are known under an instance.
#[derive(Clone, Copy)]
struct Body<'a> {
    checked: &'a Checked<'a>,
    function: &'a Function,
    typed: &'a Typed,
}

/// The findings about a function. Those that depend on an instance count if they arise under each.
pub fn findings(checked: &Checked, function: usize) -> Vec<Finding> {
    let mut common: Option<Vec<Finding>> = None;
    for instance in instances(&checked.context, function) {
        let Some(typed) = checked.functions.get(&(function, instance)) else { continue };
        let function = checked.context.functions[function].function;
        let found = of_body(&Body { checked, function, typed });
        common = Some(match common {
            None => found,
            Some(mut common) => {
                common.retain(|known| found.iter().any(|other| known.is_same(other)));
                common
            }
        });
    }
    common.unwrap_or_default()
}

fn of_body(body: &Body) -> Vec<Finding> {
    let mut found = Vec::new();
    overflow::overflows(body, &mut found);
    effects::statements(&body.function.body, body.typed, &mut found);
    each_expression(&body.function.body, &mut |expression| {
        comparisons::useless(expression, body.typed, &mut found);
    });
    for pattern in &body.typed.unreachable {
        found.push(Finding::UnreachablePattern {
            pattern: pattern.pattern,
            earlier: pattern.earlier.clone(),
            any_value: pattern.any_value,
        });
    }
    assignments::assignments(body, &mut found);
    sizes::new_sizes(body.typed, &mut found);
    found
}

/// Calls `f` with each expression in a block, at any depth.
fn each_expression<'t>(block: &'t Block, f: &mut dyn FnMut(&'t Expression)) {
    each_block_child(block, &mut |child| within(child, f));
}

fn within<'t>(child: Child<'t>, f: &mut dyn FnMut(&'t Expression)) {
    if let Child::Expression(expression) = child {
        f(expression);
        each_child(expression, &mut |child| within(child, f));
    }
}
